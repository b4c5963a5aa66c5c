import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { TAG_EXAMPLE, tagSchema } from '../contact-tags/index.ts';
import { CONTACT_EXAMPLE, contactSchema } from './contact-schema.ts';

const LIST_ID = { description: 'Number of the list.', example: '3' };
const CONTACT_ID = { description: 'Number of the contact.', example: '12' };
const TAG_ID = { description: 'Number of the tag.', example: '6' };
const CONTACT = { status: 200, description: 'The contact.', schema: contactSchema, example: CONTACT_EXAMPLE };
const TAGS = {
  status: 200,
  description: 'The tags that the contact has now, newest first; no page.',
  schema: Type.Array(tagSchema),
  example: [TAG_EXAMPLE],
};

/** What the API document says of members of lists and tags of contacts. */
export const memberDocs = {
  addToList: {
    group: 'Lists',
    description: 'A contact that is in it already stays in it.',
    params: { list_id: LIST_ID },
    requestExample: { contact_id: 12 },
    answers: [CONTACT],
    problems: ['forbidden'],
  },
  removeFromList: {
    group: 'Lists',
    description: 'A contact that is not in it is not in it afterwards.',
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
