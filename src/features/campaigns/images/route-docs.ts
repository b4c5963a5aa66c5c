import { Type } from 'typebox';
import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { imageSchema } from './present.ts';

const PARAMS = { id: { description: 'ID of the image.', example: '12' } };
const OF_ALL = { group: 'Images', isAddition: true } as const;

const EXAMPLE = {
  id: 12,
  user_id: 1,
  name: 'garden.jpg',
  type: 'image/jpeg',
  width: 1600,
  height: 900,
  bytes: 184_213,
  url: 'https://mail.example.com/i/12-8d969eef6ecad3c29a3a629280e686cf',
  created_at: '2026-11-22T08:15:00.000Z',
};
const answer = (status: number, description: string) => ({
  status,
  description,
  schema: imageSchema,
  example: EXAMPLE,
});

/** What the API document says of images. */
export const imageDocs = {
  list: {
    ...OF_ALL,
    description: 'Returns images, newest first, 100 per page.',
    answers: [pageAnswer('A page of images.', imageSchema, EXAMPLE, { path: '/images' })],
  },
  create: {
    ...OF_ALL,
    description:
      'Uploads an image. The image must be a PNG, JPEG, GIF, or WebP file. Postrider detects the format from the file content, not from the name or `Content-Type`. If the account already has the file, the response contains the existing image.',
    requestExample: '(the bytes of the file)',
    answers: [answer(201, 'The image.'), answer(200, 'The existing image, if the account already has this file.')],
    problems: ['validation_error', 'conflict', 'payload_too_large', 'unsupported_media_type', 'service_unavailable'],
  },
  read: { ...OF_ALL, params: PARAMS, answers: [answer(200, 'The image.')], problems: ['forbidden'] },
  remove: {
    ...OF_ALL,
    description:
      'Permanently deletes an image. Emails that contain the image no longer show it. You cannot delete an image that a landing page uses.',
    params: PARAMS,
    answers: [
      messageAnswer('The image was deleted.'),
      {
        status: 409,
        description: 'The image is in use and was not deleted.',
        schema: Type.Object({
          message: Type.String(),
          usages: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer(), title: Type.String() })),
        }),
        example: {
          message: 'The image is in use. The `usages` field shows where the image is used.',
          usages: [{ type: 'landing_page', id: 5, title: 'The Garden Post' }],
        },
      },
    ],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
