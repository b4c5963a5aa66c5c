import { describe, expect, it } from 'vitest';
import { startApp, type Answer } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { newResourceTenant, type Tenant } from '../support/resource-facts.ts';
import { resources } from '../support/resources.ts';
import { shared } from '../support/shared.ts';
import { RESOURCE_ROWS, type ResourceRow } from './resource-rows.ts';

const UNKNOWN = 99_999_999;
const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const AS_JSON = { 'content-type': 'application/json' };
const FOREIGN = { message: 'This resource belongs to another account.' };
/**
 * Resources without an entry in `RESOURCE_ROWS`: topics, because other accounts' topics are unknown (topics.test.ts),
 * emails of automations, because they are part of an automation, and templates, because their API has a different format.
 */
const OTHERS = ['topic', 'automation_item', 'template'];

const app = shared(startApp);

const newTenant = async (): Promise<Tenant> => newResourceTenant(app);

/** Sends the smallest valid create request, with the given changes. */
async function post(row: ResourceRow, tenant: Tenant, changes: object = {}): Promise<Answer> {
  if (row.create) return row.create(tenant);
  return tenant.call('POST', row.path, { ...(await row.body(tenant)), ...changes });
}

async function created(row: ResourceRow, tenant: Tenant, changes: object = {}): Promise<Answer['body']> {
  const answer = await post(row, tenant, changes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(row.status ?? 201);
  return answer.body;
}

/** Returns the fields that a create request can contain, according to the declaration of the resource. */
function inputsOf({ resource }: ResourceRow): string[] {
  return Object.entries(resource.fields).flatMap(([key, { as = key, input }]) => (input ? [as] : []));
}

function listed({ unlisted = [] }: ResourceRow, body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unlisted.includes(name)));
}

/** Encodes a body in the format of HTML forms, with brackets. */
function encoded(body: object): string {
  const pairs = (value: unknown, name: string): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => pairs(part, name === '' ? key : `${name}[${key}]`))
      : [[name, String(value)]];
  return new URLSearchParams(pairs(body, '')).toString();
}

it('every declared resource has a row with all of its fields', () => {
  const known = RESOURCE_ROWS.map(({ resource }) => resource);
  const others = resources.filter((one) => !known.includes(one));
  expect(others.map(({ table }) => table)).toEqual(OTHERS);
  const inputs = RESOURCE_ROWS.map((row) => [row.path, [...new Set(inputsOf(row))].toSorted()]);
  const facts = RESOURCE_ROWS.map(({ besides = [], fields, path }) => [
    path,
    [...Object.keys(fields), ...besides].toSorted(),
  ]);
  expect(facts).toEqual(inputs);
});

describe.each(RESOURCE_ROWS)('$path', (row) => {
  const { change, fields, path } = row;
  const at = (id: unknown): string => `${path}/${String(id)}`;
  const methods = [
    ['GET'],
    ...(change ? [['PATCH', change] as const, ['PUT', change] as const] : []),
    ['DELETE'],
  ] as const;

  it('returns a new object with the default of every other field', async () => {
    const tenant = await newTenant();
    const given = await row.body(tenant);
    const { body, status } = row.create ? await row.create(tenant) : await tenant.call('POST', path, given);
    expect([status, body]).toEqual([row.status ?? 201, row.answer(given, tenant)]);
    expect(await tenant.call('GET', at(body.id))).toMatchObject({ status: 200, body });
  });

  it('lists objects in pages, newest first', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await created(row, other);
    const made = [await created(row, tenant), await created(row, tenant), await created(row, tenant)].toReversed();
    const data = made.map((one) => listed(row, one));
    const page = async (query: string) => (await tenant.call('GET', `${path}${query}`)).body;
    expect(await page('')).toMatchObject({
      data,
      total: 3,
      per_page: row.perPage ?? 100,
      current_page: 1,
      last_page: 1,
    });
    const url = `${app.api.baseUrl}${path}?per_page=2`;
    expect(await page('?per_page=2')).toMatchObject({
      data: data.slice(0, 2),
      from: 1,
      to: 2,
      next_page_url: `${url}&page=2`,
    });
    expect(await page('?per_page=2&page=2')).toMatchObject({ data: data.slice(2), prev_page_url: `${url}&page=1` });
    expect(await page('?page=2')).toMatchObject({ data: [], total: 3, next_page_url: null });
    expect((await page('?per_page=1000')).data).toHaveLength(3);
    // Fill a default page only for resources that set a small page size. The usual default would require too many
    // objects.
    const usual = Math.min(row.perPage ?? 0, 20);
    for (let count = made.length; count < usual + 1; count += 1) await created(row, tenant);
    if (usual > 0) expect((await page('')).data).toHaveLength(usual);
    for (const name of ['page', 'per_page']) {
      for (const wrong of ['0', '-1', 'x', '10000000000', ...(name === 'per_page' ? ['1001'] : [])]) {
        expect([wrong, Object.keys((await page(`?${name}=${wrong}`)).errors)]).toEqual([wrong, [name]]);
      }
    }
  });

  if (row.searched)
    it('searches a part of the name literally, in any letter case', async () => {
      const tenant = await newTenant();
      const [field = ''] = [row.searched];
      const texts = ['Big News', 'news 100%', 'Other', 'a_b', 'axb', 'c\\d'];
      for (const text of texts) await created(row, tenant, { [field]: text });
      const found = async (query: string): Promise<string[]> =>
        (await tenant.call('GET', `${path}?query=${encodeURIComponent(query)}`)).body.data.map(
          (one: Readonly<Record<string, string>>) => one[field],
        );
      expect(await found('NEWS')).toEqual(['news 100%', 'Big News']);
      expect([await found('%'), await found('a_b'), await found('\\')]).toEqual([['news 100%'], ['a_b'], ['c\\d']]);
      expect(await found(' ')).toEqual(texts.toReversed());
      const { body } = await tenant.call('GET', `${path}?query=news&per_page=1`);
      expect(body).toMatchObject({ total: 2, next_page_url: expect.stringContaining('query=news&per_page=1&page=2') });
      expect((await tenant.call('GET', `${path}?query=${'a'.repeat(191)}`)).status).toBe(200);
      expect((await tenant.call('GET', `${path}?query=${'a'.repeat(192)}`)).body.errors).toHaveProperty('query');
    });

  if (change)
    it('changes only the given fields with PATCH and PUT', async () => {
      const tenant = await newTenant();
      for (const method of ['PATCH', 'PUT']) {
        const made = await created(row, tenant);
        const { body, status } = await tenant.call(method, at(made.id), change);
        expect([status, body]).toEqual([200, { ...made, ...change, ...row.effects, updated_at: expect.any(String) }]);
        expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at));
        const none = await tenant.call(method, at(made.id), {});
        if (row.isReplaced)
          expect([none.status, Object.keys(none.body.errors)]).toEqual([422, Object.keys(change ?? {})]);
        else expect([none.status, none.body]).toEqual([200, { ...body, updated_at: expect.any(String) }]);
        expect((await tenant.call('GET', at(made.id))).body).toMatchObject({ ...body, updated_at: expect.any(String) });
        await tenant.call('DELETE', at(made.id));
      }
    });

  it('deletes an object, which no operation finds then', async () => {
    const tenant = await newTenant();
    const [{ id }, kept] = [await created(row, tenant), await created(row, tenant)];
    expect(await tenant.call('DELETE', at(id))).toMatchObject({
      status: 200,
      body: { message: `The ${row.noun} was deleted.` },
    });
    for (const [method, body] of methods) {
      expect([method, (await tenant.call(method, at(id), body)).status]).toEqual([method, 404]);
    }
    expect((await tenant.call('GET', path)).body).toMatchObject({ total: 1, data: [{ id: kept.id }] });
  });

  it('returns 403 for an object of another account and 404 for an unknown one', async () => {
    const [tenant, stranger] = [await newTenant(), await newTenant()];
    const made = await created(row, tenant);
    for (const [method, body] of methods) {
      const { body: answer, status } = await stranger.call(method, at(made.id), body);
      expect([method, status, answer]).toEqual([method, 403, FOREIGN]);
      for (const id of [UNKNOWN, '99999999999999999999', '0', '-1', 'abc', '1e3', '007']) {
        expect([method, id, (await stranger.call(method, at(id), body)).status]).toEqual([method, id, 404]);
      }
    }
    // Invalid values are reported before the object is looked up.
    const [wrong] = Object.entries(fields).map(([name, { refuses }]) => ({ [name]: Object.values(refuses)[0] }));
    if (wrong) expect((await stranger.call('PATCH', at(made.id), { ...change, ...wrong })).status).toBe(422);
    expect((await stranger.call('GET', path)).body).toMatchObject({ total: 0, data: [] });
    expect((await tenant.call('GET', at(made.id))).body).toMatchObject(made);
  });

  it('lets a user with the read-only role read but not write', async () => {
    const tenant = await newTenant();
    const { id } = await created(row, tenant);
    const { session: reader } = await newPerson(app, tenant.accountId, 'read_only');
    const calls = [['GET', path], ['POST', path], ...methods.map(([method]) => [method, at(id)])] as const;
    for (const [method = '', where = ''] of calls) {
      const { status } = await reader.call(method, where, method === 'GET' ? undefined : await row.body(tenant));
      expect([method, where, status]).toEqual([method, where, method === 'GET' ? 200 : 403]);
    }
  });

  if (!row.create)
    it('accepts the fields as a form, or in the query with an empty body', async () => {
      const tenant = await newTenant();
      for (const isForm of [true, false]) {
        const given = await row.body(tenant);
        const { body, status } = isForm
          ? await tenant.call('POST', path, encoded(given), AS_FORM)
          : await tenant.call('POST', `${path}?${encoded(given)}`, '', AS_JSON);
        expect([status, body]).toEqual([row.status ?? 201, row.answer(given, tenant)]);
        const changed = isForm
          ? await tenant.call('PATCH', at(body.id), encoded(change ?? {}), AS_FORM)
          : await tenant.call('PATCH', `${at(body.id)}?${encoded(change ?? {})}`, '', AS_JSON);
        expect(changed).toMatchObject({ status: 200, body: { ...change } });
        await tenant.call('DELETE', at(body.id));
      }
    });

  it('requires its needed fields', async () => {
    const tenant = await newTenant();
    const needed = Object.entries(fields).flatMap(([name, { isNeeded }]) => (isNeeded ? [name] : []));
    for (const name of needed) {
      const { body, status } = await post(row, tenant, { [name]: undefined });
      expect([name, status, Object.keys(body.errors)]).toEqual([name, 422, [name]]);
    }
  });

  if (row.usedName)
    it('refuses a used name in any letter case, also for concurrent requests', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      const answers = await Promise.all(['Öl', 'öL', 'ÖL', 'öl'].map(async (name) => post(row, tenant, { name })));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
      for (const { body, status } of answers)
        if (status === 422) expect(body.errors).toEqual({ name: [expect.stringMatching(row.usedName ?? '')] });
      const made = answers.find(({ status }) => status === 201)?.body;
      await created(row, other, { name: 'Öl' });
      const second = await created(row, tenant);
      expect((await tenant.call('PATCH', at(second.id), { name: 'ÖL' })).body.errors).toHaveProperty('name');
      // The letter case of an object's name can be changed, and the name of a deleted object is available again.
      expect((await tenant.call('PATCH', at(made.id), { name: 'ÖL' })).body.name).toBe('ÖL');
      await tenant.call('DELETE', at(made.id));
      await created(row, tenant, { name: 'öl' });
    });

  if (!row.usedName && !row.create)
    it('accepts the name of another object', async () => {
      const tenant = await newTenant();
      const [label = ''] = Object.keys(fields);
      for (const name of ['Same', 'Same']) expect((await created(row, tenant, { [label]: name }))[label]).toBe(name);
    });

  if (row.most)
    it('refuses more objects than an account can have', async () => {
      const tenant = await newTenant();
      const { columns = '', count = 0, status = 0, values = '' } = row.most ?? {};
      const text = `insert into ${columns} select $1, ${values} from generate_series(1, $2::integer) n`;
      await rowsOf(app.installation.db, text, [tenant.accountId, count - 1]);
      await created(row, tenant);
      const { body, status: refusal } = await post(row, tenant);
      expect([refusal, JSON.stringify(body)]).toEqual([
        status,
        expect.stringMatching(`already has ${count} .* the maximum`),
      ]);
    });

  describe.each(Object.entries(fields))('field %s', (name, fact) => {
    const { as = name, isFixed } = fact;
    const reported = (value: unknown): string => JSON.stringify(value).slice(0, 60);

    it('is shown as given, in a new object and after a change', async () => {
      const tenant = await newTenant();
      const { id } = await created(row, tenant);
      for (const [given, shown] of await fact.accepts(tenant)) {
        const made = await created(row, tenant, { [name]: given });
        expect([reported(given), made[as]]).toEqual([reported(given), shown]);
        await tenant.call('DELETE', at(made.id));
        if (isFixed) continue;
        const { body, status } = await tenant.call('PATCH', at(id), { [name]: given });
        expect([reported(given), status, body[as]]).toEqual([reported(given), 200, shown]);
        expect((await tenant.call('GET', at(id))).body).toEqual(body);
      }
      for (const given of fact.keeps ?? []) {
        const made = await created(row, tenant, { [name]: given });
        const usual = row.answer(await row.body(tenant), tenant);
        expect([reported(given), made[as]]).toEqual([reported(given), usual[as]]);
        const before = (await tenant.call('GET', at(id))).body[as];
        const { body, status } = await tenant.call('PATCH', at(id), { [name]: given });
        expect([reported(given), status, body[as]]).toEqual([reported(given), 200, before]);
      }
    });

    it('refuses invalid values with 422 and its name, and nothing changes', async () => {
      const tenant = await newTenant();
      const before = await created(row, tenant);
      const body = await row.body(tenant);
      for (const [what, given] of Object.entries(fact.refuses)) {
        const requests = [
          ['POST', path, { ...body, [name]: given }],
          ['PATCH', at(before.id), { ...(row.isReplaced && body), [name]: given }],
        ] as const;
        for (const [method, where, sent] of requests) {
          const { body: answer, status } = await tenant.call(method, where, sent);
          expect([method, what, status, Object.keys(answer.errors ?? {})]).toEqual([method, what, 422, [name]]);
        }
      }
      expect((await tenant.call('GET', at(before.id))).body).toEqual(before);
      expect((await tenant.call('GET', path)).body.total).toBe(1);
    });

    if (fact.kind)
      it('refuses an object of another account like an unknown one', async () => {
        const [tenant, other] = [await newTenant(), await newTenant()];
        const [theirs = 0] = await other.newOf(fact.kind ?? 'list');
        const before = await created(row, tenant);
        const isMany = Array.isArray((await fact.accepts(tenant))[0]?.[0]);
        for (const [method, where] of [
          ['POST', path],
          ['PATCH', at(before.id)],
        ] as const) {
          const sentences = [];
          for (const id of [theirs, UNKNOWN]) {
            const given = isMany ? [...(await tenant.newOf(fact.kind ?? 'list')), id] : id;
            const sent = { ...(method === 'POST' && (await row.body(tenant))), [name]: given };
            const { body, status } = await tenant.call(method, where, sent);
            expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
            if (isMany) expect(body.errors[name][0]).toMatch(new RegExp(`: ${id}\\.$`));
            sentences.push(body.errors[name][0].replace(String(id), 'ID'));
          }
          expect(sentences[0]).toBe(sentences[1]);
        }
        expect((await tenant.call('GET', at(before.id))).body).toEqual(before);
      });
  });
});
