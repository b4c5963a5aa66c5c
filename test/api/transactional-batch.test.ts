import { describe, expect, it } from 'vitest';
import { pauseAccount } from '../../src/features/tenants/accounts/index.ts';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Item = Record<string, unknown>;

const KB = 1024;

let keys = 0;

const app = shared(startApp);
const tenant = shared(async () => app.newAccount());

function mail(changes: Item = {}): Item {
  return {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
    ...changes,
  };
}

function newKey(): string {
  keys += 1;
  return `batch-${keys}`;
}

function sendBatch(emails: unknown, options: { key?: string; caller?: Tenant } = {}): Promise<Answer> {
  const headers: Record<string, string> = options.key === undefined ? {} : { 'idempotency-key': options.key };
  return (options.caller ?? tenant).post('/transactional/emails/batch', { emails }, headers);
}

async function messagesOf(caller: Tenant): Promise<number> {
  const statement = { name: '', text: 'select count(*)::integer as n from message where account_id = $1' };
  const [row] = await app.installation.db.query<{ n: number }>(statement, [caller.account.id]);
  return row?.n ?? -1;
}

const ACCEPTED = { id: expect.stringMatching(/^tm_[0-9a-f]{32}$/), status: 'queued' };

describe('emails', () => {
  it('can contain 1 item', async () => {
    const { status, body } = await sendBatch([mail()]);
    expect({ status, body }).toEqual({ status: 202, body: { data: [ACCEPTED] } });
  });

  it('can contain 100 items, with one result each in order', async () => {
    const { status, body } = await sendBatch(
      Array.from({ length: 100 }, (_, index) => mail({ subject: `Number ${index}` })),
    );
    expect(status).toBe(202);
    expect(new Set(body.data.map((result: { id: string }) => result.id)).size).toBe(100);
    const last = await tenant.get(`/transactional/emails/${body.data[99].id}`);
    expect(last.body.subject).toBe('Number 99');
    const first = await tenant.get(`/transactional/emails/${body.data[0].id}`);
    expect(first.body.subject).toBe('Number 0');
  });

  it.each([
    ['must not hold 101', Array.from({ length: 101 }, () => mail())],
    ['must not be empty', []],
    ['is required', undefined],
    ['must be an array', { 0: mail() }],
  ])('%s', async (_, emails) => {
    const { status, body } = await sendBatch(emails);
    expect({ status, name: body.name, fields: Object.keys(body.errors) }).toEqual({
      status: 422,
      name: 'validation_error',
      fields: ['emails'],
    });
  });

  it('each have the fields of a single send', async () => {
    const full = mail({
      from: 'Acme <onboarding@sandbox.localhost>',
      cc: ['delivered+cc@sandbox.localhost'],
      bcc: ['delivered+bcc@sandbox.localhost'],
      reply_to: 'ann@x.example',
      html: '<p>Hi</p>',
      tag: 'receipt',
      headers: { 'X-A': '1' },
    });
    const { body } = await sendBatch([full]);
    const record = (await tenant.get(`/transactional/emails/${body.data[0].id}`)).body;
    expect(record).toMatchObject({
      from: 'Acme <onboarding@sandbox.localhost>',
      cc: ['delivered+cc@sandbox.localhost'],
      bcc: ['delivered+bcc@sandbox.localhost'],
      reply_to: 'ann@x.example',
      html: '<p>Hi</p>',
      text: 'Hi',
      tag: 'receipt',
      headers: { 'X-A': '1' },
    });
  });
});

describe('invalid items', () => {
  it('have the error object as their result, and the others are accepted', async () => {
    const { status, body } = await sendBatch([
      mail(),
      mail({ to: [] }),
      mail({ to: ['someone@else.example'] }),
      mail({ from: 'a@not-mine.example' }),
      'no object',
      mail(),
    ]);
    expect(status).toBe(202);
    const names = body.data.map((result: { error?: { name: string } }) => result.error?.name ?? 'accepted');
    expect(names).toEqual([
      'accepted',
      'validation_error',
      'sandbox_recipient_not_allowed',
      'domain_not_verified',
      'validation_error',
      'accepted',
    ]);
    expect(body.data[1]).toEqual({
      id: null,
      status: 'failed',
      error: {
        status: 422,
        name: 'validation_error',
        message: expect.stringContaining('emails.1.to'),
        fix: expect.any(String),
        link: expect.stringMatching(/#validation_error$/),
        request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        errors: { 'emails.1.to': [expect.any(String)] },
      },
    });
    expect(body.data[2].error).toMatchObject({ status: 403, message: expect.stringContaining('someone@else.example') });
  });

  it('with account errors refuse the whole batch', async () => {
    const paused = await app.newAccount();
    await pauseAccount(app.installation.db, paused.account.id, 'review');
    await expect
      .poll(async () => (await sendBatch([mail()], { caller: paused })).body.name, { timeout: 5_000 })
      .toBe('account_paused');
  });

  it('are refused individually if the quota runs out within the batch', async () => {
    const free = await app.newAccount({ plan: 'free' });
    await app.installation.db.script(
      `insert into account_usage (account_id, month, used, day, day_used)
       values (${free.account.id}, date_trunc('month', now() at time zone 'utc')::date, 97,
         (now() at time zone 'utc')::date, 97)`,
    );
    const own = mail({ to: [free.account.email] });
    const { body, headers } = await sendBatch([own, mail(), own, own, own, mail()], { caller: free });
    const names = body.data.map((result: { error?: { name: string } }) => result.error?.name ?? 'accepted');
    expect(names).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'daily_quota_exceeded', 'accepted']);
    expect(headers.get('x-service-daily-quota-remaining')).toBe('0');
    expect(await messagesOf(free)).toBe(5);
  });

  it('on the suppression list are refused individually', async () => {
    const caller = await app.newAccount();
    await app.installation.db.script(
      `insert into suppression (account_id, address, reason)
       values (${caller.account.id}, '${caller.account.email}', 'manual')`,
    );
    const { body } = await sendBatch([mail({ to: [caller.account.email] }), mail()], { caller });
    expect(body.data[0].error).toMatchObject({ status: 403, name: 'recipient_suppressed' });
    expect(body.data[0].error.message).toContain(caller.account.email);
    expect(body.data[1]).toEqual(ACCEPTED);
  });
});

describe('idempotency_key of an item', () => {
  it('repeated with the same content returns the original ID and sends nothing again', async () => {
    const caller = await app.newAccount();
    const key = newKey();
    const first = await sendBatch([mail({ idempotency_key: key }), mail()], { caller });
    const again = await sendBatch([mail({ idempotency_key: key })], { caller });
    expect(again.body.data[0]).toEqual(first.body.data[0]);
    expect(await messagesOf(caller)).toBe(2);
  });

  it('repeated with other content returns 409 in its result', async () => {
    const key = newKey();
    await sendBatch([mail({ idempotency_key: key })]);
    const { status, body } = await sendBatch([mail({ idempotency_key: key, subject: 'Other' }), mail()]);
    expect(status).toBe(202);
    expect(body.data[0].error).toMatchObject({ status: 409, name: 'invalid_idempotent_request' });
    expect(body.data[1]).toEqual(ACCEPTED);
  });

  it('is equivalent to the header of a single send', async () => {
    const key = newKey();
    const single = await tenant.post('/transactional/emails', mail(), { 'idempotency-key': key });
    const { body } = await sendBatch([mail({ idempotency_key: key })]);
    expect(body.data[0]).toEqual(single.body);
  });

  it('twice in one batch is one message with the same content and 409 with other content', async () => {
    const caller = await app.newAccount();
    const [same, other] = [newKey(), newKey()];
    const { body } = await sendBatch(
      [
        mail({ idempotency_key: same }),
        mail({ idempotency_key: same }),
        mail({ idempotency_key: other }),
        mail({ idempotency_key: other, subject: 'Other' }),
      ],
      { caller },
    );
    expect(body.data[1]).toEqual(body.data[0]);
    expect(body.data[3].error.name).toBe('invalid_idempotent_request');
    expect(await messagesOf(caller)).toBe(2);
  });

  it('has 1 to 256 characters', async () => {
    const { body } = await sendBatch([mail({ idempotency_key: 'k'.repeat(256) }), mail({ idempotency_key: '' })]);
    expect(body.data[0]).toEqual(ACCEPTED);
    expect(body.data[1].error.errors).toEqual({ 'emails.1.idempotency_key': [expect.any(String)] });
    const long = await sendBatch([mail({ idempotency_key: 'k'.repeat(257) })]);
    expect(long.body.data[0].error.name).toBe('validation_error');
  });

  it('can be null', async () => {
    expect((await sendBatch([mail({ idempotency_key: null })])).body.data[0]).toEqual(ACCEPTED);
  });
});

describe('Idempotency-Key of a batch', () => {
  it('repeated with the same body returns the original response, including errors, and sends nothing again', async () => {
    const caller = await app.newAccount();
    const key = newKey();
    const emails = [mail(), mail({ to: [] }), mail()];
    const first = await sendBatch(emails, { key, caller });
    const again = await sendBatch(emails, { key, caller });
    expect(again.status).toBe(202);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await messagesOf(caller)).toBe(2);
  });

  it('repeated with a different body returns 409', async () => {
    const key = newKey();
    await sendBatch([mail()], { key });
    expect((await sendBatch([mail(), mail()], { key })).body.name).toBe('invalid_idempotent_request');
    expect((await sendBatch([mail({ to: 5 })], { key })).body.name).toBe('invalid_idempotent_request');
  });

  it('is separate from that of a single send with the same content', async () => {
    const key = newKey();
    await sendBatch([mail()], { key });
    const single = await tenant.post('/transactional/emails', mail(), { 'idempotency-key': key });
    expect(single.body.name).toBe('invalid_idempotent_request');
  });

  it('can be combined with those of its items', async () => {
    const caller = await app.newAccount();
    const [whole, item] = [newKey(), newKey()];
    const first = await sendBatch([mail({ idempotency_key: item }), mail()], { key: whole, caller });
    const other = await sendBatch([mail({ idempotency_key: item })], { key: newKey(), caller });
    expect(other.body.data[0]).toEqual(first.body.data[0]);
    expect(await messagesOf(caller)).toBe(2);
  });

  it('in 20 concurrent requests creates one batch', async () => {
    const caller = await app.newAccount();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendBatch([mail(), mail()], { key, caller })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await messagesOf(caller)).toBe(2);
  });

  it('with only refused items gets the same response again', async () => {
    const key = newKey();
    const first = await sendBatch([mail({ to: [] })], { key });
    const again = await sendBatch([mail({ to: [] })], { key });
    expect(again.body).toEqual(first.body);
  });
});

describe('batch of the maximum size', () => {
  it('with 100 items of 500 KB html and 100 KB text is accepted', async () => {
    const emails = Array.from({ length: 100 }, () => mail({ html: 'x'.repeat(500 * KB), text: 'y'.repeat(100 * KB) }));
    const { status, body } = await sendBatch(emails);
    expect(status).toBe(202);
    expect(body.data).toHaveLength(100);
    expect(body.data.every((result: { status: string }) => result.status === 'queued')).toBe(true);
  });
});
