import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { CAMPAIGN_EXAMPLE, campaignSchema } from './campaign-schema.ts';

const GROUP = 'Campaigns';
const PARAMS = { id: { description: 'Number of the campaign.', example: '9' } };
const DRAFT = { ...CAMPAIGN_EXAMPLE, status: 'draft', scheduled_at: null };
const answer = (status: number, description: string, example: unknown) => ({
  status,
  description,
  schema: campaignSchema,
  example,
});

const GATES = 'A gate that keeps the account from sending is 403, and says which, with its numbers and when it lifts.';
const NEW = {
  title: DRAFT.title,
  subject: DRAFT.subject,
  html: DRAFT.html,
  from_name: DRAFT.from_name,
  from_email: DRAFT.from_email,
  lists: DRAFT.lists,
  excluded_contact_tags: DRAFT.excluded_contact_tags,
};

/** What the API document says of campaigns. */
export const campaignDocs = {
  list: {
    group: GROUP,
    description: 'Newest first. Mails that ask to confirm, and those of automations, are not among them.',
    answers: [pageAnswer('A page of campaigns.', campaignSchema, CAMPAIGN_EXAMPLE, { path: '/campaigns' })],
  },
  create: {
    group: GROUP,
    description:
      'A draft, or with `scheduled_at` a campaign that is scheduled: then it needs lists, tags or segments, and a content and ' +
      `sender that can be sent. What is refused leaves nothing. ${GATES}`,
    requestExample: NEW,
    answers: [answer(201, 'The campaign.', DRAFT)],
    problems: ['forbidden'],
  },
  read: {
    group: GROUP,
    params: PARAMS,
    answers: [answer(200, 'The campaign.', CAMPAIGN_EXAMPLE)],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    description:
      'Lists, tags, segments and variants replace those that there are. Of a draft all can be changed. One that is scheduled is ' +
      'changed together with `scheduled_at`: null makes it a draft, another time schedules it anew. Of one that is paused the ' +
      `content can be changed, for what is unsent. Everything else is 409. ${GATES}`,
    params: PARAMS,
    headers: {
      'If-Match': {
        description:
          'The `updated_at` of the campaign as you have read it: one that was changed since is not changed, 409. An addition.',
        example: '"2026-11-22T08:20:00.000Z"',
      },
    },
    requestExample: { scheduled_at: '2026-11-30T09:00:00' },
    answers: [answer(200, 'The campaign.', CAMPAIGN_EXAMPLE)],
    problems: ['forbidden', 'conflict'],
  },
  remove: {
    group: GROUP,
    description: 'Only drafts can be deleted.',
    params: PARAMS,
    answers: [messageAnswer('The campaign is deleted.')],
    problems: ['forbidden', 'conflict'],
  },
  send: {
    group: GROUP,
    description: `Schedules a draft for this moment; \`scheduled_at\` says which that is. ${GATES}`,
    params: PARAMS,
    answers: [answer(200, 'The campaign.', CAMPAIGN_EXAMPLE)],
    problems: ['audience_required', 'forbidden', 'conflict'],
  },
  resend: {
    group: GROUP,
    description:
      'A new draft with the content, the sender and the exclusions of a campaign that was sent, for those of its recipients who ' +
      'did not open it, who did, or who followed a link. Its lists are not taken over. `non_openers` are contacts whom it was ' +
      `sent to: not those whose mail still waits or was cancelled. ${GATES}`,
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
