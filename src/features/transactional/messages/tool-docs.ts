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

const ASK = 'If the user did not give it, you MUST ask the user; never make it up.';
const BODIES = 'Give html, text or both.';

/** Mail that has left cannot be taken back, but nothing that was there is lost by sending. */
const SENDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** One address as a text, or a list of them: models give either. */
function addresses(description: string, limits: { readonly minItems?: number; readonly maxItems?: number } = {}) {
  return {
    taken: Type.Array(Type.String(), { ...limits, description }),
    shown: Type.Union([Type.String(), Type.Array(Type.String(), limits)], {
      description: `${description} One address, or a list.`,
    }),
  };
}

const TO = addresses(`The recipients. ${ASK}`, { minItems: 1, maxItems: MAX_TO });
const CC = addresses(
  `Recipients of copies, seen by everybody; with bcc at most ${MAX_CC_AND_BCC}. You MUST ask the user before you add any.`,
);
const BCC = addresses('Recipients of copies that the others do not see. You MUST ask the user before you add any.');
const REPLY_TO = addresses('Where answers go, when not to the sender. You MUST ask the user before you set it.', {
  maxItems: MAX_REPLY_TO,
});

/** Arguments of a send. The rules of addresses and bodies are those of the HTTP API, whose parser judges them. */
export const emailArguments = Type.Object({
  from: Type.Optional(
    Type.String({
      description:
        'Sender: `address` or `Display Name <address>`, at a verified domain of list-domains. ' +
        `${ASK} Only an account without a verified domain may leave it away: its mail goes from the sandbox sender.`,
    }),
  ),
  to: TO.shown,
  cc: Type.Optional(CC.shown),
  bcc: Type.Optional(BCC.shown),
  reply_to: Type.Optional(REPLY_TO.shown),
  subject: Type.String({ description: 'One line.' }),
  html: Type.Optional(Type.String({ description: `HTML body, at most ${MAX_HTML_BYTES / 1024} KB. ${BODIES}` })),
  text: Type.Optional(Type.String({ description: `Plain-text body, at most ${MAX_TEXT_BYTES / 1024} KB. ${BODIES}` })),
  tag: Type.Optional(Type.String({ description: 'Lowercase kind of e-mail, for example password_reset.' })),
  headers: Type.Optional(
    // Not a record: models' own validators do not know patternProperties.
    Type.Object(
      {},
      {
        additionalProperties: Type.String(),
        description: `At most ${MAX_HEADERS} headers: List-*, X-*, and those of a thread (In-Reply-To, References).`,
      },
    ),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS,
      description: 'Stands for this send for 24 hours: whoever repeats it with the same content sends nothing again.',
    }),
  ),
});

/** The same with lists for whatever is one address or a list: what is judged, so that faults are named as such. */
export const emailArgumentsTaken = Type.Object({
  ...emailArguments.properties,
  to: TO.taken,
  cc: Type.Optional(CC.taken),
  bcc: Type.Optional(BCC.taken),
  reply_to: Type.Optional(REPLY_TO.taken),
});

/** `send-email`. */
export const sendEmailDoc = {
  name: 'send-email',
  title: 'Send an e-mail',
  description: {
    purpose: 'Sends one e-mail to up to 50 recipients, who see each other in `to` and `cc`.',
    notFor: 'The same mail to many people who must not see each other: use send-batch-emails with one item each.',
    whenToUse: 'The user asked to send, mail or notify somebody, and you know the sender, the recipients and the text.',
    workflow:
      '1. list-domains, when you do not know which senders are allowed. 2. Show the user sender, recipients, subject ' +
      'and text, and wait for a yes. 3. send-email. 4. get-email with the id says whether it was delivered.',
  },
  annotations: SENDS,
  output: acceptedSchema,
};

/** `send-batch-emails`; an item is judged by itself, so that one at fault does not keep the others back. */
export const sendBatchDoc = {
  name: 'send-batch-emails',
  title: 'Send up to 100 e-mails',
  description: {
    purpose: `Sends 1 to ${MAX_BATCH_ITEMS} e-mails, each with its own sender, recipients and text, in one call.`,
    notFor: 'A single e-mail (send-email), or newsletters to lists of subscribers.',
    whenToUse: 'Several people get a mail of their own, for example the same news with each one’s name.',
    workflow:
      '1. list-domains. 2. Show the user the sender, every recipient and one mail as an example, and wait for a yes. ' +
      '3. send-batch-emails. 4. Look at every entry of `results`, which has the order of `emails`: one that failed has ' +
      '`error`. Send again only those.',
  },
  annotations: SENDS,
  output: Type.Object({ results: Type.Array(resultSchema) }),
};

/** The items as they are shown to models; `batchArguments` of tools.ts takes them as they come. */
export const batchArgumentsShown = Type.Object({
  emails: Type.Array(emailArguments, { minItems: 1, maxItems: MAX_BATCH_ITEMS }),
});

/** `get-email`. */
export const getEmailDoc = {
  name: 'get-email',
  title: 'Look up an e-mail',
  description: {
    purpose: 'Shows one e-mail that was sent: its state, its text, and what happened to it for each recipient.',
    notFor: 'Finding an e-mail without its id: use list-emails.',
    whenToUse: 'The user asks whether a mail arrived, why it did not, or what it said.',
    workflow:
      'Take the id from send-email or list-emails. `queued` and `sent` may still change: look again a little later. The ' +
      '`reason` of an event is what the recipient’s server said.',
  },
  input: Type.Object({ id: Type.String({ description: 'Id of the e-mail: tm_ and 32 hex digits.' }) }),
  output: messageSchema,
};

/** `list-emails`. */
export const listEmailsDoc = {
  name: 'list-emails',
  title: 'List e-mails',
  description: {
    purpose: 'Lists e-mails that were sent, newest first, without their text.',
    notFor: 'The text of an e-mail or all its events: use get-email. Counting: pages are all there is.',
    whenToUse: 'The user asks what was sent lately, to whom, or what failed.',
    workflow: 'Narrow it with status, tag or to. While has_more is true, call again with after set to `next`.',
  },
  input: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: `How many; ${DEFAULT_PAGE} without it.` }),
    ),
    after: Type.Optional(Type.String({ description: 'Id of an e-mail: the page of older ones follows it.' })),
    before: Type.Optional(Type.String({ description: 'Id of an e-mail: the page of newer ones ends before it.' })),
    status: Type.Optional(Type.Union(STATUSES.map((status) => Type.Literal(status)))),
    tag: Type.Optional(Type.String({ description: 'Only e-mails with this tag.' })),
    to: Type.Optional(Type.String({ description: 'Only e-mails to this address.' })),
    from: Type.Optional(Type.String({ description: 'Only e-mails from this address.' })),
    created_after: Type.Optional(Type.String({ description: 'Only e-mails of this ISO 8601 date-time or later.' })),
    created_before: Type.Optional(Type.String({ description: 'Only e-mails before this ISO 8601 date-time.' })),
  }),
  output: pageSchema,
};
