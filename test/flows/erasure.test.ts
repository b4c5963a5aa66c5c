// Place in a run: slow.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createErasedPeople } from '../../src/features/audience/contacts/index.ts';
import { STEPS } from '../../src/features/audience/contact-privacy/index.ts';
import { requestErasure } from '../../src/features/audience/contact-privacy/request-queries.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createVault } from '../../src/base/crypto.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { runProgram, type Program } from './program.ts';

const ADDRESS = 'ann@there.example';
/** Number of messages. The step that erases messages needs more than a few batches for this many. */
const MAILS = 700;

let test: TestDatabase;
const programs: Program[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await test.drop();
});

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return test.db.query<Row>({ name: '', text }, values);
}

/** Creates an account that has sent the same number of messages to the address and to other addresses. */
async function accountWithMail(): Promise<number> {
  const { id } = await createAccount(test.db, { email: 'shop@shop.example', plan: 'unlimited', isOperator: false });
  await rows(
    `with made as (
       insert into message (account_id, id, sender, subject, head, content)
       select $1, uuid_now(), 'hello@shop.example', 'For ' || who.name,
         json_build_object('to', json_build_array(who.name), 'cc', '[]'::json, 'bcc', '[]'::json, 'reply_to', '[]'::json,
           'headers', '{}'::json),
         '\\x00'::bytea || convert_to('{"text":"Hi"}', 'UTF8')
       from generate_series(1, $3) n cross join (values ($2), ('else@there.example')) as who (name)
       returning id, head
     )
     insert into delivery (account_id, message_id, recipient_no, recipient, status)
     select $1, id, 0, head -> 'to' ->> 0, 7 from made`,
    [id, ADDRESS, MAILS],
  );
  return id;
}

it('continues after a kill, without repeating or omitting anything', { timeout: 90_000 }, async () => {
  const accountId = await accountWithMail();
  const secret = randomBytes(24).toString('hex');
  const erasedPeople = createErasedPeople({ db: test.db, clock: systemClock, vault: createVault(secret) });
  const environment = { DATABASE_URL: test.url, POSTRIDER_SECRET: secret, PORT: '0', POSTRIDER_UNSAFE_DURABILITY: '1' };
  // The third batch waits here until the process has been killed.
  await test.db.script(`create function slow_down() returns trigger language plpgsql as $$
    begin
      if (select count(*) from delivery where recipient = 'erased@erased.invalid') >= 150 and exists (select from hold) then
        perform pg_sleep(20);
      end if;
      return new;
    end $$;
    create table hold as select 1 as one;
    create trigger slow_down before update on contact_erasure for each row execute function slow_down()`);
  await test.db.transaction(async (tx) => {
    await erasedPeople.keep(tx, accountId, ADDRESS as Parameters<typeof erasedPeople.keep>[2]);
    await requestErasure(tx, accountId, ADDRESS, null, 7);
  });
  const first = runProgram(['api'], environment);
  const done = async () => (await rows<{ erased: number }>('select erased from contact_erasure'))[0]?.erased ?? 0;
  await eventually('the erasure is half done', async () => ((await done()) >= 100 ? true : undefined), 60_000);
  first.child.kill('SIGKILL');
  await first.ended;
  const before = await done();
  expect(before).toBeGreaterThanOrEqual(100);
  expect(before).toBeLessThan(MAILS);

  await test.db.script(`drop trigger slow_down on contact_erasure;
    update contact_erasure set next_at = now(); update job set due_at = now()`);
  programs.push(runProgram(['api'], environment));
  const [erasure] = await eventually(
    'the erasure is done',
    async () => {
      const found = await rows<{ state: string; address: string | null; step: number; erased: number }>(
        `select state, address, step, erased from contact_erasure where state = 'done'`,
      );
      return found.length > 0 ? found : undefined;
    },
    60_000,
  );
  // Each recipient is counted once, even if another process started the erasure.
  expect(erasure).toEqual({ state: 'done', address: null, step: STEPS.length, erased: MAILS });
  expect(
    await rows('select recipient, count(*)::integer as mails from delivery group by recipient order by recipient'),
  ).toEqual([
    { recipient: 'else@there.example', mails: MAILS },
    { recipient: 'erased@erased.invalid', mails: MAILS },
  ]);
  expect(
    await rows(`select 1 from message where head::text like '%' || $1 || '%' or subject like '%' || $1`, [ADDRESS]),
  ).toEqual([]);
  expect(await rows(`select 1 from message where subject = 'For else@there.example'`)).toHaveLength(MAILS);
});
