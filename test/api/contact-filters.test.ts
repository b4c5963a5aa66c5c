import { beforeAll, describe, expect, it } from 'vitest';
import { filterToJson, parseFilter, type ContactFilter } from '../../src/features/audience/contact-filters/index.ts';
import { decodeForm } from '../../src/http/form.ts';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const DAY_MS = 86_400_000;
const T = '2026-03-01T12:00:00.000Z';
const BEFORE = '2026-03-01T11:59:59.999Z';

/** Properties in which the contacts differ, apart from their names. */
interface Row {
  readonly flags?: number;
  readonly created?: string;
  readonly firstSent?: string;
  readonly sent?: string;
  readonly opened?: string;
  readonly clicked?: string;
  readonly names?: readonly [string, string];
}

const daysAgo = (days: number, plusMs = 0): string => new Date(Date.now() - days * DAY_MS + plusMs).toISOString();
const MINUTE_MS = 60_000;

/**
 * The contacts, keyed by the local part of their address. Contacts without a creation time are listed from newest to
 * oldest.
 */
const CONTACTS: Readonly<Record<string, Row>> = {
  at: { sent: T, opened: T, clicked: T, created: T, firstSent: T },
  just: { sent: BEFORE, opened: BEFORE, clicked: BEFORE, created: BEFORE, firstSent: BEFORE },
  fresh: { firstSent: daysAgo(60, MINUTE_MS), sent: daysAgo(1) },
  tired: { firstSent: daysAgo(60, -MINUTE_MS), sent: daysAgo(1) },
  keen: { firstSent: daysAgo(200), sent: daysAgo(1), opened: daysAgo(90, MINUTE_MS) },
  cold: { firstSent: daysAgo(200), sent: daysAgo(1), opened: daysAgo(90, -MINUTE_MS) },
  waiting: { flags: 1 },
  gone: { flags: 2, opened: daysAgo(1), firstSent: daysAgo(200), sent: daysAgo(1) },
  back: { flags: 4 },
  wrong: { flags: 8 },
  both: { flags: 6 },
  under_score: { names: ['Ödön', 'O’Brien'] },
  'under-score': { names: ['100%', String.raw`back\slash`] },
};
const NAMES = Object.keys(CONTACTS);

let accountId: number;
let caller: TestPerson;
let lists: readonly number[];
let tags: readonly number[];

const app = shared(startApp);

beforeAll(async () => {
  accountId = (await app.newAccount()).account.id;
  caller = await newPerson(app, accountId);
  const idOf = await addContacts(accountId, CONTACTS);
  lists = await addGroups(accountId, 'list', 3);
  tags = await addGroups(accountId, 'tag', 2);
  const [first = 0, second = 0] = lists;
  const [tag = 0] = tags;
  await join('list', accountId, first, [idOf('at'), idOf('just')]);
  await join('list', accountId, second, [idOf('just'), idOf('gone')]);
  await join('tag', accountId, tag, [idOf('at'), idOf('gone')]);
});

async function run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

async function addContacts(
  account: number,
  contacts: Readonly<Record<string, Row>>,
): Promise<(name: string) => number> {
  const ids = new Map<string, number>();
  for (const [name, row] of Object.entries(contacts).toReversed()) {
    const [made] = await run<{ id: number }>(
      `with made as (
         insert into contact (account_id, email, first_name, last_name) values ($1, $2 || '@filters.example', $3, $4)
         returning id
       )
       insert into contact_stat (account_id, contact_id, flags, created_at, first_sent_at, last_sent_at, last_opened_at,
         last_clicked_at)
       select $1, id, $5, coalesce($6::timestamptz, now()), $7, $8, $9, $10 from made returning contact_id as id`,
      [
        account,
        name,
        ...(row.names ?? ['', '']),
        row.flags ?? 0,
        row.created ?? null,
        ...[row.firstSent, row.sent, row.opened, row.clicked].map((time) => time ?? null),
      ],
    );
    ids.set(name, made?.id ?? 0);
  }
  await run('insert into audience (account_id, contacts) values ($1, $2)', [account, ids.size]);
  return (name) => ids.get(name) ?? 0;
}

async function addGroups(account: number, kind: 'list' | 'tag', count: number): Promise<number[]> {
  const color = kind === 'tag' ? [', color', `, '#FF644D'`] : ['', ''];
  const made = await run<{ id: number }>(
    `insert into contact_${kind} (account_id, name${color[0]}) select $1, 'Group ' || n${color[1]}
     from generate_series(1, $2::integer) n returning id`,
    [account, count],
  );
  return made.map(({ id }) => id);
}

async function join(kind: 'list' | 'tag', account: number, group: number, contacts: readonly number[]): Promise<void> {
  await run(
    `with added as (
       insert into ${kind}_member (account_id, ${kind}_id, contact_id) select $1, $2, unnest($3::bigint[]) returning 1
     )
     update contact_${kind} set contacts_count = (select count(*) from added) where account_id = $1 and id = $2`,
    [account, group, contacts],
  );
}

/**
 * Encodes a filter as query parameters with brackets. `style` selects how lists and booleans are written, because
 * clients in different programming languages write them differently.
 */
function bracketsOf(filter: Readonly<Record<string, unknown>>, style: 'empty' | 'indexed' | 'alone'): string {
  const pairs = Object.entries(filter).flatMap(([name, value]): [string, string][] => {
    if (!Array.isArray(value)) return [[`filter[${name}]`, style === 'indexed' ? flagText(value) : String(value)]];
    if (style === 'alone' && value.length === 1) return [[`filter[${name}]`, String(value[0])]];
    return value.map((item, index) => [`filter[${name}][${style === 'indexed' ? index : ''}]`, String(item)]);
  });
  return new URLSearchParams(pairs).toString();
}

/** Returns a value as PHP encodes it, with booleans as numbers. */
function flagText(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

async function found(query: string, person = caller): Promise<string[]> {
  const { body, status } = await person.call('GET', `/contacts?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const names = body.data.map(({ email }: { email: string }) => email.split('@')[0]);
  expect(body.total).toBe(names.length);
  return names;
}

const except = (...left: string[]): string[] => NAMES.filter((name) => !left.includes(name));
const OF_TIMES = ['at', 'just'];

describe('filters of the listing', () => {
  it.each<[string, () => Record<string, unknown>, readonly string[]]>([
    [
      'status active: contacts that can be emailed',
      () => ({ status: 'active' }),
      ['at', 'just', 'fresh', 'tired', 'keen', 'cold', 'under_score', 'under-score'],
    ],
    ['status engaged: opened within 90 days', () => ({ status: 'engaged' }), ['keen']],
    [
      'status new: never opened, and first sent to within 60 days or never',
      () => ({ status: 'new' }),
      ['fresh', 'under_score', 'under-score'],
    ],
    ['status inactive: the other active contacts', () => ({ status: 'inactive' }), ['at', 'just', 'tired', 'cold']],
    ['status unconfirmed', () => ({ status: 'unconfirmed' }), ['waiting']],
    ['status unsubscribed', () => ({ status: 'unsubscribed' }), ['gone', 'both']],
    ['status bounced', () => ({ status: 'bounced' }), ['back', 'both']],
    ['status invalid', () => ({ status: 'invalid' }), ['wrong']],
    ['last opened after, inclusive', () => ({ last_opened_after: T }), ['at', 'keen', 'cold', 'gone']],
    ['last opened before, exclusive, without contacts that never opened', () => ({ last_opened_before: T }), ['just']],
    ['last clicked after, inclusive', () => ({ last_clicked_after: T }), ['at']],
    ['last clicked before, exclusive', () => ({ last_clicked_before: T }), ['just']],
    ['last sent after, inclusive', () => ({ last_sent_after: T }), ['at', 'fresh', 'tired', 'keen', 'cold', 'gone']],
    ['last sent before, exclusive', () => ({ last_sent_before: T }), ['just']],
    ['created after, inclusive', () => ({ created_after: T }), except('just')],
    ['created before, exclusive', () => ({ created_before: T }), ['just']],
    ['never opened', () => ({ never_opened: true }), except('at', 'just', 'keen', 'cold', 'gone')],
    ['never clicked', () => ({ never_clicked: true }), except(...OF_TIMES)],
    ['never sent', () => ({ never_sent: true }), except(...OF_TIMES, 'fresh', 'tired', 'keen', 'cold', 'gone')],
    ['never opened is false', () => ({ never_opened: false, created_before: T }), ['just']],
    ['in any of these lists', () => ({ in_list_ids: lists.slice(0, 2) }), ['at', 'just', 'gone']],
    ['in one list', () => ({ in_list_ids: [lists[1]] }), ['just', 'gone']],
    ['in an empty list', () => ({ in_list_ids: [lists[2]] }), []],
    ['in none of these lists', () => ({ not_in_list_ids: lists.slice(0, 2) }), except('at', 'just', 'gone')],
    ['not in one list', () => ({ not_in_list_ids: [lists[0]] }), except('at', 'just')],
    ['with a tag', () => ({ tag_ids: [tags[0]] }), ['at', 'gone']],
    ['with any of these tags', () => ({ tag_ids: tags }), ['at', 'gone']],
    ['without these tags', () => ({ not_tag_ids: tags }), except('at', 'gone')],
    ['unsubscribed (addition)', () => ({ unsubscribed: true }), ['gone', 'both']],
    ['email (addition)', () => ({ email: 'KEEN@filters.example' }), ['keen']],
    ['all conditions at once', () => ({ in_list_ids: [lists[0]], tag_ids: [tags[0]], last_sent_after: T }), ['at']],
    ['contradicting conditions', () => ({ status: 'active', unsubscribed: true, never_sent: true }), []],
    ['a list that excludes itself', () => ({ in_list_ids: [lists[0]], not_in_list_ids: [lists[0]] }), []],
  ])('matches %s', async (_name, filterOf, expected) => {
    const filter = filterOf();
    const person = await newPerson(app, accountId);
    for (const style of ['empty', 'indexed', 'alone'] as const) {
      const names = await found(bracketsOf(filter, style), person);
      expect(names.toSorted()).toEqual([...expected].toSorted());
      // The same filter as JSON gives the same result.
      const fromQuery = decodeForm(bracketsOf(filter, style))['filter'];
      expect(parsed(fromQuery)).toEqual(parsed(filter));
    }
    const { body } = await person.call('GET', `/contacts?count_only=1&${bracketsOf(filter, 'empty')}`);
    expect(body).toEqual({ count: expected.length, filter: expect.any(String) });
  });

  it('accepts any ISO 8601 date, including a plus decoded as a space', async () => {
    for (const date of ['2026-03-01', '20260301', '2026-03-01T12', '2026-03-01 12:00']) {
      expect(await found(`filter[created_before]=${date}&filter[created_after]=2026-02-28`)).toEqual(
        date.includes('12') ? ['just'] : [],
      );
    }
    for (const date of ['2026-03-01T13:30:00+01:30', '20260301T133000%2B0130', '2026-03-01T07:00:00-05']) {
      expect(await found(`filter[created_before]=${date}`)).toEqual(['just']);
      expect(await found(`filter[created_after]=${date}&filter[never_clicked]=0&email=at@filters.example`)).toEqual([
        'at',
      ]);
    }
  });

  it.each([
    ['created_after', 'yesterday'],
    ['created_before', '2026-02-30'],
    ['last_opened_after', '1767225600'],
    ['last_sent_before', '2026-13-01'],
    ['last_clicked_after', '2026-01-01T25:00:00Z'],
    ['last_opened_before][x', '2026-01-01'],
    ['status', 'sleeping'],
    ['never_opened', 'perhaps'],
    ['in_list_ids][', 'abc'],
    ['in_list_ids', '0'],
    ['tag_ids][', '-1'],
    ['tag_ids][', '1.5'],
    ['not_tag_ids][', '99999999999999999999'],
    ['email', 'no address'],
    ['segment_id', 'first'],
  ])('refuses filter[%s]=%s with 422 and the field', async (name, value) => {
    const person = await newPerson(app, accountId);
    const { body, status } = await person.call('GET', `/contacts?filter[${name}]=${value}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [`filter.${name.split(']')[0]}`]]);
    expect(body.errors[`filter.${name.split(']')[0]}`][0]).toMatch(/^must be /);
  });

  it('refuses unknown conditions with suggestions', async () => {
    const { body, status } = await caller.call(
      'GET',
      '/contacts?filter[last_open_after]=2026-01-01&filter[colour]=red',
    );
    expect([status, body.errors]).toEqual([
      422,
      {
        'filter.last_open_after': ['is not a known condition. Did you mean last_opened_after?'],
        'filter.colour': [
          expect.stringMatching(/^is not a known condition\. Known conditions are query, email, .*segment_id\.$/),
        ],
      },
    ]);
    const whole = await caller.call('GET', '/contacts?filter=active');
    expect([whole.status, Object.keys(whole.body.errors)]).toEqual([422, ['filter']]);
  });

  it.each(['opened_campaign_id', 'not_opened_campaign_id', 'clicked_campaign_id'])(
    'refuses %s, which only bulk actions and segments accept',
    async (name) => {
      const { body, status } = await caller.call('GET', `/contacts?filter[${name}]=1`);
      expect([status, body.errors[`filter.${name}`][0]]).toEqual([422, expect.stringContaining('bulk actions')]);
    },
  );

  it('ignores empty parameters', async () => {
    expect(
      await found('filter[status]=&filter[created_after]=&query=&email=&unsubscribed=&filter[in_list_ids]='),
    ).toHaveLength(NAMES.length);
  });
});

describe('lists, tags and segments of a filter', () => {
  it.each(['in_list_ids', 'not_in_list_ids', 'tag_ids', 'not_tag_ids'])(
    '%s of another account get the same error as unknown ones',
    async (name) => {
      const other = (await app.newAccount()).account.id;
      const [foreign] = await addGroups(other, name.includes('list') ? 'list' : 'tag', 1);
      const own = name.includes('list') ? lists[0] : tags[0];
      const [ofOther, ofNobody] = await Promise.all(
        [foreign, 999_999_999].map((id) =>
          caller.call('GET', `/contacts?filter[${name}][]=${own}&filter[${name}][]=${id}&count_only=1`),
        ),
      );
      expect(ofOther?.status).toBe(422);
      expect(Object.keys(ofOther?.body.errors)).toEqual([`filter.${name}`]);
      expect(ofOther?.body).toEqual(ofNobody?.body);
    },
  );

  it('get an error if they are deleted', async () => {
    const [list = 0] = await addGroups(accountId, 'list', 1);
    await run('update contact_list set deleted_at = now() where account_id = $1 and id = $2', [accountId, list]);
    const { body, status } = await caller.call('GET', `/contacts?filter[in_list_ids]=${list}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['filter.in_list_ids']]);
  });

  it('get an error for an unknown segment', async () => {
    const { body, status } = await caller.call('GET', '/contacts?filter[segment_id]=7');
    expect([status, body.errors]).toEqual([422, { 'filter.segment_id': ['must be the ID of one of your segments.'] }]);
  });
});

describe('description of a filter', () => {
  it('names lists and tags and joins the conditions', async () => {
    const person = await newPerson(app, accountId);
    const say = async (query: string) => (await person.call('GET', `/contacts?count_only=true&${query}`)).body.filter;
    expect(await say('')).toBe('all contacts');
    expect(await say('filter[status]=engaged&filter[created_after]=2026-01-01')).toBe(
      'status is engaged, created on or after 2026-01-01T00:00:00.000Z',
    );
    expect(await say(bracketsOf({ in_list_ids: lists.slice(0, 2), not_tag_ids: [tags[0]] }, 'empty'))).toBe(
      'in list "Group 1" or "Group 2", without tag "Group 1"',
    );
    expect(await say('query=ann&unsubscribed=false&filter[never_sent]=1')).toBe(
      'address or name contains "ann", not unsubscribed, never emailed',
    );
  });
});

function parsed(filter: unknown): ContactFilter {
  const faults: string[] = [];
  const result = parseFilter(filter, (field, sentence) => faults.push(`${field} ${sentence}`), { hasCampaigns: true });
  expect(faults).toEqual([]);
  return result;
}

describe('filter in JSON', () => {
  const faultsOf = (filter: unknown): string[] => {
    const faults: string[] = [];
    parseFilter(filter, (field, sentence) => faults.push(`${field} ${sentence}`), { hasCampaigns: true });
    return faults;
  };

  it('is equal after it is written and read', () => {
    const filter = {
      query: 'ann',
      email: 'ann@example.com',
      unsubscribed: false,
      status: 'new',
      last_sent_before: '2026-01-31T00:00:00.000Z',
      never_opened: true,
      in_list_ids: [1, 2],
      not_tag_ids: [3],
      segment_id: 4,
      opened_campaign_id: 5,
    };
    expect(filterToJson(parsed(filter))).toEqual(filter);
    expect(parsed(JSON.parse(JSON.stringify(filterToJson(parsed(filter)))))).toEqual(parsed(filter));
  });

  it('accepts texts as numbers, single values as lists, and duplicate IDs', () => {
    expect(parsed({ in_list_ids: '7', tag_ids: [1, '1', '2'], not_tag_ids: 3, opened_campaign_id: '9' })).toEqual({
      in_list_ids: [7],
      tag_ids: [1, 2],
      not_tag_ids: [3],
      opened_campaign_id: 9,
    });
    expect(parsed({ unsubscribed: 1, never_sent: '1', never_opened: 'true', never_clicked: 0 })).toEqual({
      unsubscribed: true,
      never_sent: true,
      never_opened: true,
    });
  });

  it.each([undefined, null, {}, [], '', { status: null, in_list_ids: null, not_in_list_ids: [], never_opened: false }])(
    'is empty: %j',
    (given) => expect(parsed(given)).toEqual({}),
  );

  it.each([
    ['a text', 'active', /^filter must be an object/],
    ['a number', 1, /^filter must be an object/],
    ['an array', [{ status: 'new' }], /^filter must be an object/],
    ['an empty list of lists', { in_list_ids: [] }, /^filter.in_list_ids must contain at least one ID/],
    ['an empty list of tags', { tag_ids: [] }, /^filter.tag_ids must contain at least one ID/],
    ['a nested array', { in_list_ids: [[1]] }, /^filter.in_list_ids must be a list of IDs \(positive integers\)/],
    ['an object as an ID', { segment_id: { id: 1 } }, /^filter.segment_id must be an ID \(a positive integer\)/],
    ['too many IDs', { tag_ids: Array.from({ length: 1_001 }, (_none, index) => index + 1) }, /at most 1000 IDs/],
    ['a too long search', { query: 'a'.repeat(201) }, /^filter.query must have at most 200 characters/],
    ['a number as a date', { created_after: 1_767_225_600 }, /^filter.created_after must be an ISO 8601/],
    ['a name of an object prototype property', { constructor: 1 }, /^filter.constructor is not a known condition/],
  ])('is refused: %s', (_name, given, fault) => {
    expect(faultsOf(given)).toEqual([expect.stringMatching(fault)]);
  });
});
