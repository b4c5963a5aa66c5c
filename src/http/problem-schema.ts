import { Type } from 'typebox';

/** Additional fields of an error, set if a safeguard holds a campaign. */
const safeguardFields = {
  safeguard: Type.Optional(Type.String({ description: 'The safeguard that put the campaign on hold.' })),
  limits: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Null()]), {
      description: 'The values that the safeguard checked, and their limits.',
    }),
  ),
  lifts_at: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the hold ends automatically. Null if the hold does not end automatically.',
    }),
  ),
};

/** The documented error object: `ProblemBody` in problems.ts. */
export const problemSchema = Type.Object(
  {
    status: Type.Integer({ description: 'The HTTP status.' }),
    name: Type.String({ description: 'The error code, as listed at `/docs/errors`.' }),
    message: Type.String({ description: 'What went wrong.' }),
    fix: Type.String({ description: 'How to fix the problem.' }),
    link: Type.String({ description: 'Link to the error’s documentation.' }),
    request_id: Type.String({
      description: 'The value of the `x-request-id` header. Use this value to find the request in the log.',
    }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'With status 422: the problems with the invalid fields, keyed by the field’s dotted path.',
      }),
    ),
    ...safeguardFields,
  },
  {
    $id: 'Problem',
    description: 'An error response. Programs should rely on `name`, because the text of other fields can change.',
  },
);

/** The documented error object of the account API, in the format of its dialect. */
export const accountProblemSchema = Type.Object(
  {
    message: Type.String({ description: 'What went wrong.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'With status 422: the problems with the invalid fields, keyed by the field’s dotted path.',
      }),
    ),
    error: Type.Optional(
      Type.String({ description: 'Same text as `message`. Present only if the account is restricted.' }),
    ),
    code: Type.Optional(
      Type.String({
        description:
          '`account_restricted` if the account is restricted. Otherwise, the error code of the safeguard in `safeguard`.',
      }),
    ),
    account_status_url: Type.Optional(
      Type.String({ description: 'URL of the page that shows why the account is restricted.' }),
    ),
    ...safeguardFields,
  },
  { $id: 'AccountProblem', description: 'An error response of the account API.' },
);
