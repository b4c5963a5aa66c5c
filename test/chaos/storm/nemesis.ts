import { setTimeout as pause } from 'node:timers/promises';
import type { History, KillKind } from './history.ts';
import { kill9 } from './processes.ts';
import { between, pick, weighted, type Random } from './random.ts';
import type { Subject } from './subject.ts';

const INSTEAD: readonly KillKind[] = ['delivery', 'backend', 'database'];
const OUTAGE_POLL_MS = 20;
/** Share of kills that hit a target that has not worked since the last one. */
const KILLED_IN_START = 0.1;

/** Weights of the kinds of kills. */
export type KillWeights = Readonly<Record<KillKind, number>>;

interface NemesisParts {
  readonly subject: Subject;
  readonly history: History;
  readonly random: Random;
  readonly weights: KillWeights;
  /** Average time between two kills. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Kills processes of an installation until the given time; resolves when all of them are restarted or about to be. */
export async function runNemesis(parts: NemesisParts, untilMs: number): Promise<void> {
  const { everyMs, history, random, signal, weights } = parts;
  const outages: Promise<void>[] = [];
  let dueMs = performance.now();
  for (;;) {
    // Due times instead of pauses, so that slow kills do not make the storm milder.
    dueMs = Math.max(dueMs + between(random, 0.5 * everyMs, 1.5 * everyMs), performance.now());
    if (dueMs >= untilMs) break;
    await pause(Math.max(0, dueMs - performance.now()), undefined, { signal });
    const wanted = weighted(random, weights);
    // Alternatives if there is no target, except the main process, which has the longest start.
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

/** Runs one kill of each kind; returns false if there is no working target. */
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

/** After these kills, the database must recover before anything is accepted. */
const ON_DATABASE: readonly KillKind[] = ['main', 'database', 'backend'];

/**
 * Returns whether a target may be killed: kills should interrupt work, so targets that have not worked since the last
 * kill are spared, except for a few that die during their start.
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

/** Records how long no process of the database was alive, up to the last poll without any. */
async function watchOutage({ history, signal, subject }: NemesisParts, fromMs: number): Promise<void> {
  let toMs = fromMs;
  while (!signal.aborted) {
    const lookedAtMs = performance.now();
    if (subject.databasePids().length > 0) break;
    toMs = lookedAtMs;
    await pause(OUTAGE_POLL_MS);
  }
  if (toMs > fromMs) history.outages.push({ fromMs, toMs });
}
