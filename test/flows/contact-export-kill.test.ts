// Place in a run: slow.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { runProgram, type Program } from './program.ts';

/**
 * Number of contacts. Their export is larger than the socket buffers between two processes, so that the process can be
 * killed in the middle of the export.
 */
const CONTACTS = 60_000;

const secret = randomBytes(24).toString('hex');
let program: Program;
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await program.stop();
  await test.drop();
});

async function start(): Promise<string> {
  program = runProgram(['api'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: secret,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    PORT: '0',
  });
  const [, baseUrl = ''] = await program.printed(/API on (http:\S+)/);
  return baseUrl;
}

it('shows the reader that a killed export is incomplete, leaves nothing behind, and completes the next export', async () => {
  const { db } = test;
  const { id: accountId } = await createAccount(db, {
    email: 'ann@kill.example',
    plan: 'unlimited',
    isOperator: false,
  });
  await plantContacts(db, accountId, { count: CONTACTS });
  const { token } = await db.transaction(async (tx) => createToken(tx, { accountId, personId: undefined, name: 'x' }));
  const exportOf = async (baseUrl: string) =>
    fetch(`${baseUrl}/contacts/export?format=csv`, { headers: { authorization: `Bearer ${token}` } });

  const answer = await exportOf(await start());
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  program.child.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  // The client must be able to detect that the partial response is incomplete.
  await expect(readOn()).rejects.toThrow('terminated');
  await eventually('no statement of the killed process is running', async () => {
    const left = await rowsOf(
      db,
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
         and application_name like 'postrider api%'`,
    );
    return left.length === 0 || undefined;
  });

  const whole = await (await exportOf(await start())).text();
  const lines = whole.trimEnd().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(CONTACTS);
  expect(lines).toHaveLength(CONTACTS);
}, 120_000);
