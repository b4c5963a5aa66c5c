import { setTimeout as sleep } from 'node:timers/promises';
import { createAlarm, type Alarm } from '../../../base/alarm.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { SmtpOptions } from '../../../smtp/connection.ts';
import type { Finished } from './outcomes/decision.ts';
import { createDispatcher, type Dispatcher } from './connections/dispatch.ts';
import type { Journal } from './journal/index.ts';
import { createLeases, type Claimed, type Leases } from './queue/leases.ts';
import { createParking, type Parking } from './queue/parking.ts';
import { createFaultLog } from './connections/unprepared.ts';
import { createPreparer, type PrepareParts } from './connections/prepare.ts';
import { createSkippedRoute, type FailedRouteListener } from './outcomes/skipped-route.ts';
import { createRecorder, inDoubt } from './outcomes/record.ts';
import type { Entry as RecordedAttempt } from './outcomes/rows.ts';
import { createProviderHolds, type ProviderHolds } from './queue/provider-holds.ts';
import { sieve } from './queue/retaken.ts';
import { MAX_HELD, capacityOf, fitsChunk } from './queue/capacity.ts';
import { createRouter, type RouterParts } from './routing/router.ts';
import type { ChunkQueue, Claim, MailClass, NamedListener, SimulatedOutcome } from './types.ts';
import { connectionsByProvider } from './sites/providers.ts';
import { createSiteBoard, type SiteBoard } from './sites/site-board.ts';
import { joinDeliveryWorkers, type Workers } from './queue/workers.ts';

const POLL_MS = 1_000;
const FULL_POLL_MS = 5;
/** Maximum milliseconds until the next claim if chunks are available. */
const CHUNK_POLL_MS = 20;
/** Milliseconds until the next chunk claim if there were no chunks and no notification arrives. */
const CHUNK_RECHECK_MS = 3_000;
/** If more recipients than this were released since the last claim, the next claim is delayed by `BACK_POLL_MS`. */
const MANY_BACK = 100;
const BACK_POLL_MS = 250;
/** If at least this many transactional messages are in progress, the next claim is delayed by `CLAIM_REST_MS`. */
const MUCH_IN_HAND = 100;
/**
 * Milliseconds between two claims once `MUCH_IN_HAND` is reached. Measured in the database: a claim of 65 rows takes 3
 * ms, and a claim of 12 rows takes 0.6 to 0.9 ms.
 */
const CLAIM_REST_MS = 50;
/** Milliseconds until the next claim if a mail class has no free capacity. */
const ROOM_POLL_MS = 50;
/**
 * Minimum delay that `restMs` returns if capacity is free and no chunk is available, in milliseconds, so that messages
 * that become due together are claimed together.
 */
const MIN_POLL_MS = 100;
const DATABASE_RETRY_MS = 500;
/** Milliseconds by which campaign messages are delayed while the accounts' provider holds are not loaded. */
const UNKNOWN_HOLDS_MS = 1_000;
/** Milliseconds after SIGTERM for sending messages in progress, and again for recording their outcomes. */
const DRAIN_MS = 10_000;
/** The engine stops claiming while this many connections are being opened. */
const MAX_CONNECTING = 2_000;

export interface EngineParts extends PrepareParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** UUID of this process. */
  readonly workerId: string;
  readonly random: () => number;
  readonly smtp: SmtpOptions;
  readonly routing: Omit<RouterParts, 'clock' | 'senderDomainOf'>;
  /** Returns the simulated outcome for a test address, or undefined for any other address. */
  readonly simulate: (recipient: EmailAddress) => SimulatedOutcome | undefined;
  readonly listeners: readonly NamedListener[];
  /** Called with the account and its attempts after each commit of outcomes. */
  readonly onRecorded?: (accountId: number, attempts: readonly RecordedAttempt[]) => void;
  /** Called with the recipients of each claim. */
  readonly onClaimed?: ((claims: readonly Claim[]) => void) | undefined;
  readonly onRouteFailed: FailedRouteListener;
  readonly noteTlsFault: (host: string) => void;
  /** The queue of recipients that are leased in chunks. */
  readonly chunks?: ChunkQueue;
  /** Journal on disk for data that must survive a crash of the process. Replayed before the first claim. */
  readonly journal?: Journal;
}

export interface DeliveryEngine {
  /** Notifies the engine that messages may be due. */
  wake(): void;
  /**
   * Returns the number of open and opening connections by provider, and the number of claimed recipients by mail class.
   */
  atWork(): { readonly connections: ReadonlyMap<string, number>; held(mailClass: MailClass): number };
  /** Stops claiming, waits up to `DRAIN_MS` for messages being sent, and releases the remaining claims. */
  stop(): Promise<void>;
}

interface Engine {
  readonly parts: EngineParts;
  readonly leases: Leases;
  readonly parking: Parking;
  readonly dispatcher: Dispatcher;
  readonly holds: ProviderHolds;
  readonly alarm: Alarm;
  /** Claimed recipients whose connection is still being opened. */
  readonly connecting: ReadonlySet<Claim>;
  readonly ready: Promise<void>;
  readonly workerNumber: () => number;
  /** Whether a chunk was available at the last claim that had capacity for one. */
  hasChunks: boolean;
  /** Time of the next chunk claim after a claim failed or found no chunk. */
  chunksFromMs: number;
  /** Whether there are more due rows than one claim processes. */
  isBehind: boolean;
  isStopping: boolean;
}

const NOTHING: Claimed = { claims: [], isFull: false, dueInMs: Number.POSITIVE_INFINITY };

export function createDeliveryEngine(parts: EngineParts): DeliveryEngine {
  const { chunks, clock, db, journal, log, workerId: id } = parts;
  const workers = joinDeliveryWorkers({ clock, db, id, log });
  const leases = createLeases({ db, clock, log, chunks });
  const recorder = createRecorder(parts);
  const prepare = createPreparer(parts);
  const parking = createParking(leases);
  const connecting = new Set<Claim>();
  const router = createRouter({ ...parts.routing, clock, senderDomainOf: prepare.senderDomain });
  const board = boardOf(parts, workers, () => dispatcher);
  const holds = holdsOf(parts, leases, () => dispatcher);
  const dispatcher: Dispatcher = createDispatcher({
    ...parts,
    holds,
    stoppedMs: (site) => board.stoppedMs(site),
    journal,
    leases,
    connecting,
    offering: new Set(),
    parking,
    skippedRoute: createSkippedRoute(parts),
    prepare,
    noteFault: createFaultLog(parts),
    recorder,
    router,
    workers,
  });
  const engine: Engine = {
    parts,
    leases,
    parking,
    dispatcher,
    holds,
    connecting,
    alarm: createAlarm(),
    ready: workers.ready,
    workerNumber: () => workers.number,
    hasChunks: false,
    chunksFromMs: Number.NEGATIVE_INFINITY,
    isBehind: false,
    isStopping: false,
  };
  const working = recoverThenClaim(engine, recorder);

  return {
    wake: () => hint(engine),
    atWork: () => ({ connections: connectionsByProvider(dispatcher.sites()), held: (of) => leases.held(of) }),
    async stop() {
      engine.isStopping = true;
      engine.alarm.ring();
      await working;
      await dispatcher.close(DRAIN_MS);
      await Promise.race([recorder.idle(), sleep(DRAIN_MS, undefined, { ref: false })]);
      holds.close();
      await leases.close();
      await board.close();
      await workers.close();
      await journal?.close();
    },
  };
}

/** Makes the engine poll the queue and claim chunks immediately. */
function hint(engine: Engine): void {
  engine.chunksFromMs = Number.NEGATIVE_INFINITY;
  engine.alarm.ring();
}

function boardOf(parts: EngineParts, workers: Pick<Workers, 'number'>, dispatcher: () => Dispatcher): SiteBoard {
  return createSiteBoard({
    ...parts,
    worker: () => workers.number,
    sites: () => dispatcher().sites(),
    onStop: () => dispatcher().keepStops(),
  });
}

function holdsOf(parts: EngineParts, leases: Leases, dispatcher: () => Dispatcher): ProviderHolds {
  return createProviderHolds({
    ...parts,
    chunks: parts.chunks,
    isAtWork: () => leases.held('campaign') > 0,
    onHold: (providers) => dispatcher().keepHolds(providers),
  });
}

async function recoverThenClaim(engine: Engine, recorder: ReturnType<typeof createRecorder>): Promise<void> {
  const { journal } = engine.parts;
  const recordAll = async (outcomes: readonly Finished[]): Promise<void> => {
    await Promise.all(outcomes.map((finished) => recorder.record(finished)));
  };
  await journal?.replay({
    record: async (outcomes) => recordAll(outcomes),
    // The next process that leases the chunk sends to all of its recipients that have no outcome yet.
    inDoubt: async (claims) => {
      const ofQueue = claims.filter((claim) => !claim.chunk);
      return recordAll(ofQueue.map((claim) => inDoubt(claim, engine.parts.clock.now())));
    },
  });
  await engine.ready;
  await claimUntilStopped(engine);
}

async function claimUntilStopped(engine: Engine): Promise<void> {
  const { alarm, dispatcher, parking } = engine;
  while (!engine.isStopping) {
    alarm.reset();
    if (parking.takeCount() > MANY_BACK) await sleep(BACK_POLL_MS);
    // If more rows are due than one claim processes, continue even without free capacity, so that every account gets
    // its share later.
    const claimed = isFull(engine) && !engine.isBehind ? NOTHING : await claimSome(engine);
    engine.isBehind = claimed.dueInMs === 0;
    engine.parts.onClaimed?.(claimed.claims);
    // Do not wait, so that the slow lookup of one domain does not delay other messages.
    for (const claim of claimed.claims) void dispatcher.dispatch(claim);
    if (isFull(engine)) await sleep(FULL_POLL_MS);
    else if (engine.leases.held('transactional') >= MUCH_IN_HAND) await sleep(CLAIM_REST_MS);
    else if (!claimed.isFull && !engine.isBehind) await alarm.wait(restMs(engine, claimed.dueInMs));
  }
}

/** Returns the delay before the next claim. A notification ends the delay early. */
function restMs({ connecting, hasChunks, leases }: Engine, dueInMs: number): number {
  const mostMs = hasChunks ? CHUNK_POLL_MS : POLL_MS;
  if (capacityOf(leases, connecting.size).includes(0)) return Math.min(ROOM_POLL_MS, mostMs);
  return Math.min(Math.max(dueInMs, MIN_POLL_MS), mostMs);
}

function isFull({ connecting, leases }: Engine): boolean {
  return connecting.size >= MAX_CONNECTING || leases.size - connecting.size >= MAX_HELD;
}

async function claimSome(engine: Engine): Promise<Claimed> {
  const { connecting, leases, parts, workerNumber } = engine;
  try {
    const room = capacityOf(leases, connecting.size);
    const claimed = await leases.claim(workerNumber(), room);
    const rows = await sieve({ ...parts, leases }, claimed.claims);
    const takes = parts.chunks && fitsChunk(leases, connecting.size);
    const claims = takes ? [...rows, ...(await claimChunk(engine))] : rows;
    return { ...claimed, claims: await withoutUnknown(engine, claims) };
  } catch (error) {
    parts.log.warn('Claim failed', { error: (error as Error).message });
    await sleep(DATABASE_RETRY_MS);
    return NOTHING;
  }
}

/**
 * Returns the claimed messages that may be sent now. While the accounts' provider holds are not loaded, returns
 * campaign messages to the queue for a short time.
 */
async function withoutUnknown({ holds, parking }: Engine, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const isOfCampaign = ({ mailClass }: Claim): boolean => mailClass === 'campaign';
  if (!claims.some(isOfCampaign) || (await holds.look())) return claims;
  for (const claim of claims) if (isOfCampaign(claim)) parking.release(claim, UNKNOWN_HOLDS_MS);
  return claims.filter((claim) => !isOfCampaign(claim));
}

/**
 * Returns the recipients of a chunk. Returns an empty array if no chunk is available. Also returns an empty array if
 * the claim fails, because the rows that were claimed before must still be sent.
 */
async function claimChunk(engine: Engine): Promise<readonly Claim[]> {
  const { clock, log } = engine.parts;
  engine.hasChunks = false;
  const restMs = engine.chunksFromMs - clock.now();
  // The engine never sets a delay this long, so the clock must have been set back.
  if (restMs > 0 && restMs <= CHUNK_RECHECK_MS) return [];
  // Set this before the claim, because a notification may arrive during the claim.
  engine.chunksFromMs = clock.now() + CHUNK_RECHECK_MS;
  try {
    const claims = await engine.leases.claimChunk();
    engine.hasChunks = claims.length > 0;
    if (engine.hasChunks) engine.chunksFromMs = Number.NEGATIVE_INFINITY;
    return claims;
  } catch (error) {
    log.warn('Chunk claim failed', { error: (error as Error).message });
    engine.chunksFromMs = clock.now() + DATABASE_RETRY_MS;
    return [];
  }
}
