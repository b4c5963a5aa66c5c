import { pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { CAMPAIGN } from './resource.ts';

const GROUP = 'Campaigns';
const PARAMS = { id: { description: 'ID of the campaign.', example: '9' } };
export const DRAFT = { ...CAMPAIGN.example, status: 'draft', scheduled_at: null };
const answer = (status: number, description: string, example: unknown) => ({
  status,
  description,
  schema: CAMPAIGN.schema,
  example,
});

export const SAFEGUARDS =
  'If a safeguard prevents sending, the request returns 403 with the name and limits of the safeguard, and the time when the safeguard is lifted.';
export const campaignDocs = {
  list: {
    group: GROUP,
    description: 'Returns campaigns, newest first. Confirmation emails and automation emails are not included.',
    answers: [pageAnswer('A page of campaigns.', CAMPAIGN.schema, CAMPAIGN.example, { path: '/campaigns' })],
  },
  update: {
    group: GROUP,
    description:
      'Lists, tags, segments, and variants in the request replace the existing ones. You can change all fields of a draft. To change a ' +
      'scheduled campaign, set `scheduled_at` to null to make it a draft, or to another time to reschedule it. ' +
      `For a paused campaign, you can change only the content of unsent emails. Any other change returns 409. ${SAFEGUARDS}`,
    params: PARAMS,
    headers: {
      'If-Match': {
        description:
          'Postrider extension. The `updated_at` value that you last read. If the campaign has changed since you read it, the request returns 409.',
        example: '"2026-11-22T08:20:00.000Z"',
      },
    },
    requestExample: { scheduled_at: '2026-11-30T09:00:00' },
    answers: [answer(200, 'The campaign.', CAMPAIGN.example)],
    problems: ['forbidden', 'conflict'],
  },
  send: {
    group: GROUP,
    description: `Sends a draft immediately. \`scheduled_at\` is set to the current time. ${SAFEGUARDS}`,
    params: PARAMS,
    answers: [answer(200, 'The campaign.', CAMPAIGN.example)],
    problems: ['audience_required', 'forbidden', 'conflict'],
  },
  resend: {
    group: GROUP,
    description:
      'Creates a draft with the content, sender, and exclusions of a sent campaign. `audience` specifies which recipients of the ' +
      'original campaign to include: those who did not open it, those who opened it, or those who clicked a link in it. Lists are not copied. ' +
      `\`non_openers\` does not include recipients whose email is still queued or was canceled. ${SAFEGUARDS}`,
    params: PARAMS,
    requestExample: { audience: 'non_openers', subject: 'Have you seen this?' },
    answers: [
      answer(201, 'The new campaign.', {
        ...DRAFT,
        id: 10,
        title: 'Resend: November',
        subject: 'Have you seen this?',
        lists: [],
        resend_of: 9,
        resend_audience: 'non_openers',
      }),
    ],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
