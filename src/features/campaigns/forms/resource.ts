import { Type } from 'typebox';
import {
  computed,
  createdAt,
  flag,
  flagOrNull,
  id,
  ids,
  idOrNull,
  json,
  text,
  textOrNull,
  updatedAt,
} from '../../../http/resource/field.ts';
import {
  CONTROLS,
  flagOr,
  input,
  lineOrNull,
  linesOrNull,
  pageLanguageOrNull,
  requiredLine,
  someIds,
  type Fail,
} from '../../../http/resource/input.ts';
import { resource, type ChangeOf, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';
import type { ContactField } from '../../audience/contact-fields/index.ts';
import { LIST } from '../../audience/lists/index.ts';
import {
  MAX_BUTTON_CHARACTERS,
  MAX_LISTS,
  MAX_SHOWN_FIELDS,
  MAX_TEXT_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
} from './limits.ts';

/** The properties of a custom field that forms use. */
export type FormField = Pick<ContactField, 'label' | 'name' | 'type'>;

/** SQL expression for the custom fields of a form, except deleted fields. Uses the primary key. */
const SHOWN_FIELDS = `coalesce((
     select jsonb_agg(jsonb_build_object('name', d.name, 'label', d.label, 'type', d.type) order by array_position(form.field_ids, d.id))
     from contact_field d where d.account_id = form.account_id and d.id = any(form.field_ids)
   ), '[]')`;

const code = 'k3x9qa';
const REDIRECT = 'URL (HTTP or HTTPS) to redirect to after sign-up. If null, the built-in thank-you page is shown.';

export const FORM = resource({
  table: 'form',
  schemaId: 'Form',
  nobody: 'account settings and content',
  fields: {
    id: id({ example: 4 }),
    // The code is set after the insert, when the form has an ID.
    code: text({ example: code, isHidden: true, inserted: `''` }),
    title: text({
      example: 'Newsletter',
      input: requiredLine({
        most: MAX_TITLE_CHARACTERS,
        description: `At most ${MAX_TITLE_CHARACTERS} characters.`,
      }),
    }),
    landing_page_id: idOrNull({ example: null, answer: 'The landing page that shows the form.' }),
    redirect_url: textOrNull({
      example: 'https://www.acme.example/thanks',
      answer: 'URL to redirect to after sign-up. If null, the built-in thank-you page is shown.',
      input: input({
        shown: Type.Union([Type.String(), Type.Null()], {
          description: `${REDIRECT} At most ${MAX_URL_CHARACTERS} characters.`,
          documentedAs: { format: 'uri' },
        }),
        taken: Type.Union([Type.String(), Type.Null()]),
        read: urlOf,
      }),
    }),
    gdpr_required: flag({
      example: true,
      answer: 'Whether the consent checkbox is required.',
      input: flagOr(false, 'Whether the consent checkbox is required. Default: false.'),
    }),
    double_opt_in: flagOrNull({
      example: null,
      answer:
        'Postrider extension. Whether new subscribers must confirm their address. If null, the account setting applies.',
      input: flagOr(
        null,
        'Postrider extension. Whether new subscribers must confirm their address. If null (default), the account setting applies.',
      ),
    }),
    url: computed(
      Type.String({ format: 'uri', description: 'URL of the sign-up page.' }),
      `https://mail.example.com/f/${code}`,
    ),
    list_ids: ids({
      example: [LIST.example.id],
      as: 'lists',
      isHidden: true,
      input: someIds(
        `Lists that new subscribers are added to, at most ${MAX_LISTS}. These lists replace the existing lists of the form.`,
        {
          most: MAX_LISTS,
          noun: 'list',
        },
      ),
    }),
    lists: computed(Type.Array(LIST.schema, { description: 'Lists that new subscribers are added to.' }), [
      LIST.example,
    ]),
    heading: textOrNull({
      example: 'News from the workshop',
      answer: 'Postrider extension. If null, the title is used.',
      input: lineOrNull({
        most: MAX_TITLE_CHARACTERS,
        description: 'Postrider extension. Heading above the form. If null, the title is used.',
      }),
    }),
    description: textOrNull({
      example: 'One email a month.',
      answer: 'Postrider extension.',
      input: linesOrNull({
        most: MAX_TEXT_CHARACTERS,
        description: `Postrider extension. Text below the heading. Can contain line breaks. At most ${MAX_TEXT_CHARACTERS} characters. If null, no text is shown.`,
      }),
    }),
    button: textOrNull({
      example: null,
      answer: 'Postrider extension. If null, the default text is used.',
      input: lineOrNull({
        most: MAX_BUTTON_CHARACTERS,
        description: `Postrider extension. Label of the button. At most ${MAX_BUTTON_CHARACTERS} characters. If null, the default text is used.`,
      }),
    }),
    consent_text: textOrNull({
      example: null,
      answer: 'Postrider extension. If null, the default text is used.',
      input: linesOrNull({
        most: MAX_TEXT_CHARACTERS,
        description: `Postrider extension. Label of the consent checkbox. Postrider stores the label with each consent. At most ${MAX_TEXT_CHARACTERS} characters. If null, the default text is used.`,
      }),
    }),
    language: textOrNull({
      example: null,
      answer:
        'Postrider extension. Language of the sign-up page as a BCP 47 tag. If null, the page uses the language of the visitor.',
      input: pageLanguageOrNull(
        'Postrider extension. Language of the sign-up page as a BCP 47 tag, such as `de`. New subscribers are assigned this language. If null, the page uses the language of the visitor.',
      ),
    }),
    field_ids: ids({ example: [7], isHidden: true, isWritten: true }),
    fields: json<readonly FormField[]>(
      Type.Unknown(),
      [],
    )({
      example: [{ name: 'city', label: 'City', type: 'text' }],
      select: SHOWN_FIELDS,
      isHidden: true,
    }),
    field_names: computed(
      Type.Array(Type.String(), { description: 'Postrider extension. Names of the custom fields in the form.' }),
      ['city'],
      {
        as: 'fields',
        input: input({
          shown: Type.Array(Type.String(), {
            description: `Postrider extension. Names of the custom fields in the form, in display order, at most ${MAX_SHOWN_FIELDS}. These fields replace the existing fields of the form.`,
          }),
          taken: Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()]),
          read: fieldNamesOf,
        }),
      },
    ),
    submissions: id({
      example: 12,
      as: 'submissions_count',
      answer: 'Postrider extension. Number of submissions, including those that did not result in a sign-up.',
    }),
    created_at: createdAt,
    updated_at: updatedAt,
  },
});

export type FormRow = RowOf<typeof FORM>;
/** Parsed change to a form. Absent fields are not changed, and null clears a field. */
export type FormChange = ChangeOf<typeof FORM>;
/** A form as shown in listings. */
export type PresentedForm = PresentedOf<typeof FORM>;

/** Returns the names without duplicates. An empty value, as HTML forms submit it, means no fields. */
function fieldNamesOf(given: readonly string[] | string | null, field: string, fail: Fail): readonly string[] {
  const names = [given ?? []].flat().map((name) => name.trim().toLowerCase());
  const some = [...new Set(names.filter((name) => name !== ''))];
  if (some.length > MAX_SHOWN_FIELDS) fail(field, `must have at most ${MAX_SHOWN_FIELDS} fields.`);
  return some;
}

/** Trims and checks a URL. Returns null for an empty value, because HTML forms submit one for an empty field. */
function urlOf(given: string | null, field: string, fail: Fail): string | null {
  const url = given?.trim() ?? '';
  if (url === '') return null;
  const isWeb = /^https?:\/\/[^\s\\]+$/i.test(url) && !CONTROLS.test(url) && URL.canParse(url);
  if (!isWeb) fail(field, 'must be a URL like https://www.example.com/thanks.');
  // Redirects use the ASCII form of the URL, which may be longer.
  else if (new URL(url).href.length > MAX_URL_CHARACTERS)
    fail(field, `must have at most ${MAX_URL_CHARACTERS} characters.`);
  return url;
}
