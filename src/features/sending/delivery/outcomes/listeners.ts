import type { Clock } from '../../../../base/clock.ts';
import { isUnavailable, sqlStateOf, type Tx } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { inPart } from '../../../../base/savepoint.ts';
import { keepMissed } from './missed.ts';
import type { NamedListener, OutcomeListener, RecordedOutcome } from '../types.ts';

/** Serialisation failure and deadlock: nothing is wrong with the outcome, and given up it would be sent a second time. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
/** For how long a listener that failed over an account's outcomes is not asked there: each failure costs a transaction. */
const AVOIDED_MS = 60_000;
const MAX_AVOIDED = 10_000;

/** Whether the same may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  return isUnavailable(error) || TO_BE_REPEATED.includes(sqlStateOf(error) ?? '');
}

/** Those outcomes that a listener is told, in order. */
export function heardBy(
  { hears }: Pick<NamedListener, 'hears'>,
  outcomes: readonly RecordedOutcome[],
): readonly RecordedOutcome[] {
  const isHeard = ({ mailClass }: RecordedOutcome): boolean => hears.includes(mailClass);
  // What is recorded together is of one class nearly always.
  return outcomes.every(isHeard) ? outcomes : outcomes.filter(isHeard);
}

/** Tells listeners of outcomes, each of those that it hears. */
export interface Teller {
  /** Tells all of them as one; rejects when one fails, whoever it is. What is known to fail is not asked. */
  together: OutcomeListener;
  /**
   * Tells each by itself and keeps what one misses that fails. Rejects only when the transaction is lost or, unless
   * `isLastTry`, is better repeated.
   */
  apart(tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[], isLastTry: boolean): Promise<void>;
}

/** A teller; it remembers for a minute who failed over which account. */
export function createTeller(parts: {
  readonly clock: Clock;
  readonly log: Log;
  readonly listeners: readonly NamedListener[];
}): Teller {
  const { clock, listeners, log } = parts;
  const avoided = new Map<string, { readonly untilMs: number; readonly error: unknown }>();

  function avoid(key: string, error: unknown): void {
    const oldest = avoided.keys().next().value;
    if (avoided.size >= MAX_AVOIDED && oldest !== undefined) avoided.delete(oldest);
    avoided.set(key, { untilMs: clock.now() + AVOIDED_MS, error });
  }

  /** Why a listener is not asked at present. */
  function fresh(key: string): { readonly error: unknown } | undefined {
    const known = avoided.get(key);
    if (!known || clock.now() < known.untilMs) return known;
    avoided.delete(key);
    return undefined;
  }

  return {
    async together(tx, accountId, outcomes) {
      for (const listener of listeners) {
        const { hear, name } = listener;
        const heard = heardBy(listener, outcomes);
        if (heard.length === 0) continue;
        const known = avoided.size > 0 ? fresh(`${accountId} ${name}`) : undefined;
        if (known) await keepMissed(tx, accountId, name, heard, known.error);
        else await hear(tx, accountId, heard);
      }
    },
    async apart(tx, accountId, outcomes, isLastTry) {
      for (const listener of listeners) {
        const { hear, name } = listener;
        const heard = heardBy(listener, outcomes);
        if (heard.length === 0) continue;
        const key = `${accountId} ${name}`;
        const known = fresh(key);
        const told = known
          ? { ok: false as const, error: known.error }
          : await inPart(tx, () => hear(tx, accountId, heard));
        if (told.ok) continue;
        if (!known) {
          if (!isLastTry && isPassing(told.error)) throw told.error;
          avoid(key, told.error);
          const about = { listener: name, accountId, outcomes: heard.length, error: told.error };
          log.error('Outcome listener failed; missed outcomes are stored and retried', about);
        }
        const kept = await inPart(tx, () => keepMissed(tx, accountId, name, heard, told.error));
        if (!kept.ok && isPassing(kept.error)) throw kept.error;
        // The state of the mails is worth more than what a listener makes of it.
        if (!kept.ok)
          log.error('Missed outcomes of a listener could not be stored', { listener: name, error: kept.error });
      }
    },
  };
}

/** All of them as one who never fails over what does not pass: for outcomes that come one by one, as reports tell them. */
export function isolated(parts: Parameters<typeof createTeller>[0]): OutcomeListener {
  const teller = createTeller(parts);
  return (tx, accountId, outcomes) => teller.apart(tx, accountId, outcomes, true);
}
