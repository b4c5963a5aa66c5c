// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/app.ts';
import { everyBase, goClients, mailTo, runGo, type GoOrder } from '../support/go.ts';
import { describeWith } from '../support/loud-skip.ts';
import { newPair, vendorAccount } from '../support/ses.ts';
import { startVendorStage, type VendorStage } from '../support/vendor-stage.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';

// Runs the AWS SDK for Go. Only the endpoint is changed.

const DOMAIN = 'ses-go.news.test';
const DEADLINE_MS = 120_000;
const program = goClients();

let stage: VendorStage;
let there: WebhookReceiver;
let order: GoOrder;
let hooks: Awaited<ReturnType<typeof runGo>>;
let sent: Awaited<ReturnType<typeof runGo>>;

async function go(task: string, more: Partial<GoOrder> = {}) {
  return runGo(program ?? '', 'ses', task, { ...order, ...more });
}

beforeAll(async () => {
  stage = await startVendorStage();
  const { accountId } = await vendorAccount(stage.app, 'ses', DOMAIN);
  const { accessKeyId: access, secretAccessKey: secret } = await newPair(stage.app, accountId);
  order = { base: stage.app.url, domain: DOMAIN, access, secret };
  there = await stage.receiver();
  if (program === undefined) return;
  hooks = await go('hooks', { url: there.url });
  sent = await go('send');
}, DEADLINE_MS);
afterAll(async () => stage.close());

/** Returns the expected error of a rejected request. `typed` is true if the SDK has a type for the error. */
function refused(code: string, words: string, typed = true) {
  return { code, message: expect.stringContaining(words) as unknown, typed };
}

/** Returns the types of the events that the receiver got for an address. */
function reportedOf(address: string): string[] {
  return there.requests
    .map(
      ({ json }) =>
        JSON.parse(json.Message) as {
          readonly eventType: string;
          readonly mail: { readonly destination: readonly string[] };
        },
    )
    .filter(({ mail }) => mail.destination.includes(address))
    .map(({ eventType }) => eventType)
    .toSorted();
}

async function untilBounced(): Promise<void> {
  await eventually(
    'the bounce is received',
    async () => reportedOf('gone-ses@go.test').includes('Bounce') || undefined,
  );
}

describeWith(program)('aws-sdk-go-v2', () => {
  it('sends a simple message, a MIME message, and a bulk call with one missing value', async () => {
    expect(sent).toMatchObject({ one: expect.stringMatching(/^tm_/), raw: expect.stringMatching(/^tm_/) });
    const byName = (a: { to: string }, b: { to: string }) => a.to.localeCompare(b.to);
    expect(sent.bulk.toSorted(byName)).toEqual([
      { to: 'ada-ses@go.test', status: 'SUCCESS', id: true },
      { to: 'gone-ses@go.test', status: 'SUCCESS', id: true },
      { to: 'lacking-ses@go.test', status: 'INVALID_PARAMETER', id: false },
    ]);
    const mail = await mailTo(stage.sink, 'ses@go.test', 'copy-ses@go.test', 'blind-ses@go.test');
    expect(mail).toMatch(/^X-Order: 17\r$/m);
    expect(mail).toMatch(/^Reply-To: answers@go\.test\r$/m);
    expect(mail).toContain('copy-ses@go.test');
    expect(mail).not.toContain('blind-ses');
    expect(await mailTo(stage.sink, 'mime-ses@go.test')).toContain('Words of MIME');
    expect(await mailTo(stage.sink, 'ada-ses@go.test')).toContain('Dear ADA');
  });

  it('gets each refusal as an error of its own type if there is one, with our message', () => {
    expect(sent.refused).toEqual({
      key: refused('UnrecognizedClientException', '', false),
      recipient: refused('BadRequestException', 'to.0'),
      secret: refused('SignatureDoesNotMatch', 'secret access key', false),
      sender: refused('MessageRejected', 'elsewhere.test'),
      template: refused('BadRequestException', 'Content.Template'),
    });
  });

  it('sends and reads with API v1', async () => {
    expect(await go('older')).toEqual({
      one: true,
      raw: true,
      quota: true,
      domains: [DOMAIN],
      refused: {
        sender: refused('MessageRejected', 'elsewhere.test'),
        template: refused('InvalidParameterValue', 'No template has the name welcome', false),
        secret: refused('SignatureDoesNotMatch', 'secret access key', false),
      },
    });
    await mailTo(stage.sink, 'older-ses@go.test');
    expect(await mailTo(stage.sink, 'older-mime-ses@go.test')).toContain('Words of MIME');
  });

  it('sets event destinations of a configuration set', async () => {
    const mine = { name: 'mine', on: true, kinds: ['SEND', 'DELIVERY', 'BOUNCE'] };
    expect(hooks).toEqual({
      both: [mine, { name: 'other', on: true, kinds: ['COMPLAINT'] }],
      left: [mine],
      gone: refused('NotFoundException', ''),
      again: refused('BadRequestException', 'EventDestinationName'),
      inside: refused('BadRequestException', '10.0.0.1'),
    });
    await untilBounced();
    await eventually(
      'both events of the other message are received',
      async () => reportedOf('ses@go.test').length === 2 || undefined,
    );
    expect(reportedOf('ses@go.test')).toEqual(['Delivery', 'Send']);
    expect(reportedOf('gone-ses@go.test')).toEqual(['Bounce', 'Send']);
    expect(reportedOf('mime-ses@go.test')).toEqual([]);
  });

  it('changes the suppression list, follows its pages, and reads quota and domains', async () => {
    await untilBounced();
    expect(await go('lists')).toEqual({
      read: 'COMPLAINT',
      listed: ['gone-ses@go.test', 's1@lists.test', 's2@lists.test', 's3@lists.test'],
      pages: 2,
      gone: refused('NotFoundException', 's1@lists.test'),
      domains: [DOMAIN],
      sending: true,
      quota: true,
      missing: refused('AccessDeniedException', 'account:read', false),
    });
  });

  it('works at the root and under the prefix, with and without a trailing slash', async () => {
    const bases = everyBase(stage.app.url, 'ses');
    expect(await go('bases', { bases })).toEqual(Object.fromEntries(bases.map((base) => [base, true])));
  });
});
