import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { afterTaking, fromHand, isIdle, nextBlock, type Hand } from './hand.ts';
import { nameOf, type WarmUpKey } from './key.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { reserveShare } from './queries.ts';
import { RAMP } from './ramp.ts';

/**
 * Time in milliseconds after which an unused block of messages is released. Also the interval at which changes are
 * written.
 */
const IDLE_MS = 30_000;
/** Maximum number of cached entries. If there are more, all blocks are released, and the database is queried again. */
const MAX_HANDS = 50_000;

/** The result of a reservation for one message. */
export type WarmUpAnswer =
  | {
      readonly granted: true;
      /** Releases the reservation if the message was not sent after all. Call this at most once. */
      release(): void;
    }
  /**
   * The limit of the current day is used up. The next day starts at `nextAtMs`, but reservations may be released before
   * then.
   */
  | { readonly granted: false; readonly nextAtMs: number };

/** Limits the number of messages per day from new sources, which have no reputation with receivers yet. */
export interface WarmUp {
  /** Reserves one message. All processes together never exceed the day's limit. Rejects if the database query fails. */
  take(key: WarmUpKey): Promise<WarmUpAnswer>;
  /**
   * Records that a message was rejected for policy reasons. After too many rejections, the warm-up repeats the day
   * instead of raising the limit.
   */
  notePolicyBounce(key: WarmUpKey): void;
  /** Releases the unused reservations of this process. Call this when no more messages will be sent. Never rejects. */
  stop(): Promise<void>;
}

export interface WarmUpOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** True if warm-up limits apply. If false, every message is allowed and no state is stored. */
  readonly enabled: boolean;
  /**
   * Maximum percentage of a day's messages that may be rejected for policy reasons. If more are rejected, the warm-up
   * repeats the day.
   */
  readonly holdPercent: number;
  /** Default: 30 seconds. */
  readonly idleMs?: number;
}

interface Entry {
  readonly key: WarmUpKey;
  hand: Hand | undefined;
  asking: Promise<void> | undefined;
}

const FREE: WarmUpAnswer = { granted: true, release: () => {} };

/**
 * Creates a warm-up whose state is stored in the database, so that all processes share it. Days are UTC days by the
 * database's clock.
 */
export function createWarmUp(options: WarmUpOptions): WarmUp {
  if (!options.enabled) {
    return { take: () => Promise.resolve(FREE), notePolicyBounce: () => {}, stop: () => Promise.resolve() };
  }
  const { clock, db, log, holdPercent, idleMs = IDLE_MS } = options;
  const ledger = createLedger(db, log);
  const entries = createEntries(ledger);
  const timer = setInterval(() => {
    entries.drop((hand) => isIdle(hand, clock.now(), idleMs));
    void ledger.write();
  }, idleMs);
  timer.unref();

  return {
    async take(key) {
      const entry = entries.of(key);
      for (;;) {
        const answer = answerFrom(entry, clock.now(), ledger);
        if (answer) return answer;
        entry.asking ??= ask(entry).finally(() => (entry.asking = undefined));
        await entry.asking;
      }
    },
    notePolicyBounce(key) {
      // A source that is warmed up has no limit that a policy bounce could affect.
      if (entries.find(key)?.hand?.kind !== 'warm') ledger.noteBounce(key);
    },
    async stop() {
      clearInterval(timer);
      await entries.settled();
      entries.drop(() => true);
      await ledger.write();
    },
  };

  async function ask(entry: Entry): Promise<void> {
    const { source, senderDomain, provider } = entry.key;
    const askedAt = clock.now();
    const [row] = await reserveShare(db, source, senderDomain, provider, nextBlock(entry.hand), RAMP, holdPercent);
    if (!row) throw new Error('take_warm_up returned no row');
    entry.hand = afterTaking(row, askedAt);
  }
}

/** Reserves one message from the cached state. Returns undefined if the database must be queried. */
function answerFrom(entry: Entry, now: number, ledger: Ledger): WarmUpAnswer | undefined {
  const hand = entry.hand;
  const said = fromHand(hand, now);
  if (said === 'no limit') return FREE;
  if (typeof said === 'object') return { granted: false, nextAtMs: said.nextAtMs };
  if (said === 'ask' || hand?.kind !== 'block') return undefined;
  hand.left -= 1;
  hand.usedAtMs = now;
  return {
    granted: true,
    release() {
      if (entry.hand === hand) hand.left += 1;
      else ledger.release(entry.key, hand.day, 1);
    },
  };
}

/** The warm-up entries that this process has cached, by key. */
interface Entries {
  of(key: WarmUpKey): Entry;
  find(key: WarmUpKey): Entry | undefined;
  /**
   * Drops the selected entries, except those with a query in progress, and releases the unused messages of their
   * blocks.
   */
  drop(which: (hand: Hand | undefined) => boolean): void;
  /** Resolves when no query is in progress. */
  settled(): Promise<void>;
}

function createEntries(ledger: Ledger): Entries {
  const entries = new Map<string, Entry>();
  return {
    of(key) {
      const name = nameOf(key);
      const known = entries.get(name);
      if (known) return known;
      if (entries.size >= MAX_HANDS) drop(() => true);
      const entry: Entry = { key, hand: undefined, asking: undefined };
      entries.set(name, entry);
      return entry;
    },
    find: (key) => entries.get(nameOf(key)),
    drop,
    async settled() {
      await Promise.allSettled([...entries.values()].flatMap(({ asking }) => asking ?? []));
    },
  };

  function drop(which: (hand: Hand | undefined) => boolean): void {
    for (const [name, entry] of entries) {
      const { asking, hand, key } = entry;
      if (asking || !which(hand)) continue;
      entries.delete(name);
      if (hand?.kind === 'block' && hand.left > 0) ledger.release(key, hand.day, hand.left);
      // Remove the block from the entry, so that a caller that still has the entry cannot take messages from a released
      // block.
      entry.hand = undefined;
    }
  }
}
