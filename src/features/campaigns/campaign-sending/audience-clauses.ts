import {
  formOf,
  whereOf,
  type Form,
  type ResolvedFilter,
  type Unexpected,
} from '../../audience/contact-filters/index.ts';
import type { Audience, Groups } from './audience.ts';

/** Collects the parameters of a statement. The first parameter is the account ID. */
export interface Builder {
  readonly values: unknown[];
  readonly bind: (value: unknown) => string;
  readonly now: Date;
  /** Query form of the conditions on groups and filters: `joined`, `probed`, or `hashed`. */
  readonly form: Form;
  /** Query form of the condition on suppressed addresses: `joined`, `probed`, or `hashed`. */
  readonly suppressedForm: Form;
}

/**
 * Returns a builder for the conditions of a statement. `form` is the preferred query form. If PostgreSQL's estimates
 * for the account are unreliable, conditions use a form that does not depend on the estimates.
 */
export function builderOf(
  { accountId, now, unexpected }: { readonly accountId: number; readonly now: Date; readonly unexpected: Unexpected },
  form: 'joined' | 'probed',
): Builder {
  const values: unknown[] = [accountId];
  return {
    values,
    now,
    form: formOf(form, unexpected),
    suppressedForm: suppressedFormOf(form, unexpected),
    bind: (value) => `$${values.push(value)}`,
  };
}

function suppressedFormOf(form: Form, unexpected: Unexpected): Form {
  if (unexpected.has('contact') || unexpected.has('suppression')) return 'hashed';
  // Check contacts one by one, because a join would not use the keys while nested loops are disabled.
  return unexpected.size > 0 ? 'probed' : form;
}

/** Returns the condition on `deliverable d` for recipients of another campaign. Uses the primary key. */
export function sentClause({ bind }: Builder, { audience, of }: NonNullable<Audience['resend']>): string {
  const did = {
    non_openers: 'd.opened_at is null',
    openers: 'd.opened_at is not null',
    clickers: 'd.clicked_at is not null',
  };
  return `d.account_id = $1 and d.campaign_id = ${bind(of)}::bigint and ${did[audience]}`;
}

/** Returns the condition on `contact_stat s` for contacts who can receive email and are in the audience. */
export function wantedClause(
  builder: Builder,
  { excluded, included, isEngagedOnly, topic }: Audience,
  isIncluded: boolean,
): string {
  return [
    's.flags = 0',
    ...(isIncluded ? [] : [`(${groupClauses(builder, included).join(' or ')})`]),
    ...groupClauses(builder, excluded).map((clause) => `not ${clause}`),
    ...(topic ? [topicClause(builder, topic)] : []),
    ...(isEngagedOnly ? [engagedClause(builder)] : []),
    `not ${suppressedClause(builder)}`,
  ].join('\n    and ');
}

/** Returns the conditions for membership in groups: one for all lists, one for all tags, and one for each segment. */
export function groupClauses(builder: Builder, { lists, segments, tags }: Groups): string[] {
  const { bind, form } = builder;
  const clauses: string[] = [];
  for (const [kind, ids] of [
    ['list', lists],
    ['tag', tags],
  ] as const) {
    if (ids.length === 0) continue;
    const group = `m.account_id = $1 and m.${kind}_id = any(${bind(ids)}::bigint[])`;
    const fence = form === 'probed' ? ' offset 0' : '';
    clauses.push(`exists (select from ${kind}_member m where ${group} and m.contact_id = s.contact_id${fence})`);
  }
  return [...clauses, ...segments.map((segment) => filterClause(builder, segment))];
}

function filterClause({ form, now, values }: Builder, filter: ResolvedFilter): string {
  const where = whereOf(filter, now, values.length + 1, form);
  values.push(...where.values);
  // A comparison with a missing value, such as the time of the last open, is null.
  // A null matches no filter, so the contact is not excluded.
  return `((true ${where.text}) is true)`;
}

/** Returns the condition for contacts who are subscribed to a topic. Uses the primary key of topic_choice. */
export function topicClause({ bind, form }: Builder, { id, isOptIn }: NonNullable<Audience['topic']>): string {
  const choice = `t.account_id = $1 and t.topic_id = ${bind(id)}::bigint and t.contact_id = s.contact_id`;
  const fence = form === 'probed' ? ' offset 0' : '';
  return isOptIn
    ? `not exists (select from topic_choice t where ${choice} and not t.is_subscribed${fence})`
    : `exists (select from topic_choice t where ${choice} and t.is_subscribed${fence})`;
}

/** Returns the condition for contacts who opened an email recently or are new. */
export function engagedClause(builder: Builder): string {
  const clauses = (['engaged', 'new'] as const).map((status) => filterClause(builder, { all: [{ status }] }));
  return `(${clauses.join(' or ')})`;
}

/**
 * Returns the condition for contacts whose address is suppressed. The form determines whether the query starts from the
 * suppressed addresses or from each contact. Uses the keys of the tables suppression and contact.
 */
export function suppressedClause({ suppressedForm }: Builder): string {
  const suppressed = `select c.id from suppression p join contact c on c.account_id = $1 and c.email = p.address
      where p.account_id = $1`;
  switch (suppressedForm) {
    case 'joined':
    case 'counted':
      return `exists (${suppressed} and c.id = s.contact_id)`;
    case 'hashed':
      return `s.contact_id in (${suppressed})`;
    case 'probed':
      return `exists (
      select from contact c where c.account_id = $1 and c.id = s.contact_id and exists (
        select from suppression p where p.account_id = $1 and p.address = c.email offset 0
      ) offset 0
    )`;
  }
}
