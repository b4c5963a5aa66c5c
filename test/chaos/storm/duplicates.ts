import type { Arrival, History, Kill, KillKind } from './history.ts';

/**
 * If a process is killed while a reply is in transit, the receiver notices the broken connection within this many
 * milliseconds of the kill.
 */
const CUT_WITHIN_MS = 5_000;
/**
 * Arrivals may be recorded up to this many milliseconds late, so an arrival before a kill can appear to be after it.
 */
const NOTED_WITHIN_MS = 1_500;
/**
 * Maximum number of milliseconds from a reply until its outcome is committed or written to the journal. After a crash,
 * the next process reads the journal.
 */
const RECORDED_WITHIN_MS = 5_000;

/**
 * Cause of a duplicate. `reply kept`: the receiver did not send the reply. `reply cut off`: a kill interrupted the
 * reply, which is possible only for the last message of a connection. `not recorded`: the reply was received, but a
 * kill prevented it from being recorded.
 */
export type DuplicateCause = 'reply kept' | 'reply cut off' | 'not recorded' | 'unexplained';

/** A duplicate delivery to a recipient. */
export interface Duplicate {
  readonly recipient: string;
  readonly id: string | undefined;
  readonly cause: DuplicateCause;
  /** The kill that caused the duplicate. */
  readonly kill: KillKind | undefined;
  /** Milliseconds since the previous delivery. */
  readonly afterMs: number;
}

/** Returns all duplicate deliveries with their causes. */
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

/** Returns the kill closest to a time, or undefined if there is none within the given number of milliseconds. */
function nearest(kills: readonly Kill[], momentMs: number, withinMs: number): Kill | undefined {
  const [first] = kills.toSorted((a, b) => Math.abs(a.atMs - momentMs) - Math.abs(b.atMs - momentMs));
  return first && Math.abs(first.atMs - momentMs) <= withinMs ? first : undefined;
}

function endsDelivery({ kind }: Kill): boolean {
  return kind === 'delivery' || kind === 'main';
}
