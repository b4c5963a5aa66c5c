import { timeOfUuid } from '../../src/base/ids.ts';
import type { Answer, MemoryTx } from './memory-database.ts';

/** A row of `webhook`. Times are in milliseconds of the database's clock. */
export interface WebhookRow {
  readonly accountId: number;
  readonly url: string;
  readonly format: 'native' | 'compatible';
  readonly events: readonly string[];
  readonly secret: Buffer;
  readonly isEnabled: boolean;
  readonly disabledBy: string | null;
  readonly updatedAtMs: number;
  readonly failingSinceMs: number | null;
  readonly failures: number;
  readonly lastSuccessAtMs: number | null;
  readonly lastFailureAtMs: number | null;
  readonly lastFailure: string | null;
}

/** A row of `webhook_delivery`. */
export interface HookRow {
  readonly accountId: number;
  readonly id: string;
  readonly eventId: string;
  readonly messageId: string | null;
  readonly recipientNo: number | null;
  readonly recipient: string | null;
  readonly event: string;
  readonly occurredAt: Date;
  readonly status: string | null;
  readonly reason: string | null;
  readonly extra: string | null;
  /** 0 waiting, 1 received, 2 expired, 3 held. */
  readonly state: number;
  readonly attempts: number;
  readonly nextAtMs: number | null;
  readonly isWaiting: boolean;
  readonly epoch: number;
  readonly answer: number | null;
  readonly body: Buffer | null;
  readonly format: string | null;
  readonly url: string | null;
}

/** Columns of a row of `webhook_attempt` that tests use. */
export interface HookAttemptRow {
  readonly accountId: number;
  readonly deliveryId: string;
  readonly attemptNo: number;
  readonly answer: number | null;
}

/** Columns of a row of `event` that tests use. */
export interface TimelineRow {
  readonly accountId: number;
  readonly eventId: string;
  readonly event: string;
}

/** A committed change that a statement made to a row of `webhook_delivery`. */
export interface HookChange {
  readonly statement: string;
  /** The row before the change. Undefined if the statement inserted it. */
  readonly before: HookRow | undefined;
  readonly after: HookRow;
  /** Epoch of the row in the statement's parameters. */
  readonly epoch?: number | undefined;
}

/** Functions that are called with committed changes. */
export interface WebhookWatch {
  hookChanged(change: HookChange): void;
  timelineWritten(row: TimelineRow): void;
}

/** The webhook tables, and the timeline whose events are sent to webhooks. */
export interface WebhookTables {
  readonly webhooks: Cell<WebhookRow>[];
  readonly hooks: Cell<HookRow>[];
  readonly attempts: HookAttemptRow[];
  readonly timeline: TimelineRow[];
  readonly watch: WebhookWatch;
  /** Returns the ID for a delivery that is created at the given time. */
  readonly nextId: (nowMs: number) => string;
}

/** A row, and the version that other transactions see while one transaction has it locked. */
export interface Cell<Row> {
  row: Row;
  /** Committed version of a locked row. Undefined if the row is new. */
  committed: Row | undefined;
  lockedBy: MemoryTx | undefined;
}

type Values = readonly unknown[];
type Run = (tables: WebhookTables, values: Values, tx: MemoryTx) => Answer;

const MAX_TURNS = 64;
const MAX_POLLS = 256;
const MAX_PUT_ASIDE = 500;
const DAY_MS = 86_400_000;
const SUCCESS_RESOLUTION_MS = 1_000;
const NOTHING: Answer = { rows: [] };

/**
 * Webhook statements by name, and the statement that inserts timeline events. Most are defined in
 * features/transactional/webhooks, and the functions that they call in sql/functions/claim_webhooks.sql.
 */
export const WEBHOOK_STATEMENTS: Readonly<Record<string, Run>> = {
  webhooks_insert_deliveries: insert,
  webhooks_claim: claim,
  webhooks_oldest_queued: oldest,
  webhooks_finish: finish,
  webhooks_give_back: release,
  webhooks_hold_claimed: holdClaimed,
  webhooks_hold_waiting: holdWaiting,
  webhooks_disable_gone: disableGone,
  webhooks_of_account: find,
  transactional_insert_events: insertTimeline,
};

/** Creates empty webhook tables. */
export function createWebhookTables(watch: WebhookWatch): WebhookTables {
  let made = 0;
  return {
    webhooks: [],
    hooks: [],
    attempts: [],
    timeline: [],
    watch,
    nextId(nowMs) {
      made += 1;
      const time = Math.floor(nowMs).toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${made.toString(16).padStart(12, '0')}`;
    },
  };
}

/** Returns the earliest due time of a webhook delivery. */
export function nextHookDueMs({ hooks }: WebhookTables): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { row } of hooks) if (row.nextAtMs !== null && row.nextAtMs < first) first = row.nextAtMs;
  return first;
}

/** Returns the version of a row that a transaction sees. */
export function seenBy<Row>({ committed, lockedBy, row }: Cell<Row>, tx: MemoryTx | undefined): Row | undefined {
  return lockedBy && lockedBy !== tx ? committed : row;
}

function isFree({ lockedBy }: Cell<unknown>, tx: MemoryTx): boolean {
  return lockedBy === undefined || lockedBy === tx;
}

function write<Row>(cell: Cell<Row>, tx: MemoryTx, changes: Partial<Row>): Row {
  if (cell.lockedBy !== tx) {
    cell.committed = cell.row;
    cell.lockedBy = tx;
    tx.others.push(() => void (cell.lockedBy = undefined));
    tx.undo.push(() => {
      // A committed version exists, because this function does not insert rows.
      if (cell.committed !== undefined) cell.row = cell.committed;
      cell.lockedBy = undefined;
    });
  }
  cell.row = { ...cell.row, ...changes };
  return cell.row;
}

function put(
  { watch }: WebhookTables,
  cell: Cell<HookRow>,
  tx: MemoryTx,
  changes: Partial<HookRow>,
  about: Pick<HookChange, 'statement' | 'epoch'>,
): HookRow {
  const before = cell.row;
  const after = write(cell, tx, changes);
  tx.others.push(() => watch.hookChanged({ ...about, before, after }));
  return after;
}

function insert(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  // Parameters of the statement, in order.
  const [accountId, eventIds, messageIds, recipientNos, recipients, events, times, statuses, reasons, extras] =
    values as [
      number,
      string[],
      (string | null)[],
      (number | null)[],
      (string | null)[],
      string[],
      Date[],
      (string | null)[],
      (string | null)[],
      (string | null)[],
    ];
  const found = tables.webhooks.find(({ row }) => row.accountId === accountId);
  const webhook = found && seenBy(found, tx);
  if (!webhook) return NOTHING;
  const rows = eventIds.flatMap((eventId, at) => {
    const event = events[at] ?? '';
    if (!webhook.events.includes(event)) return [];
    const row: HookRow = {
      accountId,
      id: tables.nextId(tx.nowMs),
      eventId,
      messageId: messageIds[at] ?? null,
      recipientNo: recipientNos[at] ?? null,
      recipient: recipients[at] ?? null,
      event,
      occurredAt: times[at] ?? new Date(0),
      status: statuses[at] ?? null,
      reason: reasons[at] ?? null,
      extra: extras[at] ?? null,
      state: webhook.isEnabled ? 0 : 3,
      attempts: 0,
      nextAtMs: webhook.isEnabled ? tx.nowMs : null,
      isWaiting: false,
      epoch: 0,
      answer: null,
      body: null,
      format: null,
      url: null,
    };
    const cell: Cell<HookRow> = { row, committed: undefined, lockedBy: tx };
    tables.hooks.push(cell);
    tx.undo.push(() => void tables.hooks.splice(tables.hooks.indexOf(cell), 1));
    tx.others.push(() => {
      cell.lockedBy = undefined;
      tables.watch.hookChanged({ statement: 'webhooks_insert_deliveries', before: undefined, after: row });
    });
    return [{ state: row.state }];
  });
  return { rows };
}

function insertTimeline(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  // Parameters of the statement, without parameters that tests do not use.
  const [accountId, , eventIds, , events] = values as [number, string[], string[], number[], string[]];
  const rows = eventIds.map((eventId, at) => ({ accountId, eventId, event: events[at] ?? '' }));
  tx.others.push(() => {
    tables.timeline.push(...rows);
    for (const row of rows) tables.watch.timelineWritten(row);
  });
  return NOTHING;
}

/** Parameters of a claim, in order. */
type ClaimValues = [
  since: string,
  limit: number,
  turn: number,
  cursor: number,
  accounts: number[],
  places: number[],
  leaseSeconds: number,
  behind: number[],
  afterMs: number[],
  maxMoves: number,
  movedMs: number | null,
  pollSeconds: number,
];

/** Simulates sql/functions/claim_webhooks.sql with the same control flow. */
function claim(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  // Parameters of the statement, in order.
  const given = values as unknown as ClaimValues;
  const [since, limit, turn, start, accounts, places, leaseSeconds, behind, afterMs, maxMoves] = given;
  const upTo = leastIdOfDay(tx.nowMs, 2);
  const queued = tables.hooks.filter((cell) => {
    const row = seenBy(cell, tx);
    return row !== undefined && row.nextAtMs !== null && row.id >= since && row.id < upTo;
  });
  const { moves, movedMs } = move(tables, queued, given, tx);
  const placesOf = (accountId: number): number => places[accounts.indexOf(accountId)] ?? turn;
  const named = turn > 0 ? undefined : namedBehind(start, accounts, places);
  const rows: object[] = [];
  let [left, cursor, looks, turns, inVain] = [limit, start, 0, 0, 0];
  let isFromFront = start < 0;
  while (left > 0 && turns < MAX_TURNS && looks < MAX_POLLS) {
    looks += 1;
    if (named && looks > named.length) break;
    const known = named ? named[looks - 1] : behind.filter((id) => id > cursor).sort((a, b) => a - b)[0];
    const between = named ? undefined : firstBehind(queued, cursor, tx);
    const isBetween = between !== undefined && (known === undefined || between.accountId < known);
    const account = isBetween ? between.accountId : known;
    if (account === undefined) {
      if (isFromFront) break;
      isFromFront = true;
      cursor = -1;
      continue;
    }
    if (!named && isFromFront && start >= 0 && account > start) break;
    cursor = account;
    const first = isBetween ? between : firstFrom(queued, account, afterMs[behind.indexOf(account)], tx);
    const room = Math.min(placesOf(account), left);
    if (!first || room <= 0) {
      inVain += 1;
      continue;
    }
    turns += 1;
    const dueMs = first.nextAtMs ?? 0;
    if (dueMs > tx.nowMs) {
      const early = turnsOf(queued, account, tx, (ms) => ms > tx.nowMs).slice(0, MAX_PUT_ASIDE);
      for (const cell of early) put(tables, cell, tx, { isWaiting: true }, { statement: 'webhooks_put_aside' });
      continue;
    }
    const due = turnsOf(queued, account, tx, (ms) => ms >= dueMs && ms <= tx.nowMs).slice(0, room);
    for (const cell of due) rows.push(lease(tables, cell, tx, leaseSeconds, dueMs));
    left -= due.length;
  }
  const isRound = (maxMoves <= 0 || moves < maxMoves) && left > 0 && turns < MAX_TURNS && looks < MAX_POLLS;
  const waitMs = left === limit ? waitOf(queued, movedMs, given, tx) : null;
  const end = { is_round: isRound, in_vain: inVain, moves, moved_ms: movedMs, wait_ms: waitMs };
  rows.push({ ...NOBODY, account_id: cursor, ...end });
  return { rows };
}

/**
 * Makes due waiting rows available. Returns their number, and the time up to which all due rows were made available.
 */
function move(
  tables: WebhookTables,
  queued: readonly Cell<HookRow>[],
  [, , , , , , , , , maxMoves, givenMs]: ClaimValues,
  tx: MemoryTx,
): { readonly moves: number; readonly movedMs: number } {
  const fromMs = givenMs ?? Number.NEGATIVE_INFINITY;
  if (maxMoves <= 0) return { moves: 0, movedMs: fromMs };
  const due = queued
    .filter((cell) => {
      const row = seenBy(cell, tx);
      const atMs = row?.nextAtMs ?? Number.POSITIVE_INFINITY;
      return row?.isWaiting === true && atMs >= fromMs && atMs <= tx.nowMs && isFree(cell, tx);
    })
    .sort(byTime)
    .slice(0, maxMoves);
  const last = due.at(-1)?.row.nextAtMs ?? tx.nowMs;
  for (const cell of due) put(tables, cell, tx, { isWaiting: false }, { statement: 'webhooks_move' });
  return { moves: due.length, movedMs: due.length < maxMoves ? tx.nowMs : last };
}

/**
 * Returns the milliseconds until the next waiting delivery is due, or null if none is due within the poll interval.
 * Returns 0 if rows remain that were not checked.
 */
function waitOf(
  queued: readonly Cell<HookRow>[],
  movedMs: number,
  [, , , , , , , , , maxMoves, , pollSeconds]: ClaimValues,
  tx: MemoryTx,
): number | null {
  if (maxMoves <= 0) return 0;
  let firstMs = tx.nowMs + pollSeconds * 1000;
  let isFound = false;
  for (const cell of queued) {
    const row = seenBy(cell, tx);
    if (!row?.isWaiting || row.nextAtMs === null || row.nextAtMs < movedMs || row.nextAtMs > firstMs) continue;
    [firstMs, isFound] = [row.nextAtMs, true];
  }
  return isFound ? Math.max(0, firstMs - tx.nowMs) : null;
}

/** Returns the accounts with free slots in order, starting after the cursor and wrapping around to the beginning. */
function namedBehind(cursor: number, accounts: readonly number[], places: readonly number[]): number[] {
  const withRoom = accounts.filter((_accountId, at) => (places[at] ?? 0) > 0).sort((a, b) => a - b);
  return [...withRoom.filter((id) => id > cursor), ...withRoom.filter((id) => id <= cursor)];
}

/**
 * Returns the available rows of an account in a time range, in order, without rows that another transaction has locked.
 */
function turnsOf(
  queued: readonly Cell<HookRow>[],
  accountId: number,
  tx: MemoryTx,
  isWanted: (ms: number) => boolean,
): Cell<HookRow>[] {
  return queued
    .filter((cell) => {
      const row = seenBy(cell, tx);
      if (!row || row.accountId !== accountId || row.isWaiting || row.nextAtMs === null) return false;
      return isWanted(row.nextAtMs) && isFree(cell, tx);
    })
    .sort(byTime);
}

function byTime({ row: a }: Cell<HookRow>, { row: b }: Cell<HookRow>): number {
  return (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0);
}

/** Implements `oldest_queued_webhook` from the same SQL file. */
function oldest({ hooks }: WebhookTables, values: Values, tx: MemoryTx): Answer {
  // Safe cast: the only parameter of the statement is an ID.
  const [before] = values as [string];
  const rows = hooks.map((cell) => seenBy(cell, tx)).filter((row) => row !== undefined && row.nextAtMs !== null);
  const days = rows.map((row) => leastIdOfDay(timeOfUuid(row?.id ?? ''), 0));
  return { rows: [{ since: [before, ...days].sort()[0] }] };
}

const NOBODY = {
  account_id: null,
  id: null,
  event_id: null,
  message_id: null,
  recipient_no: null,
  recipient: null,
  tag: null,
  event: null,
  occurred_ms: null,
  status: null,
  reason: null,
  extra: null,
  attempts: null,
  epoch: null,
  body: null,
  format: null,
  url: null,
  due_ms: null,
  is_round: null,
  in_vain: null,
  moves: null,
  moved_ms: null,
  wait_ms: null,
};

function firstBehind(queued: readonly Cell<HookRow>[], cursor: number, tx: MemoryTx): HookRow | undefined {
  let first: HookRow | undefined;
  for (const cell of queued) {
    const row = seenBy(cell, tx);
    if (!row || row.nextAtMs === null || row.isWaiting || row.accountId <= cursor) continue;
    const isBefore =
      !first ||
      row.accountId < first.accountId ||
      (row.accountId === first.accountId && row.nextAtMs < (first.nextAtMs ?? 0));
    if (isBefore) first = row;
  }
  return first;
}

/** Returns the account's first row that is due at a given time or later. */
function firstFrom(
  queued: readonly Cell<HookRow>[],
  accountId: number,
  afterMs = 0,
  tx: MemoryTx,
): HookRow | undefined {
  const late = queued.filter((cell) => {
    const row = seenBy(cell, tx);
    return row?.accountId === accountId && !row.isWaiting && (row.nextAtMs ?? 0) >= afterMs;
  });
  return firstBehind(late, accountId - 1, tx);
}

function lease(tables: WebhookTables, cell: Cell<HookRow>, tx: MemoryTx, seconds: number, dueMs: number): object {
  const changes = { nextAtMs: tx.nowMs + seconds * 1000, epoch: cell.row.epoch + 1, isWaiting: true };
  const after = put(tables, cell, tx, changes, { statement: 'webhooks_claim' });
  return {
    ...NOBODY,
    account_id: after.accountId,
    id: after.id,
    event_id: after.eventId,
    message_id: after.messageId,
    recipient_no: after.recipientNo,
    recipient: after.recipient,
    event: after.event,
    occurred_ms: after.occurredAt.getTime(),
    status: after.status,
    reason: after.reason,
    extra: after.extra === null ? null : JSON.parse(after.extra),
    attempts: after.attempts,
    epoch: after.epoch,
    body: after.body,
    format: after.format,
    url: after.url,
    due_ms: dueMs,
  };
}

/** Returns the smallest UUIDv7 of the UTC day that is `days` days later. */
function leastIdOfDay(nowMs: number, days: number): string {
  const time = ((Math.floor(nowMs / DAY_MS) + days) * DAY_MS).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/**
 * Changes rows of an account if the epoch of each row equals the given epoch. The epoch is compared when the statement
 * starts, and again after any lock on the row is released.
 */
function change(
  tables: WebhookTables,
  [accountId, ids, epochs]: readonly [number, readonly string[], readonly number[]],
  tx: MemoryTx,
  states: readonly number[],
  apply: (cell: Cell<HookRow>, at: number) => object | undefined,
): Answer {
  const fits = (row: HookRow | undefined, at: number): boolean =>
    row !== undefined && isHeldWith(row, epochs[at]) && states.includes(row.state);
  const found: [Cell<HookRow>, number][] = [];
  ids.forEach((id, at) => {
    const cell = tables.hooks.find(({ row }) => row.id === id && row.accountId === accountId);
    // Change a row only once, even if the parameters contain it twice.
    if (cell && fits(seenBy(cell, tx), at) && !found.some(([other]) => other === cell)) found.push([cell, at]);
  });
  const resume = (): Answer => {
    const locked = found.find(([cell]) => !isFree(cell, tx))?.[0].lockedBy;
    if (locked) return { waitsFor: locked, again: resume };
    return { rows: found.flatMap(([cell, at]) => (fits(cell.row, at) ? (apply(cell, at) ?? []) : [])) };
  };
  return resume();
}

/** Returns whether the worker that leased a row with this epoch still holds the row. */
function isHeldWith(row: HookRow, epoch: number | undefined): boolean {
  return row.epoch === epoch;
}

function finish(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  // Parameters of the statement in the order in which its text uses them, without parameters that do not affect rows.
  const [, ids, epochs, states, delays, answers, bodies, formats] = values as [
    unknown,
    string[],
    number[],
    number[],
    (number | null)[],
    (number | null)[],
    Buffer[],
    string[],
  ];
  const [accountId] = values.slice(14) as [number];
  const signs = values.slice(17) as Signs;
  const webhook = tables.webhooks.find(({ row }) => row.accountId === accountId);
  // The rows to change are determined when the statement starts.
  const isJudged = webhook !== undefined && isNews(seenBy(webhook, tx), signs);
  const finished = change(tables, [accountId, ids, epochs], tx, [0, 3], (cell, at) => {
    const { row } = cell;
    const delay = delays[at] ?? null;
    const changes = {
      state: states[at] ?? 0,
      attempts: row.attempts + 1,
      epoch: row.epoch + 1,
      nextAtMs: delay === null ? null : tx.nowMs + delay * 1000,
      isWaiting: true,
      answer: answers[at] ?? 0,
      body: row.body ?? bodies[at] ?? null,
      format: row.format ?? formats[at] ?? null,
    };
    const after = put(tables, cell, tx, changes, { statement: 'webhooks_finish', epoch: epochs[at] });
    const attempt = { accountId, deliveryId: row.id, attemptNo: after.attempts, answer: answers[at] ?? null };
    tx.others.push(() => void tables.attempts.push(attempt));
    return { position: at + 1 };
  });
  const judge = (rows: object[]): Answer => {
    if (!isJudged) return { rows };
    if (!isFree(webhook, tx)) return { waitsFor: webhook.lockedBy ?? tx, again: () => judge(rows) };
    if (isNews(webhook.row, signs)) write(webhook, tx, judged(webhook.row, signs));
    return { rows };
  };
  return then(finished, judge);
}

/**
 * Passes the rows of `answer` to `resume`, after waiting for a lock if necessary. Returns an answer with an error
 * unchanged.
 */
function then(answer: Answer, resume: (rows: object[]) => Answer): Answer {
  if ('rows' in answer) return resume(answer.rows);
  if ('refused' in answer) return answer;
  return { ...answer, again: () => then(answer.again(), resume) };
}

/** Parameters about the health of the receiver according to the recorded attempts. */
type Signs = [
  succeededAt: Date | null,
  failedAt: Date | null,
  failure: string | null,
  failingSince: Date | null,
  failures: number,
];

function isNews(row: WebhookRow | undefined, [succeededAt, failedAt]: Signs): boolean {
  if (!row) return false;
  if (failedAt !== null) return true;
  if (succeededAt === null) return false;
  const { failingSinceMs, lastSuccessAtMs } = row;
  if (failingSinceMs !== null || lastSuccessAtMs === null) return true;
  return lastSuccessAtMs < succeededAt.getTime() - SUCCESS_RESOLUTION_MS;
}

function judged(row: WebhookRow, [succeededAt, failedAt, failure, failingSince, failures]: Signs): Partial<WebhookRow> {
  const sinceMs = failingSince?.getTime() ?? null;
  return {
    lastSuccessAtMs: greatest(row.lastSuccessAtMs, succeededAt),
    lastFailureAtMs: greatest(row.lastFailureAtMs, failedAt),
    lastFailure: failure ?? row.lastFailure,
    failingSinceMs: succeededAt === null ? (row.failingSinceMs ?? sinceMs) : sinceMs,
    failures: (succeededAt === null ? row.failures : 0) + failures,
  };
}

function greatest(ms: number | null, date: Date | null): number | null {
  if (ms === null || date === null) return ms ?? date?.getTime() ?? null;
  return Math.max(ms, date.getTime());
}

function release(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  const [accountId, ids, epochs, seconds] = values as [number, string[], number[], number];
  return change(tables, [accountId, ids, epochs], tx, [0], (cell, at) => {
    const changes = { nextAtMs: tx.nowMs + seconds * 1000, isWaiting: seconds > 0 };
    put(tables, cell, tx, changes, { statement: 'webhooks_give_back', epoch: epochs[at] });
    return undefined;
  });
}

function holdClaimed(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  const [accountId, ids, epochs] = values as [number, string[], number[]];
  return change(tables, [accountId, ids, epochs], tx, [0], (cell, at) => {
    const changes = { state: 3, nextAtMs: null, epoch: cell.row.epoch + 1 };
    put(tables, cell, tx, changes, { statement: 'webhooks_hold_claimed', epoch: epochs[at] });
    return undefined;
  });
}

function holdWaiting(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  const [accountId, limit] = values as [number, number];
  const webhook = tables.webhooks.find(({ row }) => row.accountId === accountId);
  if (webhook && seenBy(webhook, tx)?.isEnabled) return NOTHING;
  const waiting = tables.hooks
    .filter((cell) => {
      const row = seenBy(cell, tx);
      return row?.accountId === accountId && row.nextAtMs !== null && row.url === null && isFree(cell, tx);
    })
    .sort(
      ({ row: a }, { row: b }) => Number(a.isWaiting) - Number(b.isWaiting) || (b.nextAtMs ?? 0) - (a.nextAtMs ?? 0),
    )
    .slice(0, limit);
  for (const cell of waiting)
    put(tables, cell, tx, { state: 3, nextAtMs: null }, { statement: 'webhooks_hold_waiting' });
  return { rows: waiting.map(() => ({ state: 3 })) };
}

function disableGone(tables: WebhookTables, values: Values, tx: MemoryTx): Answer {
  const [accountId, url, startedAt] = values as [number, string, Date];
  const webhook = tables.webhooks.find(({ row }) => row.accountId === accountId);
  const fits = (row: WebhookRow | undefined): boolean =>
    row !== undefined && row.isEnabled && row.url === url && row.updatedAtMs <= startedAt.getTime();
  if (!webhook || !fits(seenBy(webhook, tx))) return NOTHING;
  const resume = (): Answer => {
    if (!isFree(webhook, tx)) return { waitsFor: webhook.lockedBy ?? tx, again: resume };
    if (!fits(webhook.row)) return NOTHING;
    write(webhook, tx, { isEnabled: false, disabledBy: 'gone', updatedAtMs: tx.nowMs });
    return { rows: [{ state: 'disabled' }] };
  };
  return resume();
}

function find(tables: WebhookTables, [accountId]: Values, tx: MemoryTx): Answer {
  const cell = tables.webhooks.find(({ row }) => row.accountId === accountId);
  const row = cell && seenBy(cell, tx);
  if (!row) return NOTHING;
  const found = {
    url: row.url,
    format: row.format,
    events: [...row.events],
    has_single_signature: false,
    secret: row.secret,
    previous_secret: null,
    previous_until: null,
    state: row.isEnabled ? 'enabled' : 'disabled',
    disabled_by: row.disabledBy,
  };
  return { rows: [found] };
}
