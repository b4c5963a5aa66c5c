import { Type } from 'typebox';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import type { KeyOf } from '../../../http/route.ts';
import { isObject } from '../resend/index.ts';
import type { HookParts, RequireSurface, VendorParts } from '../vendors/index.ts';

/** Scopes that the routes ask for. */
export const SEND = 'transactional:send';
export const READ = 'transactional:read';
export const MANAGE = 'transactional:manage';

/** What the surface works on. */
export interface PostmarkParts extends VendorParts, HookParts {
  readonly requireSurface: RequireSurface;
}

/** The key of a request: Postmark's clients name it in a header of their own. */
const serverToken: KeyOf = (headers) => {
  const given = headers['x-postmark-server-token'];
  return typeof given === 'string' && given !== '' ? given : undefined;
};

/** What all these routes have in common. */
export const COMMON = { isForDomainKeys: true, keyOf: serverToken } as const;

/** Whatever the body says. */
export const anyBody: Parser<unknown> = { schema: Type.Unknown(), parse: (given) => given };

/** Whatever the query says. */
export const anyQuery: Parser<Record<string, unknown>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};

/** The caller, where clients of Postmark may speak to the account. Throws feature_not_available. */
export async function callerOf(
  { requireSurface }: PostmarkParts,
  { principal }: { readonly principal: Principal },
): Promise<Principal> {
  await requireSurface(principal, 'postmark');
  return principal;
}
