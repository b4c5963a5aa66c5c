import { SAFEGUARD_NUMBERS, type SafeguardNumberName } from '../base/config-campaigns.ts';
import type { Config } from '../base/config.ts';
import type { Job } from '../base/jobs.ts';
import {
  createAutomationRoom,
  createConfirmationRoom,
  createSafeguards,
  createRecordSafeguard,
  createSpamFilter,
  safeguardRoutes,
  reviewCampaigns,
  type SafeguardParts,
  type Safeguards,
  type InstallationSafeguards,
  type MailRoom,
  type RecordSafeguard,
} from '../features/campaigns/campaign-safeguards/index.ts';
import { contentOf } from '../features/campaigns/campaign-content/index.ts';
import type { CampaignRow } from '../features/campaigns/campaigns/index.ts';
import { campaignSettingsRoutes } from '../features/campaigns/campaign-settings/index.ts';
import { isDefaultConfirmation } from '../mail/campaign/confirmation.ts';
import type { Route } from '../http/route.ts';
import { audienceSizeOf } from './campaign-sending.ts';
import type { Installation } from './installation.ts';
import { createUserMailer } from './people.ts';
import { retryRecord } from './records.ts';

const REVIEW_EVERY_MS = 60_000;

/** Creates the safeguards for this installation's campaigns. */
export function safeguardsOf(
  installation: Installation,
  { audienceSize }: Pick<SafeguardParts, 'audienceSize'>,
): Safeguards {
  return createSafeguards({ ...partsOf(installation), ...checksOf(installation), audienceSize });
}

/** Creates the safeguard for automatic emails, such as confirmation emails. */
export function recordSafeguardOf(installation: Installation): RecordSafeguard {
  const isOurs = (record: CampaignRow): boolean =>
    record.kind === 'confirmation' && isDefaultConfirmation(contentOf(record));
  return createRecordSafeguard({ ...partsOf(installation), ...checksOf(installation), isOurs });
}

/** Creates the limiter for automation emails. */
export function automationRoomOf({ clock, config }: Pick<Installation, 'clock' | 'config'>): MailRoom {
  return createAutomationRoom({ clock, installation: installationSafeguardsOf(config) });
}

/** Creates the limiter for confirmation emails. */
export function confirmationRoomOf({ clock }: Pick<Installation, 'clock'>): MailRoom {
  return createConfirmationRoom({ clock });
}

function checksOf({ clock, config, html }: Installation): Pick<SafeguardParts, 'blocked' | 'askSpamFilter' | 'html'> {
  return {
    html,
    blocked: { hosts: config.campaignBlockedHosts, words: config.campaignBlockedWords },
    askSpamFilter: config.rspamdUrl === undefined ? undefined : createSpamFilter({ baseUrl: config.rspamdUrl, clock }),
  };
}

export function campaignSafeguardRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  return [
    ...campaignSettingsRoutes({ db: installation.db, baseUrl }),
    ...safeguardRoutes({ ...partsOf(installation), audienceSize: audienceSizeOf(installation), baseUrl }),
  ];
}

/** Returns the job that moves accounts into and out of optimized mode, depending on their campaign results. */
export function campaignReviewJobs(installation: Installation): Job[] {
  const parts = partsOf(installation);
  return [{ name: 'review campaign safeguards', everyMs: REVIEW_EVERY_MS, run: async () => reviewCampaigns(parts) }];
}

function partsOf({ clock, config, db, html, log }: Installation) {
  return {
    db,
    html,
    clock,
    log,
    installation: installationSafeguardsOf(config),
    onDecided: retryRecord,
    sendNotice: createUserMailer({ clock, config }),
  };
}

function installationSafeguardsOf(config: Config): InstallationSafeguards {
  const numbers = Object.fromEntries(
    // Safe cast: the table has exactly these keys.
    (Object.keys(SAFEGUARD_NUMBERS) as SafeguardNumberName[]).map((name) => [name, config[`campaign_${name}`]]),
  );
  // Safe cast: the names come from the table that defines the type, so all are present.
  return { approval: config.campaignApproval, numbers: numbers as InstallationSafeguards['numbers'] };
}
