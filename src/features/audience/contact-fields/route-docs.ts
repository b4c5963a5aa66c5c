import { Type } from 'typebox';
import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Custom fields';
const PARAMS = { id: { description: 'ID of the custom field.', example: '4' } };
const TIME = Type.String({ format: 'date-time' });

export const fieldSchema = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    name: Type.String({
      description: 'Identifies the field in the `contact_fields` of a contact. The name is generated from the label.',
    }),
    type: Type.Enum(['text', 'number', 'date']),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'ContactField' },
);

const EXAMPLE = {
  id: 4,
  label: 'Birthday',
  name: 'birthday',
  type: 'date',
  created_at: '2026-11-22T08:15:00.000Z',
  updated_at: '2026-11-22T08:15:00.000Z',
};

const list = {
  group: GROUP,
  description: 'Returns custom fields, newest first, 20 per page.',
  answers: [pageAnswer('A page of custom fields.', fieldSchema, EXAMPLE, { path: '/contact-fields', perPage: 20 })],
};

/** What the API document says of the account's own fields. */
export const fieldDocs = {
  list,
  listAlias: { ...list, description: 'Same as `GET /contact-fields`.', isAddition: true },
  create: {
    group: GROUP,
    description:
      'Adds a custom field. Postrider generates the name from the label, and appends a number if the name is already used.',
    requestExample: { label: 'Birthday', contact_field_type_id: 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404' },
    answers: [{ status: 201, description: 'The custom field.', schema: fieldSchema, example: EXAMPLE }],
  },
  read: {
    group: GROUP,
    params: PARAMS,
    answers: [{ status: 200, description: 'The custom field.', schema: fieldSchema, example: EXAMPLE }],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    description:
      'If you change the label, the name changes too. The values of contacts are kept. You cannot change the type.',
    params: PARAMS,
    requestExample: { label: 'Birthday' },
    answers: [{ status: 200, description: 'The custom field.', schema: fieldSchema, example: EXAMPLE }],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'Permanently deletes the field and its values.',
    params: PARAMS,
    answers: [messageAnswer('The contact field was deleted.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
