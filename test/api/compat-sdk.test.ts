import type { Resend } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { loadOlderResend } from '../support/older-resend.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Client = Resend;
type SendOptions = Parameters<Client['emails']['send']>[0];

const VERSIONS = ['6', '4', '3'] as const;
/** Message from the client's documentation, with the original service's test domains. */
const MAIL = {
  from: 'Acme <onboarding@resend.dev>',
  to: 'delivered@resend.dev',
  subject: 'Hello',
  html: '<p>Hi <b>Ann</b></p>',
};

let tenant: Tenant;

const app = shared(startApp);

beforeAll(async () => {
  app.deliver();
  tenant = await app.newAccount();
});

/** Creates an unmodified client with our base URL. */
async function clientOf(version: (typeof VERSIONS)[number], key = tenant.key, path = '/transactional/compat') {
  const baseUrl = `${app.api.baseUrl}${path}`;
  // Version 6 reads this variable when a client is created.
  process.env['RESEND_BASE_URL'] = baseUrl;
  if (version === '6') return new (await import('resend')).Resend(key);
  // Safe cast: the methods that the tests call have the same signature in all of these versions.
  return new (loadOlderResend(version, baseUrl).Resend)(key) as unknown as Client;
}

function modernClient(key = tenant.key, path = '/transactional/compat'): Promise<Client> {
  return import('resend').then(({ Resend: Modern }) => new Modern(key, { baseUrl: `${app.api.baseUrl}${path}` }));
}

async function storedOf(caller: Tenant): Promise<number> {
  const statement = { name: '', text: 'select count(*)::integer as n from message where account_id = $1' };
  const [row] = await app.installation.db.query<{ n: number }>(statement, [caller.account.id]);
  return row?.n ?? -1;
}

/** Creates an account that can send from acme.example. */
async function tenantWithDomain(): Promise<Tenant> {
  const made = await app.newAccount();
  await app.installation.db.script(
    `insert into domain (account_id, name, status, verified_at)
     values (${made.account.id}, 'acme.example', 'verified', now())`,
  );
  return made;
}

describe.each(VERSIONS)('npm resend %s.x', (version) => {
  it('sends and gets the message until it is delivered', async () => {
    const client = await clientOf(version);
    const { data, error } = await client.emails.send(MAIL);
    expect(error).toBeNull();
    expect(data?.id).toMatch(/^tm_[0-9a-f]{32}$/);
    const delivered = await eventually('the message is delivered', async () => {
      const found = await client.emails.get(data?.id ?? '');
      return found.data?.last_event === 'delivered' ? found.data : undefined;
    });
    expect(delivered).toMatchObject({
      object: 'email',
      id: data?.id,
      from: 'Acme <onboarding@sandbox.localhost>',
      to: ['delivered@sandbox.localhost'],
      html: MAIL.html,
      text: 'Hi Ann\n',
      scheduled_at: null,
    });
  });

  it('sends a batch and gets the IDs in order', async () => {
    const client = await clientOf(version);
    const { data, error } = await client.batch.send([
      { ...MAIL, subject: 'First' },
      { ...MAIL, subject: 'Second' },
    ]);
    expect(error).toBeNull();
    const found = await Promise.all((data?.data ?? []).map(({ id }) => client.emails.get(id)));
    expect(found.map((each) => each.data?.subject)).toEqual(['First', 'Second']);
  });

  it('gets name and message for a wrong key, an unverified sender and an unknown message', async () => {
    const stranger = await clientOf(version, `pr_${'x'.repeat(32)}`);
    expect((await stranger.emails.send(MAIL)).error).toMatchObject({ name: 'invalid_api_key', statusCode: 401 });
    const client = await clientOf(version);
    const unverified = await client.emails.send({ ...MAIL, from: 'a@unverified.example' });
    expect(unverified).toMatchObject({ data: null, error: { name: 'domain_not_verified', statusCode: 403 } });
    expect(unverified.error?.message).toMatch(/ Add the domain in the dashboard under Domains/);
    const missing = await client.emails.get('tm_019a0000000070008000000000000000');
    expect(missing).toMatchObject({
      data: null,
      error: { name: 'not_found', message: expect.stringMatching(/^Email not found\. /) },
    });
  });

  it('gets an explanation of the scope that managing API keys needs', async () => {
    const client = await clientOf(version);
    const { error } = await client.apiKeys.create({ name: 'x' });
    expect(error?.message).toContain('The API key does not have the account scope');
  });

  it('gets 422 with explanations for unsupported fields', async () => {
    const client = await clientOf(version);
    const { error } = await client.emails.send({ ...MAIL, attachments: [{ filename: 'a.txt', content: 'aGk=' }] });
    expect(error).toMatchObject({
      name: 'validation_error',
      statusCode: 422,
      errors: { attachments: ['is not supported. Link to the file instead.'] },
    });
  });
});

describe('npm resend', () => {
  it('v3 may send replyTo and reply_to together, and reply_to wins', async () => {
    const client = await clientOf('3');
    const given = { ...MAIL, replyTo: 'b@x.example', reply_to: ['a@x.example', 'Ann <c@x.example>'] };
    const { data } = await client.emails.send(given);
    const found = await client.emails.get(data?.id ?? '');
    expect(found.data?.reply_to).toEqual(['a@x.example', 'Ann <c@x.example>']);
  });

  it('gets tags, custom headers, cc, bcc and text as sent', async () => {
    const client = await modernClient();
    const { data, error } = await client.emails.send({
      ...MAIL,
      to: ['Ann <delivered+a@resend.dev>', 'delivered+b@resend.dev'],
      cc: 'delivered+c@resend.dev',
      bcc: ['delivered+d@resend.dev'],
      text: 'Hi Ann, as text',
      tags: [
        { name: 'customer', value: 'C-17' },
        { name: 'category', value: 'Confirm_Email' },
      ],
      headers: { 'X-Entity-Ref-ID': '123', 'List-Unsubscribe': '<https://acme.example/u>' },
    });
    expect(error).toBeNull();
    expect((await client.emails.get(data?.id ?? '')).data).toMatchObject({
      to: ['Ann <delivered+a@sandbox.localhost>', 'delivered+b@sandbox.localhost'],
      cc: ['delivered+c@sandbox.localhost'],
      bcc: ['delivered+d@sandbox.localhost'],
      text: 'Hi Ann, as text',
      tags: [
        { name: 'customer', value: 'C-17' },
        { name: 'category', value: 'Confirm_Email' },
      ],
    });
    const native = await tenant.get(`/transactional/emails/${data?.id}`);
    expect(native.body).toMatchObject({
      tag: 'confirm_email',
      headers: { 'X-Entity-Ref-ID': '123', 'List-Unsubscribe': '<https://acme.example/u>' },
    });
  });

  it('keeps the output of React Email byte for byte', async () => {
    const html =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
      '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head></head>' +
      '<body><!--$--><a href="https://acme.example/?a=1&amp;b=2">Go\u00a0there</a><!--/$--></body></html>';
    const client = await modernClient();
    const { data } = await client.emails.send({ ...MAIL, html });
    expect((await client.emails.get(data?.id ?? '')).data).toMatchObject({
      html,
      text: 'Go\u00a0there (https://acme.example/?a=1&b=2)\n',
    });
  });

  it('repeats a key and gets the same response, marked, with one message', async () => {
    const caller = await app.newAccount();
    const client = await modernClient(caller.key);
    const first = await client.emails.send(MAIL, { idempotencyKey: 'welcome/1' });
    const again = await client.emails.send({ ...MAIL, to: ['delivered@resend.dev'] }, { idempotencyKey: 'welcome/1' });
    expect(again.data).toEqual(first.data);
    expect([first, again].map(({ headers }) => headers?.['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(await storedOf(caller)).toBe(1);
  });

  it('repeats a key with another body and gets 409 invalid_idempotent_request', async () => {
    const client = await modernClient();
    await client.emails.send(MAIL, { idempotencyKey: 'other-body' });
    const { error } = await client.emails.send({ ...MAIL, subject: 'Other' }, { idempotencyKey: 'other-body' });
    expect(error).toMatchObject({ name: 'invalid_idempotent_request', statusCode: 409 });
  });

  it('repeats a key with other tags, which is another body', async () => {
    const client = await modernClient();
    await client.emails.send({ ...MAIL, tags: [{ name: 'a', value: '1' }] }, { idempotencyKey: 'other-tags' });
    const changed = { ...MAIL, tags: [{ name: 'b', value: '1' }] };
    expect((await client.emails.send(changed, { idempotencyKey: 'other-tags' })).error?.statusCode).toBe(409);
  });

  it('sends ten times concurrently with one key and creates one message', async () => {
    const caller = await app.newAccount();
    const client = await modernClient(caller.key);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => client.emails.send(MAIL, { idempotencyKey: 'at-once' })),
    );
    expect(new Set(results.map(({ data }) => data?.id)).size).toBe(1);
    expect(await storedOf(caller)).toBe(1);
  });

  it('shares keys with the native API: the same message with the same key exists once', async () => {
    const client = await modernClient();
    const { data } = await client.emails.send(MAIL, { idempotencyKey: 'shared' });
    const native = await tenant.post(
      '/transactional/emails',
      {
        from: 'Acme <onboarding@sandbox.localhost>',
        to: ['delivered@sandbox.localhost'],
        subject: MAIL.subject,
        html: MAIL.html,
      },
      { 'idempotency-key': 'shared' },
    );
    expect(native.body.id).toBe(data?.id);
  });

  it('gets 400 invalid_idempotency_key for an empty or too long key', async () => {
    const client = await modernClient();
    const { error } = await client.emails.send(MAIL, { idempotencyKey: 'k'.repeat(257) });
    expect(error).toMatchObject({ name: 'invalid_idempotency_key', statusCode: 400 });
    const longest = await client.emails.send(MAIL, { idempotencyKey: 'k'.repeat(256) });
    expect(longest.error).toBeNull();
  });

  it('lists newest first with pages in both directions', async () => {
    const caller = await app.newAccount();
    const client = await modernClient(caller.key);
    const ids: string[] = [];
    for (const subject of ['1', '2', '3', '4', '5']) {
      ids.unshift((await client.emails.send({ ...MAIL, subject })).data?.id ?? '');
    }
    const first = await client.emails.list({ limit: 2 });
    expect(first.data).toMatchObject({ object: 'list', has_more: true });
    expect(first.data?.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await client.emails.list({ limit: 2, after: ids[1] ?? '' });
    expect(second.data?.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const back = await client.emails.list({ limit: 2, before: ids[3] ?? '' });
    expect(back.data?.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const last = await client.emails.list({ after: ids[3] ?? '' });
    expect(last.data).toMatchObject({ has_more: false, data: [{ id: ids[4], subject: '1', to: MAPPED_TO }] });
    expect(last.data?.data[0]).not.toHaveProperty('html');
  });

  it('gets 422 when it reschedules or cancels a message, because nothing is scheduled', async () => {
    const client = await modernClient();
    const { data } = await client.emails.send(MAIL);
    const id = data?.id ?? '';
    const refused = {
      name: 'validation_error',
      statusCode: 422,
      message: expect.stringMatching(
        /^Scheduled emails are not supported\. Send the request when the email should be sent/,
      ),
    };
    expect((await client.emails.update({ id, scheduledAt: '2030-01-01T00:00:00Z' })).error).toMatchObject(refused);
    expect((await client.emails.cancel(id)).error).toMatchObject(refused);
    const scheduled = await client.emails.send({ ...MAIL, scheduledAt: 'in 1 min' });
    expect(scheduled.error).toMatchObject({ statusCode: 422, errors: { scheduled_at: [expect.any(String)] } });
    const template = await client.emails.send({ ...MAIL, template: { id: 'welcome' } } as unknown as SendOptions);
    expect(template.error).toMatchObject({
      statusCode: 422,
      errors: { html: ['cannot be combined with `template`.'] },
    });
  });

  it('accepts a base URL with a trailing slash or the root of this server', async () => {
    for (const path of ['/transactional/compat/', '', '/']) {
      const client = await modernClient(tenant.key, path);
      const { data, error } = await client.emails.send(MAIL);
      expect(error).toBeNull();
      expect((await client.emails.get(data?.id ?? '')).data?.subject).toBe('Hello');
    }
  });

  it('gets 403 insufficient_scope without a scope, with the rate limit of its key', async () => {
    const reader = await app.newAccount({ scopes: ['transactional:read'], plan: 'free' });
    const { error, headers } = await (await modernClient(reader.key)).emails.send(MAIL);
    expect(error).toMatchObject({ name: 'insufficient_scope', statusCode: 403 });
    expect(headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-policy': '5;w=1' });
  });

  it('gets 429 over the rate limit with integers in every header that clients read', async () => {
    const caller = await app.newAccount({ plan: 'free' });
    const client = await modernClient(caller.key);
    const first = await client.emails.send(MAIL);
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '5',
      'ratelimit-policy': '5;w=1',
      'ratelimit-remaining': '4',
      'ratelimit-reset': '1',
      'x-resend-monthly-quota': '0',
      'x-resend-daily-quota': '0',
      'x-service-monthly-quota-remaining': '3000',
      'x-service-daily-quota-remaining': '100',
    });
    const burst = await Promise.all(Array.from({ length: 30 }, () => client.emails.list()));
    const refused = burst.find(({ error }) => error);
    expect(refused?.error).toMatchObject({ name: 'rate_limit_exceeded', statusCode: 429 });
    expect(refused?.headers).toMatchObject({
      'ratelimit-limit': '5',
      'ratelimit-policy': '5;w=1',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'retry-after': '1',
    });
  });

  it('gets the used quota including its own sends', async () => {
    const caller = await app.newAccount({ plan: 'paid' });
    const client = await modernClient(caller.key);
    const { headers } = await client.emails.send({ ...MAIL, to: caller.account.email });
    expect(headers?.['x-resend-monthly-quota']).toBe('1');
    expect(headers).not.toHaveProperty('x-resend-daily-quota');
  });
});

const MAPPED_TO = ['delivered@sandbox.localhost'];

describe('strict batch', () => {
  it('is refused with one invalid item, with its index', async () => {
    const caller = await app.newAccount();
    const { data, error } = await (
      await modernClient(caller.key)
    ).batch.send([MAIL, { ...MAIL, to: 'nobody' }, { ...MAIL, subject: '' }]);
    expect(data).toBeNull();
    expect(error).toMatchObject({
      name: 'validation_error',
      statusCode: 422,
      errors: { '1.to.0': [expect.any(String)] },
    });
    expect(error?.message).toMatch(/^1\.to\.0 must be /);
    expect(await storedOf(caller)).toBe(0);
  });

  it('is refused with one forbidden item, with the error of the item', async () => {
    const caller = await app.newAccount();
    const { error } = await (await modernClient(caller.key)).batch.send([MAIL, { ...MAIL, to: 'stranger@x.example' }]);
    expect(error).toMatchObject({ name: 'sandbox_recipient_not_allowed', statusCode: 403 });
    expect(error?.message).toMatch(/^Email at index 1 of the batch: .*stranger@x\.example/);
    expect(await storedOf(caller)).toBe(0);
  });

  it.each(['without a key', 'with a key'])('with a suppressed recipient %s stores nothing', async (how) => {
    const caller = await tenantWithDomain();
    await app.installation.db.script(
      `insert into suppression (account_id, address, reason) values (${caller.account.id}, 'gone@x.example', 'bounced')`,
    );
    const client = await modernClient(caller.key);
    const options = how === 'with a key' ? { idempotencyKey: 'suppressed' } : {};
    const mail = { ...MAIL, from: 'a@acme.example' };
    const { error } = await client.batch.send([mail, { ...mail, to: 'gone@x.example' }], options);
    expect(error).toMatchObject({ name: 'recipient_suppressed', statusCode: 403 });
    expect(error?.message).toMatch(/^Email at index 1 of the batch: .*gone@x\.example/);
    expect(await storedOf(caller)).toBe(0);
    // The failed request did not use up the idempotency key.
    const after = await client.batch.send([mail], options);
    expect(after.error).toBeNull();
  });

  it('over the quota counts nothing', async () => {
    const caller = await app.newAccount({ plan: 'free' });
    await app.installation.db.script(
      `update api_key set rate_per_second = 1000000, rate_per_minute = 1000000 where account_id = ${caller.account.id};
       insert into account_usage (account_id, month, used, day, day_used)
       values (${caller.account.id}, date_trunc('month', now() at time zone 'utc')::date, 98,
         (now() at time zone 'utc')::date, 98)
       on conflict (account_id, month) do update set used = 98, day = excluded.day, day_used = 98`,
    );
    const client = await modernClient(caller.key);
    const mail = { ...MAIL, to: caller.account.email };
    const refused = await client.batch.send([mail, mail, mail]);
    expect(refused.error).toMatchObject({ name: 'daily_quota_exceeded', statusCode: 429 });
    expect(await storedOf(caller)).toBe(0);
    const fitting = await client.batch.send([mail, mail]);
    expect(fitting.error).toBeNull();
    expect(fitting.headers?.['x-resend-daily-quota']).toBe('100');
  });

  it('with a key is repeated with the same IDs, also while the first one runs', async () => {
    const caller = await app.newAccount();
    const client = await modernClient(caller.key);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => client.batch.send([MAIL, MAIL], { idempotencyKey: 'batch' })),
    );
    const again = await client.batch.send([MAIL, MAIL], { idempotencyKey: 'batch' });
    expect(new Set([...results, again].map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(again.headers?.['idempotent-replayed']).toBe('true');
    expect(await storedOf(caller)).toBe(2);
    const other = await client.batch.send([MAIL], { idempotencyKey: 'batch' });
    expect(other.error).toMatchObject({ name: 'invalid_idempotent_request', statusCode: 409 });
  });

  it('is repeated even if the account can no longer send', async () => {
    const caller = await app.newAccount();
    const client = await modernClient(caller.key);
    const first = await client.batch.send([MAIL], { idempotencyKey: 'paused' });
    await app.installation.db.script(`update account set paused_at = now() where account_id = ${caller.account.id}`);
    const again = await eventually('the pause takes effect', async () => {
      const { error } = await client.batch.send([MAIL]);
      return String(error?.name) === 'account_paused'
        ? client.batch.send([MAIL], { idempotencyKey: 'paused' })
        : undefined;
    });
    expect(again.data).toEqual(first.data);
  });

  it('accepts 1 to 100 emails', async () => {
    const client = await modernClient();
    const all = await client.batch.send(Array.from({ length: 100 }, () => MAIL));
    expect(all.data?.data).toHaveLength(100);
    const tooMany = await client.batch.send(Array.from({ length: 101 }, () => MAIL));
    expect(tooMany.error).toMatchObject({ statusCode: 422, errors: { body: [expect.stringContaining('101')] } });
    expect((await client.batch.send([])).error?.statusCode).toBe(422);
  });

  it('refuses attachments instead of dropping them', async () => {
    const given = { ...MAIL, attachments: [{ filename: 'a.txt', content: 'aGk=' }] };
    const { error } = await (await modernClient()).batch.send([given]);
    expect(error).toMatchObject({ statusCode: 422, errors: { '0.attachments': [expect.any(String)] } });
  });
});

describe('permissive batch', () => {
  const permissive = { batchValidation: 'permissive' as const };

  it('accepts valid items and reports the others by index', async () => {
    const caller = await app.newAccount();
    const client = await modernClient(caller.key);
    const { data } = await client.batch.send(
      [MAIL, { ...MAIL, to: 'nobody' }, { ...MAIL, to: 'stranger@x.example' }, MAIL],
      permissive,
    );
    expect(data?.data).toHaveLength(2);
    expect(data?.errors).toEqual([
      { index: 1, message: expect.stringContaining('1.to.0') },
      { index: 2, message: expect.stringMatching(/stranger@x\.example.*\. Send to your own address/) },
    ]);
    expect(await storedOf(caller)).toBe(2);
  });

  it('without errors has an empty list of errors', async () => {
    const { data } = await (await modernClient()).batch.send([MAIL], permissive);
    expect(data).toEqual({ data: [{ id: expect.stringMatching(/^tm_/) }], errors: [] });
  });

  it('with a key is repeated with the same IDs and errors, and strict is a different request', async () => {
    const client = await modernClient();
    const mails = [MAIL, { ...MAIL, to: 'nobody' }];
    const options = { ...permissive, idempotencyKey: 'permissive' };
    const first = await client.batch.send(mails, options);
    expect((await client.batch.send(mails, options)).data).toEqual(first.data);
    const strict = await client.batch.send([MAIL], { idempotencyKey: 'permissive' });
    expect(strict.error?.statusCode).toBe(409);
  });
});

it('omits rate limit headers on a plan without a rate limit', async () => {
  const caller = await app.newAccount({ plan: 'unlimited' });
  const { headers } = await (await modernClient(caller.key)).emails.list();
  expect(headers).not.toHaveProperty('ratelimit-limit');
  expect(headers?.['x-resend-monthly-quota']).toBe('0');
});
