import { Type } from 'typebox';
import { isFault, parseAddress } from '../../../mail/address.ts';
import { MAX_TEXT_CHARACTERS } from '../../../mail/languages/own-texts.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../mail/languages/catalog.ts';
import { parsePageLanguage } from '../../../mail/languages/tags.ts';
import { parserOf } from '../../../http/parser.ts';
import { FONT_NAMES } from '../../../mail/design/fonts.ts';
import { brandIn, NETWORK_NAMES } from './brand-input.ts';
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
    description: `Language of public pages and generated emails if the reader’s language is unknown, as a BCP 47 tag. One of ${LANGUAGES.join(', ')}, or one of these languages with another region, such as \`de-AT\`.`,
  }),
  accent_color: Type.String({
    description:
      'Color of buttons and links in new emails and on public pages, as `#rrggbb`. Where the color is hard to read, a darker or lighter shade is used. If empty, the default color is used.',
  }),
  text_color: Type.String({
    description:
      'Color of text in new emails and on public pages, as `#rrggbb`. The contrast ratio with `surface_color` must be at least 4.5:1. If empty, the default color is used.',
  }),
  surface_color: Type.String({
    description:
      'Background of the content of new emails and public pages, as `#rrggbb`. If empty, the default is used.',
  }),
  background_color: Type.String({
    description:
      'Background around the content of new emails and public pages, as `#rrggbb`. If empty, the default is used.',
  }),
  font: Type.String({
    description: `Font of new emails: ${FONT_NAMES.map((name) => `\`${name}\``).join(', ')}. If empty, the default font is used.`,
  }),
  logo_image_id: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'ID of the image that is shown as the logo in new emails and on public pages. Null if there is no logo.',
  }),
  footer_text: Type.String({
    description: `Text above the postal address in the footer that Postrider adds to emails, also available as \`{{ account.footer_text }}\`. At most ${MAX_ADDRESS_CHARACTERS} characters and ${MAX_ADDRESS_LINES} lines.`,
  }),
  social_links: Type.Record(Type.String(), TEXT, {
    description: `Links to profiles for new emails, by network: ${NETWORK_NAMES.map((name) => `\`${name}\``).join(', ')}. In requests, omitted networks stay unchanged, and null removes a link.`,
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
  ({ font, social_links, texts, ...given }, fail): SettingsChange => ({
    ...given,
    ...linesIn(given, fail),
    ...brandIn({ ...given, ...(font !== undefined && { font }), ...(social_links && { social_links }) }, fail),
    ...(given.from_name !== undefined && { from_name: nameOf(given.from_name, 'from_name', fail) }),
    ...(given.archive_title !== undefined && { archive_title: nameOf(given.archive_title, 'archive_title', fail) }),
    ...(given.language !== undefined && { language: languageOf(given.language, fail) }),
    ...(given.from_email !== undefined && { from_email: emailOf(given.from_email, fail) }),
    ...(texts !== undefined && { texts: textsOf(texts, fail) }),
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

const LINES = ['postal_address', 'footer_text'] as const;

/** Parses the texts that may contain line breaks. */
function linesIn(given: Partial<Record<(typeof LINES)[number], string>>, fail: Fail) {
  const parsed: Partial<Record<(typeof LINES)[number], string>> = {};
  for (const field of LINES) {
    const text = given[field];
    if (text !== undefined) parsed[field] = linesOf(text, field, fail);
  }
  return parsed;
}

/** Trims each line and removes empty lines at the start and the end. */
function linesOf(given: string, field: string, fail: Fail): string {
  const lines = given.split(/\r\n|\r|\n/).map((line) => line.trim());
  const text = lines.join('\n').replaceAll(/^\n+|\n+$/g, '');
  if (Array.from(text).length > MAX_ADDRESS_CHARACTERS || text.split('\n').length > MAX_ADDRESS_LINES) {
    fail(field, `must have at most ${MAX_ADDRESS_CHARACTERS} characters and ${MAX_ADDRESS_LINES} lines.`);
  }
  if (CONTROLS.test(text.replaceAll('\n', '')) || !text.isWellFormed()) {
    fail(field, 'must not contain control characters.');
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

/** Query parameter for the language of the strings in public pages and emails. */
export const textsLanguage = Type.Optional(Type.String({ description: 'Language of the texts. Default: `en`.' }));

export function languageOfTexts(given: string | undefined, fail: (field: string, sentence: string) => void): Language {
  const known = LANGUAGES.find((one) => one === (given ?? DEFAULT_LANGUAGE));
  if (known === undefined) fail('language', `must be one of ${LANGUAGES.join(', ')}.`);
  return known ?? DEFAULT_LANGUAGE;
}

/** Parses the query parameter for the language of the strings in public pages and emails. */
export const textsQuery = parserOf(Type.Object({ language: textsLanguage }), ({ language }, fail) => ({
  language: languageOfTexts(language, fail),
}));
