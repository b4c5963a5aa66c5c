import type { RouteDoc } from '../../../http/route-doc.ts';
import { archiveStatusSchema } from './schema.ts';

const OF_ALL = {
  group: 'Campaigns',
  isAddition: true,
  params: { id: { description: 'ID of the campaign.', example: '7' } },
  answers: [
    {
      status: 200,
      description: 'The campaign’s archive status.',
      schema: archiveStatusSchema,
      example: { campaign_id: 7, is_archived: true, url: 'https://mail.example.com/archive/k3v9x2m7q1b8zt/7' },
    },
  ],
} as const;

export const archiveDocs = {
  read: { ...OF_ALL, problems: ['forbidden'] },
  change: {
    ...OF_ALL,
    description:
      'You can show or hide a campaign before or after it is sent. To turn on the archive, use the campaign settings.',
    requestExample: { is_archived: false },
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
