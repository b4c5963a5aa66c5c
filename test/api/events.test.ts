import { describe, expect, it } from 'vitest';
import { findEvents } from '../../src/features/audience/contact-events/find.ts';
import { purgeEvents } from '../../src/features/audience/contact-events/index.ts';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);
const NOBODYS = 99_999_999;

async function newTenant(): Promise<{ accountId: number; ann: TestPerson; contact: number; email: string }> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const [contact = 0] = await plantContacts(db, accountId, { count: 1 });
  const [row] = await rowsOf<{ email: string }>(db, 'select email from contact where account_id = $1', [accountId]);
  return { accountId, ann: await newPerson(app, accountId), contact, email: row?.email ?? '' };
}

describe('POST /events', () => {
  it('stores an event of a contact, given by its address or its ID', async () => {
    const { ann, contact, email } = await newTenant();
    const properties = { order_total: '49.00', items: [{ name: 'Tea' }], text: '🍵' };
    const first = await ann.call('POST', '/events', { name: 'order.placed', email: email.toUpperCase(), properties });
    expect(first).toMatchObject({ status: 202, body: { id: expect.any(Number), contact_id: contact } });
    const occurred = '2026-01-02T03:04:05.000Z';
    const second = await ann.call('POST', '/events', { name: 'visit', contact_id: contact, occurred_at: occurred });
    expect(second.body.id).toBeGreaterThan(first.body.id);
    const { body } = await ann.call('GET', '/events');
    expect(body).toMatchObject({
      total: 2,
      data: [
        { id: second.body.id, name: 'visit', email, properties: {}, occurred_at: occurred },
        { id: first.body.id, name: 'order.placed', properties },
      ],
    });
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 129 characters', { name: 'x'.repeat(129) }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['no contact', { email: undefined }, 'email'],
    ['two contacts', { contact_id: 1 }, 'email'],
    ['an invalid address', { email: 'ann' }, 'email'],
    ['an unknown address', { email: 'nobody@example.org' }, 'email'],
    ['an invalid ID', { email: undefined, contact_id: '1x' }, 'contact_id'],
    ['an unknown ID', { email: undefined, contact_id: NOBODYS }, 'contact_id'],
    ['properties that are a list', { properties: [] }, 'properties'],
    ['properties of more than 16 KB', { properties: { a: 'x'.repeat(16_400) } }, 'properties'],
    ['properties of six levels', { properties: { a: { b: { c: { d: { e: {} } } } } } }, 'properties'],
    ['an empty key', { idempotency_key: '' }, 'idempotency_key'],
    ['a key of 257 characters', { idempotency_key: 'x'.repeat(257) }, 'idempotency_key'],
    ['text that is not Unicode', { properties: { a: '\ud800' } }, 'properties.a'],
    ['a time that is not a date', { occurred_at: 'yesterday' }, 'occurred_at'],
    ['a time in the future', { occurred_at: '9999-01-01T00:00:00Z' }, 'occurred_at'],
    ['a contact to create by ID', { email: undefined, contact_id: 1, create_contact: true }, 'create_contact'],
  ])('refuses %s with 422 and the field, and stores nothing', async (_what, changes, field) => {
    const { ann, email } = await newTenant();
    const { body, status } = await ann.call('POST', '/events', { name: 'visit', email, ...changes });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect((await ann.call('GET', '/events')).body.total).toBe(0);
  });

  it('accepts a name of 128 characters', async () => {
    const { ann, email } = await newTenant();
    expect((await ann.call('POST', '/events', { name: '🍵'.repeat(128), email })).status).toBe(202);
  });

  it('refuses contacts of other accounts like unknown ones', async () => {
    const [{ ann }, other] = [await newTenant(), await newTenant()];
    const errors = async (contact: object) =>
      (await ann.call('POST', '/events', { name: 'visit', ...contact })).body.errors;
    expect(await errors({ contact_id: other.contact })).toEqual(await errors({ contact_id: NOBODYS }));
    await other.ann.call('POST', '/contacts', { email: 'bea@example.org' });
    expect(await errors({ email: 'bea@example.org' })).toEqual(await errors({ email: 'nobody@example.org' }));
  });

  it('adds an unknown contact only if asked', async () => {
    const { ann } = await newTenant();
    const event = { name: 'sign_up', email: 'new@example.org', create_contact: true };
    const { body, status } = await ann.call('POST', '/events', event);
    expect(status).toBe(202);
    expect((await ann.call('GET', `/contacts/${body.contact_id}`)).body).toMatchObject({ email: 'new@example.org' });
    expect((await ann.call('POST', '/events', event)).body.contact_id).toBe(body.contact_id);
  });

  it('returns the stored event for a repeated key, and 409 if the event differs', async () => {
    const { ann, email } = await newTenant();
    const event = { name: 'order.placed', email, properties: { a: 1, b: 2 }, idempotency_key: 'order-1' };
    const first = await ann.call('POST', '/events', event);
    const again = await Promise.all(
      [1, 2, 3].map(async () => ann.call('POST', '/events', { ...event, properties: { b: 2, a: 1 } })),
    );
    expect(again.map(({ body }) => body.id)).toEqual([first.body.id, first.body.id, first.body.id]);
    const other = await ann.call('POST', '/events', { ...event, properties: { a: 2 } });
    expect(other).toMatchObject({ status: 409, body: { message: expect.stringContaining('idempotency_key') } });
    expect((await ann.call('GET', '/events')).body.total).toBe(1);
  });

  it('stores valid events that arrive together with invalid ones', async () => {
    const { ann, email } = await newTenant();
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const event = { name: 'visit', email: index % 3 === 1 ? 'nobody@example.org' : email };
        const key = index % 3 === 2 ? { idempotency_key: 'same', properties: { index } } : {};
        return (await ann.call('POST', '/events', { ...event, ...key })).status;
      }),
    );
    const counts = [202, 409, 422].map((status) => statuses.filter((each) => each === status).length);
    expect(counts).toEqual([11, 9, 10]);
    expect((await ann.call('GET', '/events')).body.total).toBe(11);
  });
});

describe('with an API key', () => {
  it('accepts events but does not list them', async () => {
    const client = await app.newAccount({ scopes: ['transactional:send'] });
    const { db } = app.installation;
    await plantContacts(db, client.account.id, { count: 1 });
    const [row] = await rowsOf<{ email: string }>(db, 'select email from contact where account_id = $1', [
      client.account.id,
    ]);
    const event = { name: 'visit', email: row?.email };
    expect(await client.post('/events', event)).toMatchObject({ status: 202 });
    expect((await client.get('/events')).status).toBe(403);
    const limited = await app.newAccount({ domain: 'acme.example' });
    expect((await limited.post('/events', event)).status).toBe(403);
  });

  it('creates a contact only with the scope account', async () => {
    const event = { name: 'visit', email: 'bea@example.org', create_contact: true };
    const sender = await app.newAccount({ scopes: ['transactional:send'] });
    const refused = { status: 403, body: { message: expect.stringContaining('Use a personal access token') } };
    expect(await sender.post('/events', event)).toMatchObject(refused);
    expect(await sender.post('/events/batch', { events: [event] })).toMatchObject(refused);
    const client = await app.newAccount({ scopes: ['transactional:send', 'account'] });
    expect(await client.post('/events', event)).toMatchObject({ status: 202 });
  });
});

describe('POST /events/batch', () => {
  it('stores up to 1,000 events in the order of the request', async () => {
    const { ann, email } = await newTenant();
    const events = Array.from({ length: 1_000 }, (_, index) => ({ name: `visit.${index}`, email }));
    const { body, status } = await ann.call('POST', '/events/batch', { events });
    const ids = body.data.map(({ id }: { id: number }) => id);
    expect({ status, ids }).toEqual({ status: 202, ids: ids.toSorted((a: number, b: number) => a - b) });
    expect((await ann.call('GET', '/events?name=visit.999')).body).toMatchObject({
      total: 1,
      data: [{ id: ids[999] }],
    });
    const more = await ann.call('POST', '/events/batch', { events: [...events, ...events.slice(0, 1)] });
    expect(more).toMatchObject({ status: 422, body: { errors: { events: [expect.any(String)] } } });
  });

  it('names the invalid event and stores none', async () => {
    const { ann, contact, email } = await newTenant();
    const refused = async (events: readonly object[]) => {
      const { body, status } = await ann.call('POST', '/events/batch', { events });
      return { status, fields: Object.keys(body.errors ?? {}) };
    };
    const good = { name: 'visit', email };
    expect(await refused([good, { ...good, name: '' }])).toEqual({ status: 422, fields: ['events.1.name'] });
    expect(await refused([good, { name: 'a', contact_id: NOBODYS }])).toEqual({
      status: 422,
      fields: ['events.1.contact_id'],
    });
    const keyed = { name: 'visit', contact_id: contact, idempotency_key: 'one' };
    expect(await refused([good, keyed, { ...keyed, name: 'other' }])).toMatchObject({ status: 409 });
    expect((await ann.call('GET', '/events')).body.total).toBe(0);
  });

  it('stores an event once whose key is repeated in the batch', async () => {
    const { ann, email } = await newTenant();
    const keyed = { name: 'visit', email, idempotency_key: 'one' };
    const { body } = await ann.call('POST', '/events/batch', { events: [keyed, keyed] });
    expect(body.data[0]).toEqual(body.data[1]);
  });
});

describe('GET /events', () => {
  it('finds events by name and by address, in pages', async () => {
    const { ann, email } = await newTenant();
    const { db } = app.installation;
    const events = [
      { name: 'a', email },
      { name: 'b', email },
      { name: 'a', email: 'bea@example.org', create_contact: true },
    ];
    await ann.call('POST', '/events/batch', { events });
    const total = async (query: string) => (await ann.call('GET', `/events?${query}`)).body.total;
    expect([await total('name=a'), await total(`name=a&email=${email}`), await total('email=c@example.org')]).toEqual([
      2, 1, 0,
    ]);
    const { body } = await ann.call('GET', '/events?name=a&per_page=1&page=2');
    expect(body).toMatchObject({ last_page: 2, data: [{ name: 'a', email }] });
    expect(body.prev_page_url).toContain('name=a');
    expect((await ann.call('GET', '/events?email=ann')).status).toBe(422);
    const other = await newTenant();
    expect((await other.ann.call('GET', '/events')).body.total).toBe(0);
    expect(await rowsOf(db, 'select id from contact_event where account_id = $1', [other.accountId])).toEqual([]);
  });

  it('finds events by a part of their name or by an address', async () => {
    const { ann, email } = await newTenant();
    const other = { email: 'bea@example.org', create_contact: true };
    const names = ['order.placed', 'Order.shipped', 'visit', '100%_done', 'order.placed'];
    const events = [...names.map((name) => ({ name, email })), { name: 'order.placed', ...other }];
    await ann.call('POST', '/events/batch', { events });
    const search = async (query: string, more = '') =>
      (await ann.call('GET', `/events?query=${encodeURIComponent(query)}${more}`)).body;
    const totals = ['ORDER', ' order.shipped ', '%_', 'bea@example.org', 'bea@', 'cara@example.org', 'of', ''];
    expect(await Promise.all(totals.map(async (query) => (await search(query)).total))).toEqual([
      4, 1, 1, 1, 0, 0, 0, 6,
    ]);
    expect((await search('order', '&email=bea@example.org')).total).toBe(1);
    expect((await search('bea@example.org', `&email=${email}`)).total).toBe(0);
    expect((await search('ship', '&name=visit')).total).toBe(0);
    const second = await search('order', '&per_page=1&page=2');
    expect(second).toMatchObject({ last_page: 4, data: [{ name: 'order.placed', email }] });
    expect(second.next_page_url).toContain('query=order');
    for (const query of ['a'.repeat(257), 'a\nb']) expect((await search(query)).errors).toHaveProperty('query');
    const { ann: bob } = await newTenant();
    expect((await bob.call('GET', '/events?query=order')).body.total).toBe(0);
  });

  it('searches the first thousand names', async () => {
    const { ann, email } = await newTenant();
    const named = (number: number) => ({ name: `visit.${1_000 + number}`, email });
    await ann.call('POST', '/events/batch', { events: Array.from({ length: 1_000 }, (_, number) => named(number)) });
    await ann.call('POST', '/events', named(1_000));
    const total = async (query: string) => (await ann.call('GET', `/events?query=${query}`)).body.total;
    expect([await total('visit'), await total('t.1999'), await total('t.2000')]).toEqual([1_000, 1, 0]);
  });

  it('reads few rows if few of many events match', async () => {
    const { accountId, ann, email } = await newTenant();
    const { db } = app.installation;
    const { body } = await ann.call('POST', '/events', { name: 'rare', email });
    const many = `insert into contact_event (account_id, contact_id, name, occurred_at)
      select $1, $2::bigint + n, 'event.' || n % 50, now() from generate_series(1, 20000) n`;
    await rowsOf(db, many, [accountId, body.contact_id]);
    const read = await db.transaction(async (tx) => {
      const page = { name: null, email: null, text: null, page: 1, perPage: 50 };
      for (const query of [{ name: 'rare' }, { email }, { text: 'RARE' }]) {
        // PostgreSQL considers a plan for all values after five executions.
        for (let turn = 0; turn < 7; turn += 1) {
          expect(await findEvents(tx, accountId, { ...page, ...query })).toMatchObject({ total: 1 });
        }
      }
      const text = `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
        from pg_stat_xact_user_tables where relname ~ '^contact_event'`;
      return tx.query<{ readonly rows: number }>({ name: '', text }, []);
    });
    expect(read[0]?.rows).toBeLessThan(2_000);
  });

  it('forgets events after a year', async () => {
    const { accountId, ann, email } = await newTenant();
    const { db } = app.installation;
    await ann.call('POST', '/events/batch', {
      events: [
        { name: 'old', email },
        { name: 'new', email },
      ],
    });
    await rowsOf(
      db,
      `update contact_event set created_at = now() - interval '366 days' where account_id = $1 and name = 'old'`,
      [accountId],
    );
    await purgeEvents(db);
    expect((await ann.call('GET', '/events')).body.data).toMatchObject([{ name: 'new' }]);
  });
});
