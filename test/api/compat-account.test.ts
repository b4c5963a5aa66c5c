import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Resend } from 'resend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

// Runs Resend's unmodified client against the broadcasts, templates, domains, and webhook of an account.

const ALL = [SCOPES.send, SCOPES.read, SCOPES.manage, SCOPES.account];
const received: { readonly body: string; readonly headers: Record<string, string> }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ body, headers: request.headers as Record<string, string> });
    response.end();
  });
});

const app = shared(async () => startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' }));

beforeAll(async () => {
  app.deliver();
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => receiver.close());

async function newClient() {
  const { account } = await app.newAccount();
  const { db } = app.installation;
  const { key } = await createKey(db, { accountId: account.id, name: 'everything', scopes: ALL });
  await db.script(
    `insert into domain (account_id, name, status, verified_at)
     values (${account.id}, 'acme.example', 'verified', now())`,
  );
  await db.script(
    `insert into campaign_settings (account_id, postal_address) values (${account.id}, '1 Main Street')
     on conflict (account_id) do update set postal_address = excluded.postal_address`,
  );
  const baseUrl = `${app.api.baseUrl}/transactional/compat`;
  return { accountId: account.id, resend: new Resend(key, { baseUrl }) };
}

/** Returns the data of a response, or fails with its error. */
function dataOf<T>({ data, error }: { readonly data: T | null; readonly error: unknown }): T {
  expect(error).toBeNull();
  if (data === null) throw new Error('The response has no data');
  return data;
}

const NEWS = {
  from: 'Acme <news@acme.example>',
  subject: 'News for {{{FIRST_NAME|you}}}',
  html: '<p>Hi {{{contact.first_name|there}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a>',
};

describe('broadcasts', () => {
  it('creates, reads, changes, copies, lists, and deletes a broadcast', async () => {
    const { resend } = await newClient();
    const segment = dataOf(await resend.segments.create({ name: 'News' }));
    const { id } = dataOf(
      await resend.broadcasts.create({ ...NEWS, name: 'November', segmentId: segment.id, replyTo: 'a@acme.example' }),
    );
    expect(dataOf(await resend.broadcasts.get(id))).toEqual({
      object: 'broadcast',
      id,
      name: 'November',
      audience_id: segment.id,
      segment_id: segment.id,
      from: 'Acme <news@acme.example>',
      subject: 'News for {{ contact.first_name | default: "you" }}',
      reply_to: ['a@acme.example'],
      preview_text: null,
      html: '<p>Hi {{ contact.first_name | default: "there" }}</p><a href="{{ unsubscribe_url }}">Unsubscribe</a>',
      text: null,
      status: 'draft',
      created_at: expect.any(String),
      scheduled_at: null,
      sent_at: null,
      topic_id: null,
    });
    dataOf(await resend.broadcasts.update(id, { subject: 'Other news', from: 'news@acme.example' }));
    expect(dataOf(await resend.broadcasts.get(id))).toMatchObject({
      subject: 'Other news',
      from: 'news <news@acme.example>',
    });
    const copy = dataOf(await resend.broadcasts.duplicate(id));
    expect(dataOf(await resend.broadcasts.list({ limit: 1 }))).toMatchObject({
      has_more: true,
      data: [{ id: copy.id }],
    });
    expect(dataOf(await resend.broadcasts.list({ after: copy.id })).data).toMatchObject([{ id, name: 'November' }]);
    expect(dataOf(await resend.broadcasts.remove(id))).toEqual({ object: 'broadcast', id, deleted: true });
    expect(await resend.broadcasts.get(id)).toMatchObject({ error: { statusCode: 404 } });
  });

  it('sends, schedules, and cancels a broadcast', async () => {
    const { resend } = await newClient();
    const segment = dataOf(await resend.segments.create({ name: 'News' }));
    dataOf(await resend.contacts.create({ email: 'ann@customer.example', segments: [{ id: segment.id }] }));
    const { id } = dataOf(await resend.broadcasts.create({ ...NEWS, segmentId: segment.id }));
    dataOf(await resend.broadcasts.send(id, { scheduledAt: '2099-01-01T08:00:00Z' }));
    expect(dataOf(await resend.broadcasts.get(id))).toMatchObject({
      status: 'queued',
      scheduled_at: '2099-01-01T08:00:00.000Z',
    });
    dataOf(await resend.broadcasts.cancel(id));
    expect(dataOf(await resend.broadcasts.get(id))).toMatchObject({ status: 'draft', scheduled_at: null });
    dataOf(await resend.broadcasts.send(id));
    expect(dataOf(await resend.broadcasts.get(id)).status).not.toBe('draft');
    const sent = dataOf(await resend.broadcasts.create({ ...NEWS, segmentId: segment.id, send: true }));
    expect(dataOf(await resend.broadcasts.get(sent.id)).status).not.toBe('draft');
    const later = dataOf(await resend.broadcasts.create({ ...NEWS, segmentId: segment.id }));
    dataOf(await resend.broadcasts.send(later.id, { scheduledAt: '2099-01-01T08:00:00Z' }));
    expect(dataOf(await resend.broadcasts.remove(later.id))).toMatchObject({ deleted: true });
    expect(await resend.broadcasts.get(later.id)).toMatchObject({ error: { statusCode: 404 } });
  });

  it('names what is wrong with a broadcast, and keeps nothing of one that cannot be sent', async () => {
    const { resend } = await newClient();
    const segment = dataOf(await resend.segments.create({ name: 'News' }));
    const of = { ...NEWS, segmentId: segment.id };
    const errorsOf = async (more: object) =>
      ((await resend.broadcasts.create({ ...of, ...more })).error as unknown as { errors: object }).errors;
    expect(await errorsOf({ from: 'nobody' })).toEqual({ from: [expect.any(String)] });
    expect(await errorsOf({ segmentId: 'x' })).toEqual({ segment_id: ['must be the ID of a segment.'] });
    expect(await errorsOf({ topicId: 'x' })).toEqual({ topic_id: ['must be the ID of a topic.'] });
    expect(await errorsOf({ replyTo: ['a@x.example', 'b@x.example'] })).toEqual({ reply_to: [expect.any(String)] });
    expect(await errorsOf({ scheduledAt: '2099-01-01T08:00:00Z' })).toEqual({ scheduled_at: [expect.any(String)] });
    const unverified = await resend.broadcasts.create({ ...of, from: 'a@unverified.example', send: true });
    expect(unverified.error).toMatchObject({ statusCode: expect.any(Number) });
    expect(dataOf(await resend.broadcasts.list()).data).toEqual([]);
    const results = await resend.broadcasts.recipients('x', { type: 'opened' });
    expect(results.error?.message).toContain('does not list the recipients');
  });
});

describe('templates', () => {
  it('creates, publishes, changes, copies, lists, and deletes a template, and sends it', async () => {
    const { resend } = await newClient();
    const { id } = dataOf(
      await resend.templates
        .create({
          name: 'Receipt',
          subject: 'Order {{{ORDER}}}',
          html: '<p>Hello {{{NAME}}}, order {{{ORDER}}}</p>',
          variables: [
            { key: 'NAME', type: 'string', fallbackValue: 'there' },
            { key: 'ORDER', type: 'number' },
          ],
        })
        .publish(),
    );
    const read = dataOf(await resend.templates.get(id));
    expect(read).toMatchObject({ object: 'template', id, name: 'Receipt', status: 'published', alias: null });
    expect(read.variables?.map(({ key }) => key)).toEqual(['NAME', 'ORDER']);
    const mail = { from: 'Acme <onboarding@resend.dev>', to: 'delivered@resend.dev' };
    const sent = dataOf(await resend.emails.send({ ...mail, template: { id, variables: { ORDER: 17 } } }));
    expect(dataOf(await resend.emails.get(sent.id))).toMatchObject({
      subject: 'Order 17',
      html: '<p>Hello there, order 17</p>',
    });
    dataOf(await resend.templates.update(id, { name: 'Invoice', subject: 'Invoice {{{ORDER}}}' }));
    const copy = dataOf(await resend.templates.duplicate(id));
    expect(dataOf(await resend.templates.list()).data.map(({ name }) => name)).toEqual(['Copy of Invoice', 'Invoice']);
    dataOf(await resend.templates.remove(copy.id));
    expect(await resend.templates.get(copy.id)).toMatchObject({ error: { statusCode: 404 } });
  });

  it('sends templates in a batch, and reports the emails that lack a variable', async () => {
    const { resend } = await newClient();
    const html = '<p>{{{NAME}}}</p>';
    const { id } = dataOf(await resend.templates.create({ name: 'Hello', subject: 'Hello', html }));
    const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev' };
    const batch = [
      { ...mail, template: { id, variables: { NAME: 'Ann' } } },
      { ...mail, template: { id } },
    ];
    const strict = await resend.batch.send(batch);
    expect(strict.error).toMatchObject({ errors: { '1.template.variables.NAME': ['is required by the template.'] } });
    const partly = dataOf(await resend.batch.send(batch, { batchValidation: 'permissive' }));
    expect(partly.data).toHaveLength(1);
    expect(partly.errors).toEqual([{ index: 1, message: expect.stringContaining('NAME') }]);
  });

  it('rejects unknown templates and unsupported fields by name', async () => {
    const { resend } = await newClient();
    const { resend: other } = await newClient();
    const theirs = dataOf(await other.templates.create({ name: 'Theirs', html: '<p>x</p>' }));
    const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hi' };
    for (const id of [theirs.id, 'welcome']) {
      const { error } = await resend.emails.send({ ...mail, template: { id } });
      expect(error).toMatchObject({ errors: { 'template.id': ['must be the ID or the alias of a template.'] } });
    }
    expect([403, 404]).toContain((await resend.templates.get(theirs.id)).error?.statusCode);
    const { error } = await resend.templates.create({ name: 'A', html: '<p>x</p>', alias: 'a', from: 'a@x.example' });
    expect(error).toMatchObject({ errors: { from: [expect.any(String)] } });
    const odd = await resend.templates.create({ name: 'A', html: '<p>x</p>', alias: '1 a' });
    expect(odd.error).toMatchObject({ errors: { alias: [expect.stringContaining('must start with a letter')] } });
  });

  it('finds a template by its alias, which is unique in the account', async () => {
    const { resend } = await newClient();
    const { resend: other } = await newClient();
    const content = { subject: 'Hello {{{NAME}}}', html: '<p>{{{NAME}}}</p>' };
    const { id } = dataOf(await resend.templates.create({ name: 'Hello', alias: 'hello', ...content }));
    expect(dataOf(await resend.templates.get('hello'))).toMatchObject({ id, alias: 'hello' });
    expect(dataOf(await resend.templates.list()).data).toMatchObject([{ id, alias: 'hello' }]);
    const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev' };
    const sent = dataOf(await resend.emails.send({ ...mail, template: { id: 'hello', variables: { NAME: 'Ann' } } }));
    expect(dataOf(await resend.emails.get(sent.id))).toMatchObject({ subject: 'Hello Ann', html: '<p>Ann</p>' });
    const again = await resend.templates.create({ name: 'Other', alias: 'hello', ...content });
    expect(again.error?.message).toContain('already has the alias');
    expect(await other.templates.get('hello')).toMatchObject({ error: { statusCode: 404 } });
    expect(dataOf(await resend.templates.update('hello', { alias: 'hi' }))).toMatchObject({ id });
    expect(await resend.templates.get('hello')).toMatchObject({ error: { statusCode: 404 } });
    dataOf(await resend.templates.remove('hi'));
    expect(await resend.templates.get('hi')).toMatchObject({ error: { statusCode: 404 } });
  });
});

describe('domains', () => {
  it('creates, reads, verifies, lists, and deletes a domain', async () => {
    const { resend } = await newClient();
    const made = dataOf(await resend.domains.create({ name: 'shop.example', region: 'eu-west-1' }));
    const { id } = made;
    expect(made).toMatchObject({ name: 'shop.example', status: 'pending' });
    expect(made.records).toContainEqual(
      expect.objectContaining({
        record: 'DKIM',
        type: 'TXT',
        name: expect.stringContaining('._domainkey.shop.example'),
      }),
    );
    expect(dataOf(await resend.domains.get(id))).toMatchObject({ object: 'domain', id, name: 'shop.example' });
    expect(dataOf(await resend.domains.list()).data.map(({ name }) => name)).toEqual(['shop.example', 'acme.example']);
    expect(dataOf(await resend.domains.update({ id, tls: 'opportunistic' }))).toEqual({ object: 'domain', id });
    expect((await resend.domains.update({ id, tls: 'enforced' })).error).toMatchObject({
      errors: { tls: [expect.any(String)] },
    });
    expect((await resend.domains.update({ id, openTracking: true })).error).toMatchObject({
      errors: { open_tracking: [expect.any(String)] },
    });
    expect(dataOf(await resend.domains.remove(id))).toEqual({ object: 'domain', id, deleted: true });
    const again = await resend.domains.create({ name: 'not a domain' });
    expect(again.error).toMatchObject({ errors: { name: [expect.any(String)] } });
  });
});

describe('webhooks', () => {
  it('creates the webhook, which receives signed events, and changes and deletes it', async () => {
    const { resend } = await newClient();
    const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const made = dataOf(await resend.webhooks.create({ endpoint, events: ['email.delivered'] }));
    dataOf(
      await resend.emails.send({
        from: 'onboarding@resend.dev',
        to: 'delivered@resend.dev',
        subject: 'Hi',
        text: 'Hi',
      }),
    );
    const [event] = await eventually('event', async () => Promise.resolve(received.length > 0 ? received : undefined));
    const { body = '', headers = {} } = event ?? {};
    const seen = resend.webhooks.verify({
      payload: body,
      webhookSecret: made.signing_secret,
      headers: {
        id: headers['svix-id'] ?? headers['webhook-id'] ?? '',
        timestamp: headers['svix-timestamp'] ?? headers['webhook-timestamp'] ?? '',
        signature: headers['svix-signature'] ?? headers['webhook-signature'] ?? '',
      },
    });
    expect(seen).toMatchObject({ type: 'email.delivered' });
    const second = await resend.webhooks.create({ endpoint, events: ['email.sent'] });
    expect(second.error).toMatchObject({ statusCode: 409 });
    dataOf(await resend.webhooks.update(made.id, { events: ['email.sent', 'email.bounced'], status: 'disabled' }));
    expect(dataOf(await resend.webhooks.get(made.id))).toMatchObject({
      object: 'webhook',
      endpoint,
      status: 'disabled',
      events: ['email.sent', 'email.bounced'],
    });
    const rotated = dataOf(await resend.webhooks.rotateSigningSecret(made.id));
    expect(rotated.signing_secret).not.toBe(made.signing_secret);
    const { error } = await resend.webhooks.update(made.id, { events: ['contact.created'] });
    expect(error).toMatchObject({ errors: { 'events.0': [expect.stringContaining('email.sent')] } });
    expect(dataOf(await resend.webhooks.remove(made.id))).toMatchObject({ deleted: true });
    expect(dataOf(await resend.webhooks.list()).data).toEqual([]);
    expect(await resend.webhooks.get(made.id)).toMatchObject({ error: { statusCode: 404 } });
  });
});

describe('events', () => {
  it('are reported for a contact by ID and by address', async () => {
    const { accountId, resend } = await newClient();
    const email = 'ann@customer.example';
    const { id } = dataOf(await resend.contacts.create({ email }));
    const payload = { total: 49, items: ['tea'] };
    expect(dataOf(await resend.events.send({ event: 'order.placed', email, payload }))).toEqual({
      object: 'event',
      event: 'order.placed',
    });
    dataOf(await resend.events.send({ event: 'order.paid', contactId: id }));
    const statement = {
      name: '',
      text: 'select name, properties from contact_event where account_id = $1 order by id',
    };
    expect(await app.installation.db.query(statement, [accountId])).toEqual([
      { name: 'order.placed', properties: payload },
      { name: 'order.paid', properties: {} },
    ]);
    const errorsOf = async (given: object) =>
      (
        (await resend.events.send(given as Parameters<typeof resend.events.send>[0])).error as unknown as {
          errors: object;
        }
      ).errors;
    expect(await errorsOf({ event: '', email })).toEqual({ event: [expect.any(String)] });
    expect(await errorsOf({ event: 'x', contactId: 'ann' })).toEqual({ contact_id: ['must be the ID of a contact.'] });
    expect(await errorsOf({ event: 'x', email: 'nobody@customer.example' })).toEqual({ email: [expect.any(String)] });
    expect((await resend.events.create({ name: 'x' })).error?.message).toContain('names and schemas of events');
  });
});
