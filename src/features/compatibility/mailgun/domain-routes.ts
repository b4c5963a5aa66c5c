import { Refusal } from '../../../base/refusal.ts';
import { route, type Route } from '../../../http/route.ts';
import { findDomain, listDomains, type Domain } from '../../sending/domains/index.ts';
import { anyQuery, COMMON, domainOf, MANAGE, READ, SEND, type MailgunParts } from './route-parts.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

/**
 * Returns the routes for the account's domains. Clients call these routes to test a key. With a key that is restricted
 * to one domain, the routes return only that domain.
 */
export function domainRoutes(parts: MailgunParts, base: string): Route[] {
  // The newest client uses version 4 of this endpoint. All other clients use version 3.
  return ['v3', 'v4'].flatMap((version) => [
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/${version}/domains`,
      summary: 'List domains (Mailgun API)',
      scope: [READ, SEND, MANAGE],
      query: anyQuery,
      async handle({ principal, query }) {
        await parts.requireAdapter(principal, 'mailgun');
        const all = await listDomains(parts.db, principal.accountId);
        const reached = all.filter(({ name }) => principal.domain === undefined || name === principal.domain);
        const [skip, limit] = [
          numberOf(query['skip'], 0),
          Math.min(numberOf(query['limit'], DEFAULT_LIMIT), MAX_LIMIT),
        ];
        return {
          status: 200,
          body: { total_count: reached.length, items: reached.slice(skip, skip + limit).map(presentDomain) },
        };
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/${version}/domains/:domain`,
      summary: 'Retrieve a domain (Mailgun API)',
      scope: [READ, SEND, MANAGE],
      query: anyQuery,
      async handle(request) {
        const name = await domainOf(parts, request);
        const domain = await findDomain(parts.db, request.principal.accountId, name);
        // The sandbox domain is not found either, because no account owns it.
        if (!domain) throw new Refusal('not_found', { message: `Domain not found: ${name}.` });
        return {
          status: 200,
          body: {
            domain: presentDomain(domain),
            receiving_dns_records: [],
            sending_dns_records: domain.records.map(({ data, host, type, valid }) => ({
              record_type: type,
              name: host,
              value: data,
              valid: valid ? 'valid' : 'unknown',
              is_active: valid,
              cached: [],
            })),
          },
        };
      },
    }),
  ]);
}

function presentDomain({ createdAt, id, name, status }: Domain): Record<string, unknown> {
  return {
    id: String(id),
    name,
    state: status === 'verified' ? 'active' : 'unverified',
    is_disabled: false,
    type: 'custom',
    created_at: createdAt.toUTCString(),
    smtp_login: '',
    spam_action: 'disabled',
    wildcard: false,
    require_tls: false,
    skip_verification: false,
    web_prefix: 'email',
    web_scheme: 'https',
  };
}

function numberOf(given: unknown, otherwise: number): number {
  return typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : otherwise;
}
