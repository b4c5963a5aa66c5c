// Place in a run: slow.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKey, createToken } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createPerson } from '../../src/features/tenants/people/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { runProgram, type Program } from './program.ts';

const ROWS = 60_000;
const secret = randomBytes(24).toString('hex');
let dataDir: string;
let test: TestDatabase;
const running: Program[] = [];
let accounts = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'postrider-imports-'));
  test = await createTestDatabase();
  // Make inserts slow enough that the process can be killed in the middle of the import.
  await test.db.script(`create function take_time() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.2); return null; end $$;
    create trigger take_time after insert on suppression for each statement execute function take_time()`);
});
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
});
afterAll(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<{ program: Program; baseUrl: string }> {
  const program = runProgram(['start'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: secret,
    POSTRIDER_DATA: dataDir,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_WORKERS: '1',
    POSTRIDER_INBOX_PORT: '0',
    PORT: '0',
  });
  running.push(program);
  const [, baseUrl = ''] = await program.printed(/API {10}(http:\S+)/);
  return { program, baseUrl };
}

async function newTenant() {
  accounts += 1;
  const email = `tenant${accounts}@imports.example`;
  const { id: accountId } = await createAccount(test.db, { email, plan: 'unlimited', isOperator: false });
  const { id: personId } = await createPerson(test.db, {
    name: 'Ann',
    email,
    membership: { accountId, role: 'owner' },
  });
  const { token } = await test.db.transaction(async (tx) => createToken(tx, { accountId, personId, name: 'test' }));
  const scopes = ['dashboard:read', 'dashboard:write'];
  const { key } = await createKey(test.db, { accountId, name: 'test', scopes });
  return { accountId, token, key };
}

async function one(text: string, accountId: number): Promise<Record<string, unknown>> {
  const [row] = await test.db.query<Record<string, unknown>>({ name: '', text }, [accountId]);
  return row ?? {};
}

const FILE = `email,lists,tags\n${Array.from({ length: ROWS }, (_, n) => `reader${n}@example.org,News,T${n % 5}\n`).join('')}`;

/** Uploads files and starts imports of both types. Resolves with the IDs of the accounts. */
async function importBoth(baseUrl: string) {
  const call = async (authorization: string, path: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${authorization}`, 'content-type': type };
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
    expect(response.status).toBe(202);
    // Safe cast: every response of these paths contains an ID.
    return (await response.json()) as { readonly id: string };
  };
  const [contacts, suppressions] = [await newTenant(), await newTenant()];
  const { id } = await call(contacts.token, '/contacts/imports', 'text/csv', FILE);
  await call(suppressions.key, '/dashboard/suppressions/imports', 'text/csv', FILE);
  await call(contacts.token, `/contacts/imports/${id}/start`, 'application/json', '{}');
  return { contacts: contacts.accountId, suppressions: suppressions.accountId };
}

const importOf = async (accountId: number) =>
  one('select state, added, known, rejected from import where account_id = $1', accountId);

/** Expires the leases of the killed process. */
async function leasesRunOut(): Promise<void> {
  await test.db.script('update import set next_at = now() where next_at > now()');
}

/** Waits until an import of the account has processed some of the rows. */
async function amidst(accountId: number): Promise<void> {
  await eventually(
    'the import has processed some rows',
    async () => Number((await importOf(accountId))['added']) > 4_000 || undefined,
  );
}

describe('program that is killed during imports of contacts and suppressions', () => {
  it('continues both after a restart and counts each row once', async () => {
    const first = await start();
    const { contacts, suppressions } = await importBoth(first.baseUrl);
    await Promise.race([amidst(contacts), amidst(suppressions)]);
    first.program.child.kill('SIGKILL');
    await first.program.ended;
    const left = await Promise.all([importOf(contacts), importOf(suppressions)]);
    expect(left.filter(({ state }) => state === 'running').length).toBeGreaterThan(0);
    expect(left.every(({ added }) => Number(added) < ROWS)).toBe(true);

    // Kill the second process as well, so that each import is interrupted once.
    await leasesRunOut();
    const second = await start();
    const hasTurn = async (accountId: number) =>
      eventually(
        'the import has processed rows',
        async () => Number((await importOf(accountId))['added']) > 0 || undefined,
        100_000,
      );
    await Promise.all([hasTurn(contacts), hasTurn(suppressions)]);
    second.program.child.kill('SIGKILL');
    await second.program.ended;

    await leasesRunOut();
    await start();
    for (const accountId of [contacts, suppressions]) {
      const ended = await eventually(
        'the import ends',
        async () => {
          const row = await importOf(accountId);
          return ['waiting', 'running'].includes(String(row['state'])) ? undefined : row;
        },
        100_000,
      );
      expect(ended).toEqual({ state: 'done', added: ROWS, known: 0, rejected: 0 });
    }
    expect(await one('select count(*) as rows from suppression where account_id = $1', suppressions)).toEqual({
      rows: ROWS,
    });
    const text = `select (select count(*) from contact where account_id = $1) as rows,
      (select contacts from audience where account_id = $1) as counter,
      (select sum(contacts_count)::bigint from contact_list where account_id = $1) as in_lists,
      (select sum(contacts_count)::bigint from contact_tag where account_id = $1) as tagged,
      (select sum(cardinality(ids))::bigint from contact_import_step where account_id = $1 and what = 'contact') as noted`;
    expect(await one(text, contacts)).toEqual({ rows: ROWS, counter: ROWS, in_lists: ROWS, tagged: ROWS, noted: ROWS });
  }, 250_000);
});
