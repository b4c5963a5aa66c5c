import type { Db, Tx } from '../../../base/db.ts';
import { storable } from '../../../base/stored-text.ts';
import type { Person, Principal } from '../../../http/principal.ts';
import { auditAfter, auditBefore, insertAudit, type AuditRow } from './audit-queries.ts';

/** Longer ids than any that there will be. */
const NO_ID = Number.MAX_SAFE_INTEGER;

/** Something that somebody did; `before` and `after` hold what changed and never a secret. */
export interface Act {
  /** Words joined by dots, the noun first: `key.create`. */
  readonly action: string;
  readonly subject?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** An entry of the audit log as the API shows it. */
export interface AuditEntry {
  readonly id: number;
  readonly occurred_at: string;
  readonly via: AuditRow['via'];
  /** Null for a key, and for a token that nobody in particular holds. */
  readonly by: { readonly name: string; readonly email: string | null } | null;
  readonly is_operator: boolean;
  readonly action: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** A person who does something, in whichever role. */
export type Doer = Pick<Person, 'id' | 'name' | 'email'>;

/** Who acts in an account: a caller, or whoever may run the program on its machine, who is the operator. */
export type Actor =
  | (Pick<Principal, 'accountId' | 'via'> & { readonly person: Doer | undefined })
  | { readonly accountId: number; readonly via: 'command'; readonly person?: undefined };

/** Notes in the account's audit log what somebody did; stands or falls with the transaction that did it. */
export async function recordAct(tx: Tx, actor: Actor, act: Act): Promise<void> {
  await record(tx, { accountId: actor.accountId, isOperator: actor.via === 'command' }, actor, act);
}

/** Notes what the operator did, in the log of the account that it was done to, or in the operator's own. */
export async function recordOperatorAct(tx: Tx, principal: Principal, accountId: number, act: Act): Promise<void> {
  await record(tx, { accountId, isOperator: true }, principal, act);
}

/** Notes what was done at the command line, where whoever may run it is the operator. */
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

/** JSON that jsonb takes: it knows neither NUL nor halves of surrogate pairs. */
function toJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}

/** Which entries are wanted. */
export interface AuditPage {
  readonly limit: number;
  /** Id of an entry: only older ones. */
  readonly before: number | undefined;
  /** Id of an entry: only newer ones, the oldest of them. */
  readonly after?: number | undefined;
  /** Names of the operator's people are the operator's. */
  readonly showsOperators: boolean;
}

/** A page of an account's audit log, newest first; `has_more` in the direction that was asked. */
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
