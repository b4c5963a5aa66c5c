import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from './types.ts';
import { VERIFY_PROBLEMS } from './verify.ts';

const WEBHOOKS = 'Webhooks';
const TIME_OR_NULL = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const webhookFields = {
  url: Type.String(),
  format: Type.Enum([...WEBHOOK_FORMATS]),
  events: Type.Array(Type.Enum([...WEBHOOK_EVENTS])),
  enabled: Type.Boolean(),
  disabled_by: Type.Union([Type.Enum(['owner', 'gone']), Type.Null()], {
    description: '`gone`: the receiver answered 410.',
  }),
  disabled_at: TIME_OR_NULL,
  single_signature: Type.Boolean(),
  both_signatures: Type.Boolean(),
  secret_ends_with: Type.String({ description: 'The last four characters of the secret.' }),
  previous_secret: Type.Union([
    Type.Object({ ends_with: Type.String(), signs_until: Type.String({ format: 'date-time' }) }),
    Type.Null(),
  ]),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

export const webhookSchema = Type.Object(webhookFields, { $id: 'Webhook' });
const SECRET = Type.String({ description: 'The signing secret, told in this answer only.' });
export const withSecretSchema = Type.Object({ ...webhookFields, secret: SECRET }, { $id: 'WebhookWithSecret' });

const verdictSchema = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether a verifier that does as documented accepts the request.' }),
    problem: Type.Union([Type.Enum([...VERIFY_PROBLEMS]), Type.Null()]),
    message: Type.String(),
    fix: TEXT_OR_NULL,
    format: Type.Enum([...WEBHOOK_FORMATS]),
    header: TEXT_OR_NULL,
    signatures: Type.Integer({ description: 'Signatures in the header.' }),
    signed_by: Type.Array(Type.Enum(['current', 'previous']), {
      description: 'Secrets of the webhook whose signature of this body is in the header.',
    }),
    signed_at: TIME_OR_NULL,
    age_seconds: Type.Union([Type.Integer(), Type.Null()], { description: 'Negative: from the future.' }),
  },
  { $id: 'WebhookSignatureVerdict' },
);

const EXAMPLE = {
  url: 'https://app.acme.example/hooks/mail',
  format: 'native',
  events: ['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed'],
  enabled: true,
  disabled_by: null,
  disabled_at: null,
  single_signature: false,
  both_signatures: false,
  secret_ends_with: 'q7Zt',
  previous_secret: null,
  created_at: '2026-11-20T17:03:11.402Z',
  updated_at: '2026-11-20T17:03:11.402Z',
};

const PREVIOUS = { ends_with: 'q7Zt', signs_until: '2026-11-22T08:20:00.000Z' };
const SECRET_EXAMPLE = 'whsec_EXAMPLEexampleEXAMPLEexampleEXAMPLEexample12';

const answerOf = (description: string): RouteDoc['answers'][number] => ({
  status: 200,
  description,
  schema: webhookSchema,
  example: EXAMPLE,
});

/** What the API document says of the settings of the webhook. */
export const webhookDocs = {
  read: {
    group: WEBHOOKS,
    description: 'The secret is not part of it; its last four characters tell which one it is.',
    answers: [answerOf('The webhook.')],
    problems: ['not_found'],
  },
  set: {
    group: WEBHOOKS,
    description:
      'An account has one webhook. When there is none this makes it, which needs `url`, and the answer is the only one ' +
      'that shows the secret. Otherwise fields that are absent stay as they are. A change is followed within a second. ' +
      'Events that come up while the webhook is disabled are held, not sent later by themselves; a replay sends them.',
    requestExample: { url: EXAMPLE.url },
    answers: [
      answerOf('The webhook as it is now.'),
      {
        status: 201,
        description: 'The webhook is made.',
        schema: withSecretSchema,
        example: { ...EXAMPLE, secret: SECRET_EXAMPLE },
      },
    ],
    problems: ['validation_error'],
  },
  remove: {
    group: WEBHOOKS,
    description: 'Its secret is gone with it. The delivery log stays.',
    answers: [
      {
        status: 200,
        description: 'It is gone.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The webhook is deleted.' },
      },
    ],
    problems: ['not_found'],
  },
  rotate: {
    group: WEBHOOKS,
    description:
      'The secret before goes on signing until the new one is activated, 24 hours at most: configure the new one at ' +
      'your receiver, then activate it. With `both_signatures`, and in the list of the compatible format unless ' +
      '`single_signature` is on, both sign meanwhile. Another rotation within that time replaces the new secret.',
    requestExample: {},
    answers: [
      {
        status: 200,
        description: 'The webhook with its new secret.',
        schema: withSecretSchema,
        example: { ...EXAMPLE, secret_ends_with: 'le12', previous_secret: PREVIOUS, secret: SECRET_EXAMPLE },
      },
    ],
    problems: ['not_found', 'validation_error'],
  },
  activate: {
    group: WEBHOOKS,
    description:
      'Ends the overlap of a rotation: within a second the new secret signs alone. Call it once your receiver has the ' +
      'new secret, or at once where the one before became known to others.',
    answers: [answerOf('The webhook as it is now.')],
    problems: ['not_found'],
  },
  verify: {
    group: WEBHOOKS,
    description:
      'Takes what a receiver saw and says why its verifier refuses it: a header is missing or of the other format, the ' +
      'body was changed on its way, the secret is another one, the clock is wrong, and so on. With `computed` it says ' +
      'by which mistake that value comes about. Neither a secret nor a signature is part of the answer.',
    requestExample: {
      headers: {
        'X-Service-Signature': 't=1795248900,v1=0b7eac4b0a2b5bb0e3a0c5f3b6a1d54ed1b3a2c2f4f4b1f2b6f2a7c1d0e9f8a7',
      },
      body: '{"id":"whd_0192f0c1a2b37c4d8e5f60718293a4b5","event":"delivered"}',
      received_at: '2026-11-21T08:15:02Z',
    },
    answers: [
      {
        status: 200,
        description: 'What is wrong, or that nothing is.',
        schema: verdictSchema,
        example: {
          valid: false,
          problem: 'body_changed',
          message: 'The body is not the one that was signed. It was parsed as JSON and written again.',
          fix: 'Verify the raw bytes of the request, before anything parses them.',
          format: 'native',
          header: 'X-Service-Signature',
          signatures: 1,
          signed_by: [],
          signed_at: '2026-11-21T08:15:00.000Z',
          age_seconds: 2,
        },
      },
    ],
    problems: ['not_found', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;
