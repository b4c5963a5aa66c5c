import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement, type Db, type Tx } from '../../src/base/db.ts';
import { inPart } from '../../src/base/savepoint.ts';
import { leastUuidOf, rangeOfUuids } from '../../src/base/ids.ts';
import { lockRecipient, setLateStatus } from '../../src/features/sending/delivery/outcomes/late-outcome-queries.ts';
import {
  begunOf,
  noteBegun,
  noteUnbegun,
  noteWaited,
} from '../../src/features/sending/delivery/queue/begun-queries.ts';
import {
  claimDue,
  finishAttempts,
  giveBack,
  handOver,
  passOver,
  renewLeases,
  type ClaimRow,
} from '../../src/features/sending/delivery/queue/queries.ts';
import { finishPlainly } from '../../src/features/sending/delivery/outcomes/unwritten-queries.ts';
import {
  beat,
  forgetWorker,
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
  runAlone,
  runBeside,
  skipping,
  whole,
  type Counts,
  type Operation,
  type Plant,
  type Trace,
} from './traces.ts';

/**
 * The simulator is worth as much as its database. Here the same random statements run on it and on PostgreSQL, and what
 * they give and leave behind is compared. All times of a statement are multiples of STEP_S and each row has a place of its
 * own between two steps, so that the milliseconds that PostgreSQL takes decide nothing.
 */
const SEQUENCES = 50;
const OPERATIONS = 50;
/** So many are enough to find out a statement that does nothing. */
const PLANTED_SEQUENCES = 50;
const STEP_S = 1_000;
const PLACE_S = 20;
const TOLERANCE_S = 15;
const DAY_MS = 86_400_000;
const LONG_MS = 300_000;

let real: TestDatabase;

beforeAll(async () => {
  real = await createTestDatabase();
  await real.db.script('select ensure_message_partitions(current_date - 4, current_date + 5)');
});
afterAll(() => real.drop());

/** Both databases, and what is known of their rows. */
interface Pair extends Trace {
  readonly startMs: number;
  readonly changed: Set<string>;
  /** The place of a row between two steps. */
  readonly places: Map<string, number>;
  readonly messages: readonly { readonly accountId: number; readonly messageId: string }[];
}

test(
  'the memory database does what PostgreSQL does, alone and beside an open transaction',
  { timeout: LONG_MS },
  async () => {
    const counts = await runSequences(SEQUENCES, whole);
    // What never ran, or never did anything, was not compared.
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

/** What no trace of these can notice: nothing of it is kept here, or its work is done by the end of the transaction. */
const WITHOUT_TRACE = new Set(['base_part_keep', 'delivery_publish_sites', 'delivery_stops']);

test.for(Object.keys(DELIVERY_STATEMENTS).filter((name) => !WITHOUT_TRACE.has(name)))(
  'a memory database without %s is found out',
  async (name) => {
    await expect(runSequences(PLANTED_SEQUENCES, skipping(name))).rejects.toThrow(/sequence \d+/);
  },
);

async function runSequences(sequences: number, plant: Plant): Promise<Counts> {
  const counts: Counts = new Map();
  for (let seed = 1; seed <= sequences; seed += 1) await runSequence(seed, plant, counts);
  return counts;
}

async function runSequence(seed: number, plant: Plant, counts: Counts): Promise<void> {
  await real.db.script('truncate delivery, attempt, delivery_worker');
  const pair = createPair(seed, plant, counts);
  for (let no = 0; no < OPERATIONS; no += 1) {
    const kind = pair.random();
    if (no < 6 || kind < 0.12) await accept(pair);
    else if (kind < 0.25) await pass(pair, Math.ceil(pair.random() * 12) * STEP_S);
    else if (kind < 0.5) await beside(pair);
    else await alone(pair, operationOf(pair));
    if (no % 10 === 9) await compareStates(pair);
  }
  await compareStates(pair);
}

function createPair(seed: number, plant: Plant, counts: Counts): Pair {
  const random = randomFrom(seed);
  const changed = new Set<string>();
  const startMs = Date.now();
  const memory = plant(createMemoryDatabase(({ after }) => void changed.add(keyOf(after))));
  // Some of yesterday's yesterday, some of today, some that clocks ahead of ours named.
  const messages = [0, 0, -2, 0, -2, 3].map((days, no) => ({
    accountId: 1 + (no % 3),
    messageId: `${leastUuidOf(startMs + days * DAY_MS).slice(0, 24)}${no.toString(16).padStart(12, '0')}`,
  }));
  const count = (name: string, result: unknown): void => counted(counts, name, result);
  return {
    seed,
    random,
    real: real.db,
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
  await runBeside(pair, insideOf(pair), () => operationOf(pair));
  await separate(pair);
}

function insideOf(pair: Pair): Operation[] {
  const kind = pair.random();
  if (kind < 0.1) return undoneOf(pair);
  if (kind < 0.35) return [finishOf(pair)];
  if (kind < 0.4) return [finishPlainlyOf(pair)];
  if (kind < 0.5) return [passOverOf(pair), finishOf(pair)];
  if (kind < 0.65) return [pick([renewOf, giveBackOf], pair.random)(pair)];
  if (kind < 0.8) {
    const [accountId, messageId, recipientNo] = keyFrom(pair);
    const lock: Operation = { name: 'locked', run: (db) => lockRecipient(db, accountId, messageId, recipientNo) };
    return [lock, { name: 'set', run: (db) => setLateStatus(db, accountId, messageId, recipientNo, 3) }];
  }
  return buryOf(pair);
}

/** A part of a transaction that fails, and the same once more in it. */
function undoneOf(pair: Pair): Operation[] {
  const { name, run } = finishOf(pair);
  const undone = async (db: Db): Promise<object[]> => {
    // Only ever run inside of a transaction.
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
    { name: 'forgot', run: (db) => forgetWorker(db, number) },
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
      giveBackOf,
      handOverOf,
      begunAtOf,
      begunAtOf,
      finishOf,
      finishOf,
      passOverOf,
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

/** What PostgreSQL takes for its statements is much less than the time between two rows. */
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

function giveBackOf(pair: Pair): Operation {
  const keys = keysFrom(pair);
  const seconds = keys[0].map(() => stepsFrom(pair));
  const stopped = keys[0].map(() => pair.random() < 0.3);
  return { name: 'gave back', run: (db) => giveBack(db, ...keys, seconds, stopped) };
}

function begunAtOf(pair: Pair): Operation {
  const keys = keysFrom(pair);
  const [name, note] = pick(
    [
      ['began', noteBegun],
      ['ended', noteUnbegun],
      ['waited', noteWaited],
      ['looked what had begun', begunOf],
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

function passOverOf(pair: Pair): Operation {
  const [accountId, messageId, recipientNo, epoch] = keyFrom(pair);
  const at = new Date(pair.startMs);
  return {
    name: 'passed over',
    run: (db) =>
      passOver(db, accountId, messageId, recipientNo, epoch, at, at, 'relay', null, null, null, null, null, ''),
  };
}

function stepsFrom({ random }: Pair): number {
  return pick([0, 1, 2, 5], random) * STEP_S;
}

function workerFrom({ random }: Pair): number {
  return pick([0, 1, 1, 2, 3, 4], random);
}

/** A row, mostly with the epoch that it has. */
function keyFrom(pair: Pair): [accountId: number, messageId: string, recipientNo: number, epoch: number] {
  const rows = pair.memory.deliveries();
  const { accountId, epoch, messageId, recipientNo } = pick(rows, pair.random);
  return [accountId, messageId, recipientNo, pair.random() < 0.8 ? epoch : pick([0, 1, 2], pair.random)];
}

/** Different rows: which of two values for one row PostgreSQL takes, it does not say. */
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

const insertRow = statement<
  [accountId: number, messageId: string, recipientNo: number, mailClass: number, status: number, seconds: number],
  unknown
>(
  'test_conformance_insert',
  `insert into delivery (account_id, message_id, recipient_no, recipient, class, status, next_at)
   values ($1, $2, $3, 'r@alpha.test', $4, $5, now() + make_interval(secs => $6))`,
);

async function accept(pair: Pair): Promise<void> {
  const { accountId, messageId } = pick(pair.messages, pair.random);
  const recipientNo = Math.floor(pair.random() * 3);
  const key = `${accountId} ${messageId} ${recipientNo}`;
  if (pair.places.has(key)) return;
  const place = pair.places.size + 1;
  pair.places.set(key, place);
  const mailClass = pick([0, 0, 1, 3], pair.random);
  const status = pick([1, 5, 5, 5], pair.random);
  const seconds = pick([-2, -1, 0, 1], pair.random) * STEP_S + place * PLACE_S - STEP_S;
  await insertRow(real.db, accountId, messageId, recipientNo, mailClass, status, seconds);
  pair.memory.insert({
    accountId,
    messageId,
    recipientNo,
    recipient: 'r@alpha.test',
    mailClass,
    worker: 0,
    status,
    attempts: 0,
    passedOver: 0,
    epoch: 0,
    taken: 0,
    begun: 0,
    nextAtMs: pair.now() + seconds * 1000,
    isReady: true,
    isStopped: false,
    delayedAtMs: null,
  });
}

/** Time passes: everything that is written down lies further back. */
async function pass({ memory }: Pair, seconds: number): Promise<void> {
  await real.db.script(
    `update delivery set next_at = next_at - interval '${seconds} s';
     update delivery_worker set joined_at = joined_at - interval '${seconds} s', seen_at = seen_at - interval '${seconds} s'`,
  );
  for (const row of memory.deliveries()) if (row.nextAtMs !== null) row.nextAtMs -= seconds * 1000;
  for (const worker of memory.workers) {
    worker.joinedAtMs -= seconds * 1000;
    worker.seenAtMs -= seconds * 1000;
  }
}

const moveRow = statement<[accountId: number, messageId: string, recipientNo: number, seconds: number], unknown>(
  'test_conformance_move',
  `update delivery set next_at = next_at + make_interval(secs => $4)
   where account_id = $1 and message_id = $2 and recipient_no = $3`,
);

/** Gives each row that was set with others a place of its own again: among equals PostgreSQL takes any. */
async function separate(pair: Pair): Promise<void> {
  for (const row of pair.memory.deliveries()) {
    const key = keyOf(row);
    if (!pair.changed.has(key) || row.nextAtMs === null || !isOnStep(pair, row)) continue;
    const seconds = (pair.places.get(key) ?? 0) * PLACE_S;
    await moveRow(real.db, row.accountId, row.messageId, row.recipientNo, seconds);
    row.nextAtMs += seconds * 1000;
  }
  pair.changed.clear();
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
  const about = `state after sequence ${pair.seed}`;
  const [rows, attempts, workers] = await Promise.all([realRows(real.db), realAttempts(real.db), realWorkers(real.db)]);
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
    row.passedOver,
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
