import { Refusal } from '../../../base/refusal.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { route, type Route } from '../../../http/route.ts';
import { presentDomainPage } from './api-present.ts';
import { checkDomain, type CheckParts } from './check.ts';
import { findDomain } from './domains.ts';
import { loadKeys } from './keys.ts';
import { toDomain, type Domain } from './present.ts';
import { domainById } from './queries.ts';
import { rotateDomain } from './rotate.ts';
import { dashboardDomainDocs } from './dashboard-docs.ts';
import { rotation } from './schema.ts';

/** Returns the dashboard's routes for sender domains that are not part of the account API. */
export function dashboardDomainRoutes(parts: CheckParts): Route[] {
  const show = (domain: Domain) =>
    presentDomainPage(domain, {
      hostname: parts.hostname,
      now: new Date(parts.clock.now()),
    });
  return [
    route({
      method: 'GET',
      path: '/dashboard/domains/:id',
      summary: 'Get a sender domain with its DNS records and DKIM keys',
      scope: 'dashboard:read',
      doc: dashboardDomainDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: show(await domainCalled(parts, principal.accountId, params['id'] ?? '')),
      }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/domains/:id/check',
      summary: 'Check the DNS records of a sender domain',
      scope: 'dashboard:write',
      doc: dashboardDomainDocs.check,
      async handle({ principal, params }) {
        const domain = await checkDomain(parts, principal.accountId, objectIdOf(params['id']));
        return { status: 200, body: show(domain ?? noSuchDomain()) };
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/domains/:id/rotate-key',
      summary: 'Rotate the DKIM key of a sender domain',
      scope: 'dashboard:write',
      body: rotation,
      doc: dashboardDomainDocs.rotate,
      async handle({ principal, params, body }) {
        const { accountId } = principal;
        const { id, name } = await requireDomain(parts, accountId, objectIdOf(params['id']));
        const rotated = await rotate(parts, accountId, name, body.atOnce);
        // Check the domain now, because the DNS record of the new key may already be published.
        const domain = body.atOnce ? ((await checkDomain(parts, accountId, id)) ?? rotated) : rotated;
        return { status: 200, body: show(domain) };
      },
    }),
  ];
}

/** Returns a domain by its ID or, if the string contains a dot, by its name. */
async function domainCalled(parts: CheckParts, accountId: number, called: string): Promise<Domain> {
  if (!called.includes('.')) return requireDomain(parts, accountId, objectIdOf(called));
  return (await findDomain(parts.db, accountId, called)) ?? noSuchDomain();
}

async function requireDomain({ db }: CheckParts, accountId: number, id: number): Promise<Domain> {
  const [row] = await domainById(db, accountId, id);
  if (!row) return noSuchDomain();
  return toDomain(row, await loadKeys(db, accountId, id));
}

/** Rotates the key. If the key cannot be rotated, throws conflict instead of a validation_error for the name. */
async function rotate(parts: CheckParts, accountId: number, name: string, atOnce: boolean): Promise<Domain> {
  try {
    return await rotateDomain(parts, accountId, name, { atOnce });
  } catch (error) {
    const [sentence] = (error instanceof Refusal && error.details.errors?.['name']) || [];
    throw sentence === undefined ? error : new Refusal('conflict', { message: `${name} ${sentence}` });
  }
}

function noSuchDomain(): never {
  throw new Refusal('not_found', { message: 'The account has no sender domain with this ID or name.' });
}
