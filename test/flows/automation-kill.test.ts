// Place in a run: slow.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAllMembers, lockAudience } from '../../src/features/audience/contacts/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender } from '../support/campaign-contents.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { countersOf, passHours, plantAutomation } from '../support/planted-automations.ts';
import { plantContacts, plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

const CONTACTS = 4_000;
const MAILS = 3;
const SECRET = 'a secret that only tests use, long enough';
/**
 * Maximum number of messages that are sent twice: one per connection of the killed process, because the process may not
 * have read the reply.
 */
const IN_FLIGHT = 100;

let app: TestApp;
let dataDir: string;
let program: Program;
let sink: SmtpSink;
let test: TestDatabase;

beforeAll(async () => {
  sink = await startSmtpSink();
  test = await createTestDatabase();
  app = await startApp({}, test);
  dataDir = scratchFolder('postrider-automation-kill-');
  // Slow enough that the process can be killed in the middle of a step, not between two steps.
  await test.db.script(`create function take_time() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.5); return null; end $$;
    create trigger take_time after update on automation_entry for each statement execute function take_time()`);
});
afterAll(async () => {
  await program.stop();
  await app.close();
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

function start(): Program {
  return runProgram(['start'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: SECRET,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_DATA: dataDir,
    POSTRIDER_WORKERS: '1',
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PORT: '0',
  });
}

it('sends each email once to each contact, except emails in flight, if the program is killed during each of three steps', async () => {
  const { db } = test;
  const { accountId, domain } = await newSender(app);
  const list = await plantGroup(db, accountId, 'list', 'Tea club');
  const contactIds = await plantContacts(db, accountId, { count: CONTACTS });
  const automation = await plantAutomation(db, accountId, { type: 'apply_list', list }, [0, 24, 48], {
    from: `news@${domain}`,
  });
  const sentOf = async (place: number) => (await countersOf(db, accountId, automation.id)).items[place]?.sent ?? 0;
  await db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    await addAllMembers(tx, accountId, { kind: 'list', id: list }, contactIds);
  });

  program = start();
  for (let place = 0; place < MAILS; place += 1) {
    if (place > 0) await passHours(db, accountId, automation.id, 24 * place);
    // At this point, one step is committed and the next step is in progress.
    await eventually('the first emails are sent', async () => ((await sentOf(place)) > 0 ? true : undefined), 60_000);
    program.child.kill('SIGKILL');
    expect(await program.ended).toBe('SIGKILL');
    expect(await sentOf(place)).toBeLessThan(CONTACTS);
    // Expire the lease of the killed process.
    await rowsOf(db, 'update automation_item set next_at = now() where account_id = $1 and id = $2', [
      accountId,
      automation.items[place]?.id,
    ]);
    program = start();
    await eventually(
      'all emails are sent',
      async () => ((await sentOf(place)) === CONTACTS ? true : undefined),
      60_000,
    );
  }
  const delivered = async () =>
    (
      await rowsOf<{ sent: number }>(
        db,
        'select coalesce(sum(sent), 0)::integer as sent from campaign_count where account_id = $1',
        [accountId],
      )
    )[0]?.sent;
  await eventually(
    'all outcomes are recorded',
    async () => ((await delivered()) === CONTACTS * MAILS ? true : undefined),
    120_000,
  );

  const queued = await rowsOf<{ mails: number; contacts: number }>(
    db,
    `select count(*)::integer as mails, count(distinct r.ref)::integer as contacts
     from mailing m join recipient_batch l on l.account_id = m.account_id and l.mailing_id = m.id
     join mailing_recipient r on r.account_id = l.account_id and r.batch_id = l.id
     where m.account_id = $1 group by m.source order by m.source`,
    [accountId],
  );
  expect(queued).toEqual(automation.items.map(() => ({ mails: CONTACTS, contacts: CONTACTS })));
  const counters = await countersOf(db, accountId, automation.id);
  expect(counters).toMatchObject({ entered: CONTACTS, finished: CONTACTS, ended: 0, in: 0, out: CONTACTS });

  const got = new Map<string, number>();
  for (const { data, to } of sink.messages) {
    const subject = /^Subject: (.*)$/m.exec(data.toString('latin1'))?.[1]?.trim() ?? '';
    for (const address of to) got.set(`${address} ${subject}`, (got.get(`${address} ${subject}`) ?? 0) + 1);
  }
  expect(got.size).toBe(CONTACTS * MAILS);
  expect(sink.messages.length - got.size).toBeLessThanOrEqual(IN_FLIGHT * MAILS);
}, 400_000);
