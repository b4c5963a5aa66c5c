import type { Answer, MemoryTx } from './memory-database.ts';

/** Columns of a row of `outcome_missed` that tests use. */
interface MissedRow {
  readonly accountId: number;
  readonly part: string;
  readonly id: number;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly outcome: string;
  attempts: number;
  nextAtMs: number | null;
  lockedBy: MemoryTx | undefined;
  /** Open transaction that inserted, changed, or deleted the row. */
  changedBy: MemoryTx | undefined;
  /** Due time that other transactions see until `changedBy` has ended. */
  committedNextAtMs?: number | null | undefined;
  /** Whether other transactions see the row. */
  isCommitted: boolean;
  isDeleted: boolean;
}

/** The table of outcomes that listeners missed. */
export interface MissedTable {
  rows: MissedRow[];
  lastId: number;
}

type Run = (table: MissedTable, values: readonly unknown[], tx: MemoryTx) => Answer;

const FIRST_DELAY_MS = 10_000;
const NOTHING: Answer = { rows: [] };

/** The statements in features/sending/delivery/outcomes/missed-queries.ts, by name. */
export const MISSED_STATEMENTS: Readonly<Record<string, Run>> = {
  delivery_keep_missed: keep,
  delivery_missed_due_parts: dueParts,
  delivery_lock_missed: lock,
  delivery_delete_missed: remove,
  delivery_postpone_missed: postpone,
  delivery_missed_states: knownStates,
};

/** Returns the earliest due time of a missed outcome. */
export function nextMissedDueMs({ rows }: MissedTable): number {
  return rows.reduce((first, { nextAtMs }) => Math.min(first, nextAtMs ?? first), Number.POSITIVE_INFINITY);
}

function visible(table: MissedTable, tx: MemoryTx): MissedRow[] {
  return table.rows.filter(
    (row) => (row.isCommitted || row.lockedBy === tx) && !(row.isDeleted && row.lockedBy === tx),
  );
}

function keep(table: MissedTable, values: readonly unknown[], tx: MemoryTx): Answer {
  const [accountId, part, messageIds, recipientNos, outcomes] = values as [
    number,
    string,
    string[],
    number[],
    string[],
  ];
  // Another transaction may have inserted or deleted a row with the same key of the unique index
  // `outcome_missed_state`. Whether that row exists is only known after the other transaction has ended.
  const sameState = (at: number): MissedRow | undefined =>
    table.rows
      .filter((row) => part === 'state' && row.part === part && row.accountId === accountId)
      .filter((row) => !(row.isDeleted && row.changedBy === tx))
      .find((row) => row.messageId === messageIds[at] && row.recipientNo === recipientNos[at]);
  const waitsFor = outcomes.map((_, at) => sameState(at)?.changedBy).find((other) => other && other !== tx);
  if (waitsFor) return { waitsFor, again: () => keep(table, values, tx) };
  const kept = new Set<string>();
  const added = outcomes.flatMap((outcome, at): MissedRow[] => {
    const [messageId = '', recipientNo = 0] = [messageIds[at], recipientNos[at]];
    const key = `${messageId} ${recipientNo}`;
    if (sameState(at) || (part === 'state' && kept.has(key))) return [];
    kept.add(key);
    table.lastId += 1;
    const place = { accountId, part, id: table.lastId, messageId, recipientNo, outcome };
    const state = { attempts: 0, nextAtMs: tx.nowMs + FIRST_DELAY_MS };
    return [{ ...place, ...state, lockedBy: tx, changedBy: tx, isCommitted: false, isDeleted: false }];
  });
  table.rows.push(...added);
  tx.undo.push(() => void (table.rows = table.rows.filter((row) => !added.includes(row))));
  tx.others.push(() => {
    for (const row of added) Object.assign(row, { isCommitted: true, lockedBy: undefined, changedBy: undefined });
  });
  return { rows: added.map(({ id }) => ({ id })) };
}

function dueParts(table: MissedTable, values: readonly unknown[], tx: MemoryTx): Answer {
  const [account, behind, limit] = values as [number, string, number];
  const due = visible(table, tx)
    .filter((row) => {
      const isOthers = row.changedBy !== undefined && row.changedBy !== tx;
      const nextAtMs = isOthers && row.committedNextAtMs !== undefined ? row.committedNextAtMs : row.nextAtMs;
      return nextAtMs !== null && nextAtMs <= tx.nowMs;
    })
    .filter(({ accountId, part }) => accountId > account || (accountId === account && part > behind))
    .sort((a, b) => a.accountId - b.accountId || (a.part < b.part ? -1 : Number(a.part > b.part)));
  const pairs = new Map(due.map(({ accountId, part }) => [`${accountId} ${part}`, { account_id: accountId, part }]));
  return { rows: [...pairs.values()].slice(0, limit) };
}

function lock(table: MissedTable, values: readonly unknown[], tx: MemoryTx): Answer {
  const [accountId, part, limit] = values as [number, string, number];
  const found = table.rows
    .filter(
      (row) => row.isCommitted && (!row.lockedBy || row.lockedBy === tx) && !(row.isDeleted && row.changedBy === tx),
    )
    .filter((row) => row.accountId === accountId && row.part === part)
    .filter(({ nextAtMs }) => nextAtMs !== null && nextAtMs <= tx.nowMs)
    .slice(0, limit);
  for (const row of found) row.lockedBy = tx;
  const free = (): void => {
    for (const row of found) row.lockedBy = undefined;
  };
  tx.undo.push(free);
  tx.others.push(free);
  return {
    rows: found.map(({ attempts, id, outcome }) => ({ id, attempts, outcome: JSON.parse(outcome) as unknown })),
  };
}

/** Returns the rows of a listener with the given IDs. The transaction has locked these rows. */
function named(table: MissedTable, accountId: number, part: string, ids: readonly number[]): MissedRow[] {
  return table.rows.filter((row) => row.accountId === accountId && row.part === part && ids.includes(row.id));
}

function remove(table: MissedTable, values: readonly unknown[], tx: MemoryTx): Answer {
  const [accountId, part, ids] = values as [number, string, number[]];
  const gone = named(table, accountId, part, ids);
  for (const row of gone) Object.assign(row, { isDeleted: true, changedBy: tx });
  tx.undo.push(() => {
    for (const row of gone) Object.assign(row, { isDeleted: false, changedBy: undefined });
  });
  tx.others.push(() => void (table.rows = table.rows.filter((row) => !gone.includes(row))));
  return NOTHING;
}

function postpone(table: MissedTable, values: readonly unknown[], tx: MemoryTx): Answer {
  const [accountId, part, id, attempts, , seconds] = values as [number, string, number, number, string, number | null];
  for (const row of named(table, accountId, part, [id])) {
    const before = { attempts: row.attempts, nextAtMs: row.nextAtMs };
    const nextAtMs = seconds === null ? null : tx.nowMs + seconds * 1_000;
    const settled = { changedBy: undefined, committedNextAtMs: undefined };
    Object.assign(row, { attempts, nextAtMs, changedBy: tx, committedNextAtMs: row.committedNextAtMs ?? row.nextAtMs });
    tx.undo.push(() => void Object.assign(row, before, settled));
    tx.others.push(() => void Object.assign(row, settled));
  }
  return NOTHING;
}

function knownStates(table: MissedTable, values: readonly unknown[], tx: MemoryTx): Answer {
  const [accountIds, messageIds, recipientNos] = values as [number[], string[], number[]];
  const states = visible(table, tx).filter(({ part }) => part === 'state');
  const rows = accountIds.flatMap((accountId, at) => {
    const isKnown = states.some(
      (row) => row.accountId === accountId && row.messageId === messageIds[at] && row.recipientNo === recipientNos[at],
    );
    return isKnown ? [{ position: at + 1 }] : [];
  });
  return { rows };
}
