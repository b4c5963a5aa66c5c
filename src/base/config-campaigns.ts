import { choice, domains, flag, number, optional, words, type Setting } from './config-kinds.ts';
import { parseUrl } from './config-values.ts';

/** Who looks at the content of campaigns before they are sent: nobody, a person when the checks find something, or always. */
export const APPROVAL_MODES = ['off', 'findings', 'always'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

interface GateNumber {
  readonly fallback: number;
  readonly range: readonly [min: number, max: number, fraction?: 'fraction'];
  readonly doc: string;
}

const MANY = 1_000_000_000;
const COUNT = [0, MANY] as const;
const PERCENT = [0, 100, 'fraction'] as const;

/** The numbers of the gates of campaigns; the operator may set each for an account by itself. */
export const GATE_NUMBERS = {
  warm_up_contacts: {
    fallback: 1_000,
    range: COUNT,
    doc: 'Contacts that the first large campaign of a sender domain goes to, before the rest; a smaller one goes out at once. 0 turns warming up off.',
  },
  warm_up_hours: {
    fallback: 24,
    range: [1, 240],
    doc: 'Hours for which such a campaign is measured before it goes on; nothing else of the account is sent meanwhile.',
  },
  warm_up_delivered: {
    fallback: 1_000,
    range: [1, MANY],
    doc: 'Campaign mails delivered from a sender domain after which it is warm.',
  },
  warm_up_open_percent: {
    fallback: 1,
    range: PERCENT,
    doc: 'A campaign that warms up stops when fewer of its delivered mails were opened; 0 turns this off.',
  },
  canary_audience: {
    fallback: 20_000,
    range: COUNT,
    doc: 'Contacts from which on a campaign goes to a canary wave first; 0 turns it off.',
  },
  canary_percent: { fallback: 1, range: PERCENT, doc: 'Share of the audience in the canary wave.' },
  canary_least: { fallback: 200, range: [1, MANY], doc: 'Contacts in the canary wave at least.' },
  canary_most: { fallback: 5_000, range: [1, MANY], doc: 'Contacts in the canary wave at most.' },
  canary_minutes: { fallback: 10, range: [1, 1_440], doc: 'Minutes for which the canary wave is watched.' },
  stop_bounce_percent: {
    fallback: 5,
    range: PERCENT,
    doc: 'A campaign pauses when more of its mails bounced; 100 turns this off.',
  },
  stop_complaint_percent: {
    fallback: 0.3,
    range: PERCENT,
    doc: 'A campaign pauses when more of its delivered mails were complained about; 100 turns this off.',
  },
  stop_minimum: {
    fallback: 200,
    range: [1, MANY],
    doc: 'Mails of a campaign, delivered or bounced, below which it is not paused by its figures.',
  },
  optimized_after_hours: {
    fallback: 24,
    range: [1, 720],
    doc: 'Hours after the end of a campaign at which its figures are judged for the optimized mode.',
  },
  optimized_open_percent: {
    fallback: 3,
    range: PERCENT,
    doc: 'An account is put into optimized mode when fewer of a campaign’s delivered mails were opened; 0 turns this off.',
  },
  optimized_bounce_percent: {
    fallback: 3,
    range: PERCENT,
    doc: 'An account is put into optimized mode when more of a campaign’s mails bounced, three times what is normal; 100 turns this off.',
  },
  optimized_complaint_percent: {
    fallback: 0.2,
    range: PERCENT,
    doc: 'An account is put into optimized mode when more of a campaign’s delivered mails were complained about; 100 turns this off.',
  },
  optimized_good_campaigns: {
    fallback: 2,
    range: [1, 100],
    doc: 'Campaigns in a row with good figures after which the optimized mode ends by itself.',
  },
  hourly_mails: {
    fallback: 0,
    range: COUNT,
    doc: 'Campaign mails of an account within an hour, where its plan says nothing; 0: no limit. Never of the operator’s own account.',
  },
  daily_mails: {
    fallback: 200_000,
    range: COUNT,
    doc: 'Campaign mails of an account within 24 hours, where its plan says nothing; 0: no limit. Never of the operator’s own account.',
  },
} as const satisfies Record<string, GateNumber>;

/** The name of a number of the gates. */
export type GateNumberName = keyof typeof GATE_NUMBERS;

type NumberSettings = { readonly [Name in GateNumberName as `campaign_${Name}`]: Setting<number> };

// Its keys are made of those of the table, and its values by one function.
const numbers = Object.fromEntries(
  Object.entries<GateNumber>(GATE_NUMBERS).map(([name, { doc, fallback, range }]) => [
    `campaign_${name}`,
    number(`POSTRIDER_CAMPAIGN_${name.toUpperCase()}`, fallback, range, doc),
  ]),
) as NumberSettings;

/** What the installation says of campaigns; part of `settings`. */
export const campaignSettings = {
  campaignApproval: choice<ApprovalMode>(
    'POSTRIDER_CAMPAIGN_APPROVAL',
    APPROVAL_MODES,
    'always',
    'Whether the operator approves the content of a campaign before it is sent: never, when the checks find something, or always. Never of the operator’s own account, unless it is set for that account.',
  ),
  doubleOptIn: flag(
    'POSTRIDER_DOUBLE_OPT_IN',
    'Whether those who sign up with an account that is made from now on confirm by a link in a mail before campaigns go to them; the account changes it in its settings.',
    'on',
  ),
  campaignBlockedHosts: domains(
    'POSTRIDER_CAMPAIGN_BLOCKED_HOSTS',
    'none',
    'Hosts, separated by commas, that campaigns are not to link to, with all below them; found by the checks before approval.',
  ),
  campaignBlockedWords: words(
    'POSTRIDER_CAMPAIGN_BLOCKED_WORDS',
    'Words and phrases, separated by commas, that the checks before approval look for in subject and content, in any case.',
  ),
  rspamdUrl: optional(
    'POSTRIDER_RSPAMD_URL',
    'Base address of an rspamd worker, for example `http://127.0.0.1:11333`, that the checks before approval ask about each content; while it does not answer, a person decides.',
    parseUrl,
  ),
  imageMaxMb: number(
    'POSTRIDER_IMAGE_MAX_MB',
    2,
    [1, 16],
    'Megabytes of an image that accounts keep here for mails and pages.',
  ),
  imageQuotaMb: number(
    'POSTRIDER_IMAGE_QUOTA_MB',
    200,
    [1, 100_000],
    'Megabytes of all images of an account together; they are kept in the database.',
  ),
  ...numbers,
};
