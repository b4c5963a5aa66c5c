import type { Db, Tx } from '../../../base/db.ts';
import { storable } from '../../../base/stored-text.ts';
import type { Person, Principal } from '../../../http/principal.ts';
import { auditAfter, auditBefore, insertAudit, type AuditRow } from './audit-queries.ts';

/** An ID that is higher than that of any entry, so that a page starts with the newest entry. */
const NO_ID = Number.MAX_SAFE_INTEGER;

/** An action for the audit log. `before` and `after` contain the changed values, but never secrets. */
export interface Act {
  /** Noun and verb separated by dots, for example `key.create`. */
  readonly action: string;
  readonly subject?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** An entry of the audit log in API responses. */
export interface AuditEntry {
  readonly id: number;
  readonly occurred_at: string;
  readonly via: AuditRow['via'];
  /**
   * The user who performed the action. Null if no user is known, for example for API keys and for tokens that do not
   * belong to a user.
   */
  readonly by: { readonly name: string; readonly email: string | null } | null;
  readonly is_operator: boolean;
  readonly action: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** A user who performs an action, in any role. */
export type Doer = Pick<Person, 'id' | 'name' | 'email'>;

/** The caller of the API, or the operator on the command line, who performed an action. */
export type Actor =
  | (Pick<Principal, 'accountId' | 'via'> & { readonly person: Doer | undefined })
  | { readonly accountId: number; readonly via: 'command'; readonly person?: undefined };

/** Records an action in the account's audit log, in the same transaction as the action. */
export async function recordAct(tx: Tx, actor: Actor, act: Act): Promise<void> {
  await record(tx, { accountId: actor.accountId, isOperator: actor.via === 'command' }, actor, act);
}

/** Records an action of the operator in the audit log of the affected account, or in the operator's own log. */
export async function recordOperatorAct(tx: Tx, principal: Principal, accountId: number, act: Act): Promise<void> {
  await record(tx, { accountId, isOperator: true }, principal, act);
}

/** Records an action that was performed on the command line. Such actions are always recorded as the operator's. */
export async function recordCommand(tx: Tx, accountId: number, act: Act): Promise<void> {
  await record(tx, { accountId, isOperator: true }, { via: 'command' }, act);
}

async function record(
  tx: Tx,
  where: { readonly accountId: number; readonly isOperator: boolean },
  { person, via }: { readonly person?: Doer | undefined; readonly via: AuditRow['via'] },
  { action, after, before, subject }: Act,
): Promise<void> {
  await insertAudit(
    tx,
    where.accountId,
    via,
    person?.id ?? null,
    person?.name ?? null,
    person?.email ?? null,
    where.isOperator,
    action,
    subject === undefined ? null : storable(subject),
    before === undefined ? null : toJson(before),
    after === undefined ? null : toJson(after),
  );
}

/** Serializes a value for a jsonb column, without NUL characters and unpaired surrogates, which PostgreSQL rejects. */
function toJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}

export interface AuditPage {
  readonly limit: number;
  /** Cursor: the ID of an entry. Selects older entries. */
  readonly before: number | undefined;
  /** Cursor: the ID of an entry. Selects newer entries, starting with the oldest of them. */
  readonly after?: number | undefined;
  /** Whether to include names of operators. Only the operator may see them. */
  readonly showsOperators: boolean;
}

/** Returns a page of an account's audit log, newest first. `has_more` refers to the requested direction. */
export async function pageOfAudit(
  db: Db,
  accountId: number,
  { after, before, limit, showsOperators }: AuditPage,
): Promise<{ data: AuditEntry[]; per_page: number; has_more: boolean }> {
  const rows = await (after === undefined
    ? auditBefore(db, accountId, before ?? NO_ID, limit + 1)
    : auditAfter(db, accountId, after, limit + 1));
  const page = after === undefined ? rows.slice(0, limit) : rows.slice(0, limit).toReversed();
  const data = page.map((row) => presentEntry(row, showsOperators));
  return { data, per_page: limit, has_more: rows.length > limit };
}

function presentEntry(row: AuditRow, showsOperators: boolean): AuditEntry {
  return {
    id: row.id,
    occurred_at: row.occurred_at.toISOString(),
    via: row.via,
    by: presentActor(row, showsOperators),
    is_operator: row.is_operator,
    action: row.action,
    subject: row.subject,
    before: row.before,
    after: row.after,
  };
}

function presentActor(row: AuditRow, showsOperators: boolean): AuditEntry['by'] {
  if (row.is_operator && !showsOperators) return { name: 'The operator', email: null };
  return row.person_name === null ? null : { name: row.person_name, email: row.person_email };
}
