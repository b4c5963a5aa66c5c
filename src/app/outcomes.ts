import type { Config } from '../base/config.ts';
import type { Job } from '../base/jobs.ts';
import { createMakeUp, purgeMissedOutcomes, type NamedListener } from '../features/sending/delivery/index.ts';
import { recordDeliveryAlerts } from '../features/sending/delivery-alerts/index.ts';
import { createHealthListener } from '../features/outcomes/mail-health/for-delivery.ts';
import {
  countProviders,
  findOwned,
  listenerOf,
  recordMailingOutcomes,
  writeChunkStates,
  type MailingOwner,
} from '../features/sending/mailings/index.ts';
import { lastingFailures, recordSuppressions } from '../features/sending/suppressions/for-delivery.ts';
import { createCampaignOwner } from '../features/campaigns/campaign-outcomes/index.ts';
import { createOutcomeStatistics } from '../features/outcomes/transactional-tags/for-delivery.ts';
import { recordTimeline, timelineOf } from '../features/transactional/messages/for-delivery.ts';
import { noteAddresses } from '../features/audience/contact-notes/index.ts';
import { vendorListener } from '../features/compatibility/vendors/for-delivery.ts';
import { recordWebhookEvents } from '../features/transactional/webhooks/for-delivery.ts';
import { MAIL_CLASSES, MAILING_CLASSES, type MailClass } from '../mail/mail-class.ts';
import type { Installation } from './installation.ts';

const MAKE_UP_EVERY_MS = 10_000;
const PURGE_EVERY_MS = 60 * 60_000;

/** The owners of mailings, one for each class of bulk email. They count the outcomes of their mailings. */
const MAILING_OWNERS: readonly MailingOwner[] = MAILING_CLASSES.map(createCampaignOwner);

/** Mail classes whose progress is counted by mailbox provider. */
const CAMPAIGNS: readonly MailClass[] = ['campaign'];

/** Mail classes with webhooks, timelines and statistics by tag. */
const TRANSACTIONAL: readonly MailClass[] = ['transactional'];

/**
 * Returns the listeners for outcomes, each with its mail classes. They run in this order, in the transaction that
 * records the outcomes. `onWebhooks` is called before the commit, with the account for which webhooks were recorded.
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
    // Only for transactional email, because mailings have their own record of recipients.
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
    // Must run after `recordMailingOutcomes`, which locks the mailings.
    { name: 'mailbox providers', hears: CAMPAIGNS, hear: countProviders },
    { name: 'suppressions', hears: MAIL_CLASSES, hear: recordSuppressions },
    {
      // Handles only transactional email, because the owner of a mailing records the outcomes of bulk email by contact
      // ID.
      name: 'contacts',
      hears: TRANSACTIONAL,
      async hear(tx, accountId, outcomes) {
        const lasting = await lastingFailures(tx, outcomes);
        if (lasting.length > 0) await noteAddresses(tx, accountId, lasting);
      },
    },
    { name: 'delivery alerts', hears: MAIL_CLASSES, hear: recordDeliveryAlerts },
    {
      name: 'transactional statistics',
      formerly: ['statistics'],
      hears: TRANSACTIONAL,
      hear: createOutcomeStatistics(limits),
    },
    ...owners.map((owner) => listenerOf(owner, findOwned, lastingFailures)),
    { name: 'mail health', hears: MAILING_CLASSES, hear: createHealthListener(limits) },
    vendorListener,
  ];
}

/**
 * Returns the jobs that call listeners again with the outcomes that they missed, and that delete old missed outcomes.
 */
export function outcomeJobs({ clock, config, db }: Installation): Job[] {
  const listeners = outcomeListeners(config);
  return [
    {
      name: 'repeat missed outcome listeners',
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
