// Place in a run: slow.
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderOpenApiPage } from '../../scripts/openapi-page.ts';
import { operationsOf, partOf } from '../../scripts/sdk/document.ts';
import { withoutDashboard } from '../../scripts/sdk/without-dashboard.ts';
import { operations } from '../../sdk/src/generated.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  Postrider,
  QuotaExceededError,
  RateLimitError,
  ValidationError,
  verifyWebhook,
  WebhookVerificationError,
  type NativeWebhookEvent,
} from '../../sdk/src/index.ts';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { startInbox } from '../../src/features/transactional/inbox/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { audienceUses } from './sdk-audience-uses.ts';
import { confirmationUses } from './sdk-confirmation-uses.ts';
import { automationUses } from './sdk-automation-uses.ts';
import { contentUses } from './sdk-content-uses.ts';
import { newSender } from '../support/campaign-contents.ts';
import { formUses } from './sdk-form-uses.ts';
import { sendingUses } from './sdk-sending-uses.ts';
import { campaignUses } from './sdk-campaign-uses.ts';
import { pageUses } from './sdk-page-uses.ts';

const OWNER_KEY = `pr_${'s'.repeat(40)}`;
const ACCESS_TOKEN = `pr_${'t'.repeat(40)}`;
const SANDBOX = 'onboarding@sandbox.localhost';
const HOOK = 'https://app.acme.example/hooks/mail';

let app: TestApp;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let client: Postrider;
/** Client that uses a token of the account API. */
let people: Postrider;
let dns: DnsServer;
let domains = 0;
/** Requests that the client sent, with the statuses of the responses. */
const asked: { method: string; path: string; status: number }[] = [];

const watchedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  asked.push({ method: init?.method ?? 'GET', path: pathname, status: answer.status });
  return answer;
};

beforeAll(async () => {
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_API_KEY: OWNER_KEY,
    POSTRIDER_ACCESS_TOKEN: ACCESS_TOKEN,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
  });
  inbox = await startInbox({ db: app.installation.db, log: silentLog, clock: systemClock }, { port: 0 });
  client = clientOf(OWNER_KEY);
  people = clientOf(ACCESS_TOKEN);
});
afterAll(async () => {
  await dns.close();
  await inbox.close();
  await app.close();
});

function clientOf(apiKey: string): Postrider {
  return new Postrider({ baseUrl: app.api.baseUrl, apiKey, fetch: watchedFetch });
}

/**
 * Timer that skips the delays between attempts, which are shorter than 30 seconds. A longer delay is a deadline, which
 * never expires here.
 */
const withoutPauses = {
  after(delayMs: number, act: () => void): () => void {
    if (delayMs < 30_000) act();
    return () => {};
  },
};

function mail(changes: Record<string, unknown> = {}) {
  return { from: SANDBOX, to: ['delivered@sandbox.localhost'], subject: 'Hello', text: 'Hi', tag: 'sdk', ...changes };
}

/** Creates a webhook and a delivery in its log. Returns the ID of the delivery. */
async function newDelivery(): Promise<string> {
  await client.webhook.update({ url: HOOK });
  const { id } = await client.webhook.test({ event: 'bounced' });
  return id;
}

async function newReplay() {
  await client.webhook.update({ url: HOOK });
  // Cancel running replays first, because an account can run at most three.
  for (const { id, state } of (await client.webhook.listReplays()).data) {
    if (state === 'running') await client.webhook.cancelReplay(id);
  }
  return client.webhook.createReplay({ created_after: '2026-11-01T00:00:00Z', state: 'given_up' });
}

async function newDomain() {
  domains += 1;
  return people.domains.create({ domain: `d${domains}.sdk.example` });
}

const newAlert = () => client.alerts.create({ tag: 'sdk', kind: 'silence', window_minutes: 60 });

async function newInboxMail(to: string): Promise<string> {
  const mailer = nodemailer.createTransport({ host: '127.0.0.1', port: inbox.port, secure: false, ignoreTLS: true });
  await mailer.sendMail({ from: 'ann@acme.example', to, subject: 'Code', text: 'https://acme.example/code' });
  mailer.close();
  const { id } = await client.inbox.wait({ to, timeout: 10 });
  return id;
}

async function newCampaignUser() {
  const { accountId, ann, domain } = await newSender(app);
  return { client: clientOf(ann.token), accountId, domain, db: app.installation.db };
}

/** Functions that call every operation of openapi.yaml, by operation ID. Each new operation needs an entry here. */
const USES: Readonly<Record<string, () => Promise<unknown>>> = {
  postTransactionalEmails: async () => {
    const { data, response } = await client.emails.send(mail()).withResponse();
    expect(data).toEqual({ id: expect.stringMatching(/^tm_/), status: 'queued' });
    expect(response).toMatchObject({ status: 202, attempts: 1, isReplayed: false });
    expect(response.requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(response.monthlyQuotaRemaining).toBe(Number.MAX_SAFE_INTEGER);
  },
  postTransactionalEmailTemplatesByIdSend: async () => {
    const { id } = await people.emailTemplates.create({ name: 'Code', subject: 'Code', text: '{{ code }}' });
    const { subject: _subject, text: _text, ...envelope } = mail();
    const sent = await client.emailTemplates.send(id, { ...envelope, variables: { code: 1234 } });
    expect(sent).toEqual({ id: expect.stringMatching(/^tm_/), status: 'queued' });
  },
  getTransactionalEmails: async () => {
    const page = await client.emails.list({ per_page: 1, created_after: new Date(0) });
    expect(page).toMatchObject({ per_page: 1 });
  },
  postTransactionalEmailsBatch: async () => {
    const { data } = await client.emails.sendBatch({ emails: [mail(), mail({ to: ['nobody'] })] });
    expect(data.map(({ status, error }) => [status, error?.name])).toEqual([
      ['queued', undefined],
      ['failed', 'validation_error'],
    ]);
  },
  getTransactionalEmailsById: async () => {
    const { id } = await client.emails.send(mail());
    expect(await client.emails.get(id)).toMatchObject({ id, tag: 'sdk', to: ['delivered@sandbox.localhost'] });
  },
  getTransactionalUsage: async () => expect(await client.usage.get()).toMatchObject({ plan: 'unlimited' }),
  getTransactionalSuppressions: async () => {
    await client.suppressions.create({ addresses: ['l1@x.example', 'l2@x.example'] });
    const { data } = await client.suppressions.list({ query: 'l', reason: 'manual' });
    expect(data.map(({ address }) => address).toSorted()).toEqual(['l1@x.example', 'l2@x.example']);
  },
  postTransactionalSuppressions: async () => {
    const { data } = await client.suppressions.create({ address: 'gone@x.example', detail: 'By phone' });
    expect(data[0]).toMatchObject({ address: 'gone@x.example', detail: 'By phone' });
  },
  getTransactionalSuppressionsByAddress: async () => {
    await client.suppressions.create({ address: 'a/b?c#d%@x.example' });
    expect(await client.suppressions.get('a/b?c#d%@x.example')).toMatchObject({ address: 'a/b?c#d%@x.example' });
  },
  deleteTransactionalSuppressionsByAddress: async () => {
    await client.suppressions.create({ address: 'off@x.example' });
    expect(await client.suppressions.delete('off@x.example')).toMatchObject({ address: 'off@x.example' });
  },
  getTransactionalTags: async () => {
    await client.tags.update('sdk', { track_opens: true });
    expect((await client.tags.list()).data.map(({ tag }) => tag)).toContain('sdk');
  },
  getTransactionalTagsByTag: async () => {
    await client.tags.update('sdk', { track_opens: true });
    expect(await client.tags.get('sdk')).toMatchObject({ tag: 'sdk', track_opens: true });
  },
  patchTransactionalTagsByTag: async () =>
    expect(await client.tags.update('sdk', { track_clicks: false })).toMatchObject({ track_clicks: false }),
  getTransactionalTagsByTagStatistics: async () => {
    await client.tags.update('sdk', { track_opens: true });
    expect(await client.tags.getStatistics('sdk')).toMatchObject({ tag: 'sdk' });
  },
  getTransactionalAlerts: async () => {
    const { id } = await newAlert();
    expect((await client.alerts.list()).data.map((alert) => alert.id)).toContain(id);
  },
  postTransactionalAlerts: async () => expect(await newAlert()).toMatchObject({ tag: 'sdk', kind: 'silence' }),
  getTransactionalAlertsById: async () => {
    const { id } = await newAlert();
    expect(await client.alerts.get(id)).toMatchObject({ id });
  },
  patchTransactionalAlertsById: async () => {
    const { id } = await newAlert();
    expect(await client.alerts.update(id, { window_minutes: 90 })).toMatchObject({ id, window_minutes: 90 });
  },
  deleteTransactionalAlertsById: async () => {
    const { id } = await newAlert();
    await client.alerts.delete(id);
    await expect(client.alerts.get(id)).rejects.toBeInstanceOf(NotFoundError);
  },
  getTransactionalWebhook: async () => {
    await client.webhook.update({ url: HOOK });
    expect(await client.webhook.get()).toMatchObject({ url: HOOK, format: 'native' });
  },
  patchTransactionalWebhook: async () =>
    expect(await client.webhook.update({ url: HOOK, events: ['bounced'] })).toMatchObject({ events: ['bounced'] }),
  deleteTransactionalWebhook: async () => {
    await client.webhook.update({ url: HOOK });
    await client.webhook.delete();
    await expect(client.webhook.get()).rejects.toBeInstanceOf(NotFoundError);
  },
  postTransactionalWebhookRotateSecret: async () => {
    await client.webhook.update({ url: HOOK });
    expect((await client.webhook.rotateSecret()).secret).toMatch(/^whsec_/);
  },
  postTransactionalWebhookActivateSecret: async () => {
    await client.webhook.update({ url: HOOK });
    await client.webhook.rotateSecret();
    expect(await client.webhook.activateSecret()).toMatchObject({ url: HOOK });
  },
  postTransactionalWebhookVerify: async () => {
    await client.webhook.update({ url: HOOK });
    const verdict = await client.webhook.verify({ headers: { 'X-Service-Signature': 't=1,v1=00' }, body: '{}' });
    expect(verdict).toMatchObject({ valid: false });
  },
  getTransactionalWebhookDeliveries: async () => {
    const id = await newDelivery();
    const { data } = await client.webhook.listDeliveries({ event: 'bounced', limit: 100 });
    expect(data.map((delivery) => delivery.id)).toContain(id);
  },
  getTransactionalWebhookDeliveriesById: async () => {
    const id = await newDelivery();
    expect(await client.webhook.getDelivery(id)).toMatchObject({ id, event: 'bounced', attempts: [] });
  },
  postTransactionalWebhookDeliveriesByIdResend: async () => {
    const id = await newDelivery();
    await app.installation.db.query({ name: '', text: 'update webhook_delivery set state = 2, next_at = null' }, []);
    expect(await client.webhook.resendDelivery(id)).toMatchObject({ event: 'bounced', state: 'waiting' });
  },
  postTransactionalWebhookTest: async () => expect(await newDelivery()).toMatch(/^wdl_/),
  getTransactionalWebhookHealth: async () => {
    await client.webhook.update({ url: HOOK });
    expect(await client.webhook.getHealth()).toHaveProperty('last_24_hours');
  },
  postTransactionalWebhookReplays: async () => expect(await newReplay()).toMatchObject({ state: 'running' }),
  getTransactionalWebhookReplays: async () => {
    const { id } = await newReplay();
    expect((await client.webhook.listReplays()).data.map((replay) => replay.id)).toContain(id);
  },
  getTransactionalWebhookReplaysById: async () => {
    const { id } = await newReplay();
    expect(await client.webhook.getReplay(id)).toMatchObject({ id });
  },
  postTransactionalWebhookReplaysByIdCancel: async () => {
    const { id } = await newReplay();
    expect(await client.webhook.cancelReplay(id)).toMatchObject({ id, state: 'cancelled' });
  },
  getInbox: async () => {
    const id = await newInboxMail('list@sdk.example');
    expect((await client.inbox.list({ to: 'list@sdk.example' })).data).toMatchObject([{ id, subject: 'Code' }]);
  },
  deleteInbox: async () => {
    const id = await newInboxMail('empty@sdk.example');
    await client.inbox.empty();
    await expect(client.inbox.get(id)).rejects.toBeInstanceOf(NotFoundError);
  },
  getInboxWait: async () => {
    await newInboxMail('wait@sdk.example');
    expect(await client.inbox.wait({ to: 'wait@sdk.example' })).toMatchObject({ links: ['https://acme.example/code'] });
  },
  getInboxById: async () => {
    const id = await newInboxMail('get@sdk.example');
    expect(await client.inbox.get(id)).toMatchObject({ id, subject: 'Code' });
  },
  getMe: async () => expect(await people.me.get()).toMatchObject({ contacts_count: 0 }),
  getDomains: async () => {
    const { id } = await newDomain();
    const page = await people.domains.list({ per_page: '1' });
    expect(page).toMatchObject({ current_page: 1, per_page: 1, data: [{ id }] });
  },
  postDomains: async () => expect(await newDomain()).toMatchObject({ status: 'pending' }),
  getDomainsById: async () => {
    const { id } = await newDomain();
    expect((await people.domains.get(String(id))).dns['dkim1']?.required).toBe(true);
    await expect(people.domains.get('99999999')).rejects.toBeInstanceOf(NotFoundError);
    await expect(people.domains.create({ domain: 'x' })).rejects.toMatchObject({
      name: 'validation_error',
      errors: { domain: [expect.any(String)] },
    });
  },
  patchDomainsById: async () => {
    const { domain, id } = await newDomain();
    const host = `go.${domain}`;
    expect((await people.domains.update(String(id), { tracking_host: host })).tracking_host).toBe(host);
    expect((await people.domains.update(String(id), { tracking_host: null })).tracking_host).toBeNull();
  },
  getDomainsByIdZoneFile: async () => {
    const { dns, domain, id } = await newDomain();
    const key = dns['dkim1']?.data.slice(0, 200) ?? '';
    expect(await people.domains.getZoneFile(String(id))).toContain(`pr1._domainkey.${domain}.\t3600\tIN\tTXT\t"${key}`);
  },
  deleteDomainsById: async () => {
    const { id } = await newDomain();
    expect(await people.domains.delete(String(id))).toEqual({ message: 'The domain was deleted.' });
  },
  postDomainsByIdValidate: async () => {
    const { id, dns: records } = await newDomain();
    const { data = '', host = '' } = records['dkim1'] ?? {};
    dns.set(host, 'TXT', [data]);
    expect(await people.domains.validate(String(id))).toMatchObject({
      valid: true,
      domain: { id, status: 'verified' },
    });
  },
  async postContactsImportsByIdUndo() {
    const accountId = (await app.newAccount()).account.id;
    const client = clientOf((await newPerson(app, accountId)).token);
    const { id } = await client.contactImports.create('email\nbea@x.example\n');
    // Marks the import as finished.
    const text = `update import set state = 'done', undo_until = now() + interval '1 day' where account_id = $1`;
    await app.installation.db.query({ name: '', text }, [accountId]);
    await client.contactImports.undo(id);
  },
  ...contentUses(() => app, clientOf),
  ...confirmationUses(() => people),
  ...sendingUses(() => app, clientOf),
  ...audienceUses(async () => clientOf((await newPerson(app, (await app.newAccount()).account.id)).token)),
  ...formUses(async () => clientOf((await newPerson(app, (await app.newAccount()).account.id)).token)),
  ...automationUses(async () => clientOf((await newPerson(app, (await app.newAccount()).account.id)).token)),
  ...campaignUses(newCampaignUser),
  ...pageUses(newCampaignUser),
};

describe('client calls', () => {
  const documented = operationsOf(withoutDashboard(partOf(parse(renderOpenApiPage()))));

  it('cover every operation of the API document, each with a line in the table of this test', () => {
    const ids = documented.map(({ id }) => id);
    expect(Object.keys(operations).toSorted(), 'sdk/src/generated.ts is stale: npm run generate').toEqual(
      ids.toSorted(),
    );
    const hint =
      'Add a use of these operations to USES in test/api/sdk.test.ts; docs/sdk-methods.md names their methods.';
    expect(
      ids.filter((id) => !Object.hasOwn(USES, id)),
      hint,
    ).toEqual([]);
  });

  it.each(Object.entries(operations))('succeed for %s', async (id, { method, path }) => {
    asked.length = 0;
    await USES[id]?.();
    const pattern = new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`);
    const answers = asked.filter((each) => each.method === method && pattern.test(each.path));
    expect(answers.some(({ status }) => status < 300)).toBe(true);
  });
});

describe('pages', () => {
  it('are iterated to the end with any page size', async () => {
    const own = clientOf((await app.newAccount()).key);
    const { data } = await own.emails.sendBatch({ emails: Array.from({ length: 7 }, () => mail()) });
    const sent = data.map(({ id }) => id ?? '').toSorted((a, b) => (a < b ? -1 : 1));
    for (const per_page of [1, 3, 7, 100]) {
      const found: string[] = [];
      for await (const message of own.emails.listAll({ per_page })) found.push(message.id);
      expect(found.toReversed()).toEqual(sent);
    }
    const sizes: number[] = [];
    for await (const page of own.emails.listAll({ per_page: 3 }).pages()) sizes.push(page.data.length);
    expect(sizes).toEqual([3, 3, 1]);
    expect(await own.emails.listAll({ per_page: 2 }).take(5)).toHaveLength(5);
  });

  it('keep their filters and start after a given cursor', async () => {
    const own = clientOf((await app.newAccount()).key);
    const tags = ['one', 'two', 'one', 'two', 'one'];
    const { data } = await own.emails.sendBatch({ emails: tags.map((tag) => mail({ tag })) });
    const found = await own.emails.listAll({ per_page: 1, tag: 'one' }).take(10);
    expect(found.map(({ tag }) => tag)).toEqual(['one', 'one', 'one']);
    const rest = await own.emails.listAll({ per_page: 2, after: data[2]?.id ?? '' }).take(10);
    expect(rest.map(({ id }) => id)).toEqual([data[1]?.id, data[0]?.id]);
  });

  it('are iterated if the cursor is the name of the last item', async () => {
    const own = clientOf((await app.newAccount()).key);
    const addresses = Array.from({ length: 5 }, (_, index) => `p${index}@x.example`);
    await own.suppressions.create({ addresses });
    const found = await own.suppressions.listAll({ per_page: 2 }).take(10);
    expect(found.map(({ address }) => address).toSorted()).toEqual(addresses);
    for (const tag of ['a', 'b', 'c']) await own.tags.update(tag, { track_opens: true });
    expect((await own.tags.listAll({ per_page: 1 }).take(10)).map(({ tag }) => tag)).toEqual(['a', 'b', 'c']);
  });

  it('are iterated if only an empty page marks the end', async () => {
    await client.inbox.empty();
    for (const name of ['a', 'b', 'c']) await newInboxMail(`${name}@pages.example`);
    const found = await client.inbox.listAll({ limit: 2 }).take(10);
    expect(found.map(({ recipients }) => recipients[0])).toEqual(
      ['c', 'b', 'a'].map((name) => `${name}@pages.example`),
    );
  });
});

describe('refusals', () => {
  it('have the errors by field and the fix', async () => {
    const error = await client.emails.send(mail({ from: 'nobody', subject: '' })).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'validation_error', status: 422, link: expect.stringContaining('errors') });
    // Safe cast: the error is a `ValidationError`, as checked above.
    const { errors, fix, message, requestId, response } = error as ValidationError;
    expect(Object.keys(errors)).toContain('from');
    expect(fix).not.toBe('');
    expect(message).not.toBe('');
    expect(requestId).toBe(response.requestId);
  });

  it('have a class each', async () => {
    const { key } = await app.newAccount({ scopes: ['transactional:send'] });
    const own = clientOf(key);
    await expect(clientOf('pr_wrong').usage.get()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(own.usage.get()).rejects.toBeInstanceOf(PermissionError);
    await expect(client.emails.get('tm_00000000000000000000000000000000')).rejects.toBeInstanceOf(NotFoundError);
    await own.emails.send(mail(), { idempotencyKey: 'same' });
    const other = own.emails.send(mail({ subject: 'Other' }), { idempotencyKey: 'same' });
    await expect(other).rejects.toBeInstanceOf(ConflictError);
  });

  it('for a used-up quota are thrown without retries', async () => {
    const { key, account } = await app.newAccount({ plan: 'free' });
    await app.installation.db.script(
      `insert into account_usage (account_id, month, used, day, day_used)
       values (${account.id}, date_trunc('month', now() at time zone 'utc')::date, 1000000,
         (now() at time zone 'utc')::date, 1000000)`,
    );
    const refusal = await clientOf(key)
      .emails.send(mail({ to: [account.email] }))
      .catch((caught: unknown) => caught);
    expect(refusal).toBeInstanceOf(QuotaExceededError);
    expect(refusal).toMatchObject({ status: 429, response: { attempts: 1, monthlyQuotaRemaining: 0 } });
  });

  it('for the rate limit are thrown without retries if disabled, and waited out otherwise', async () => {
    const { key } = await app.newAccount({ plan: 'paid' });
    const hasty = new Postrider({ baseUrl: app.api.baseUrl, apiKey: key, maxRetries: 0 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => hasty.usage.get().catch((caught: unknown) => caught)),
    );
    const limited = answers.find((answer) => answer instanceof RateLimitError);
    expect(limited).toMatchObject({ status: 429, name: 'rate_limit_exceeded' });
    const patient = new Postrider({ baseUrl: app.api.baseUrl, apiKey: key, maxRetries: 10 });
    expect(await patient.usage.get()).toMatchObject({ plan: 'paid' });
  });
});

describe('send', () => {
  it('repeated with a key gets the first response, marked as replayed', async () => {
    const first = await client.emails.send(mail(), { idempotencyKey: 'order-417' }).withResponse();
    const second = await client.emails.send(mail(), { idempotencyKey: 'order-417' }).withResponse();
    expect(second.data).toEqual(first.data);
    expect([first.response.isReplayed, second.response.isReplayed]).toEqual([false, true]);
    expect(second.response.idempotencyKey).toBe('order-417');
  });

  it('with a lost response is repeated with its key and accepted once', async () => {
    const { key } = await app.newAccount();
    let lost = 0;
    const losing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method !== 'POST' || lost >= 2) return answer;
      lost += 1;
      await answer.arrayBuffer();
      throw new TypeError('terminated');
    };
    const own = new Postrider({ baseUrl: app.api.baseUrl, apiKey: key, fetch: losing, runtime: withoutPauses });
    const { data, response } = await own.emails.send(mail()).withResponse();
    expect(response.attempts).toBe(3);
    expect(response.isReplayed).toBe(true);
    expect((await own.emails.list()).data.map(({ id }) => id)).toEqual([data.id]);
  });
});

describe('webhooks', () => {
  const receivers: WebhookReceiver[] = [];
  afterAll(async () => {
    for (const receiver of receivers) await receiver.close();
  });

  it.each(['native', 'compatible'] as const)(
    'that were delivered (%s) are verified with either secret',
    async (format) => {
      const delivery = app.deliver();
      const receiver = await startWebhookReceiver();
      receivers.push(receiver);
      const own = clientOf((await app.newAccount()).key);
      const made = await own.webhook.update({ url: receiver.url, format, both_signatures: true });
      const first = 'secret' in made ? made.secret : '';
      const { secret: second } = await own.webhook.rotateSecret();
      await own.emails.send(mail({ subject: 'Grüße 🐘' }));
      const [request] = await eventually('the webhook is notified', async () =>
        receiver.requests.length > 0 ? receiver.requests : undefined,
      );
      await delivery.stop();
      const { body = Buffer.alloc(0), headers = {} } = request ?? {};

      for (const secrets of [first, second, [second, first], ['whsec_AAAA', first]]) {
        const verified = await verifyWebhook<NativeWebhookEvent>({ headers, body, secrets });
        expect(verified.id).toMatch(/^whd_[0-9a-f]{32}$/);
        expect(JSON.stringify(verified.event)).toBe(body.toString());
      }
      const other = verifyWebhook({ headers, body, secrets: `whsec_${'A'.repeat(44)}` });
      await expect(other).rejects.toBeInstanceOf(WebhookVerificationError);
      const changed = verifyWebhook({ headers, body: body.toString().replace('Grüße', 'Gruesse'), secrets: first });
      await expect(changed).rejects.toMatchObject({ reason: 'signature_mismatch' });
      const [, timestamp] = /t=(\d+)/.exec(String(headers['x-service-signature'])) ?? [];
      const late = verifyWebhook({ headers, body, secrets: first, nowSeconds: Number(timestamp) + 301 });
      await expect(late).rejects.toMatchObject({ reason: 'timestamp_out_of_tolerance' });
    },
  );
});
