// Place in a run: slow.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement, type Database, type Db, type Tx } from '../../src/base/db.ts';
import { inPart } from '../../src/base/savepoint.ts';
import { leastUuidOf, rangeOfUuids } from '../../src/base/ids.ts';
import { lockRecipient, setLateStatus } from '../../src/features/sending/delivery/outcomes/late-outcome-queries.ts';
import {
  startsOf,
  recordStart,
  noteUnbegun,
  noteWaited,
} from '../../src/features/sending/delivery/queue/start-queries.ts';
import {
  claimDue,
  finishAttempts,
  release,
  handOver,
  recordFailedRoute,
  renewLeases,
  type ClaimRow,
} from '../../src/features/sending/delivery/queue/queries.ts';
import { finishPlainly } from '../../src/features/sending/delivery/outcomes/unwritten-queries.ts';
import {
  beat,
  deleteWorker,
  freeRowsOf,
  joinWorkers,
  leaveWorkers,
  lockDeadWorker,
} from '../../src/features/sending/delivery/queue/worker-queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { pick, randomFrom } from '../support/random.ts';
import { createMemoryDatabase, DELIVERY_STATEMENTS, type DeliveryRow } from './memory-database.ts';
import {
  clockFrom,
  fixedSeeds,
  isOneTrace,
  named,
  runAlone,
  runBeside,
  runTraces,
  seedsOf,
  skipping,
  whole,
  type Counts,
  type Operation,
  type Plant,
  type Trace,
} from './traces.ts';

/**
 * The simulation depends on the memory database, so this test compares it with PostgreSQL. It executes the same random
 * statements on both, and compares the results and the tables afterwards. All times in statements are multiples of
 * STEP_S. Each row has a different offset between two steps, so that PostgreSQL's execution time of a few milliseconds
 * does not affect the results.
 */

const SEQUENCES = 500;
/**
 * Lengths of the traces. Most traces are short, so that a run can include many. Long traces cover states that only
 * occur after many statements.
 */
const LENGTHS = [4, 4, 4, 4, 4, 4, 4, 8, 16, 32];
const FIRST_ROWS = 6;
const COMPARED_EVERY = 10;
/** Number of traces that is enough to detect a statement that has no effect. */
const PLANTED_SEQUENCES = 300;
/**
 * Number of databases in which traces run in parallel. Traces cannot share a database, because delivery statements
 * affect all rows.
 */
const LANES = 2;
const STEP_S = 1_000;
const PLACE_S = 20;
const TOLERANCE_S = 15;
const DAY_MS = 86_400_000;
const LONG_MS = 300_000;

let lanes: readonly TestDatabase[] = [];

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => createTestDatabase()));
  for (const { db } of lanes) {
    await db.script('select ensure_message_partitions(current_date - 4, current_date + 5)');
  }
});
afterAll(async () => {
  for (const lane of lanes) await lane.drop();
});

/** Both databases and the state of their rows. */
interface Pair extends Trace {
  readonly startMs: number;
  readonly changed: Set<string>;
  /** Sequence number of each row, by key. It determines the offset of the row's times from a multiple of STEP_S. */
  readonly places: Map<string, number>;
  readonly messages: readonly { readonly accountId: number; readonly messageId: string }[];
}

test(
  'the memory database behaves like PostgreSQL, alone and concurrently with an open transaction',
  { timeout: LONG_MS },
  async () => {
    const counts = await runSequences(seedsOf(SEQUENCES), whole);
    if (isOneTrace) return;
    // Check that every operation ran and had an effect. Otherwise, the test has not compared it.
    for (const name of [
      'claimed',
      'finished',
      'renewed',
      'gave back',
      'handed over',
      'freed',
      'waited',
      'rolled back',
      'undid',
      'forgot',
    ]) {
      expect(counts.get(name), name).toBeGreaterThan(0);
    }
  },
);

/**
 * Statements for which these traces cannot detect a difference: the memory database stores nothing for them, or their
 * effect ends with the transaction.
 */
const WITHOUT_TRACE = new Set(['base_part_keep', 'delivery_publish_sites', 'delivery_stops']);

test.for(Object.keys(DELIVERY_STATEMENTS).filter((name) => !WITHOUT_TRACE.has(name)))(
  'detects a memory database without %s',
  async (name) => {
    await expect(runSequences(fixedSeeds(PLANTED_SEQUENCES), skipping(name))).rejects.toThrow(/sequence \d+/);
  },
);

async function runSequences(seeds: readonly number[], plant: Plant): Promise<Counts> {
  const counts: Counts = new Map();
  await runTraces(lanes, seeds, ({ db }, seed) => runSequence(createPair(db, seed, plant, counts)));
  return counts;
}

const clear = statement<[], unknown>(
  'test_conformance_clear',
  'with rows as (delete from delivery), attempts as (delete from attempt) delete from delivery_worker',
);

async function runSequence(pair: Pair): Promise<void> {
  await clear(pair.real);
  await accept(pair, FIRST_ROWS);
  const operations = pick(LENGTHS, pair.random);
  for (let no = 1; no <= operations; no += 1) {
    const kind = pair.random();
    if (kind < 0.12) await accept(pair, 1);
    else if (kind < 0.25) await pass(pair, Math.ceil(pair.random() * 12) * STEP_S);
    else if (kind < 0.5) await beside(pair);
    else await alone(pair, operationOf(pair));
    if (no % COMPARED_EVERY === 0 && no < operations) await compareStates(pair);
  }
  await compareStates(pair);
}

function createPair(real: Database, seed: number, plant: Plant, counts: Counts): Pair {
  const random = randomFrom(seed);
  const changed = new Set<string>();
  const startMs = Date.now();
  const memory = plant(createMemoryDatabase(({ after }) => void changed.add(keyOf(after))));
  // Some messages are from two days ago, and some are dated three days ahead, like those from a process with a fast
  // clock.
  const messages = [0, 0, -2, 0, -2, 3].map((days, no) => ({
    accountId: 1 + (no % 3),
    messageId: `${leastUuidOf(startMs + days * DAY_MS).slice(0, 24)}${no.toString(16).padStart(12, '0')}`,
  }));
  const count = (name: string, result: unknown): void => counted(counts, name, result);
  return {
    seed,
    random,
    real,
    memory,
    now: clockFrom(startMs),
    count,
    startMs,
    changed,
    places: new Map(),
    messages,
  };
}

async function alone(pair: Pair, operation: Operation): Promise<void> {
  await runAlone(pair, operation);
  await separate(pair);
}

async function beside(pair: Pair): Promise<void> {
  // If a statement has set several rows to the same time, give them different offsets before the next claim, even if
  // the transaction is still open.
  const settle = (): Promise<void> => separate(pair);
  await runBeside(pair, insideOf(pair), () => operationOf(pair), settle);
  await settle();
}

function insideOf(pair: Pair): Operation[] {
  const kind = pair.random();
  if (kind < 0.1) return undoneOf(pair);
  if (kind < 0.35) return [finishOf(pair)];
  if (kind < 0.4) return [finishPlainlyOf(pair)];
  if (kind < 0.5) return [recordFailedRouteOf(pair), finishOf(pair)];
  if (kind < 0.65) return [pick([renewOf, releaseOf], pair.random)(pair)];
  if (kind < 0.8) {
    const [accountId, messageId, recipientNo] = keyFrom(pair);
    const lock: Operation = { name: 'locked', run: (db) => lockRecipient(db, accountId, messageId, recipientNo) };
    return [lock, { name: 'set', run: (db) => setLateStatus(db, accountId, messageId, recipientNo, 3) }];
  }
  return buryOf(pair);
}

/**
 * Returns two operations: a statement that is rolled back to a savepoint, and the same statement without a rollback.
 */
function undoneOf(pair: Pair): Operation[] {
  const { name, run } = finishOf(pair);
  const undone = async (db: Db): Promise<object[]> => {
    // Safe cast: this operation only runs inside a transaction.
    const part = await inPart(db as Tx, async () => {
      await run(db);
      throw new Error('undone');
    });
    return [{ isKept: part.ok }];
  };
  return [
    { name: 'undid', run: undone },
    { name, run },
  ];
}

function buryOf(pair: Pair): Operation[] {
  const number = workerFrom(pair);
  const limit = pick([0, 1, 2, 100], pair.random);
  return [
    { name: 'locked worker', run: (db) => lockDeadWorker(db, number, 5 * STEP_S) },
    { name: 'freed', run: (db) => freeRowsOf(db, number, limit) },
    { name: 'forgot', run: (db) => deleteWorker(db, number) },
  ];
}

function operationOf(pair: Pair): Operation {
  const { random } = pair;
  const id = uuidOf(Math.floor(random() * 5));
  const make = pick(
    [
      claimOf,
      claimOf,
      claimOf,
      renewOf,
      releaseOf,
      handOverOf,
      startedAtOf,
      startedAtOf,
      finishOf,
      finishOf,
      recordFailedRouteOf,
      finishPlainlyOf,
      () => buryOf(pair)[Math.floor(random() * 3)] ?? finishOf(pair),
      () => ({ name: 'beat', run: (db: Db) => beat(db, id, 5 * STEP_S, 8 * STEP_S) }),
      () => ({ name: 'beat', run: (db: Db) => beat(db, id, 5 * STEP_S, 8 * STEP_S) }),
      () => ({ name: 'joined', run: (db: Db) => joinWorkers(db, id) }),
      () => ({ name: 'left', run: (db: Db) => leaveWorkers(db, id) }),
    ],
    random,
  );
  return make(pair);
}

function claimOf({ random, startMs }: Pair): Operation {
  const workers = pick([[0], [1, 0], [2, 0], [3, 0]], random);
  const since = pick([leastUuidOf(0), leastUuidOf(startMs - DAY_MS), leastUuidOf(startMs + DAY_MS)], random);
  const limits = [0, 1, 2, 3].map(() => pick([0, 1, 2, 100], random));
  const cursors = [0, 1, 2, 3].map(() => pick([-1, -1, 0, 1, 2, 3], random));
  const turn = pick([1, 2, 100], random);
  const leaseS = pick([1, 3], random) * STEP_S;
  const moves = pick([1, 2, 100], random);
  const fromMs = pick([null, null, 0, startMs - 4 * STEP_S * 1000], random);
  return {
    name: 'claimed',
    run: async (db) => {
      const rows = await claimDue(db, workers, since, limits, cursors, turn, leaseS, moves, fromMs);
      return rows.map(inSteps);
    },
  };
}

/**
 * Rounds due times to multiples of the distance between two offsets. This distance is much longer than the few
 * milliseconds that PostgreSQL takes, which therefore do not affect the comparison.
 */
function inSteps(row: ClaimRow): ClaimRow {
  const dueInSteps = row.due_in_ms === null ? null : Math.round(row.due_in_ms / 1000 / PLACE_S);
  return { ...row, due_in_ms: dueInSteps, now_ms: null };
}

type Keys = [accountIds: number[], messageIds: string[], recipientNos: number[], epochs: number[]];

function renewOf(pair: Pair): Operation {
  const keys = keysFrom(pair);
  const seconds = keys[0].map(() => stepsFrom(pair));
  return { name: 'renewed', run: (db) => renewLeases(db, ...keys, seconds) };
}

function releaseOf(pair: Pair): Operation {
  const keys = keysFrom(pair);
  const seconds = keys[0].map(() => stepsFrom(pair));
  const stopped = keys[0].map(() => pair.random() < 0.3);
  return { name: 'gave back', run: (db) => release(db, ...keys, seconds, stopped) };
}

function startedAtOf(pair: Pair): Operation {
  const keys = keysFrom(pair);
  const [name, note] = pick(
    [
      ['began', recordStart],
      ['ended', noteUnbegun],
      ['waited', noteWaited],
      ['looked what had begun', startsOf],
    ] as const,
    pair.random,
  );
  return { name, run: (db) => note(db, ...keys) };
}

function handOverOf(pair: Pair): Operation {
  const keys = keysFrom(pair);
  const seconds = keys[0].map(() => stepsFrom(pair));
  const workers = keys[0].map(() => workerFrom(pair));
  return { name: 'handed over', run: (db) => handOver(db, ...keys, seconds, workers) };
}

function finishOf(pair: Pair): Operation {
  const accountId = 1 + Math.floor(pair.random() * 3);
  const [, ids, numbers, epochs] = keysFrom(pair, accountId);
  const words = ids.map(() => 'words');
  const times = ids.map(() => new Date(pair.startMs + Math.floor(pair.random() * STEP_S)));
  const outcomes = ids.map(() => pick(['delivered', 'deferred'], pair.random));
  const statuses = ids.map(() => pick([3, 5, 6, 7], pair.random));
  const delays = ids.map(() => pick([null, stepsFrom(pair)], pair.random));
  const delayed = ids.map(() => pair.random() < 0.3);
  const inDoubt = ids.map(() => pair.random() < 0.3);
  return {
    name: 'finished',
    run: (db) =>
      finishAttempts(
        db,
        ...([accountId, ids, numbers, epochs, statuses, delays, delayed, times, times, outcomes, words] as const),
        ...([words, words, words, words, words, words, ...rangeOfUuids(ids), inDoubt] as const),
      ),
  };
}

function finishPlainlyOf(pair: Pair): Operation {
  const key = keyFrom(pair);
  const status = pick([3, 5, 6, 7], pair.random);
  const delayS = pick([null, stepsFrom(pair)], pair.random);
  const isDelayed = pair.random() < 0.3;
  return { name: 'finished plainly', run: (db) => finishPlainly(db, ...key, status, delayS, isDelayed) };
}

function recordFailedRouteOf(pair: Pair): Operation {
  const [accountId, messageId, recipientNo, epoch] = keyFrom(pair);
  const at = new Date(pair.startMs);
  return {
    name: 'passed over',
    run: (db) =>
      recordFailedRoute(
        db,
        accountId,
        messageId,
        recipientNo,
        epoch,
        at,
        at,
        'relay',
        null,
        null,
        null,
        null,
        null,
        '',
      ),
  };
}

function stepsFrom({ random }: Pair): number {
  return pick([0, 1, 2, 5], random) * STEP_S;
}

function workerFrom({ random }: Pair): number {
  return pick([0, 1, 1, 2, 3, 4], random);
}

/** Returns the key of a row, in most cases with its current epoch. */
function keyFrom(pair: Pair): [accountId: number, messageId: string, recipientNo: number, epoch: number] {
  const rows = pair.memory.deliveries();
  const { accountId, epoch, messageId, recipientNo } = pick(rows, pair.random);
  return [accountId, messageId, recipientNo, pair.random() < 0.8 ? epoch : pick([0, 1, 2], pair.random)];
}

/**
 * Returns the keys of distinct rows. If a row occurred twice, it would be undefined which of the two values PostgreSQL
 * uses.
 */
function keysFrom(pair: Pair, ofAccount?: number): Keys {
  const keys: Keys = [[], [], [], []];
  const seen = new Set<string>();
  for (let no = 0; no < 6; no += 1) {
    const [accountId, messageId, recipientNo, epoch] = keyFrom(pair);
    const key = `${accountId} ${messageId} ${recipientNo}`;
    if (seen.has(key) || (ofAccount !== undefined && accountId !== ofAccount)) continue;
    seen.add(key);
    keys[0].push(accountId);
    keys[1].push(messageId);
    keys[2].push(recipientNo);
    keys[3].push(epoch);
  }
  return keys;
}

const insertRows = statement<
  [
    accountIds: number[],
    messageIds: string[],
    recipientNos: number[],
    mailClasses: number[],
    statuses: number[],
    seconds: number[],
  ],
  unknown
>(
  'test_conformance_insert',
  `insert into delivery (account_id, message_id, recipient_no, recipient, class, status, next_at)
   select account_id, message_id, recipient_no, 'r@alpha.test', class, status, now() + make_interval(secs => seconds)
   from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
     as t (account_id, message_id, recipient_no, class, status, seconds)`,
);

/** Inserts up to `count` new rows. */
async function accept(pair: Pair, count: number): Promise<void> {
  const rows: [number, string, number, number, number, number][] = [];
  for (let no = 0; no < count; no += 1) {
    const { accountId, messageId } = pick(pair.messages, pair.random);
    const recipientNo = Math.floor(pair.random() * 3);
    const key = `${accountId} ${messageId} ${recipientNo}`;
    if (pair.places.has(key)) continue;
    const place = pair.places.size + 1;
    pair.places.set(key, place);
    const mailClass = pick([0, 0, 1, 3], pair.random);
    const status = pick([1, 5, 5, 5], pair.random);
    const seconds = pick([-2, -1, 0, 1], pair.random) * STEP_S + place * PLACE_S - STEP_S;
    rows.push([accountId, messageId, recipientNo, mailClass, status, seconds]);
  }
  if (rows.length === 0) return;
  await insertRows(
    pair.real,
    rows.map(([accountId]) => accountId),
    rows.map(([, messageId]) => messageId),
    rows.map(([, , recipientNo]) => recipientNo),
    rows.map(([, , , mailClass]) => mailClass),
    rows.map(([, , , , status]) => status),
    rows.map(([, , , , , seconds]) => seconds),
  );
  for (const [accountId, messageId, recipientNo, mailClass, status, seconds] of rows) {
    pair.memory.insert({
      accountId,
      messageId,
      recipientNo,
      recipient: 'r@alpha.test',
      mailClass,
      worker: 0,
      status,
      attempts: 0,
      skippedRoute: 0,
      epoch: 0,
      taken: 0,
      begun: 0,
      nextAtMs: pair.now() + seconds * 1000,
      isReady: true,
      isStopped: false,
      delayedAtMs: null,
    });
  }
}

const passRows = statement<[seconds: number], unknown>(
  'test_conformance_pass',
  `with rows as (update delivery set next_at = next_at - make_interval(secs => $1) where next_at is not null)
   update delivery_worker
   set joined_at = joined_at - make_interval(secs => $1), seen_at = seen_at - make_interval(secs => $1)`,
);

/** Lets time pass by moving all stored times into the past. */
async function pass({ memory, real }: Pair, seconds: number): Promise<void> {
  await passRows(real, seconds);
  for (const row of memory.deliveries()) if (row.nextAtMs !== null) row.nextAtMs -= seconds * 1000;
  for (const worker of memory.workers) {
    worker.joinedAtMs -= seconds * 1000;
    worker.seenAtMs -= seconds * 1000;
  }
}

const moveRows = statement<
  [accountIds: number[], messageIds: string[], recipientNos: number[], seconds: number[]],
  unknown
>(
  'test_conformance_move',
  `update delivery set next_at = next_at + make_interval(secs => seconds)
   from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::integer[]) as moved (of_account, of_message, of_recipient, seconds)
   where account_id = of_account and message_id = of_message and recipient_no = of_recipient`,
);

/**
 * Gives different offsets to rows that a statement has set to the same time, because PostgreSQL may return rows with
 * equal times in any order.
 */
async function separate(pair: Pair): Promise<void> {
  const moved = pair.memory
    .deliveries()
    .filter((row) => pair.changed.has(keyOf(row)) && row.nextAtMs !== null && isOnStep(pair, row));
  pair.changed.clear();
  if (moved.length === 0) return;
  const seconds = moved.map((row) => (pair.places.get(keyOf(row)) ?? 0) * PLACE_S);
  await moveRows(
    pair.real,
    moved.map(({ accountId }) => accountId),
    moved.map(({ messageId }) => messageId),
    moved.map(({ recipientNo }) => recipientNo),
    seconds,
  );
  for (const [at, row] of moved.entries()) row.nextAtMs = (row.nextAtMs ?? 0) + (seconds[at] ?? 0) * 1000;
}

function isOnStep({ startMs }: Pair, { nextAtMs }: DeliveryRow): boolean {
  const offS = Math.abs((((nextAtMs ?? 0) - startMs) / 1000) % STEP_S);
  return Math.min(offS, STEP_S - offS) < PLACE_S / 2;
}

interface RealRow {
  readonly row: (number | boolean | string | null)[];
}

const realRows = statement<[], RealRow>(
  'test_conformance_rows',
  `select json_build_array(account_id, message_id, recipient_no, class, worker, status, attempts, passed_over, epoch, taken, begun,
     is_ready, is_stopped,
     delayed_at is not null, extract(epoch from next_at - now())) as row
   from delivery order by account_id, message_id, recipient_no`,
);

const realAttempts = statement<[], RealRow>(
  'test_conformance_attempts',
  `select json_build_array(account_id, message_id, recipient_no, attempt_no) as row
   from attempt order by account_id, message_id, recipient_no, attempt_no`,
);

const realWorkers = statement<[], RealRow>(
  'test_conformance_workers',
  `select json_build_array(number, id, seen_at = '-infinity') as row from delivery_worker order by number`,
);

async function compareStates(pair: Pair): Promise<void> {
  const about = `state after ${named(pair.seed)}`;
  const { real } = pair;
  const [rows, attempts, workers] = await Promise.all([realRows(real), realAttempts(real), realWorkers(real)]);
  const nowMs = pair.now();
  const mine = pair.memory.deliveries().sort(byKey);
  const stateOf = (row: DeliveryRow) => [
    row.accountId,
    row.messageId,
    row.recipientNo,
    row.mailClass,
    row.worker,
    row.status,
    row.attempts,
    row.skippedRoute,
    row.epoch,
    row.taken,
    row.begun,
    row.isReady,
    row.isStopped,
    row.delayedAtMs !== null,
  ];
  expect(mine.map(stateOf), about).toEqual(rows.map(({ row }) => row.slice(0, -1)));
  for (const [at, row] of mine.entries()) {
    const expected = rows[at]?.row.at(-1);
    if (row.nextAtMs === null) expect(expected, about).toBeNull();
    else expect(Math.abs((row.nextAtMs - nowMs) / 1000 - Number(expected)), about).toBeLessThan(TOLERANCE_S);
  }
  const myAttempts = pair.memory.attempts.map((row) => [row.accountId, row.messageId, row.recipientNo, row.attemptNo]);
  expect(myAttempts.map(String).sort(), about).toEqual(attempts.map(({ row }) => String(row)).sort());
  const myWorkers = pair.memory.workers
    .toSorted((a, b) => a.number - b.number)
    .map(({ id, number, seenAtMs }) => [number, id, seenAtMs === Number.NEGATIVE_INFINITY]);
  expect(myWorkers, about).toEqual(workers.map(({ row }) => row));
}

function counted(counts: Counts, name: string, result: unknown): void {
  const did = Array.isArray(result) && result.some((row) => !/"message_id",null|"freed",0/.test(String(row)));
  if (did || ['forgot', 'gave back', 'handed over'].includes(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
}

function keyOf({ accountId, messageId, recipientNo }: DeliveryRow): string {
  return `${accountId} ${messageId} ${recipientNo}`;
}

function byKey(a: DeliveryRow, b: DeliveryRow): number {
  return a.accountId - b.accountId || a.messageId.localeCompare(b.messageId, 'en') || a.recipientNo - b.recipientNo;
}

function uuidOf(no: number): string {
  return `00000000-0000-7000-8000-${no.toString(16).padStart(12, '0')}`;
}
