import {
  formOf,
  whereOf,
  type Form,
  type ResolvedFilter,
  type Unexpected,
} from '../../audience/contact-filters/index.ts';
import type { Audience, Groups } from './audience.ts';

/** Collects the values of a statement, whose first parameter is the account. */
export interface Builder {
  readonly values: unknown[];
  readonly bind: (value: unknown) => string;
  readonly now: Date;
  /** How groups and filters are looked up. */
  readonly form: Form;
  /** How suppressed addresses are looked up. */
  readonly suppressedForm: Form;
}

/** Returns a builder for a statement in a form, as far as PostgreSQL's estimates for the account allow it. */
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
  // Contact by contact: a join could not use the keys if it may not compare each row with each.
  return unexpected.size > 0 ? 'probed' : form;
}

/** Recipients of another campaign, over `deliverable d`; primary key. */
export function sentClause({ bind }: Builder, { audience, of }: NonNullable<Audience['resend']>): string {
  const did = {
    non_openers: 'd.opened_at is null',
    openers: 'd.opened_at is not null',
    clickers: 'd.clicked_at is not null',
  };
  return `d.account_id = $1 and d.campaign_id = ${bind(of)}::bigint and ${did[audience]}`;
}

/** Whether a contact, over `contact_stat s`, can receive email and is in the audience. */
export function wantedClause(
  builder: Builder,
  { excluded, included, isEngagedOnly }: Audience,
  isIncluded: boolean,
): string {
  return [
    's.flags = 0',
    ...(isIncluded ? [] : [`(${groupClauses(builder, included).join(' or ')})`]),
    ...groupClauses(builder, excluded).map((clause) => `not ${clause}`),
    ...(isEngagedOnly ? [engagedClause(builder)] : []),
    `not ${suppressedClause(builder)}`,
  ].join('\n    and ');
}

/** Membership in the groups: a clause for all lists, one for all tags, and one for each segment. */
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
  // An unknown value, such as the last open, matches no filter, and so does not exclude a contact either.
  return `((true ${where.text}) is true)`;
}

/** Whether a contact opened an email recently, or is new. */
export function engagedClause(builder: Builder): string {
  const clauses = (['engaged', 'new'] as const).map((status) => filterClause(builder, { all: [{ status }] }));
  return `(${clauses.join(' or ')})`;
}

/**
 * Whether the address of a contact is suppressed. The keys of suppression and contact are used from the suppressed addresses to
 * the contacts, or from the contact to its address.
 */
export function suppressedClause({ suppressedForm }: Builder): string {
  const suppressed = `select c.id from suppression p join contact c on c.account_id = $1 and c.email = p.address
      where p.account_id = $1`;
  switch (suppressedForm) {
    case 'joined':
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
