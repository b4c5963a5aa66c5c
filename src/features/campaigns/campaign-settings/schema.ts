import { Type } from 'typebox';
import { isFault, parseAddress } from '../../../mail/address.ts';
import { MAX_TEXT_CHARACTERS } from '../../../mail/languages/own-texts.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, parsePageLanguage } from '../../../mail/languages/tags.ts';
import { parserOf } from '../../../http/parser.ts';
import type { CampaignSettings } from './queries.ts';
import { textsOf, type SettingsChange } from './texts.ts';

const MAX_ADDRESS_CHARACTERS = 500;
const MAX_ADDRESS_LINES = 10;
/** Maximum length of a sender name or address, in characters. Same limit as for the sender of a campaign. */
const MAX_SENDER_CHARACTERS = 191;
/** Largest limit on automation emails per contact. */
const MAX_CAP_EMAILS = 100;
/** Maximum number of days for which the limit on automation emails per contact counts emails. */
export const MAX_CAP_DAYS = 90;
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;

const TEXT = Type.Union([Type.String(), Type.Null()]);

const CAP = Type.Object({ emails: Type.Integer(), days: Type.Integer() }, { additionalProperties: false });

export const settingsFields = {
  postal_address: Type.String({
    description: `Postal address, shown with its line breaks at the end of every campaign. Required to send campaigns. At most ${MAX_ADDRESS_CHARACTERS} characters and ${MAX_ADDRESS_LINES} lines.`,
  }),
  from_name: Type.String({
    description: `Default sender name for new campaigns. At most ${MAX_SENDER_CHARACTERS} characters.`,
  }),
  from_email: Type.String({ description: 'Default sender address for new campaigns. Empty if there is no default.' }),
  tracks_opens: Type.Boolean({ description: 'Whether new campaigns track opens.' }),
  tracks_clicks: Type.Boolean({ description: 'Whether new campaigns track clicks.' }),
  uses_canary: Type.Boolean({
    description:
      'Whether large campaigns are sent to a small part of the audience first. The operator’s settings take precedence.',
  }),
  archives: Type.Boolean({
    description:
      'Whether to show sent campaigns in a public archive, including campaigns sent before you turn on the archive.',
  }),
  archive_title: Type.String({
    description: `Heading of the archive. At most ${MAX_SENDER_CHARACTERS} characters. If empty, the account name is used.`,
  }),
  language: Type.String({
    description: `Language of public pages and of emails that Postrider writes, for readers whose language is unknown, as a BCP 47 tag. One of ${LANGUAGES.join(', ')}, or one of these languages with another region, such as \`de-AT\`.`,
  }),
  accent_color: Type.String({
    description: 'Color of buttons and links on public pages, as `#rrggbb`. If empty, the default color is used.',
  }),
  texts: Type.Record(Type.String(), Type.Record(Type.String(), TEXT), {
    description: `Custom texts for public pages, the confirmation email, and the footer, keyed by language and then by text name. In requests, omitted texts stay unchanged, and null restores the default text. At most ${MAX_TEXT_CHARACTERS} characters per text.`,
  }),
  automation_cap: Type.Union([CAP, Type.Null()], {
    description: `Maximum number of automation emails (1 to ${MAX_CAP_EMAILS}) that a contact receives within a number of days (1 to ${MAX_CAP_DAYS}), across all automations. Contacts wait at their step until the limit allows the email. Null means no limit.`,
  }),
};

/** Parser for changes to the settings. Absent settings stay unchanged. */
export const settingsChange = parserOf(
  Type.Object(Type.Partial(Type.Object(settingsFields)).properties, { additionalProperties: false }),
  (given, fail): SettingsChange => ({
    ...given,
    ...(given.postal_address !== undefined && { postal_address: addressOf(given.postal_address, fail) }),
    ...(given.from_name !== undefined && { from_name: nameOf(given.from_name, 'from_name', fail) }),
    ...(given.archive_title !== undefined && { archive_title: nameOf(given.archive_title, 'archive_title', fail) }),
    ...(given.language !== undefined && { language: languageOf(given.language, fail) }),
    ...(given.accent_color !== undefined && { accent_color: accentOf(given.accent_color, fail) }),
    ...(given.from_email !== undefined && { from_email: emailOf(given.from_email, fail) }),
    ...(given.texts !== undefined && { texts: textsOf(given.texts, fail) }),
    ...(given.automation_cap && { automation_cap: capOf(given.automation_cap, fail) }),
  }),
);

type Cap = NonNullable<CampaignSettings['automation_cap']>;

function capOf({ days, emails }: Cap, fail: Fail): Cap {
  const isWithin = (value: number, most: number): boolean => value >= 1 && value <= most;
  if (!isWithin(emails, MAX_CAP_EMAILS)) {
    fail('automation_cap.emails', `must be an integer from 1 to ${MAX_CAP_EMAILS}.`);
  }
  if (!isWithin(days, MAX_CAP_DAYS)) fail('automation_cap.days', `must be an integer from 1 to ${MAX_CAP_DAYS}.`);
  return { emails, days };
}

type Fail = (field: string, sentence: string) => void;

/** Trims each line and removes empty lines at the start and the end. */
function addressOf(given: string, fail: Fail): string {
  const lines = given.split(/\r\n|\r|\n/).map((line) => line.trim());
  const text = lines.join('\n').replaceAll(/^\n+|\n+$/g, '');
  if (Array.from(text).length > MAX_ADDRESS_CHARACTERS || text.split('\n').length > MAX_ADDRESS_LINES) {
    fail('postal_address', `must have at most ${MAX_ADDRESS_CHARACTERS} characters and ${MAX_ADDRESS_LINES} lines.`);
  }
  if (CONTROLS.test(text.replaceAll('\n', '')) || !text.isWellFormed()) {
    fail('postal_address', 'must not contain control characters.');
  }
  return text;
}

function nameOf(given: string, field: string, fail: Fail): string {
  const name = given.trim();
  if (Array.from(name).length > MAX_SENDER_CHARACTERS) {
    fail(field, `must have at most ${MAX_SENDER_CHARACTERS} characters.`);
  }
  if (CONTROLS.test(name) || !name.isWellFormed()) {
    fail(field, 'must not contain line breaks or control characters.');
  }
  return name;
}

function languageOf(given: string, fail: Fail): string {
  const parsed = parsePageLanguage(given);
  if ('tag' in parsed) return parsed.tag;
  fail('language', parsed.fault);
  return given;
}

function accentOf(given: string, fail: Fail): string {
  const color = given.trim().toLowerCase();
  if (color !== '' && !/^#[0-9a-f]{6}$/.test(color)) fail('accent_color', 'must be a color like #0a7d4f.');
  return color;
}

function emailOf(given: string, fail: Fail): string {
  const email = given.trim();
  if (email === '') return '';
  if (email.length > MAX_SENDER_CHARACTERS)
    fail('from_email', `must have at most ${MAX_SENDER_CHARACTERS} characters.`);
  const parsed = parseAddress(email);
  if (!isFault(parsed)) return parsed;
  fail('from_email', parsed.fault);
  return email;
}

/** Parses the query parameter for the language of the strings in public pages and emails. */
export const textsQuery = parserOf(
  Type.Object({ language: Type.Optional(Type.String({ description: 'Language of the texts. Default: `en`.' })) }),
  ({ language = DEFAULT_LANGUAGE }, fail) => {
    const known = LANGUAGES.find((one) => one === language);
    if (known === undefined) fail('language', `must be one of ${LANGUAGES.join(', ')}.`);
    return { language: known ?? DEFAULT_LANGUAGE };
  },
);
