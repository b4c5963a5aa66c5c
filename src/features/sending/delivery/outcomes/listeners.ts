import type { Clock } from '../../../../base/clock.ts';
import { isUnavailable, sqlStateOf, type Tx } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { inPart } from '../../../../base/savepoint.ts';
import { keepMissed } from './missed.ts';
import type { NamedListener, OutcomeListener, RecordedOutcome } from '../types.ts';

/**
 * Serialization failure and deadlock. Repeat the transaction, because the message would be sent again if its outcome
 * were lost.
 */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
/**
 * Backoff in milliseconds. A listener that failed for an account is not called for that account during this time,
 * because each failure costs a transaction.
 */
const AVOIDED_MS = 60_000;
const MAX_AVOIDED = 10_000;

/** Returns whether the error is temporary, so that a retry of the transaction may succeed. */
export function isPassing(error: unknown): boolean {
  return isUnavailable(error) || TO_BE_REPEATED.includes(sqlStateOf(error) ?? '');
}

/** Returns the outcomes that a listener receives, in order. */
export function heardBy(
  { hears }: Pick<NamedListener, 'hears'>,
  outcomes: readonly RecordedOutcome[],
): readonly RecordedOutcome[] {
  const isHeard = ({ mailClass }: RecordedOutcome): boolean => hears.includes(mailClass);
  // Outcomes that are recorded together nearly always have the same class, so the array is rarely copied.
  return outcomes.every(isHeard) ? outcomes : outcomes.filter(isHeard);
}

/** Calls listeners with the outcomes of the mail classes they listen to. */
export interface Notifier {
  /**
   * Calls all listeners in order and rejects if any of them fails. Skips listeners that failed recently, and stores the
   * outcomes that they miss.
   */
  together: OutcomeListener;
  /**
   * Calls each listener separately and stores the outcomes that a failing listener missed. Rejects if the transaction
   * is lost, or if outcomes cannot be stored because of a temporary error. Unless `isLastTry` is set, also rejects if a
   * listener fails with a temporary error.
   */
  apart(tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[], isLastTry: boolean): Promise<void>;
}

/** Creates a `Notifier`. It remembers for a minute which listener failed for which account. */
export function createNotifier(parts: {
  readonly clock: Clock;
  readonly log: Log;
  readonly listeners: readonly NamedListener[];
}): Notifier {
  const { clock, listeners, log } = parts;
  const avoided = new Map<string, { readonly untilMs: number; readonly error: unknown }>();

  function avoid(key: string, error: unknown): void {
    const oldest = avoided.keys().next().value;
    if (avoided.size >= MAX_AVOIDED && oldest !== undefined) avoided.delete(oldest);
    avoided.set(key, { untilMs: clock.now() + AVOIDED_MS, error });
  }

  /** Returns the recent error that causes a listener to be skipped, or undefined if the listener is not skipped. */
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
        const reported = known
          ? { ok: false as const, error: known.error }
          : await inPart(tx, () => hear(tx, accountId, heard));
        if (reported.ok) continue;
        if (!known) {
          if (!isLastTry && isPassing(reported.error)) throw reported.error;
          avoid(key, reported.error);
          const about = { listener: name, accountId, outcomes: heard.length, error: reported.error };
          log.error('Outcome listener failed; missed outcomes are stored and retried', about);
        }
        const kept = await inPart(tx, () => keepMissed(tx, accountId, name, heard, reported.error));
        if (!kept.ok && isPassing(kept.error)) throw kept.error;
        // Do not throw: the statuses of the messages must be recorded even if the listener misses outcomes.
        if (!kept.ok)
          log.error('Failed to store the outcomes that a listener missed', { listener: name, error: kept.error });
      }
    },
  };
}

/**
 * Combines all listeners into one, for outcomes that arrive individually in reports. Rejects only if a retry may
 * succeed.
 */
export function isolated(parts: Parameters<typeof createNotifier>[0]): OutcomeListener {
  const notifier = createNotifier(parts);
  return (tx, accountId, outcomes) => notifier.apart(tx, accountId, outcomes, true);
}
