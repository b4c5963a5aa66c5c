import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { addCopies } from '../../bench/idle/rows.ts';
import { providerOf } from '../../src/features/sending/delivery/sites/providers.ts';
import { createShowing } from '../../src/features/sending/delivery/sites/site-board.ts';
import { createServerMemory } from '../../src/features/sending/delivery/sites/server-memory.ts';
import { createSiteControl } from '../../src/features/sending/delivery/sites/site-control.ts';
import { createSite } from '../../src/features/sending/delivery/sites/site.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { createSender } from '../support/sent-campaigns.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const ACCOUNTS = 300;
/**
 * Number of heartbeats to wait for. Each process sends one every two seconds, so the test waits longer if the processes
 * run slowly.
 */
const LOOKS = 3;
/** Worker numbers that no process in this test uses. */
const [ONE, OTHER] = [1_001, 1_002];
/** Maximum number of claims. Polling makes about two claims per second, and a busy loop hundreds. */
const MAX_CLAIMS = 12 * LOOKS;

let sink: SmtpSink;
let app: TestApp;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

it('claims nothing while nothing is due, regardless of accounts with waiting email and of open or waiting mailings', async () => {
  const { db } = app.installation;
  await db.script(`
    insert into delivery (account_id, message_id, recipient_no, recipient, attempts, is_ready, next_at)
    select 1000 + n, uuid_now(), 0, 'a@x.example', 1, false, now() + interval '30 minutes' from generate_series(1, ${ACCOUNTS}) n;
    with made as (
      insert into mailing (account_id, id, class, state, template_hash)
      select 1000 + n, uuid_now(), 3, 'paused', '' from generate_series(1, ${ACCOUNTS}) n returning account_id, id
    )
    insert into mailing_chunk (account_id, batch_id, mailing_id, chunk_no, first_no, last_no, class, next_at)
    select account_id, id, id, 1, 1, 1, 3, now() from made;
    insert into mailing (account_id, id, class, kind, state, template_hash, started_at)
    select 1000 + n, uuid_now(), 1, 'open', 'sending', '', now() from generate_series(1, ${ACCOUNTS}) n`);
  const query = vi.spyOn(db, 'query');
  const count = (name: string): number => query.mock.calls.filter(([asked]) => asked.name === name).length;
  app.deliver();
  const { body } = await app.newAccount().then((tenant) => send(tenant));
  expect(body.id).toMatch(/^tm_/);
  await sink.waitFor(1);
  const [claims, looks] = [count('delivery_claim'), count('delivery_beat')];
  await eventually('several heartbeats are sent', () =>
    Promise.resolve(count('delivery_beat') >= looks + LOOKS || undefined),
  );
  expect(count('delivery_claim') - claims).toBeLessThan(MAX_CLAIMS);
});

it('polls once a second for a thousand scheduled campaigns, and not at all for paused or sent ones', async () => {
  const { db } = app.installation;
  await db.script(`
    insert into campaign (account_id, title, subject, html, from_name, from_email, state, scheduled_at, next_at)
    select 2000 + n % 50, 'News', 'News', '<p>Hello</p>', 'Acme', 'hello@news.example', s.state, now() + interval '1 hour',
      case when s.state = 'scheduled' then now() + interval '1 hour' end
    from generate_series(1, 1000) n, (values ('scheduled'), ('paused'), ('sent')) s (state)`);
  const asked: string[] = [];
  const sender = createSender(app);
  const watched: typeof db = Object.assign(Object.create(db), {
    query: async (...given: Parameters<typeof db.query>) => (asked.push(given[0].name), db.query(...given)),
    transaction: async (...given: Parameters<typeof db.transaction>) => (
      asked.push('a transaction'),
      db.transaction(...given)
    ),
  });
  const startedMs = performance.now();
  sender.run({ db: watched });
  await eventually('several polls have run', () => Promise.resolve(asked.length >= LOOKS + 1 || undefined));
  expect(new Set(asked)).toEqual(new Set(['campaign_sending_claim']));
  // Polls are one second apart, but timers may fire slightly early.
  expect(performance.now() - startedMs).toBeGreaterThan(0.9 * LOOKS * 1_000);
  await sender.stop();
});

it('records once that a process owns no sites, and again after it owned one or got another number', async () => {
  const { clock, db } = app.installation;
  const control = createSiteControl(providerOf('mx.y.test').limits, clock);
  const site = createSite({
    name: 'y.test',
    provider: 'other',
    isOwned: true,
    control,
    servers: createServerMemory(clock),
    runConnectionWorker: () => Promise.resolve(),
  });
  const query = vi.spyOn(db, 'query');
  const show = createShowing(db);
  const looks = [
    [ONE, []],
    [ONE, []],
    [ONE, [site]],
    [ONE, [site]],
    [ONE, []],
    [ONE, []],
    [OTHER, []],
    [OTHER, []],
  ] as const;
  control.signal({ kind: 'pause', forMs: 60_000, reason: 'busy' });
  for (const [worker, sites] of looks) await show(worker, sites, clock.now());
  const written = query.mock.calls.filter(([{ name }]) => name === 'delivery_publish_sites').map(([, [by]]) => by);
  expect(written.filter((by) => by === ONE || by === OTHER)).toEqual([ONE, ONE, ONE, ONE, OTHER]);
});

it('retries email for an unavailable relay at a few different times only, regardless of the number of messages', async () => {
  const { db } = app.installation;
  await sink.close();
  await addCopies(db, 300, ACCOUNTS);
  const text = `select count(*)::integer as waiting, count(distinct floor(extract(epoch from next_at) * 10))::integer as moments
    from delivery where account_id >= 5000000 and next_at > now() and not is_ready and attempts = 1`;
  const { moments } = await eventually('nearly all messages are requeued', async () => {
    const [row] = await db.query<{ waiting: number; moments: number }>({ name: 'test_moments', text }, []);
    return row && row.waiting > 280 ? row : undefined;
  });
  // The retries are due in groups within ten seconds. If each message had its own jitter, the retries would be due at
  // about a hundred different times.
  expect(moments).toBeLessThan(40);
});

function send(tenant: Awaited<ReturnType<TestApp['newAccount']>>) {
  return tenant.post('/transactional/emails', {
    from: `onboarding@${app.installation.config.sandboxDomain}`,
    to: [tenant.account.email],
    subject: 'Hello',
    text: 'Hi',
  });
}
