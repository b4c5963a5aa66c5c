import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../base/db.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { pick, randomFrom } from '../../../../test/support/random.ts';
import { createAccount } from '../../tenants/accounts/index.ts';
import type { FieldTest } from './field-test.ts';
import type { Conditions, ContactFilter, ResolvedFilter } from './filter.ts';
import type { Frequency } from './frequency.ts';
import { STATUSES } from './kinds.ts';
import { countMatching, matchingIds } from './match.ts';
import { timeOf, type Moment } from './moment.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
const CONTACTS = 400;
const FILTERS = 500;
const FORMS = [1, 2, 3];
const IMPORTS = ['0192f0c1-a2b3-7c4d-8e5f-000000000001', '0192f0c1-a2b3-7c4d-8e5f-000000000002'];
const CAMPAIGNS = [1, 2, 3, 4, 5];
const SEED = 20_261_122;

/** A contact as a plain object. */
interface Plain {
  readonly id: number;
  readonly email: string;
  readonly names: readonly [string, string];
  readonly flags: number;
  readonly createdAt: Date;
  readonly firstSentAt: Date | undefined;
  readonly lastSentAt: Date | undefined;
  readonly lastOpenedAt: Date | undefined;
  readonly lastClickedAt: Date | undefined;
  readonly lists: ReadonlySet<number>;
  readonly tags: ReadonlySet<number>;
  readonly formId: number | undefined;
  readonly importId: string | undefined;
  readonly language: string | undefined;
  /** Values of the custom fields, by name. */
  readonly fields: Readonly<Record<keyof typeof FIELDS, string | undefined>>;
  readonly emails: readonly Sent[];
}

/** A campaign email. */
interface Sent {
  readonly campaignId: number;
  readonly openedAt: Date | undefined;
  readonly clickedAt: Date | undefined;
}

/** IDs of the custom fields. */
const FIELDS = { city: 11, score: 12, born: 13 };

let test: TestDatabase;
let mine: number;
let contacts: Plain[];
let groups: { readonly lists: number[]; readonly tags: number[] };
const random = randomFrom(SEED);

beforeAll(async () => {
  test = await createTestDatabase();
  mine = await newAccount('mine');
  groups = { lists: await newGroups('list', mine), tags: await newGroups('tag', mine) };
  contacts = await fill(mine, groups);
  // Add contacts to another account. No filter may find them.
  const other = await newAccount('other');
  await fill(other, { lists: await newGroups('list', other), tags: await newGroups('tag', other) });
});
afterAll(() => test.drop());

async function run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return test.db.query<Row>({ name: '', text }, values);
}

async function newAccount(name: string): Promise<number> {
  return (await createAccount(test.db, { email: `${name}@match.example`, plan: 'unlimited', isOperator: false })).id;
}

async function newGroups(kind: 'list' | 'tag', accountId: number): Promise<number[]> {
  const made = await run<{ id: number }>(
    `insert into contact_${kind} (account_id, name${kind === 'tag' ? ', color' : ''})
     select $1, 'Group ' || n${kind === 'tag' ? `, '#FF644D'` : ''} from generate_series(1, 4) n returning id`,
    [accountId],
  );
  return made.map(({ id }) => id);
}

/** Returns a time near a boundary between two statuses, so that both sides of each boundary are tested. */
function randomTime(): Date {
  const days = pick([0, 1, 30, 59, 60, 61, 89, 90, 91, 400], random);
  return new Date(NOW.getTime() - days * DAY_MS + pick([-1, 0, 0, 1], random));
}

/** Returns a time, sometimes as a number of days before or after now. */
function randomMoment(): Moment {
  return random() < 0.7 ? randomTime() : pick(['1 days ago', '60 days ago', '90 days ago', 'in 1 days'], random);
}

const sometimes = <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined);

function randomEmails(): Sent[] {
  return CAMPAIGNS.filter(() => random() < 0.5).map((campaignId) => ({
    campaignId,
    openedAt: sometimes(0.5, randomTime),
    clickedAt: sometimes(0.3, randomTime),
  }));
}

function latest(times: readonly (Date | undefined)[]): Date | undefined {
  const known = times.flatMap((time) => time?.getTime() ?? []);
  return known.length === 0 ? undefined : new Date(Math.max(...known));
}

const randomDay = (): string =>
  pick(
    [
      '2026-11-22',
      '2026-11-21',
      '2026-11-23',
      '2026-11-15',
      '2026-11-29',
      '1990-11-22',
      '1990-12-31',
      '2000-02-29',
      '2030-01-01',
    ],
    random,
  );

function randomFields(): Plain['fields'] {
  return {
    city: sometimes(0.7, () => pick(['Berlin', 'BERLIN', 'Bern', '100%', 'a_b'], random)),
    score: sometimes(0.7, () => pick(['1', '+2', '2.50', '1e1', '-3', '.5'], random)),
    born: sometimes(0.7, randomDay),
  };
}

async function fill(accountId: number, { lists, tags }: typeof groups): Promise<Plain[]> {
  const made = Array.from({ length: CONTACTS }, (_none, index): Omit<Plain, 'id'> => {
    const firstSentAt = sometimes(0.7, randomTime);
    const emails = randomEmails();
    return {
      emails,
      formId: sometimes(0.4, () => pick(FORMS, random)),
      importId: sometimes(0.4, () => pick(IMPORTS, random)),
      language: sometimes(0.7, () => pick(['de', 'de-AT', 'pt-BR', 'zh-Hans', 'den'], random)),
      fields: randomFields(),
      email: `${pick(['ann', 'bob', 'a_b', 'a%b', 'cy', 'zoë'], random)}${index}@${pick(['one', 'two'], random)}.example`,
      names: [pick(['Ann', 'Bo', '', 'Ödön', '100%'], random), pick(['Smith', 'van Öl', '', String.raw`a\b`], random)],
      flags: pick([0, 0, 0, 1, 2, 4, 8, 6, 15], random),
      createdAt: randomTime(),
      firstSentAt,
      lastSentAt: firstSentAt && randomTime(),
      lastOpenedAt: latest(emails.map(({ openedAt }) => openedAt)),
      lastClickedAt: latest(emails.map(({ clickedAt }) => clickedAt)),
      lists: new Set(lists.filter(() => random() < 0.3)),
      tags: new Set(tags.filter(() => random() < 0.2)),
    };
  });
  const saved = await run<{ id: number; email: string }>(
    `insert into contact (account_id, email, first_name, last_name, form_id, import_id, language,
       fields)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::uuid[], $7::text[], $8::jsonb[])
     returning id, email`,
    [
      accountId,
      made.map((one) => one.email),
      made.map(({ names }) => names[0]),
      made.map(({ names }) => names[1]),
      made.map(({ formId }) => formId ?? null),
      made.map(({ importId }) => importId ?? null),
      made.map(({ language }) => language ?? null),
      made.map(({ fields: { born, city, score } }) =>
        JSON.stringify({ [FIELDS.born]: born, [FIELDS.city]: city, [FIELDS.score]: score }),
      ),
    ],
  );
  const idOf = new Map(saved.map(({ email, id }) => [email, id]));
  const contacts = made.map((one) => Object.assign(one, { id: idOf.get(one.email) ?? 0 }));
  await run(
    `insert into contact_stat (account_id, contact_id, flags, created_at, first_sent_at, last_sent_at, last_opened_at,
       last_clicked_at)
     select $1, * from unnest($2::bigint[], $3::smallint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
       $7::timestamptz[], $8::timestamptz[])`,
    [
      accountId,
      contacts.map(({ id }) => id),
      contacts.map(({ flags }) => flags),
      ...(['createdAt', 'firstSentAt', 'lastSentAt', 'lastOpenedAt', 'lastClickedAt'] as const).map((key) =>
        contacts.map((one) => one[key] ?? null),
      ),
    ],
  );
  for (const [kind, of] of [
    ['list', (one: Plain) => one.lists],
    ['tag', (one: Plain) => one.tags],
  ] as const) {
    const members = contacts.flatMap((one) => [...of(one)].map((groupId) => [groupId, one.id] as const));
    await run(
      `insert into ${kind}_member (account_id, ${kind}_id, contact_id) select $1, * from unnest($2::bigint[], $3::bigint[])`,
      [accountId, members.map(([groupId]) => groupId), members.map(([, id]) => id)],
    );
  }
  const sent = contacts.flatMap(({ emails, id }) => emails.map((email) => ({ ...email, id })));
  await run(
    `insert into deliverable (account_id, sent_at, campaign_id, contact_id, opened_at, clicked_at)
     select $1, now(), * from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[])`,
    [
      accountId,
      sent.map(({ campaignId }) => campaignId),
      sent.map(({ id }) => id),
      sent.map(({ openedAt }) => openedAt ?? null),
      sent.map(({ clickedAt }) => clickedAt ?? null),
    ],
  );
  await run('insert into audience (account_id, contacts) values ($1, $2)', [accountId, CONTACTS]);
  await run(
    `update contact_list l set contacts_count = (select count(*) from list_member m where m.list_id = l.id)
     where l.account_id = $1`,
    [accountId],
  );
  await run(
    `update contact_tag t set contacts_count = (select count(*) from tag_member m where m.tag_id = t.id)
     where t.account_id = $1`,
    [accountId],
  );
  return contacts;
}

/**
 * A condition that the test covers: a predicate that implements the condition in JavaScript, and sample values.
 * `values` is null for conditions that other tests cover.
 */
interface Case<Value> {
  keeps(one: Plain, wanted: Value): boolean;
  readonly values: (() => Value) | null;
}

const isTrue = (): true => true;
const someLists = () => someOf(groups.lists);
const someTags = () => someOf(groups.tags);
const someCampaign = () => pick(CAMPAIGNS, random);

/** Returns the email of a campaign to a contact. Times that are not given are null. */
function sentOf(
  { emails }: Plain,
  campaignId: number,
): { readonly openedAt: Date | null; readonly clickedAt: Date | null } | undefined {
  const email = emails.find((sent) => sent.campaignId === campaignId);
  return email && { openedAt: email.openedAt ?? null, clickedAt: email.clickedAt ?? null };
}

const CASES: { readonly [Name in keyof Conditions]-?: Case<NonNullable<Conditions[Name]>> } = {
  query: {
    keeps: (one, text) => text.split(' ').every((word) => hasWord(one, word)),
    values: () =>
      pick(['ann', 'a_b', 'a%b', 'SMITH one', 'bo', 'a', 'ödön', 'Ö', 'ÖL', '%', '_', String.raw`a\b`, '100%'], random),
  },
  email: { keeps: (one, email) => one.email === email, values: () => pick(contacts, random).email },
  unsubscribed: { keeps: (one, wanted) => ((one.flags & 2) !== 0) === wanted, values: () => random() < 0.5 },
  status: { keeps: (one, status) => statusesOf(one).includes(status), values: () => pick(STATUSES, random) },
  last_opened_after: { keeps: (one, time) => isSince(one.lastOpenedAt, time), values: randomMoment },
  last_opened_before: { keeps: (one, time) => isBefore(one.lastOpenedAt, time), values: randomMoment },
  last_clicked_after: { keeps: (one, time) => isSince(one.lastClickedAt, time), values: randomMoment },
  last_clicked_before: { keeps: (one, time) => isBefore(one.lastClickedAt, time), values: randomMoment },
  last_sent_after: { keeps: (one, time) => isSince(one.lastSentAt, time), values: randomMoment },
  last_sent_before: { keeps: (one, time) => isBefore(one.lastSentAt, time), values: randomMoment },
  created_after: { keeps: (one, time) => isSince(one.createdAt, time), values: randomMoment },
  created_before: { keeps: (one, time) => isBefore(one.createdAt, time), values: randomMoment },
  never_opened: { keeps: (one) => one.lastOpenedAt === undefined, values: isTrue },
  never_clicked: { keeps: (one) => one.lastClickedAt === undefined, values: isTrue },
  never_sent: { keeps: (one) => one.lastSentAt === undefined, values: isTrue },
  in_list_ids: { keeps: (one, ids) => ids.some((id) => one.lists.has(id)), values: someLists },
  not_in_list_ids: { keeps: (one, ids) => !ids.some((id) => one.lists.has(id)), values: someLists },
  tag_ids: { keeps: (one, ids) => ids.some((id) => one.tags.has(id)), values: someTags },
  not_tag_ids: { keeps: (one, ids) => !ids.some((id) => one.tags.has(id)), values: someTags },
  contact_field: { keeps: ({ fields }, test) => passes(fields, test), values: randomTest },
  opened_emails: {
    keeps: ({ emails }, wanted) =>
      isAsOften(
        emails.map(({ openedAt }) => openedAt),
        wanted,
      ),
    values: randomFrequency,
  },
  clicked_emails: {
    keeps: ({ emails }, wanted) =>
      isAsOften(
        emails.map(({ clickedAt }) => clickedAt),
        wanted,
      ),
    values: randomFrequency,
  },
  form_ids: { keeps: ({ formId }, ids) => ids.some((id) => id === formId), values: () => someOf(FORMS) },
  import_id: { keeps: ({ importId }, id) => importId === id, values: () => pick(IMPORTS, random) },
  language: {
    keeps: ({ language }, tag) => `${language}-`.startsWith(`${tag}-`),
    values: () => pick(['de', 'de-AT', 'pt', 'pt-BR', 'zh', 'fr'], random),
  },
  segment_id: { keeps: () => false, values: null },
  opened_campaign_id: { keeps: (one, id) => sentOf(one, id)?.openedAt instanceof Date, values: someCampaign },
  not_opened_campaign_id: { keeps: (one, id) => sentOf(one, id)?.openedAt === null, values: someCampaign },
  clicked_campaign_id: { keeps: (one, id) => sentOf(one, id)?.clickedAt instanceof Date, values: someCampaign },
  not_clicked_campaign_id: { keeps: (one, id) => sentOf(one, id)?.clickedAt === null, values: someCampaign },
  sent_campaign_id: { keeps: (one, id) => sentOf(one, id) !== undefined, values: someCampaign },
  not_sent_campaign_id: { keeps: (one, id) => sentOf(one, id) === undefined, values: someCampaign },
};

function isSince(at: Date | undefined, time: Moment): boolean {
  return at !== undefined && at >= timeOf(time, NOW);
}

function isBefore(at: Date | undefined, time: Moment): boolean {
  return at !== undefined && at < timeOf(time, NOW);
}

function isAsOften(times: readonly (Date | undefined)[], wanted: Frequency): boolean {
  const { after, at_least: least = 0, at_most: most = Infinity, before } = wanted;
  const found = times.filter(
    (time) => time && (after === undefined || isSince(time, after)) && (before === undefined || isBefore(time, before)),
  );
  return found.length >= least && found.length <= most;
}

function passes(fields: Plain['fields'], { field_id: id, operator, value = '' }: FieldTest): boolean {
  const [, stored] = Object.entries(fields).find(([name]) => FIELDS[name as keyof typeof FIELDS] === id) ?? [];
  if (stored === undefined || operator === 'is_empty') return stored === undefined && operator === 'is_empty';
  const [text, wanted] = [stored.toLowerCase(), String(value).toLowerCase()];
  const [number, limit] = [Number(stored), Number(value)];
  const day = dayIn(wanted);
  const daysAhead = (Date.parse(stored) - Date.parse('2026-11-22')) / DAY_MS;
  switch (operator) {
    case 'is':
      return text === wanted;
    case 'contains':
      return text.includes(wanted);
    case 'starts_with':
      return text.startsWith(wanted);
    case 'equals':
      return number === limit;
    case 'greater_than':
      return number > limit;
    case 'at_least':
      return number >= limit;
    case 'less_than':
      return number < limit;
    case 'at_most':
      return number <= limit;
    case 'on':
      return stored === day;
    case 'before':
      return stored < day;
    case 'on_or_after':
      return stored >= day;
    case 'in_last_days':
      return daysAhead <= 0 && daysAhead >= -limit;
    case 'in_next_days':
      return daysAhead >= 0 && daysAhead <= limit;
    case 'anniversary_in_days':
      return anniversariesIn(limit).includes(stored.slice(5));
    default:
      return true;
  }
}

const dayIn = (value: string): string =>
  value.includes('day')
    ? timeOf(value as `${number} days ago`, NOW)
        .toISOString()
        .slice(0, 10)
    : value;

/**
 * Returns the days of the year, as `MM-DD`, from the test's date to `days` days later. In a year without February 29,
 * adds `02-29` after `02-28`.
 */
function anniversariesIn(days: number): string[] {
  return Array.from({ length: days + 1 }, (_none, ahead) => new Date(NOW.getTime() + ahead * DAY_MS)).flatMap(
    (time) => {
      const day = time.toISOString().slice(5, 10);
      return day === '02-28' && new Date(time.getTime() + DAY_MS).getUTCDate() === 1 ? [day, '02-29'] : [day];
    },
  );
}

function randomTest(): FieldTest {
  const [city, score, born] = [FIELDS.city, FIELDS.score, FIELDS.born];
  const text = pick(['berlin', 'ber', '%', '_', 'n'], random);
  const number = pick(['2', '2.5', '-3', '10'], random);
  const day = pick(['2026-11-22', '7 days ago', 'in 7 days', '2000-02-29'], random);
  const days = pick([0, 1, 7, 99, 365], random);
  const tests: readonly FieldTest[] = [
    ...(['is', 'contains', 'starts_with'] as const).map((operator) => ({ field_id: city, operator, value: text })),
    ...(['equals', 'greater_than', 'at_least', 'less_than', 'at_most'] as const).map((operator) => ({
      field_id: score,
      operator,
      value: number,
    })),
    ...(['on', 'before', 'on_or_after'] as const).map((operator) => ({ field_id: born, operator, value: day })),
    ...(['in_last_days', 'in_next_days', 'anniversary_in_days'] as const).map((operator) => ({
      field_id: born,
      operator,
      value: days,
    })),
    ...(['is_empty', 'is_not_empty'] as const).map((operator) => ({
      field_id: pick([city, score, born], random),
      operator,
    })),
  ];
  return pick(tests, random);
}

function randomFrequency(): Frequency {
  const least = pick([1, 2, 3], random);
  return {
    ...pick([{ at_least: least }, { at_most: least - 1 }, { at_least: least, at_most: least + 1 }], random),
    ...(random() < 0.6 && { after: randomMoment() }),
    ...(random() < 0.3 && { before: randomMoment() }),
  };
}

function someOf(ids: readonly number[]): readonly number[] {
  const picked = ids.filter(() => random() < 0.4);
  return picked.length === 0 ? ids.slice(0, 1) : picked;
}

function hasWord({ email, names }: Plain, word: string): boolean {
  const text = `${email} ${names.join(' ')}`.toLowerCase();
  const wanted = word.toLowerCase();
  return wanted.length < 3 ? ` ${text}`.includes(` ${wanted}`) : text.includes(wanted);
}

function statusesOf({ firstSentAt, flags, lastOpenedAt }: Plain): string[] {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
  const bad = ['unconfirmed', 'unsubscribed', 'bounced', 'invalid'].filter((_name, bit) => (flags & (1 << bit)) !== 0);
  if (bad.length > 0) return bad;
  if (lastOpenedAt !== undefined) return ['active', lastOpenedAt >= daysAgo(90) ? 'engaged' : 'inactive'];
  return ['active', firstSentAt === undefined || firstSentAt >= daysAgo(60) ? 'new' : 'inactive'];
}

function keeps(one: Plain, { all = [], any, not, ...conditions }: ContactFilter): boolean {
  const hasAll = Object.entries(conditions).every(([name, wanted]) =>
    // The cast is safe because the value belongs to the entry's name.
    (CASES[name as keyof Conditions] as Case<unknown>).keeps(one, wanted),
  );
  const hasAny = any === undefined || any.some((member) => keeps(one, member));
  return hasAll && hasAny && all.every((member) => keeps(one, member)) && !(not && keeps(one, not));
}

/** Returns a filter whose groups are nested up to the given depth. */
function randomFilter(depth = pick([0, 0, 1, 2, 3], random)): ContactFilter {
  if (depth === 0) return randomConditions();
  const members = (): ContactFilter[] =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomFilter(Math.floor(random() * depth)));
  return {
    ...(random() < 0.3 && randomConditions(1)),
    ...pick(
      [
        () => ({ any: members() }),
        () => ({ all: members() }),
        () => ({ not: randomFilter(depth - 1) }),
        () => ({ any: members(), not: randomFilter(depth - 1) }),
      ],
      random,
    )(),
  };
}

function randomConditions(most = 3): Conditions {
  const cases = Object.entries<Case<unknown>>(CASES).filter(([, { values }]) => values !== null);
  const chosen = Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(cases, random));
  // The cast is safe because each value was generated for its name.
  return Object.fromEntries(chosen.map(([name, { values }]) => [name, values?.()])) as Conditions;
}

describe('SQL of a filter', () => {
  it('finds the same contacts as a JavaScript predicate for random conditions and groups', async () => {
    let found = 0;
    for (let turn = 0; turn < FILTERS; turn += 1) {
      const filters = turn % 5 === 0 ? [randomFilter(), randomFilter()] : [randomFilter()];
      const expected = contacts
        .filter((one) => filters.every((filter) => keeps(one, filter)))
        .map(({ id }) => id)
        .toSorted((a, b) => a - b);
      const what = `seed ${SEED}, filter ${turn}: ${JSON.stringify(filters)}`;
      expect(await walk({ all: filters }, pick([1, 7, 15, CONTACTS], random), expected.length), what).toEqual(expected);
      expect(await countMatching(test.db, mine, { all: filters }, NOW), what).toBe(expected.length);
      found += expected.length;
    }
    // Most filters must match some contacts. Otherwise nothing would be compared.
    expect(found).toBeGreaterThan(FILTERS * 10);
  });
});

/** Reads all matching IDs page by page, alternately from the pool and in a transaction. */
async function walk(filter: ResolvedFilter, limit: number, expected: number): Promise<number[]> {
  const seen: number[] = [];
  const find = async (db: Db) => matchingIds(db, mine, filter, NOW, { afterId: seen.at(-1) ?? 0, limit });
  // Read small pages only for filters whose matches fill fewer than five pages.
  const isShort = expected / limit < 5;
  for (let turn = 0; turn === 0 || isShort; turn += 1) {
    const step = isShort ? limit : CONTACTS;
    const ids =
      turn % 2 === 0
        ? await matchingIds(test.db, mine, filter, NOW, { afterId: seen.at(-1) ?? 0, limit: step })
        : await test.db.transaction(find);
    seen.push(...ids);
    if (ids.length < step) break;
  }
  return seen;
}
