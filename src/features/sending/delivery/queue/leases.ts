import type { Clock } from '../../../../base/clock.ts';
import type { Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { createHeldClaims, type HeldClaims } from './held.ts';
import { createSweep, type Sweep } from './look-back.ts';
import { claimDue, release as releaseRows, handOver, renewLeases, type ClaimRow } from './queries.ts';
import { atWork, begin, keysOf } from './suspects.ts';
import { MAIL_CLASSES, type ChunkQueue, type Claim, type MailClass } from '../types.ts';

/** Duration of a lease, in milliseconds. */
export const LEASE_MS = 25_000;
const RENEW_EVERY_MS = 8_000;
/**
 * A message is sent only if its lease lasts at least this many more milliseconds, so that no other worker claims it in
 * the meantime.
 */
const SAFETY_MS = 5_000;
/** Maximum number of rows that a claim takes from one account before it continues with the next account. */
const ACCOUNT_QUANTUM = 100;
/** Maximum number of due rows that one claim makes ready. */
const MOVES = 1_000;
/**
 * The delays of recipients in chunks are rounded up to a multiple of this number of milliseconds, so that recipients
 * with similar delays can be released together.
 */
const SAME_DELAY_MS = 5_000;
const NOBODY = 0;
const FRONT = -1;

/** A recipient that is released without an attempt. */
export interface Released {
  readonly claim: Claim;
  /** Milliseconds until the recipient is due again. */
  readonly delayMs: number;
  /** Whether the operator has stopped the recipient's site. */
  readonly isStopped: boolean;
  /** Whether the claim counts toward `delivery.taken` even though no attempt was made. */
  readonly isCounted?: boolean;
}

/**
 * A recipient that is released without an attempt and held until its account resumes all messages, or those to one
 * provider.
 */
export interface Held {
  readonly claim: Claim;
  readonly provider?: string | undefined;
}

export interface Claimed {
  readonly claims: readonly Claim[];
  /** Whether more rows may be ready, because a class or an account reached its limit. */
  readonly isFull: boolean;
  /** Milliseconds until the next recipient is due: 0 if recipients are due already, infinite if none is waiting. */
  readonly dueInMs: number;
}

/** The recipients that are leased to this process. */
export interface Leases {
  readonly size: number;
  /** Returns the number of leased recipients of a class. */
  held(mailClass: MailClass): number;
  /** Leases due rows that are assigned to no worker or to the given worker, up to a limit per class. */
  claim(worker: number, limits: readonly number[]): Promise<Claimed>;
  /** Leases a chunk if one is due. */
  claimChunk(): Promise<readonly Claim[]>;
  /**
   * Returns whether the lease will certainly last a few more seconds. If not, another process may have claimed the
   * recipient.
   */
  isSafe(claim: Claim): boolean;
  /** Removes a recipient whose outcome is recorded. */
  finished(claim: Claim): void;
  /** Releases recipients. If the database is unavailable, their leases expire instead. */
  release(back: readonly Released[]): Promise<void>;
  /** Releases recipients whose message must not be sent until a hold is removed. */
  hold(held: readonly Held[]): Promise<void>;
  /**
   * If a message has been claimed repeatedly, records that it is being sent. The record is kept until the outcome is
   * recorded or the message is released.
   */
  begin(claim: Claim): Promise<void>;
  /**
   * Runs `work`, which processes the message and might crash the process. Until `work` is done, the message is recorded
   * as with `begin`.
   */
  atWork<T>(claim: Claim, work: () => Promise<T>): Promise<T>;
  /**
   * Hands queue rows over to another worker and makes them due immediately. Releases recipients of chunks, so that any
   * worker can claim them.
   */
  handOver(claims: readonly Claim[], worker: number): Promise<void>;
  /** Ends the leases of chunks, and stops renewing leases. */
  close(): Promise<void>;
}

export interface LeaseParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly chunks?: ChunkQueue | undefined;
}

/** State shared by the lease operations. */
interface Leasing extends LeaseParts {
  readonly held: HeldClaims;
  readonly cursors: number[];
  readonly sweep: Sweep;
}

/** Creates leases that are renewed in the background until their rows are finished or released. */
export function createLeases(parts: LeaseParts): Leases {
  const { chunks, clock, db } = parts;
  const held = createHeldClaims();
  const cursors = MAIL_CLASSES.map(() => FRONT);
  const leasing: Leasing = { ...parts, held, cursors, sweep: createSweep(parts.clock) };
  const timer = setInterval(() => void renew(leasing), RENEW_EVERY_MS);

  return {
    get size() {
      return held.size;
    },
    held: (mailClass) => held.count(mailClass),
    claim: (worker, limits) => claimRows(leasing, worker, limits),
    async claimChunk() {
      const claims = (await chunks?.claim()) ?? [];
      held.add(claims, Number.POSITIVE_INFINITY);
      return claims;
    },
    isSafe(claim) {
      const entry = held.find(claim);
      if (!entry) return false;
      return claim.chunk ? (chunks?.isSafe(claim) ?? false) : clock.now() < entry.untilMs - SAFETY_MS;
    },
    finished: (claim) => held.remove(claim),
    release: (back) => release(leasing, back),
    hold: (held) => hold(leasing, held),
    begin: (claim) => begin(leasing, claim),
    atWork: (claim, work) => atWork(leasing, claim, work),
    async handOver(claims, worker) {
      const [rows, ofChunks] = split(claims);
      const workers = rows.map(() => worker);
      await endLease(leasing, rows, () => handOver(db, ...keysOf(rows), secondsFor(rows, 0), workers));
      // Recipients of chunks become separate queue rows, which any worker can claim.
      await endLease(leasing, ofChunks, async () => chunks?.release(ofChunks, 0));
    },
    async close() {
      clearInterval(timer);
      const ofChunks = held.all().flatMap(({ claim }) => (claim.chunk ? [claim] : []));
      await endLease(leasing, ofChunks, async () => chunks?.releaseAll());
    },
  };
}

async function claimRows(leasing: Leasing, worker: number, limits: readonly number[]): Promise<Claimed> {
  const { chunks, clock, cursors, db, held, sweep } = leasing;
  const startedAtMs = clock.now();
  const horizon = sweep.horizon();
  const workers = worker === NOBODY ? [NOBODY] : [worker, NOBODY];
  const seconds = LEASE_MS / 1000;
  const { fromMs, since } = horizon;
  const rows = await claimDue(db, workers, since, [...limits], [...cursors], ACCOUNT_QUANTUM, seconds, MOVES, fromMs);
  const claims = rows.filter((row) => !row.is_held).flatMap(toClaim);
  held.add(claims, startedAtMs + LEASE_MS);
  // Hold the claimed rows whose mail class or account is paused.
  const paused = rows.filter((row) => row.is_held).flatMap(toClaim);
  await endLease(leasing, paused, async () => chunks?.hold(paused));
  const ends = rows.filter((row) => row.message_id === null);
  for (const end of ends) cursors[end.class] = end.account_id;
  if (ends[0]) sweep.note(horizon, startedAtMs, ends[0]);
  const dueInMs = ends[0]?.due_in_ms ?? Number.POSITIVE_INFINITY;
  // A class with a limit of 0 always reaches its limit, but this does not mean that more rows are ready.
  const isFull = ends.some((end) => end.is_full === true && (limits[end.class] ?? 0) > 0);
  return { claims, isFull: isFull || hasFullQuantum(rows), dueInMs };
}

/**
 * Returns whether an account reached its limit in this claim. Such an account may have more ready rows, because a claim
 * visits each account only once.
 */
function hasFullQuantum(rows: readonly ClaimRow[]): boolean {
  const taken = rows.filter((row) => row.message_id !== null);
  const groups = Map.groupBy(taken, (row) => `${row.class} ${row.account_id}`);
  return [...groups.values()].some((group) => group.length >= ACCOUNT_QUANTUM);
}

async function release(leasing: Leasing, back: readonly Released[]): Promise<void> {
  const { chunks, db } = leasing;
  const ofRows = back.filter(({ claim }) => !claim.chunk);
  const secondsOf = (some: readonly Released[]): number[] => some.map(({ delayMs }) => delayMs / 1000);
  const free = ofRows.filter(({ isCounted }) => !isCounted);
  await endLease(leasing, claimsOf(free), () =>
    releaseRows(
      db,
      ...keysOf(claimsOf(free)),
      secondsOf(free),
      free.map(({ isStopped }) => isStopped),
    ),
  );
  const counted = ofRows.filter(({ isCounted }) => isCounted);
  // Extend these leases instead of releasing them. When such a lease ends, it counts as a claim without an attempt, as
  // after a crash.
  await endLease(leasing, claimsOf(counted), () => renewLeases(db, ...keysOf(claimsOf(counted)), secondsOf(counted)));
  const ofChunks = back.filter(({ claim }) => claim.chunk);
  const stepOf = ({ delayMs, isStopped }: Released): string => `${Math.ceil(delayMs / SAME_DELAY_MS)} ${isStopped}`;
  for (const group of Map.groupBy(ofChunks, stepOf).values()) {
    const [first] = group;
    if (!first) continue;
    const delayMs = Math.ceil(first.delayMs / SAME_DELAY_MS) * SAME_DELAY_MS;
    await endLease(leasing, claimsOf(group), async () => chunks?.release(claimsOf(group), delayMs, first.isStopped));
  }
}

async function hold(leasing: Leasing, held: readonly Held[]): Promise<void> {
  const { chunks } = leasing;
  const atProvider = held.flatMap(({ claim, provider }) => (provider === undefined ? [] : [{ claim, provider }]));
  const [rows, ofChunks] = split(claimsOf(held.filter(({ provider }) => provider === undefined)));
  await Promise.all([
    endLease(leasing, rows, async () => chunks?.hold(rows)),
    endLease(leasing, ofChunks, async () => chunks?.release(ofChunks, 0)),
    endLease(leasing, claimsOf(atProvider), async () => chunks?.holdAt(atProvider)),
  ]);
}

function claimsOf(some: readonly { readonly claim: Claim }[]): Claim[] {
  return some.map(({ claim }) => claim);
}

async function renew({ clock, db, held, log }: Leasing): Promise<void> {
  // The chunk queue renews the leases of chunks.
  const entries = held.all().filter(({ claim }) => claim.chunk === undefined);
  if (entries.length === 0) return;
  const startedAtMs = clock.now();
  try {
    const claims = entries.map((entry) => entry.claim);
    // Rows that were not renewed have another epoch or are finished. Once our lease ends, their messages are no longer
    // sent.
    for (const { position } of await renewLeases(db, ...keysOf(claims), secondsFor(claims, LEASE_MS))) {
      const renewed = entries[position - 1];
      if (renewed) renewed.untilMs = startedAtMs + LEASE_MS;
    }
  } catch (error) {
    log.warn('Lease renewal failed', { held: entries.length, error: (error as Error).message });
  }
}

/** Removes claims and writes their release to the database. If writing fails, the leases expire. */
async function endLease(
  { held, log }: Leasing,
  claims: readonly Claim[],
  write: () => Promise<unknown>,
): Promise<void> {
  if (claims.length === 0) return;
  for (const claim of claims) held.remove(claim);
  try {
    await write();
  } catch (error) {
    log.warn('Lease release failed; the leases will expire', {
      recipients: claims.length,
      error: (error as Error).message,
    });
  }
}

function split(claims: readonly Claim[]): [rows: Claim[], ofChunks: Claim[]] {
  return [claims.filter((claim) => !claim.chunk), claims.filter((claim) => claim.chunk)];
}

function secondsFor(claims: readonly Claim[], ms: number): number[] {
  return claims.map(() => ms / 1000);
}

function toClaim(row: ClaimRow): Claim[] {
  if (row.message_id === null) return [];
  return [
    {
      accountId: row.account_id,
      messageId: row.message_id,
      recipientNo: row.recipient_no,
      // Safe cast: the address was parsed when the message was accepted.
      recipient: row.recipient as EmailAddress,
      mailClass: MAIL_CLASSES[row.class] ?? 'campaign',
      attempts: row.attempts,
      epoch: row.epoch,
      taken: row.taken,
      isSuppressed: row.is_suppressed,
      wasSent: row.was_sent,
      wasDelayed: row.was_delayed,
    },
  ];
}
