import { Type } from 'typebox';
import { choice, computed, createdAt, id, integer, text } from '../../../http/resource/field.ts';
import { resource, type ChangeOf, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';
import { line } from '../../../http/resource/input.ts';
import { MAX_ALT_CHARACTERS, MAX_NAME_CHARACTERS } from './limits.ts';
import { imagePath } from './path.ts';

const HASH = '8d969eef6ecad3c29a3a629280e686cf';

export const IMAGE = resource({
  table: 'image',
  schemaId: 'Image',
  nobody: 'public content of the account',
  besides: ['hash', 'body'],
  fields: {
    id: id({ example: 12 }),
    user_id: computed(Type.Integer(), 1),
    /** Hexadecimal. */
    hash: text({ example: HASH, select: `encode(image.hash, 'hex')`, isHidden: true }),
    name: text({
      example: 'garden.jpg',
      answer: 'Name of the uploaded file, until you change it. Empty if the name is unknown.',
      input: line({
        most: MAX_NAME_CHARACTERS,
        description: `Name of the image. At most ${MAX_NAME_CHARACTERS} characters.`,
      }),
    }),
    alt: text({
      example: 'A garden in spring',
      answer:
        'Description of the image for people who can’t see it. The dashboard uses the description as the alt text when the image is inserted.',
      input: line({
        most: MAX_ALT_CHARACTERS,
        description: `Description of the image for people who can’t see it. At most ${MAX_ALT_CHARACTERS} characters.`,
      }),
    }),
    folder: text({
      example: 'Spring 2026',
      answer: 'Folder that groups images in the library. Empty if the image is not in a folder.',
      input: line({
        most: MAX_NAME_CHARACTERS,
        description: `Folder that groups images in the library. At most ${MAX_NAME_CHARACTERS} characters. You do not need to create folders first.`,
      }),
    }),
    type: choice(['png', 'jpeg', 'gif', 'webp'])({ example: 'jpeg', isHidden: true }),
    media_type: computed(
      Type.String({
        description: '`image/png`, `image/jpeg`, `image/gif`, or `image/webp`, detected from the file content.',
      }),
      'image/jpeg',
      { as: 'type' },
    ),
    width: integer({ example: 1600, answer: 'Width in pixels.' }),
    height: integer({ example: 900 }),
    bytes: integer({ example: 184_213 }),
    url: computed(
      Type.String({ format: 'uri', description: 'Public URL of the image, for use in emails and pages.' }),
      `https://mail.example.com${imagePath({ id: 12, hash: HASH })}`,
    ),
    created_at: createdAt,
  },
});

/** The stored properties of an image, without its bytes. */
export type ImageFacts = RowOf<typeof IMAGE>;

/** The description and the folder in an upload. Absent values are not in the request. */
export type ImageLabels = Pick<ChangeOf<typeof IMAGE>, 'alt' | 'folder'>;

/** Returns an image in API format. */
export function presentImage(user_id: number, baseUrl: string, image: ImageFacts): PresentedOf<typeof IMAGE> {
  return IMAGE.present(image, {
    user_id,
    media_type: `image/${image.type}`,
    url: `${baseUrl}${imagePath(image)}`,
  });
}
