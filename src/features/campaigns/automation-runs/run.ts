import { createAlarm } from '../../../base/alarm.ts';
import { startPolling, type Poller } from '../../../base/poller.ts';
import { listen } from '../../../base/wake.ts';
import { LEASE_SECONDS } from './limits.ts';
import type { RunParts } from './parts.ts';
import { claimItem } from './queries.ts';
import { runSlice } from './slice.ts';

/** Rung when a contact enters who is due at once (sql/functions/enter_by_lists.sql), and when a change of an automation makes mails due. */
const CHANNEL = 'postrider_automations';
/** Between two looks at least: however often it rings, a look is one statement. */
const LEAST_REST_MS = 250;
const LONGEST_REST_MS = 10_000;
const SECOND_MS = 1_000;

type RunnerParts = Omit<RunParts, 'leaseSeconds'> & {
  /** Where it is listened for those who enter; without it they are found within ten seconds. */
  readonly databaseUrl?: string;
  /** Shorter for tests, as all that follow. */
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
};

/**
 * Sends the mails of the automations of all accounts when they are due, by turns of about a second, together with every other
 * process that does. While nothing is due it looks when the next is, once in ten seconds: one statement on an index, however
 * many contacts wait.
 */
export function startAutomationRuns(given: RunnerParts): Poller {
  const { databaseUrl, leaseSeconds = LEASE_SECONDS, pollMs = LEAST_REST_MS, ...others } = given;
  const parts: RunParts = { ...others, leaseSeconds };
  const { db, log } = parts;
  const alarm = createAlarm();

  /** True, or the milliseconds until the next is due, when none is now. */
  async function takeOne(signal: AbortSignal): Promise<true | number> {
    const [found] = await claimItem(db, leaseSeconds);
    if (found?.claimed) {
      await runSlice(parts, found.claimed, signal);
      return true;
    }
    const dueIn = found?.due_in ?? null;
    return dueIn === null ? LONGEST_REST_MS : dueIn * SECOND_MS;
  }

  const poller = startPolling({
    log,
    things: 'Due automation emails',
    pollMs,
    rest: { mostMs: LONGEST_REST_MS, alarm },
    takeOne,
  });
  if (databaseUrl === undefined) return poller;
  const listener = listen({ url: databaseUrl, channel: CHANNEL, log, onWake: () => alarm.ring() });
  return {
    async close() {
      await Promise.all([listener.close(), poller.close()]);
    },
  };
}
