import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route } from '../../../../http/route.ts';
import { faultAt, isEnabled, objectOf, textOf } from '../../fields/index.ts';
import { bodyOf, underNames } from './native.ts';
import { besideCursor, listed, pathId, readCursor, shownObjectId, type NativePage } from './objects.ts';
import { DOMAIN } from './operations.ts';
import { anyBody, anyQuery, type AccountParts } from './parts.ts';

/** A sender domain, as shown by Postrider's own API. */
interface Domain {
  readonly id: number;
  readonly domain: string;
  readonly status: string;
  readonly tracking_host: string | null;
  readonly created_at: string;
  /** Absent in listings. */
  readonly dns?: Readonly<Record<string, DnsRecord>>;
}

interface DnsRecord {
  readonly type: string;
  readonly host: string;
  readonly data: string;
  readonly valid: boolean;
}

/** Returns the routes for sender domains. */
export function domainRoutes(parts: AccountParts, base: string): Route[] {
  const { native } = parts;
  const path = `${base}/domains`;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create a domain',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        const given = readDomain(request.body);
        const made = await underNames(
          (field) => (field === 'domain' ? 'name' : field),
          () => bodyOf<Domain>(native, request, 'POST /domains', { body: { domain: given ?? '' } }),
        );
        return { status: 201, body: presentDomain(made) };
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List domains',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle(request) {
        const cursor = readCursor('domain', request.query);
        const rows = await besideCursor(cursor, (query) =>
          bodyOf<NativePage<Domain>>(native, request, 'GET /domains', { query: { ...query } }),
        );
        return { status: 200, body: listed(rows, cursor, presentDomain) };
      },
    }),
    ...objectRoutes(parts, `${path}/:domain`),
  ];
}

function objectRoutes({ native }: AccountParts, path: string): Route[] {
  const idOf = (params: Readonly<Record<string, string>>) => ({ id: pathId('domain', params['domain']) });
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a domain',
      scope: ACCOUNT_READ_SCOPES,
      async handle(request) {
        const found = await bodyOf<Domain>(native, request, 'GET /domains/:id', { params: idOf(request.params) });
        return { status: 200, body: { object: 'domain', ...presentDomain(found) } };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Update a domain',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        const params = idOf(request.params);
        if (readDomain(request.body) !== undefined)
          throw faultAt('name', 'cannot be changed. Add another domain instead.');
        await bodyOf(native, request, 'GET /domains/:id', { params });
        return { status: 200, body: { object: 'domain', id: request.params['domain'] } };
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Delete a domain',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        await bodyOf(native, request, 'DELETE /domains/:id', { params: idOf(request.params) });
        return { status: 200, body: { object: 'domain', id: request.params['domain'], deleted: true } };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/verify`,
      summary: 'Verify a domain',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        // The response is the same whether or not the records are valid. The status of the domain shows the result.
        await native(request, 'POST /domains/:id/validate', { params: idOf(request.params) });
        return { status: 200, body: { object: 'domain', id: request.params['domain'] } };
      },
    }),
  ];
}

/** Returns the domain's name. Throws validation_error for settings that a domain does not have. */
function readDomain(body: unknown): string | undefined {
  const given = objectOf(body, '', DOMAIN.objects['']);
  const tls = textOf(given, 'tls');
  if (tls !== undefined && tls !== 'opportunistic') {
    throw faultAt('tls', 'must be opportunistic. The receiving domain can require TLS with MTA-STS or DANE.');
  }
  const capabilities = objectOf(given?.values['capabilities'], 'capabilities', DOMAIN.objects.capabilities);
  const { receiving, sending = 'enabled' } = capabilities?.values ?? {};
  if (sending !== 'enabled') throw faultAt('capabilities.sending', 'must be enabled.');
  if (receiving === 'enabled') {
    throw faultAt('capabilities.receiving', 'must be disabled, because Postrider does not support receiving emails.');
  }
  for (const name of ['open_tracking', 'click_tracking']) {
    if (isEnabled({ enable: given?.values[name] })) {
      throw faultAt(name, 'is not supported for domains. Turn on tracking for a tag or a campaign instead.');
    }
  }
  return textOf(given, 'name');
}

function presentDomain({ created_at, dns, domain, id, status, tracking_host: trackingHost }: Domain): object {
  return {
    id: shownObjectId('domain', id),
    name: domain,
    status,
    created_at,
    // Clients require one of these regions, although Postrider has no regions.
    region: 'us-east-1',
    capabilities: { sending: 'enabled', receiving: 'disabled' },
    open_tracking: false,
    click_tracking: false,
    ...(trackingHost !== null && { tracking_subdomain: trackingHost.slice(0, -domain.length - 1) }),
    ...(dns && { records: Object.entries(dns).map(([name, record]) => presentRecord(name, record)) }),
  };
}

function presentRecord(name: string, { data, host, type, valid }: DnsRecord): object {
  const record = name.startsWith('dkim') ? 'DKIM' : name === 'tracking' ? 'Tracking' : 'SPF';
  const [, priority, exchange] = type === 'MX' ? (/^(\d+)\s+(.*)$/.exec(data) ?? []) : [];
  return {
    record,
    name: host,
    type,
    value: exchange ?? data,
    ttl: 'Auto',
    status: valid ? 'verified' : 'not_started',
    ...(priority !== undefined && { priority: Number(priority) }),
  };
}
