import { Type } from 'typebox';
import type { Parser } from '../../../http/parser.ts';
import type { Reply } from '../../../http/route.ts';
import { isObject } from '../resend/index.ts';
import { createFindSigner, type SignerParts } from './signer.ts';

/**
 * Maximum size of a request body, in bytes. It exceeds the largest allowed email in Base64, so that requests with files
 * that are too large can be parsed and rejected with an explanation.
 */
const MAX_BODY_BYTES = 14 * 1024 * 1024;

/** Returns the common properties of the routes. */
export const commonOf = (parts: SignerParts) =>
  ({ findSigner: createFindSigner(parts), bodyLimitBytes: MAX_BODY_BYTES }) as const;

export type Common = ReturnType<typeof commonOf>;

/** Accepts any body. */
export const anyBody: Parser<unknown> = { schema: Type.Unknown(), parse: (given) => given };

/** Accepts any query. */
export const anyQuery: Parser<Record<string, unknown>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};

export function answer(body: unknown, requestId: string): Reply {
  return { status: 200, body, headers: { 'x-amzn-requestid': requestId } };
}
