import { Type } from 'typebox';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import type { KeyOf } from '../../../http/route.ts';
import { isObject } from '../resend/index.ts';
import type { HookParts, RequireAdapter, VendorParts } from '../vendors/index.ts';

/** Scopes that the routes require. */
export const SEND = 'transactional:send';
export const READ = 'transactional:read';
export const MANAGE = 'transactional:manage';

/** Dependencies of the adapter. */
export interface PostmarkParts extends VendorParts, HookParts {
  readonly requireAdapter: RequireAdapter;
}

/** Returns the API key of a request. Postmark's clients send the key in a dedicated header. */
const serverToken: KeyOf = (headers) => {
  const given = headers['x-postmark-server-token'];
  return typeof given === 'string' && given !== '' ? given : undefined;
};

/** Common properties of the routes. */
export const COMMON = { isForDomainKeys: true, keyOf: serverToken } as const;

/** Accepts any body. */
export const anyBody: Parser<unknown> = { schema: Type.Unknown(), parse: (given) => given };

/** Accepts any query. */
export const anyQuery: Parser<Record<string, unknown>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};

/** Returns the caller if the account may use the Postmark adapter. Throws feature_not_available. */
export async function callerOf(
  { requireAdapter }: PostmarkParts,
  { principal }: { readonly principal: Principal },
): Promise<Principal> {
  await requireAdapter(principal, 'postmark');
  return principal;
}
