import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';

const MAX_NAME_CHARACTERS = 100;
const MAX_MESSAGE_CHARACTERS = 2_000;
const MAX_TIMEZONE_CHARACTERS = 64;
const MAX_CAP_USD = 1_000_000;
const CENTS = 100;
const DEFAULT_PAGE = 50;
const MAX_PAGE = 200;
const MAX_ID_DIGITS = 15;
/**
 * Match control characters. Multiline text may contain tabs and line feeds, so the second pattern does not match them.
 */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const CONTROLS_OF_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const STRICT = { additionalProperties: false };

type Fail = (field: string, sentence: string) => void;

/** Parsed changes to an account. An absent property stays unchanged. */
export interface SettingsChange {
  /** If empty, the account's email address is used as its name. */
  readonly name?: string;
  readonly timezone?: string;
  readonly overageEnabled?: boolean;
  readonly overageCapCents?: number;
  readonly reportSuppressed?: boolean;
  readonly keepsConsentIp?: boolean;
  readonly doubleOptIn?: boolean;
}

/** Parses changes to the account's settings. */
export const settingsRequest = parserOf(
  Type.Object(
    {
      name: Type.Optional(
        Type.String({
          description: `The account’s name, up to ${MAX_NAME_CHARACTERS} characters. If empty, the account’s email address is used.`,
        }),
      ),
      timezone: Type.Optional(
        Type.String({
          description: 'IANA time zone name, for example `Europe/Berlin`. Usage is always counted in UTC.',
        }),
      ),
      overage_enabled: Type.Optional(Type.Boolean()),
      overage_cap_usd: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: MAX_CAP_USD,
          description: 'Maximum cost of overage per month, in US dollars.',
        }),
      ),
      report_suppressed: Type.Optional(
        Type.Boolean({
          description:
            'Whether emails to suppressed addresses are accepted and reported as `suppressed` instead of being rejected.',
        }),
      ),
      keeps_consent_ip: Type.Optional(
        Type.Boolean({
          description:
            'Whether the IP address of the subscriber is stored with each consent. If you turn this setting off, stored IP addresses are kept.',
        }),
      ),
      double_opt_in: Type.Optional(
        Type.Boolean({
          description:
            'Whether contacts must confirm their email address before they receive campaigns. The setting applies to new contacts ' +
            'that sign up or are added one at a time.',
        }),
      ),
    },
    STRICT,
  ),
  (given, fail): SettingsChange => ({
    ...(given.name !== undefined && { name: accountName(given.name, fail) }),
    ...(given.timezone !== undefined && { timezone: timezoneOf(given.timezone, fail) }),
    ...(given.overage_enabled !== undefined && { overageEnabled: given.overage_enabled }),
    ...(given.overage_cap_usd !== undefined && { overageCapCents: Math.round(given.overage_cap_usd * CENTS) }),
    ...(given.report_suppressed !== undefined && { reportSuppressed: given.report_suppressed }),
    ...(given.keeps_consent_ip !== undefined && { keepsConsentIp: given.keeps_consent_ip }),
    ...(given.double_opt_in !== undefined && { doubleOptIn: given.double_opt_in }),
  }),
);

export const reviewRequest = parserOf(
  Type.Object(
    {
      message: Type.String({
        description: `Message to the operator, 1 to ${MAX_MESSAGE_CHARACTERS} characters.`,
      }),
    },
    STRICT,
  ),
  (given, fail) => ({ message: plainText('message', given.message, MAX_MESSAGE_CHARACTERS, fail) }),
);

/** Parses the query of the audit log. */
export const auditQuery = parserOf(
  Type.Object({
    per_page: Type.Optional(
      Type.String({ description: `Entries per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.` }),
    ),
    before: Type.Optional(
      Type.String({ description: 'ID of an entry. Returns the older entries that follow this entry.' }),
    ),
    after: Type.Optional(
      Type.String({ description: 'ID of an entry. Returns the newer entries that precede this entry.' }),
    ),
  }),
  (given, fail) => {
    if (given.after && given.before) fail('after', 'must not be combined with `before`.');
    return {
      limit: wholeNumber('per_page', given.per_page, MAX_PAGE, fail) ?? DEFAULT_PAGE,
      before: wholeNumber('before', given.before, 10 ** MAX_ID_DIGITS, fail),
      after: wholeNumber('after', given.after, 10 ** MAX_ID_DIGITS, fail),
    };
  },
);

/**
 * Parses a whole number from 1 to `most` in a query string. Returns undefined if it is missing or invalid, and calls
 * `fail` if it is invalid.
 */
export function wholeNumber(field: string, given: string | undefined, most: number, fail: Fail): number | undefined {
  if (!given) return undefined;
  const value = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (value >= 1 && value <= most) return value;
  fail(field, most < 10 ** MAX_ID_DIGITS ? `must be an integer from 1 to ${most}.` : 'must be an ID.');
  return undefined;
}

/** Parses the name of an account. Names are one line, because they appear in email subjects. */
export function accountName(given: string, fail: Fail): string {
  const name = given.trim();
  if (Array.from(name).length > MAX_NAME_CHARACTERS)
    fail('name', `must have at most ${MAX_NAME_CHARACTERS} characters.`);
  if (CONTROLS.test(name) || !name.isWellFormed()) {
    fail('name', 'must not contain line breaks or control characters.');
  }
  return name;
}

/** Parses multiline text for emails and pages. */
export function plainText(field: string, given: string, maxCharacters: number, fail: Fail): string {
  const text = given.replaceAll('\r\n', '\n').trim();
  if (text === '' || text.length > maxCharacters) fail(field, `must have 1 to ${maxCharacters} characters.`);
  else if (CONTROLS_OF_TEXT.test(text) || !text.isWellFormed()) fail(field, 'must not contain control characters.');
  return text;
}

function timezoneOf(given: string, fail: Fail): string {
  try {
    if (given.length > MAX_TIMEZONE_CHARACTERS || !/^[A-Za-z]/.test(given)) throw new RangeError('No name');
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // The constructor throws a RangeError for an unknown time zone.
    fail('timezone', 'must be an IANA time zone name, for example Europe/Berlin.');
    return 'UTC';
  }
}
