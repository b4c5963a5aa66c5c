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
  it('normalizes the filter and describes it', async () => {
    const tenant = await newTenant();
    const filter = { status: 'engaged', in_list_ids: [String(tenant.list)], created_after: '2026-01-01' };
    const { body } = await tenant.ann.call('POST', PATH, { name: 'Readers', filter });
    expect(body).toMatchObject({
      filter: { status: 'engaged', in_list_ids: [tenant.list], created_after: '2026-01-01T00:00:00.000Z' },
      description: 'status is engaged, created on or after 2026-01-01T00:00:00.000Z, in list "News"',
    });
  });

  it.each([
    ['an unknown condition', { stattus: 'active' }, 'filter.stattus'],
    ['an invalid date', { created_after: 'soon' }, 'filter.created_after'],
    ['another segment', { segment_id: 1 }, 'filter.segment_id'],
    ['an unknown list', { in_list_ids: [99_999_999] }, 'filter.in_list_ids'],
    ['an unknown campaign', { opened_campaign_id: 1 }, 'filter.opened_campaign_id'],
  ])('refuses a filter with %s with 422 and the field', async (_what, filter, field) => {
    const tenant = await newTenant();
    const { body, status } = await tenant.ann.call('POST', PATH, { name: 'X', filter });
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
});

describe('GET /contact-segments', () => {
  it('returns the contact count of a segment on request', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: 4 });
    await plantContacts(app.installation.db, tenant.accountId, { count: 3, flags: 2, prefix: 'gone' });
    const { id } = await newSegment(tenant, { unsubscribed: true });
    expect((await tenant.ann.call('GET', `${PATH}/${id}`)).body.contacts_count).toBeNull();
    expect((await tenant.ann.call('GET', `${PATH}/${id}?count=true`)).body.contacts_count).toBe(3);
    expect((await tenant.ann.call('GET', `${PATH}/${id}?count=maybe`)).status).toBe(422);
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
    // The same condition occurs in both filters, and both conditions apply.
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
      error: `It refers to deleted lists, tags, or fields: list ${tenant.list}. Change the filter of the segment.`,
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
