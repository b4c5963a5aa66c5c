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
import { createPassedOver, type FailedRouteListener } from './outcomes/passed-over.ts';
import { createRecorder, inDoubt } from './outcomes/record.ts';
import type { Entry as RecordedAttempt } from './outcomes/rows.ts';
import { createProviderHolds, type ProviderHolds } from './queue/provider-holds.ts';
import { sieve } from './queue/retaken.ts';
import { MAX_HELD, roomOf, takesChunk } from './queue/room.ts';
import { createRouter, type RouterParts } from './routing/router.ts';
import type { ChunkQueue, Claim, MailClass, NamedListener, SimulatedOutcome } from './types.ts';
import { connectionsByProvider } from './sites/providers.ts';
import { createSiteBoard, type SiteBoard } from './sites/site-board.ts';
import { joinDeliveryWorkers, type Workers } from './queue/workers.ts';

const POLL_MS = 1_000;
const FULL_POLL_MS = 5;
/** A chunk needs much room, which does not come at once. */
const CHUNK_POLL_MS = 20;
/** Between two looks for chunks while there are none and nobody gives a hint. */
const CHUNK_LOOK_MS = 3_000;
/** When so much of what was claimed had to go back, the sites with mail have their hands full. */
const MANY_BACK = 100;
const BACK_POLL_MS = 250;
/** With so much transactional mail in hand nothing that waits is late because it is not claimed yet. */
const MUCH_IN_HAND = 100;
/** Between two claims then: one of 65 rows took the database 3 ms, one of 12 took it 0.6 to 0.9. */
const CLAIM_REST_MS = 50;
/** A class without room gets some with each mail that ends. */
const ROOM_POLL_MS = 50;
/** Mail that waits comes due in groups: each look for some takes what else has come due meanwhile. */
const LEAST_REST_MS = 100;
const DATABASE_RETRY_MS = 500;
/** When it could not be read what is held back at providers. */
const UNKNOWN_HOLDS_MS = 1_000;
/** SIGTERM: mails on the wire may take this long to end, and then their records. */
const DRAIN_MS = 10_000;
/** Connections that are being opened, beyond which nothing more is claimed. */
const MAX_CONNECTING = 2_000;

export interface EngineParts extends PrepareParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** A UUID of this process. */
  readonly workerId: string;
  readonly random: () => number;
  readonly smtp: SmtpOptions;
  readonly routing: Omit<RouterParts, 'clock' | 'senderDomainOf'>;
  /** Outcome of an address that is not delivered to. */
  readonly simulate: (recipient: EmailAddress) => SimulatedOutcome | undefined;
  readonly listeners: readonly NamedListener[];
  /** Told after each commit of outcomes, of its account and the attempts. */
  readonly onRecorded?: (accountId: number, attempts: readonly RecordedAttempt[]) => void;
  /** Told of what was claimed. */
  readonly onClaimed?: ((claims: readonly Claim[]) => void) | undefined;
  readonly onRouteFailed: FailedRouteListener;
  readonly noteTlsFault: (host: string) => void;
  /** Recipients that are queued in chunks. */
  readonly chunks?: ChunkQueue;
  /** What a process that dies leaves behind; replayed before the first claim. */
  readonly journal?: Journal;
}

/** Claims due mail and delivers it. */
export interface DeliveryEngine {
  /** Says that mail may be due; without it the queue is looked at once a second. */
  wake(): void;
  /** Connections that are open or being opened, by provider, and recipients that this process holds, by class. */
  atWork(): { readonly connections: ReadonlyMap<string, number>; held(mailClass: MailClass): number };
  /** Stops claiming, lets mails on the wire end (10 s), records their outcomes and gives the rest back. */
  stop(): Promise<void>;
}

/** What the claiming loop works with. */
interface Engine {
  readonly parts: EngineParts;
  readonly leases: Leases;
  readonly parking: Parking;
  readonly dispatcher: Dispatcher;
  readonly holds: ProviderHolds;
  readonly alarm: Alarm;
  /** What waits for a server to answer the phone. */
  readonly connecting: ReadonlySet<Claim>;
  readonly ready: Promise<void>;
  readonly workerNumber: () => number;
  /** Whether there was a chunk when we last had room for one. */
  hasChunks: boolean;
  /** When a chunk is asked for again after that failed, or after there was none. */
  chunksFromMs: number;
  /** Whether more has come due than one claim makes ready. */
  isBehind: boolean;
  isStopping: boolean;
}

const NOTHING: Claimed = { claims: [], isFull: false, dueInMs: Number.POSITIVE_INFINITY };

/** Starts an engine. */
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
    passedOver: createPassedOver(parts),
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

/** Has the queue looked at, and chunks asked for, at once. */
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
    // A chunk is resumed by whoever leases it next, all but what has an outcome.
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
    // What has come due is made ready also while there is no room for it, so that all accounts have their turn after that.
    const claimed = isFull(engine) && !engine.isBehind ? NOTHING : await claimSome(engine);
    engine.isBehind = claimed.dueInMs === 0;
    engine.parts.onClaimed?.(claimed.claims);
    // Not awaited: a slow look-up of one domain keeps nobody else waiting.
    for (const claim of claimed.claims) void dispatcher.dispatch(claim);
    if (isFull(engine)) await sleep(FULL_POLL_MS);
    else if (engine.leases.held('transactional') >= MUCH_IN_HAND) await sleep(CLAIM_REST_MS);
    else if (!claimed.isFull && !engine.isBehind) await alarm.wait(restMs(engine, claimed.dueInMs));
  }
}

/** For how long nothing is due that there is room for; a hint ends it. */
function restMs({ connecting, hasChunks, leases }: Engine, dueInMs: number): number {
  const mostMs = hasChunks ? CHUNK_POLL_MS : POLL_MS;
  if (roomOf(leases, connecting.size).includes(0)) return Math.min(ROOM_POLL_MS, mostMs);
  return Math.min(Math.max(dueInMs, LEAST_REST_MS), mostMs);
}

function isFull({ connecting, leases }: Engine): boolean {
  return connecting.size >= MAX_CONNECTING || leases.size - connecting.size >= MAX_HELD;
}

async function claimSome(engine: Engine): Promise<Claimed> {
  const { connecting, leases, parts, workerNumber } = engine;
  try {
    const room = roomOf(leases, connecting.size);
    const claimed = await leases.claim(workerNumber(), room);
    const rows = await sieve({ ...parts, leases }, claimed.claims);
    const takes = parts.chunks && takesChunk(leases, connecting.size);
    const claims = takes ? [...rows, ...(await claimChunk(engine))] : rows;
    return { ...claimed, claims: await withoutUnknown(engine, claims) };
  } catch (error) {
    parts.log.warn('Claim failed', { error: (error as Error).message });
    await sleep(DATABASE_RETRY_MS);
    return NOTHING;
  }
}

/** Those of the claims that may be sent: while nobody knows what accounts hold back, campaigns go back for a moment. */
async function withoutUnknown({ holds, parking }: Engine, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const isOfCampaign = ({ mailClass }: Claim): boolean => mailClass === 'campaign';
  if (!claims.some(isOfCampaign) || (await holds.look())) return claims;
  for (const claim of claims) if (isOfCampaign(claim)) parking.giveBack(claim, UNKNOWN_HOLDS_MS);
  return claims.filter((claim) => !isOfCampaign(claim));
}

/** The recipients of a chunk. What was claimed before is ours already: it goes on when there is none to be had. */
async function claimChunk(engine: Engine): Promise<readonly Claim[]> {
  const { clock, log } = engine.parts;
  engine.hasChunks = false;
  const restMs = engine.chunksFromMs - clock.now();
  // A longer rest than we ever take is one of a clock that was set back.
  if (restMs > 0 && restMs <= CHUNK_LOOK_MS) return [];
  // Before it is asked: a hint may come meanwhile.
  engine.chunksFromMs = clock.now() + CHUNK_LOOK_MS;
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
