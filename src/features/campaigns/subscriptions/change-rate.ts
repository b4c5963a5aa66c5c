import type { Clock } from '../../../base/clock.ts';
import { MAX_CHANGES_A_MINUTE, MAX_REMEMBERED } from './limits.ts';

const MINUTE_MS = 60_000;

/** Counts what each contact changes within a minute, in this process. */
export interface ChangeRate {
  /** Counts one change; the seconds to wait when there were too many. */
  take(contact: string): number | undefined;
}

/** A page that somebody has the link to costs what a person clicks, and not what a program can ask for. */
export function createChangeRate(clock: Clock): ChangeRate {
  const counted = new Map<string, { readonly sinceMs: number; changes: number }>();
  return {
    take(contact) {
      const nowMs = clock.now();
      let known = counted.get(contact);
      if (!known || nowMs - known.sinceMs >= MINUTE_MS || nowMs < known.sinceMs) {
        counted.delete(contact);
        known = { sinceMs: nowMs, changes: 0 };
        counted.set(contact, known);
      }
      known.changes += 1;
      const oldest = counted.keys().next().value;
      if (counted.size > MAX_REMEMBERED && oldest !== undefined) counted.delete(oldest);
      if (known.changes <= MAX_CHANGES_A_MINUTE) return undefined;
      return Math.max(1, Math.ceil((known.sinceMs + MINUTE_MS - nowMs) / 1_000));
    },
  };
}
