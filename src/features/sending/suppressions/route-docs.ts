import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Suppressions';
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

export const entrySchema = Type.Object(
  {
    address: Type.String(),
    reason: Type.Enum(['bounced', 'complained', 'manual']),
    detail: TEXT_OR_NULL,
    message_id: TEXT_OR_NULL,
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Suppression' },
);

const ENTRY_EXAMPLE = {
  address: 'gone@customer.example',
  reason: 'bounced',
  detail: '550 5.1.1 No such user',
  message_id: 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41',
  created_at: '2026-11-21T09:30:00.802Z',
};
const MANUAL_EXAMPLE = { ...ENTRY_EXAMPLE, reason: 'manual', detail: 'Requested by phone', message_id: null };

const params = { address: { description: 'The email address.', example: 'gone@customer.example' } };

/** API documentation for `GET /transactional/suppressions`. */
export const listDoc: RouteDoc = {
  group: GROUP,
  description:
    'Returns suppressed addresses, newest first by default. To get another page, pass the address of an entry as `after` or `before`.',
  answers: [
    {
      status: 200,
      description: 'A page of entries.',
      schema: Type.Object({ data: Type.Array(entrySchema), per_page: Type.Integer(), has_more: Type.Boolean() }),
      example: { data: [ENTRY_EXAMPLE], per_page: 20, has_more: false },
    },
  ],
};

/** API documentation for `POST /transactional/suppressions`. */
export const addDoc: RouteDoc = {
  group: GROUP,
  description: 'Adds one or more addresses, up to 1,000. Existing entries stay unchanged.',
  requestExample: { address: 'gone@customer.example', detail: 'Requested by phone' },
  answers: [
    {
      status: 201,
      description: 'The entries for the given addresses.',
      schema: Type.Object({ data: Type.Array(entrySchema) }),
      example: { data: [MANUAL_EXAMPLE] },
    },
  ],
};

/** API documentation for `GET /transactional/suppressions/{address}`. */
export const readDoc: RouteDoc = {
  group: GROUP,
  description: 'Returns when and why the address was suppressed.',
  params,
  answers: [{ status: 200, description: 'The entry.', schema: entrySchema, example: ENTRY_EXAMPLE }],
};

/** API documentation for `DELETE /transactional/suppressions/{address}`. */
export const removeDoc: RouteDoc = {
  group: GROUP,
  description: 'Removes the address from the suppression list. You can send to the address again immediately.',
  params,
  answers: [{ status: 200, description: 'The removed entry.', schema: entrySchema, example: ENTRY_EXAMPLE }],
};
