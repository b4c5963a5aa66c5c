import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

const SANDBOX = 'onboarding@sandbox.localhost';

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

const app = shared(startApp);

beforeAll(async () => {
  tenant = await app.newAccount();
  app.deliver();
});

async function send(changes: Record<string, unknown> = {}, client = tenant): Promise<string> {
  const { status, body } = await client.post('/transactional/emails', {
    from: `Acme <${SANDBOX}>`,
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
    ...changes,
  });
  expect(status).toBe(202);
  return body.id;
}

async function settled(id: string, status: string) {
  return eventually(`${id} is ${status}`, async () => {
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    return body.status === status ? body : undefined;
  });
}

describe('message record', () => {
  it('contains what was sent', async () => {
    const id = await send({
      cc: ['Bo <bounced@sandbox.localhost>'],
      bcc: ['suppressed@sandbox.localhost'],
      reply_to: 'help@acme.example',
      html: '<p>Hi</p>',
      tag: 'welcome',
      headers: { 'X-A': '1' },
    });
    const { status, body } = await tenant.get(`/transactional/emails/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      from: `Acme <${SANDBOX}>`,
      to: ['delivered@sandbox.localhost'],
      cc: ['Bo <bounced@sandbox.localhost>'],
      bcc: ['suppressed@sandbox.localhost'],
      reply_to: 'help@acme.example',
      subject: 'Hello',
      html: '<p>Hi</p>',
      text: 'Hi',
      tag: 'welcome',
      headers: { 'X-A': '1' },
    });
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at);
    expect(body.events[0]).toEqual({
      event: 'queued',
      occurred_at: body.created_at,
      recipient: 'delivered@sandbox.localhost',
      status: null,
      reason: null,
    });
  });

  it.each([
    ['tm_00000000000070008000000000000000', 'an unknown ID'],
    ['tm_x', 'an invalid ID'],
    [`tm_${'f'.repeat(12)}7${'0'.repeat(3)}8${'0'.repeat(15)}`, 'an ID from the far future'],
    ['%00', 'a NUL'],
  ])('returns 404 not_found for %s (%s)', async (id) => {
    const { status, body } = await tenant.get(`/transactional/emails/${id}`);
    expect([status, body.name]).toEqual([404, 'not_found']);
  });

  it("returns the same 404 for another account's message", async () => {
    const id = await send();
    const other = await app.newAccount();
    const foreign = await other.get(`/transactional/emails/${id}`);
    const missing = await other.get('/transactional/emails/tm_00000000000070008000000000000000');
    const { request_id: _a, ...foreignBody } = foreign.body;
    const { request_id: _b, ...missingBody } = missing.body;
    expect([foreign.status, foreignBody]).toEqual([404, missingBody]);
  });
});

describe('test recipients', () => {
  it.each([
    ['delivered', 'delivered', ['queued', 'sent', 'delivered']],
    ['bounced', 'bounced', ['queued', 'sent', 'bounced']],
    ['complained', 'complained', ['queued', 'sent', 'delivered', 'complained']],
    ['suppressed', 'suppressed', ['queued', 'suppressed']],
    ['bounced+order1', 'bounced', ['queued', 'sent', 'bounced']],
  ])('%s@ become %s', async (local, status, events) => {
    const body = await settled(await send({ to: [`${local}@sandbox.localhost`] }), status);
    expect(body.events.map((event: { event: string }) => event.event)).toEqual(events);
    expect(body.updated_at >= body.created_at).toBe(true);
  });

  it('have status and reason of a bounce, but not of a delivery', async () => {
    const bounced = await settled(await send({ to: ['bounced@sandbox.localhost'] }), 'bounced');
    expect(bounced.events.at(-1)).toMatchObject({ status: '5.1.1', reason: expect.stringContaining('550') });
    const delivered = await settled(await send(), 'delivered');
    expect(delivered.events.at(-1)).toMatchObject({ status: null, reason: null });
  });

  it('make a message bounced only if no recipient has a better status', async () => {
    const id = await send({ to: ['bounced@sandbox.localhost', 'delivered@sandbox.localhost'] });
    const body = await settled(id, 'delivered');
    await eventually('both recipients have an outcome', async () => {
      const { body: now } = await tenant.get(`/transactional/emails/${id}`);
      return now.events.some((event: { event: string }) => event.event === 'bounced') || undefined;
    });
    expect(body.to).toHaveLength(2);
  });

  it('are matched by the status of any recipient and counted by status', async () => {
    const mixed = await app.newAccount();
    const bounced = Array.from({ length: 30 }, (_, index) => `bounced+${index}@sandbox.localhost`);
    const to = ['delivered@sandbox.localhost', 'suppressed@sandbox.localhost'];
    const ids = [await send({ to, cc: bounced }, mixed), await send({ to: bounced.slice(1) }, mixed)];
    const found = async (query: string) => (await mixed.get(`/transactional/emails?${query}`)).body;
    await eventually(
      'no messages are queued',
      async () => (await found('status=queued')).data.length === 0 || undefined,
    );
    const idsIn = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);
    const page = await found('status=bounced');
    expect([idsIn(page), page.has_more]).toEqual([ids.toReversed(), false]);
    expect(idsIn(await found('status=suppressed'))).toEqual([ids[0]]);
    expect(idsIn(await found('status=delivered'))).toEqual([ids[0]]);
    expect(idsIn(await found('status=bounced&to=bounced%2B0@sandbox.localhost'))).toEqual([ids[0]]);
    const none = { queued: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0, suppressed: 0 };
    expect(page.data.map((row: { recipient_counts: unknown }) => row.recipient_counts)).toEqual([
      { ...none, bounced: 29 },
      { ...none, delivered: 1, suppressed: 1, bounced: 30 },
    ]);
    const { body } = await mixed.get(`/transactional/emails/${ids[0]}`);
    expect(body.recipient_counts).toEqual({ ...none, delivered: 1, suppressed: 1, bounced: 30 });
  });
});

describe('listing', () => {
  let lister: typeof tenant;
  let ids: string[];

  beforeAll(async () => {
    lister = await app.newAccount();
    ids = [];
    for (let number = 0; number < 25; number += 1) {
      const to = number % 5 === 0 ? 'bounced@sandbox.localhost' : `delivered+${number}@sandbox.localhost`;
      ids.unshift(await send({ to: [to], subject: `n${number}`, tag: number % 2 ? 'odd' : 'even' }, lister));
    }
    await eventually('no messages are queued', async () => {
      const { body } = await lister.get('/transactional/emails?status=queued');
      return body.data.length === 0 || undefined;
    });
  });

  async function list(query: string) {
    const { status, body } = await lister.get(`/transactional/emails${query}`);
    expect(status).toBe(200);
    return { ids: body.data.map((entry: { id: string }) => entry.id), hasMore: body.has_more, body };
  }

  it('is newest first with 20 per page and without bodies', async () => {
    const page = await list('');
    expect(page.ids).toEqual(ids.slice(0, 20));
    expect(page.hasMore).toBe(true);
    expect(page.body.per_page).toBe(20);
    expect(page.body.data[0]).not.toHaveProperty('html');
    expect(page.body.data[0]).not.toHaveProperty('text');
  });

  it('has older pages with after and newer ones with before', async () => {
    const second = await list(`?per_page=10&after=${ids[9]}`);
    expect(second.ids).toEqual(ids.slice(10, 20));
    const last = await list(`?limit=10&after=${ids[19]}`);
    expect([last.ids, last.hasMore]).toEqual([ids.slice(20), false]);
    const back = await list(`?per_page=10&before=${ids[20]}`);
    expect([back.ids, back.hasMore]).toEqual([ids.slice(10, 20), true]);
    const first = await list(`?per_page=10&before=${ids[10]}`);
    expect([first.ids, first.hasMore]).toEqual([ids.slice(0, 10), false]);
  });

  it('shows each message once to a client that pages back while others are sent', async () => {
    const busy = await app.newAccount();
    const old: string[] = [];
    for (let number = 0; number < 30; number += 1) old.unshift(await send({ subject: `n${number}` }, busy));
    const seen: string[] = [];
    let query = '?per_page=7';
    for (;;) {
      const { body } = await busy.get(`/transactional/emails${query}`);
      seen.push(...body.data.map((entry: { id: string }) => entry.id));
      await Promise.all(Array.from({ length: 5 }, () => send({}, busy)));
      if (!body.has_more) break;
      query = `?per_page=7&after=${seen.at(-1)}`;
    }
    expect(seen).toEqual(old);
  });

  it('filters by status, tag, to and from, also combined', async () => {
    expect((await list('?status=bounced')).ids).toEqual(ids.filter((_, index) => (24 - index) % 5 === 0));
    expect((await list('?tag=odd')).ids).toEqual(ids.filter((_, index) => (24 - index) % 2));
    expect((await list('?to=DELIVERED%2B7@sandbox.localhost')).ids).toEqual([ids[17]]);
    expect((await list(`?from=${SANDBOX}&tag=even&status=delivered`)).ids).toEqual(
      ids.filter((_, index) => (24 - index) % 2 === 0 && (24 - index) % 5 !== 0),
    );
    expect((await list('?from=nobody@x.example')).ids).toEqual([]);
    // In a query, a plus sign that is not encoded means a space.
    expect((await list('?to=delivered+7@sandbox.localhost')).ids).toEqual([ids[17]]);
    expect((await list('?to=Ann%20Lee%20<delivered+7@sandbox.localhost>')).ids).toEqual([ids[17]]);
  });

  it('filters by time', async () => {
    expect((await list('?created_before=2020-01-01')).ids).toEqual([]);
    expect((await list('?created_after=2020-01-01T00:00:00Z')).ids).toHaveLength(20);
  });

  it.each([
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['limit=x', 'limit'],
    ['after=x', 'after'],
    ['status=lost', 'status'],
    ['created_after=yesterday', 'created_after'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await lister.get(`/transactional/emails?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('refuses after with before', async () => {
    const { status } = await lister.get(`/transactional/emails?after=${ids[0]}&before=${ids[1]}`);
    expect(status).toBe(422);
  });

  it('continues with next if combined filters match rarely, and finds each message once', async () => {
    const rare = await app.newAccount();
    const { db } = app.installation;
    // Inserts 12,000 messages with one tag. Every 4,000th message has a different sender and two recipients that
    // bounced.
    await db.script(`
      insert into message (account_id, id, sender, subject, tag, head, content)
      select ${rare.account.id}, (left(uuid_at((now() at time zone 'utc')::date)::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        case when n % 4000 = 0 then 'Rare <rare@acme.example>' else 'post@acme.example' end, 'S', 'common',
        '{"to":[],"cc":[],"bcc":[],"reply_to":[],"headers":{}}', '\\x007b7d'
      from generate_series(1, 12000) n;
      insert into delivery (account_id, message_id, recipient_no, recipient, status)
      select account_id, id, no, 'a' || no || '@x.example', case when sender like 'Rare%' then 3 else 7 end
      from message cross join generate_series(0, 1) no where account_id = ${rare.account.id}`);
    const walk = async (filters: string, cursor: 'after' | 'before', from = '') => {
      const seen: string[] = [];
      let pages = 0;
      for (let next = from; ; pages += 1) {
        const { body } = await rare.get(`/transactional/emails?${filters}${next && `&${cursor}=${next}`}`);
        seen.push(...body.data.map((entry: { id: string }) => entry.id));
        expect(body.has_more).toBe(body.next !== null);
        if (body.next === null) return { seen, pages: pages + 1 };
        next = body.next;
      }
    };
    const all = await walk('from=rare@acme.example', 'after');
    expect([all.seen.length, all.pages]).toEqual([3, 1]);
    const byTag = await walk('tag=common&from=RARE@acme.example&per_page=2', 'after');
    expect([byTag.seen, byTag.pages]).toEqual([all.seen, 3]);
    expect((await walk('status=bounced&per_page=1', 'after')).seen).toEqual(all.seen);
    expect((await walk('status=bounced&tag=never', 'after')).seen).toEqual([]);
    const oldest = (await walk('per_page=100', 'after')).seen.at(-1) ?? '';
    expect((await walk('tag=common&status=bounced&per_page=1', 'before', oldest)).seen).toEqual(all.seen.toReversed());
  });

  it('shows nothing of other accounts', async () => {
    const other = await app.newAccount();
    expect((await other.get('/transactional/emails')).body).toEqual({
      data: [],
      per_page: 20,
      has_more: false,
      next: null,
    });
  });
});
