import { createHash } from 'node:crypto';
import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import { randomFrom } from '../support/random.ts';
import { createSimulatedDatabase, type SimulatedDatabase } from './database-door.ts';
import { createLedger, type Ledger, type Tally } from './ledger.ts';
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts';
import { createPeers, type Peers } from './peers.ts';
import { enter } from './present.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { createReceivers, type Post } from './receivers.ts';
import { createScheduler, type Actor, type Scheduler } from './scheduler.ts';
import { scenarioOf, type FaultKind, type Scenario } from './scenario.ts';
import { createHookLedger, type HookLedger, type HookTally } from './webhook-ledger.ts';

/** Result of running a seed. */
export interface SeedResult {
  readonly seed: number;
  readonly violations: readonly string[];
  /** SHA-256 of the event history. */
  readonly sha256: string;
  readonly history: readonly string[];
  readonly simulatedMs: number;
  readonly turns: number;
  readonly tally: Tally & HookTally;
}

/** The simulated world of one seed. The seed determines everything that happens in it. */
export interface Simulation {
  readonly scenario: Scenario;
  readonly scheduler: Scheduler;
  readonly files: MemoryFiles;
  readonly ledger: Ledger;
  readonly hooks: HookLedger;
  readonly database: SimulatedDatabase;
  readonly peers: Peers;
  /** Sends requests to the simulated webhook receivers. */
  readonly post: Post;
  readonly fleet: Fleet;
  /** Actor to which all events outside the processes are attributed. */
  readonly world: Actor;
  readonly startMs: number;
  readonly random: () => number;
  readonly whole: (from: number, to: number) => number;
  /** Returns whether a fault of this kind occurs now. */
  readonly chance: (kind: FaultKind) => boolean;
  /** Throws a system error if a fault of this kind occurs now. */
  readonly mayFail: (kind: FaultKind) => void;
  /**
   * Runs an effect of the current process. The process may stall, or die immediately before or after the effect.
   * Returns false without running the effect if the process is dead or dies before.
   */
  readonly around: (what: string, effect: () => void) => boolean;
  readonly isAlive: () => boolean;
  /** Returns a promise that resolves in the current process after a delay. */
  readonly later: (ms: number) => Promise<void>;
  /** Returns a promise that never settles. Used in dead processes. */
  readonly never: () => Promise<never>;
  readonly nextName: () => number;
  readonly clockOf: (actor: Actor) => Clock;
  readonly logOf: (actor: Actor) => Log;
  readonly databaseNowMs: () => number;
  readonly isDeadSite: (host: string) => boolean;
  /** Records a database fault at the current time. */
  readonly trouble: () => void;
  readonly note: (text: string) => void;
}

/**
 * Start of the simulation: a Monday that is not close to the end of a year, so that a run of several days stays within
 * the year.
 */
const START_MS = Date.UTC(2026, 5, 1, 9);
/**
 * Maximum duration of a simulation, in milliseconds. It is longer than the longest retry schedule including jitter, a
 * lease, and all faults.
 */
const HORIZON_MS = 110 * 3_600_000;
/**
 * Idle time, in milliseconds, after which a process only polls an empty queue. By then, its idle connection workers
 * have ended, because they end after five seconds.
 */
const QUIET_MS = 6_500;
/**
 * Heartbeats are sent every two seconds. Idle time is skipped only up to this many milliseconds before the next task,
 * so that each process sends a heartbeat before the task.
 */
const WAKE_BEFORE_MS = 3_000;
/**
 * Processes that wait for a slow reply renew their leases every 8 seconds. Idle time must not be skipped beyond the
 * expiry of their leases.
 */
const WAKE_FOR_RENEWAL_MS = 9_000;
const MAX_REPLY_MS = 60_000;
const MIN_SKIP_MS = 1_000;
/** Maximum time, in milliseconds, until the next poll of an idle process. */
const NEXT_POLL_MS = 1_100;
const MAX_STALL_MS = 60_000;
/**
 * Maximum number of tasks, more than any seed needs. Without a limit, two processes that wake each other endlessly
 * would block the run.
 */
const MAX_TURNS = 40_000;
/** Number of violations after which a run stops. */
const MAX_VIOLATIONS = 100;
/**
 * Maximum number of tasks if idle time is not skipped. It is higher, because each idle process then runs several tasks
 * per second.
 */
const MAX_TURNS_UNSKIPPED = 5_000_000;

/** Options for running a seed. */
export interface RunOptions {
  /** Whether to skip idle time. By default, it is skipped. */
  readonly skipsIdleTime?: boolean;
  readonly scenario?: Scenario;
}

/**
 * Runs a seed until its end. Must be called from a macrotask, because this function itself runs the thread's
 * microtasks.
 */
export function runSeed(
  seed: number,
  { scenario = scenarioOf(seed), skipsIdleTime = true }: RunOptions = {},
): SeedResult {
  const history: string[] = [];
  const { simulation, state } = build(scenario, history);
  const { database, fleet, hooks, ledger, scheduler, world } = simulation;
  enter(simulation);
  schedule(simulation);
  const maxTurns = skipsIdleTime ? MAX_TURNS : MAX_TURNS_UNSKIPPED;
  while (scheduler.turns < maxTurns && ledger.violations.length < MAX_VIOLATIONS && scheduler.turn()) {
    if (state.isBusy) {
      state.isBusy = false;
      state.busyAtMs = scheduler.nowMs;
    }
    const idleMs = scheduler.nowMs - state.busyAtMs;
    if (idleMs < QUIET_MS) continue;
    const fixedMs = scheduler.firstFixedMs(scheduler.nowMs + NEXT_POLL_MS);
    if (ledger.isComplete && hooks.isComplete && nothingMissed(simulation) && fixedMs === Number.POSITIVE_INFINITY)
      break;
    if (scheduler.nowMs - START_MS > HORIZON_MS) break;
    if (!skipsIdleTime) continue;
    const { memory } = database;
    const dueMs =
      Math.min(memory.nextDueMs(), memory.nextHookDueMs(), memory.nextMissedDueMs()) - scenario.databaseOffsetMs;
    const awakeMs = fixedMs - scheduler.nowMs < MAX_REPLY_MS ? WAKE_FOR_RENEWAL_MS : WAKE_BEFORE_MS;
    const skipMs = Math.min(dueMs, fixedMs, START_MS + HORIZON_MS + 10_000) - awakeMs - scheduler.nowMs;
    if (skipMs < MIN_SKIP_MS) continue;
    scheduler.skip(Math.floor(skipMs), scheduler.nowMs + NEXT_POLL_MS);
    fleet.keepAlive(skipMs);
  }
  if (scheduler.turns >= maxTurns) ledger.fail('the processes do not come to rest');
  ledger.judge();
  hooks.judge();
  world.isDead = true;
  return {
    seed,
    violations: ledger.violations,
    sha256: createHash('sha256').update(history.join('\n')).digest('hex'),
    history,
    simulatedMs: scheduler.nowMs - START_MS,
    turns: scheduler.turns,
    tally: { ...ledger.tally, ...hooks.tally },
  };
}

function nothingMissed({ database }: Simulation): boolean {
  return database.memory.missed.rows.length === 0;
}

function build(scenario: Scenario, history: string[]) {
  const scheduler = createScheduler(START_MS);
  const random = randomFrom(Math.imul(scenario.seed + 1, 0x85ebca6b));
  const world: Actor = { name: 'world', isDead: false, stalledUntilMs: 0 };
  const state = { isBusy: true, busyAtMs: START_MS, crashes: 0, names: 0 };
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const note = (text: string): void => {
    state.isBusy = true;
    history.push(`${scheduler.nowMs - START_MS} ${text}`);
  };
  const isCalm = (): boolean => scheduler.nowMs - START_MS >= scenario.calmFromMs;
  const chance = (kind: FaultKind): boolean => scenario.rates[kind] > 0 && !isCalm() && random() < scenario.rates[kind];
  const never = (): Promise<never> => new Promise(() => {});
  const ledger = createLedger(note);

  function mayDie(): 'process' | 'machine' | undefined {
    if (state.crashes >= scenario.maxCrashes) return undefined;
    const how = chance('powerCut') ? 'machine' : chance('crash') ? 'process' : undefined;
    if (how) state.crashes += 1;
    return how;
  }

  const simulation: Simulation = {
    scenario,
    scheduler,
    ledger,
    world,
    startMs: START_MS,
    random,
    files: createMemoryFiles(() => scheduler.nowMs),
    whole,
    chance,
    never,
    note,
    mayFail(kind) {
      if (!chance(kind)) return;
      ledger.diskFailed(scheduler.nowMs);
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    },
    around(what, effect) {
      const actor = scheduler.current;
      if (actor.isDead) return false;
      state.isBusy = true;
      if (!fleet.isProcess(actor)) {
        effect();
        return true;
      }
      const death = mayDie();
      const isBefore = death !== undefined && random() < 0.5;
      if (!isBefore) effect();
      if (death) fleet.kill(actor, death, `${isBefore ? 'before' : 'after'} ${what}`);
      else if (chance('stall')) {
        actor.stalledUntilMs = scheduler.nowMs + whole(500, MAX_STALL_MS);
        note(`${actor.name} stands still until ${actor.stalledUntilMs - START_MS} after ${what}`);
        ledger.stalled(actor, scheduler.nowMs, actor.stalledUntilMs);
      }
      return !isBefore;
    },
    isAlive: () => !scheduler.current.isDead,
    later(ms) {
      const actor = scheduler.current;
      return new Promise((resolve) => {
        scheduler.after(ms, actor, resolve);
      });
    },
    nextName: () => (state.names += 1),
    clockOf: (actor) => ({ now: () => Math.floor(scheduler.nowMs) + fleet.clockOffsetMs(actor) }),
    logOf: (actor) => logOf(actor, note, ledger),
    databaseNowMs: () => scheduler.nowMs + scenario.databaseOffsetMs,
    isDeadSite(host) {
      const atMs = scheduler.nowMs - START_MS;
      return scenario.deadSites.some(
        ({ domain, fromMs, toMs }) => host.endsWith(domain) && atMs >= fromMs && atMs < toMs,
      );
    },
    trouble: () => ledger.unhealthy(scheduler.nowMs, scheduler.nowMs),
    get database() {
      return database;
    },
    get hooks() {
      return hooks;
    },
    get peers() {
      return peers;
    },
    get post() {
      return post;
    },
    get fleet() {
      return fleet;
    },
  };
  const fleet = createFleet(simulation);
  const hooks = createHookLedger(surroundingsOf(simulation));
  const database = createSimulatedDatabase(
    simulation,
    fleet.ownStatements,
    (change, actor) => ledger.changed(change, actor, scheduler.nowMs),
    {
      hookChanged: (change, actor) => hooks.changed(change, actor),
      timelineWritten: (row) => hooks.timelineWritten(row),
    },
  );
  const peers = createPeers(simulation);
  const post = createReceivers(simulation);
  return { simulation, state };
}

/** Returns the state of the simulation that the webhook ledger needs. */
function surroundingsOf(simulation: Simulation): Parameters<typeof createHookLedger>[0] {
  const { ledger, note, scenario, scheduler } = simulation;
  return {
    nowMs: () => scheduler.nowMs,
    databaseOffsetMs: scenario.databaseOffsetMs,
    clockOffsetMs: (actor) => simulation.fleet.clockOffsetMs(actor),
    wantedBy: (accountId) => scenario.webhooks?.receivers.find((one) => one.accountId === accountId)?.events,
    isUnhealthy: (fromMs, toMs) => ledger.isUnhealthy(fromMs, toMs),
    isStalled: (actor, fromMs, toMs) => ledger.isStalled(actor, fromMs, toMs),
    deathMs: (actor) => ledger.deathMs(actor),
    isManned: (fromMs, toMs) => ledger.isManned(fromMs, toMs),
    fail: (text) => ledger.fail(text),
    note,
  };
}

/** Schedules the events of the scenario. */
function schedule({ database, fleet, ledger, note, scenario, scheduler, startMs, world }: Simulation): void {
  const at = (ms: number, run: () => void): void => void scheduler.after(ms, world, run);
  scenario.hosts.forEach((host, hostNo) => {
    for (let no = 0; no < host.processes; no += 1) at(no * 40, () => fleet.start(hostNo));
  });
  fleet.enableWebhooks();
  for (const burst of scenario.webhooks?.bursts ?? []) at(burst.atMs, () => fleet.report(burst));
  for (const acceptance of scenario.acceptances) at(acceptance.atMs, () => fleet.accept(acceptance));
  for (const { fromMs, toMs } of scenario.outages) {
    at(fromMs, () => {
      note('the database goes down');
      ledger.unhealthy(startMs + fromMs, startMs + toMs);
      database.goDown();
    });
    at(toMs, () => {
      note('the database is back');
      database.comeUp();
    });
  }
  for (const { atMs, pick } of scenario.restarts) at(atMs, () => fleet.restart(pick));
}

/**
 * Creates a log that reports errors of production code as violations. Errors about a full disk or the failing listener
 * of the scenario are expected.
 */
function logOf(actor: Actor, note: (text: string) => void, ledger: Ledger): Log {
  const said = (level: string, message: string, fields?: Readonly<Record<string, unknown>>): void => {
    if (actor.isDead) return;
    const { error } = fields ?? {};
    const why = error instanceof Error ? `: ${error.message}` : typeof error === 'string' ? `: ${error}` : '';
    note(`${actor.name} ${level}: ${message}${why}`);
    if (level === 'error' && !/journal|outcome listener/i.test(message)) ledger.fail(`${message}${why}`);
  };
  return {
    debug: () => {},
    info: () => {},
    warn: (message, fields) => said('warn', message, fields),
    error: (message, fields) => said('error', message, fields),
  };
}
