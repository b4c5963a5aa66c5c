import { startApi } from '../src/app/api.ts';
import { createHttpServer } from '../src/http/server.ts';
import { route } from '../src/http/route.ts';
import { createAuthenticator, createKey, SCOPES } from '../src/features/tenants/access/index.ts';
import { createAccount } from '../src/features/tenants/accounts/index.ts';
import { setKeyRate, setOverage } from '../src/features/tenants/usage/index.ts';
import { silentLog } from '../src/base/log.ts';
import { bareInserts, callAll, CALLERS, HTML, printLoad } from './callers.ts';
import { postRequest } from './http-load.ts';
import { row, type LoadResult } from './measure.ts';
import { openStack } from './stack.ts';

const ACCOUNTS = 64;
const HIGH_RATE = 1_000_000;
const HIGH_CAP_CENTS = 2_000_000_000;

type Stack = Awaited<ReturnType<typeof openStack>>;

/** Accepts over HTTP from 64 callers, on one account and on many, beside a route that does nothing and bare inserts. */
export async function benchAccept(): Promise<void> {
  const stack = await openStack({});
  try {
    const request = postRequest('/transactional/emails', stack.key, mailTo('delivered@sandbox.localhost'));
    const unlimited = await requestsOfAccounts(stack, 'unlimited');
    const limited = await requestsOfAccounts(stack, 'paid');
    const idle = await doNothing(stack);
    const bare = await bareInserts(stack.installation.databaseUrl);
    const api = await startApi(stack.installation);
    const one = await callAll(api.port, [request]);
    const many = await callAll(api.port, unlimited);
    const counted = await callAll(api.port, limited);
    await api.close();
    console.log(
      `\nAccept over HTTP: ${CALLERS} callers, one process, 202 after a durable commit, callers on the same cores`,
    );
    printLoad('a route that does nothing', idle);
    printLoad('bare insert of the same rows, 16 connections', bare);
    printLoad('accept, one account', one);
    printLoad(`accept, ${ACCOUNTS} accounts`, many);
    printLoad(`accept, ${ACCOUNTS} accounts with quota and rate`, counted);
    row('accept : do-nothing route', (one.perSecond / idle.perSecond).toFixed(2));
    row('accept : bare insert', (one.perSecond / bare.perSecond).toFixed(2));
    row(`${ACCOUNTS} accounts : bare insert`, (many.perSecond / bare.perSecond).toFixed(2));
    row(`${ACCOUNTS} limited accounts : bare insert`, (counted.perSecond / bare.perSecond).toFixed(2));
  } finally {
    await stack.close();
  }
}

function mailTo(to: string): unknown {
  return { from: 'onboarding@sandbox.localhost', to: [to], subject: 'Receipt', html: HTML };
}

/** A send of each of many accounts to its own address, so that it counts towards its quota. */
async function requestsOfAccounts({ installation }: Stack, plan: 'paid' | 'unlimited'): Promise<Buffer[]> {
  const { db } = installation;
  const requests: Buffer[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const email = `${plan}${number}@bench.example`;
    const account = await createAccount(db, { email, plan, isOperator: false });
    const { id, key } = await createKey(db, { accountId: account.id, name: 'bench', scopes: [SCOPES.send] });
    if (plan === 'paid') {
      await setOverage(db, account.id, { enabled: true, capCents: HIGH_CAP_CENTS });
      await setKeyRate(db, account.id, id, { perSecond: HIGH_RATE, perMinute: HIGH_RATE });
    }
    requests.push(postRequest('/transactional/emails', key, mailTo(email)));
  }
  return requests;
}

/** The same server, the same request, authenticated and parsed as JSON, and nothing done. */
async function doNothing(stack: Stack): Promise<LoadResult> {
  const { clock, db } = stack.installation;
  const server = createHttpServer({
    routes: [
      route({
        method: 'POST',
        path: '/nothing',
        summary: 'Nothing',
        scope: SCOPES.send,
        handle: () => Promise.resolve({ status: 202, body: { id: 'tm_0', status: 'queued' } }),
      }),
    ],
    authenticate: createAuthenticator(db, clock),
    log: silentLog,
    baseUrl: () => 'http://localhost',
    ready: () => Promise.resolve(true),
  });
  const { port } = await server.listen('127.0.0.1', 0);
  const result = await callAll(port, [postRequest('/nothing', stack.key, mailTo('delivered@sandbox.localhost'))]);
  await server.close(1_000);
  return result;
}
