import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { imagePath } from '../images/index.ts';
import type { Previews } from './previews.ts';
import type { PageRow } from './queries.ts';

const TIME = Type.String({ format: 'date-time' });
const URI = Type.String({ format: 'uri' });

/** A landing page, as the API shows it. */
export const landingPageSchema = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer(),
    title: Type.String(),
    text: Type.String(),
    description: Type.String({ description: 'If empty, the beginning of the text is used.' }),
    image_id: Type.Union([Type.Integer(), Type.Null()]),
    image_url: Type.Union([URI, Type.Null()]),
    image_alt: Type.String(),
    form_id: Type.Integer(),
    slug: Type.String(),
    is_published: Type.Boolean(),
    url: Type.String({
      format: 'uri',
      description: 'Public URL of the page. The URL works only while the page is published.',
    }),
    preview_url: Type.String({
      format: 'uri',
      description: 'Secret preview URL. The URL works even if the page is not published.',
    }),
    published_at: Type.Union([TIME, Type.Null()], { description: 'When the page was first published.' }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'LandingPage' },
);

/** What the API tells of a landing page. */
export function presentPage(
  { baseUrl, previews }: { readonly baseUrl: string; readonly previews: Previews },
  accountId: number,
  row: PageRow,
): AnswerOf<typeof landingPageSchema> {
  const { image_hash: hash, image_id: imageId } = row;
  const url = `${baseUrl}/l/${row.slug}`;
  return {
    id: row.id,
    user_id: accountId,
    title: row.title,
    text: row.body,
    description: row.description,
    image_id: imageId,
    image_url: imageId === null || hash === null ? null : `${baseUrl}${imagePath({ id: imageId, hash })}`,
    image_alt: row.image_alt,
    form_id: row.form_id,
    slug: row.slug,
    is_published: row.is_published,
    url,
    preview_url: `${url}?preview=${previews.keyOf(accountId, row.id)}`,
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
