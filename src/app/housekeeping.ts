import { type Job, type RunningJobs, startJobs } from '../base/jobs.ts';
import { dropExpiredPartitions, dropExpiredWebhooks, ensurePartitions } from '../base/partitions.ts';
import { refreshStatistics } from '../base/statistics.ts';
import { notifyAutomaticPauses } from '../features/administration/account-settings/index.ts';
import { purgeConfirmations } from '../features/campaigns/campaign-tools/index.ts';
import { purgeBulkActions } from '../features/audience/bulk-actions/index.ts';
import { noticeDeliveryAlerts } from '../features/sending/delivery-alerts/index.ts';
import { purgeAccounts } from '../features/tenants/deletion/index.ts';
import { recheckDomains } from '../features/sending/domains/index.ts';
import { purgeImports } from '../features/tenants/imports/index.ts';
import { purgeReports } from '../features/outcomes/mail-reports/index.ts';
import { purgeHealth } from '../features/outcomes/mail-health/index.ts';
import {
  carryOverMailings,
  purgeMailings,
  releaseLiftedClasses,
  releaseLiftedProviders,
} from '../features/sending/mailings/index.ts';
import { purgeShares } from '../features/transactional/message-views/index.ts';
import { purgeOauth } from '../features/tenants/oauth/index.ts';
import { purgePeople } from '../features/tenants/people/index.ts';
import { purgeProgress } from '../features/tenants/progress/index.ts';
import { purgeMaillessDomains } from '../features/sending/suppressions/index.ts';
import {
  createSegmenter,
  purgeExpiredAnswers,
  purgeFiles,
  purgeSegments,
} from '../features/transactional/messages/index.ts';
import { evaluateAlerts } from '../features/outcomes/transactional-tags/index.ts';
import { noticeWebhookTroubles, purgeReplays, WEBHOOK_LOG_DAYS } from '../features/transactional/webhooks/index.ts';
import { withBackups } from './backup/schedule.ts';
import { resultJobs } from './campaign-results.ts';
import { withCampaignSending } from './campaign-sending.ts';
import { campaignMeansOf } from './campaigns.ts';
import { automationRoomOf, campaignReviewJobs } from './campaign-safeguards.ts';
import { confirmationJobs } from './confirmations.ts';
import { privacyJobs } from './contact-privacy.ts';
import { contactJobs } from './contacts.ts';
import { automationJobs } from './automations.ts';
import { eventJobs } from './events.ts';
import { deletionOf } from './deletion.ts';
import { formJobs } from './forms.ts';
import { domainPartsOf } from './domain-parts.ts';
import { purgeTransportSecurity } from '../features/sending/transport-security/index.ts';
import { vendorJobs } from './vendors.ts';
import { openMailingJobs, openMailingsOf } from './open-mailings.ts';
import { importKindsOf, withImports } from './imports.ts';
import type { Installation } from './installation.ts';
import { createUserMailer } from './people.ts';
import { outcomeJobs } from './outcomes.ts';
import { FILTER_PARTS, withBulkActions } from './bulk.ts';
import { withReplays } from './webhook-log.ts';
import { createAlertListener, createStepListener } from './webhooks.ts';
import type { Database } from '../base/db.ts';
import { startAutomationRuns } from '../features/campaigns/automation-runs/index.ts';
import type { OpenMailings } from '../features/campaigns/open-mailings/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIFTED_EVERY_MS = 5_000;
/** Interval in milliseconds at which outdated statistics for the query planner are updated. */
const STATISTICS_EVERY_MS = 30_000;
/** Number of days for which the progress of long-running jobs, such as imports, is kept. */
const PROGRESS_DAYS = 100;
/** Interval in milliseconds at which messages are added to the search index. */
const SEGMENTS_EVERY_MS = 10_000;

/**
 * Starts the background jobs. If `baseUrl` is undefined, this process sends no campaigns, automation emails, or delayed
 * confirmation emails, because links in emails contain it.
 */
export function startHousekeeping(installation: Installation, baseUrl = installation.config.baseUrl): RunningJobs {
  const { clock, config, db, log } = installation;
  const domainParts = domainPartsOf(installation);
  const sendNotice = createUserMailer(installation);
  const onAlert = createAlertListener();
  const jobs = startJobs({
    db,
    log,
    jobs: [
      ...tableJobs(installation),
      ...webhookJobs(installation, sendNotice),
      {
        name: 'send automatic pause notices',
        everyMs: MINUTE_MS,
        run: async () => notifyAutomaticPauses({ db, log, sendNotice }),
      },
      ...mailingJobs(installation),
      ...searchJobs(installation),
      ...outcomeJobs(installation),
      ...privacyJobs(installation),
      ...contactJobs(installation),
      ...eventJobs(installation),
      ...automationJobs(installation),
      ...resultJobs(installation),
      ...campaignReviewJobs(installation),
      ...formJobs(installation),
      ...confirmationJobs(installation, baseUrl),
      ...openMailingJobs(installation),
      ...vendorJobs(installation),
      ...purges(installation),
      {
        name: 'delete expired idempotency keys',
        everyMs: 10 * MINUTE_MS,
        run: async () => void (await purgeExpiredAnswers(db)),
      },
      {
        name: 'recheck sending domains',
        everyMs: 5 * MINUTE_MS,
        run: async () => recheckDomains({ ...domainParts, log, rotationDays: config.dkimRotationDays }),
      },
      { name: 'purge deleted accounts', everyMs: MINUTE_MS, run: async () => purgeAccounts(deletionOf(installation)) },
      {
        name: 'send delivery alerts',
        everyMs: 10 * MINUTE_MS,
        run: async () => noticeDeliveryAlerts({ db, log, sendNotice }),
      },
      {
        name: 'evaluate alerts',
        everyMs: MINUTE_MS,
        run: async () => evaluateAlerts({ db, clock, log, sendMail: sendNotice, onAlert }),
      },
    ],
  });
  const files = withImports(installation, withReplays(installation, jobs));
  const all = withBackups(installation, withBulkActions(installation, files));
  if (baseUrl === undefined) return all;
  const address = (): string => baseUrl;
  const automations = withAutomationRuns(installation, all, openMailingsOf(installation, address));
  return withCampaignSending(installation, automations, campaignMeansOf(installation, address));
}

/** Returns the jobs that maintain partitions and the statistics for query plans. */
function tableJobs({ db }: Installation): Job[] {
  return [
    // A missed run does no harm, because partitions are created a week in advance.
    { name: 'create partitions', everyMs: HOUR_MS, run: async () => ensurePartitions(db) },
    {
      name: 'update table statistics',
      everyMs: STATISTICS_EVERY_MS,
      run: async () => void (await refreshStatistics(db)),
    },
  ];
}

/** Returns the jobs that maintain the webhook log and send notices about failing webhooks. */
function webhookJobs({ db, log }: Installation, sendNotice: ReturnType<typeof createUserMailer>): Job[] {
  return [
    {
      name: 'drop the webhooks’ log',
      everyMs: HOUR_MS,
      run: async () => void (await dropExpiredWebhooks(db, WEBHOOK_LOG_DAYS, log)),
    },
    {
      name: 'send webhook failure notices',
      everyMs: MINUTE_MS,
      run: async () => noticeWebhookTroubles({ db, sendNotice }),
    },
    { name: 'delete webhook replays', everyMs: HOUR_MS, run: async () => purgeReplays(db, WEBHOOK_LOG_DAYS) },
  ];
}

/** Returns the jobs that delete expired messages, mailings and files, and that release bulk email after a pause. */
function mailingJobs({ clock, config, db, log }: Installation): Job[] {
  return [
    {
      name: 'drop expired partitions',
      everyMs: HOUR_MS,
      async run() {
        await carryOverMailings(db, config.retentionDays, log);
        await dropExpiredPartitions(db, config.retentionDays, log);
      },
    },
    {
      name: 'release resumed mail classes',
      everyMs: LIFTED_EVERY_MS,
      run: async () => releaseLiftedClasses({ clock, db }),
    },
    {
      name: 'release resumed provider lanes',
      everyMs: LIFTED_EVERY_MS,
      run: async () => releaseLiftedProviders({ clock, db }),
    },
    { name: 'purge mailings', everyMs: HOUR_MS, run: async () => purgeMailings(db, config.retentionDays) },
    { name: 'purge files', everyMs: HOUR_MS, run: async () => purgeFiles(db, config.retentionDays) },
  ];
}

/** Returns the jobs that maintain the search index of messages. */
function searchJobs({ config, db }: Installation): Job[] {
  const segmenter = createSegmenter(db);
  return [
    {
      name: 'index messages for search',
      everyMs: SEGMENTS_EVERY_MS,
      run: async () => void (await segmenter.run()),
    },
    {
      name: 'purge message search index',
      everyMs: HOUR_MS,
      run: async () => purgeSegments(db, config.retentionDays),
    },
  ];
}

/** Returns the hourly jobs that delete old data. */
function purges(installation: Installation): Job[] {
  const { db } = installation;
  return [
    {
      name: 'delete campaign confirmation tokens',
      everyMs: HOUR_MS,
      run: async () => void (await purgeConfirmations(db)),
    },
    { name: 'purge bulk actions', everyMs: HOUR_MS, run: async () => purgeBulkActions(db) },
    {
      name: 'purge imports',
      everyMs: HOUR_MS,
      run: async () => purgeImports(db, importKindsOf(installation)),
    },
    { name: 'purge progress', everyMs: HOUR_MS, run: async () => void (await purgeProgress(db, PROGRESS_DAYS)) },
    { name: 'purge sign-ins', everyMs: HOUR_MS, run: async () => purgePeople(db) },
    { name: 'purge mail health counters', everyMs: HOUR_MS, run: async () => purgeHealth(db) },
    { name: 'purge mail reports', everyMs: HOUR_MS, run: async () => void (await purgeReports(db)) },
    { name: 'purge OAuth', everyMs: HOUR_MS, run: async () => purgeOauth(db) },
    { name: 'purge domains without MX', everyMs: HOUR_MS, run: async () => purgeMaillessDomains(db) },
    { name: 'purge shared links', everyMs: HOUR_MS, run: async () => purgeShares(db) },
    { name: 'purge transport security', everyMs: HOUR_MS, run: async () => purgeTransportSecurity(db) },
  ];
}

/** Starts automation runs, which have their own schedule. Closing the returned object stops them and `jobs`. */
function withAutomationRuns(
  {
    clock,
    config,
    databaseUrl,
    db,
    log,
  }: Pick<Installation, 'clock' | 'config' | 'databaseUrl' | 'log'> & { readonly db: Database },
  jobs: RunningJobs,
  openMailings: OpenMailings,
): RunningJobs {
  const room = automationRoomOf({ clock, config });
  const reportSteps = createStepListener();
  const runs = startAutomationRuns({
    db,
    clock,
    databaseUrl,
    log,
    mails: openMailings,
    room,
    reportSteps,
    filterParts: FILTER_PARTS,
  });
  return {
    async close() {
      await Promise.all([runs.close(), jobs.close()]);
    },
  };
}
