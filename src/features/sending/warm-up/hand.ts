/**
 * Number of messages that a process reserves at a time: few at first, so that all processes get a share of a small
 * limit, and more as long as messages are left.
 */
const FIRST_BLOCK = 5;
export const MAX_BLOCK = 500;
/** Cache durations in milliseconds: for the result "no limit", and for the result "limit used up". */
export const WARM_MS = 60_000;
export const SPENT_MS = 10_000;

/**
 * The cached state of a limit in a process: `warm` means that there is no limit, `spent` that the limit is used up, and
 * `block` that the process has reserved messages.
 */
export type Hand =
  | { readonly kind: 'warm'; readonly untilMs: number }
  | { readonly kind: 'spent'; readonly nextAtMs: number; readonly untilMs: number }
  | {
      readonly kind: 'block';
      /** The day (UTC) to which the reserved block belongs, and the end of that day. */
      readonly day: string;
      readonly endsAtMs: number;
      readonly size: number;
      left: number;
      /** Timestamp of the last message that was granted from the block. */
      usedAtMs: number;
    };

/**
 * The result of a request for one more message. `no limit` and `granted` allow the message, `nextAtMs` is the time at
 * which messages are available again, and `ask` means that the database must be queried.
 */
export type FromHand = 'no limit' | 'granted' | 'ask' | { readonly nextAtMs: number };

/** Determines from the cached state whether one more message may be sent. */
export function fromHand(hand: Hand | undefined, now: number): FromHand {
  switch (hand?.kind) {
    case undefined:
      return 'ask';
    case 'warm':
      return now < hand.untilMs ? 'no limit' : 'ask';
    case 'spent':
      return now < hand.untilMs ? { nextAtMs: hand.nextAtMs } : 'ask';
    case 'block':
      return hand.left > 0 && now < hand.endsAtMs ? 'granted' : 'ask';
  }
}

/**
 * Returns the state after a query. `askedAt` is the time just before the query was sent, so that the
 * cached day never ends later than the database's day.
 */
export function afterTaking(
  row: { readonly is_warm: boolean; readonly taken: number; readonly day: string; readonly day_left_ms: number },
  askedAt: number,
): Hand {
  if (row.is_warm) return { kind: 'warm', untilMs: askedAt + WARM_MS };
  const endsAtMs = askedAt + Math.max(0, Math.floor(row.day_left_ms));
  if (row.taken === 0) {
    return { kind: 'spent', nextAtMs: endsAtMs, untilMs: Math.min(endsAtMs, askedAt + SPENT_MS) };
  }
  return { kind: 'block', day: row.day, endsAtMs, size: row.taken, left: row.taken, usedAtMs: askedAt };
}

/** Returns the number of messages to reserve next: twice the size of the previous block, within limits. */
export function nextBlock(hand: Hand | undefined): number {
  return hand?.kind === 'block' ? Math.min(hand.size * 2, MAX_BLOCK) : FIRST_BLOCK;
}

/**
 * Returns whether a cache entry can be discarded: an expired result, a block of an earlier day, or a block that has
 * been unused for `idleMs`.
 */
export function isIdle(hand: Hand | undefined, now: number, idleMs: number): boolean {
  if (!hand) return true;
  if (hand.kind === 'block') return now >= hand.endsAtMs || now - hand.usedAtMs >= idleMs;
  return now >= hand.untilMs;
}
