import { Pool } from 'pg';
import { startApi } from '../src/app/api.ts';
import { createUuidGenerator } from '../src/base/ids.ts';
import { silentLog } from '../src/base/log.ts';
import { createAuthenticator, SCOPES } from '../src/features/tenants/access/index.ts';
import { route } from '../src/http/route.ts';
import { createHttpServer } from '../src/http/server.ts';
import { HTML, offerLoad, postRequest, requestsOfAccounts, SEND_PATH, type Load } from './load/index.ts';
import { percentile, printRatio, row, shown } from './measure.ts';
import { withStack, type Stack } from './stack.ts';

const CALLERS = 64;
const ACCOUNTS = 64;
const SECONDS = 5;
const WARM_UP_SECONDS = 1;
const CONNECTIONS = 16;

type Figures = Pick<Load, 'acceptedPerSecond' | 'p50Ms' | 'p99Ms'>;

/**
 * Measures the rate at which the API accepts messages from 64 concurrent callers over HTTP, for one account and for
 * many, compared with a route that does no work and with plain inserts.
 */
export async function benchAccept(): Promise<void> {
  await withStack({}, async (stack) => {
    const { installation, key } = stack;
    const email = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'], subject: 'Receipt' };
    const request = postRequest(SEND_PATH, key, { ...email, html: HTML });
    const unlimited = await requestsOfAccounts(installation, { accounts: ACCOUNTS, keys: 1, plan: 'unlimited' });
    const limited = await requestsOfAccounts(installation, { accounts: ACCOUNTS, keys: 1, plan: 'paid' });
    const empty = await emptyRoute(stack, request);
    const bare = await bareInserts(installation.databaseUrl);
    const api = await startApi(installation);
    const one = await callAll(api.port, [request]);
    const many = await callAll(api.port, unlimited);
    const counted = await callAll(api.port, limited);
    await api.close();
    console.log(
      `\nAccept over HTTP: ${CALLERS} callers, one process, 202 after a durable commit, callers on the same cores`,
    );
    print('a route that does nothing', empty);
    print(`bare insert of the same rows, ${CONNECTIONS} connections`, bare);
    print('accept, one account', one);
    print(`accept, ${ACCOUNTS} accounts`, many);
    print(`accept, ${ACCOUNTS} accounts with quota and rate`, counted);
    printRatio('accept : empty route', one.acceptedPerSecond, empty.acceptedPerSecond);
    printRatio('accept : bare insert', one.acceptedPerSecond, bare.acceptedPerSecond, { least: 0.8 });
    printRatio(`${ACCOUNTS} accounts : one account`, many.acceptedPerSecond, one.acceptedPerSecond, { least: 0.8 });
    printRatio(`${ACCOUNTS} accounts : bare insert`, many.acceptedPerSecond, bare.acceptedPerSecond);
    printRatio(`${ACCOUNTS} limited accounts : bare insert`, counted.acceptedPerSecond, bare.acceptedPerSecond);
  });
}

/**
 * Returns the figures for callers in a separate process, which do not share the server's event loop. Throws if a
 * request is not accepted.
 */
async function callAll(port: number, requests: readonly Buffer[]): Promise<Figures> {
  const task = { port, requests, perSecond: 0, concurrency: CALLERS };
  await offerLoad({ ...task, seconds: WARM_UP_SECONDS }, [undefined]);
  const load = await offerLoad({ ...task, seconds: SECONDS }, [undefined]);
  const refused = Object.keys(load.statuses).filter((status) => status !== '202');
  if (refused.length > 0) throw new Error(`Status ${refused.join(', ')} instead of 202`);
  return load;
}

function print(name: string, { acceptedPerSecond, p50Ms, p99Ms }: Figures): void {
  row(name, `${shown(acceptedPerSecond)}/s   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms`);
}

/** Measures the same server and request with authentication and JSON parsing but without any further work. */
export async function emptyRoute(
  { installation: { clock, db } }: Stack,
  request: Buffer,
  path = SEND_PATH,
): Promise<Figures> {
  const handle = async () => ({ status: 202, body: { id: 'tm_0', status: 'queued' } });
  const server = createHttpServer({
    routes: [route({ method: 'POST', path, summary: 'Nothing', scope: SCOPES.send, handle })],
    authenticate: createAuthenticator(db, clock),
    log: silentLog,
    baseUrl: () => 'http://localhost',
    ready: () => Promise.resolve(true),
  });
  const { port } = await server.listen('127.0.0.1', 0);
  const result = await callAll(port, [request]);
  await server.close(1_000);
  return result;
}

/**
 * Measures calls that each insert a message and its delivery with one prepared statement, each in its own transaction
 * and without Postrider's code.
 */
async function bareInserts(url: string): Promise<Figures> {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  const nextUuid = createUuidGenerator();
  const content = Buffer.from(JSON.stringify({ html: HTML }));
  const text = `with m as (
      insert into message (account_id, id, sender, subject, head, content) values (999999, $1, $2, $3, $4, $5)
    )
    insert into delivery (account_id, message_id, recipient_no, recipient) values (999999, $1, 0, $6)`;
  const run = async (seconds: number): Promise<number[]> => {
    const times: number[] = [];
    const endsAt = performance.now() + seconds * 1000;
    const call = async (): Promise<void> => {
      while (performance.now() < endsAt) {
        const startedAt = performance.now();
        const [id, from, to] = [nextUuid(Date.now()), 'onboarding@sandbox.localhost', 'delivered@sandbox.localhost'];
        await pool.query({ name: 'bare', text, values: [id, from, 'Receipt', '{}', content, to] });
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
    return times;
  };
  await run(WARM_UP_SECONDS);
  const times = await run(SECONDS);
  await pool.end();
  const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)];
  return { acceptedPerSecond: times.length / SECONDS, p50Ms, p99Ms };
}
