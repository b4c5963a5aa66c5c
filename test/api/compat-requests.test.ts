import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMessageFacts } from '../../src/features/transactional/messages/index.ts';
import { startApp, type Answer, type TestApp } from '../support/app.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Body = Record<string, unknown>;

const SEND = '/transactional/compat/emails';
const FROM = 'onboarding@sandbox.localhost';
const TO = 'delivered@sandbox.localhost';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startApp({ POSTRIDER_COMPAT_SANDBOX_DOMAINS: 'resend.dev, Other.Example' });
  tenant = await app.newAccount();
});
afterAll(() => app.close());

/** Sends an email with this request body. Returns the message as the native API shows it. */
async function recordOf(body: Body, path = SEND): Promise<Answer['body']> {
  const { status, body: answer } = await tenant.post(path, body);
  expect({ status, answer }).toMatchObject({ status: 200, answer: { status: 'queued' } });
  return (await tenant.get(`/transactional/emails/${answer.id}`)).body;
}

async function errorsOf(body: unknown): Promise<Record<string, string[]>> {
  const { status, body: answer } = await tenant.post(SEND, body);
  expect({ status, name: answer.name }).toEqual({ status: 422, name: 'validation_error' });
  return answer.errors;
}

describe('bodies of other clients', () => {
  it('Laravel: treats empty lists and nulls as omitted fields', async () => {
    const record = await recordOf({
      bcc: [],
      cc: [],
      from: `Acme <${FROM}>`,
      headers: [],
      html: null,
      reply_to: [],
      subject: 'Laravel',
      tags: [],
      text: 'Hi',
      to: [TO],
      attachments: [],
    });
    expect(record).toMatchObject({ subject: 'Laravel', cc: [], bcc: [], reply_to: null, tag: null, headers: {} });
  });

  it('Symfony, at the root: accepts names without quotes, tags with one key, structural headers, and Reply-To as a header', async () => {
    const record = await recordOf(
      {
        from: `Doe, John <${FROM}>`,
        to: [`Lee, Ann <${TO}>`],
        cc: [],
        bcc: [],
        reply_to: [],
        subject: 'Symfony',
        text: 'Hi',
        html: '<p>Hi</p>',
        attachments: [],
        headers: {
          'Reply-To': 'Desk, Help <help@x.example>',
          'MIME-Version': '1.0',
          'Content-Type': 'multipart/alternative',
          'Message-ID': '<1@x.example>',
          Date: 'Sat, 21 Nov 2026 02:00:00 +0000',
          Sender: 'x@x.example',
          'Return-Path': '<x@x.example>',
          'X-Order': '77',
        },
        tags: [{ 'X-Tag': 'Password_Reset' }, { 'X-Metadata-Color': 'blue' }],
      },
      '/emails',
    );
    expect(record).toMatchObject({
      from: `"Doe, John" <${FROM}>`,
      to: [`"Lee, Ann" <${TO}>`],
      reply_to: '"Desk, Help" <help@x.example>',
      headers: { 'X-Order': '77' },
      tag: 'password_reset',
    });
  });

  it('Payload: treats empty texts as omitted fields', async () => {
    const record = await recordOf({
      attachments: [],
      bcc: '',
      cc: '',
      from: FROM,
      html: '',
      reply_to: '',
      subject: 'Payload',
      text: 'Hi',
      to: TO,
    });
    expect(record).toMatchObject({ subject: 'Payload', to: [TO], cc: [], bcc: [], reply_to: null, html: null });
  });

  it('Swoosh: accepts headers as a list of names and values', async () => {
    const record = await recordOf({
      from: FROM,
      to: [TO],
      subject: 'Swoosh',
      html: '<p>Hi</p>',
      headers: [
        { name: 'X-Order', value: '77' },
        { name: 'In-Reply-To', value: '<1@x.example>' },
      ],
      tags: [{ name: 'category', value: 'receipt' }],
    });
    expect(record).toMatchObject({ headers: { 'X-Order': '77', 'In-Reply-To': '<1@x.example>' }, tag: 'receipt' });
  });

  it('nodemailer-resend: accepts several mailboxes in one element', async () => {
    const record = await recordOf({
      from: FROM,
      to: [`${TO}, C <delivered+c@sandbox.localhost>`],
      cc: '"Lee, Ann" <delivered+d@sandbox.localhost>,delivered+e@sandbox.localhost',
      bcc: [],
      subject: 'nodemailer',
      text: 'Hi',
      attachments: [],
    });
    expect(record.to).toEqual([TO, 'C <delivered+c@sandbox.localhost>']);
    expect(record.cc).toEqual(['"Lee, Ann" <delivered+d@sandbox.localhost>', 'delivered+e@sandbox.localhost']);
  });

  it('Anymail: keeps metadata in headers for webhooks', async () => {
    const record = await recordOf({
      from: FROM,
      to: [TO],
      subject: 'Anymail',
      text: 'Hi',
      headers: { 'X-Tags': '["a", "b"]', 'X-Metadata': '{"user": 1}' },
      tags: [{ name: 'user', value: 1 }],
    });
    expect(record).toMatchObject({ headers: { 'X-Tags': '["a", "b"]', 'X-Metadata': '{"user": 1}' }, tag: '1' });
  });

  it('prefers the key "tag" to "category" and to the first key if tags are an object', async () => {
    const mail = { from: FROM, to: TO, subject: 'Tags', text: 'Hi' };
    expect((await recordOf({ ...mail, tags: { a: 'x', category: 'y', tag: '_Z.'.replace('.', '') } })).tag).toBe('z');
    expect((await recordOf({ ...mail, tags: { a: 'x', category: 'y' } })).tag).toBe('y');
    expect((await recordOf({ ...mail, tags: { a: 'X-1', b: 'y' } })).tag).toBe('x-1');
    expect((await recordOf({ ...mail, tags: [{ name: 'a', value: '' }] })).tag).toBeNull();
  });

  it('accepts headers of email programs here but not in the native API', async () => {
    const headers = { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk', Importance: 'high', Priority: 'urgent' };
    const mail = { from: FROM, to: [TO], subject: 'Headers', text: 'Hi', headers };
    expect((await recordOf(mail)).headers).toEqual(headers);
    const native = await tenant.post('/transactional/emails', mail);
    expect([native.status, Object.keys(native.body.errors)]).toEqual([
      422,
      Object.keys(headers).map((name) => `headers.${name}`),
    ]);
  });

  it('accepts every alias of the sandbox domain in any letter case', async () => {
    const record = await recordOf({
      from: 'Acme <onboarding@RESEND.dev>',
      to: ['delivered+order1@resend.dev', 'Bounced@other.example', 'delivered+order1@sandbox.localhost'],
      subject: 'Aliases',
      text: 'Hi',
    });
    expect(record.from).toBe(`Acme <${FROM}>`);
    expect(record.events.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'delivered+order1@sandbox.localhost',
      'Bounced@sandbox.localhost',
    ]);
    const native = await tenant.post('/transactional/emails', {
      from: 'onboarding@resend.dev',
      to: [TO],
      subject: 'x',
      text: 'x',
    });
    expect(native.body.name).toBe('domain_not_verified');
  });

  it('Python: accepts a body with GET and an ID with PATCH', async () => {
    const record = await recordOf({ from: FROM, to: TO, subject: 'x', text: 'x', topic_id: null });
    const moved = await fetch(`${app.api.baseUrl}${SEND}/${record.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: record.id, scheduled_at: 'tomorrow' }),
    });
    expect(moved.status).toBe(422);
  });
});

describe('validation', () => {
  const mail = { from: FROM, to: TO, subject: 'x', text: 'x' };

  it.each([
    ['attachments', { ...mail, attachments: [{ filename: 'a' }] }, 'attachments'],
    ['a scheduled time', { ...mail, scheduled_at: 'in 1 hour' }, 'scheduled_at'],
    ['a scheduled time in the format of older clients', { ...mail, scheduledAt: '2030-01-01' }, 'scheduledAt'],
    ['a template and a body', { ...mail, template: { id: 'x' } }, 'text'],
    ['a topic', { ...mail, topic_id: 'news' }, 'topic_id'],
    ['an unknown field', { ...mail, whatever: { a: [1] } }, 'whatever'],
    ['no body', { ...mail, text: null, html: '' }, 'html'],
    ['no subject', { ...mail, subject: undefined }, 'subject'],
    ['no recipient', { ...mail, to: [''] }, 'to'],
    ['no sender', { ...mail, from: null }, 'from'],
    ['a sender that is an array', { ...mail, from: [FROM] }, 'from'],
    ['a recipient that is a number', { ...mail, to: [7] }, 'to.0'],
    ['51 recipients in one text', { ...mail, to: Array.from({ length: 51 }, () => TO).join(',') }, 'to'],
    ['a header with a line break', { ...mail, headers: { 'X-A': 'a\r\nBcc: v@x.example' } }, 'headers.X-A'],
    ['a duplicate header', { ...mail, headers: [{ name: 'X-A', value: '1' }, { 'X-A': '2' }] }, 'headers.X-A'],
    ['a header that is an object', { ...mail, headers: { 'X-A': { b: 1 } } }, 'headers.X-A'],
    ['a header without a name', { ...mail, headers: [{ name: 7, value: 'x' }] }, 'headers.0'],
    ['headers that are a text', { ...mail, headers: 'X-A: 1' }, 'headers'],
    ['a header that is not allowed', { ...mail, headers: { 'X-A': '1', Organization: 'x' } }, 'headers.Organization'],
    ['tags that are a text', { ...mail, tags: 'receipt' }, 'tags'],
    ['a tag with a space', { ...mail, tags: [{ name: 'kind', value: 'two words' }] }, 'tags.0'],
    ['a tag with a name of 257 characters', { ...mail, tags: [{ name: 'n'.repeat(257), value: 'x' }] }, 'tags.0'],
    ['a tag without a name', { ...mail, tags: [{ name: '', value: 'x' }] }, 'tags.0'],
    ['76 tags', { ...mail, tags: Array.from({ length: 76 }, () => ({ name: 'a', value: 'b' })) }, 'tags'],
    ['an invalid reply address', { ...mail, reply_to: ['a@x.example', 'b'] }, 'reply_to.1'],
    ['51 reply addresses', { ...mail, reply_to: Array.from({ length: 51 }, () => TO) }, 'reply_to'],
    ['an array instead of an email', [mail], 'body'],
  ])('returns 422 and names the field for %s', async (_, body, field) => {
    expect(Object.keys(await errorsOf(body))).toEqual([field]);
  });

  it('names the tag and the invalid character', async () => {
    const errors = await errorsOf({ ...mail, tags: [{ name: 'kind', value: 'two words' }] });
    expect(errors['tags.0']?.[0]).toBe(
      'has a value of the tag kind "two words" with the character " ". Only ASCII letters, digits, "_", and "-" are allowed.',
    );
  });

  it('reports all errors together', async () => {
    const errors = await errorsOf({ from: FROM, to: TO, attachments: ['z'], tags: 7, reply_to: ['a@x.example', 'b'] });
    expect(Object.keys(errors).toSorted()).toEqual(['attachments', 'reply_to.1', 'subject', 'tags']);
  });

  it.each([
    ['75 tags', { tags: Array.from({ length: 75 }, () => ({ name: 'a', value: 'b' })) }],
    ['a tag of 256 characters', { tags: [{ name: 'n'.repeat(256), value: 'v'.repeat(256) }] }],
    [
      '50 recipients in one text',
      { to: Array.from({ length: 50 }, (_, at) => `delivered+${at}@resend.dev`).join(', ') },
    ],
    ['50 reply addresses', { reply_to: Array.from({ length: 50 }, (_, at) => `a${at}@x.example`) }],
    [
      '20 custom headers and structural ones',
      {
        headers: {
          ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`X-${at}`, 'v'])),
          'Content-Type': 'x',
        },
      },
    ],
  ])('accepts %s', async (_, changes) => {
    expect((await tenant.post(SEND, { ...mail, ...changes })).status).toBe(200);
  });
});

describe('clients that require UUIDs as IDs', () => {
  const agent = { 'user-agent': 'resend-sdk/0.1.6' };
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  async function get(path: string): Promise<Answer['body']> {
    const response = await fetch(`${app.api.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${tenant.key}`, ...agent },
    });
    return response.json();
  }

  it('get UUIDs in all responses and can use them in requests', async () => {
    const mail = { from: FROM, to: TO, subject: 'x', text: 'x' };
    const { body } = await tenant.post('/emails', mail, agent);
    expect(body.id).toMatch(UUID);
    const batch = await tenant.post('/emails/batch', [mail, mail], agent);
    for (const { id } of batch.body.data) expect(id).toMatch(UUID);
    const permissive = await tenant.post('/emails/batch', [mail], { ...agent, 'x-batch-validation': 'permissive' });
    expect(permissive.body.data[0].id).toMatch(UUID);
    expect((await get(`/emails/${body.id}`)).id).toBe(body.id);
    expect((await get(`/emails?after=${permissive.body.data[0].id}&limit=1`)).data[0].id).toBe(batch.body.data[1].id);
    // Clients other than Resend's can also use UUIDs, but responses to them contain IDs in our format.
    expect((await tenant.get(`/emails/${body.id.toUpperCase()}`)).body.id).toBe(`tm_${body.id.replaceAll('-', '')}`);
  });
});

it('get every key in a lookup, including null values', async () => {
  const { body } = await tenant.post(SEND, { from: FROM, to: TO, subject: 'x', text: 'x' });
  const { body: found } = await tenant.get(`${SEND}/${body.id}`);
  expect(found).toEqual({
    object: 'email',
    id: body.id,
    message_id: `<${body.id.slice(3)}@sandbox.localhost>`,
    from: FROM,
    to: [TO],
    cc: [],
    bcc: [],
    reply_to: [],
    subject: 'x',
    html: null,
    text: 'x',
    tags: [],
    created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    last_event: 'queued',
    scheduled_at: null,
    topic_id: null,
  });
});

it('can get a message of the native API with its tag', async () => {
  const native = await tenant.post('/transactional/emails', {
    from: FROM,
    to: [TO],
    subject: 'x',
    html: '<p>Hi</p>',
    tag: 'login_code',
  });
  const { body } = await tenant.get(`/emails/${native.body.id}`);
  expect(body).toMatchObject({ tags: [{ name: 'tag', value: 'login_code' }], text: 'Hi\n' });
});

it('have all tags of a message reported to webhooks', async () => {
  const tags = [
    { name: 'customer', value: 'C-17' },
    { name: 'category', value: 'Receipt' },
  ];
  const { body } = await tenant.post(SEND, { from: FROM, to: TO, subject: 'x', text: 'x', tags });
  const messageId = body.id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const load = createMessageFacts(app.installation.db);
  const facts = await load(tenant.account.id, [{ id: 'an event', messageId }]);
  expect(facts.get('an event')?.message).toMatchObject({ tag: 'receipt', tags });
});

it('cannot get a message of another account', async () => {
  const { body } = await tenant.post(SEND, { from: FROM, to: TO, subject: 'x', text: 'x' });
  const stranger = await app.newAccount();
  expect((await stranger.get(`${SEND}/${body.id}`)).status).toBe(404);
});

it('get a hint for a batch sent to the native route', async () => {
  const { status, body } = await tenant.post('/transactional/emails/batch', [{ from: FROM }]);
  expect({ status, fix: body.fix }).toEqual({
    status: 422,
    fix: expect.stringContaining('ends with `/transactional/compat`'),
  });
});

it('have no alias of the sandbox if the setting is none', async () => {
  const plain = await startApp({ POSTRIDER_COMPAT_SANDBOX_DOMAINS: 'none' });
  try {
    const caller = await plain.newAccount();
    const { body } = await caller.post(SEND, { from: 'onboarding@resend.dev', to: TO, subject: 'x', text: 'x' });
    expect(body.name).toBe('domain_not_verified');
  } finally {
    await plain.close();
  }
});
