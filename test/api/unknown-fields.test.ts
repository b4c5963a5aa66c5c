import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, type Caller, type TestPerson } from '../support/callers.ts';
import { plantGroup } from '../support/planted-contacts.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const HEADER = 'x-unknown-fields';

let app: TestApp;
let accountId: number;
let ann: TestPerson;
let caller: Caller;
let list: number;

beforeAll(async () => {
  app = await startApp();
  accountId = (await app.newAccount({ plan: 'unlimited' })).account.id;
  ann = await newPerson(app, accountId);
  caller = ann.session;
  list = await plantGroup(app.installation.db, accountId, 'list', 'News');
});
afterAll(() => app.close());

/** JSON Schema keywords that define fields. */
interface Fields {
  readonly anyOf?: readonly Fields[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The three encodings that clients use for requests, each with a function that sends a request. */
const ENCODINGS: readonly [string, (path: string, fields: Record<string, string>) => Promise<Answer>][] = [
  ['JSON', async (path, fields) => caller.call('POST', path, fields)],
  ['a form', async (path, fields) => caller.call('POST', path, new URLSearchParams(fields).toString(), FORM)],
  ['a query string', async (path, fields) => caller.call('POST', `${path}?${new URLSearchParams(fields).toString()}`)],
];

describe.each(ENCODINGS)('unknown field in %s', (_, post) => {
  it('is ignored and reported in warnings and a header', async () => {
    const { body, headers, status } = await post('/contacts', { email: 'ann@x.example', source: 'shop' });
    expect([status, headers.get(HEADER)]).toEqual([200, 'source']);
    expect(body).toMatchObject({ email: 'ann@x.example' });
    expect(body.warnings).toEqual([
      expect.stringMatching(/^source is not a known field and was ignored\. Known fields: email, first_name, /),
    ]);
  });

  it.each([
    ['/campaigns', 'scheduledAt', 'scheduled_at'],
    ['/campaigns', 'Scheduled-At', 'scheduled_at'],
    ['/campaigns', 'schedule_at', 'scheduled_at'],
    ['/campaigns', 'fromEmail', 'from_email'],
    ['/contacts', 'firstName', 'first_name'],
    ['/contacts', 'FIRST_NAME', 'first_name'],
    ['/contacts', 'e-mail', 'email'],
    ['/contacts', 'list', 'lists'],
    ['/contact-tags', 'colour', 'color'],
    ['/forms', 'redirectURL', 'redirect_url'],
    ['/automations', 'triggerType', 'trigger_type'],
  ])('at %s is refused if its name %s is a misspelled %s', async (path, name, meant) => {
    const { body, status } = await post(path, { [name]: '1' });
    expect([status, body.errors]).toEqual([422, { [name]: [`is not a known field. Use ${meant} instead.`] }]);
  });
});

describe('unknown field', () => {
  it('is ignored next to the field that it resembles, because some clients send both', async () => {
    const given = { email: 'both@x.example', first_name: 'Ann', firstName: 'Ann' };
    const { body, headers, status } = await caller.call('POST', '/contacts', given);
    expect([status, body.first_name, headers.get(HEADER)]).toEqual([200, 'Ann', 'firstName']);
  });

  it('is reported within lists and objects, once for all elements', async () => {
    const contacts = Array.from({ length: 30 }, (_none, n) => ({
      email: `n${n}@x.example`,
      lists: [list],
      notes: 'x',
    }));
    const { body, headers } = await caller.call('POST', '/contacts/batch', { contacts });
    expect(body).toMatchObject({ created: 30, warnings: [expect.stringContaining('contacts[].notes is not a known')] });
    expect(headers.get(HEADER)).toBe('contacts%5B%5D.notes');
    const misspelt = await caller.call('POST', '/contacts/batch', {
      contacts: [{ email: 'a@x.example' }, { email: 'b@x.example', lastName: 'B' }],
    });
    expect([misspelt.status, misspelt.body.errors]).toEqual([
      422,
      { 'contacts.1.lastName': ['is not a known field. Use last_name instead.'] },
    ]);
  });

  it('is reported within fields that are validated separately, and a design has its own rules', async () => {
    const { status, body } = await caller.call('POST', '/campaigns', {
      title: 'T',
      subject: 'S',
      from_name: 'Ann',
      from_email: 'ann@x.example',
      variants: [{ subject: 'B', variant: 1, colour: 'red' }],
      ab_test: { share: 20, rule: 'opens', hours: 4, winner: null },
      design: { content: [], theme: {} },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.warnings.map((warning: string) => warning.split(' ')[0])).toEqual([
      'variants[].variant',
      'variants[].colour',
      'ab_test.winner',
    ]);
  });

  it('is reported for queries, for operations without fields, and for responses that are lists', async () => {
    const listed = await caller.call('GET', '/contacts?sort=email&page=1');
    expect([listed.status, listed.headers.get(HEADER), listed.body.warnings]).toEqual([
      200,
      'sort',
      [expect.stringContaining('sort is not a known field')],
    ]);
    expect((await caller.call('GET', '/contacts?perPage=10')).body.errors).toEqual({
      perPage: ['is not a known field. Use per_page instead.'],
    });
    const me = await caller.call('GET', '/me?verbose=1');
    expect(me.body.warnings).toEqual(['verbose is not a known field and was ignored.']);
    const { id } = (await caller.call('POST', '/contacts', { email: 'tags@x.example' })).body;
    const tags = await caller.call('GET', `/contacts/${id}/tags?verbose=1`);
    expect([tags.body, tags.headers.get(HEADER)]).toEqual([[], 'verbose']);
  });

  it('is named safely, up to twenty of them', async () => {
    const names = Array.from({ length: 30 }, (_none, n) => `ünknown ${n},\r\nX: ${'y'.repeat(1_000)}`);
    const given = Object.fromEntries(names.map((name) => [name, 1]));
    const { body, headers, status } = await caller.call('POST', '/lists', { name: 'Safe', ...given });
    expect([status, body.warnings.length]).toEqual([200, 20]);
    expect(headers.get(HEADER)?.split(', ')).toHaveLength(20);
    expect(headers.get('x')).toBeNull();
  });

  it('is refused by every operation if its name is a known field in other letters', async () => {
    const checked = new Set<string>();
    for (const { method, path, scope, takes = [], upload } of app.api.routes) {
      const schemas = takes.flatMap(({ anyOf, ...schema }: Fields) => anyOf ?? [schema]);
      const name = schemas.flatMap(({ properties = {} }) => Object.keys(properties)).find((field) => field.length > 2);
      if (name === undefined || upload || ![scope].flat().includes('account') || path.startsWith('/dashboard'))
        continue;
      const shouted = name.toUpperCase();
      for (const as of method === 'PATCH' ? ['PATCH', 'PUT'] : [method]) {
        const target = path.replaceAll(/:\w+/g, '1');
        const isQuery = as === 'GET' || as === 'DELETE';
        const answer = await (isQuery
          ? caller.call(as, `${target}?${shouted}=x`)
          : caller.call(as, target, { [shouted]: 'x' }));
        expect([as, path, answer.status, answer.body.errors]).toEqual([
          as,
          path,
          422,
          { [shouted]: [expect.stringContaining('is not a known field. Use ')] },
        ]);
        checked.add(as);
      }
    }
    expect([...checked].toSorted()).toEqual(['GET', 'PATCH', 'POST', 'PUT']);
  });

  it.each(['PATCH', 'PUT'])('is reported by %s, also within lists and objects', async (method) => {
    const draft = { title: 'T', subject: 'S', html: '<p>x</p>', from_name: 'Ann', from_email: 'ann@x.example' };
    const { id } = (await caller.call('POST', '/campaigns', { ...draft, lists: [list] })).body;
    const misspelt = await caller.call(method, `/campaigns/${id}`, { scheduledAt: '2030-01-01T00:00:00Z' });
    expect([misspelt.status, Object.keys(misspelt.body.errors)]).toEqual([422, ['scheduledAt']]);
    const given = {
      subject: 'New',
      colour: 'red',
      variants: [{ subject: 'B', mood: 1 }],
      ab_test: { share: 20, rule: 'opens', hours: 4 },
    };
    const { body, headers, status } = await caller.call(method, `/campaigns/${id}`, given);
    expect([status, headers.get(HEADER)], JSON.stringify(body)).toEqual([200, 'colour, variants%5B%5D.mood']);
    expect(body).toMatchObject({ subject: 'New', warnings: [expect.anything(), expect.anything()] });
    const settings = await caller.call(method, '/campaign-settings', { from_name: 'Ann', from_mail: 'x@x.example' });
    expect([settings.status, Object.keys(settings.body.errors)]).toEqual([422, ['from_mail']]);
  });

  it('is reported by DELETE', async () => {
    const { id } = (await caller.call('POST', '/lists', { name: 'Old' })).body;
    const { headers, status } = await caller.call('DELETE', `/lists/${id}?with_contacts=1`, { force: true });
    expect([status < 300, headers.get(HEADER)]).toEqual([true, 'with_contacts, force']);
  });

  it('is reported by every operation with a response, and known fields by none', async () => {
    const routes = app.api.routes.filter(
      ({ method, path, scope }) =>
        method === 'GET' && [scope].flat().includes('account') && !path.includes(':') && !path.startsWith('/dashboard'),
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const { path } of routes) {
      for (const [query, header] of [
        ['', null],
        ['?zzz_unknown=1', 'zzz_unknown'],
      ] as const) {
        const response = await fetch(`${app.url}${path}${query}`, {
          headers: { authorization: `Bearer ${ann.token}` },
        });
        await response.text();
        const isAccountPath = response.headers.get('x-ratelimit-limit') !== null;
        if (response.status === 200 && isAccountPath)
          expect([path, response.headers.get(HEADER)]).toEqual([path, header]);
      }
    }
  });
});
