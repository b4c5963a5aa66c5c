import { Type, type TSchema } from 'typebox';

export const VERDICTS = ['pass', 'warn', 'fail', 'unknown'] as const;

const TIME = Type.String({ format: 'date-time' });
const TEXT = Type.String();
const COUNT = Type.Integer();

function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

const leg = {
  id: Type.String({
    description:
      'The ID of the step. The ID stays the same when the step changes, so that clients can replace the step.',
  }),
  at: orNull(TIME, 'When the step occurred. Null if the time was not recorded.'),
  ms: orNull(COUNT, 'Milliseconds since the message was accepted.'),
  title: TEXT,
};

const meaning = {
  status: orNull(TEXT),
  reason: orNull(TEXT),
  meaning: orNull(TEXT, 'An explanation of the status code.'),
};

const legSchema = Type.Union(
  [
    Type.Object({
      ...leg,
      kind: Type.Literal('accepted'),
      recipients: COUNT,
      by: orNull(
        Type.Object({ via: Type.Enum(['key', 'token', 'oauth', 'session']), name: TEXT }),
        'The API key that sent the message, or the user who sent the message through the dashboard, with an access token, or through an application. Null if unknown.',
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
      way: Type.String({
        description:
          '`inbox`, `relay`, or `direct`. If the value is `test`, `suppressed`, or `none`, no server was contacted.',
      }),
      host: orNull(TEXT),
    }),
    Type.Object({
      ...leg,
      kind: Type.Literal('tried'),
      attempt: COUNT,
      host: TEXT,
      address: TEXT,
      reason: Type.String({ description: 'Why delivery to this server failed. Postrider then tried another server.' }),
    }),
    Type.Object({
      ...leg,
      kind: Type.Literal('connected'),
      attempt: COUNT,
      host: orNull(TEXT),
      address: orNull(TEXT),
      tls: orNull(Type.Object({ version: TEXT, cipher: TEXT }), 'Null if the connection was not encrypted.'),
      reused: Type.Boolean({ description: 'Whether the connection was reused.' }),
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
      next_attempt_at: orNull(TIME, 'Set only on the last attempt, while the email waits for a retry. Otherwise null.'),
    }),
    Type.Object({ ...leg, ...meaning, kind: Type.Literal('event'), event: TEXT }),
    Type.Object({
      ...leg,
      kind: Type.Literal('webhook'),
      event: TEXT,
      delivery_id: TEXT,
      attempt: COUNT,
      answer: orNull(
        COUNT,
        'The HTTP status code. If the endpoint did not respond, `answer` is null and `fault` contains the reason.',
      ),
      fault: orNull(TEXT),
      duration_ms: COUNT,
    }),
  ],
  { $id: 'MessageLeg' },
);

/** The steps of a message's delivery to one recipient. */
export const routeSchema = Type.Object(
  {
    message_id: TEXT,
    recipient: TEXT,
    status: TEXT,
    is_final: Type.Boolean({ description: 'Whether the status is final. If true, Postrider makes no more attempts.' }),
    next_attempt_at: orNull(TIME),
    recipients: Type.Array(Type.Object({ recipient: TEXT, status: TEXT })),
    legs: Type.Array(legSchema),
  },
  { $id: 'MessageRoute' },
);

/** Results of the checks on the message that the recipient's server receives. */
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
        fix: Type.Optional(Type.String({ description: 'How to fix the problem.' })),
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

/** Returns the schema for the overview of an account. `message` is the schema of a message in lists. */
export function overviewSchema(message: TSchema) {
  return Type.Object(
    {
      days: COUNT,
      step: Type.Enum(['hour', 'day']),
      totals: Type.Object(counts),
      series: Type.Array(Type.Object({ at: TIME, ...counts }), {
        description:
          'One entry per hour or UTC day, oldest first, including hours and days without messages. `at` is the start of the hour or day that the entry covers.',
      }),
      delivery_time: orNull(
        Type.Object({ p50_ms: COUNT, p95_ms: COUNT, messages: COUNT }),
        'Time from acceptance to delivery of the newest messages. Null if none of these messages was delivered.',
      ),
      domains_needing_care: Type.Array(Type.Object({ id: COUNT, name: TEXT, status: TEXT, why: TEXT })),
      quota: Type.Object({
        plan: TEXT,
        used: COUNT,
        limit: orNull(COUNT),
        remaining: orNull(COUNT),
        resets_at: TIME,
        runs_out_on: orNull(
          Type.String({ format: 'date' }),
          'The UTC day on which the quota will run out at the current rate. Null if the quota resets before it runs out.',
        ),
      }),
      latest: Type.Array(message),
    },
    { $id: 'Overview' },
  );
}
