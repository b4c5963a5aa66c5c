import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';

/** Types that a body says it is; which one it is says the file. */
export const DECLARED_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/octet-stream',
] as const;

/** Parser of a page of images. */
export const imagesQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parser of what is said of a file beside its bytes. */
export const sentImage = parserOf(
  Type.Object({
    name: Type.Optional(
      Type.String({
        description: 'Name of the file. Form uploads ignore this parameter and use the name of the uploaded file.',
      }),
    ),
  }),
);
