import { afterEach, beforeAll, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, type TestApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { postmarkClient } from '../support/postmark.ts';
import { shared } from '../support/shared.ts';
import { startVendorStage } from '../support/vendor-stage.ts';
import { status } from '../support/webhook-receiver.ts';

let app: TestApp;

const stage = shared(startVendorStage);

beforeAll(async () => {
  ({ app } = stage);
});
afterEach(async () => stage.endReceivers());

async function newTenant(domain: string) {
  const tenant = await vendorAccount(app, 'postmark', {}, domain);
  return { ...tenant, client: postmarkClient(`${app.url}/compat/postmark`, tenant.key) };
}

const MAIL = { Subject: 'Hello', TextBody: 'Hi there', HtmlBody: '<p><a href="https://x.test/a">Hi</a></p>' };
const ON = { Enabled: true };

it('webhooks are created, changed, called with credentials and headers, and removed', async () => {
  const { client } = await newTenant('pm1.hooks.test');
  const taking = await stage.receiver();
  const made = await client.createWebhook({
    Url: taking.url,
    MessageStream: 'outbound',
    HttpAuth: { Username: 'me', Password: 'a secret: word' },
    HttpHeaders: [{ Name: 'X-Source', Value: 'here' }],
    Triggers: { Delivery: ON, Bounce: { ...ON, IncludeContent: false }, Open: { Enabled: false } },
  });
  expect(made).toMatchObject({
    ID: expect.any(Number),
    Url: taking.url,
    Triggers: { Delivery: ON, Bounce: ON, Click: { Enabled: false }, SubscriptionChange: { Enabled: false } },
  });
  expect(await client.getWebhook(made.ID)).toEqual(made);
  expect((await client.getWebhooks()).Webhooks).toEqual([made]);
  expect((await client.getWebhooks({ messageStream: 'broadcast' })).Webhooks).toEqual([]);
  const { MessageID } = await client.sendEmail({
    ...MAIL,
    From: 'shop@pm1.hooks.test',
    To: 'ada@x.test, gone@x.test',
    Tag: 'Order',
    Metadata: { order: '7' },
  });
  // The other stream belongs to another webhook.
  await client.sendEmail({ ...MAIL, From: 'shop@pm1.hooks.test', To: 'many@x.test', MessageStream: 'broadcast' });
  await eventually('the receiver gets both events', async () => (taking.requests.length >= 2 ? true : undefined));
  const reported = new Map(taking.requests.map(({ json }) => [json.RecordType, json]));
  expect(reported.get('Delivery')).toMatchObject({
    MessageID,
    Recipient: 'ada@x.test',
    DeliveredAt: expect.stringMatching(/Z$/),
    Tag: 'Order',
    Metadata: { order: '7' },
    MessageStream: 'outbound',
  });
  expect(reported.get('Bounce')).toMatchObject({
    MessageID,
    Email: 'gone@x.test',
    Type: 'HardBounce',
    TypeCode: 1,
    ID: expect.any(Number),
  });
  for (const { headers } of taking.requests) {
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('me:a secret: word').toString('base64')}`,
      'x-source': 'here',
      'content-type': 'application/json',
    });
  }
  const changed = await client.editWebhook(made.ID, { Triggers: { SpamComplaint: ON } });
  expect(changed).toMatchObject({
    ID: made.ID,
    HttpAuth: { Username: 'me' },
    Triggers: { Delivery: { Enabled: false }, SpamComplaint: ON },
  });
  // The settings are stored encrypted.
  const [found] = await app.installation.db.query<{ kept: string }>(
    { name: '', text: `select string_agg(encode(settings, 'escape'), ' ') as kept from vendor_hook` },
    [],
  );
  expect(found?.kept).toBeTruthy();
  expect(found?.kept).not.toContain('a secret');
  expect(await client.deleteWebhook(made.ID)).toMatchObject({ ErrorCode: 0 });
  await expect(client.getWebhook(made.ID)).rejects.toMatchObject({ statusCode: 422, code: 1400 });
  expect(taking.requests.some(({ json }) => json.Recipient === 'many@x.test')).toBe(false);
});

it('opens and clicks are sent, with the first open marked, or only the first open on request', async () => {
  const { accountId, client } = await newTenant('pm2.hooks.test');
  const [all, first] = [await stage.receiver(), await stage.receiver()];
  await client.createWebhook({ Url: all.url, Triggers: { Open: ON, Click: ON } });
  await client.createWebhook({ Url: first.url, Triggers: { Open: { ...ON, PostFirstOpenOnly: true } } });
  const { MessageID } = await client.sendEmail({
    ...MAIL,
    From: 'shop@pm2.hooks.test',
    To: 'ada@x.test',
    TrackOpens: true,
  });
  const event = (name: string, details: string) =>
    `select append_vendor_events(${accountId}, array['postmark'], array['pm2.hooks.test'], array['${MessageID}'::uuid], array[0],
       array['ada@x.test'], array['${name}'], array['${details}'])`;
  for (const [name, details] of [
    ['opened', '{"userAgent":"Firefox"}'],
    ['opened', '{}'],
    ['clicked', '{"url":"https://x.test/a"}'],
    ['complained', '{}'],
  ] as const) {
    await app.installation.db.script(event(name, details));
  }
  await eventually('the receiver gets three events', async () => (all.requests.length === 3 ? true : undefined));
  const shown = all.requests.map(({ json }) => [json.RecordType, json.FirstOpen, json.OriginalLink]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['Open', true, undefined],
      ['Open', false, undefined],
      ['Click', undefined, 'https://x.test/a'],
    ]),
  );
  await eventually('no delivery is left in the queue', async () => {
    const rows = await app.installation.db.query(
      { name: '', text: 'select from vendor_hook_delivery where account_id = $1' },
      [accountId],
    );
    return rows.length === 0 ? true : undefined;
  });
  expect(first.requests.map(({ json }) => [json.FirstOpen, json.UserAgent])).toEqual([[true, 'Firefox']]);
});

it('a webhook that returns 403 is not retried, and a failing one does not affect others', async () => {
  const { client } = await newTenant('pm3.hooks.test');
  const [failing, refusing, taking] = [await stage.receiver(), await stage.receiver(), await stage.receiver()];
  failing.answer(status(500));
  refusing.answer(status(403));
  for (const { url } of [failing, refusing, taking])
    await client.createWebhook({ Url: url, Triggers: { Delivery: ON } });
  const messages = Array.from({ length: 20 }, (_, at) => ({
    ...MAIL,
    From: 'shop@pm3.hooks.test',
    To: `p${at}@x.test`,
  }));
  expect((await client.sendEmailBatch(messages)).every(({ ErrorCode }) => ErrorCode === 0)).toBe(true);
  await eventually('both receivers get all events', async () =>
    taking.requests.length === 20 && refusing.requests.length === 20 ? true : undefined,
  );
  expect(failing.requests.length).toBeLessThan(20);
}, 60_000);

it('a webhook with settings that cannot be decrypted does not affect others', async () => {
  const { accountId, client } = await newTenant('pm5.hooks.test');
  const [closed, taking] = [await stage.receiver(), await stage.receiver()];
  const HttpAuth = { Username: 'me', Password: 'a secret word' };
  for (const { url } of [closed, taking])
    await client.createWebhook({ Url: url, HttpAuth, Triggers: { Delivery: ON } });
  await rowsOf(
    app.installation.db,
    `update vendor_hook set settings = '\\x02000000000000' where account_id = $1 and url = $2`,
    [accountId, closed.url],
  );
  await client.sendEmail({ ...MAIL, From: 'shop@pm5.hooks.test', To: 'p@x.test' });
  await eventually('the other receiver is notified', async () => taking.requests.length === 1 || undefined);
  expect(closed.requests).toEqual([]);
}, 60_000);

it('unsupported triggers and disallowed URLs are refused', async () => {
  const { accountId, client, key } = await newTenant('pm4.hooks.test');
  const url = 'https://x.example/hook';
  for (const wanted of [
    {},
    { Url: 'http://x.example/' },
    { Url: 'https://127.0.0.2.nip.example:25/' },
    { Url: 'https://192.168.0.1/' },
    { Url: url, Triggers: { SubscriptionChange: ON } },
    { Url: url, Triggers: { Bounce: { ...ON, IncludeContent: true } } },
    { Url: url, Triggers: { Born: ON } },
    { Url: url, Triggers: { Open: { Enabled: 'yes' } } },
    { Url: url, HttpHeaders: [{ Name: 'Host', Value: 'x' }] },
    { Url: url, HttpHeaders: [{ Name: 'X-A', Value: 'a\r\nX-B: c' }] },
    { Url: url, HttpHeaders: [{ Name: 'X A', Value: 'a' }] },
    { Url: url, HttpAuth: { Username: 1 } },
    { Url: url, MessageStream: 'inbound' },
  ]) {
    const answer = await fetch(`${app.url}/compat/postmark/webhooks`, {
      method: 'POST',
      headers: { 'x-postmark-server-token': key, 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    expect([wanted, answer.status]).toEqual([wanted, 422]);
  }
  expect((await client.getWebhooks()).Webhooks).toEqual([]);
  // A key for a single domain gets only events of this domain and has no access to other webhooks.
  const whole = await client.createWebhook({ Url: url, Triggers: { Delivery: ON } });
  const scopes = [SCOPES.manage];
  const limited = await createKey(app.installation.db, { accountId, name: 'one', scopes, domain: 'pm4.hooks.test' });
  const one = postmarkClient(`${app.url}/compat/postmark`, limited.key);
  expect((await one.getWebhooks()).Webhooks).toEqual([]);
  await expect(one.deleteWebhook(whole.ID)).rejects.toMatchObject({ code: 1400 });
  const own = await one.createWebhook({ Url: url, Triggers: { Delivery: ON } });
  expect((await one.getWebhooks()).Webhooks).toMatchObject([{ ID: own.ID }]);
  // At the root, the path `/webhooks` belongs to the compatible endpoint.
  const { protocol, host } = new URL(app.url);
  await expect(postmarkClient(`${protocol}//${host}`, key).getWebhooks()).rejects.toMatchObject({ statusCode: 404 });
});
