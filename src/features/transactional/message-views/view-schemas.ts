import { Type, type TSchema } from 'typebox';

export const VERDICTS = ['pass', 'warn', 'fail', 'unknown'] as const;

const TIME = Type.String({ format: 'date-time' });
const TEXT = Type.String();
const COUNT = Type.Integer();

function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

const leg = {
  id: Type.String({ description: 'The same for the same leg whenever it is told, so that a page replaces it.' }),
  at: orNull(TIME, 'Null where the moment was not recorded.'),
  ms: orNull(COUNT, 'Milliseconds since acceptance.'),
  title: TEXT,
};

const meaning = {
  status: orNull(TEXT),
  reason: orNull(TEXT),
  meaning: orNull(TEXT, 'What the status code says, in plain words.'),
};

const legSchema = Type.Union(
  [
    Type.Object({
      ...leg,
      kind: Type.Literal('accepted'),
      recipients: COUNT,
      by: orNull(
        Type.Object({ via: Type.Enum(['key', 'token', 'oauth', 'session']), name: TEXT }),
        'An API key, or a person: signed in, with a token, or through an application; null where that is not known.',
      ),
    }),
    Type.Object({
      ...leg,
      kind: Type.Literal('signed'),
      signatures: Type.Array(Type.Object({ domain: TEXT, selector: TEXT, algorithm: TEXT })),
    }),
    Type.Object({
      ...leg,
      kind: Type.Literal('routed'),
      attempt: COUNT,
      way: Type.String({ description: '`inbox`, `relay`, `direct`; `test` and `suppressed` asked nobody.' }),
      host: orNull(TEXT),
    }),
    Type.Object({
      ...leg,
      kind: Type.Literal('tried'),
      attempt: COUNT,
      host: TEXT,
      address: TEXT,
      reason: Type.String({ description: 'Why the attempt went on to another server.' }),
    }),
    Type.Object({
      ...leg,
      kind: Type.Literal('connected'),
      attempt: COUNT,
      host: orNull(TEXT),
      address: orNull(TEXT),
      tls: orNull(Type.Object({ version: TEXT, cipher: TEXT }), 'Null: in the clear.'),
      reused: Type.Boolean({ description: 'The connection had carried mail before.' }),
    }),
    Type.Object({
      ...leg,
      ...meaning,
      kind: Type.Literal('attempt'),
      attempt: COUNT,
      outcome: TEXT,
      duration_ms: COUNT,
      conversation: Type.Array(
        Type.Object({ from: Type.Enum(['us', 'server', 'note']), text: TEXT, ms: orNull(COUNT) }),
      ),
      next_attempt_at: orNull(TIME, 'Only with the last attempt, while the mail waits.'),
    }),
    Type.Object({ ...leg, ...meaning, kind: Type.Literal('event'), event: TEXT }),
    Type.Object({
      ...leg,
      kind: Type.Literal('webhook'),
      event: TEXT,
      delivery_id: TEXT,
      attempt: COUNT,
      answer: orNull(COUNT, 'HTTP status; null when there was no answer, and then `fault` says why.'),
      fault: orNull(TEXT),
      duration_ms: COUNT,
    }),
  ],
  { $id: 'MessageLeg' },
);

/** The way of a message to a recipient. */
export const routeSchema = Type.Object(
  {
    message_id: TEXT,
    recipient: TEXT,
    status: TEXT,
    is_final: Type.Boolean({ description: 'Nothing more is to be tried.' }),
    next_attempt_at: orNull(TIME),
    recipients: Type.Array(Type.Object({ recipient: TEXT, status: TEXT })),
    legs: Type.Array(legSchema),
  },
  { $id: 'MessageRoute' },
);

/** What receivers see. */
export const checksSchema = Type.Object(
  {
    message_id: TEXT,
    recipient: TEXT,
    checked_at: TIME,
    size_bytes: COUNT,
    checks: Type.Array(
      Type.Object({
        id: TEXT,
        title: TEXT,
        verdict: Type.Enum(VERDICTS),
        why: TEXT,
        fix: Type.Optional(Type.String({ description: 'What would mend it.' })),
        details: Type.Optional(Type.Array(TEXT)),
        records: Type.Optional(Type.Array(Type.Object({ host: TEXT, type: TEXT, value: TEXT }))),
      }),
    ),
  },
  { $id: 'MessageChecks' },
);

const counts = {
  sent: COUNT,
  delivered: COUNT,
  bounced: COUNT,
  complained: COUNT,
  failed: COUNT,
  opened: COUNT,
  clicked: COUNT,
};

/** The account at a glance; `message` is the shape of a listed message. */
export function overviewSchema(message: TSchema) {
  return Type.Object(
    {
      days: COUNT,
      step: Type.Enum(['hour', 'day']),
      totals: Type.Object(counts),
      series: Type.Array(Type.Object({ at: TIME, ...counts }), {
        description: 'Oldest first, without gaps; `at` is the beginning of the hour or of the UTC day.',
      }),
      delivery_time: orNull(
        Type.Object({ p50_ms: COUNT, p95_ms: COUNT, messages: COUNT }),
        "From acceptance to the receiver's yes, over the newest messages; null when none of them was delivered.",
      ),
      domains_needing_care: Type.Array(Type.Object({ id: COUNT, name: TEXT, status: TEXT, why: TEXT })),
      quota: Type.Object({
        plan: TEXT,
        used: COUNT,
        limit: orNull(COUNT),
        remaining: orNull(COUNT),
        resets_at: TIME,
        runs_out_on: orNull(Type.String({ format: 'date' }), 'The UTC day on which it is used up at the present rate.'),
      }),
      latest: Type.Array(message),
    },
    { $id: 'Overview' },
  );
}
