import type { Operation } from '../fields/index.ts';
import {
  API_KEY,
  API_KEY_CHANGE,
  BROADCAST,
  BROADCAST_SEND,
  CONTACT,
  DOMAIN,
  EVENT,
  PROPERTY,
  PROPERTY_CHANGE,
  SEGMENT,
  SUPPRESSION,
  SUPPRESSION_BATCH,
  SUPPRESSION_REMOVAL,
  TEMPLATE,
  TOPIC,
  TOPIC_CHANGE,
  TOPIC_CHOICE,
  WEBHOOK,
} from './account/operations.ts';

const NO_SCHEDULING = 'is not supported. Send the request when the email should be sent.';

/** Properties of a request to send one email, alone or in a batch. `replyTo` is the name that older clients send. */
export const SEND_EMAIL = {
  request: 'POST /emails',
  objects: {
    '': {
      taken: [
        'from',
        'to',
        'cc',
        'bcc',
        'reply_to',
        'replyTo',
        'subject',
        'html',
        'text',
        'headers',
        'tags',
        'template',
        'topic_id',
        'topicId',
      ],
      ignored: { react: 'The client renders the component and sends the result in `html`.' },
      refused: {
        attachments: 'is not supported. Link to the file instead.',
        scheduled_at: NO_SCHEDULING,
        scheduledAt: NO_SCHEDULING,
      },
    },
    template: { taken: ['id', 'variables'] },
  },
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [
  SEND_EMAIL,
  CONTACT,
  SEGMENT,
  PROPERTY,
  PROPERTY_CHANGE,
  BROADCAST,
  BROADCAST_SEND,
  TEMPLATE,
  DOMAIN,
  WEBHOOK,
  TOPIC,
  TOPIC_CHANGE,
  TOPIC_CHOICE,
  API_KEY,
  API_KEY_CHANGE,
  SUPPRESSION,
  SUPPRESSION_BATCH,
  SUPPRESSION_REMOVAL,
  EVENT,
];
