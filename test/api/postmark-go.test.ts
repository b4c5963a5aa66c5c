// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/app.ts';
import { everyBase, goClients, mailTo, postedTo, runGo, type GoOrder } from '../support/go.ts';
import { describeWith } from '../support/loud-skip.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { startVendorStage, type VendorStage } from '../support/vendor-stage.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';

// Runs a third-party Go client for Postmark, which has no official Go client. Only the base URL is changed.

const DOMAIN = 'postmark-go.news.test';
const DEADLINE_MS = 120_000;
/**
 * Number of events that the webhook gets: three for the recipients of one message, two of whom get copies, and one for
 * a rejected message. A message in a different stream causes none.
 */
const REPORTED = 4;
const program = goClients();

let stage: VendorStage;
let there: WebhookReceiver;
let order: GoOrder;
let hooks: Awaited<ReturnType<typeof runGo>>;
let sent: Awaited<ReturnType<typeof runGo>>;

async function go(task: string, more: Partial<GoOrder> = {}) {
  return runGo(program ?? '', 'postmark', task, { ...order, ...more });
}

beforeAll(async () => {
  stage = await startVendorStage();
  const { key } = await vendorAccount(stage.app, 'postmark', {}, DOMAIN);
  order = { base: `${stage.app.url}/compat/postmark`, domain: DOMAIN, key };
  there = await stage.receiver();
  if (program === undefined) return;
  hooks = await go('hooks', { url: there.url });
  sent = await go('send');
}, DEADLINE_MS);
afterAll(async () => stage.close());

const refused = (code: number, words: string) => ({ code, message: expect.stringContaining(words) as unknown });

async function untilReported(): Promise<void> {
  await eventually('the webhook receives all events', async () => there.requests.length >= REPORTED || undefined);
}

describeWith(program)('postmark for Go', () => {
  it('sends a message and a batch with one refused message', async () => {
    expect(sent).toMatchObject({
      to: 'Zoë <postmark@go.test>',
      year: new Date().getUTCFullYear(),
      batch: [
        { code: 0, id: true, to: 'gone-postmark@go.test' },
        { id: false, ...refused(400, 'elsewhere.test') },
        { code: 0, id: true, to: 'many-postmark@go.test' },
      ],
    });
    const mail = await mailTo(stage.sink, 'postmark@go.test', 'copy-postmark@go.test', 'blind-postmark@go.test');
    expect(mail).toMatch(/^X-Order: 17\r$/m);
    expect(mail).toMatch(/^Reply-To: answers@go\.test\r$/m);
    expect(mail).toContain('copy-postmark@go.test');
    expect(mail).not.toContain('blind-postmark');
    expect(await mailTo(stage.sink, 'many-postmark@go.test')).toContain('In words');
  });

  it("gets each refusal with the vendor's code and our message", () => {
    expect(sent.refused).toEqual({
      'batch key': refused(10, 'Server token'),
      key: refused(10, 'Server token'),
      recipient: refused(300, 'To.0'),
      sender: refused(400, 'elsewhere.test'),
      template: refused(1101, 'No template has the name'),
    });
  });

  it('sets webhooks and receives their events with the credentials', async () => {
    expect(hooks).toEqual({
      read: true,
      changed: [false, true],
      listed: 1,
      other: 0,
      gone: refused(1400, 'not found'),
      inside: refused(300, '10.0.0.1'),
    });
    await untilReported();
    const { reported } = await go('read', { posted: postedTo(there) });
    const year = new Date().getUTCFullYear();
    expect(reported).toHaveLength(REPORTED);
    expect(reported).toContainEqual({
      kind: 'Delivery',
      metadata: { order: '17' },
      recipient: 'blind-postmark@go.test',
      year,
    });
    expect(reported).toContainEqual(
      expect.objectContaining({ kind: 'Bounce', type: 'HardBounce', recipient: 'gone-postmark@go.test', year }),
    );
    const credentials = `Basic ${Buffer.from('me:a secret').toString('base64')}`;
    for (const { headers } of there.requests)
      expect(headers).toMatchObject({ authorization: credentials, 'x-source': 'here' });
  });

  it('gets messages by pages with their events and counts', async () => {
    await untilReported();
    expect(await go('look', { id: sent.id })).toEqual({
      read: {
        subject: 'Grüße <1>',
        tag: 'orders',
        status: 'Sent',
        to: [{ Name: 'Zoë', Email: 'postmark@go.test' }],
        kinds: ['Delivered', 'Delivered', 'Delivered'],
      },
      listed: [3, 3],
      tagged: 1,
      missing: refused(701, 'not found'),
      bounced: 1,
      bounce: { email: 'gone-postmark@go.test', type: 'HardBounce', inactive: true, can: true },
      'no bounce': refused(407, 'not found'),
      opens: 0,
      sent: 5,
      days: 1,
    });
  });

  it('adds, dumps and removes suppressions, and activates bounced addresses', async () => {
    await untilReported();
    expect(await go('lists')).toEqual({
      made: ['Suppressed', 'Failed'],
      reasons: { 's1@lists.test': 'ManualSuppression', 'gone-postmark@go.test': 'HardBounce' },
      removed: 'Deleted',
      activated: false,
      streams: expect.arrayContaining(['outbound']),
      stream: 'outbound',
      left: 0,
    });
  });

  it('works at the root and under the prefix, with and without a trailing slash', async () => {
    const bases = everyBase(stage.app.url, 'postmark');
    expect(await go('bases', { bases })).toEqual(Object.fromEntries(bases.map((base) => [base, true])));
  });
});
