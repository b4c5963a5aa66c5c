import type { RouteDoc } from '../../../http/route-doc.ts';
import { bulkActionSchema, type PresentedBulkAction } from './present.ts';

const GROUP = 'Contacts';

const EXAMPLE: PresentedBulkAction = {
  id: 12,
  status: 'pending',
  action: 'apply_tag',
  target_id: 4,
  dry_run: false,
  filter: 'status is engaged, in list Newsletter',
  matched_count: null,
  processed_count: 0,
  error: null,
  started_at: null,
  completed_at: null,
  progress_id: 'job_0199f6b2c3d47e5f8a9b0c1d2e3f4a5b',
};

export const bulkActionDocs = {
  create: {
    group: GROUP,
    description:
      'Adds or removes a tag or list membership for all contacts that match a filter. The set of contacts is fixed when the action starts. A background job then changes a few thousand contacts at a ' +
      'time. A bulk action cannot be undone. If more contacts match than `POSTRIDER_BULK_CEILING`, the status becomes `failed` and the action ' +
      'changes nothing. An account’s actions run one after another, in the order in which they were created.',
    requestExample: { action: 'apply_tag', target_id: 4, filter: { status: 'engaged', in_list_ids: [7] } },
    answers: [{ status: 202, description: 'The queued bulk action.', schema: bulkActionSchema, example: EXAMPLE }],
    problems: ['conflict'],
  },
  read: {
    group: GROUP,
    params: { id: { description: 'ID of the bulk action.', example: '12' } },
    answers: [
      {
        status: 200,
        description: 'The bulk action.',
        schema: bulkActionSchema,
        example: {
          ...EXAMPLE,
          status: 'completed',
          matched_count: 4_812,
          processed_count: 4_812,
          started_at: '2026-11-21T08:15:01.000Z',
          completed_at: '2026-11-21T08:15:02.000Z',
        },
      },
    ],
  },
} satisfies Record<string, RouteDoc>;
