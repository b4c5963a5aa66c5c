import type { Arrival, History, Kill, KillKind } from './history.ts';

/** A reply that was on its way when its process died: the connection is seen to break within this time of the kill. */
const CUT_WITHIN_MS = 5_000;
/** By so much an arrival that is noted late seems to follow a kill that it came before. */
const NOTED_WITHIN_MS = 1_500;
/** An outcome is recorded, or written to be found by the next process, within this time. */
const RECORDED_WITHIN_MS = 5_000;

/**
 * Why a mail came twice: its receiver kept the reply; a kill cut the reply off, which only that to the last mail of a
 * connection can be; the reply had been heard, and what was killed then did not record it.
 */
export type DuplicateCause = 'reply kept' | 'reply cut off' | 'not recorded' | 'unexplained';

/** A delivery beyond the first of a recipient. */
export interface Duplicate {
  readonly recipient: string;
  readonly id: string | undefined;
  readonly cause: DuplicateCause;
  /** The kill that it follows from. */
  readonly kill: KillKind | undefined;
  /** From the delivery before to this one. */
  readonly afterMs: number;
}

/** Each delivery beyond the first, with what explains it. */
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

/** The kill that lies nearest to a moment, if one does within the given time. */
function nearest(kills: readonly Kill[], momentMs: number, withinMs: number): Kill | undefined {
  const [first] = kills.toSorted((a, b) => Math.abs(a.atMs - momentMs) - Math.abs(b.atMs - momentMs));
  return first && Math.abs(first.atMs - momentMs) <= withinMs ? first : undefined;
}

function endsDelivery({ kind }: Kill): boolean {
  return kind === 'delivery' || kind === 'main';
}
