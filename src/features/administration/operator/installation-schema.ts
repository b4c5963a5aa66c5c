import { Type, type Static } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import type { PlanDetails } from '../../tenants/usage/index.ts';
import { plainText } from '../account-settings/index.ts';

const MAX_MAILS = 1_000_000_000_000;
const MAX_RATE = 1_000_000;
const PLAN_NAME = /^[a-z][a-z0-9_-]{0,31}$/;
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 7 * 24 * 60;
const MAX_STOP_REASON_CHARACTERS = 200;
/** The minimum length is three, because shorter suffixes could match many sites. */
const SITE = /^[^\u0000-\u001f\u007f]{3,200}$/;

const STRICT = { additionalProperties: false };

function limit(least: number, most: number, description: string) {
  return Type.Optional(Type.Union([Type.Integer({ minimum: least, maximum: most }), Type.Null()], { description }));
}

const planFields = {
  monthly_quota: limit(0, MAX_MAILS, 'Maximum number of emails per month. If null, there is no limit.'),
  daily_quota: limit(0, MAX_MAILS, 'Maximum number of emails per day. If null, there is no limit.'),
  rate_per_second: limit(
    1,
    MAX_RATE,
    'Maximum number of requests per second for each API key. If null, there is no limit.',
  ),
  rate_per_minute: limit(
    1,
    MAX_RATE,
    'Maximum number of requests per minute for each API key. If null, there is no limit.',
  ),
  overage_cents_per_thousand: limit(
    1,
    MAX_RATE,
    'Price of overage in US cents per 1,000 emails. If null, overage is not available.',
  ),
  contact_limit: limit(0, MAX_MAILS, 'Maximum number of contacts per account. If null, there is no limit.'),
  form_limit: limit(0, MAX_RATE, 'Maximum number of forms per account. If null, there is no limit.'),
  campaign_monthly_quota: limit(
    0,
    MAX_MAILS,
    'Maximum number of campaign emails per month, counted separately from `monthly_quota`. If null, there is no limit.',
  ),
  campaign_daily_quota: limit(
    0,
    MAX_MAILS,
    'Maximum number of campaign emails in 24 hours. If null, the default of the installation applies.',
  ),
  campaign_hourly_quota: limit(
    0,
    MAX_MAILS,
    'Maximum number of campaign emails in one hour. If null, the default of the installation applies.',
  ),
  api_access: Type.Optional(Type.Boolean({ description: 'Whether accounts on the plan can use the account API.' })),
};

/** Parses changes to a plan. An absent property stays unchanged. */
export const planChangeRequest = parserOf(Type.Object(planFields, STRICT), (given) => given);

/** Parses a new plan. Absent properties have the defaults of the `plan` table. */
export const newPlanRequest = parserOf(
  Type.Object(
    {
      name: Type.String({
        description:
          'Name of the plan, up to 32 lowercase letters, digits, `_`, and `-`. You cannot change the name later.',
      }),
      ...planFields,
    },
    STRICT,
  ),
  ({ name, ...given }, fail): { readonly name: string; readonly given: Partial<PlanDetails> } => {
    if (!PLAN_NAME.test(name)) {
      fail('name', 'must have at most 32 lowercase letters, digits, _, and -, and start with a letter.');
    }
    return { name, given };
  },
);

const stopFields = Type.Object(
  {
    site: Type.String({ description: 'Suffix of the site names, for example `google.com`, or `*` for all sites.' }),
    reason: Type.String({ description: `Reason for the pause, 1 to ${MAX_STOP_REASON_CHARACTERS} characters.` }),
    minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_MINUTES,
        description: `Duration in minutes, 1 to ${MAX_MINUTES}. Default: ${DEFAULT_MINUTES}.`,
      }),
    ),
  },
  STRICT,
);

/** Parses a request to stop sending to a destination site. */
export const stopRequest = parserOf(stopFields, (given: Static<typeof stopFields>, fail) => {
  const site = siteSuffix(given.site);
  if (site === undefined)
    fail('site', 'must be the end of a site name, such as google.com, with 3 to 200 characters. Use * for all sites.');
  return {
    site: site ?? '',
    reason: plainText('reason', given.reason, MAX_STOP_REASON_CHARACTERS, fail).replaceAll(/\s+/g, ' '),
    minutes: given.minutes ?? DEFAULT_MINUTES,
  };
});

/** Selects all sites. Stored as an empty suffix, which matches every name. */
export const ALL_SITES = '*';

/** Returns the lowercase suffix of a site's name, or undefined if it is invalid. For all sites, the suffix is empty. */
export function siteSuffix(given: string): string | undefined {
  const site = given.trim().toLowerCase();
  if (site === ALL_SITES) return '';
  return SITE.test(site) && site.isWellFormed() ? site : undefined;
}
