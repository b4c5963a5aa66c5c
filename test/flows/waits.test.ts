// Place in a run: beside the storm.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDelivery } from '../../src/app/delivery.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import {
  addRecipients,
  createMailingMaker,
  startMailing,
  viewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { addRelay, addRule } from '../../src/features/sending/routes/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { RFC_TIMEOUTS, type SmtpTimeouts } from '../../src/smtp/connection.ts';
import { eventually as within, startApp, type TestApp } from '../support/app.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { startUniverse, type Universe } from '../support/universe.ts';

const SENDER = 'acme.example';
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const BLOCK = '554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org';
const GREYLISTED = '451 4.7.1 Greylisted, please come back';
/** Timeout for whole tests. Each step takes a few seconds, because it waits for polls and heartbeats of the engine. */
const PATIENCE_MS = 180_000;
/** Timeout for one step, which waits for polls that run every few seconds. */
const STEP_MS = 40_000;

function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  return within(what, look, STEP_MS);
}

let universe: Universe;
let greylisting: SmtpSink;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let engine: { stop(): Promise<void> } | undefined;
let isBlocking = true;
/** Number of milliseconds by which the engine's clock is ahead of the machine's clock. */
let aheadMs = 0;

beforeAll(async () => {
  universe = await startUniverse({
    domains: {
      'blocks.example': { on: { greeting: () => (isBlocking ? { say: BLOCK } : undefined) } },
      'storm.example': '421 storm',
      'drips-at-rcpt.example': { servers: [{ on: { rcpt: 'drip' } }, 'accepts'] },
      'drips-at-data.example': { servers: [{ on: { data: 'drip' } }, { on: { mail: 'hang' } }, 'accepts'] },
      'drips-at-greeting.example': { servers: ['drips', 'accepts'] },
      'drips-and-stops.example': { servers: [{ on: { rcpt: 'drip' } }, 'accepts'] },
      'drips-alone.example': { on: { rcpt: 'drip' } },
      'drips-at-dot.example': { servers: [{ on: { dot: 'drip' } }, 'accepts'] },
    },
  });
  // Turn off warm-up limits, because they depend on the database's date, which does not advance here.
  app = await startApp({ ...universe.settings, POSTRIDER_WARM_UP: 'off' });
  tenant = await app.newAccount();
  // Relays are not assigned to a process, so each step can take up to one poll interval of the queue.
  greylisting = await startSmtpSink({ on: { rcpt: { say: GREYLISTED } } });
  const { db, vault } = app.installation;
  const url = `smtp://127.0.0.1:${greylisting.port}`;
  await addRelay(db, vault, { name: 'greylisting', url, maxConnections: 4 });
  await addRule(db, { recipientDomain: 'greylists.example' }, 'relay:greylisting');
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, SENDER);
  for (const record of records) if (record.type === 'TXT') universe.dns.set(record.host, 'TXT', [record.data]);
  expect((await verifyDomain(parts, tenant.account.id, SENDER)).status).toBe('verified');
});
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
  aheadMs = 0;
});
afterAll(async () => {
  await universe.close();
  await greylisting.close();
  await app.close();
});

function deliver(timeouts: SmtpTimeouts = RFC_TIMEOUTS): void {
  const { clock } = app.installation;
  const ahead = { now: () => clock.now() + aheadMs };
  engine = startDelivery({ ...app.installation, clock: ahead }, undefined, timeouts);
}

/** Advances the engine's clock and makes waiting messages due. */
async function pass(minutes: number): Promise<void> {
  aheadMs += minutes * MINUTE_MS;
  await universe.hurry(app);
}

async function send(...to: readonly string[]): Promise<string> {
  const mail = { from: `post@${SENDER}`, to, subject: 'Hello', text: 'Hi' };
  const { status, body } = await tenant.post('/transactional/emails', mail);
  expect({ status, body }).toMatchObject({ status: 202 });
  return body.id;
}

async function becomes(id: string, status: string) {
  return eventually(`${id} is ${status}`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    return body.status === status ? body : undefined;
  });
}

async function attemptsOf(id: string) {
  return listAttempts(app.installation.db, tenant.account.id, parseMessageId(id, Date.now()) ?? '');
}

async function afterAttempts(id: string, count: number) {
  return eventually(`${id} was tried ${count} times`, async () => {
    const made = await attemptsOf(id);
    return made.length >= count ? made : undefined;
  });
}

interface QueueRow {
  readonly attempts: number;
  readonly epoch: number;
  readonly waits: number;
}

async function rowsTo(domain: string): Promise<QueueRow[]> {
  const text = `select attempts, epoch, extract(epoch from next_at - now())::float8 as waits
    from delivery where recipient like '%@' || $1 and next_at is not null`;
  return app.installation.db.query<QueueRow>({ name: 'test_waits_rows', text }, [domain]);
}

/** Resolves when the engine has claimed the message again and has requeued it with a delay of more than 30 seconds. */
async function isPutBack(domain: string, before: QueueRow | undefined): Promise<void> {
  await eventually(`the message to ${domain} is requeued`, async () => {
    const [row] = await rowsTo(domain);
    return row && row.epoch > (before?.epoch ?? 0) && row.waits > 30 ? row : undefined;
  });
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

describe('receiver that blocks our address', { timeout: PATIENCE_MS }, () => {
  it('is contacted once after each pause, which doubles while the block continues', async () => {
    deliver();
    const id = await send('ann@blocks.example');
    await afterAttempts(id, 1);
    for (const [round, minutes] of [60, 120].entries()) {
      const [before] = await rowsTo('blocks.example');
      await pass(minutes - 2);
      await isPutBack('blocks.example', before);
      expect(universe.of('blocks.example').connections).toEqual([round + 1]);
      await pass(2);
      await afterAttempts(id, round + 2);
      expect(universe.of('blocks.example').connections).toEqual([round + 2]);
    }
    isBlocking = false;
    await pass(240);
    await becomes(id, 'delivered');
    const made = await attemptsOf(id);
    expect(made.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ...Array.from({ length: 3 }, () => ['deferred', BLOCK]),
      ['delivered', expect.stringMatching(/^250 /)],
    ]);
  });
});

describe('storm of 421 replies', { timeout: PATIENCE_MS }, () => {
  it('uses few connections and no attempts of messages that were not offered, and afterwards everything arrives once', async () => {
    const to = Array.from({ length: 40 }, (_none, no) => `user${no}@storm.example`);
    const id = await send(...to);
    deliver();
    const storm = universe.of('storm.example');
    for (let round = 0; round < 3; round += 1) {
      await eventually('all messages are deferred', async () => {
        const rows = await rowsTo('storm.example');
        return rows.length === to.length && rows.every(({ waits }) => waits > 30) ? true : undefined;
      });
      // At first, two connection workers attempt delivery until three attempts in a row have failed. After that, each
      // pause ends with a single probe.
      expect(storm.connections[0]).toBeLessThanOrEqual(4 + 2 * round);
      expect((await attemptsOf(id)).length).toBe(storm.connections[0]);
      await pass(16);
    }
    storm.calm();
    while (storm.arrivals.length < to.length) {
      const before = storm.arrivals.length;
      await pass(16);
      await eventually('more messages arrive and the rest are deferred', async () => {
        const rows = await rowsTo('storm.example');
        const isStill = rows.every(({ waits }) => waits > 30) && storm.arrivals.length > before;
        return isStill ? true : undefined;
      });
    }
    await becomes(id, 'delivered');
    expect(storm.arrivals.flatMap((mail) => mail.to).toSorted()).toEqual(to.toSorted());
  });
});

describe('endless greylisting', { timeout: PATIENCE_MS }, () => {
  it('is retried after 1, 5, 15, 30 minutes, 1, 2, 4 and 6 hours, and the message expires after a day', async () => {
    deliver();
    const id = await send('ann@greylists.example');
    const minutes = [1, 5, 15, 30, 60, 120, 240, 360];
    for (const [done, wait] of minutes.entries()) {
      await afterAttempts(id, done + 1);
      const [row] = await rowsTo('greylists.example');
      // The delay plus or minus 20 percent, minus the seconds that have passed since the attempt.
      expect(row?.waits).toBeGreaterThan(wait * 60 * 0.8 - 20);
      expect(row?.waits).toBeLessThan(wait * 60 * 1.2);
      await pass(wait);
    }
    // 13 hours and 51 minutes have passed. The last attempt is at the end of the day, not later.
    await afterAttempts(id, 9);
    await pass(9 * HOUR_MINUTES);
    await afterAttempts(id, 10);
    const [row] = await rowsTo('greylists.example');
    expect(row?.waits).toBeGreaterThan(HOUR_MINUTES * 60);
    expect(row?.waits).toBeLessThan(70 * 60);
    await pass(70);
    const mail = await becomes(id, 'failed');
    const reason = `Expired after 11 attempts in 24 hours: ${GREYLISTED}`;
    const events = mail.events.map((each: { event: string; status: string | null; reason: string | null }) => [
      each.event,
      each.status,
      each.reason,
    ]);
    expect(events).toEqual([
      ['queued', null, null],
      ['delayed', '4.7.1', GREYLISTED],
      ['failed', '4.4.7', reason],
    ]);
    expect((await attemptsOf(id)).at(-1)).toMatchObject({ attempt: 11, outcome: 'failed', status: '4.4.7', reason });
    expect(await rowsTo('greylists.example')).toEqual([]);
  });

  it("ends a campaign's recipient after three days of attempts", async () => {
    const { clock, db } = app.installation;
    const accountId = tenant.account.id;
    const make = createMailingMaker({ clock });
    const mailing = {
      mailClass: 'campaign',
      from: { name: undefined, address: address(`post@${SENDER}`) },
      replyTo: [],
      headers: [],
      linkPrefixes: [],
      subject: ['News'],
      html: undefined,
      text: ['Hi'],
    } as const;
    const id = await db.transaction((tx) => make(tx, accountId, mailing));
    const recipients = [{ address: address('bob@greylists.example') }];
    await db.transaction((tx) => addRecipients(tx, accountId, id, recipients));
    await db.transaction((tx) => startMailing(tx, accountId, id));
    deliver();
    const minutes = [15, 30, 60, 120, 240, 480, 720, 720, 720, 720, 495];
    for (const [done, wait] of minutes.entries()) {
      await eventually(`attempt ${done + 1} of the campaign is recorded`, async () => {
        const [row] = await rowsTo('greylists.example');
        return row && row.attempts > done && row.waits > 30 ? row : undefined;
      });
      const [row] = await rowsTo('greylists.example');
      expect(row?.waits).toBeGreaterThan(wait * 60 * 0.8 - 20);
      expect(row?.waits).toBeLessThan(wait * 60 * 1.2);
      await pass(wait);
    }
    const view = await eventually('the mailing ends', async () => {
      const found = await viewMailing(db, accountId, id);
      return found?.state === 'sent' ? found : undefined;
    });
    expect(view).toMatchObject({ recipients: 1, failed: 1, delivered: 0, bounced: 0 });
    const text = `select status, enhanced, reason from mailing_outcome
      where batch_id in (select id from recipient_batch where mailing_id = $1)`;
    expect(await db.query({ name: 'test_waits_outcome', text }, [id])).toEqual([
      { status: 2, enhanced: '4.4.7', reason: `Expired after 12 attempts in 72 hours: ${GREYLISTED}` },
    ]);
    // Greylisting must not suppress any recipients.
    expect(await db.query({ name: 'test_waits_none', text: 'select from suppression' }, [])).toEqual([]);
  });
});

describe('server that responds byte by byte', { timeout: PATIENCE_MS }, () => {
  const impatient = { ...RFC_TIMEOUTS, commandMs: 3_000, dataMs: 3_000, dotMs: 3_000, sessionMs: 12_000 };

  it.each([
    ['at RCPT until the command times out', 'drips-at-rcpt.example', 2, 'no answer to RCPT within 3 s'],
    ['at DATA while the next one hangs at MAIL', 'drips-at-data.example', 3, 'no answer to DATA within 3 s'],
    ['at its greeting until the session times out', 'drips-at-greeting.example', 2, undefined],
  ])("causes the message to be sent to the domain's next server: %s", async (_, domain, last, words) => {
    deliver(impatient);
    const id = await send(`ann@${domain}`);
    await becomes(id, 'delivered');
    const [attempt, ...others] = await attemptsOf(id);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ outcome: 'delivered', attempt: 1, host: `mx${last}.${domain}` });
    // The recorded SMTP conversation includes the failure of the first server.
    if (words) expect(attempt?.conversation).toContain(`! mx1.${domain} [`);
    if (words) expect(attempt?.conversation).toContain(words);
    expect(universe.of(domain).arrivals.map(({ server }) => server)).toEqual([last - 1]);
  });

  it('releases its message immediately for the next process when the program stops', async () => {
    deliver();
    const id = await send('ann@drips-and-stops.example');
    const [lines] = universe.of('drips-and-stops.example').lines;
    await eventually('the message is in flight', async () =>
      lines?.some((line) => line.startsWith('RCPT')) ? true : undefined,
    );
    await engine?.stop();
    engine = undefined;
    const [row] = await rowsTo('drips-and-stops.example');
    expect(row?.waits).toBeLessThan(1);
    deliver(impatient);
    await becomes(id, 'delivered');
  });

  it('is retried later if it has no alternative', async () => {
    deliver(impatient);
    const id = await send('ann@drips-alone.example');
    const [attempt] = await afterAttempts(id, 1);
    expect(attempt).toMatchObject({ outcome: 'deferred', status: '4.4.2', host: 'mx1.drips-alone.example' });
    await becomes(id, 'queued');
  });

  it('counts as accepting the message after the final dot by its first digit, so that no other server gets the message', async () => {
    deliver(impatient);
    const id = await send('ann@drips-at-dot.example');
    const [attempt] = await afterAttempts(id, 1);
    expect(attempt).toMatchObject({ outcome: 'delivered', host: 'mx1.drips-at-dot.example' });
    expect(attempt?.conversation).toContain('(no answer to the final dot within 3 s)');
    expect(universe.of('drips-at-dot.example').connections).toEqual([1, 0]);
  });
});
