import { Type } from 'typebox';
import type { ToolAnnotations } from '../../../http/tool.ts';
import {
  MAX_BATCH_ITEMS,
  MAX_CC_AND_BCC,
  MAX_HEADERS,
  MAX_HTML_BYTES,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_REPLY_TO,
  MAX_TEXT_BYTES,
  MAX_TO,
} from './limits.ts';
import { DEFAULT_PAGE, MAX_PAGE } from './list-request.ts';
import { acceptedSchema, messageSchema, pageSchema, resultSchema } from './route-docs.ts';
import { STATUSES } from './status.ts';

const ASK = 'If the user did not provide this value, you MUST ask the user for it. Never make up a value.';
const BODIES = 'Provide `html`, `text`, or both.';

/** Sending an email cannot be undone, but is not destructive, because it neither deletes nor overwrites data. */
const SENDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/**
 * Returns two schemas for addresses: the validated one (`taken`) accepts an array, and the documented one (`shown`)
 * also allows a string, because language models send both.
 */
function addresses(description: string, limits: { readonly minItems?: number; readonly maxItems?: number } = {}) {
  return {
    taken: Type.Array(Type.String(), { ...limits, description }),
    shown: Type.Union([Type.String(), Type.Array(Type.String(), limits)], {
      description: `${description} One address or an array.`,
    }),
  };
}

const TO = addresses(`The recipients. ${ASK}`, { minItems: 1, maxItems: MAX_TO });
const CC = addresses(
  `Cc recipients, at most ${MAX_CC_AND_BCC} together with \`bcc\`. You MUST ask the user before you add Cc recipients.`,
);
const BCC = addresses('Bcc recipients. You MUST ask the user before you add Bcc recipients.');
const REPLY_TO = addresses(
  'The address that receives replies. Default: the sender. You MUST ask the user before you set this address.',
  {
    maxItems: MAX_REPLY_TO,
  },
);

/** Arguments for sending an email. Addresses and bodies are validated by the parser of the HTTP API. */
export const emailArguments = Type.Object({
  from: Type.Optional(
    Type.String({
      description:
        'The sender, as `address` or `Display Name <address>`, at a verified domain from list-domains. ' +
        `${ASK} Required if the account has a verified domain. Without \`from\`, the email is sent from the sandbox sender.`,
    }),
  ),
  to: TO.shown,
  cc: Type.Optional(CC.shown),
  bcc: Type.Optional(BCC.shown),
  reply_to: Type.Optional(REPLY_TO.shown),
  subject: Type.String({ description: 'The subject, on one line.' }),
  html: Type.Optional(Type.String({ description: `The HTML body, at most ${MAX_HTML_BYTES / 1024} KB. ${BODIES}` })),
  text: Type.Optional(
    Type.String({ description: `The plain-text body, at most ${MAX_TEXT_BYTES / 1024} KB. ${BODIES}` }),
  ),
  tag: Type.Optional(Type.String({ description: 'The type of email in lowercase, for example `password_reset`.' })),
  headers: Type.Optional(
    // Not Type.Record, because the schema validators of model providers do not support `patternProperties`.
    Type.Object(
      {},
      {
        additionalProperties: Type.String(),
        description: `At most ${MAX_HEADERS} custom headers: \`List-*\`, \`X-*\`, \`In-Reply-To\`, and \`References\`.`,
      },
    ),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS,
      description:
        'Identifies this request for 24 hours. A retry with the same key and content does not send the email again.',
    }),
  ),
});

/**
 * Arguments for sending an email, with addresses as arrays. Tool calls are validated with this schema, so that errors
 * name the element of the array.
 */
export const emailArgumentsTaken = Type.Object({
  ...emailArguments.properties,
  to: TO.taken,
  cc: Type.Optional(CC.taken),
  bcc: Type.Optional(BCC.taken),
  reply_to: Type.Optional(REPLY_TO.taken),
});

export const sendEmailDoc = {
  name: 'send-email',
  title: 'Send an email',
  description: {
    purpose: 'Sends one email to up to 50 recipients. All recipients see the addresses in `to` and `cc`.',
    notFor:
      'Sending the same email to several people who must not see each other’s addresses: use send-batch-emails with one item per person.',
    whenToUse:
      'When the user asks you to send an email or notify someone, and you know the sender, the recipients, and the text.',
    workflow:
      '1. list-domains, if you do not know which senders are allowed. 2. Show the user the sender, recipients, subject, ' +
      'and text, and wait for approval. 3. send-email. 4. get-email with the ID to check whether the email was delivered.',
  },
  annotations: SENDS,
  output: acceptedSchema,
};

/**
 * Documentation for `send-batch-emails`. Items are validated one by one, so that an invalid item does not block the
 * others.
 */
export const sendBatchDoc = {
  name: 'send-batch-emails',
  title: 'Send up to 100 emails',
  description: {
    purpose: `Sends 1 to ${MAX_BATCH_ITEMS} emails in one call, each with its own sender, recipients, and text.`,
    notFor: 'A single email: use send-email. Newsletters to lists of subscribers. Use draft-campaign instead.',
    whenToUse:
      'When several people must each get a separate email, for example the same news addressed to each person by name.',
    workflow:
      '1. list-domains. 2. Show the user the sender, every recipient, and one email as an example, and wait for approval. ' +
      '3. send-batch-emails. 4. Check every entry of `results`, which has the same order as `emails`. Resend only the emails ' +
      'whose entry has an `error`.',
  },
  annotations: SENDS,
  output: Type.Object({ results: Type.Array(resultSchema) }),
};

/** Schema of the items as documented for language models. They are parsed by `batchArguments` in tools.ts. */
export const batchArgumentsShown = Type.Object({
  emails: Type.Array(emailArguments, { minItems: 1, maxItems: MAX_BATCH_ITEMS }),
});

export const getEmailDoc = {
  name: 'get-email',
  title: 'Retrieve an email',
  description: {
    purpose: 'Returns a sent email with its status, its text, and the events of each recipient.',
    notFor: 'Finding an email without its ID. Use list-emails instead.',
    whenToUse: 'When the user asks whether an email arrived, why an email did not arrive, or what an email said.',
    workflow:
      'Get the ID from send-email or list-emails. The statuses `queued` and `sent` can still change, so check again later. The ' +
      '`reason` of an event is the reply of the recipient’s server.',
  },
  input: Type.Object({ id: Type.String({ description: 'The ID of the email: `tm_` followed by 32 hex digits.' }) }),
  output: messageSchema,
};

export const listEmailsDoc = {
  name: 'list-emails',
  title: 'List emails',
  description: {
    purpose: 'Lists sent emails, newest first, without their text.',
    notFor: 'Reading the text or all events of an email: use get-email. Counting emails is not supported.',
    whenToUse: 'When the user asks about recent emails, their recipients, or failures.',
    workflow:
      'To narrow the list, set `status`, `tag`, or `to`. While `has_more` is true, call the tool again with `after` set to `next`.',
  },
  input: Type.Object({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAGE,
        description: `The number of emails per page. Default: ${DEFAULT_PAGE}.`,
      }),
    ),
    after: Type.Optional(
      Type.String({ description: 'The ID of an email. Returns emails that are older than this email.' }),
    ),
    before: Type.Optional(
      Type.String({ description: 'The ID of an email. Returns emails that are newer than this email.' }),
    ),
    status: Type.Optional(Type.Union(STATUSES.map((status) => Type.Literal(status)))),
    tag: Type.Optional(Type.String({ description: 'Only emails with this tag.' })),
    to: Type.Optional(Type.String({ description: 'Only emails to this address.' })),
    from: Type.Optional(Type.String({ description: 'Only emails from this address.' })),
    created_after: Type.Optional(
      Type.String({ description: 'Only emails accepted at or after this ISO 8601 date-time.' }),
    ),
    created_before: Type.Optional(Type.String({ description: 'Only emails accepted before this ISO 8601 date-time.' })),
  }),
  output: pageSchema,
};
