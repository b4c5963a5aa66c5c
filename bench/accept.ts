import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import { startApi } from '../src/app/api.ts';
import { createHttpServer } from '../src/http/server.ts';
import { route } from '../src/http/route.ts';
import { createAuthenticator, createKey, SCOPES } from '../src/features/access/index.ts';
import { createAccount } from '../src/features/accounts/index.ts';
import { createUuidGenerator } from '../src/base/ids.ts';
import { silentLog } from '../src/base/log.ts';
import type { CallerTask } from './caller-thread.ts';
import { postRequest } from './http-load.ts';
import { load, row, shown, type LoadResult } from './measure.ts';
import { openStack } from './stack.ts';

const CALLERS = 64;
const SECONDS = 5;
const ACCOUNTS = 64;
/** 2.8 KB of HTML, the size of a plain receipt. */
const HTML = `<p>${'Your receipt for order 4711, thank you for buying from us. '.repeat(47)}</p>`;

/** Accepts over HTTP from 64 callers, on one account and on many, beside a route that does nothing and bare inserts. */
export async function benchAccept(): Promise<void> {
  const stack = await openStack({});
  try {
    const mail = {
      from: 'onboarding@sandbox.localhost',
      to: ['delivered@sandbox.localhost'],
      subject: 'Receipt',
      html: HTML,
    };
    const keys = await manyKeys(stack.installation.db);
    const idle = await doNothing(stack, mail);
    const bare = await bareInserts(stack.installation.databaseUrl);
    const api = await startApi(stack.installation);
    const one = await accepts(api.port, [stack.key], mail);
    const many = await accepts(api.port, keys, mail);
    await api.close();
    console.log(
      `\nAccept over HTTP: ${CALLERS} callers, one process, 202 after a durable commit, callers on the same cores`,
    );
    printLoad('a route that does nothing', idle);
    printLoad('bare insert of the same rows, 16 connections', bare);
    printLoad('accept, one account', one);
    printLoad(`accept, ${ACCOUNTS} accounts`, many);
    row('accept : do-nothing route', (one.perSecond / idle.perSecond).toFixed(2));
    row('accept : bare insert', (one.perSecond / bare.perSecond).toFixed(2));
  } finally {
    await stack.close();
  }
}

function printLoad(name: string, result: LoadResult): void {
  row(name, `${shown(result.perSecond)}/s   p50 ${result.p50Ms.toFixed(1)} ms   p99 ${result.p99Ms.toFixed(1)} ms`);
}

async function manyKeys(db: Parameters<typeof createKey>[0]): Promise<string[]> {
  const keys: string[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const account = await createAccount(db, {
      email: `a${number}@bench.example`,
      plan: 'unlimited',
      isOperator: false,
    });
    keys.push((await createKey(db, { accountId: account.id, name: 'bench', scopes: [SCOPES.send] })).key);
  }
  return keys;
}

async function accepts(port: number, keys: readonly string[], mail: unknown): Promise<LoadResult> {
  return callAll(
    port,
    keys.map((key) => postRequest('/transactional/emails', key, mail)),
    202,
  );
}

/** Callers in a thread of their own, so that the event loop of the server is the server's alone. */
async function callAll(port: number, requests: readonly Buffer[], expectedStatus: number): Promise<LoadResult> {
  const task: CallerTask = { port, requests, expectedStatus, callers: CALLERS, seconds: SECONDS };
  const thread = new Worker(new URL('./caller-thread.ts', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

/** The same server, the same request, authenticated and parsed as JSON, and nothing done. */
async function doNothing(stack: Awaited<ReturnType<typeof openStack>>, mail: unknown): Promise<LoadResult> {
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
  const result = await callAll(port, [postRequest('/nothing', stack.key, mail)], 202);
  await server.close(1_000);
  return result;
}

/** One prepared insert of message and delivery a call, in one transaction, without any of our code. */
async function bareInserts(url: string): Promise<LoadResult> {
  const pool = new Pool({ connectionString: url, max: 16 });
  const nextUuid = createUuidGenerator();
  const content = Buffer.from(JSON.stringify({ html: HTML }));
  const result = await load(CALLERS, SECONDS, async () => {
    const id = nextUuid(Date.now());
    await pool.query({
      name: 'bare',
      text: `with m as (
               insert into message (account_id, id, sender, subject, head, content) values (999999, $1, $2, $3, $4, $5)
             )
             insert into delivery (account_id, message_id, recipient_no, recipient) values (999999, $1, 0, $6)`,
      values: [id, 'onboarding@sandbox.localhost', 'Receipt', '{}', content, 'delivered@sandbox.localhost'],
    });
  });
  await pool.end();
  return result;
}
