import { Type } from 'typebox';
import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Contact tags';
const PARAMS = { id: { description: 'ID of the tag.', example: '6' } };
const TIME = Type.String({ format: 'date-time' });

/** A tag, as the API document shows it. */
export const tagSchema = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer(),
    name: Type.String(),
    color: Type.String(),
    contacts_count: Type.Integer({ description: 'Number of contacts with this tag.' }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'ContactTag' },
);

/** One of them. */
export const TAG_EXAMPLE = {
  id: 6,
  user_id: 1,
  name: 'Customer',
  color: '#FF644D',
  contacts_count: 2,
  created_at: '2026-11-22T08:15:00.000Z',
  updated_at: '2026-11-22T08:15:00.000Z',
};

/** What the API document says of tags. */
export const tagDocs = {
  list: {
    group: GROUP,
    description: 'Returns tags, newest first.',
    answers: [pageAnswer('A page of tags.', tagSchema, TAG_EXAMPLE, { path: '/contact-tags' })],
  },
  create: {
    group: GROUP,
    requestExample: { name: 'Customer', color: '#FF644D' },
    answers: [{ status: 201, description: 'The tag.', schema: tagSchema, example: TAG_EXAMPLE }],
  },
  read: {
    group: GROUP,
    params: PARAMS,
    answers: [{ status: 200, description: 'The tag.', schema: tagSchema, example: TAG_EXAMPLE }],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    params: PARAMS,
    requestExample: { name: 'Regular customer' },
    answers: [{ status: 200, description: 'The tag.', schema: tagSchema, example: TAG_EXAMPLE }],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'Deletes a tag but not the contacts that have it.',
    params: PARAMS,
    answers: [messageAnswer('The contact tag was deleted.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
