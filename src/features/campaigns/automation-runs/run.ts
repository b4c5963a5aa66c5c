import { createAlarm } from '../../../base/alarm.ts';
import { startPolling, type Poller } from '../../../base/poller.ts';
import { listen } from '../../../base/wake.ts';
import { LEASE_SECONDS } from './limits.ts';
import type { RunParts } from './parts.ts';
import { claimItem } from './queries.ts';
import { runSlice } from './slice.ts';

/**
 * Channel of the notifications that steps may be due, for example after contacts have entered an automation
 * (sql/functions/enter_automations.sql).
 */
const CHANNEL = 'postrider_automations';
/** Minimum interval between polls, in milliseconds. */
const MIN_POLL_MS = 250;
const MAX_POLL_MS = 10_000;
const SECOND_MS = 1_000;

type RunnerParts = Omit<RunParts, 'leaseSeconds'> & {
  /**
   * Database URL of the connection that listens for notifications. Without a URL, due steps are found by polling only.
   */
  readonly databaseUrl?: string;
  /** This option and the options below have lower values in tests. */
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
};

/**
 * Processes the due steps of the automations of all accounts, in time slices of about a second. Several processes can
 * do this at the same time.
 */
export function startAutomationRuns(given: RunnerParts): Poller {
  const { databaseUrl, leaseSeconds = LEASE_SECONDS, pollMs = MIN_POLL_MS, ...others } = given;
  const parts: RunParts = { ...others, leaseSeconds };
  const { db, log } = parts;
  const alarm = createAlarm();

  /**
   * Processes a due step and returns true. If no step is due, returns the number of milliseconds until the next due
   * time, or `MAX_POLL_MS` if no step is scheduled.
   */
  async function takeOne(signal: AbortSignal): Promise<true | number> {
    const [found] = await claimItem(db, leaseSeconds);
    if (found?.claimed) {
      await runSlice(parts, found.claimed, signal);
      return true;
    }
    const dueIn = found?.due_in ?? null;
    return dueIn === null ? MAX_POLL_MS : dueIn * SECOND_MS;
  }

  const poller = startPolling({
    log,
    things: 'Due automation emails',
    pollMs,
    rest: { mostMs: MAX_POLL_MS, alarm },
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
