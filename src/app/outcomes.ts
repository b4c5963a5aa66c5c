import type { Config } from '../base/config.ts';
import type { Job } from '../base/jobs.ts';
import { createMakeUp, purgeMissedOutcomes, type NamedListener } from '../features/delivery/index.ts';
import { recordDeliveryAlerts } from '../features/delivery-alerts/index.ts';
import { recordMailingOutcomes, writeChunkStates } from '../features/mailings/index.ts';
import { recordSuppressions } from '../features/suppressions/index.ts';
import { createOutcomeStatistics } from '../features/transactional-tags/index.ts';
import { recordTimeline, timelineOf } from '../features/transactional/index.ts';
import { recordWebhookEvents } from '../features/webhooks/index.ts';
import type { Installation } from './installation.ts';

const MAKE_UP_EVERY_MS = 10_000;
const PURGE_EVERY_MS = 60 * 60_000;

/**
 * Who is told of outcomes, in the transaction that records them and in this order; what locks a row of the account comes
 * last. None needs what another wrote, so that one that fails costs the others nothing. `onWebhooks` hears of accounts that
 * have something to be sent to their webhook once the transaction commits.
 */
export function outcomeListeners(config: Config, onWebhooks?: (accountId: number) => void): readonly NamedListener[] {
  return [
    // A mailing keeps its own record of its recipients; a transactional message has a timeline.
    { name: 'timeline', hear: recordTimeline },
    {
      name: 'webhooks',
      async hear(tx, accountId, outcomes) {
        const events = timelineOf(outcomes).map((event) => Object.assign(event, { extra: null }));
        if (await recordWebhookEvents(tx, accountId, events)) onWebhooks?.(accountId);
      },
    },
    { name: 'mailings', hear: recordMailingOutcomes },
    { name: 'suppressions', hear: recordSuppressions },
    { name: 'delivery alerts', hear: recordDeliveryAlerts },
    {
      name: 'statistics',
      hear: createOutcomeStatistics({
        bouncePercent: config.pauseBouncePercent,
        complaintPercent: config.pauseComplaintPercent,
        minimumVolume: config.pauseMinimum,
      }),
    },
  ];
}

/** What is done later about outcomes that a listener missed. */
export function outcomeJobs({ clock, config, db }: Installation): Job[] {
  const listeners = outcomeListeners(config);
  return [
    {
      name: 'make up for missed outcomes',
      everyMs: MAKE_UP_EVERY_MS,
      run: createMakeUp({ db, clock, listeners, writeChunkStates }),
    },
    {
      name: 'purge missed outcomes',
      everyMs: PURGE_EVERY_MS,
      run: async () => purgeMissedOutcomes(db, config.retentionDays),
    },
  ];
}
