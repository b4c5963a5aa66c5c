import { describe, expect, it } from 'vitest';
import { startApi } from '../../src/app/api.ts';
import { pauseAccount } from '../../src/features/tenants/accounts/index.ts';
import { purgeExpiredAnswers } from '../../src/features/transactional/messages/index.ts';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

let keys = 0;

const app = shared(startApp);
const second = shared(async () => startApi(app.installation));
const tenant = shared(async () => app.newAccount());

function newKey(): string {
  keys += 1;
  return `key-${keys}`;
}

const MAIL = {
  from: 'onboarding@sandbox.localhost',
  to: ['delivered@sandbox.localhost'],
  subject: 'Hello',
  text: 'Hi',
};

function send(key: string, changes: Record<string, unknown> = {}, caller: Tenant = tenant): Promise<Answer> {
  return caller.post('/transactional/emails', { ...MAIL, ...changes }, { 'idempotency-key': key });
}

async function countOf(table: 'message' | 'delivery' | 'idempotency', caller: Tenant = tenant): Promise<number> {
  const statement = { name: '', text: `select count(*)::integer as n from ${table} where account_id = $1` };
  const [row] = await app.installation.db.query<{ n: number }>(statement, [caller.account.id]);
  return row?.n ?? -1;
}

async function makeOlder(key: string, age: string, caller: Tenant = tenant): Promise<void> {
  await app.installation.db.query(
    { name: '', text: `update idempotency set created_at = now() - $3::interval where account_id = $1 and key = $2` },
    [caller.account.id, key, age],
  );
}

describe('Idempotency-Key', () => {
  it('repeated with the same body returns the original message, marked, and sends nothing again', async () => {
    const key = newKey();
    const first = await send(key);
    const stored = await countOf('message');
    const again = await send(key);
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await countOf('message')).toBe(stored);
  });

  it('repeated with a different body returns 409 invalid_idempotent_request', async () => {
    const key = newKey();
    await send(key);
    const stored = await countOf('message');
    const { status, body } = await send(key, { subject: 'Other' });
    expect({ status, name: body.name }).toEqual({ status: 409, name: 'invalid_idempotent_request' });
    expect(await countOf('message')).toBe(stored);
  });

  it('ignores key order, whitespace, nulls and letter case of the domain when it compares bodies', async () => {
    const key = newKey();
    const first = await send(key, { cc: null, headers: { 'X-A': '1', 'X-B': '2' } });
    const again = await tenant.post(
      '/transactional/emails',
      `{ "text": "Hi", "headers": {"X-B":"2","X-A":"1"}, "to": [ "delivered@SANDBOX.localhost" ], "tag": null,
         "subject": "Hello", "from": "onboarding@sandbox.localhost", "bcc": [] }`,
      { 'idempotency-key': key },
    );
    expect(again.body).toEqual(first.body);
  });

  it.each([
    ['from', { from: 'Ann <onboarding@sandbox.localhost>' }],
    ['to', { to: ['bounced@sandbox.localhost'] }],
    ['cc', { cc: ['bounced@sandbox.localhost'] }],
    ['bcc', { bcc: ['bounced@sandbox.localhost'] }],
    ['reply_to', { reply_to: 'a@x.example' }],
    ['html', { html: '<p>Hi</p>' }],
    ['text', { text: 'Ho' }],
    ['tag', { tag: 'other' }],
    ['headers', { headers: { 'X-A': '1' } }],
  ])('detects a different %s', async (_, changes) => {
    const key = newKey();
    await send(key);
    expect((await send(key, changes)).status).toBe(409);
  });

  it('can have 1 character', async () => expect((await send('k')).status).toBe(202));
  it('can have 256 characters', async () => expect((await send('k'.repeat(256))).status).toBe(202));
  it('counts characters, not bytes', async () => {
    const key = Buffer.from('ü'.repeat(256)).toString('latin1');
    expect((await send(key)).status).toBe(202);
  });
  it('must not have 257 characters', async () => {
    const { status, body } = await send('k'.repeat(257));
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['Idempotency-Key'] });
  });
  it('must not be empty', async () => expect((await send('')).status).toBe(422));

  it('is valid for 24 hours', async () => {
    const key = newKey();
    const first = await send(key);
    await makeOlder(key, '23 hours 59 minutes');
    expect((await send(key)).body).toEqual(first.body);
    await makeOlder(key, '24 hours');
    const later = await send(key, { subject: 'Other' });
    expect(later.status).toBe(202);
    expect(later.body.id).not.toBe(first.body.id);
    expect((await send(key, { subject: 'Other' })).body).toEqual(later.body);
  });

  it('belongs to the account: its other keys share it, other accounts do not', async () => {
    const key = newKey();
    const other = await app.newAccount();
    const first = await send(key);
    const theirs = await send(key, { subject: 'Other' }, other);
    expect(theirs.status).toBe(202);
    expect(theirs.body.id).not.toBe(first.body.id);
  });

  it('of a refused request is not stored', async () => {
    const key = newKey();
    expect((await send(key, { to: ['someone@else.example'] })).status).toBe(403);
    expect((await send(key, { to: [] })).status).toBe(422);
    expect((await send(key)).status).toBe(202);
  });

  it('of a request over the quota is not stored', async () => {
    const free = await app.newAccount({ plan: 'free' });
    await app.installation.db.script(
      `insert into account_usage (account_id, month, used, day, day_used)
       values (${free.account.id}, date_trunc('month', now() at time zone 'utc')::date, 100,
         (now() at time zone 'utc')::date, 100)`,
    );
    const key = newKey();
    const own = { to: [free.account.email] };
    expect((await send(key, own, free)).body.name).toBe('daily_quota_exceeded');
    expect(await countOf('idempotency', free)).toBe(0);
    await app.installation.db.script(`update account_usage set day_used = 99 where account_id = ${free.account.id}`);
    expect((await send(key, own, free)).status).toBe(202);
    // A repeated request succeeds although the quota is used up, because the key is checked before the quota.
    const replayed = await send(key, own, free);
    expect([replayed.status, replayed.headers.get('x-service-daily-quota-remaining')]).toEqual([202, '0']);
  });

  it('gets the stored response although sending was paused since', async () => {
    const paused = await app.newAccount();
    const key = newKey();
    const first = await send(key, {}, paused);
    await pauseAccount(app.installation.db, paused.account.id, 'review');
    await expect
      .poll(async () => (await send(newKey(), {}, paused)).body.name, { timeout: 5_000 })
      .toBe('account_paused');
    expect((await send(key, {}, paused)).body).toEqual(first.body);
    expect((await send(key, { subject: 'Other' }, paused)).body.name).toBe('invalid_idempotent_request');
  });

  it('is deleted after a day', async () => {
    const purged = await app.newAccount();
    await send('old', {}, purged);
    await send('new', {}, purged);
    await makeOlder('old', '25 hours', purged);
    expect(await purgeExpiredAnswers(app.installation.db)).toBeGreaterThanOrEqual(1);
    expect(await countOf('idempotency', purged)).toBe(1);
  });
});

describe('50 concurrent sends with one key', () => {
  it('on two listeners create one message, one delivery and one response', async () => {
    const caller = await app.newAccount();
    const key = newKey();
    const there = { ...caller, ...app.client(caller.key) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? send(key, {}, there)
          : fetch(`${second.baseUrl}/transactional/emails`, {
              method: 'POST',
              headers: {
                authorization: `Bearer ${caller.key}`,
                'content-type': 'application/json',
                'idempotency-key': key,
              },
              body: JSON.stringify(MAIL),
            }).then(async (response) => ({
              status: response.status,
              headers: response.headers,
              body: await response.json(),
            })),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect([await countOf('message', caller), await countOf('delivery', caller)]).toEqual([1, 1]);
  });

  it('with two bodies: one body is accepted, the other gets 409', async () => {
    const caller = await app.newAccount();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(key, { subject: index % 2 === 0 ? 'A' : 'B' }, caller)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(25);
    expect(statuses.filter((status) => status === 409)).toHaveLength(25);
    expect(await countOf('message', caller)).toBe(1);
  });

  it('count once', async () => {
    const caller = await app.newAccount({ plan: 'free' });
    await app.installation.db.script(
      `update api_key set rate_per_second = 1000000, rate_per_minute = 1000000 where account_id = ${caller.account.id}`,
    );
    const key = newKey();
    await Promise.all(Array.from({ length: 50 }, () => send(key, { to: [caller.account.email] }, caller)));
    expect((await caller.get('/transactional/usage')).body.month.used).toBe(1);
  });
});

describe('key whose first request hangs', () => {
  it('gets 409 concurrent_idempotent_requests after five seconds without blocking other accounts', async () => {
    const caller = await app.newAccount();
    const key = newKey();
    const holder = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = app.installation.db.transaction(async (tx) => {
      const text = `insert into idempotency (account_id, key, fingerprint) values ($1, $2, 'x')`;
      await tx.query({ name: '', text }, [caller.account.id, key]);
      held.resolve();
      await holder.promise;
    });
    await held.promise;
    let isAnswered = false;
    const waiting = send(key, {}, caller).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await Promise.all(Array.from({ length: 20 }, () => send(newKey(), {})));
    expect(isAnswered).toBe(false);
    const { status, body } = await waiting;
    expect({ status, name: body.name }).toEqual({ status: 409, name: 'concurrent_idempotent_requests' });
    holder.resolve();
    await holding;
  });
});
