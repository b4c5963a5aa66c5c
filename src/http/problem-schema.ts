import { Type } from 'typebox';

/** What a gate adds that holds a campaign back. */
const gateFields = {
  gate: Type.Optional(Type.String({ description: 'Which gate holds the campaign back.' })),
  limits: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Null()]), {
      description: 'The numbers of the gate, and what they are compared with.',
    }),
  ),
  lifts_at: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the gate lifts by itself; null when somebody has to do something first.',
    }),
  ),
};

/** The error object as the API document shows it: `ProblemBody` in problems.ts. */
export const problemSchema = Type.Object(
  {
    status: Type.Integer({ description: 'The HTTP status.' }),
    name: Type.String({ description: 'The error code, one of those at `/docs/errors`.' }),
    message: Type.String({ description: 'What is wrong.' }),
    fix: Type.String({ description: 'What you can do about it.' }),
    link: Type.String({ description: 'Where to read on.' }),
    request_id: Type.String({ description: 'As the header `x-request-id`; the log has it too.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'With status 422: for each field at fault, by its dotted path, what is wrong with it.',
      }),
    ),
    ...gateFields,
  },
  {
    $id: 'Problem',
    description: 'Every answer that is not a success. Programs should go by `name`; the other texts may change.',
  },
);

/** The error object of the account API: what its dialect makes of a problem. */
export const accountProblemSchema = Type.Object(
  {
    message: Type.String({ description: 'What is wrong.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'With status 422: for each field at fault, by its dotted path, what is wrong with it.',
      }),
    ),
    error: Type.Optional(Type.String({ description: 'The message once more, of a restricted account.' })),
    code: Type.Optional(
      Type.String({ description: '`account_restricted` of a restricted account; with `gate`, the error code.' }),
    ),
    account_status_url: Type.Optional(Type.String({ description: 'Where a restricted account sees why.' })),
    ...gateFields,
  },
  { $id: 'AccountProblem', description: 'Every answer of the account API that is not a success.' },
);
