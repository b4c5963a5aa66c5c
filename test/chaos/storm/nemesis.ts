import { setTimeout as pause } from 'node:timers/promises';
import type { History, KillKind } from './history.ts';
import { kill9 } from './processes.ts';
import { between, pick, weighted, type Random } from './random.ts';
import type { Subject } from './subject.ts';

const INSTEAD: readonly KillKind[] = ['delivery', 'backend', 'database'];
const OUTAGE_POLL_MS = 20;
/** Probability of killing a target that has not done any work since its last kill. */
const KILLED_IN_START = 0.1;

export type KillWeights = Readonly<Record<KillKind, number>>;

interface NemesisParts {
  readonly subject: Subject;
  readonly history: History;
  readonly random: Random;
  readonly weights: KillWeights;
  /** Average number of milliseconds between two kills. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Kills processes of an installation until the given time, and then waits until the database is running again. */
export async function runNemesis(parts: NemesisParts, untilMs: number): Promise<void> {
  const { everyMs, history, random, signal, weights } = parts;
  const outages: Promise<void>[] = [];
  let dueMs = performance.now();
  for (;;) {
    // Schedule kills by due time instead of pausing between them, so that slow kills do not reduce the number of kills.
    dueMs = Math.max(dueMs + between(random, 0.5 * everyMs, 1.5 * everyMs), performance.now());
    if (dueMs >= untilMs) break;
    await pause(Math.max(0, dueMs - performance.now()), undefined, { signal });
    const wanted = weighted(random, weights);
    // If no target of this kind can be killed, try other kinds. The main process is not among them, because it takes
    // the longest to start.
    const others = INSTEAD.filter((kind) => weights[kind] > 0 && kind !== wanted);
    for (const kind of wanted === undefined ? [] : [wanted, ...others]) {
      const atMs = performance.now();
      if (!(await KILLERS[kind](parts, outages))) continue;
      history.kills.push({ kind, atMs });
      break;
    }
  }
  await Promise.all(outages);
}

/**
 * Functions that kill one target of each kind. They resolve with false if they kill nothing, because there is no target
 * or, in most cases, because the target has not worked since its last kill.
 */
const KILLERS: Readonly<Record<KillKind, (parts: NemesisParts, outages: Promise<void>[]) => Promise<boolean>>> = {
  async main(parts) {
    if (!parts.subject.isReady || !hasAcceptedSince(parts.history, ['main'])) return false;
    await parts.subject.killMain();
    return true;
  },
  async delivery(parts) {
    const pid = pick(parts.random, parts.subject.deliveryPids());
    if (pid === undefined || !isExposed(parts, hasDeliveredSince(parts.history))) return false;
    await kill9([pid]);
    return true;
  },
  async database(parts, outages) {
    const pids = parts.subject.databasePids();
    if (pids.length === 0 || !isExposed(parts, hasAcceptedSince(parts.history, ON_DATABASE))) return false;
    await kill9(pids);
    outages.push(watchOutage(parts, performance.now()));
    return true;
  },
  async backend(parts) {
    const pid = pick(parts.random, parts.subject.backendPids());
    if (pid === undefined || !isExposed(parts, hasAcceptedSince(parts.history, ON_DATABASE))) return false;
    await kill9([pid]);
    return true;
  },
};

/** Kinds of kills after which the server must recover before it can accept messages. */
const ON_DATABASE: readonly KillKind[] = ['main', 'database', 'backend'];

/**
 * Returns whether a target may be killed. Kills should interrupt work, so a target that has not worked since its last
 * kill is rarely killed. Such a kill can interrupt the target's start.
 */
function isExposed({ random }: NemesisParts, hasWorked: boolean): boolean {
  return hasWorked || random() < KILLED_IN_START;
}

function hasAcceptedSince({ acceptances, kills }: History, kinds: readonly KillKind[]): boolean {
  const last = kills.findLast(({ kind }) => kinds.includes(kind));
  return (acceptances.at(-1)?.fromMs ?? 0) > (last?.atMs ?? 0);
}

function hasDeliveredSince({ arrivals, kills }: History): boolean {
  return (arrivals.at(-1)?.atMs ?? 0) > (kills.findLast(({ kind }) => kind === 'delivery')?.atMs ?? 0);
}

/** Waits until a process of the database is running again, and records how long none was running. */
async function watchOutage({ history, signal, subject }: NemesisParts, fromMs: number): Promise<void> {
  let toMs = fromMs;
  while (!signal.aborted) {
    const checkedAtMs = performance.now();
    if (subject.databasePids().length > 0) break;
    toMs = checkedAtMs;
    await pause(OUTAGE_POLL_MS);
  }
  if (toMs > fromMs) history.outages.push({ fromMs, toMs });
}
