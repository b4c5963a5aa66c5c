import { GATE_NUMBERS, type GateNumberName } from '../base/config-campaigns.ts';
import type { Config } from '../base/config.ts';
import type { Job } from '../base/jobs.ts';
import {
  createAutomationRoom,
  createConfirmationRoom,
  createGates,
  createRecordGate,
  createSpamFilter,
  gateRoutes,
  reviewCampaigns,
  type GateParts,
  type Gates,
  type InstallationGates,
  type MailRoom,
  type RecordGate,
} from '../features/campaigns/campaign-gates/index.ts';
import type { CampaignRow } from '../features/campaigns/campaigns/index.ts';
import { campaignSettingsRoutes } from '../features/campaigns/campaign-settings/index.ts';
import { isDefaultContent } from '../features/campaigns/confirmations/index.ts';
import { createNoticeSender } from '../features/transactional/messages/index.ts';
import type { Route } from '../http/route.ts';
import { audienceSizeOf } from './campaign-sending.ts';
import type { Installation } from './installation.ts';
import { retryRecord } from './records.ts';

const REVIEW_EVERY_MS = 60_000;

/** The gates of this installation's campaigns. */
export function gatesOf(installation: Installation, { audienceSize }: Pick<GateParts, 'audienceSize'>): Gates {
  return createGates({ ...partsOf(installation), ...checksOf(installation), audienceSize });
}

/** What holds back mails that this installation sends by itself. */
export function recordGateOf(installation: Installation): RecordGate {
  const isOurs = (record: CampaignRow): boolean => record.kind === 'confirmation' && isDefaultContent(record);
  return createRecordGate({ ...partsOf(installation), ...checksOf(installation), isOurs });
}

/** How many mails of automations accounts may be sent. */
export function automationRoomOf({ clock, config }: Pick<Installation, 'clock' | 'config'>): MailRoom {
  return createAutomationRoom({ clock, installation: installationGatesOf(config) });
}

/** How many mails that ask to confirm accounts may be sent. */
export function confirmationRoomOf({ clock }: Pick<Installation, 'clock'>): MailRoom {
  return createConfirmationRoom({ clock });
}

/** What contents are looked through with. */
function checksOf({ clock, config, html }: Installation): Pick<GateParts, 'blocked' | 'askSpamFilter' | 'html'> {
  return {
    html,
    blocked: { hosts: config.campaignBlockedHosts, words: config.campaignBlockedWords },
    askSpamFilter: config.rspamdUrl === undefined ? undefined : createSpamFilter({ baseUrl: config.rspamdUrl, clock }),
  };
}

/** The routes of an account's settings of campaigns, and of gates. */
export function campaignGateRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  return [
    ...campaignSettingsRoutes({ db: installation.db, baseUrl }),
    ...gateRoutes({ ...partsOf(installation), audienceSize: audienceSizeOf(installation), baseUrl }),
  ];
}

/** What puts accounts into optimized mode, and takes them out of it, by the figures of their campaigns. */
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
    installation: installationGatesOf(config),
    onDecided: retryRecord,
    sendNotice: createNoticeSender({ clock, sandboxDomain: config.sandboxDomain }),
  };
}

function installationGatesOf(config: Config): InstallationGates {
  const numbers = Object.fromEntries(
    // The keys of the configuration are made of these names.
    (Object.keys(GATE_NUMBERS) as GateNumberName[]).map((name) => [name, config[`campaign_${name}`]]),
  );
  // Every name is there: it was made of the table that the type is made of.
  return { approval: config.campaignApproval, numbers: numbers as InstallationGates['numbers'] };
}
