import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { formDecoder, type FormBody } from '../../../http/form-parts.ts';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import type { KeyOf, RouteRequest } from '../../../http/route.ts';
import { findDomain } from '../../sending/domains/index.ts';
import { isObject } from '../resend/index.ts';
import { requireKeyOfDomain, type HookParts, type RequireSurface, type VendorParts } from '../vendors/index.ts';

const BASIC = /^Basic +([A-Za-z0-9+/=_-]+) *$/i;

/** The key behind Basic credentials (RFC 7617), whatever user name stands before it; undefined for anything else. */
const basicKey: KeyOf = ({ authorization }) => {
  const [, encoded] = BASIC.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
};

/** Scopes that the routes ask for. */
export const SEND = 'transactional:send';
export const READ = 'transactional:read';
export const MANAGE = 'transactional:manage';

/** As the vendor takes: 25 MB, and what a form makes of it. A batch for a thousand has some twenty fields beside them. */
const MAX_BODY_BYTES = 26 * 1024 * 1024;
const LIMITS = { parts: 1_200, fieldBytes: 8 * 1024 * 1024, bodyBytes: MAX_BODY_BYTES };
const decoder = formDecoder(LIMITS);

/** What the surface works on. */
export interface MailgunParts extends VendorParts, HookParts {
  readonly requireSurface: RequireSurface;
  /** Public base address without a slash at its end. */
  readonly baseUrl: () => string;
}

/** What all these routes have in common. */
export const COMMON = { isForDomainKeys: true, keyOf: basicKey, decoder, bodyLimitBytes: MAX_BODY_BYTES } as const;

/** A form, or nothing; what came in the query stands in no form of these clients. */
export const formBody: Parser<FormBody> = {
  schema: Type.Unknown(),
  parse(given) {
    if (!isObject(given) || !Array.isArray(given['parts'])) return { parts: [] };
    // Made by the decoder of these routes.
    return given as unknown as FormBody;
  },
};

/** Whatever the query says. */
export const anyQuery: Parser<Record<string, unknown>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};

/** The domain in the path, which must be the account's, and the key's. Throws not_found as Mailgun does, or insufficient_scope. */
export async function domainOf(
  { db, requireSurface, sandboxDomain }: MailgunParts,
  { params, principal }: Pick<RouteRequest<unknown, unknown>, 'params'> & { readonly principal: Principal },
): Promise<string> {
  await requireSurface(principal, 'mailgun');
  const domain = (params['domain'] ?? '').toLowerCase();
  requireKeyOfDomain(principal, domain);
  if (domain === sandboxDomain || (await findDomain(db, principal.accountId, domain))) return domain;
  throw new Refusal('not_found', {
    message: `Domain not found: ${domain}.`,
    fix: 'Use one of the domains that the dashboard lists under Domains.',
  });
}
