import { statement, type Db } from '../../../base/db.ts';
import type { AccountStatus, StoredClassPause } from '../../tenants/accounts/index.ts';

/** Filters for a page of accounts. An absent property does not restrict the result. */
export interface AccountPage {
  readonly limit: number;
  /** Text to search for in names and email addresses. */
  readonly search?: string;
  readonly plan?: string;
  readonly status?: AccountStatus;
  /** ID of an account. Only older accounts are listed. */
  readonly after?: number;
}

export interface ListedAccountRow {
  readonly account_id: number;
  readonly email: string;
  readonly name: string | null;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly transactional_enabled: boolean;
  readonly paused_at: Date | null;
  readonly pause_reason: string | null;
  readonly restricted_at: Date | null;
  readonly restricted_reason: string | null;
  readonly closed_at: Date | null;
  readonly created_at: Date;
  readonly month_used: number;
  readonly monthly_limit: number | null;
  readonly has_open_review: boolean;
  readonly paused_classes: readonly StoredClassPause[] | null;
}

type ValueName = 'search' | 'plan' | 'after';

/** Condition of each filter, with `?` for the parameter. A search by name scans all accounts. */
const CLAUSES: Readonly<Record<ValueName, string>> = {
  search: `(strpos(lower(a.email), lower(?::text)) > 0
      or strpos(lower(normalize(coalesce(a.name, ''))), lower(normalize(?::text))) > 0)`,
  plan: 'a.plan = ?::text',
  after: 'a.account_id < ?::bigint',
};

/** SQL condition for each account status. Must be equivalent to `accountStatusOf`. */
const STATUS_CLAUSES: Readonly<Record<AccountStatus, string>> = {
  closed: 'a.closed_at is not null',
  restricted: 'a.closed_at is null and a.restricted_at is not null',
  paused: 'a.closed_at is null and a.restricted_at is null and a.paused_at is not null',
  transactional_off:
    'a.closed_at is null and a.restricted_at is null and a.paused_at is null and not a.transactional_enabled',
  active: 'a.closed_at is null and a.restricted_at is null and a.paused_at is null and a.transactional_enabled',
};

const VALUES = ['search', 'plan', 'after'] as const;
const FIRST_PARAMETER = 2;

const SELECT = `select a.account_id, a.email, a.name, a.plan, a.is_operator, a.transactional_enabled, a.paused_at, a.pause_reason,
     a.restricted_at, a.restricted_reason, a.closed_at, a.created_at, coalesce(u.used, 0) as month_used,
     monthly_limit(a.overage_enabled, a.overage_cap_cents, p.monthly_quota, p.overage_cents_per_thousand) as monthly_limit,
     r.account_id is not null as has_open_review,
     (
       select json_agg(json_build_object('class', c.class, 'paused_at', c.paused_at, 'reason', c.reason) order by c.class)
       from mail_class_pause c where c.account_id = a.account_id and c.paused_at is not null
     ) as paused_classes
   from account a
   join plan p on p.name = a.plan
   left join account_usage u on u.account_id = a.account_id
     and u.month = date_trunc('month', (now() at time zone 'utc')::date)::date
   left join account_review r on r.account_id = a.account_id and r.state = 'open'`;

function listStatement(values: readonly ValueName[], status: AccountStatus | undefined) {
  const clauses = values.map((name, index) => CLAUSES[name].replaceAll('?', `$${FIRST_PARAMETER + index}`));
  if (status) clauses.push(STATUS_CLAUSES[status]);
  return statement<[limit: number, ...values: (string | number)[]], ListedAccountRow>(
    ['operator_accounts', ...values, ...(status ? [status] : [])].join('_'),
    `${SELECT}
     ${clauses.length > 0 ? `where ${clauses.join(' and ')}` : ''}
     order by a.account_id desc limit $1`,
  );
}

/** Selects accounts, newest first, and reports whether older accounts exist. Uses the primary key of account. */
export async function findAccounts(
  db: Db,
  page: AccountPage,
): Promise<{ readonly rows: ListedAccountRow[]; readonly hasMore: boolean }> {
  const names = VALUES.filter((name) => page[name] !== undefined);
  const values = names.flatMap((name) => page[name] ?? []);
  const found = await listStatement(names, page.status)(db, page.limit + 1, ...values);
  return { rows: found.slice(0, page.limit), hasMore: found.length > page.limit };
}

/** Selects one account with the same columns as the account list. Uses the primary key. */
export const listedAccount = statement<[accountId: number], ListedAccountRow>(
  'operator_account',
  `${SELECT} where a.account_id = $1`,
);

/** Returns all statements of `findAccounts`, for the test that prepares them. */
export function allListStatements() {
  const sets: ValueName[][] = [[], ['search'], ['plan'], ['search', 'plan']];
  const statuses = [undefined, 'closed', 'restricted', 'paused', 'transactional_off', 'active'] as const;
  return sets.flatMap((set) =>
    statuses.flatMap((status) => [listStatement(set, status), listStatement([...set, 'after'], status)]),
  );
}
