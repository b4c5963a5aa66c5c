import type { Arrival, History, Kill, KillKind } from './history.ts';

/** If a process dies while a reply is in transit, the connection is seen to break within this time of the kill. */
const CUT_WITHIN_MS = 5_000;
/** An arrival may be recorded this much late, so that it seems to follow a kill that came after it. */
const NOTED_WITHIN_MS = 1_500;
/** An outcome is recorded, or written for the next process, within this time. */
const RECORDED_WITHIN_MS = 5_000;

/**
 * Why a message arrived twice: its receiver did not send the reply; a kill cut off the reply, which is possible only
 * for the last message of a connection; or the reply was received but not recorded because of a kill.
 */
export type DuplicateCause = 'reply kept' | 'reply cut off' | 'not recorded' | 'unexplained';

/** A delivery beyond the first of a recipient. */
export interface Duplicate {
  readonly recipient: string;
  readonly id: string | undefined;
  readonly cause: DuplicateCause;
  /** The kill that caused it. */
  readonly kill: KillKind | undefined;
  /** Time since the previous delivery. */
  readonly afterMs: number;
}

/** Returns each delivery beyond the first with its cause. */
export function findDuplicates({ arrivals, kills }: Pick<History, 'arrivals' | 'kills'>): Duplicate[] {
  const byRecipient = Map.groupBy(arrivals, ({ recipient }) => recipient);
  return [...byRecipient].flatMap(([recipient, all]) =>
    all.slice(1).map((arrival, index) => {
      const before = all[index] ?? arrival;
      const { cause, kill } = causeOf(before, kills);
      return { recipient, id: arrival.id, cause, kill, afterMs: arrival.atMs - before.atMs };
    }),
  );
}

function causeOf(before: Arrival, kills: History['kills']): Pick<Duplicate, 'cause' | 'kill'> {
  if (!before.isReplied) return { cause: 'reply kept', kill: undefined };
  const { atMs, cutAtMs } = before;
  const cut = cutAtMs === undefined ? undefined : nearest(kills.filter(endsDelivery), cutAtMs, CUT_WITHIN_MS);
  if (cut && Math.abs(cut.atMs - atMs) <= CUT_WITHIN_MS) return { cause: 'reply cut off', kill: cut.kind };
  const later = kills.filter((kill) => kill.atMs > atMs - NOTED_WITHIN_MS);
  const kill = nearest(later, atMs, RECORDED_WITHIN_MS);
  return kill ? { cause: 'not recorded', kill: kill.kind } : { cause: 'unexplained', kill: undefined };
}

/** Returns the kill nearest to a moment if there is one within the given time. */
function nearest(kills: readonly Kill[], momentMs: number, withinMs: number): Kill | undefined {
  const [first] = kills.toSorted((a, b) => Math.abs(a.atMs - momentMs) - Math.abs(b.atMs - momentMs));
  return first && Math.abs(first.atMs - momentMs) <= withinMs ? first : undefined;
}

function endsDelivery({ kind }: Kill): boolean {
  return kind === 'delivery' || kind === 'main';
}
