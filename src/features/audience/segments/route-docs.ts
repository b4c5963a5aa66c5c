import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { segmentInFullSchema, segmentSchema, type PresentedSegment } from './present.ts';

const GROUP = 'Contact segments';
const PARAMS = { id: { description: 'ID of the segment.', example: '3' } };

const EXAMPLE: PresentedSegment = {
  id: 3,
  name: 'Engaged readers',
  filter: { status: 'engaged', in_list_ids: [7] },
  created_at: '2026-11-21T08:15:00.000Z',
  updated_at: '2026-11-21T08:15:00.000Z',
};
const IN_FULL = {
  ...EXAMPLE,
  description: 'status is engaged, in list Newsletter',
  error: null,
  contacts_count: null,
};

/** What the API document says of segments. */
export const segmentDocs = {
  list: {
    group: GROUP,
    isAddition: true,
    description: 'Returns segments, newest first.',
    answers: [pageAnswer('A page of segments.', segmentSchema, EXAMPLE, { path: '/contact-segments' })],
  },
  create: {
    group: GROUP,
    isAddition: true,
    description:
      'Creates a segment. A segment is a saved contact filter. Pass its ID as `filter[segment_id]`, alone or with other conditions, to list or ' +
      'export contacts, or to run a bulk action. Postrider evaluates the filter each time you use the segment.',
    requestExample: { name: EXAMPLE.name, filter: EXAMPLE.filter },
    answers: [{ status: 201, description: 'The segment.', schema: segmentInFullSchema, example: IN_FULL }],
    problems: ['conflict'],
  },
  read: {
    group: GROUP,
    isAddition: true,
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The segment.',
        schema: segmentInFullSchema,
        example: { ...IN_FULL, contacts_count: 4_812 },
      },
    ],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    isAddition: true,
    params: PARAMS,
    requestExample: { name: 'Readers' },
    answers: [
      {
        status: 200,
        description: 'The segment.',
        schema: segmentInFullSchema,
        example: { ...IN_FULL, name: 'Readers' },
      },
    ],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    isAddition: true,
    description: 'Deletes a segment but not its contacts. Requests that filter by the deleted segment are rejected.',
    params: PARAMS,
    answers: [messageAnswer('The segment was deleted.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
