import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { afterTaking, fromHand, isIdle, nextBlock, type Hand } from './hand.ts';
import { nameOf, type WarmUpKey } from './key.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { takeShare } from './queries.ts';
import { RAMP } from './ramp.ts';

/** A block that nothing was taken from for so long goes back; what is noted is written as often. */
const IDLE_MS = 30_000;
/** Answers and blocks that are remembered at most; past it, all go back and are asked for anew. */
const MAX_HANDS = 50_000;

/** Whether a mail may go now. */
export type WarmUpAnswer =
  | {
      readonly granted: true;
      /** Gives the right back, because the mail was not offered to the server after all; once at most. */
      giveBack(): void;
    }
  /** Today's share is spent. The next begins then; some of this one may be given back before. */
  | { readonly granted: false; readonly nextAtMs: number };

/** Keeps sources that are new to receivers to a share a day. */
export interface WarmUp {
  /** Takes the right to send one mail; over all processes never more than the day's share. Rejects as the database does. */
  take(key: WarmUpKey): Promise<WarmUpAnswer>;
  /** Tells of a mail that was refused for reasons of policy: a day with too many of them is repeated. */
  notePolicyBounce(key: WarmUpKey): void;
  /** Gives back what this process holds. Call it when no more mail is sent. Never rejects. */
  stop(): Promise<void>;
}

/** What a warm-up needs. */
export interface WarmUpOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** False grants everything and keeps no state. */
  readonly enabled: boolean;
  /** A day of whose mail more per cent was refused for policy is repeated. */
  readonly holdPercent: number;
  /** Default 30 seconds. */
  readonly idleMs?: number;
}

interface Entry {
  readonly key: WarmUpKey;
  hand: Hand | undefined;
  asking: Promise<void> | undefined;
}

const FREE: WarmUpAnswer = { granted: true, giveBack: () => {} };

/** A warm-up on the database's state, which all processes share; days are those of its clock, UTC. */
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
      // Without a limit there is nothing to hold back.
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
    const [row] = await takeShare(db, source, senderDomain, provider, nextBlock(entry.hand), RAMP, holdPercent);
    if (!row) throw new Error('take_warm_up returned no row');
    entry.hand = afterTaking(row, askedAt);
  }
}

/** What the entry says about one more mail; undefined when the database must be asked. */
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
    giveBack() {
      if (entry.hand === hand) hand.left += 1;
      else ledger.giveBack(entry.key, hand.day, 1);
    },
  };
}

/** What this process knows of each key. */
interface Entries {
  of(key: WarmUpKey): Entry;
  find(key: WarmUpKey): Entry | undefined;
  /** Forgets those hands, except where an answer is under way, and notes what is left in them. */
  drop(which: (hand: Hand | undefined) => boolean): void;
  /** Resolves when no answer is under way. */
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
      if (hand?.kind === 'block' && hand.left > 0) ledger.giveBack(key, hand.day, hand.left);
      // Whoever still holds the entry must not take from what was given back.
      entry.hand = undefined;
    }
  }
}
