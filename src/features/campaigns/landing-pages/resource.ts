import { Type } from 'typebox';
import {
  computed,
  createdAt,
  flag,
  id,
  idOrNull,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../../../http/resource/field.ts';
import * as given from '../../../http/resource/input.ts';
import {
  resource,
  type ChangeOf,
  type PresentedOf,
  type RowOf,
  type WrittenOf,
} from '../../../http/resource/resource.ts';
import {
  MAX_ALT_CHARACTERS,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_SLUG_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MIN_SLUG_CHARACTERS,
} from './limits.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const URL_EXAMPLE = 'https://mail.example.com/l/the-garden-post';
const PUBLISHED_AT = new Date('2026-11-22T09:00:00.000Z');
const URI = { format: 'uri' };

export const LANDING_PAGE = resource({
  table: 'landing_page',
  schemaId: 'LandingPage',
  nobody: 'public content of the account',
  fields: {
    id: id({ example: 5 }),
    user_id: computed(Type.Integer(), 1),
    title: text({
      example: 'The Garden Post',
      input: given.requiredLine({
        most: MAX_TITLE_CHARACTERS,
        description: `Heading of the page. At most ${MAX_TITLE_CHARACTERS} characters.`,
      }),
    }),
    body: text({
      example: 'What to sow, what to pick, and what to leave alone.\n\n- One email a month\n- No advertising',
      as: 'text',
      input: given.lines({
        most: MAX_TEXT_CHARACTERS,
        description: `Text of the page in Markdown: paragraphs, \`# headings\`, \`- lists\`, \`**strong**\`, \`*emphasis*\`, and \`[links](https://…)\`. At most ${MAX_TEXT_CHARACTERS} characters.`,
      }),
    }),
    description: text({
      example: '',
      answer: 'If empty, the beginning of the page’s text is used.',
      input: given.line({
        most: MAX_DESCRIPTION_CHARACTERS,
        description: `Description for search engines and link previews. If empty, the beginning of the page’s text is used. At most ${MAX_DESCRIPTION_CHARACTERS} characters.`,
      }),
    }),
    image_id: idOrNull({
      example: 12,
      input: given.idOrNull('ID of the image. Null if the page has no image.'),
    }),
    image_url: computed(
      Type.Union([Type.String(URI), Type.Null()]),
      'https://mail.example.com/i/12-8d969eef6ecad3c29a3a629280e686cf',
    ),
    image_alt: text({
      example: 'A gate in a hedge',
      input: given.line({
        most: MAX_ALT_CHARACTERS,
        description: `Alternative text of the image. Empty for decorative images. At most ${MAX_ALT_CHARACTERS} characters.`,
      }),
    }),
    form_id: id({
      example: 4,
      input: given.id(
        { description: 'ID of the sign-up form on the page. Each landing page needs its own form.' },
        true,
      ),
    }),
    slug: text({
      example: 'the-garden-post',
      select: 'landing_page_address.slug',
      input: given.input({
        shown: Type.String({
          description: `Last part of the URL. Must have ${MIN_SLUG_CHARACTERS} to ${MAX_SLUG_CHARACTERS} characters: a to z, 0 to 9, and single hyphens. Default: generated from the title.`,
        }),
        taken: Type.Union([Type.String(), Type.Null()]),
        read: slugOf,
      }),
    }),
    is_published: flag({ example: true, input: given.flag('Whether the page is public. Default: false.') }),
    url: computed(
      Type.String({ ...URI, description: 'Public URL of the page. The URL works only while the page is published.' }),
      URL_EXAMPLE,
    ),
    preview_url: computed(
      Type.String({ ...URI, description: 'Secret preview URL. The URL works even if the page is not published.' }),
      `${URL_EXAMPLE}?preview=9xQm2Vd0uYkLw1sZb3Tf`,
    ),
    published_at: timeOrNull({
      example: PUBLISHED_AT,
      answer: 'When the page was first published.',
      inserted: 'case when $is_published then now() end',
      updated: 'coalesce(published_at, case when $is_published then clock.at end)',
    }),
    /** Hash of the image in hexadecimal. */
    image_hash: textOrNull({ example: null, select: `encode(image.hash, 'hex')`, isHidden: true }),
    created_at: createdAt,
    updated_at: time({ example: PUBLISHED_AT, updated: 'clock.at' }),
  },
});

export type PageRow = RowOf<typeof LANDING_PAGE>;
/** Columns of a landing page that callers can set. */
export type PageContent = WrittenOf<typeof LANDING_PAGE>;
/** Parsed change to a landing page. Absent fields are not changed. */
export type PageChange = ChangeOf<typeof LANDING_PAGE>;
export type PresentedPage = PresentedOf<typeof LANDING_PAGE>;

/** Returns the slug, or undefined if the value is empty. HTML forms submit an empty value to keep the current slug. */
function slugOf(text: string | null, field: string, fail: given.Fail): string | undefined {
  const slug = text?.trim().toLowerCase() ?? '';
  if (slug === '') return undefined;
  if (!SLUG.test(slug) || slug.length < MIN_SLUG_CHARACTERS || slug.length > MAX_SLUG_CHARACTERS) {
    fail(
      field,
      `must have ${MIN_SLUG_CHARACTERS} to ${MAX_SLUG_CHARACTERS} characters: a to z, 0 to 9, and single hyphens between them.`,
    );
  }
  return slug;
}
