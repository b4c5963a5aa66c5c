import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { TAG } from '../contact-tags/index.ts';
import { CONTACT_EXAMPLE, contactSchema } from './contact-schema.ts';

const LIST_ID = { description: 'ID of the list.', example: '3' };
const CONTACT_ID = { description: 'ID of the contact.', example: '12' };
const TAG_ID = { description: 'ID of the tag.', example: '6' };
const CONTACT = { status: 200, description: 'The contact.', schema: contactSchema, example: CONTACT_EXAMPLE };
const TAGS = {
  status: 200,
  description: 'All tags of the contact, newest first, without pagination.',
  schema: Type.Array(TAG.schema),
  example: [TAG.example],
};

/** API documentation of the routes for list members and contact tags. */
export const memberDocs = {
  addToList: {
    group: 'Lists',
    description: 'Has no effect if the contact is already in the list.',
    params: { list_id: LIST_ID },
    requestExample: { contact_id: 12 },
    answers: [CONTACT],
    problems: ['forbidden'],
  },
  removeFromList: {
    group: 'Lists',
    description: 'Has no effect if the contact is not in the list.',
    params: { list_id: LIST_ID, contact_id: CONTACT_ID },
    answers: [{ ...CONTACT, example: { ...CONTACT_EXAMPLE, lists: [] } }],
    problems: ['forbidden'],
  },
  tags: {
    group: 'Contact tags',
    params: { contact_id: CONTACT_ID },
    answers: [TAGS],
    problems: ['forbidden'],
  },
  addTag: {
    group: 'Contact tags',
    params: { contact_id: CONTACT_ID, tag_id: TAG_ID },
    answers: [TAGS],
    problems: ['forbidden'],
  },
  removeTag: {
    group: 'Contact tags',
    params: { contact_id: CONTACT_ID, tag_id: TAG_ID },
    answers: [{ ...TAGS, example: [] }],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
