// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/app.ts';
import { everyBase, goClients, mailTo, postedTo, runGo, type GoOrder } from '../support/go.ts';
import { describeWith } from '../support/loud-skip.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { startVendorStage, type VendorStage } from '../support/vendor-stage.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';

// Runs SendGrid's official Go client. Only the base URL is changed.

const DOMAIN = 'sendgrid-go.news.test';
const DEADLINE_MS = 120_000;
const GONE = 'gone-sendgrid@go.test';
const program = goClients();

let stage: VendorStage;
let there: WebhookReceiver;
let order: GoOrder & { readonly key: string };
let hooks: Awaited<ReturnType<typeof runGo>>;
let sent: Awaited<ReturnType<typeof runGo>>;

async function go(task: string, more: Partial<GoOrder> = {}) {
  return runGo(program ?? '', 'sendgrid', task, { ...order, ...more });
}

beforeAll(async () => {
  stage = await startVendorStage();
  const { key } = await vendorAccount(stage.app, 'sendgrid', {}, DOMAIN);
  order = { base: stage.app.url, domain: DOMAIN, key };
  there = await stage.receiver();
  if (program === undefined) return;
  hooks = await go('hooks', { url: there.url });
  sent = await go('send');
}, DEADLINE_MS);
afterAll(async () => stage.close());

const accepted = { status: 202, id: true, body: null };
const nothing = { status: 204, id: false, body: null };
const found = (body: unknown, status = 200) => ({ status, id: false, body });

function refused(status: number, field: string | null, words: string) {
  return {
    status,
    id: false,
    body: { errors: [expect.objectContaining({ field, message: expect.stringContaining(words) })] },
  };
}

/** Returns the events that the webhook receiver got for an address. */
function reportedOf(address: string): Record<string, unknown>[] {
  return there.requests.flatMap(({ json }) => json).filter(({ email }: { email: string }) => email === address);
}

async function untilEnds(): Promise<void> {
  const all = [
    'sendgrid',
    'copy-sendgrid',
    'blind-sendgrid',
    'packed-sendgrid',
    'ada-sendgrid',
    'bob-sendgrid',
    'gone-sendgrid',
  ];
  await eventually(
    'both events of each message are received',
    async () => all.every((name) => reportedOf(`${name}@go.test`).length === 2) || undefined,
  );
}

describeWith(program)('sendgrid-go', () => {
  it('sends a message, one compressed with gzip, and a batch', async () => {
    expect(sent).toMatchObject({
      one: accepted,
      batch: accepted,
      packed: accepted,
      sandbox: { ...accepted, status: 200 },
    });
    const mail = await mailTo(stage.sink, 'sendgrid@go.test', 'copy-sendgrid@go.test', 'blind-sendgrid@go.test');
    expect(mail).toMatch(/^X-Order: 17\r$/m);
    expect(mail).toMatch(/^Reply-To: answers@go\.test\r$/m);
    expect(mail).toContain('copy-sendgrid@go.test');
    expect(mail).not.toContain('blind-sendgrid');
    expect(await mailTo(stage.sink, 'packed-sendgrid@go.test')).toContain('In words');
    expect(await mailTo(stage.sink, 'ada-sendgrid@go.test')).toMatch(/^Subject: For ADA\r$/m);
    expect(await mailTo(stage.sink, 'bob-sendgrid@go.test')).toContain('Dear BOB');
    expect(stage.sink.messages.some(({ to }) => to.includes('sandbox@go.test'))).toBe(false);
  });

  it('gets each refusal with status, field and our message', () => {
    expect(sent.refused).toEqual({
      key: refused(401, null, 'key is invalid'),
      later: refused(400, 'send_at', 'Scheduling is not supported'),
      sender: refused(403, 'from', 'elsewhere.test'),
      template: refused(400, 'content', 'is not supported with a template'),
    });
  });

  it('sets its webhook and verifies only genuine events', async () => {
    expect(hooks).toMatchObject({
      before: found({ enabled: false, url: '' }),
      set: found({ enabled: true, url: there.url, bounce: true, click: false }),
      inside: refused(400, 'url', '10.0.0.1'),
    });
    await untilEnds();
    const posted = postedTo(there);
    const read = await go('verify', { posted, verify_key: hooks.signed.body.public_key });
    expect(read).toMatchObject({ verified: posted.length, forged: 0 });
    expect(read.reported).toContainEqual(
      expect.objectContaining({ event: 'delivered', email: 'sendgrid@go.test', order: '17', category: ['orders'] }),
    );
    expect(read.reported).toContainEqual(expect.objectContaining({ event: 'bounce', email: GONE, status: '5.1.1' }));
  });

  it('adds suppressions, reads them with pages, and removes them', async () => {
    await untilEnds();
    expect(await go('lists')).toEqual({
      put: found({ recipient_emails: ['s1@lists.test', 's2@lists.test'] }, 201),
      read: found({ recipient_email: 's1@lists.test' }),
      page: found([{ created: expect.any(Number), email: expect.stringMatching(/^s[12]@lists\.test$/) }]),
      removed: nothing,
      left: found({}),
      bounces: found([{ created: expect.any(Number), email: GONE, reason: '550 5.1.1 no such user', status: '5.1.1' }]),
      bounce: nothing,
      'no bounce': found([]),
      'not removed': refused(404, null, GONE),
      all: refused(400, 'delete_all', 'Pass the addresses'),
    });
  });

  it('works at the root and under the prefix, with and without a trailing slash', async () => {
    const bases = everyBase(stage.app.url, 'sendgrid');
    expect(await go('bases', { bases })).toEqual(Object.fromEntries(bases.map((base) => [base, true])));
  });
});
