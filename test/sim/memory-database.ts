import { MISSED_STATEMENTS, nextMissedDueMs, type MissedTable } from './memory-missed.ts';
import {
  createWebhookTables,
  nextHookDueMs,
  WEBHOOK_STATEMENTS,
  type WebhookTables,
  type WebhookWatch,
} from './memory-webhooks.ts';

/** A row of `delivery`. Times are in milliseconds of the database's clock. */
export interface DeliveryRow {
  readonly accountId: number;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: string;
  readonly mailClass: number;
  worker: number;
  status: number;
  attempts: number;
  skippedRoute: number;
  epoch: number;
  taken: number;
  begun: number;
  nextAtMs: number | null;
  isReady: boolean;
  isStopped: boolean;
  delayedAtMs: number | null;
}

/** Columns of a row of `attempt` that tests use. */
export interface AttemptRow {
  readonly accountId: number;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly attemptNo: number;
  readonly finishedAt: Date;
  readonly outcome: string;
}

/** A row of `delivery_worker`. */
export interface WorkerRow {
  readonly number: number;
  readonly id: string;
  joinedAtMs: number;
  seenAtMs: number;
}

/** An open transaction: its writes, and the data to undo them. */
export interface MemoryTx {
  /** Value of `now()` in this transaction. */
  readonly nowMs: number;
  readonly before: Map<Stored, DeliveryRow>;
  readonly attempts: AttemptRow[];
  /** Actions to run on commit, in order. */
  readonly others: (() => void)[];
  /** Actions to run on rollback, in order. */
  readonly undo: (() => void)[];
  /** Locked rows of `delivery_worker`. */
  readonly locks: WorkerRow[];
  /** Rows of `delivery_worker` that are deleted on commit. */
  readonly forgotten: WorkerRow[];
  readonly changes: Change[];
  /**
   * State of the transaction at its savepoint. A rollback to the savepoint restores it. Undefined if there is no
   * savepoint.
   */
  part?: MemoryPart | undefined;
}

interface MemoryPart {
  readonly rows: ReadonlyMap<Stored, DeliveryRow>;
  readonly attempts: number;
  readonly others: number;
  readonly undo: number;
  readonly changes: number;
}

/** A change that a statement makes to a row, as observers receive it. */
export interface Change {
  readonly statement: string;
  readonly before: DeliveryRow;
  readonly after: DeliveryRow;
  /** The statement's parameters for this row. */
  readonly epoch?: number;
  readonly delayMs?: number | null;
}

/**
 * Result of a statement: its rows, or the SQLSTATE of its error in `refused`. If the statement must wait, `waitsFor` is
 * the transaction that must end first, and `again` continues the statement with the rows that matched at its start.
 */
export type Answer =
  | { readonly rows: object[] }
  | {
      readonly waitsFor: MemoryTx;
      readonly again: () => Answer;
      /** Called instead of `again` if the caller no longer exists. Undoes the effects of an autocommit statement. */
      readonly abandon?: () => void;
    }
  | { readonly refused: string };

interface Stored {
  row: DeliveryRow;
  lockedBy: MemoryTx | undefined;
}

type Values = readonly unknown[];

/**
 * The tables that delivery writes, with PostgreSQL's semantics for the statements of delivery. Each statement sees
 * committed data and the writes of its own transaction. If another transaction has written a row, the statement waits
 * for the row or skips it. A rollback undoes all changes. Statements are identified by name. conformance.test.ts
 * verifies that PostgreSQL behaves the same.
 */
export interface MemoryDatabase {
  begin(nowMs: number): MemoryTx;
  commit(tx: MemoryTx): void;
  rollback(tx: MemoryTx): void;
  /** Executes a statement at a given time, in the given transaction or in autocommit mode. */
  execute(name: string, values: Values, nowMs: number, tx?: MemoryTx): Answer;
  insert(row: DeliveryRow): void;
  /** Returns the committed rows of `delivery`. */
  readonly deliveries: () => DeliveryRow[];
  readonly attempts: readonly AttemptRow[];
  readonly workers: readonly WorkerRow[];
  readonly webhooks: WebhookTables;
  /** Returns the earliest due time of any `delivery` row. */
  nextDueMs(): number;
  readonly missed: MissedTable;
  /** Returns the earliest due time of any `outcome_missed` row. */
  nextMissedDueMs(): number;
  /** Returns the earliest due time of any `webhook_delivery` row. */
  nextHookDueMs(): number;
}

const UNWATCHED: WebhookWatch = { hookChanged: () => {}, timelineWritten: () => {} };

/**
 * Creates an empty database. Calls `watch` with each committed change to the `delivery` table, and `watchHooks` with
 * each committed change to the webhook tables.
 */
export function createMemoryDatabase(
  watch: (change: Change) => void = () => {},
  watchHooks: WebhookWatch = UNWATCHED,
): MemoryDatabase {
  const webhooks = createWebhookTables(watchHooks);
  const missed: MissedTable = { rows: [], lastId: 0 };
  const tables: Tables = { stored: [], byKey: new Map(), attempts: [], workers: [], locked: new Map() };

  function commit(tx: MemoryTx): void {
    for (const stored of tx.before.keys()) stored.lockedBy = undefined;
    tables.attempts.push(...tx.attempts);
    for (const other of tx.others) other();
    for (const worker of tx.forgotten) tables.workers.splice(tables.workers.indexOf(worker), 1);
    for (const worker of tx.locks) tables.locked.delete(worker);
    for (const change of tx.changes) watch(change);
  }

  function rollback(tx: MemoryTx): void {
    for (const [stored, row] of tx.before) {
      stored.row = row;
      stored.lockedBy = undefined;
    }
    for (const worker of tx.locks) tables.locked.delete(worker);
    for (const undo of tx.undo) undo();
  }

  return {
    begin,
    commit,
    rollback,
    execute(name, values, nowMs, open) {
      const run = DELIVERY_STATEMENTS[name];
      const runHooks = WEBHOOK_STATEMENTS[name];
      const runMissed = MISSED_STATEMENTS[name];
      if (!run && !runHooks && !runMissed) throw new Error(`The memory database does not know the statement ${name}`);
      const tx = open ?? begin(nowMs);
      // An autocommit statement is committed when it has finished.
      const settle = (answer: Answer): Answer => {
        if ('waitsFor' in answer) {
          const abandon = (): void => {
            if (!open) rollback(tx);
          };
          return { ...answer, again: () => settle(answer.again()), abandon };
        }
        if (!open && 'rows' in answer) commit(tx);
        return answer;
      };
      if (runMissed) return settle(runMissed(missed, values, tx));
      return settle(run ? run(tables, values, tx) : (runHooks?.(webhooks, values, tx) ?? NOTHING));
    },
    insert(row) {
      const stored = { row, lockedBy: undefined };
      tables.stored.push(stored);
      tables.byKey.set(keyOf(row.accountId, row.messageId, row.recipientNo), stored);
    },
    deliveries: () => tables.stored.map(committed),
    attempts: tables.attempts,
    workers: tables.workers,
    webhooks,
    missed,
    nextMissedDueMs: () => nextMissedDueMs(missed),
    nextHookDueMs: () => nextHookDueMs(webhooks),
    nextDueMs() {
      let first = Number.POSITIVE_INFINITY;
      for (const { row } of tables.stored) if (row.nextAtMs !== null && row.nextAtMs < first) first = row.nextAtMs;
      return first;
    },
  };
}

function begin(nowMs: number): MemoryTx {
  return { nowMs, before: new Map(), attempts: [], others: [], undo: [], locks: [], forgotten: [], changes: [] };
}

interface Tables {
  readonly stored: Stored[];
  readonly byKey: Map<string, Stored>;
  readonly attempts: AttemptRow[];
  readonly workers: WorkerRow[];
  readonly locked: Map<WorkerRow, MemoryTx>;
}

type Run = (tables: Tables, values: Values, tx: MemoryTx) => Answer;

const NOTHING: Answer = { rows: [] };

/** Statements that the delivery engine itself executes. */
export const DELIVERY_STATEMENTS: Readonly<Record<string, Run>> = {
  base_part_begin: beginPart,
  base_part_keep: keepPart,
  base_part_undo: undoPart,
  delivery_claim: claim,
  delivery_renew: (tables, values, tx) => setDue(tables, values, tx, 'delivery_renew'),
  delivery_give_back: (tables, values, tx) => setDue(tables, values, tx, 'delivery_give_back'),
  delivery_hand_over: (tables, values, tx) => setDue(tables, values, tx, 'delivery_hand_over'),
  delivery_begun: startsOf,
  delivery_note_begun: (tables, values, tx) => setBegun(tables, values, tx, (begun) => begun | 1),
  delivery_note_unbegun: (tables, values, tx) => setBegun(tables, values, tx, (begun) => begun & -2),
  delivery_note_waited: (tables, values, tx) => setBegun(tables, values, tx, (begun) => (begun | 1) + 1),
  delivery_finish: finish,
  delivery_finish_plainly: finishPlainly,
  delivery_beat: beat,
  delivery_join_workers: join,
  delivery_leave_workers: leave,
  delivery_free_rows: freeRows,
  delivery_forget_worker: forget,
  delivery_lock_dead_worker: lockDead,
  delivery_pass_over: recordFailedRoute,
  delivery_publish_sites: () => NOTHING,
  delivery_stops: () => NOTHING,
  delivery_late_lock: lateLock,
  delivery_late_set: lateSet,
};

function beginPart(_tables: Tables, _values: Values, tx: MemoryTx): Answer {
  const rows = new Map([...tx.before.keys()].map((stored) => [stored, stored.row]));
  const { attempts, changes, others, undo } = tx;
  const lengths = { attempts: attempts.length, others: others.length, undo: undo.length, changes: changes.length };
  tx.part = { rows, ...lengths };
  return NOTHING;
}

function keepPart(_tables: Tables, _values: Values, tx: MemoryTx): Answer {
  tx.part = undefined;
  return NOTHING;
}

function undoPart(_tables: Tables, _values: Values, tx: MemoryTx): Answer {
  const { part } = tx;
  if (!part) return { refused: '3B001' };
  for (const undo of tx.undo.splice(part.undo)) undo();
  for (const [stored, row] of tx.before) {
    stored.row = part.rows.get(stored) ?? row;
    if (part.rows.has(stored)) continue;
    stored.lockedBy = undefined;
    tx.before.delete(stored);
  }
  tx.attempts.splice(part.attempts);
  tx.others.splice(part.others);
  tx.changes.splice(part.changes);
  return NOTHING;
}

function keyOf(accountId: number, messageId: string, recipientNo: number): string {
  return `${accountId} ${messageId} ${recipientNo}`;
}

function committed(stored: Stored): DeliveryRow {
  return stored.lockedBy?.before.get(stored) ?? stored.row;
}

/** Returns the version of a row that a transaction sees. */
function seen(stored: Stored, tx: MemoryTx): DeliveryRow {
  const { lockedBy } = stored;
  return lockedBy && lockedBy !== tx ? (lockedBy.before.get(stored) ?? stored.row) : stored.row;
}

function write(stored: Stored, tx: MemoryTx, changes: Partial<DeliveryRow>): DeliveryRow {
  if (!tx.before.has(stored)) tx.before.set(stored, stored.row);
  stored.lockedBy = tx;
  stored.row = { ...stored.row, ...changes };
  return stored.row;
}

function isLockedByOther({ lockedBy }: Stored, tx: MemoryTx): boolean {
  return lockedBy !== undefined && lockedBy !== tx;
}

/** Implements sql/functions/lease_due_deliveries.sql with the same loops. */
function claim(tables: Tables, values: Values, tx: MemoryTx): Answer {
  // Parameters of the statement, in order.
  const [workers, given, limits, cursors, turn, leaseSeconds, moves, fromMs] = values as [
    number[],
    string,
    number[],
    number[],
    number,
    number,
    number,
    number | null,
  ];
  const since = fromMs === null ? firstDueDay(tables, given, tx) : given;
  const upTo = uuidAtDay(tx.nowMs, 2);
  const inRange = tables.stored.filter((stored) => {
    const row = seen(stored, tx);
    return row.nextAtMs !== null && row.messageId >= since && row.messageId < upTo;
  });
  const dueInMs = makeReady(inRange, { fromMs, moves }, tx);
  const isReady = inRange.some((stored) => seen(stored, tx).isReady && isDue(seen(stored, tx), tx));
  const rows: object[] = [];
  for (const [mailClass, limit] of limits.entries()) {
    const start = cursors[mailClass] ?? -1;
    let left = limit;
    let cursor = start;
    for (const worker of workers) {
      const ready = inRange.filter((stored) => {
        const row = seen(stored, tx);
        return row.mailClass === mailClass && row.worker === worker && row.isReady && isDue(row, tx);
      });
      cursor = start;
      let isFromFront = start < 0;
      while (isReady && left > 0) {
        const first = firstBehind(ready, cursor, tx);
        if (first === undefined) {
          if (isFromFront) break;
          isFromFront = true;
          cursor = -1;
          continue;
        }
        if (isFromFront && start >= 0 && first > start) break;
        cursor = first;
        const taken = ready
          .filter((stored) => seen(stored, tx).accountId === first && !isLockedByOther(stored, tx))
          .filter(({ row }) => row.isReady && isDue(row, tx))
          .sort(byTime)
          .slice(0, Math.min(turn, left));
        for (const stored of taken) rows.push(lease(stored, tx, leaseSeconds));
        left -= taken.length;
      }
    }
    rows.push({
      account_id: cursor,
      message_id: null,
      recipient_no: null,
      recipient: null,
      class: mailClass,
      attempts: null,
      epoch: null,
      taken: null,
      was_sent: null,
      is_suppressed: null,
      was_delayed: null,
      is_held: false,
      is_full: left <= 0,
      due_in_ms: dueInMs,
      since,
      now_ms: tx.nowMs,
    });
  }
  return { rows };
}

/**
 * Marks up to `moves` due rows as ready. Returns the milliseconds until the next row is due, 0 if the limit was
 * reached, or null if no row becomes due.
 */
function makeReady(
  inRange: readonly Stored[],
  { fromMs, moves }: { readonly fromMs: number | null; readonly moves: number },
  tx: MemoryTx,
): number | null {
  const waiting = inRange.filter((stored) => {
    const row = seen(stored, tx);
    return !row.isReady && row.nextAtMs !== null && row.nextAtMs >= (fromMs ?? 0);
  });
  const due = waiting.filter((stored) => isDue(seen(stored, tx), tx));
  const later = waiting.flatMap((stored) => seen(stored, tx).nextAtMs ?? []).filter((atMs) => atMs > tx.nowMs);
  const moved = due
    .filter((stored) => !isLockedByOther(stored, tx))
    .sort(byTime)
    .slice(0, moves);
  for (const stored of moved) {
    const before = stored.row;
    tx.changes.push({ statement: 'delivery_ready', before, after: write(stored, tx, { isReady: true }) });
  }
  if (due.length > 0 && moved.length === moves) return 0;
  return later.length > 0 ? Math.min(...later) - tx.nowMs : null;
}

function isDue({ nextAtMs }: DeliveryRow, { nowMs }: MemoryTx): boolean {
  return nextAtMs !== null && nextAtMs <= nowMs;
}

function byTime(a: Stored, b: Stored): number {
  return (a.row.nextAtMs ?? 0) - (b.row.nextAtMs ?? 0);
}

/** Returns the first account after the cursor that has a ready row, or undefined if there is none. */
function firstBehind(ready: readonly Stored[], cursor: number, tx: MemoryTx): number | undefined {
  let first: number | undefined;
  for (const stored of ready) {
    const row = seen(stored, tx);
    // Rows that this call has leased are no longer ready.
    if (row.accountId <= cursor || !row.isReady) continue;
    if (first === undefined || row.accountId < first) first = row.accountId;
  }
  return first;
}

/** Implements the SQL function `first_due_day`. */
function firstDueDay(tables: Tables, recent: string, tx: MemoryTx): string {
  let first = recent;
  for (const stored of tables.stored) {
    const row = seen(stored, tx);
    if (row.messageId >= first || !isDue(row, tx)) continue;
    first = uuidAtDay(Number.parseInt(row.messageId.replaceAll('-', '').slice(0, 12), 16), 0);
  }
  return first;
}

function lease(stored: Stored, tx: MemoryTx, seconds: number): object {
  const before = stored.row;
  const after = write(stored, tx, {
    nextAtMs: tx.nowMs + seconds * 1000,
    isReady: false,
    isStopped: false,
    epoch: before.epoch + 1,
    taken: before.taken + 1,
  });
  tx.changes.push({ statement: 'delivery_claim', before, after });
  return {
    account_id: after.accountId,
    message_id: after.messageId,
    recipient_no: after.recipientNo,
    recipient: after.recipient,
    class: after.mailClass,
    attempts: after.attempts,
    epoch: after.epoch,
    taken: after.taken,
    was_sent: after.status === 6,
    is_suppressed: after.status === 1,
    was_delayed: after.delayedAtMs !== null,
    is_held: false,
    is_full: null,
    due_in_ms: null,
    since: null,
    now_ms: null,
  };
}

/** Returns the lowest UUIDv7 of the UTC day that is `days` days after `nowMs`. */
function uuidAtDay(nowMs: number, days: number): string {
  const day = (Math.floor(nowMs / 86_400_000) + days) * 86_400_000;
  const time = day.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

function setDue(tables: Tables, values: Values, tx: MemoryTx, statement: string): Answer {
  // Parameters that `delivery_renew`, `delivery_give_back`, and `delivery_hand_over` have in common.
  const [accounts, messages, recipients, epochs, seconds] = values as [
    number[],
    string[],
    number[],
    number[],
    number[],
  ];
  const stopped = statement === 'delivery_give_back' ? (values[5] as boolean[]) : undefined;
  const workers = statement === 'delivery_hand_over' ? (values[5] as number[]) : undefined;
  const named = accounts.map((accountId, index) => {
    return tables.byKey.get(keyOf(accountId, messages[index] ?? '', recipients[index] ?? 0));
  });
  return change(
    named,
    epochs,
    tx,
    (stored, index) => {
      const delayMs = (seconds[index] ?? 0) * 1000;
      const place = workers && { worker: livingWorker(tables, workers[index] ?? 0) };
      const isRenewal = statement === 'delivery_renew';
      const taken = isRenewal ? stored.row.taken : Math.max(stored.row.taken - 1, 0);
      const isReady = !isRenewal && delayMs <= 0;
      const also = stopped && { isStopped: stopped[index] ?? false };
      const begun = isRenewal ? stored.row.begun : stored.row.begun & -2;
      put(
        stored,
        tx,
        { nextAtMs: tx.nowMs + delayMs, isReady, taken, begun, ...also, ...place },
        { statement, delayMs },
      );
      return isRenewal ? { position: index + 1 } : undefined;
    },
    // Lock the rows of the workers before any row of `delivery`. If another transaction is deleting one of the workers,
    // wait until that transaction ends.
    () => {
      const owners = tables.workers.map((worker) => workers?.includes(worker.number) && tables.locked.get(worker));
      return owners.find((owner) => owner && owner !== tx) || undefined;
    },
  );
}

/** Returns the rows that the parameters identify, for statements whose parameters are recipients and their epochs. */
function namedBy(
  tables: Tables,
  values: Values,
): { readonly named: (Stored | undefined)[]; readonly epochs: number[] } {
  const [accounts, messages, recipients, epochs] = values as [number[], string[], number[], number[]];
  const named = accounts.map((accountId, index) =>
    tables.byKey.get(keyOf(accountId, messages[index] ?? '', recipients[index] ?? 0)),
  );
  return { named, epochs };
}

function startsOf(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const { epochs, named } = namedBy(tables, values);
  const rows = named.flatMap((stored, index) => {
    const row = stored && seen(stored, tx);
    return row && isHeldBy(row, epochs[index]) ? [{ position: index + 1, begun: row.begun }] : [];
  });
  return { rows };
}

function setBegun(tables: Tables, values: Values, tx: MemoryTx, next: (begun: number) => number): Answer {
  const { epochs, named } = namedBy(tables, values);
  return change(named, epochs, tx, (stored) => {
    write(stored, tx, { begun: next(stored.row.begun) });
    return undefined;
  });
}

/**
 * Changes rows if their epoch equals the given one. The epoch is compared when the statement starts, and again after
 * any lock on the row is released.
 */
function change(
  named: readonly (Stored | undefined)[],
  epochs: readonly number[],
  tx: MemoryTx,
  apply: (stored: Stored, index: number) => object | undefined,
  alsoWaitsFor: () => MemoryTx | undefined = () => undefined,
): Answer {
  const found: [Stored, number][] = [];
  named.forEach((stored, index) => {
    if (!stored || !isHeldBy(seen(stored, tx), epochs[index])) return;
    // Change a row only once, even if the parameters contain it twice.
    if (!found.some(([other]) => other === stored)) found.push([stored, index]);
  });
  const resume = (): Answer => {
    const locked = alsoWaitsFor() ?? found.find(([stored]) => isLockedByOther(stored, tx))?.[0].lockedBy;
    if (locked) return { waitsFor: locked, again: resume };
    const held = found.filter(([stored, index]) => isHeldBy(stored.row, epochs[index]));
    return { rows: held.flatMap(([stored, index]) => apply(stored, index) ?? []) };
  };
  return resume();
}

/** Writes a row and records the change for observers. */
function put(
  stored: Stored,
  tx: MemoryTx,
  changes: Partial<DeliveryRow>,
  about: Pick<Change, 'statement' | 'delayMs'>,
): DeliveryRow {
  const before = stored.row;
  const after = write(stored, tx, changes);
  tx.changes.push({ ...about, before, after, epoch: before.epoch });
  return after;
}

/** Returns whether the worker that claimed a row with this epoch still holds the row. */
function isHeldBy(row: DeliveryRow, epoch: number | undefined): boolean {
  return row.epoch === epoch && row.nextAtMs !== null;
}

function livingWorker({ workers }: Tables, number: number): number {
  return workers.some((worker) => worker.number === number) ? number : 0;
}

/** Index of the parameter that contains, for each recipient, whether its delivery is in doubt. */
const IN_DOUBT = 19;

function finish(tables: Tables, values: Values, tx: MemoryTx): Answer {
  // Parameters of the statement, in order, without those that do not affect rows.
  const [accountId, messages, recipients, epochs, statuses, delays, delayed, , finishedAt, outcomes] = values as [
    number,
    string[],
    number[],
    number[],
    number[],
    (number | null)[],
    boolean[],
    Date[],
    Date[],
    string[],
  ];
  const inDoubt = values[IN_DOUBT] as boolean[];
  const named = messages.map((messageId, index) =>
    tables.byKey.get(keyOf(accountId, messageId, recipients[index] ?? 0)),
  );
  return change(named, epochs, tx, (stored, index) => {
    const before = stored.row;
    const delay = delays[index] ?? null;
    const delayMs = delay === null ? null : delay * 1000;
    const state = {
      status: statuses[index] ?? 0,
      attempts: before.attempts + 1,
      epoch: before.epoch + 1,
      taken: inDoubt[index] ? before.taken : 0,
      begun: inDoubt[index] ? before.begun : 0,
      nextAtMs: delayMs === null ? null : tx.nowMs + delayMs,
      isReady: delayMs !== null && delayMs <= 0,
      delayedAtMs: delayed[index] ? tx.nowMs : before.delayedAtMs,
    };
    const { attempts, messageId, skippedRoute, recipientNo } = put(stored, tx, state, {
      statement: 'delivery_finish',
      delayMs,
    });
    const about = { finishedAt: finishedAt[index] ?? new Date(0), outcome: outcomes[index] ?? '' };
    tx.attempts.push({ accountId, messageId, recipientNo, attemptNo: attempts + skippedRoute, ...about });
    return { position: index + 1 };
  });
}

function finishPlainly(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const [accountId, messageId, recipientNo, epoch, status, delay, isDelayed] = values as [
    number,
    string,
    number,
    number,
    number,
    number | null,
    boolean,
  ];
  const named = [tables.byKey.get(keyOf(accountId, messageId, recipientNo))];
  return change(named, [epoch], tx, (stored) => {
    const before = stored.row;
    const delayMs = delay === null ? null : delay * 1000;
    const state = {
      status,
      attempts: before.attempts + 1,
      epoch: before.epoch + 1,
      taken: 0,
      begun: 0,
      nextAtMs: delayMs === null ? null : tx.nowMs + delayMs,
      isReady: delayMs !== null && delayMs <= 0,
      delayedAtMs: isDelayed ? tx.nowMs : before.delayedAtMs,
    };
    const after = put(stored, tx, state, { statement: 'delivery_finish', delayMs });
    return { attempt_no: after.attempts + after.skippedRoute };
  });
}

function beat(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const [id, settledSeconds, deadSeconds] = values as [string, number, number];
  const rows = tables.workers
    .toSorted((a, b) => a.joinedAtMs - b.joinedAtMs || a.number - b.number)
    .map((worker) => ({
      number: worker.number,
      is_me: worker.id === id,
      is_settled: worker.joinedAtMs <= tx.nowMs - settledSeconds * 1000,
      is_dead: worker.id !== id && worker.seenAtMs < tx.nowMs - deadSeconds * 1000,
    }));
  // Return the rows as they were when the statement started, even if the statement had to wait.
  return touch(tables, id, tx, (me) => void (me.seenAtMs = tx.nowMs), rows);
}

/** Changes the row of a worker, if it exists. Waits while the row is locked. */
function touch(tables: Tables, id: unknown, tx: MemoryTx, apply: (worker: WorkerRow) => void, rows: object[]): Answer {
  const resume = (): Answer => {
    const worker = tables.workers.find((other) => other.id === id);
    const owner = worker && tables.locked.get(worker);
    if (owner && owner !== tx) return { waitsFor: owner, again: resume };
    if (worker) apply(worker);
    return { rows };
  };
  return resume();
}

function join(tables: Tables, [id]: Values, tx: MemoryTx): Answer {
  let number = 1;
  while (tables.workers.some((worker) => worker.number === number)) number += 1;
  const resume = (): Answer => {
    const twin = tables.workers.find((worker) => worker.id === id);
    const owner = twin && tables.locked.get(twin);
    // While another transaction is deleting the row, it is not known whether the ID is in use.
    if (twin && owner && owner !== tx && owner.forgotten.includes(twin)) return { waitsFor: owner, again: resume };
    if (twin) return { refused: '23505' };
    const joinedAtMs = Math.max(tx.nowMs, ...tables.workers.map((worker) => worker.joinedAtMs + 0.001));
    tables.workers.push({ number, id: String(id), joinedAtMs, seenAtMs: tx.nowMs });
    return { rows: [{ number }] };
  };
  return resume();
}

function leave(tables: Tables, [id]: Values, tx: MemoryTx): Answer {
  return touch(tables, id, tx, (worker) => void (worker.seenAtMs = Number.NEGATIVE_INFINITY), []);
}

function freeRows(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const [worker, limit] = values as [number, number];
  const held = tables.stored
    .filter((stored) => {
      const row = seen(stored, tx);
      return row.worker === worker && row.nextAtMs !== null && !isLockedByOther(stored, tx);
    })
    .sort(
      ({ row: a }, { row: b }) =>
        Number(b.isReady) - Number(a.isReady) ||
        (a.isReady ? a.mailClass - b.mailClass || a.accountId - b.accountId : 0) ||
        (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0),
    )
    .slice(0, limit);
  for (const stored of held) {
    const before = stored.row;
    tx.changes.push({ statement: 'delivery_free_rows', before, after: write(stored, tx, { worker: 0 }) });
  }
  return { rows: [{ freed: held.length }] };
}

function lockDead(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const [number, deadSeconds] = values as [number, number];
  const worker = tables.workers.find((other) => other.number === number);
  if (!worker || worker.seenAtMs >= tx.nowMs - deadSeconds * 1000) return NOTHING;
  const owner = tables.locked.get(worker);
  if (owner && owner !== tx) return NOTHING;
  if (!owner) lockWorker(tables, worker, tx);
  return { rows: [{ number }] };
}

function lockWorker({ locked }: Tables, worker: WorkerRow, tx: MemoryTx): void {
  locked.set(worker, tx);
  tx.locks.push(worker);
}

function forget(tables: Tables, [number]: Values, tx: MemoryTx): Answer {
  const isReferenced = tables.stored.some((stored) => {
    const row = seen(stored, tx);
    return row.worker === number && row.nextAtMs !== null;
  });
  if (isReferenced) return NOTHING;
  const resume = (): Answer => {
    const worker = tables.workers.find((other) => other.number === number);
    if (!worker) return NOTHING;
    const owner = tables.locked.get(worker);
    if (owner && owner !== tx) return { waitsFor: owner, again: resume };
    // Until this transaction ends, other transactions still see the row but cannot change it.
    if (!owner) lockWorker(tables, worker, tx);
    tx.forgotten.push(worker);
    return NOTHING;
  };
  return resume();
}

function recordFailedRoute(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const [accountId, messageId, recipientNo, epoch, , finishedAt] = values as [
    number,
    string,
    number,
    number,
    Date,
    Date,
  ];
  const named = [tables.byKey.get(keyOf(accountId, messageId, recipientNo))];
  return change(named, [epoch], tx, (stored) => {
    const counted = { skippedRoute: stored.row.skippedRoute + 1 };
    const after = put(stored, tx, counted, { statement: 'delivery_pass_over' });
    const attemptNo = after.attempts + after.skippedRoute;
    tx.attempts.push({ accountId, messageId, recipientNo, attemptNo, finishedAt, outcome: 'deferred' });
    return undefined;
  });
}

function lateLock(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const [accountId, messageId, recipientNo] = values as [number, string, number];
  const key = keyOf(accountId, messageId, recipientNo);
  const stored = tables.byKey.get(key);
  if (!stored) return NOTHING;
  const delivered = [...tables.attempts, ...tx.attempts].filter(
    (attempt) =>
      attempt.outcome === 'delivered' && keyOf(attempt.accountId, attempt.messageId, attempt.recipientNo) === key,
  );
  const last = Math.max(...delivered.map(({ finishedAt }) => finishedAt.getTime()));
  const delivered_at = delivered.length > 0 ? new Date(last) : null;
  const resume = (): Answer => {
    if (stored.lockedBy && stored.lockedBy !== tx) return { waitsFor: stored.lockedBy, again: resume };
    const { mailClass, recipient, status } = write(stored, tx, {});
    return { rows: [{ recipient, status, class: mailClass, delivered_at }] };
  };
  return resume();
}

function lateSet(tables: Tables, values: Values, tx: MemoryTx): Answer {
  const [accountId, messageId, recipientNo, status] = values as [number, string, number, number];
  const stored = tables.byKey.get(keyOf(accountId, messageId, recipientNo));
  if (!stored) return NOTHING;
  const resume = (): Answer => {
    if (stored.lockedBy && stored.lockedBy !== tx) return { waitsFor: stored.lockedBy, again: resume };
    put(stored, tx, { status, nextAtMs: null }, { statement: 'delivery_late_set' });
    return NOTHING;
  };
  return resume();
}
