import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { WEBHOOK_EVENTS } from './events.ts';
import { WEBHOOK_FORMATS } from './types.ts';
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
    description: '`owner` means that a user disabled the webhook. `gone` means that the receiver returned 410.',
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
const SECRET = Type.String({
  description: 'The signing secret. The secret is returned only when the webhook is created or its secret is rotated.',
});
export const withSecretSchema = Type.Object({ ...webhookFields, secret: SECRET }, { $id: 'WebhookWithSecret' });

const verdictSchema = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether a verifier that follows the documentation accepts the request.' }),
    problem: Type.Union([Type.Enum([...VERIFY_PROBLEMS]), Type.Null()]),
    message: Type.String(),
    fix: TEXT_OR_NULL,
    format: Type.Enum([...WEBHOOK_FORMATS]),
    header: TEXT_OR_NULL,
    signatures: Type.Integer({ description: 'The number of signatures in the header.' }),
    signed_by: Type.Array(Type.Enum(['current', 'previous']), {
      description: 'The webhook secrets that were used to sign this body.',
    }),
    signed_at: TIME_OR_NULL,
    age_seconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The age of the signature in seconds. Negative if `signed_at` is in the future.',
    }),
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

/** API documentation for the webhook settings. */
export const webhookDocs = {
  read: {
    group: WEBHOOKS,
    description:
      'Returns the webhook without its secret. `secret_ends_with` contains the last four characters of the secret.',
    answers: [answerOf('The webhook.')],
    problems: ['not_found'],
  },
  set: {
    group: WEBHOOKS,
    description:
      'Creates or updates the webhook. To create a webhook, set at least `url`. The response contains the secret only if the webhook was created. If the ' +
      'account already has a webhook, only the fields that you set change. Changes take effect within a second. Events that ' +
      'occur while the webhook is disabled are held until you replay them.',
    requestExample: { url: EXAMPLE.url },
    answers: [
      answerOf('The updated webhook.'),
      {
        status: 201,
        description: 'The webhook was created.',
        schema: withSecretSchema,
        example: { ...EXAMPLE, secret: SECRET_EXAMPLE },
      },
    ],
    problems: ['validation_error'],
  },
  remove: {
    group: WEBHOOKS,
    description: 'Deletes the webhook and its secret. The delivery log is kept.',
    answers: [
      {
        status: 200,
        description: 'The webhook was deleted.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The webhook was deleted.' },
      },
    ],
    problems: ['not_found'],
  },
  rotate: {
    group: WEBHOOKS,
    description:
      'Creates a new secret. Postrider keeps signing with the previous secret until you activate the new secret, for at most 24 hours. ' +
      'Configure the new secret in your receiver, then activate the secret. Until the activation, requests are signed with both secrets if ' +
      '`both_signatures` is true, or if the format is `compatible` and `single_signature` is false. If you rotate again ' +
      'before you activate the new secret, the new secret is replaced.',
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
      'Ends a rotation. Within a second, requests are signed only with the new secret. Call this endpoint after you ' +
      'configure the new secret in your receiver, or immediately if the previous secret was leaked.',
    answers: [answerOf('The updated webhook.')],
    problems: ['not_found'],
  },
  verify: {
    group: WEBHOOKS,
    description:
      'Explains why your receiver rejects a webhook request. Possible causes are a missing header, a header of the other ' +
      'webhook format, a changed body, a wrong secret, or an inaccurate clock. If you set `computed`, the response also explains the ' +
      'mistake that produces this value. The response contains no secrets or signatures.',
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
        description: 'The result of the verification.',
        schema: verdictSchema,
        example: {
          valid: false,
          problem: 'body_changed',
          message: 'The body differs from the signed body. The body was parsed as JSON and serialized again.',
          fix: 'Verify the raw bytes of the request body before parsing it.',
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
