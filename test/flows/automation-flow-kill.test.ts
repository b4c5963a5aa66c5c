// Place in a run: slow.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender } from '../support/campaign-contents.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { inRun } from '../support/long-run.ts';
import { countersOf, plantAutomation } from '../support/planted-automations.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

const CONTACTS = inRun(3_000, 40_000);
const KILLS = inRun(6, 60);
const COMPLETED_WITHIN_MS = inRun(240_000, 1_200_000);
const RECEIVED_WITHIN_MS = inRun(120_000, 900_000);
const TIMEOUT_MS = inRun(900_000, 3_600_000);
const SECRET = 'a secret that only tests use, long enough';
/** Maximum number of messages per kill that are sent twice: one per connection of the killed process. */
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
  dataDir = scratchFolder('postrider-automation-flow-kill-');
  // Slows down each update, so that the process is killed in the middle of a step and not between two steps.
  await test.db.script(`create function take_time() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.2); return null; end $$;
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

it(
  'takes each contact through its branch once, if the program is killed between and within steps',
  async () => {
    const { db } = test;
    const { accountId, ann, domain } = await newSender(app);
    const contactIds = await plantContacts(db, accountId, { count: CONTACTS });
    const { id, items } = await plantAutomation(db, accountId, { type: 'event', event: 'start' }, [0, 0, 0, 0], {
      from: `news@${domain}`,
    });
    const [first, yes, no, last] = items.map((item) => ({ type: 'email', id: item.id }));
    const isSmall = { name: 'n', operator: 'less_than', value: CONTACTS / 2 };
    const steps = [
      first,
      { type: 'update', add_tag_ids: [(await ann.call('POST', '/contact-tags', { name: 'Entered' })).body.id] },
      { type: 'condition', event_property: isSmall, yes: [{ type: 'wait', minutes: 1 }, yes], no: [no] },
      last,
    ];
    expect(await ann.call('PATCH', `/automations/${id}/flow`, { steps })).toMatchObject({ status: 200 });
    for (let from = 0; from < CONTACTS; from += 1_000) {
      const some = contactIds.slice(from, from + 1_000);
      const events = some.map((contact_id, index) => ({ name: 'start', contact_id, properties: { n: from + index } }));
      expect(await ann.call('POST', '/events/batch', { events })).toMatchObject({ status: 202 });
    }

    const completed = async () =>
      (
        await rowsOf<{ done: number }>(
          db,
          'select sum(sent)::integer as done from automation_item where account_id = $1 and automation_id = $2',
          [accountId, id],
        )
      )[0]?.done ?? 0;
    /** All contacts complete five steps, and half of them also complete a wait. */
    const all = CONTACTS * 5 + CONTACTS / 2;
    program = start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await completed();
      await eventually('progress', async () => (await completed()) > before || undefined, 120_000);
      program.child.kill('SIGKILL');
      expect(await program.ended).toBe('SIGKILL');
      expect(await completed()).toBeLessThan(all);
      // Expire the leases of the killed process. A single row at a time cannot deadlock with its last step.
      for (const item of await rowsOf<{ id: number }>(
        db,
        'select id from automation_item where account_id = $1 and next_at is not null',
        [accountId],
      )) {
        await rowsOf(db, 'update automation_item set next_at = now() where account_id = $1 and id = $2', [
          accountId,
          item.id,
        ]);
      }
      await endWaits(db, accountId, id);
      program = start();
    }
    await eventually(
      'all steps',
      async () => {
        if ((await completed()) === all) return true;
        await endWaits(db, accountId, id);
        return undefined;
      },
      COMPLETED_WITHIN_MS,
    );

    const queued = await rowsOf<{ source: number; mails: number; contacts: number }>(
      db,
      `select m.source, count(*)::integer as mails, count(distinct r.ref)::integer as contacts
     from mailing m join recipient_batch l on l.account_id = m.account_id and l.mailing_id = m.id
     join mailing_recipient r on r.account_id = l.account_id and r.batch_id = l.id
     where m.account_id = $1 group by m.source order by m.source`,
      [accountId],
    );
    const half = { mails: CONTACTS / 2, contacts: CONTACTS / 2 };
    const whole = { mails: CONTACTS, contacts: CONTACTS };
    expect(queued).toMatchObject([whole, half, half, whole]);
    expect(await countersOf(db, accountId, id)).toMatchObject({
      entered: CONTACTS,
      finished: CONTACTS,
      ended: 0,
      in: 0,
    });
    const tagged = 'select count(*)::integer as members from tag_member where account_id = $1';
    expect(await rowsOf(db, tagged, [accountId])).toEqual([{ members: CONTACTS }]);

    const received = (): number => sink.messages.reduce((sum, { to }) => sum + to.length, 0);
    const wanted = CONTACTS * 3;
    const got = new Set<string>();
    let counted = 0;
    const distinct = () => {
      for (const { data, to } of sink.messages.slice(counted)) {
        counted += 1;
        const subject = /^Subject: (.*)$/m.exec(data.toString('latin1'))?.[1]?.trim() ?? '';
        for (const address of to) got.add(`${address} ${subject}`);
      }
      return got.size;
    };
    await eventually(
      'all messages',
      async () => Promise.resolve(distinct() === wanted || undefined),
      RECEIVED_WITHIN_MS,
    );
    expect(received() - wanted).toBeLessThanOrEqual(IN_FLIGHT * KILLS);
  },
  TIMEOUT_MS,
);

/** Ends all waits of contacts. Locks the automation first, like the program, whose last step may still be running. */
async function endWaits(db: TestDatabase['db'], accountId: number, automationId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const values = [accountId, automationId];
    await rowsOf(tx, 'select from automation where account_id = $1 and id = $2 for no key update', values);
    await rowsOf(
      tx,
      `with over as (
         update automation_entry set base_at = now(), wait_ends_at = now()
         where account_id = $1 and automation_id = $2 and wait_ends_at > now() returning item_id
       )
       update automation_item set next_at = now() where account_id = $1 and id in (select item_id from over)`,
      values,
    );
  });
}
