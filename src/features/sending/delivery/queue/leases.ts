import type { Clock } from '../../../../base/clock.ts';
import type { Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { createHeldClaims, type HeldClaims } from './held.ts';
import { createLookBack, type LookBack } from './look-back.ts';
import { claimDue, giveBack as giveRowsBack, handOver, renewLeases, type ClaimRow } from './queries.ts';
import { atWork, begin, keysOf } from './suspects.ts';
import { MAIL_CLASSES, type ChunkQueue, type Claim, type MailClass } from '../types.ts';

/** A killed worker's mail is taken over after at most this and the poll: within 30 s. */
export const LEASE_MS = 25_000;
const RENEW_EVERY_MS = 8_000;
/** Nothing is sent on a lease that ends this soon: another worker might begin before we are done. */
const SAFETY_MS = 5_000;
/** Rows of one account that a claim takes before the next account's turn. */
const ACCOUNT_TURN = 100;
/** Rows that have come due and are made ready by one claim: some 15 ms of the database's time. */
const MOVES = 1_000;
/** Recipients of chunks take one delay together; delays this close are one. */
const SAME_DELAY_MS = 5_000;
const NOBODY = 0;
const FRONT = -1;

/** A recipient that goes back without an attempt. */
export interface GivenBack {
  readonly claim: Claim;
  /** When it is due again. */
  readonly delayMs: number;
  /** Whether the operator has stopped its site. */
  readonly isStopped: boolean;
  /** Whether that it was claimed for nothing counts (`delivery.taken`). */
  readonly isCounted?: boolean;
}

/** A recipient that goes back without an attempt until its account lets its mail go on: all of it, or that to a provider. */
export interface Held {
  readonly claim: Claim;
  readonly provider?: string | undefined;
}

/** What a claim has found. */
export interface Claimed {
  readonly claims: readonly Claim[];
  /** Whether more may be ready: there was as much of a class as there was room for, or of an account as one turn takes. */
  readonly isFull: boolean;
  /** When the next recipient is due: 0 when some are due already, infinite when none waits. */
  readonly dueInMs: number;
}

/** The recipients that this process holds. */
export interface Leases {
  readonly size: number;
  /** How many of a class are held. */
  held(mailClass: MailClass): number;
  /** Leases due rows of nobody and of the given worker, up to a limit a class. */
  claim(worker: number, limits: readonly number[]): Promise<Claimed>;
  /** Leases a chunk, if one is due. */
  claimChunk(): Promise<readonly Claim[]>;
  /** True while the lease is sure to hold for some seconds more; false means that the recipient may be another's now. */
  isSafe(claim: Claim): boolean;
  /** Forgets a recipient that was finished. */
  finished(claim: Claim): void;
  /** Gives recipients back; a lost database only means that their leases run out instead. */
  giveBack(back: readonly GivenBack[]): Promise<void>;
  /** Gives recipients back whose mail is not to be sent now, until whoever said so takes it back. */
  hold(held: readonly Held[]): Promise<void>;
  /** Notes that a mail is being sent, where it was taken up again and again: until it is recorded or given back. */
  begin(claim: Claim): Promise<void>;
  /** Does something with a mail of which a process might die: that is noted alike, until it is done. */
  atWork<T>(claim: Claim, work: () => Promise<T>): Promise<T>;
  /** Gives recipients to another worker, due at once. */
  handOver(claims: readonly Claim[], worker: number): Promise<void>;
  /** Ends the leases of chunks and stops renewing. */
  close(): Promise<void>;
}

export interface LeaseParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly chunks?: ChunkQueue | undefined;
}

/** What the steps of leasing share. */
interface Leasing extends LeaseParts {
  readonly held: HeldClaims;
  readonly cursors: number[];
  readonly lookBack: LookBack;
}

/** Leases over `db`, renewed in the background for as long as rows are held. */
export function createLeases(parts: LeaseParts): Leases {
  const { chunks, clock, db } = parts;
  const held = createHeldClaims();
  const cursors = MAIL_CLASSES.map(() => FRONT);
  const leasing: Leasing = { ...parts, held, cursors, lookBack: createLookBack(parts.clock) };
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
    giveBack: (back) => giveBack(leasing, back),
    hold: (held) => hold(leasing, held),
    begin: (claim) => begin(leasing, claim),
    atWork: (claim, work) => atWork(leasing, claim, work),
    async handOver(claims, worker) {
      const [rows, ofChunks] = split(claims);
      const workers = rows.map(() => worker);
      await letGo(leasing, rows, () => handOver(db, ...keysOf(rows), secondsFor(rows, 0), workers));
      // As rows of their own they come to their worker with its next claim.
      await letGo(leasing, ofChunks, async () => chunks?.giveBack(ofChunks, 0));
    },
    async close() {
      clearInterval(timer);
      const ofChunks = held.all().flatMap(({ claim }) => (claim.chunk ? [claim] : []));
      await letGo(leasing, ofChunks, async () => chunks?.giveBackAll());
    },
  };
}

async function claimRows(leasing: Leasing, worker: number, limits: readonly number[]): Promise<Claimed> {
  const { chunks, clock, cursors, db, held, lookBack } = leasing;
  const startedAtMs = clock.now();
  const horizon = lookBack.horizon();
  const workers = worker === NOBODY ? [NOBODY] : [worker, NOBODY];
  const seconds = LEASE_MS / 1000;
  const { fromMs, since } = horizon;
  const rows = await claimDue(db, workers, since, [...limits], [...cursors], ACCOUNT_TURN, seconds, MOVES, fromMs);
  const claims = rows.filter((row) => !row.is_held).flatMap(toClaim);
  held.add(claims, startedAtMs + LEASE_MS);
  // Met once, and put aside with what else of its class is due: no claim meets it again.
  const paused = rows.filter((row) => row.is_held).flatMap(toClaim);
  await letGo(leasing, paused, async () => chunks?.hold(paused));
  const ends = rows.filter((row) => row.message_id === null);
  for (const end of ends) cursors[end.class] = end.account_id;
  if (ends[0]) lookBack.note(horizon, startedAtMs, ends[0]);
  const dueInMs = ends[0]?.due_in_ms ?? Number.POSITIVE_INFINITY;
  // A class without room says nothing of what is ready.
  const isFull = ends.some((end) => end.is_full === true && (limits[end.class] ?? 0) > 0);
  return { claims, isFull: isFull || hasFullTurn(rows), dueInMs };
}

/** Whether an account had all of a turn: a claim goes round once, so that there may be more of the same account. */
function hasFullTurn(rows: readonly ClaimRow[]): boolean {
  const taken = rows.filter((row) => row.message_id !== null);
  const turns = Map.groupBy(taken, (row) => `${row.class} ${row.account_id}`);
  return [...turns.values()].some((turn) => turn.length >= ACCOUNT_TURN);
}

async function giveBack(leasing: Leasing, back: readonly GivenBack[]): Promise<void> {
  const { chunks, db } = leasing;
  const ofRows = back.filter(({ claim }) => !claim.chunk);
  const secondsOf = (some: readonly GivenBack[]): number[] => some.map(({ delayMs }) => delayMs / 1000);
  const free = ofRows.filter(({ isCounted }) => !isCounted);
  await letGo(leasing, claimsOf(free), () =>
    giveRowsBack(
      db,
      ...keysOf(claimsOf(free)),
      secondsOf(free),
      free.map(({ isStopped }) => isStopped),
    ),
  );
  const counted = ofRows.filter(({ isCounted }) => isCounted);
  // A lease that ends then, as that of a process that died: it was claimed once more.
  await letGo(leasing, claimsOf(counted), () => renewLeases(db, ...keysOf(claimsOf(counted)), secondsOf(counted)));
  const ofChunks = back.filter(({ claim }) => claim.chunk);
  const stepOf = ({ delayMs, isStopped }: GivenBack): string => `${Math.ceil(delayMs / SAME_DELAY_MS)} ${isStopped}`;
  for (const group of Map.groupBy(ofChunks, stepOf).values()) {
    const [first] = group;
    if (!first) continue;
    const delayMs = Math.ceil(first.delayMs / SAME_DELAY_MS) * SAME_DELAY_MS;
    await letGo(leasing, claimsOf(group), async () => chunks?.giveBack(claimsOf(group), delayMs, first.isStopped));
  }
}

async function hold(leasing: Leasing, held: readonly Held[]): Promise<void> {
  const { chunks } = leasing;
  const atProvider = held.flatMap(({ claim, provider }) => (provider === undefined ? [] : [{ claim, provider }]));
  const [rows, ofChunks] = split(claimsOf(held.filter(({ provider }) => provider === undefined)));
  await Promise.all([
    letGo(leasing, rows, async () => chunks?.hold(rows)),
    letGo(leasing, ofChunks, async () => chunks?.giveBack(ofChunks, 0)),
    letGo(leasing, claimsOf(atProvider), async () => chunks?.holdAt(atProvider)),
  ]);
}

function claimsOf(some: readonly { readonly claim: Claim }[]): Claim[] {
  return some.map(({ claim }) => claim);
}

async function renew({ clock, db, held, log }: Leasing): Promise<void> {
  // The leases of chunks are renewed by their queue.
  const entries = held.all().filter(({ claim }) => claim.chunk === undefined);
  if (entries.length === 0) return;
  const startedAtMs = clock.now();
  try {
    const claims = entries.map((entry) => entry.claim);
    // What is not renewed is another's by now, and is not sent any more once our time is over.
    for (const { position } of await renewLeases(db, ...keysOf(claims), secondsFor(claims, LEASE_MS))) {
      const renewed = entries[position - 1];
      if (renewed) renewed.untilMs = startedAtMs + LEASE_MS;
    }
  } catch (error) {
    log.warn('Lease renewal failed', { held: entries.length, error: (error as Error).message });
  }
}

/** Forgets claims and tells the database; when it does not hear that, the leases run out. */
async function letGo({ held, log }: Leasing, claims: readonly Claim[], write: () => Promise<unknown>): Promise<void> {
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
      // Written by the accept function from a parsed address.
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
