import { Type, type Static } from 'typebox';
import { flagOf, flagSchema } from '../../../http/account/flags.ts';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import {
  MAX_ALT_CHARACTERS,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_SLUG_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MIN_SLUG_CHARACTERS,
} from './limits.ts';

/** What a caller says of a page; what is absent stays. */
export interface PageChange {
  readonly title?: string;
  readonly text?: string;
  readonly description?: string;
  /** Null: none. */
  readonly imageId?: number | null;
  readonly imageAlt?: string;
  readonly formId?: number;
  readonly slug?: string;
  readonly isPublished?: boolean;
}

/** A page that is to be made. */
export interface NewPage extends PageChange {
  readonly title: string;
  readonly formId: number;
}

type Fail = (field: string, sentence: string) => void;

const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;
const TEXT_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const title = Type.String({ description: `Heading of the page. At most ${MAX_TITLE_CHARACTERS} characters.` });
const formId = Type.Integer({
  minimum: 1,
  description: 'ID of the sign-up form on the page. Each page needs its own form.',
});
const more = {
  text: Type.Optional(
    Type.String({
      description: `Text of the page in Markdown: paragraphs, \`# headings\`, \`- lists\`, \`**strong**\`, \`*emphasis*\`, and \`[links](https://…)\`. At most ${MAX_TEXT_CHARACTERS} characters.`,
    }),
  ),
  description: Type.Optional(
    Type.String({
      description: `Description for search engines and link previews. If empty, the beginning of the text is used. At most ${MAX_DESCRIPTION_CHARACTERS} characters.`,
    }),
  ),
  image_id: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'ID of the image. Null if the page has no image.',
    }),
  ),
  image_alt: Type.Optional(
    Type.String({
      description: `Alternative text of the image. Empty for decorative images. At most ${MAX_ALT_CHARACTERS} characters.`,
    }),
  ),
  slug: Type.Optional(
    Type.String({
      description: `Last part of the URL. Must have ${MIN_SLUG_CHARACTERS} to ${MAX_SLUG_CHARACTERS} characters: a to z, 0 to 9, and single hyphens. Default: generated from the title.`,
    }),
  ),
  is_published: Type.Optional(Type.Boolean({ description: 'Whether the page is public. Default: false.' })),
};

const newShown = Type.Object({ title, form_id: formId, ...more });
const changeShown = Type.Object({ title: Type.Optional(title), form_id: Type.Optional(formId), ...more });

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** What clients write loosely. */
const taken = Type.Object({
  title: text,
  form_id: Type.Optional(idSchema),
  text,
  description: text,
  image_id: Type.Optional(Type.Union([idSchema, Type.Null()])),
  image_alt: text,
  slug: text,
  is_published: Type.Optional(flagSchema),
});

/** Parser of a page of landing pages. */
export const pagesQuery = parserOf(
  Type.Object({
    ...pageParameters(),
    query: Type.Optional(Type.String({ description: 'Part of the title, case-insensitive.' })),
  }),
  (given, fail) => {
    const searched = given.query?.trim() ?? '';
    if (Array.from(searched).length > MAX_TITLE_CHARACTERS) {
      fail('query', `must have at most ${MAX_TITLE_CHARACTERS} characters.`);
    }
    return { ...pageQueryOf(given, fail), text: searched };
  },
);

/** Parser of a new page. */
export const newPage = shownAs(
  newShown,
  parserOf(taken, (given, fail): NewPage => {
    if (given.title === undefined) fail('title', 'is required.');
    if (given.form_id === undefined) fail('form_id', 'is required.');
    const change = changeOf(given, fail);
    return { ...change, title: change.title ?? '', formId: change.formId ?? 0 };
  }),
);

/** Parser of what is changed of a page. */
export const pageChange = shownAs(changeShown, parserOf(taken, changeOf));

/** What somebody opens a page with; nobody could mend an address that another page made. */
export const openedWith = parserOf(Type.Record(Type.String(), Type.Unknown()), (given) => ({
  preview: typeof given['preview'] === 'string' ? given['preview'] : undefined,
}));

function changeOf(given: Static<typeof taken>, fail: Fail): PageChange {
  return {
    ...(given.title !== undefined && { title: titleOf(given.title, fail) }),
    ...(given.form_id !== undefined && { formId: numberOf(given.form_id, 'form_id', fail) }),
    ...(given.text !== undefined && { text: textOf(given.text, fail) }),
    ...(given.description !== undefined && {
      description: lineOf(given.description, 'description', MAX_DESCRIPTION_CHARACTERS, fail),
    }),
    ...(given.image_id !== undefined && { imageId: imageOf(given.image_id, fail) }),
    ...(given.image_alt !== undefined && {
      imageAlt: lineOf(given.image_alt, 'image_alt', MAX_ALT_CHARACTERS, fail),
    }),
    ...(given.slug !== undefined && slugIn(given.slug, fail)),
    ...(given.is_published !== undefined && { isPublished: flagOf(given.is_published, 'is_published', fail) }),
  };
}

function titleOf(given: string | null, fail: Fail): string {
  const line = lineOf(given, 'title', MAX_TITLE_CHARACTERS, fail);
  if (line === '') fail('title', 'is required.');
  return line;
}

function numberOf(given: number | string, field: string, fail: Fail): number {
  const id = idOf(given);
  if (id === undefined) fail(field, 'must be an ID (a positive whole number).');
  return id ?? 0;
}

/** Null for nothing, as forms write it. */
function imageOf(given: number | string | null, fail: Fail): number | null {
  return given === null || given === '' ? null : numberOf(given, 'image_id', fail);
}

function lineOf(given: string | null, field: string, most: number, fail: Fail): string {
  const line = given?.trim() ?? '';
  if (Array.from(line).length > most) fail(field, `must have at most ${most} characters.`);
  else if (CONTROLS.test(line) || !line.isWellFormed())
    fail(field, 'must not contain line breaks or control characters.');
  return line;
}

function textOf(given: string | null, fail: Fail): string {
  const lines = (given?.trim() ?? '').replaceAll(/\r\n?/g, '\n');
  if (Array.from(lines).length > MAX_TEXT_CHARACTERS)
    fail('text', `must have at most ${MAX_TEXT_CHARACTERS} characters.`);
  else if (TEXT_CONTROLS.test(lines) || !lines.isWellFormed()) fail('text', 'must not contain control characters.');
  return lines;
}

/** Nothing stays what it is, as forms write it. */
function slugIn(given: string | null, fail: Fail): Pick<PageChange, 'slug'> {
  const slug = given?.trim().toLowerCase() ?? '';
  if (slug === '') return {};
  if (!SLUG.test(slug) || slug.length < MIN_SLUG_CHARACTERS || slug.length > MAX_SLUG_CHARACTERS) {
    fail(
      'slug',
      `must have ${MIN_SLUG_CHARACTERS} to ${MAX_SLUG_CHARACTERS} characters: a to z, 0 to 9, and single hyphens between them.`,
    );
  }
  return { slug };
}
