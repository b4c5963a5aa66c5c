// Place in a run: slow.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement, type Database } from '../../src/base/db.ts';
import { leastUuidOf } from '../../src/base/ids.ts';
import { insertEvents } from '../../src/features/transactional/messages/queries.ts';
import { webhookOf } from '../../src/features/transactional/webhooks/queries.ts';
import { claimDeliveries, oldestQueued } from '../../src/features/transactional/webhooks/claim-queries.ts';
import {
  disableGone,
  finishDeliveries,
  releaseDeliveries,
  holdClaimed,
  holdWaiting,
  insertDeliveries,
} from '../../src/features/transactional/webhooks/queue-queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { pick, randomFrom } from '../support/random.ts';
import { createMemoryDatabase } from './memory-database.ts';
import { WEBHOOK_STATEMENTS, type HookRow } from './memory-webhooks.ts';
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
 * Runs the same test as conformance.test.ts, but for webhook statements. All times are multiples of STEP_S, plus a
 * different multiple of PLACE_S for each row.
 */

const SEQUENCES = 500;
/**
 * Lengths of the traces. Most traces are short, so that there are many. Long traces cover states that only occur after
 * many statements.
 */
const LENGTHS = [4, 4, 4, 4, 4, 4, 4, 8, 16, 32];
const FIRST_INSERTS = 3;
const COMPARED_EVERY = 10;
/** Number of traces. With this many, the test detects a statement without an effect. */
const PLANTED_SEQUENCES = 300;
/**
 * Number of databases in which traces run in parallel. Traces cannot share a database, because a claim affects all
 * rows.
 */
const LANES = 2;
const STEP_S = 1_000;
const PLACE_S = 20;
const MAX_ROWS = 40;
const TOLERANCE_S = 15;
const DAY_MS = 86_400_000;
const LONG_MS = 300_000;
const ACCOUNTS = [1, 2, 3];
const EVENTS = ['delivered', 'bounced', 'opened'];

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

/** A trace with the state of the rows in the memory database and in PostgreSQL. */
interface Pair extends Trace {
  readonly startMs: number;
  readonly changed: Set<string>;
  /** Unique number of each delivery, by event ID. The times of deliveries are offset by this multiple of PLACE_S. */
  readonly places: Map<string, number>;
}

test(
  'the memory database handles webhooks like PostgreSQL, alone and concurrently with an open transaction',
  { timeout: LONG_MS },
  async () => {
    const counts = await runSequences(seedsOf(SEQUENCES), whole);
    if (isOneTrace) return;
    // Check that every operation ran and had an effect. Otherwise, the test has not compared it.
    for (const name of [
      'inserted',
      'claimed',
      'finished',
      'given back',
      'held claimed',
      'held waiting',
      'disabled',
      'found',
      'looked back',
      'noted',
      'waited',
      'rolled back',
    ]) {
      expect(counts.get(name), name).toBeGreaterThan(0);
    }
  },
);

test.for(Object.keys(WEBHOOK_STATEMENTS))('detects a memory database without %s', async (name) => {
  await expect(runSequences(fixedSeeds(PLANTED_SEQUENCES), skipping(name))).rejects.toThrow(/sequence \d+/);
});

async function runSequences(seeds: readonly number[], plant: Plant): Promise<Counts> {
  const counts: Counts = new Map();
  await runTraces(lanes, seeds, ({ db }, seed) => runSequence(createPair(db, seed, plant, counts)));
  return counts;
}

const clear = statement<[], unknown>(
  'test_webhooks_clear',
  `with hooks as (delete from webhook), attempts as (delete from webhook_attempt), timeline as (delete from event)
   delete from webhook_delivery`,
);

async function runSequence(pair: Pair): Promise<void> {
  await clear(pair.real);
  await addWebhooks(pair);
  for (let no = 0; no < FIRST_INSERTS; no += 1) await alone(pair, insertOf(pair));
  const operations = pick(LENGTHS, pair.random);
  for (let no = 1; no <= operations; no += 1) {
    const kind = pair.random();
    if (kind < 0.1) await alone(pair, insertOf(pair));
    else if (kind < 0.2) await pass(pair, Math.ceil(pair.random() * 6) * STEP_S);
    else if (kind < 0.25) await enable(pair, pick(ACCOUNTS, pair.random));
    else if (kind < 0.5) await beside(pair);
    else await alone(pair, operationOf(pair));
    if (no % COMPARED_EVERY === 0 && no < operations) await compareStates(pair);
  }
  await compareStates(pair);
}

function createPair(real: Database, seed: number, plant: Plant, counts: Counts): Pair {
  const startMs = Date.now();
  const changed = new Set<string>();
  const memory = plant(
    createMemoryDatabase(undefined, {
      hookChanged: ({ after }) => void changed.add(after.eventId),
      timelineWritten: () => {},
    }),
  );
  const count = (name: string, result: unknown): void => counted(counts, name, result);
  return {
    seed,
    random: randomFrom(seed),
    real,
    memory,
    now: clockFrom(startMs),
    count,
    startMs,
    changed,
    places: new Map(),
  };
}

const addWebhook = statement<[accountId: number, url: string, format: string, events: string[]], unknown>(
  'test_webhooks_add',
  `insert into webhook (account_id, url, format, events, secret) values ($1, $2, $3, $4, '\\x5e')`,
);

/** Creates webhooks for two of the three accounts. */
async function addWebhooks(pair: Pair): Promise<void> {
  for (const accountId of ACCOUNTS.slice(0, 2)) {
    const events = pick([EVENTS, EVENTS.slice(0, 2)], pair.random);
    const format = pick(['native', 'compatible'] as const, pair.random);
    await addWebhook(pair.real, accountId, urlOf(accountId), format, events);
    const nothing = { failingSinceMs: null, lastSuccessAtMs: null, lastFailureAtMs: null, lastFailure: null };
    const state = { isEnabled: true, disabledBy: null, updatedAtMs: pair.now(), failures: 0 };
    const row = { accountId, url: urlOf(accountId), format, events, secret: Buffer.from([0x5e]), ...state, ...nothing };
    pair.memory.webhooks.webhooks.push({ row, committed: undefined, lockedBy: undefined });
  }
}

function urlOf(accountId: number): string {
  return `https://receiver.test/${accountId}`;
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
  const accountId = pick(ACCOUNTS, pair.random);
  const kind = pair.random();
  if (kind < 0.3) return [finishOf(pair, accountId)];
  if (kind < 0.5) return [finishOf(pair, accountId), disableOf(pair, accountId)];
  if (kind < 0.65) return [noteOf(pair), insertOf(pair)];
  if (kind < 0.75) return [releaseOf(pair)];
  if (kind < 0.85) return [disableOf(pair, accountId), holdWaitingOf(pair, accountId, 100)];
  return [holdClaimedOf(pair)];
}

function operationOf(pair: Pair): Operation {
  const accountId = pick(ACCOUNTS, pair.random);
  const make = pick<() => Operation>(
    [
      () => claimOf(pair),
      () => claimOf(pair),
      () => claimOf(pair),
      () => finishOf(pair, accountId),
      () => finishOf(pair, accountId),
      () => releaseOf(pair),
      () => holdClaimedOf(pair),
      // If rows were changed recently, hold all waiting rows. Some may still have equal times, and PostgreSQL may
      // return such rows in any order.
      () => holdWaitingOf(pair, accountId, pair.changed.size > 0 ? 100 : pick([1, 2, 100], pair.random)),
      () => disableOf(pair, accountId),
      () => findOf(accountId),
      () => oldestOf(pair),
    ],
    pair.random,
  );
  return make();
}

const nameRows = statement<[accountId: number, eventIds: string[], ids: string[]], unknown>(
  'test_webhooks_name',
  `update webhook_delivery set id = of_row from unnest($2::uuid[], $3::uuid[]) as named (of_event, of_row)
   where account_id = $1 and event_id = of_event`,
);

/** Returns an insert statement whose rows have the same IDs in both databases. Some IDs are from another day. */
function insertOf(pair: Pair): Operation {
  const { memory, places, random, startMs } = pair;
  const accountId = pick(ACCOUNTS, random);
  const eventIds = Array.from({ length: places.size < MAX_ROWS ? pick([0, 1, 2], random) : 0 }, () => {
    const eventId = uuidOf(1_000 + places.size);
    places.set(eventId, places.size + 1);
    return eventId;
  });
  const names = eventIds.map(() => pick(EVENTS, random));
  const at = eventIds.map(() => new Date(startMs));
  const numbers = eventIds.map(() => pick([0, null], random));
  const words = eventIds.map(() => pick(['a@alpha.test', null], random));
  const extras = eventIds.map(() => pick(['{"link":"https://example.test/"}', null], random));
  const messageIds = eventIds.map((id) => (random() < 0.5 ? id : null));
  const days = pick([0, 0, 0, -2, 3], random);
  return {
    name: 'inserted',
    run: (db) =>
      insertDeliveries(db, {
        accountId,
        eventIds,
        messageIds,
        recipientNos: numbers,
        recipients: words,
        events: names,
        occurredAt: at,
        statuses: words,
        reasons: words,
        extras,
      }),
    async after(db) {
      const made = memory.webhooks.hooks.filter(({ row }) => eventIds.includes(row.eventId));
      for (const cell of made) {
        const place = places.get(cell.row.eventId) ?? 0;
        const id = `${leastUuidOf(startMs + days * DAY_MS).slice(0, 24)}${place.toString(16).padStart(12, '0')}`;
        cell.row = { ...cell.row, id };
      }
      if (made.length === 0) return;
      const [events, ids] = [made.map(({ row }) => row.eventId), made.map(({ row }) => row.id)];
      await nameRows(db, accountId, events, ids);
    },
  };
}

function noteOf(pair: Pair): Operation {
  const ids = [uuidOf(5_000 + pair.now() - pair.startMs)].map(
    (id) => leastUuidOf(pair.startMs).slice(0, 24) + id.slice(24),
  );
  const name = pick(EVENTS, pair.random);
  const at = new Date(pair.startMs);
  return { name: 'noted', run: (db) => insertEvents(db, 1, ids, ids, [0], [name], [at], [null], [null]) };
}

function claimOf({ random, startMs }: Pair): Operation {
  const since = pick([leastUuidOf(0), leastUuidOf(startMs - DAY_MS)], random);
  const limit = pick([0, 1, 2, 256], random);
  const turn = pick([0, 1, 2, 4], random);
  const cursor = pick([-1, -1, 0, 1, 2, 3], random);
  const accounts = ACCOUNTS.filter(() => random() < 0.4);
  const places = accounts.map(() => pick([0, 1, 3, 64], random));
  const leaseS = pick([1, 3], random) * STEP_S;
  const behind = ACCOUNTS.filter(() => random() < 0.3);
  const timeBetween = (): number => startMs + (pick([-3, -1, 0, 2], random) + 0.5) * STEP_S * 1000;
  const afterMs = behind.map(timeBetween);
  const moves = pick([0, 1, 2, 500], random);
  const movedMs = random() < 0.3 ? timeBetween() : null;
  const pollS = pick([1, 2, 4], random) * STEP_S;
  return {
    name: 'claimed',
    run: async (db) => {
      const whose = { since, limit, turn, cursor, accounts, places, behind, afterMs, moves, movedMs };
      const rows = await claimDeliveries(db, { ...whose, leaseSeconds: leaseS, pollSeconds: pollS });
      // Compare times in whole steps, because the clocks of the two databases differ by some milliseconds.
      return rows.map(({ due_ms: dueMs, moved_ms: upToMs, wait_ms: waitMs, ...row }) =>
        Object.assign(row, {
          isDue: dueMs > 0,
          upTo: stepOf(upToMs === null ? null : upToMs - startMs),
          wait: stepOf(waitMs),
        }),
      );
    },
  };
}

/**
 * Rounds a duration to a whole number of PLACE_S periods, so that durations are equal although the clocks of the two
 * databases differ by some milliseconds.
 */
function stepOf(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1000 / PLACE_S);
}

function oldestOf({ random, startMs }: Pair): Operation {
  const before = leastUuidOf(startMs + pick([-3, -1, 0, 2, 4], random) * DAY_MS);
  return { name: 'looked back', run: (db) => oldestQueued(db, before) };
}

function finishOf(pair: Pair, accountId: number): Operation {
  const { random, startMs } = pair;
  const { epochs, ids } = keysFrom(pair, accountId);
  const date = (): Date | null =>
    pick([null, new Date(startMs + pick([0, 500, 1_000, 5_000, 60_000], random))], random);
  const states = ids.map(() => pick([0, 0, 1, 2, 3], random));
  const delays = states.map((state) => (state === 0 ? pick([0, 1, 2, 5], random) * STEP_S : null));
  const answers = ids.map(() => pick([200, 500, null], random));
  const bodies = ids.map((_, at) => Buffer.from(`bytes ${at} of ${pair.now() - pair.startMs}`));
  const formats = ids.map(() => pick(['native', 'compatible'], random));
  const at = ids.map(() => startMs);
  const numbers = ids.map(() => 12);
  const words = ids.map(() => 'words');
  const headerNos = ids.map(() => pick([1, 2, null], random));
  const headers = ['{"server":"x"}', '{"server":"y"}'];
  const health = {
    succeededAt: date(),
    failedAt: date(),
    failingSince: date(),
    failures: pick([0, 1, 3], random),
    failure: pick(['HTTP status 500', null], random),
  };
  const ordered = ids.toSorted();
  const ends = { leastId: ordered[0] ?? '', greatestId: ordered.at(-1) ?? '' };
  if (ids.length === 0) return findOf(accountId);
  return {
    name: 'finished',
    run: (db) =>
      finishDeliveries(db, {
        accountId,
        ids,
        epochs,
        states,
        delaySeconds: delays,
        answers,
        bodies,
        formats,
        startedAtMs: at,
        durationsMs: numbers,
        urls: words,
        headers,
        headerNos,
        answerBodies: words,
        faults: words,
        ...health,
        ...ends,
      }),
  };
}

function releaseOf(pair: Pair): Operation {
  const accountId = pick(ACCOUNTS, pair.random);
  const { epochs, ids } = keysFrom(pair, accountId);
  const seconds = pick([0, 1, 2], pair.random) * STEP_S;
  return { name: 'given back', run: (db) => releaseDeliveries(db, accountId, ids, epochs, seconds) };
}

function holdClaimedOf(pair: Pair): Operation {
  const accountId = pick(ACCOUNTS, pair.random);
  const { epochs, ids } = keysFrom(pair, accountId);
  return { name: 'held claimed', run: (db) => holdClaimed(db, accountId, ids, epochs) };
}

function holdWaitingOf(_pair: Pair, accountId: number, limit: number): Operation {
  return {
    name: 'held waiting',
    run: async (db) => (await holdWaiting(db, accountId, limit)).map(() => ({ held: 1 })),
  };
}

function disableOf({ random, startMs }: Pair, accountId: number): Operation {
  const startedAt = new Date(startMs + (pick([-2, -1, 0, 1], random) + 0.5) * STEP_S * 1000);
  const url = urlOf(pick([accountId, accountId, 9], random));
  return { name: 'disabled', run: (db) => disableGone(db, accountId, url, startedAt) };
}

function findOf(accountId: number): Operation {
  return {
    name: 'found',
    run: async (db) =>
      (await webhookOf(db, accountId)).map(({ disabled_by, events, format, secret, state, url }) => ({
        url,
        format,
        events,
        secret: secret.toString('hex'),
        state,
        disabled_by,
      })),
  };
}

/** Returns the keys of up to five random rows of an account, most of them with the current epoch. */
function keysFrom({ memory, random }: Pair, accountId: number): { ids: string[]; epochs: number[] } {
  const rows = memory.webhooks.hooks
    .filter(({ committed, lockedBy, row }) => row.accountId === accountId && (!lockedBy || committed) && random() < 0.4)
    .map(({ row }) => row)
    .slice(0, 5);
  return {
    ids: rows.map(({ id }) => id),
    epochs: rows.map(({ epoch }) => (random() < 0.8 ? epoch : pick([0, 1, 2], random))),
  };
}

const passRows = statement<[seconds: number], unknown>(
  'test_webhooks_pass',
  `with rows as (update webhook_delivery set next_at = next_at - make_interval(secs => $1) where next_at is not null)
   update webhook set updated_at = updated_at - make_interval(secs => $1)`,
);

/** Lets time pass by moving all stored times into the past. */
async function pass({ memory, real }: Pair, seconds: number): Promise<void> {
  await passRows(real, seconds);
  const ms = seconds * 1000;
  for (const cell of memory.webhooks.hooks) {
    const { nextAtMs } = cell.row;
    if (nextAtMs !== null) cell.row = { ...cell.row, nextAtMs: nextAtMs - ms };
  }
  for (const cell of memory.webhooks.webhooks) {
    cell.row = { ...cell.row, updatedAtMs: cell.row.updatedAtMs - ms };
  }
}

const enableWebhook = statement<[accountId: number], unknown>(
  'test_webhooks_enable',
  `update webhook set state = 'enabled', disabled_by = null, updated_at = now() where account_id = $1`,
);

async function enable(pair: Pair, accountId: number): Promise<void> {
  await enableWebhook(pair.real, accountId);
  for (const cell of pair.memory.webhooks.webhooks) {
    if (cell.row.accountId !== accountId) continue;
    cell.row = { ...cell.row, isEnabled: true, disabledBy: null, updatedAtMs: pair.now() };
  }
}

const moveRows = statement<[accountIds: number[], ids: string[], seconds: number[]], unknown>(
  'test_webhooks_move',
  `update webhook_delivery set next_at = next_at + make_interval(secs => seconds)
   from unnest($1::bigint[], $2::uuid[], $3::integer[]) as moved (of_account, of_row, seconds)
   where account_id = of_account and id = of_row`,
);

/**
 * Gives different offsets to rows that a statement has set to the same time, because PostgreSQL may return rows with
 * equal times in any order.
 */
async function separate(pair: Pair): Promise<void> {
  const moved = pair.memory.webhooks.hooks.filter(({ row: { eventId, nextAtMs } }) => {
    return pair.changed.has(eventId) && nextAtMs !== null && isOnStep(pair, nextAtMs);
  });
  pair.changed.clear();
  if (moved.length === 0) return;
  const seconds = moved.map(({ row }) => (pair.places.get(row.eventId) ?? 0) * PLACE_S);
  await moveRows(
    pair.real,
    moved.map(({ row }) => row.accountId),
    moved.map(({ row }) => row.id),
    seconds,
  );
  for (const [at, cell] of moved.entries()) {
    cell.row = { ...cell.row, nextAtMs: (cell.row.nextAtMs ?? 0) + (seconds[at] ?? 0) * 1000 };
  }
}

function isOnStep({ startMs }: Pair, ms: number): boolean {
  const offS = Math.abs(((ms - startMs) / 1000) % STEP_S);
  return Math.min(offS, STEP_S - offS) < PLACE_S / 2;
}

interface RealRow {
  readonly row: (number | boolean | string | null)[];
}

const realRows = statement<[], RealRow>(
  'test_webhooks_rows',
  `select json_build_array(account_id, id, event_id, message_id, recipient_no, event, state, attempts, epoch, answer,
     encode(body, 'escape'), format, is_waiting, extract(epoch from next_at - now())) as row
   from webhook_delivery order by account_id, id`,
);

const realAttempts = statement<[], RealRow>(
  'test_webhooks_attempts',
  `select json_build_array(account_id, delivery_id, attempt_no, answer) as row from webhook_attempt
   order by account_id, delivery_id, attempt_no`,
);

const realWebhooks = statement<[], RealRow>(
  'test_webhooks_all',
  `select json_build_array(account_id, state = 'enabled', disabled_by, failures, last_failure,
     (extract(epoch from failing_since) * 1000)::bigint, (extract(epoch from last_success_at) * 1000)::bigint,
     (extract(epoch from last_failure_at) * 1000)::bigint) as row
   from webhook order by account_id`,
);

const realTimeline = statement<[], RealRow>(
  'test_webhooks_timeline',
  'select json_build_array(account_id, id, event) as row from event order by account_id, id',
);

async function compareStates(pair: Pair): Promise<void> {
  const about = `state after ${named(pair.seed)}`;
  const { real } = pair;
  const tables = pair.memory.webhooks;
  const [rows, attempts, webhooks, timeline] = await Promise.all([
    realRows(real),
    realAttempts(real),
    realWebhooks(real),
    realTimeline(real),
  ]);
  const nowMs = pair.now();
  const mine = tables.hooks.map(({ row }) => row).sort((a, b) => order(a.accountId, b.accountId) || order(a.id, b.id));
  expect(mine.map(stateOf), about).toEqual(rows.map(({ row }) => row.slice(0, -1)));
  for (const [at, row] of mine.entries()) {
    const expected = rows[at]?.row.at(-1);
    if (row.nextAtMs === null) expect(expected, about).toBeNull();
    else expect(Math.abs((row.nextAtMs - nowMs) / 1000 - Number(expected)), about).toBeLessThan(TOLERANCE_S);
  }
  const myAttempts = tables.attempts.map((row) => [row.accountId, row.deliveryId, row.attemptNo, row.answer]);
  expect(myAttempts.map(String).sort(), about).toEqual(attempts.map(({ row }) => String(row)).sort());
  const myWebhooks = tables.webhooks.map(({ row }) => [
    row.accountId,
    row.isEnabled,
    row.disabledBy,
    row.failures,
    row.lastFailure,
    row.failingSinceMs,
    row.lastSuccessAtMs,
    row.lastFailureAtMs,
  ]);
  expect(myWebhooks, about).toEqual(webhooks.map(({ row }) => row));
  const myTimeline = tables.timeline.map(({ accountId, event, eventId }) => [accountId, eventId, event]);
  expect(myTimeline.map(String).sort(), about).toEqual(timeline.map(({ row }) => String(row)).sort());
}

function stateOf(row: HookRow): unknown[] {
  const { accountId, answer, attempts, body, epoch, event, eventId, format, id, isWaiting, messageId } = row;
  const { recipientNo, state } = row;
  const facts = [accountId, id, eventId, messageId, recipientNo, event];
  return [...facts, state, attempts, epoch, answer, body?.toString() ?? null, format, isWaiting];
}

function order<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Operations that return no rows. */
const SILENT = ['given back', 'held claimed', 'noted'];

function counted(counts: Counts, name: string, result: unknown): void {
  const did = Array.isArray(result) && result.some((row) => !/"id",null/.test(String(row)));
  if (did || SILENT.includes(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
}

function uuidOf(no: number): string {
  return `00000000-0000-7000-8000-${no.toString(16).padStart(12, '0')}`;
}
