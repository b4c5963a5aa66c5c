import { statement, type Db, type Statement } from '../../../base/db.ts';
import { plannedForContacts, sampleFilters, type Unexpected } from '../../audience/contact-filters/index.ts';
import {
  builderOf,
  engagedClause,
  groupClauses,
  sentClause,
  suppressedClause,
  topicClause,
  wantedClause,
  type Builder,
} from './audience-clauses.ts';
import type { Audience, Groups } from './audience.ts';

/** Minimum number of contacts that are read from each list and tag if several are merged. */
const MIN_PER_GROUP = 200;

export interface PageRequest {
  readonly accountId: number;
  readonly audience: Audience;
  readonly now: Date;
  readonly afterId: number;
  readonly limit: number;
}

/** A contact that was checked, and whether the contact is in the audience. */
interface Candidate {
  readonly id: number;
  readonly is_wanted: boolean;
}

interface AudiencePage {
  readonly ids: readonly number[];
  /** Value of `afterId` for the next page. Undefined on the last page. */
  readonly nextAfterId: number | undefined;
}

/**
 * Returns the contacts of an audience after `afterId`, without duplicates and ordered by ID. Checks only a bounded
 * number of contacts, so a page can be empty. If `db` is a transaction, later statements of the transaction also get
 * custom plans.
 */
export async function walkAudience(db: Db, page: PageRequest): Promise<AudiencePage> {
  const { candidates, limit } = await plannedForContacts(db, { accountId: page.accountId }, async (tx, unexpected) => {
    const { limit, text, values } = pageText(page, unexpected);
    return { limit, candidates: await tx.query<Candidate>({ name: '', text }, values) };
  });
  return {
    ids: candidates.filter((contact) => contact.is_wanted).map(({ id }) => id),
    nextAfterId: candidates.length < limit ? undefined : candidates.at(-1)?.id,
  };
}

/** Returns the exact number of contacts that are currently in an audience. */
export async function countAudience(db: Db, accountId: number, audience: Audience, now: Date): Promise<number> {
  const [row] = await plannedForContacts(db, { accountId }, async (tx, unexpected) => {
    const { text, values } = countText(accountId, audience, now, unexpected);
    return tx.query<{ readonly contacts: number }>({ name: '', text }, values);
  });
  return row?.contacts ?? 0;
}

/** A value of contacts: a column of the table, or a custom field. */
export type ValueColumn = { readonly column: 'first_name' | 'last_name' | 'language' } | { readonly fieldId: number };

/**
 * Returns the number of contacts that are currently in an audience and, for each column, the number of these contacts
 * without a value.
 */
export async function countMissing(
  db: Db,
  accountId: number,
  audience: Audience,
  now: Date,
  columns: readonly ValueColumn[],
): Promise<{ readonly contacts: number; readonly missing: readonly number[] }> {
  const [row] = await plannedForContacts(db, { accountId }, async (tx, unexpected) => {
    const { text, values } = countText(accountId, audience, now, unexpected, columns);
    return tx.query<{ readonly contacts: number; readonly missing: readonly (number | string)[] }>(
      { name: '', text },
      values,
    );
  });
  // The database driver returns numbers in an array as strings.
  return { contacts: row?.contacts ?? 0, missing: (row?.missing ?? []).map(Number) };
}

/** Possible results of the audience check: the contact receives the campaign (`gets_it`), or the reason why not. */
export const FATES = [
  'gets_it',
  'unsubscribed',
  'bounced',
  'invalid',
  'unconfirmed',
  'suppressed',
  'excluded',
  'not_engaged',
] as const;
export type Fate = (typeof FATES)[number];

/**
 * Counts the contacts that a campaign is addressed to: the contacts who would receive the campaign now, and all others
 * by the first reason that excludes them.
 */
export async function countFates(
  db: Db,
  accountId: number,
  audience: Audience,
  now: Date,
): Promise<ReadonlyMap<Fate, number>> {
  const rows = await plannedForContacts(db, { accountId }, async (tx, unexpected) => {
    const { text, values } = fatesText(accountId, audience, now, unexpected);
    return tx.query<{ readonly fate: Fate; readonly contacts: number }>({ name: '', text }, values);
  });
  return new Map(rows.map(({ contacts, fate }) => [fate, contacts]));
}

interface Text {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns the SQL text and the parameters that select a page. The text depends on the audience. */
function pageText(
  { accountId, afterId, audience, limit, now }: PageRequest,
  unexpected: Unexpected,
): Text & { readonly limit: number } {
  const builder = builderOf({ accountId, now, unexpected }, 'probed');
  const of = candidatesOf(builder, audience, afterId, limit);
  const text = `with candidates as materialized (
    ${of.text}
  )
  select k.id, coalesce(${wantedClause(builder, audience, of.isIncluded)}, false) as is_wanted
  from candidates k left join contact_stat s on s.account_id = $1 and s.contact_id = k.id
  order by k.id`;
  return { text, values: builder.values, limit: of.limit };
}

function countText(
  accountId: number,
  audience: Audience,
  now: Date,
  unexpected: Unexpected,
  columns: readonly ValueColumn[] = [],
): Text {
  const builder = builderOf({ accountId, now, unexpected }, 'joined');
  const resend = audience.resend && sentClause(builder, audience.resend);
  const from = resend
    ? 'deliverable d join contact_stat s on s.account_id = $1 and s.contact_id = d.contact_id'
    : 'contact_stat s';
  const isMissing = columns.map((column) => `count(*) filter (where ${missingClause(builder, column)})`);
  const missing = isMissing.length === 0 ? '' : `, array[${isMissing.join(', ')}] as missing`;
  const contact = missing === '' ? '' : ' join contact c on c.account_id = $1 and c.id = s.contact_id';
  const text = `select count(*) as contacts${missing} from ${from}${contact}
  where s.account_id = $1 and ${resend ? `${resend} and ` : ''}${wantedClause(builder, audience, resend !== undefined)}`;
  return { text, values: builder.values };
}

function missingClause({ bind }: Builder, column: ValueColumn): string {
  if ('fieldId' in column) return `coalesce(c.fields ->> ${bind(String(column.fieldId))}, '') = ''`;
  return `coalesce(c.${column.column}, '') = ''`;
}

function fatesText(accountId: number, audience: Audience, now: Date, unexpected: Unexpected): Text {
  const builder = builderOf({ accountId, now, unexpected }, 'joined');
  const { excluded, included, isEngagedOnly, topic } = audience;
  const resend = audience.resend && sentClause(builder, audience.resend);
  const from = resend
    ? 'deliverable d join contact_stat s on s.account_id = $1 and s.contact_id = d.contact_id'
    : 'contact_stat s';
  const named = resend ?? `(${groupClauses(builder, included).join(' or ')})`;
  const isExcluded = groupClauses(builder, excluded);
  const cases = [
    "when (s.flags & 2) <> 0 then 'unsubscribed'",
    "when (s.flags & 4) <> 0 then 'bounced'",
    "when (s.flags & 8) <> 0 then 'invalid'",
    "when s.flags <> 0 then 'unconfirmed'",
    `when ${suppressedClause(builder)} then 'suppressed'`,
    ...(isExcluded.length > 0 ? [`when ${isExcluded.join(' or ')} then 'excluded'`] : []),
    ...(topic ? [`when not ${topicClause(builder, topic)} then 'excluded'`] : []),
    ...(isEngagedOnly ? [`when ${engagedClause(builder)} is not true then 'not_engaged'`] : []),
  ];
  const text = `select case ${cases.join('\n    ')} else 'gets_it' end as fate, count(*) as contacts
  from ${from} where s.account_id = $1 and ${named} group by 1`;
  return { text, values: builder.values };
}

/**
 * Returns the SQL text that selects the contacts to check: for a resend, recipients of the original campaign; for an
 * audience with segments, all contacts; and otherwise, the members of the lists and tags.
 */
function candidatesOf(
  builder: Builder,
  { included, resend }: Audience,
  afterId: number,
  limit: number,
): { readonly text: string; readonly isIncluded: boolean; readonly limit: number } {
  const { bind } = builder;
  const after = `${bind(afterId)}::bigint`;
  if (resend) {
    const text = `select d.contact_id as id from deliverable d
      where ${sentClause(builder, resend)} and d.contact_id > ${after} order by d.contact_id limit ${bind(limit)}::bigint`;
    return { text, isIncluded: true, limit };
  }
  if (included.segments.length > 0) {
    const text = `select contact_id as id from contact_stat
      where account_id = $1 and contact_id > ${after} order by contact_id limit ${bind(limit)}::bigint`;
    return { text, isIncluded: false, limit };
  }
  // Read up to a full page from each list and tag, or fewer contacts if there are many lists and tags.
  const groups = included.lists.length + included.tags.length;
  const each = Math.min(limit, Math.max(MIN_PER_GROUP, Math.ceil((10 * limit) / groups)));
  const most = `${bind(each)}::bigint`;
  const membersOf = (kind: 'list' | 'tag', ids: readonly number[]): string =>
    `select m.contact_id from unnest(${bind(ids)}::bigint[]) as g (id) cross join lateral (
       select contact_id from ${kind}_member
       where account_id = $1 and ${kind}_id = g.id and contact_id > ${after} order by contact_id limit ${most}
     ) m`;
  const text = `select contact_id as id from (
      ${membersOf('list', included.lists)} union ${membersOf('tag', included.tags)}
    ) m order by contact_id limit ${most}`;
  return { text, isIncluded: true, limit: each };
}

/** Returns samples of the generated statements for the test that prepares them. */
export function allAudienceStatements(): Statement<[], unknown>[] {
  const none: Groups = { lists: [], tags: [], segments: [] };
  const some: Groups = { lists: [1, 2], tags: [3], segments: [] };
  const segments = sampleFilters().slice(0, 4);
  const base = { excluded: none, resend: undefined, isEngagedOnly: false };
  const samples: Audience[] = [
    { ...base, included: some },
    { ...base, included: some, topic: { id: 1, isOptIn: true } },
    { ...base, included: some, topic: { id: 1, isOptIn: false } },
    { ...base, included: { ...some, segments }, excluded: { ...some, segments }, isEngagedOnly: true },
    ...(['non_openers', 'openers', 'clickers'] as const).map((audience) => {
      const resend = { of: 1, audience };
      return { included: none, excluded: some, resend, isEngagedOnly: false };
    }),
  ];
  const [now, known] = [new Date(0), new Set<never>()];
  return samples.flatMap((audience, index) => [
    statement<[], unknown>(`campaign_audience_count_${index}`, countText(1, audience, now, known).text),
    statement<[], unknown>(`campaign_audience_fates_${index}`, fatesText(1, audience, now, known).text),
    statement<[], unknown>(
      `campaign_audience_walk_${index}`,
      pageText({ accountId: 1, audience, now, afterId: 0, limit: 1 }, known).text,
    ),
  ]);
}
