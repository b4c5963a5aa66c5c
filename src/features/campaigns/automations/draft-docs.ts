import { messageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { EXAMPLES } from './automation-schema.ts';
import { DRAFT_EXAMPLE, draftSchema } from './draft-show.ts';
import { PUBLISH_EXAMPLE, publishSchema } from './publish.ts';

const OF = {
  group: 'Automations',
  isAddition: true,
  params: { id: { description: 'ID of the automation.', example: '4' } },
} as const;
const IF_MATCH = {
  'If-Match': {
    description:
      'The `updated_at` value of the draft that you last read. If the draft has changed since you read it, the request returns 409.',
    example: '"2026-11-22T08:20:00.000Z"',
  },
};
const draftAnswer = (status: number) => ({
  status,
  description: 'The draft.',
  schema: draftSchema,
  example: DRAFT_EXAMPLE,
});

/** API documentation of the routes for drafts. */
export const draftDocs = {
  getDraft: {
    ...OF,
    description:
      'Returns the unpublished changes to the steps, triggers, and settings of the automation. Returns 404 if the automation has no draft. The `has_draft` field of `GET /automations/{id}/flow` indicates whether a draft exists.',
    answers: [draftAnswer(200)],
    problems: ['forbidden'],
  },
  saveDraft: {
    ...OF,
    description:
      'Creates or changes the draft of the automation. `steps` replaces all steps of the draft, and `settings` replaces all changes to triggers and settings. Properties that you omit stay unchanged. The published automation continues to run until you publish the draft. To remove an email, omit it. To add an email, use `POST /automations/{id}/draft/emails` first. For an email, the draft can also contain a new `delay_hours`.',
    headers: IF_MATCH,
    requestExample: {
      steps: [
        { type: 'email', id: 12, delay_hours: 0 },
        { type: 'wait', minutes: 1_440 },
        { type: 'email', campaign_id: 35, delay_hours: 0 },
      ],
    },
    answers: [draftAnswer(200)],
    problems: ['forbidden', 'conflict'],
  },
  discardDraft: {
    ...OF,
    description: 'Deletes the draft and the emails that were added to it. The published steps are not changed.',
    answers: [messageAnswer('The draft was discarded.')],
    problems: ['forbidden'],
  },
  addEmail: {
    ...OF,
    description:
      'Adds an email to the end of the draft. Creates a draft if the automation does not have one. To change the content of the email, use its `campaign_id` with `PATCH /campaigns/{id}`. To move the email, replace the steps of the draft.',
    requestExample: { ...EXAMPLES.content, delay_hours: 24 },
    answers: [draftAnswer(201)],
    problems: ['forbidden', 'conflict'],
  },
  publishDraft: {
    ...OF,
    description:
      'Replaces the steps of the automation with those of the draft, changes its triggers and settings, and moves the contacts that are waiting at removed steps, in one transaction. The contacts of removed steps continue with the next remaining step. All other contacts stay at their steps. The replaced steps are saved as a version. If `dry_run` is true, nothing is changed, and the response shows how many contacts would be moved. Returns 409 if the published steps have changed since the draft was created.',
    headers: IF_MATCH,
    requestExample: { dry_run: true },
    answers: [
      {
        status: 200,
        description: 'The published changes. With `dry_run`, the changes that would be published.',
        schema: publishSchema,
        example: PUBLISH_EXAMPLE,
      },
    ],
    problems: ['forbidden', 'conflict', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;
