import { Type, type Static } from 'typebox';
import { idsOf, idsSchema } from '../../../http/account/ids.ts';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import {
  MAX_BUTTON_CHARACTERS,
  MAX_LISTS,
  MAX_SHOWN_FIELDS,
  MAX_TEXT_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
} from './limits.ts';

/** What a caller says of a form; what is absent stays, null takes away. */
export interface FormChange {
  readonly title?: string;
  readonly listIds?: readonly number[];
  readonly redirectUrl?: string | null;
  readonly gdprRequired?: boolean;
  /** Null: as the account. */
  readonly isDouble?: boolean | null;
  readonly heading?: string | null;
  readonly description?: string | null;
  readonly button?: string | null;
  readonly consentText?: string | null;
  /** Names of fields of the account. */
  readonly fields?: readonly string[];
}

/** A form that is to be made. */
export interface NewForm extends FormChange {
  readonly title: string;
  readonly listIds: readonly number[];
}

type Fail = (field: string, sentence: string) => void;

const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;
const TEXT_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/;

const orNull = (description: string, documentedAs: object = {}) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description, documentedAs }));

const title = Type.String({ description: `At most ${MAX_TITLE_CHARACTERS} characters.` });
const lists = Type.Array(Type.Integer({ minimum: 1 }), {
  minItems: 1,
  description: `Lists that new subscribers are added to, at most ${MAX_LISTS}. The given lists replace the existing ones.`,
});
const more = {
  fields: Type.Optional(
    Type.Array(Type.String(), {
      description: `Postrider extension. Names of the custom fields in the form, in display order, at most ${MAX_SHOWN_FIELDS}. The given fields replace the existing ones.`,
    }),
  ),
  redirect_url: orNull(
    `URL (HTTP or HTTPS) to redirect to after sign-up. If null, the built-in thank-you page is shown. At most ${MAX_URL_CHARACTERS} characters.`,
    { format: 'uri' },
  ),
  gdpr_required: Type.Optional(
    Type.Boolean({ description: 'Whether the consent checkbox is required. Default: false.' }),
  ),
  double_opt_in: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description:
        'Postrider extension. Whether new subscribers must confirm their address. If null (default), the account setting applies.',
    }),
  ),
  heading: orNull('Postrider extension. Heading above the form. If null, the title is used.'),
  description: orNull(
    `Postrider extension. Text below the heading. Can contain line breaks. At most ${MAX_TEXT_CHARACTERS} characters. If null, no text is shown.`,
  ),
  button: orNull(
    `Postrider extension. Label of the button. At most ${MAX_BUTTON_CHARACTERS} characters. If null, the default text is used.`,
  ),
  consent_text: orNull(
    `Postrider extension. Label of the consent checkbox. Postrider stores the label with each consent. At most ${MAX_TEXT_CHARACTERS} characters. If null, the default text is used.`,
  ),
};

/** What the API document says of a new form. */
const newShown = Type.Object({ title, lists, ...more });
const changeShown = Type.Object({ title: Type.Optional(title), lists: Type.Optional(lists), ...more });

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** Forms have texts alone. */
const loose = Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]));
/** What clients write loosely. */
const taken = Type.Object({
  title: text,
  lists: Type.Optional(idsSchema),
  redirect_url: text,
  gdpr_required: loose,
  double_opt_in: loose,
  heading: text,
  description: text,
  button: text,
  consent_text: text,
  fields: Type.Optional(Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()])),
});

/** Parser of a page of forms. */
export const formsQuery = parserOf(
  Type.Object({
    ...pageParameters(),
    query: Type.Optional(Type.String({ description: 'Part of the title, case-insensitive.' })),
  }),
  (given, fail) => {
    const searched = given.query?.trim() ?? '';
    if (Array.from(searched).length > MAX_TITLE_CHARACTERS) {
      fail('query', `must have at most ${MAX_TITLE_CHARACTERS} characters.`);
    }
    return { ...pageQueryOf(given, fail), text: searched === '' ? undefined : searched };
  },
);

/** Parser of a new form. */
export const newForm = shownAs(
  newShown,
  parserOf(taken, (given, fail): NewForm => {
    if (given.title === undefined) fail('title', 'is required.');
    if (given.lists === undefined) fail('lists', 'is required.');
    const change = changeOf(given, fail);
    return { ...change, title: change.title ?? '', listIds: change.listIds ?? [] };
  }),
);

/** Parser of what is changed of a form. */
export const formChange = shownAs(changeShown, parserOf(taken, changeOf));

function changeOf(given: Static<typeof taken>, fail: Fail): FormChange {
  const short = (field: 'heading' | 'button', most: number) => lineOf(given[field] ?? null, field, most, fail);
  return {
    ...(given.title !== undefined && { title: titleOf(given.title, fail) }),
    ...(given.lists !== undefined && { listIds: listsOf(given.lists, fail) }),
    ...(given.redirect_url !== undefined && { redirectUrl: urlOf(given.redirect_url, fail) }),
    ...(given.gdpr_required !== undefined && {
      gdprRequired: flagOf(given.gdpr_required, 'gdpr_required', fail) ?? false,
    }),
    ...(given.double_opt_in !== undefined && { isDouble: flagOf(given.double_opt_in, 'double_opt_in', fail) }),
    ...(given.heading !== undefined && { heading: short('heading', MAX_TITLE_CHARACTERS) }),
    ...(given.description !== undefined && { description: textOf(given.description, 'description', fail) }),
    ...(given.button !== undefined && { button: short('button', MAX_BUTTON_CHARACTERS) }),
    ...(given.consent_text !== undefined && { consentText: textOf(given.consent_text, 'consent_text', fail) }),
    ...(given.fields !== undefined && { fields: fieldNamesOf(given.fields, fail) }),
  };
}

function titleOf(given: string | null, fail: Fail): string {
  const line = lineOf(given, 'title', MAX_TITLE_CHARACTERS, fail);
  if (line === null) fail('title', 'is required.');
  return line ?? '';
}

function listsOf(given: Static<typeof idsSchema>, fail: Fail): readonly number[] {
  let isFaulty = false;
  const complain: Fail = (field, sentence) => {
    isFaulty = true;
    fail(field, sentence);
  };
  const ids = idsOf(given, 'lists', complain, MAX_LISTS) ?? [];
  if (ids.length === 0 && !isFaulty) fail('lists', 'must have at least one list.');
  return ids;
}

/** None for nothing, as forms write it; each once. */
function fieldNamesOf(given: readonly string[] | string | null, fail: Fail): readonly string[] {
  const names = [given ?? []].flat().map((name) => name.trim().toLowerCase());
  const some = [...new Set(names.filter((name) => name !== ''))];
  if (some.length > MAX_SHOWN_FIELDS) fail('fields', `must have at most ${MAX_SHOWN_FIELDS} fields.`);
  return some;
}

/** Null for nothing, as forms write it. */
function lineOf(given: string | null, field: string, most: number, fail: Fail): string | null {
  const line = given?.trim() ?? '';
  if (Array.from(line).length > most) fail(field, `must have at most ${most} characters.`);
  else if (CONTROLS.test(line)) fail(field, 'must not contain line breaks or control characters.');
  return line === '' ? null : line;
}

function textOf(given: string | null, field: string, fail: Fail): string | null {
  const lines = (given?.trim() ?? '').replaceAll(/\r\n?/g, '\n');
  if (Array.from(lines).length > MAX_TEXT_CHARACTERS)
    fail(field, `must have at most ${MAX_TEXT_CHARACTERS} characters.`);
  else if (TEXT_CONTROLS.test(lines)) fail(field, 'must not contain control characters.');
  return lines === '' ? null : lines;
}

function urlOf(given: string | null, fail: Fail): string | null {
  const url = given?.trim() ?? '';
  if (url === '') return null;
  const isWeb = /^https?:\/\/[^\s\\]+$/i.test(url) && !CONTROLS.test(url) && URL.canParse(url);
  if (!isWeb) fail('redirect_url', 'must be a URL like https://www.example.com/thanks.');
  // Browsers are told the form in which it is written in ASCII, which is the longer one.
  else if (new URL(url).href.length > MAX_URL_CHARACTERS) {
    fail('redirect_url', `must have at most ${MAX_URL_CHARACTERS} characters.`);
  }
  return url;
}

/** Null for nothing, as forms write it. */
function flagOf(given: boolean | number | string | null, field: string, fail: Fail): boolean | null {
  const word = String(given ?? '')
    .trim()
    .toLowerCase();
  if (word === '') return null;
  if (['true', '1', 'on', 'yes'].includes(word)) return true;
  if (!['false', '0', 'off', 'no'].includes(word)) fail(field, 'must be true or false.');
  return false;
}
