import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../base/db.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { pick, randomFrom } from '../../../../test/support/random.ts';
import { createAccount } from '../../tenants/accounts/index.ts';
import type { ContactFilter, ResolvedFilter } from './filter.ts';
import { STATUSES } from './kinds.ts';
import { countMatching, matchingIds } from './match.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
const CONTACTS = 400;
const FILTERS = 300;
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
}

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
  // Add contacts to another account, which no filter may find.
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

/** Returns a time close to the limits of the statuses, so that both sides of each limit are tested. */
function randomTime(): Date {
  const days = pick([0, 1, 30, 59, 60, 61, 89, 90, 91, 400], random);
  return new Date(NOW.getTime() - days * DAY_MS + pick([-1, 0, 0, 1], random));
}

const sometimes = <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined);

async function fill(accountId: number, { lists, tags }: typeof groups): Promise<Plain[]> {
  const made = Array.from({ length: CONTACTS }, (_none, index): Omit<Plain, 'id'> => {
    const firstSentAt = sometimes(0.7, randomTime);
    return {
      email: `${pick(['ann', 'bob', 'a_b', 'a%b', 'cy', 'zoë'], random)}${index}@${pick(['one', 'two'], random)}.example`,
      names: [pick(['Ann', 'Bo', '', 'Ödön', '100%'], random), pick(['Smith', 'van Öl', '', String.raw`a\b`], random)],
      flags: pick([0, 0, 0, 1, 2, 4, 8, 6, 15], random),
      createdAt: randomTime(),
      firstSentAt,
      lastSentAt: firstSentAt && randomTime(),
      lastOpenedAt: sometimes(0.5, randomTime),
      lastClickedAt: sometimes(0.4, randomTime),
      lists: new Set(lists.filter(() => random() < 0.3)),
      tags: new Set(tags.filter(() => random() < 0.2)),
    };
  });
  const saved = await run<{ id: number; email: string }>(
    `insert into contact (account_id, email, first_name, last_name)
     select $1, * from unnest($2::text[], $3::text[], $4::text[]) returning id, email`,
    [accountId, made.map((one) => one.email), made.map(({ names }) => names[0]), made.map(({ names }) => names[1])],
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

/** A condition as a JavaScript predicate with sample values. `values` is null for conditions that other tests cover. */
interface Case<Value> {
  keeps(one: Plain, wanted: Value): boolean;
  readonly values: (() => Value) | null;
}

const isTrue = (): true => true;
const someLists = () => someOf(groups.lists);
const someTags = () => someOf(groups.tags);
const ELSEWHERE = { keeps: () => false, values: null };

const CASES: { readonly [Name in keyof ContactFilter]-?: Case<NonNullable<ContactFilter[Name]>> } = {
  query: {
    keeps: (one, text) => text.split(' ').every((word) => hasWord(one, word)),
    values: () =>
      pick(['ann', 'a_b', 'a%b', 'SMITH one', 'bo', 'a', 'ödön', 'Ö', 'ÖL', '%', '_', String.raw`a\b`, '100%'], random),
  },
  email: { keeps: (one, email) => one.email === email, values: () => pick(contacts, random).email },
  unsubscribed: { keeps: (one, wanted) => ((one.flags & 2) !== 0) === wanted, values: () => random() < 0.5 },
  status: { keeps: (one, status) => statusesOf(one).includes(status), values: () => pick(STATUSES, random) },
  last_opened_after: { keeps: (one, time) => isSince(one.lastOpenedAt, time), values: randomTime },
  last_opened_before: { keeps: (one, time) => isBefore(one.lastOpenedAt, time), values: randomTime },
  last_clicked_after: { keeps: (one, time) => isSince(one.lastClickedAt, time), values: randomTime },
  last_clicked_before: { keeps: (one, time) => isBefore(one.lastClickedAt, time), values: randomTime },
  last_sent_after: { keeps: (one, time) => isSince(one.lastSentAt, time), values: randomTime },
  last_sent_before: { keeps: (one, time) => isBefore(one.lastSentAt, time), values: randomTime },
  created_after: { keeps: (one, time) => one.createdAt >= time, values: randomTime },
  created_before: { keeps: (one, time) => one.createdAt < time, values: randomTime },
  never_opened: { keeps: (one) => one.lastOpenedAt === undefined, values: isTrue },
  never_clicked: { keeps: (one) => one.lastClickedAt === undefined, values: isTrue },
  never_sent: { keeps: (one) => one.lastSentAt === undefined, values: isTrue },
  in_list_ids: { keeps: (one, ids) => ids.some((id) => one.lists.has(id)), values: someLists },
  not_in_list_ids: { keeps: (one, ids) => !ids.some((id) => one.lists.has(id)), values: someLists },
  tag_ids: { keeps: (one, ids) => ids.some((id) => one.tags.has(id)), values: someTags },
  not_tag_ids: { keeps: (one, ids) => !ids.some((id) => one.tags.has(id)), values: someTags },
  segment_id: ELSEWHERE,
  opened_campaign_id: ELSEWHERE,
  not_opened_campaign_id: ELSEWHERE,
  clicked_campaign_id: ELSEWHERE,
};

function isSince(at: Date | undefined, time: Date): boolean {
  return at !== undefined && at >= time;
}

function isBefore(at: Date | undefined, time: Date): boolean {
  return at !== undefined && at < time;
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

function keeps(one: Plain, filter: ContactFilter): boolean {
  return Object.entries(filter).every(([name, wanted]) =>
    // The cast is safe because the value belongs to the entry's name.
    (CASES[name as keyof ContactFilter] as Case<unknown>).keeps(one, wanted),
  );
}

function randomFilter(): ContactFilter {
  const cases = Object.entries<Case<unknown>>(CASES).filter(([, { values }]) => values !== null);
  const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(cases, random));
  // The cast is safe because each value was generated for its name.
  return Object.fromEntries(chosen.map(([name, { values }]) => [name, values?.()])) as ContactFilter;
}

describe('SQL of a filter', () => {
  it('finds the same contacts as a JavaScript predicate for random conditions', async () => {
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
  // Only filters with few pages are read completely in small pages.
  const isShort = expected / limit < 20;
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
