// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/app.ts';
import { everyBase, goClients, mailTo, postedTo, runGo, type GoOrder } from '../support/go.ts';
import { describeWith } from '../support/loud-skip.ts';
import { basic, vendorAccount } from '../support/mailgun.ts';
import { startVendorStage, type VendorStage } from '../support/vendor-stage.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';

// Runs Mailgun's official Go client. Only the base URL is changed.

const DOMAIN = 'mailgun-go.news.test';
const DEADLINE_MS = 120_000;
const program = goClients();

let stage: VendorStage;
let there: WebhookReceiver;
let order: GoOrder & { readonly key: string };
let hooks: Awaited<ReturnType<typeof runGo>>;
let sent: Awaited<ReturnType<typeof runGo>>;

async function go(task: string, more: Partial<GoOrder> = {}) {
  return runGo(program ?? '', 'mailgun', task, { ...order, ...more });
}

beforeAll(async () => {
  stage = await startVendorStage();
  const { key } = await vendorAccount(stage.app, 'mailgun', {}, DOMAIN);
  order = { base: `${stage.app.url}/v3`, domain: DOMAIN, key };
  there = await stage.receiver();
  if (program === undefined) return;
  hooks = await go('hooks', { url: there.url });
  sent = await go('send');
}, DEADLINE_MS);
afterAll(async () => stage.close());

const refused = (status: number, words: string) => ({ status, message: expect.stringContaining(words) as unknown });

describeWith(program)('mailgun-go', () => {
  it('sends a single, a MIME and a batch message with all their options', async () => {
    expect(sent).toMatchObject({
      one: expect.stringMatching(/^<.+@mailgun-go\.news\.test>$/),
      batch: expect.stringMatching(/^<.+@mailgun-go\.news\.test>$/),
      mime: expect.stringMatching(/^<.+@mailgun-go\.news\.test>$/),
    });
    const mail = await mailTo(stage.sink, 'mailgun@go.test', 'copy-mailgun@go.test', 'blind-mailgun@go.test');
    expect(mail).toMatch(/^X-Order: 17\r$/m);
    expect(mail).toMatch(/^Reply-To: answers@go\.test\r$/m);
    expect(mail).toContain('copy-mailgun@go.test');
    expect(mail).not.toContain('blind-mailgun');
    expect(await mailTo(stage.sink, 'ada-mailgun@go.test')).toMatch(/^Subject: For ADA\r$/m);
    expect(await mailTo(stage.sink, 'bob-mailgun@go.test')).toContain('Dear BOB');
    expect(await mailTo(stage.sink, 'mime-mailgun@go.test')).toContain('Words of MIME');
  });

  it('gets each refusal with our status and message', () => {
    expect(sent.refused).toEqual({
      domain: refused(404, 'Domain not found: nobody.test'),
      key: refused(401, 'Forbidden'),
      later: refused(400, 'o:deliverytime'),
      sender: refused(403, 'elsewhere.test'),
      template: refused(400, 'template'),
    });
  });

  it('follows pages of events in both directions in its own types', async () => {
    const events = await eventually('all seven messages have a final event', async () => {
      const given = await go('events');
      return given.all.length === 14 ? given : undefined;
    });
    expect(events).toMatchObject({
      different: 14,
      longest: 2,
      before: true,
      none: true,
      refused: refused(400, 'event'),
    });
    const of = (event: string, name: string) =>
      events.all.filter(
        (each: Record<string, unknown>) => each['event'] === event && each['recipient'] === `${name}@go.test`,
      );
    expect(of('accepted', 'blind-mailgun')).toEqual([
      expect.objectContaining({ id: sent.one.slice(1, -1), tags: ['orders'], variables: { order: '17' } }),
    ]);
    expect(of('accepted', 'bob-mailgun')).toMatchObject([{ id: sent.batch.slice(1, -1) }]);
    expect(of('delivered', 'mailgun')).toMatchObject([{ code: 250, at: new Date().getUTCFullYear() }]);
    expect(of('failed', 'gone-mailgun')).toMatchObject([{ code: 550, severity: 'permanent' }]);
  });

  it('sets webhooks and verifies only their genuine requests', async () => {
    expect(hooks).toEqual({
      again: refused(400, 'delivered'),
      opened: [`${there.url}/1`, `${there.url}/2`],
      kinds: 3,
      gone: refused(404, 'Webhook not found'),
      inside: refused(400, '10.0.0.1'),
    });
    await eventually('the webhook receives seven events', async () => there.requests.length === 7 || undefined);
    const response = await fetch(`${stage.app.url}/v5/accounts/http_signing_key`, {
      headers: { authorization: basic(order.key) },
    });
    // Safe cast: other tests check the format of this response.
    const { http_signing_key: key } = (await response.json()) as { readonly http_signing_key: string };
    const posted = postedTo(there);
    const read = await go('verify', { verify_key: key, posted });
    expect(read).toMatchObject({ verified: 7, forged: 0 });
    expect(read.reported).toContainEqual(
      expect.objectContaining({ event: 'failed', recipient: 'gone-mailgun@go.test', code: 550 }),
    );
    expect(await go('verify', { verify_key: order.key, posted })).toMatchObject({ verified: 0 });
  });

  it('adds, lists and removes suppressions, and reads domains', async () => {
    await eventually('the webhook receives the bounce', async () => there.requests.length === 7 || undefined);
    const lists = await go('lists');
    expect(lists).toEqual({
      read: ['b1@lists.test', 'c2@lists.test', 'u2@lists.test'],
      listed: {
        bounces: ['b1@lists.test', 'b2@lists.test', 'gone-mailgun@go.test'],
        complaints: ['c1@lists.test', 'c2@lists.test', 'c3@lists.test'],
        unsubscribes: ['u1@lists.test', 'u2@lists.test'],
      },
      gone: [refused(404, 'bounces'), refused(404, 'complaints'), refused(404, 'unsubscribes')],
      domain: { name: DOMAIN, state: 'active', records: expect.any(Number) },
      all: 1,
      nobody: refused(404, 'nobody.test'),
    });
    expect(lists.domain.records).toBeGreaterThan(0);
  });

  it('works at the root and under the prefix, with and without a trailing slash', async () => {
    const bases = everyBase(stage.app.url, 'mailgun', '/v3');
    expect(await go('bases', { bases })).toEqual(Object.fromEntries(bases.map((base) => [base, true])));
  });
});
