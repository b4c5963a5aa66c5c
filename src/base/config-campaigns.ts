import { choice, domains, flag, number, optional, words, type Setting } from './config-kinds.ts';
import { parseUrl } from './config-values.ts';

/** When an operator must review campaign content before it is sent: never, if the checks find problems, or always. */
export const APPROVAL_MODES = ['off', 'findings', 'always'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

interface SafeguardNumber {
  readonly fallback: number;
  readonly range: readonly [min: number, max: number, fraction?: 'fraction'];
  readonly doc: string;
}

const MANY = 1_000_000_000;
const COUNT = [0, MANY] as const;
const PERCENT = [0, 100, 'fraction'] as const;

/** Numeric limits of the campaign safeguards. The operator can override each for an account. */
export const SAFEGUARD_NUMBERS = {
  warm_up_contacts: {
    fallback: 1_000,
    range: COUNT,
    doc: 'Number of contacts in the first wave of a sender domain’s first large campaign. Smaller campaigns are sent to all contacts immediately. 0 disables domain warm-up.',
  },
  warm_up_hours: {
    fallback: 24,
    range: [1, 240],
    doc: 'Number of hours for which the results of the first wave of a warm-up campaign are measured before the campaign continues. During this time, the account cannot send other campaigns.',
  },
  warm_up_delivered: {
    fallback: 1_000,
    range: [1, MANY],
    doc: 'Number of delivered campaign emails after which a sender domain is considered warm.',
  },
  warm_up_open_percent: {
    fallback: 1,
    range: PERCENT,
    doc: 'Minimum open rate of a warm-up campaign, as a percentage. If the rate is lower, the campaign stops. 0 disables this check.',
  },
  canary_audience: {
    fallback: 20_000,
    range: COUNT,
    doc: 'Minimum audience size of a campaign that is sent to a canary wave (a small part of the audience) first. 0 disables canary waves.',
  },
  canary_percent: { fallback: 1, range: PERCENT, doc: 'Percentage of the audience in the canary wave.' },
  canary_least: { fallback: 200, range: [1, MANY], doc: 'Minimum number of contacts in the canary wave.' },
  canary_most: { fallback: 5_000, range: [1, MANY], doc: 'Maximum number of contacts in the canary wave.' },
  canary_minutes: { fallback: 10, range: [1, 1_440], doc: 'Number of minutes for which the canary wave is monitored.' },
  stop_bounce_percent: {
    fallback: 5,
    range: PERCENT,
    doc: 'Maximum bounce rate of a campaign, as a percentage. If the rate is higher, the campaign is paused. 100 disables this check.',
  },
  stop_complaint_percent: {
    fallback: 0.3,
    range: PERCENT,
    doc: 'Maximum complaint rate of a campaign, as a percentage of delivered emails. If the rate is higher, the campaign is paused. 100 disables this check.',
  },
  stop_minimum: {
    fallback: 200,
    range: [1, MANY],
    doc: 'Minimum number of delivered and bounced emails before a campaign can be paused for its bounce or complaint rate.',
  },
  optimized_after_hours: {
    fallback: 24,
    range: [1, 720],
    doc: 'Number of hours between the end of a campaign and the evaluation of its rates for optimized mode.',
  },
  optimized_open_percent: {
    fallback: 3,
    range: PERCENT,
    doc: 'Minimum open rate of a campaign, as a percentage. If the rate is lower, the account is put into optimized mode. 0 disables this check.',
  },
  optimized_bounce_percent: {
    fallback: 3,
    range: PERCENT,
    doc: 'Maximum bounce rate of a campaign, as a percentage. If the rate is higher, the account is put into optimized mode. The default is three times a typical bounce rate. 100 disables this check.',
  },
  optimized_complaint_percent: {
    fallback: 0.2,
    range: PERCENT,
    doc: 'Maximum complaint rate of a campaign, as a percentage. If the rate is higher, the account is put into optimized mode. 100 disables this check.',
  },
  optimized_good_campaigns: {
    fallback: 2,
    range: [1, 100],
    doc: 'Number of consecutive campaigns with good rates after which optimized mode ends automatically.',
  },
  hourly_mails: {
    fallback: 0,
    range: COUNT,
    doc: 'Maximum number of campaign emails that an account can send per hour if its plan sets no limit. 0 means no limit. Does not apply to the operator’s own account.',
  },
  daily_mails: {
    fallback: 200_000,
    range: COUNT,
    doc: 'Maximum number of campaign emails that an account can send within 24 hours if its plan sets no limit. 0 means no limit. Does not apply to the operator’s own account.',
  },
} as const satisfies Record<string, SafeguardNumber>;

/** Name of a numeric safeguard limit. */
export type SafeguardNumberName = keyof typeof SAFEGUARD_NUMBERS;

type NumberSettings = { readonly [Name in SafeguardNumberName as `campaign_${Name}`]: Setting<number> };

// Safe cast: the keys are derived from the keys of the table, and one function returns all values.
const numbers = Object.fromEntries(
  Object.entries<SafeguardNumber>(SAFEGUARD_NUMBERS).map(([name, { doc, fallback, range }]) => [
    `campaign_${name}`,
    number(`POSTRIDER_CAMPAIGN_${name.toUpperCase()}`, fallback, range, doc),
  ]),
) as NumberSettings;

/** Campaign settings of the installation, which are part of `settings`. */
export const campaignSettings = {
  campaignApproval: choice<ApprovalMode>(
    'POSTRIDER_CAMPAIGN_APPROVAL',
    APPROVAL_MODES,
    'always',
    'Whether the operator must approve campaign content before it is sent: never (`off`), only if the checks find problems (`findings`), or always (`always`). Applies to the operator’s own account only if approval is set for that account.',
  ),
  doubleOptIn: flag(
    'POSTRIDER_DOUBLE_OPT_IN',
    'Whether double opt-in is turned on for new accounts. With double opt-in, people who sign up must confirm through a link in an email before they receive campaigns. Each account can change this setting.',
    'on',
  ),
  campaignBlockedHosts: domains(
    'POSTRIDER_CAMPAIGN_BLOCKED_HOSTS',
    'none',
    'Comma-separated list of hosts that campaigns must not link to, including their subdomains. The automatic content checks flag links to these hosts.',
  ),
  campaignBlockedWords: words(
    'POSTRIDER_CAMPAIGN_BLOCKED_WORDS',
    'Comma-separated list of words and phrases that the automatic content checks look for in the subject and content. The search is case-insensitive.',
  ),
  rspamdUrl: optional(
    'POSTRIDER_RSPAMD_URL',
    'Base URL of an rspamd worker, for example `http://127.0.0.1:11333`, that scans campaign content before approval. If rspamd does not respond, the operator must review the content.',
    parseUrl,
  ),
  imageMaxMb: number(
    'POSTRIDER_IMAGE_MAX_MB',
    2,
    [1, 16],
    'Maximum size, in megabytes, of each image that an account uploads for emails and pages.',
  ),
  imageQuotaMb: number(
    'POSTRIDER_IMAGE_QUOTA_MB',
    200,
    [1, 100_000],
    'Maximum total size, in megabytes, of an account’s images. Images are stored in the database.',
  ),
  ...numbers,
};
