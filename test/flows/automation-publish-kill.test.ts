// Place in a run: slow.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { countersOf, plantAutomation } from '../support/planted-automations.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { runProgram, type Program } from './program.ts';

const CONTACTS = 2_000;

const secret = randomBytes(24).toString('hex');
let program: Program | undefined;
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  // Slows down the statement that moves contacts, so that the process is killed while it runs.
  await test.db.script(`create function take_time() returns trigger language plpgsql as $$
    begin perform pg_sleep(1.5); return null; end $$;
    create trigger take_time after update on automation_entry for each statement execute function take_time()`);
});
afterAll(async () => {
  await program?.stop();
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

it('publishes all of a draft or nothing if the process is killed while it moves contacts', async () => {
  const { db } = test;
  const { id: accountId } = await createAccount(db, {
    email: 'ann@kill.example',
    plan: 'unlimited',
    isOperator: false,
  });
  const { id, items, triggerId } = await plantAutomation(db, accountId, { type: 'event', event: 'a' }, [0, 500, 500]);
  const ids = await plantContacts(db, accountId, { count: CONTACTS });
  const [first, second, third] = items;
  await rowsOf(
    db,
    `with made as (
       insert into automation_entry (account_id, automation_id, contact_id, trigger_id, item_id, base_at, done)
       select $1, $2, c, $3, $4, now(), array[$5::bigint] from unnest($6::bigint[]) as c
     ), entered as (
       update automation set entered = $7 where account_id = $1 and id = $2
     )
     update automation_item set waiting = $7 where account_id = $1 and id = $4`,
    [accountId, id, triggerId, second?.id, first?.id, ids, CONTACTS],
  );
  const { token } = await db.transaction(async (tx) => createToken(tx, { accountId, personId: undefined, name: 'x' }));
  const call = async (baseUrl: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${baseUrl}/automations/${id}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // The type is `any`, because the bodies are only compared with expectations.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: response.status, body: (await response.json()) as any };
  };
  let baseUrl = await start();
  const steps = [first, third].map((item) => ({ type: 'email', id: item?.id }));
  expect(await call(baseUrl, 'PATCH', '/draft', { steps })).toMatchObject({ status: 200 });
  const before = { flow: await call(baseUrl, 'GET', '/flow'), counters: await countersOf(db, accountId, id) };

  const publishing = call(baseUrl, 'POST', '/draft/publish', {}).catch(() => 'no response');
  await eventually('contacts are being moved', async () => {
    const active = `select from pg_stat_activity where state = 'active' and wait_event = 'PgSleep' and datname = current_database()`;
    return (await rowsOf(db, active)).length > 0 || undefined;
  });
  program?.child.kill('SIGKILL');
  expect(await program?.ended).toBe('SIGKILL');
  expect(await publishing).toBe('no response');

  baseUrl = await start();
  // The database notices after the statement that the client is gone, and rolls back.
  await eventually('the transaction ends', async () => {
    const open = `select from pg_stat_activity where xact_start is not null and datname = current_database()
      and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    return (await rowsOf(db, open)).length === 0 || undefined;
  });
  expect(await call(baseUrl, 'GET', '/flow')).toEqual(before.flow);
  expect(await countersOf(db, accountId, id)).toEqual(before.counters);
  expect(await call(baseUrl, 'GET', '/versions')).toMatchObject({ body: { data: [] } });

  const published = await call(baseUrl, 'POST', '/draft/publish', {});
  expect(published).toMatchObject({
    status: 200,
    body: { contacts: [{ step_id: second?.id, stay_count: 0, moves: [{ path: 'steps.1', count: CONTACTS }] }] },
  });
  const { items: after, ...counters } = await countersOf(db, accountId, id);
  expect(counters).toMatchObject({ entered: CONTACTS, finished: 0, ended: 0, in: CONTACTS });
  expect(after.find((item) => item.id === third?.id)).toMatchObject({ waiting: CONTACTS, wait: CONTACTS });
}, 120_000);
