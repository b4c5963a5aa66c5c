import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { MAX_NAME_CHARACTERS, MAX_REDIRECT_URIS } from './limits.ts';
import { faultOfRedirectUri } from './redirect-uris.ts';

const STRICT = { additionalProperties: false };
const CONTROLS = /[\p{C}\p{Zl}\p{Zp}]/u;
const NAME = Type.String({
  description: `Name shown on the consent page, 1 to ${MAX_NAME_CHARACTERS} characters.`,
});
const REDIRECT_URIS = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: MAX_REDIRECT_URIS,
  description:
    'URLs to which Postrider sends authorization codes. Each URL must use https, or http with a loopback address. The URL in a request must match one of these URLs exactly.',
});

export interface ClientRequest {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly is_public: boolean;
}

/** Changes to a client. Absent fields stay unchanged. */
export interface ClientChange {
  readonly name?: string | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
}

type Fail = (field: string, sentence: string) => void;

export const newClientRequest = parserOf(
  Type.Object(
    {
      name: NAME,
      redirect_uris: REDIRECT_URIS,
      is_public: Type.Optional(
        Type.Boolean({
          description:
            'Whether the client is public. A public client cannot keep a secret, for example because it runs in a browser or on a phone.',
        }),
      ),
    },
    STRICT,
  ),
  ({ name, redirect_uris, is_public = false }, fail): ClientRequest => ({
    name: parseName(name, fail),
    redirect_uris: parseUris(redirect_uris, fail),
    is_public,
  }),
);

export const clientChangeRequest = parserOf(
  Type.Object({ name: Type.Optional(NAME), redirect_uris: Type.Optional(REDIRECT_URIS) }, STRICT),
  ({ name, redirect_uris }, fail): ClientChange => ({
    name: name === undefined ? undefined : parseName(name, fail),
    redirect_uris: redirect_uris === undefined ? undefined : parseUris(redirect_uris, fail),
  }),
);

function parseName(given: string, fail: Fail): string {
  const name = given.trim();
  if (name === '') fail('name', 'is required.');
  if (Array.from(name).length > MAX_NAME_CHARACTERS)
    fail('name', `must have at most ${MAX_NAME_CHARACTERS} characters.`);
  if (CONTROLS.test(name)) fail('name', 'must not contain line breaks or control characters.');
  return name;
}

function parseUris(given: readonly string[], fail: Fail): readonly string[] {
  for (const [at, uri] of given.entries()) {
    const fault = faultOfRedirectUri(uri);
    if (fault !== undefined) fail(`redirect_uris.${at}`, `${fault}.`);
  }
  return [...new Set(given)];
}
