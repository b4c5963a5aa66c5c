import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';

const MAX_GIVEN_CHARACTERS = 1_000;
const STRICT = { additionalProperties: false };

const password = Type.Optional(
  Type.String({
    maxLength: MAX_GIVEN_CHARACTERS,
    description: 'Your password. Required if you signed in more than 15 minutes ago.',
  }),
);

export const accountDeletionRequest = parserOf(
  Type.Object(
    {
      name: Type.String({
        maxLength: MAX_GIVEN_CHARACTERS,
        description: 'The account’s name, to confirm the deletion.',
      }),
      password,
    },
    STRICT,
  ),
  (given) => ({ name: given.name.trim(), password: given.password }),
);

/** Parses a request to delete the signed-in user. */
export const personDeletionRequest = parserOf(
  Type.Object(
    {
      email: Type.String({
        maxLength: MAX_GIVEN_CHARACTERS,
        description: 'Your email address, to confirm the deletion.',
      }),
      password,
    },
    STRICT,
  ),
  (given) => ({ email: given.email.trim().toLowerCase(), password: given.password }),
);
