import { Type } from 'typebox';
import { OWN_IMAGES } from '../../../http/mail-frame.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { ImageFacts } from './queries.ts';

/** Characters of the hash that the address of a picture has: enough that nobody guesses the address of another. */
export const HASH_CHARACTERS = 32;

/** Where everybody gets a picture, without the base address. It never means another one. */
export function imagePath({ hash, id }: Pick<ImageFacts, 'hash' | 'id'>): string {
  return `${OWN_IMAGES}${id}-${hash.slice(0, HASH_CHARACTERS)}`;
}

/** A picture, as the API shows it. */
export const imageSchema = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer(),
    name: Type.String({ description: 'Name of the uploaded file. Empty if the name is unknown.' }),
    type: Type.String({
      description: '`image/png`, `image/jpeg`, `image/gif` or `image/webp`, detected from the file content.',
    }),
    width: Type.Integer({ description: 'Width in pixels.' }),
    height: Type.Integer(),
    bytes: Type.Integer(),
    url: Type.String({ format: 'uri', description: 'Public URL of the image, for use in emails and pages.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Image' },
);

/** What the API tells of a picture. */
export function presentImage(accountId: number, baseUrl: string, image: ImageFacts): AnswerOf<typeof imageSchema> {
  return {
    id: image.id,
    user_id: accountId,
    name: image.name,
    type: `image/${image.type}`,
    width: image.width,
    height: image.height,
    bytes: image.bytes,
    url: `${baseUrl}${imagePath(image)}`,
    created_at: image.created_at.toISOString(),
  };
}
