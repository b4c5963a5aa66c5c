import { afterEach, describe, expect, it } from 'vitest';
import { statement } from '../../src/base/db.ts';
import { releaseLiftedClasses } from '../../src/features/sending/mailings/index.ts';
import { resumeMailClass } from '../../src/features/tenants/accounts/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { mailgunAccount, postForm } from '../support/mailgun.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

/**
 * Tests which events are reported for the recipients of an accepted batch if something prevents or delays the delivery,
 * such as a suppressed recipient or a paused campaign.
 */

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** Number of attempts in three days, excluding the last one. */
const ATTEMPTS = 11;
/** Number of bounces after which the campaigns of an account are paused. */
const BOUNCES = 12;

let running: { stop(): Promise<void> } | undefined;
let tenants = 0;

const sink = shared(async () =>
  startSmtpSink({
    on: {
      rcpt: ({ line }) => {
        if (line.includes('gone')) return { say: '550 5.1.1 no such user' };
        return line.includes('.dead.') ? { say: '451 4.3.0 Try again later' } : undefined;
      },
    },
  }),
);
const app = shared(async () =>
  startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_PAUSE_MINIMUM: String(BOUNCES),
  }),
);
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function newTenant() {
  tenants += 1;
  const domain = `mg${tenants}.ends.test`;
  return { ...(await mailgunAccount(app, {}, domain)), domain, emailId: tenants.toString(16).padStart(24, 'e') };
}

function deliver(): void {
  running = app.deliver();
}

/** Sends a batch as Ghost does, and returns the ID in the response. */
async function batch({ domain, emailId, key }: Tenant, to: readonly string[]): Promise<unknown> {
  const { body, status } = await postForm(
    app.url,
    key,
    [
      ['from', `News <news@${domain}>`],
      ['subject', 'Hello'],
      ['text', 'Hi'],
      ['v:email-id', emailId],
      ...to.map((address) => ['to', address] as const),
      ['recipient-variables', '{}'],
    ],
    `/v3/${domain}/messages`,
  );
  expect({ body, status }).toMatchObject({ status: 200 });
  return body['id'];
}

interface Reported {
  readonly event: string;
  readonly severity?: string;
  readonly reason?: string;
  readonly 'delivery-status'?: { readonly code: number; readonly message: string; readonly 'enhanced-code'?: string };
}

/** Waits until the given number of events for an address exists, and returns the events. */
async function reportedOf({ domain, mailgun }: Tenant, recipient: string, count: number): Promise<readonly Reported[]> {
  return eventually(`${count} events for ${recipient} are listed`, async () => {
    const { items } = await mailgun.events.get(domain, { recipient, ascending: 'yes' });
    return items.length >= count ? items : undefined;
  });
}

function codesOf(reported: readonly Reported[]): unknown[] {
  return reported.map(({ 'delivery-status': status, event, reason, severity }) =>
    severity === undefined ? event : [event, severity, reason, status?.code, status?.['enhanced-code']],
  );
}

const mailsTo = (address: string): number => sink.messages.filter(({ to }) => to.includes(address)).length;

const openMailings = statement<[accountId: number], { readonly open: number; readonly n: number }>(
  'test_vendor_ends_open',
  `select count(*) filter (where state <> 'sent')::integer as open, count(*)::integer as n
   from mailing where account_id = $1`,
);
const eventsOf = statement<[accountId: number], { readonly recipient: string; readonly event: string }>(
  'test_vendor_ends_events',
  'select recipient, event from vendor_event where account_id = $1 order by id',
);
const waiting = statement<[accountId: number], { readonly due: boolean }>(
  'test_vendor_ends_waiting',
  `select next_at < 'infinity' as due from delivery where account_id = $1 and next_at is not null`,
);
const tryAgainNow = statement<[recipient: string, attempts: number], never>(
  'test_vendor_ends_try',
  `update delivery set attempts = greatest(attempts, $2), next_at = now(), is_ready = true
   where recipient = $1 and next_at is not null`,
);
const move = statement<[accountId: number, status: string], never>(
  'test_vendor_ends_domain',
  'update domain set status = $2 where account_id = $1',
);

/** Checks that the queue is empty, and that repeating the batch returns the first response and creates no messages. */
async function isOverForGood(tenant: Tenant, to: readonly string[], id: unknown): Promise<void> {
  const { db } = app.installation;
  const { accountId } = tenant;
  await eventually('no mailing is open', async () =>
    (await openMailings(db, accountId))[0]?.open === 0 ? true : undefined,
  );
  const before = [await openMailings(db, accountId), await eventsOf(db, accountId)];
  const sent = to.map(mailsTo);
  expect(await batch(tenant, to)).toBe(id);
  expect([await openMailings(db, accountId), await eventsOf(db, accountId)]).toEqual(before);
  expect(await waiting(db, accountId)).toEqual([]);
  expect(to.map(mailsTo)).toEqual(sent);
}

describe('recipient of an accepted batch gets one final event', () => {
  it('if a domain defers the message for three days: first delayed, then failed with the last reply code', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [dead, alive] = ['ann@mail.dead.test', 'bob@alive.test'];
    const id = await batch(tenant, [dead, alive]);
    await batch(other, ['cleo@alive.test']);
    deliver();
    expect(codesOf(await reportedOf(other, 'cleo@alive.test', 2))).toEqual(['accepted', 'delivered']);
    expect(codesOf(await reportedOf(tenant, alive, 2))).toEqual(['accepted', 'delivered']);
    await reportedOf(tenant, dead, 2);
    await tryAgainNow(app.installation.db, dead, ATTEMPTS);
    expect(codesOf(await reportedOf(tenant, dead, 3))).toEqual([
      'accepted',
      ['failed', 'temporary', 'generic', 451, '4.3.0'],
      ['failed', 'permanent', 'old', 451, '4.4.7'],
    ]);
    await isOverForGood(tenant, [dead, alive], id);
  });

  it('if the domain is no longer verified: the message is sent and signed', async () => {
    const tenant = await newTenant();
    const to = ['ann@unverified.test', 'bob@unverified.test'];
    const id = await batch(tenant, to);
    await move(app.installation.db, tenant.accountId, 'failed');
    deliver();
    for (const address of to) {
      expect(codesOf(await reportedOf(tenant, address, 2))).toEqual(['accepted', 'delivered']);
      const mail = sink.messages.find((message) => message.to.includes(address));
      expect(mail?.data.toString()).toMatch(
        new RegExp(`DKIM-Signature:[^]*d=${tenant.domain.replaceAll('.', '\\.')};`),
      );
    }
    await move(app.installation.db, tenant.accountId, 'verified');
    await isOverForGood(tenant, to, id);
  });

  it('if many bounces pause campaigns automatically: waiting messages are sent after the pause is lifted', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { db } = app.installation;
    const gone = Array.from({ length: BOUNCES }, (_, no) => `gone${no}@bounces.test`);
    const late = 'late@mail.dead.test';
    const id = await batch(tenant, [...gone, late]);
    deliver();
    for (const address of gone) {
      expect(codesOf(await reportedOf(tenant, address, 2))).toEqual([
        'accepted',
        ['failed', 'permanent', 'bounce', 550, '5.1.1'],
      ]);
    }
    await reportedOf(tenant, late, 2);
    await tryAgainNow(db, late, ATTEMPTS);
    await eventually('all waiting recipients are held', async () =>
      (await waiting(db, tenant.accountId)).every(({ due }) => !due) ? true : undefined,
    );
    await batch(other, ['ann@unpaused.test']);
    expect(codesOf(await reportedOf(other, 'ann@unpaused.test', 2))).toEqual(['accepted', 'delivered']);
    expect(await reportedOf(tenant, late, 2)).toHaveLength(2);
    expect(await resumeMailClass(db, tenant.accountId, 'campaign')).toBe(true);
    await releaseLiftedClasses(app.installation);
    // Without this call, the message would arrive within ten seconds.
    await tryAgainNow(db, late, ATTEMPTS);
    expect(codesOf(await reportedOf(tenant, late, 3))).toEqual([
      'accepted',
      ['failed', 'temporary', 'generic', 451, '4.3.0'],
      ['failed', 'permanent', 'old', 451, '4.4.7'],
    ]);
    await isOverForGood(tenant, [...gone, late], id);
  });

  const LISTS = [
    ['bounces', ['failed', 'permanent', 'suppress-bounce', 605, undefined]],
    ['unsubscribes', ['failed', 'permanent', 'suppress-unsubscribe', 606, undefined]],
    ['complaints', ['failed', 'permanent', 'suppress-complaint', 607, undefined]],
  ] as const;

  it('if the recipient is suppressed before the message is sent: the code of the suppression list and no message', async () => {
    const tenant = await newTenant();
    const to = [...LISTS.map(([list]) => `${list}@early.test`), 'fine@early.test'];
    const id = await batch(tenant, to);
    for (const [list] of LISTS) {
      await tenant.mailgun.suppressions.create(tenant.domain, list, { address: `${list}@early.test` });
    }
    deliver();
    for (const [list, end] of LISTS) {
      expect(codesOf(await reportedOf(tenant, `${list}@early.test`, 2))).toEqual(['accepted', end]);
    }
    expect(codesOf(await reportedOf(tenant, 'fine@early.test', 2))).toEqual(['accepted', 'delivered']);
    expect(to.map(mailsTo)).toEqual([0, 0, 0, 1]);
    await isOverForGood(tenant, to, id);
  });

  it('if the recipient is suppressed before the next attempt: the same', async () => {
    const tenant = await newTenant();
    const { db } = app.installation;
    const to = LISTS.map(([list]) => `${list}@late.dead.test`);
    const id = await batch(tenant, to);
    deliver();
    for (const address of to) await reportedOf(tenant, address, 2);
    for (const [list] of LISTS) {
      await tenant.mailgun.suppressions.create(tenant.domain, list, { address: `${list}@late.dead.test` });
    }
    const asked = sink.messages.length;
    for (const address of to) await tryAgainNow(db, address, 1);
    for (const [list, end] of LISTS) {
      expect(codesOf(await reportedOf(tenant, `${list}@late.dead.test`, 3))).toEqual([
        'accepted',
        ['failed', 'temporary', 'generic', 451, '4.3.0'],
        end,
      ]);
    }
    expect(sink.messages.length).toBe(asked);
    await isOverForGood(tenant, to, id);
  });
});
