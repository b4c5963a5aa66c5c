import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openStack } from '../bench/stack.ts';
import { createKey, SCOPES } from '../src/features/tenants/access/index.ts';
import { createAccount } from '../src/features/tenants/accounts/index.ts';
import { readForwardDuring } from '../test/support/forward-reading.ts';

/**
 * `node bin/bootstrap.cjs scripts/forward-reading.ts 100000`: three API processes on one database accept at least the
 * given number of messages while a reader pages forward with `before`. Exits with 1 if the reader misses a message.
 */
const DEFAULT_COUNT = 100_000;
const PROCESSES = 3;
const FIRST_PORT = 18_125;
const READY_WITHIN_MS = 60_000;
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const count = Number(process.argv[2] ?? DEFAULT_COUNT);
const stack = await openStack({});
const children = Array.from({ length: PROCESSES }, (_, index) => startProcess(FIRST_PORT + index));
try {
  const baseUrls = Array.from({ length: PROCESSES }, (_, index) => `http://127.0.0.1:${FIRST_PORT + index}`);
  for (const baseUrl of baseUrls) await untilReady(baseUrl);
  const { db } = stack.installation;
  const account = await createAccount(db, { email: 'busy@busy.example', plan: 'unlimited', isOperator: false });
  const { key } = await createKey(db, {
    accountId: account.id,
    name: 'busy',
    scopes: [SCOPES.send, SCOPES.read],
  });
  const startedAt = performance.now();
  const { accepted, pages, seen } = await readForwardDuring({ accountId: account.id, key, baseUrls, db }, count);
  const missed = [...accepted].filter((id) => !seen.has(id));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${accepted.size} messages through ${PROCESSES} processes in ${seconds} s, read forward in ${pages} pages: ` +
      `${missed.length} missed`,
  );
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await Promise.all(children.map(end));
  await stack.close();
}

function startProcess(port: number): ChildProcess {
  return fork(MAIN, ['api'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: stack.installation.databaseUrl,
      POSTRIDER_DATA: stack.installation.dataDir,
      POSTRIDER_LOG: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  });
}

async function untilReady(baseUrl: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${baseUrl} is not ready within ${READY_WITHIN_MS} ms`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
