import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { countMatching, resolveFilter } from '../../src/features/audience/contact-filters/index.ts';
import { ownedSegments } from '../../src/features/audience/segments/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { plantContacts, plantGroup, plantMembers } from '../support/planted-contacts.ts';

const PATH = '/contact-segments';

let app: TestApp;
let names = 0;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Tenant {
  readonly accountId: number;
  readonly ann: TestPerson;
  readonly tag: number;
  readonly list: number;
}

async function newTenant(): Promise<Tenant> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const tag = await plantGroup(db, accountId, 'tag', 'Gold');
  const list = await plantGroup(db, accountId, 'list', 'News');
  return { accountId, ann: await newPerson(app, accountId), tag, list };
}

async function newSegment({ ann }: Tenant, filter: unknown = { status: 'active' }, name = '') {
  names += 1;
  const answer = await ann.call('POST', PATH, { name: name || `Segment ${names}`, filter });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body;
}

describe('POST /contact-segments', () => {
  it('returns 201 and stores a named filter with its description', async () => {
    const tenant = await newTenant();
    const filter = { status: 'engaged', in_list_ids: [String(tenant.list)], created_after: '2026-01-01' };
    const { body, status } = await tenant.ann.call('POST', PATH, { name: ' Readers ', filter });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Readers',
      filter: { status: 'engaged', in_list_ids: [tenant.list], created_after: '2026-01-01T00:00:00.000Z' },
      description: 'status is engaged, created on or after 2026-01-01T00:00:00.000Z, in list "News"',
      error: null,
      contacts_count: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: body.created_at,
    });
    expect((await tenant.ann.call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
  });

  it('accepts the filter in the query with an empty body', async () => {
    const tenant = await newTenant();
    const query = `name=Readers&filter[status]=active&filter[tag_ids][]=${tenant.tag}`;
    const { body, status } = await tenant.ann.call('POST', `${PATH}?${query}`, {});
    expect([status, body.filter]).toEqual([201, { status: 'active', tag_ids: [tenant.tag] }]);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '  ' }, 'name'],
    ['an invalid name', { name: ['x'] }, 'name'],
    ['a name of 192 characters', { name: 'x'.repeat(192) }, 'name'],
    ['no filter', { filter: undefined }, 'filter'],
    ['an empty filter', { filter: {} }, 'filter'],
    ['a filter without conditions', { filter: { never_opened: false } }, 'filter'],
    ['an invalid filter', { filter: 7 }, 'filter'],
    ['an unknown condition', { filter: { stattus: 'active' } }, 'filter.stattus'],
    ['an invalid date', { filter: { created_after: 'soon' } }, 'filter.created_after'],
    ['another segment', { filter: { segment_id: 1 } }, 'filter.segment_id'],
    ['an unknown list', { filter: { in_list_ids: [99_999_999] } }, 'filter.in_list_ids'],
    ['an unknown campaign', { filter: { opened_campaign_id: 1 } }, 'filter.opened_campaign_id'],
  ])('refuses %s with 422 and the field', async (_what, changes, field) => {
    const tenant = await newTenant();
    const { body, status } = await tenant.ann.call('POST', PATH, { name: 'X', filter: { status: 'new' }, ...changes });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await tenant.ann.call('GET', PATH)).body.total).toBe(0);
  });

  it('refuses lists and tags of another account like unknown ones', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    for (const [field, theirs] of [
      ['in_list_ids', other.list],
      ['not_tag_ids', other.tag],
    ] as const) {
      const answers = [];
      for (const id of [theirs, 99_999_999]) {
        answers.push(await tenant.ann.call('POST', PATH, { name: 'X', filter: { [field]: [id] } }));
      }
      expect(answers[0]).toMatchObject({ status: 422, body: { errors: { [`filter.${field}`]: expect.anything() } } });
      expect(answers[0]?.body).toEqual(answers[1]?.body);
    }
  });

  it('refuses a name used by another segment in any letter case, also for concurrent requests', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const add = async (name: string, { ann } = tenant) => ann.call('POST', PATH, { name, filter: { status: 'new' } });
    const both = await Promise.all([add('Öl'), add('öL')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)?.body.errors).toEqual({ name: [expect.any(String)] });
    expect((await add('Öl', other)).status).toBe(201);
    // The name of a deleted segment is free again.
    const made = both.find(({ status }) => status === 201);
    await tenant.ann.call('DELETE', `${PATH}/${made?.body.id}`);
    expect((await add('ÖL')).status).toBe(201);
  });

  it('refuses more than a thousand', async () => {
    const tenant = await newTenant();
    await app.installation.db.script(`insert into contact_segment (account_id, name, filter)
      select ${tenant.accountId}, 'S' || n, '{"status":"new"}' from generate_series(1, 1000) n`);
    const answer = await tenant.ann.call('POST', PATH, { name: 'One more', filter: { status: 'new' } });
    expect(answer.status).toBe(409);
  });
});

describe('GET /contact-segments', () => {
  it("returns pages of the account's segments, newest first, without contact counts", async () => {
    const tenant = await newTenant();
    await newSegment(await newTenant());
    const made = [await newSegment(tenant), await newSegment(tenant), await newSegment(tenant)];
    const ids = made.map(({ id }) => id).toReversed();
    const { body, status } = await tenant.ann.call('GET', `${PATH}?per_page=2`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, per_page: 2, last_page: 2, current_page: 1 });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect(Object.keys(body.data[0])).toEqual(['id', 'name', 'filter', 'created_at', 'updated_at']);
    expect((await tenant.ann.call('GET', `${PATH}?per_page=2&page=2`)).body.data).toMatchObject([{ id: ids[2] }]);
    expect((await tenant.ann.call('GET', `${PATH}?page=9`)).body.data).toEqual([]);
  });

  it('returns the contact count of a segment on request', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: 4 });
    await plantContacts(app.installation.db, tenant.accountId, { count: 3, flags: 2, prefix: 'gone' });
    const { id } = await newSegment(tenant, { unsubscribed: true });
    expect((await tenant.ann.call('GET', `${PATH}/${id}`)).body.contacts_count).toBeNull();
    expect((await tenant.ann.call('GET', `${PATH}/${id}?count=true`)).body.contacts_count).toBe(3);
    expect((await tenant.ann.call('GET', `${PATH}/${id}?count=maybe`)).status).toBe(422);
  });

  it('returns 403 for those of other accounts and 404 for unknown ones on all methods', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id } = await newSegment(other);
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
      const change = method === 'GET' ? undefined : { name: 'Mine now' };
      expect((await tenant.ann.call(method, `${PATH}/${id}`, change)).status).toBe(403);
      expect((await tenant.ann.call(method, `${PATH}/99999999`, change)).status).toBe(404);
    }
    expect((await other.ann.call('GET', `${PATH}/${id}`)).status).toBe(200);
  });
});

describe('PATCH /contact-segments/{id}', () => {
  it('changes the name or the filter and keeps omitted fields', async () => {
    const tenant = await newTenant();
    const { id, name } = await newSegment(tenant);
    const filtered = await tenant.ann.call('PATCH', `${PATH}/${id}`, { filter: { unsubscribed: 'true' } });
    expect(filtered).toMatchObject({ status: 200, body: { name, filter: { unsubscribed: true } } });
    const named = await tenant.ann.call('PUT', `${PATH}/${id}`, { name: 'Others' });
    expect(named).toMatchObject({ status: 200, body: { name: 'Others', filter: { unsubscribed: true } } });
    expect(named.body.updated_at >= filtered.body.updated_at).toBe(true);
    // A segment may change the letter case of its own name.
    expect((await tenant.ann.call('PATCH', `${PATH}/${id}`, { name: 'OTHERS' })).body.name).toBe('OTHERS');
    await newSegment(tenant, { status: 'new' }, 'Taken');
    expect((await tenant.ann.call('PATCH', `${PATH}/${id}`, { name: 'taken' })).status).toBe(422);
    expect((await tenant.ann.call('PATCH', `${PATH}/${id}`, { filter: {} })).status).toBe(422);
  });
});

describe('segment in a filter', () => {
  const count = async ({ accountId }: Tenant, filter: Parameters<typeof resolveFilter>[2]) => {
    const { db } = app.installation;
    return countMatching(db, accountId, await resolveFilter(db, accountId, filter, FILTER_PARTS), new Date());
  };

  it('is combined with the other conditions and evaluated when used', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    const ids = await plantContacts(db, tenant.accountId, { count: 10 });
    await plantMembers(db, tenant.accountId, { kind: 'list', id: tenant.list, contactIds: ids.slice(0, 6) });
    await plantMembers(db, tenant.accountId, { kind: 'tag', id: tenant.tag, contactIds: ids.slice(4) });
    const { id: segmentId } = await newSegment(tenant, { in_list_ids: [tenant.list] });
    expect(await count(tenant, { segment_id: segmentId })).toBe(6);
    expect(await count(tenant, { segment_id: segmentId, tag_ids: [tenant.tag] })).toBe(2);
    // The same condition in both: each applies.
    const other = await plantGroup(db, tenant.accountId, 'list', 'Other');
    await plantMembers(db, tenant.accountId, { kind: 'list', id: other, contactIds: ids.slice(5, 8) });
    expect(await count(tenant, { segment_id: segmentId, in_list_ids: [other] })).toBe(1);
    await tenant.ann.call('PATCH', `${PATH}/${segmentId}`, { filter: { tag_ids: [tenant.tag] } });
    expect(await count(tenant, { segment_id: segmentId })).toBe(6);
  });

  it('is a condition of the contact listing', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: 2 });
    await plantContacts(app.installation.db, tenant.accountId, { count: 3, flags: 2, prefix: 'gone' });
    const { id } = await newSegment(tenant, { unsubscribed: true });
    const page = await tenant.ann.call('GET', `/contacts?filter[segment_id]=${id}`);
    expect(page).toMatchObject({ status: 200, body: { total: 3 } });
    const counted = await tenant.ann.call(
      'GET',
      `/contacts?filter[segment_id]=${id}&email=gone1@planted.example&count_only=true`,
    );
    expect(counted.body.count).toBe(1);
    const unknown = await tenant.ann.call('GET', '/contacts?filter[segment_id]=99999999');
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['filter.segment_id']]);
  });

  it('is refused with the same error if it is deleted or of another account', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [mine, theirs] = [await newSegment(tenant), await newSegment(other)];
    await tenant.ann.call('DELETE', `${PATH}/${mine.id}`);
    const refusals = [];
    for (const segmentId of [mine.id, theirs.id, 99_999_999]) {
      const bulk = { action: 'apply_tag', target_id: tenant.tag, filter: { segment_id: segmentId } };
      refusals.push(await tenant.ann.call('POST', '/contacts/bulk-actions', bulk));
    }
    for (const { body, status } of refusals) {
      expect([status, body]).toEqual([422, refusals[0]?.body]);
      expect(Object.keys(body.errors)).toEqual(['filter.segment_id']);
    }
  });

  it('that refers to deleted objects shows an error and is refused wherever it is used', async () => {
    const { db } = app.installation;
    const tenant = await newTenant();
    await plantContacts(db, tenant.accountId, { count: 3 });
    const { id } = await newSegment(tenant, { status: 'active', not_in_list_ids: [tenant.list] });
    await db.script(`update contact_list set deleted_at = now() where id = ${tenant.list}`);
    const { body } = await tenant.ann.call('GET', `${PATH}/${id}?count=true`);
    expect(body).toMatchObject({
      error: `It refers to deleted lists or tags: list ${tenant.list}. Change the filter.`,
      contacts_count: null,
    });
    const bulk = { action: 'apply_tag', target_id: tenant.tag, filter: { segment_id: id } };
    const refused = await tenant.ann.call('POST', '/contacts/bulk-actions', bulk);
    expect(refused.status).toBe(422);
    expect(refused.body.errors['filter.segment_id']).toEqual([expect.stringContaining(`list ${tenant.list}`)]);
    const mended = await tenant.ann.call('PATCH', `${PATH}/${id}`, { filter: { status: 'active' } });
    expect(mended.body.error).toBeNull();
    expect((await tenant.ann.call('POST', '/contacts/bulk-actions', bulk)).status).toBe(202);
  });

  it('is available to audiences unless it is deleted or of another account', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [kept, gone, theirs] = [await newSegment(tenant), await newSegment(tenant), await newSegment(other)];
    expect((await tenant.ann.call('DELETE', `${PATH}/${gone.id}`)).body).toEqual({
      message: 'The segment was deleted.',
    });
    expect((await tenant.ann.call('DELETE', `${PATH}/${gone.id}`)).status).toBe(404);
    const owned = await ownedSegments(app.installation.db, tenant.accountId, [kept.id, gone.id, theirs.id, 99_999_999]);
    expect([...owned]).toEqual([kept.id]);
  });
});

it('segments are marked as an addition in each operation of the API document', async () => {
  const { body } = await fetch(`${app.api.baseUrl}/openapi.yaml`).then(async (answer) => ({
    body: await answer.text(),
  }));
  const operations = body.split(/^ {2}\//m).filter((path) => path.startsWith('contact-segments'));
  expect(operations).toHaveLength(2);
  expect(operations.join('').match(/x-postrider-addition: true/g)).toHaveLength(5);
  expect(body).toContain('Saved contact filters. An extension specific to Postrider.');
});
