import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const Text = Type.String();
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Whole = Type.Integer();
const MAIL_CLASS = Type.Union([
  Type.Literal('transactional'),
  Type.Literal('automation'),
  Type.Literal('confirmation'),
  Type.Literal('campaign'),
]);
const CLAIM = Type.Object({
  accountId: Whole,
  messageId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  recipientNo: Whole,
  epoch: Whole,
  // Missing from entries written by earlier versions.
  taken: Type.Optional(Whole),
  mailClass: MAIL_CLASS,
  chunk: Type.Optional(Type.Object({ chunkNo: Whole })),
  recipient: Text,
  attempts: Whole,
  isSuppressed: Type.Boolean(),
  wasSent: Type.Boolean(),
  wasDelayed: Type.Boolean(),
});

/** Returns whether a value is the journal entry that precedes the final dot of a message. */
export const isDot = Compile(CLAIM);
/** Returns whether a value is the journal entry for an outcome. */
export const isReply = Compile(
  Type.Object({
    claim: CLAIM,
    outcome: Type.Object({
      kind: Type.Union([
        Type.Literal('delivered'),
        Type.Literal('complained'),
        Type.Literal('bounced'),
        Type.Literal('failed'),
        Type.Literal('suppressed'),
        Type.Literal('deferred'),
      ]),
      status: TextOrNull,
      reason: TextOrNull,
      bounceClass: Type.Optional(
        Type.Union([
          Type.Literal('recipient'),
          Type.Literal('mailbox-full'),
          Type.Literal('sender'),
          Type.Literal('policy'),
          Type.Literal('message'),
          Type.Literal('transient'),
        ]),
      ),
      handedOverAtMs: Type.Optional(Type.Number()),
    }),
    details: Type.Object({
      startedAtMs: Type.Number(),
      finishedAtMs: Type.Number(),
      route: Text,
      host: TextOrNull,
      address: TextOrNull,
      tls: TextOrNull,
      conversation: Text,
      // Missing from entries written by earlier versions.
      provider: Type.Optional(Text),
    }),
  }),
);
