import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { formDecoder, type FormBody } from '../../../http/form-parts.ts';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import type { KeyOf, RouteRequest } from '../../../http/route.ts';
import { findDomain } from '../../sending/domains/index.ts';
import { isObject } from '../resend/index.ts';
import { requireKeyOfDomain, type HookParts, type RequireAdapter, type VendorParts } from '../vendors/index.ts';

const BASIC = /^Basic +([A-Za-z0-9+/=_-]+) *$/i;

/**
 * Returns the API key in Basic credentials (RFC 7617), regardless of the user name. Returns undefined for other
 * schemes.
 */
const basicKey: KeyOf = ({ authorization }) => {
  const [, encoded] = BASIC.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
};

/** Scopes that the routes require. */
export const SEND = 'transactional:send';
export const READ = 'transactional:read';
export const MANAGE = 'transactional:manage';

/**
 * Mailgun's limit of 25 MB, plus the overhead of a form. The limit on the number of form parts allows for a thousand
 * recipients and two hundred other fields.
 */
const MAX_BODY_BYTES = 26 * 1024 * 1024;
const LIMITS = { parts: 1_200, fieldBytes: 8 * 1024 * 1024, bodyBytes: MAX_BODY_BYTES };
const decoder = formDecoder(LIMITS);

/** Dependencies of the adapter. */
export interface MailgunParts extends VendorParts, HookParts {
  readonly requireAdapter: RequireAdapter;
  /** Public base URL without a trailing slash. */
  readonly baseUrl: () => string;
}

/** Common properties of the routes. */
export const COMMON = { isForDomainKeys: true, keyOf: basicKey, decoder, bodyLimitBytes: MAX_BODY_BYTES } as const;

/** Parser for an optional form. Ignores the query string, because the clients do not send form fields there. */
export const formBody: Parser<FormBody> = {
  schema: Type.Unknown(),
  parse(given) {
    if (!isObject(given) || !Array.isArray(given['parts'])) return { parts: [] };
    // Safe cast: the decoder of these routes created the value.
    return given as unknown as FormBody;
  },
};

/** Accepts any query. */
export const anyQuery: Parser<Record<string, unknown>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};

type DomainRequest = Pick<RouteRequest<unknown, unknown>, 'params'> & { readonly principal: Principal };

/**
 * Returns the domain in the path. As in Mailgun, throws not_found if the domain does not belong to the account. Throws
 * insufficient_scope if the key is restricted to another domain.
 */
export async function domainOf(parts: MailgunParts, request: DomainRequest): Promise<string> {
  return ownedDomain(parts, request, async (accountId, domain) =>
    Boolean(await findDomain(parts.db, accountId, domain)),
  );
}

/** Returns the domain in the path like `domainOf`, but from cached domains, which can be up to a second old. */
export async function sendingDomainOf(parts: MailgunParts, request: DomainRequest): Promise<string> {
  return ownedDomain(parts, request, async (accountId, domain) => parts.senders.isOwned(accountId, domain));
}

async function ownedDomain(
  { requireAdapter, sandboxDomain }: MailgunParts,
  { params, principal }: DomainRequest,
  isOwned: (accountId: number, domain: string) => Promise<boolean>,
): Promise<string> {
  await requireAdapter(principal, 'mailgun');
  const domain = (params['domain'] ?? '').toLowerCase();
  requireKeyOfDomain(principal, domain);
  if (domain === sandboxDomain || (await isOwned(principal.accountId, domain))) return domain;
  throw new Refusal('not_found', {
    message: `Domain not found: ${domain}.`,
    fix: 'Use one of the domains that the dashboard lists under Domains.',
  });
}
