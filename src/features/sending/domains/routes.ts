import { invalid, Refusal } from '../../../base/refusal.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, page, type PageQuery } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import {
  faultsOf,
  isValid,
  presentRemoved,
  presentSenderDomain,
  presentWithDns,
  type StoppedCampaign,
} from './api-present.ts';
import { checkDomain, type CheckParts } from './check.ts';
import { dashboardDomainRoutes } from './dashboard-routes.ts';
import { addDomain } from './domains.ts';
import { loadKeys, type DomainParts } from './keys.ts';
import { domainAnywhere, domainsPage, markDeletedById } from './page-queries.ts';
import { toDomain, type Domain } from './present.ts';
import { countDomains, domainById } from './queries.ts';
import { domainDocs } from './route-docs.ts';
import { domainChanges, domainsQuery, newDomain } from './schema.ts';
import { setTrackingHost } from './tracking-host.ts';
import { zoneFileOf } from './zone-file.ts';

const PATH = '/domains';

/** Returns the account API and dashboard routes for sender domains. */
export function domainRoutes(parts: DomainRouteParts, baseUrl: () => string): Route[] {
  return [...listRoutes(parts, baseUrl), ...objectRoutes(parts), ...dashboardDomainRoutes(parts)];
}

export interface DomainRouteParts extends CheckParts {
  /** Stops the campaigns that use a removed domain, and returns them. */
  readonly onRemoved: (accountId: number, name: string) => Promise<readonly StoppedCampaign[]>;
}

function listRoutes(parts: CheckParts, baseUrl: () => string): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List sender domains',
      scope: ACCOUNT_READ_SCOPES,
      query: domainsQuery,
      doc: domainDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfDomains(parts, principal.accountId, query, `${baseUrl()}${PATH}`),
      }),
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Add a sender domain',
      scope: ACCOUNT_SCOPE,
      body: newDomain,
      doc: domainDocs.create,
      handle: async ({ principal, body }) => ({
        status: 201,
        body: presentWithDns(await addNamed(parts, principal.accountId, body.domain)),
      }),
    }),
  ];
}

function objectRoutes(parts: DomainRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a sender domain',
      scope: ACCOUNT_READ_SCOPES,
      doc: domainDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: presentWithDns(await ownDomain(parts, principal.accountId, objectIdOf(params['id']))),
      }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Set the tracking host of a sender domain',
      scope: ACCOUNT_SCOPE,
      body: domainChanges,
      doc: domainDocs.change,
      async handle({ principal, params, body }) {
        const id = objectIdOf(params['id']);
        const changed = await setTrackingHost(parts, principal.accountId, id, body.trackingHost);
        const domain = await ownObject(changed, async () => domainAnywhere(parts.db, id));
        return { status: 200, body: presentWithDns(domain) };
      },
    }),
    route({
      method: 'GET',
      path: `${PATH}/:id/zone-file`,
      summary: 'Download the DNS records of a sender domain as a zone file',
      scope: ACCOUNT_READ_SCOPES,
      doc: domainDocs.zoneFile,
      handle: async ({ principal, params }) =>
        zoneFile(await ownDomain(parts, principal.accountId, objectIdOf(params['id']))),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Remove a sender domain',
      scope: ACCOUNT_SCOPE,
      doc: domainDocs.remove,
      async handle({ principal, params }) {
        const id = objectIdOf(params['id']);
        const [removed] = await markDeletedById(parts.db, principal.accountId, id);
        const { name } = await ownObject(removed, async () => domainAnywhere(parts.db, id));
        const campaigns = await parts.onRemoved(principal.accountId, name);
        return { status: 200, body: presentRemoved(campaigns) };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/:id/validate`,
      summary: 'Validate the DNS records of a sender domain',
      scope: ACCOUNT_SCOPE,
      doc: domainDocs.validate,
      handle: async ({ principal, params }) => validate(parts, principal.accountId, objectIdOf(params['id'])),
    }),
  ];
}

function zoneFile(domain: Domain): Reply {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${domain.name}.zone"`,
  };
  return { status: 200, body: zoneFileOf(domain), headers };
}

async function pageOfDomains({ db }: DomainParts, accountId: number, request: PageQuery, url: string) {
  const [counted] = await countDomains(db, accountId);
  const total = counted?.domains ?? 0;
  const offset = offsetOf(request);
  // A page after the last one is empty, so no query is needed.
  const rows = offset < total ? await domainsPage(db, accountId, request.perPage, offset) : [];
  const data = rows.map((row) => presentSenderDomain(toDomain(row, [])));
  return page({ data, total, request, url });
}

/** Adds a domain. Reports errors about `name` under `domain`, which is the field's name in this API. */
async function addNamed(parts: DomainParts, accountId: number, name: string): Promise<Domain> {
  try {
    return await addDomain(parts, accountId, name);
  } catch (error) {
    const sentences = error instanceof Refusal ? error.details.errors?.['name'] : undefined;
    throw sentences ? invalid({ domain: sentences }) : error;
  }
}

async function ownDomain({ db }: DomainParts, accountId: number, id: number): Promise<Domain> {
  const [found] = await domainById(db, accountId, id);
  const row = await ownObject(found, async () => domainAnywhere(db, id));
  return toDomain(row, await loadKeys(db, accountId, id));
}

async function validate(parts: CheckParts, accountId: number, id: number): Promise<Reply> {
  const checked = await checkDomain(parts, accountId, id);
  const domain = await ownObject(checked, async () => domainAnywhere(parts.db, id));
  const shown = presentWithDns(domain);
  if (isValid(domain)) {
    return { status: 200, body: { message: 'The DNS records are valid.', valid: true, domain: shown } };
  }
  const message = 'Required DNS records are missing or incorrect. See `validation_errors`.';
  return { status: 400, body: { message, valid: false, validation_errors: faultsOf(domain), domain: shown } };
}
