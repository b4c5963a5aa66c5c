import type { Config } from '../base/config.ts';
import type { Job } from '../base/jobs.ts';
import { createMakeUp, purgeMissedOutcomes, type NamedListener } from '../features/sending/delivery/index.ts';
import { recordDeliveryAlerts } from '../features/sending/delivery-alerts/index.ts';
import { createHealthListener } from '../features/outcomes/mail-health/delivery-door.ts';
import {
  countProviders,
  findOwned,
  listenerOf,
  recordMailingOutcomes,
  writeChunkStates,
  type MailingOwner,
} from '../features/sending/mailings/index.ts';
import { lastingFailures, recordSuppressions } from '../features/sending/suppressions/delivery-door.ts';
import { createCampaignOwner } from '../features/campaigns/campaign-outcomes/index.ts';
import { createOutcomeStatistics } from '../features/outcomes/transactional-tags/delivery-door.ts';
import { recordTimeline, timelineOf } from '../features/transactional/messages/delivery-door.ts';
import { noteAddresses } from '../features/audience/contact-notes/index.ts';
import { vendorListener } from '../features/compatibility/vendors/delivery-door.ts';
import { recordWebhookEvents } from '../features/transactional/webhooks/delivery-door.ts';
import { MAIL_CLASSES, MAILING_CLASSES, type MailClass } from '../mail/mail-class.ts';
import type { Installation } from './installation.ts';

const MAKE_UP_EVERY_MS = 10_000;
const PURGE_EVERY_MS = 60 * 60_000;

/** Who owns a class of mailings and keeps count of them: campaigns, confirmations and mails of automations alike. */
const MAILING_OWNERS: readonly MailingOwner[] = MAILING_CLASSES.map(createCampaignOwner);

/** What is shown by mailbox provider while it is sent. */
const CAMPAIGNS: readonly MailClass[] = ['campaign'];

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
    // Behind who locks the mailings.
    { name: 'mailbox providers', hears: CAMPAIGNS, hear: countProviders },
    { name: 'suppressions', hears: MAIL_CLASSES, hear: recordSuppressions },
    {
      // Mail to many is told to its owner, who knows contacts by their ids.
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

/** What is done later about outcomes that a listener missed. */
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
