import type { Config } from '../base/config.ts';
import type { Job } from '../base/jobs.ts';
import { createMakeUp, purgeMissedOutcomes, type NamedListener } from '../features/sending/delivery/index.ts';
import { recordDeliveryAlerts } from '../features/sending/delivery-alerts/index.ts';
import { createHealthListener } from '../features/outcomes/mail-health/index.ts';
import {
  findOwned,
  listenerOf,
  recordMailingOutcomes,
  writeChunkStates,
  type MailingOwner,
} from '../features/sending/mailings/index.ts';
import { recordSuppressions } from '../features/sending/suppressions/index.ts';
import { createOutcomeStatistics } from '../features/outcomes/transactional-tags/index.ts';
import { recordTimeline, timelineOf } from '../features/transactional/messages/index.ts';
import { recordWebhookEvents } from '../features/transactional/webhooks/index.ts';
import { MAIL_CLASSES, MAILING_CLASSES, type MailClass } from '../mail/mail-class.ts';
import type { Installation } from './installation.ts';

const MAKE_UP_EVERY_MS = 10_000;
const PURGE_EVERY_MS = 60 * 60_000;

/** Who owns a class of mailings and keeps count of them: the features that send to many stand here. */
const MAILING_OWNERS: readonly MailingOwner[] = [];

/** Somebody waits for it, and it is counted by tags. */
const TRANSACTIONAL: readonly MailClass[] = ['transactional'];

/**
 * Who is told of outcomes and of whose, in the transaction that records them and in this order; what locks a row of the account comes
 * last. None needs what another wrote, so that one that fails costs the others nothing. `onWebhooks` hears of accounts that
 * have something to be sent to their webhook once the transaction commits.
 */
export function outcomeListeners(
  config: Config,
  onWebhooks?: (accountId: number) => void,
  owners: readonly MailingOwner[] = MAILING_OWNERS,
): readonly NamedListener[] {
  const limits = {
    bouncePercent: config.pauseBouncePercent,
    complaintPercent: config.pauseComplaintPercent,
    minimumVolume: config.pauseMinimum,
  };
  return [
    // A mailing keeps its own record of its recipients; a transactional message has a timeline.
    { name: 'timeline', hears: TRANSACTIONAL, hear: recordTimeline },
    {
      name: 'webhooks',
      hears: TRANSACTIONAL,
      async hear(tx, accountId, outcomes) {
        const events = timelineOf(outcomes).map((event) => Object.assign(event, { extra: null }));
        if (await recordWebhookEvents(tx, accountId, events)) onWebhooks?.(accountId);
      },
    },
    { name: 'mailings', hears: MAILING_CLASSES, hear: recordMailingOutcomes },
    { name: 'suppressions', hears: MAIL_CLASSES, hear: recordSuppressions },
    { name: 'delivery alerts', hears: MAIL_CLASSES, hear: recordDeliveryAlerts },
    {
      name: 'transactional statistics',
      formerly: ['statistics'],
      hears: TRANSACTIONAL,
      hear: createOutcomeStatistics(limits),
    },
    ...owners.map((owner) => listenerOf(owner, findOwned)),
    { name: 'mail health', hears: MAILING_CLASSES, hear: createHealthListener(limits) },
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
