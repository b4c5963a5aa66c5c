import { statement } from '../../../base/db.ts';

/** These tables are small. Most statements read them completely, and the others use the primary keys. */

/** Selects the version of the routing tables. Every committed change to the tables below increments the version. */
export const routeVersion = statement<[], { readonly version: number }>(
  'routes_version',
  'select version from route_version',
);

/** Locks the routes until the end of the transaction, so that changes cannot overlap. */
export const lockRoutes = statement<[], { readonly version: number }>(
  'routes_lock',
  'select version from route_version for update',
);

export interface SourceRow {
  readonly name: string;
  readonly pool: string;
  readonly ipv4: string | null;
  readonly ipv6: string | null;
  readonly ehlo_name: string;
}

export const allSources = statement<[], SourceRow>(
  'routes_sources',
  'select name, pool, ipv4, ipv6, ehlo_name from route_source order by pool, name',
);

export interface RelayRow {
  readonly name: string;
  readonly sealed_url: Buffer;
  readonly max_connections: number;
}

export const allRelays = statement<[], RelayRow>(
  'routes_relays',
  'select name, sealed_url, max_connections from route_relay order by name',
);

export interface RuleRow {
  readonly id: number;
  readonly account_id: number | null;
  readonly sender_domain: string | null;
  readonly recipient_domain: string | null;
  readonly class: string | null;
  readonly routes: string[];
}

export const allRules = statement<[], RuleRow>(
  'routes_rules',
  'select id, account_id, sender_domain, recipient_domain, class, routes from route_rule order by id',
);

/** Increments the version, so that other processes notice the change. */
const RAISED = 'with raised as (update route_version set version = version + 1)';

/** Stores a source, or replaces the source with the same name. */
export const putSource = statement<
  [name: string, pool: string, ipv4: string | null, ipv6: string | null, ehloName: string],
  unknown
>(
  'routes_put_source',
  `${RAISED}
   insert into route_source (name, pool, ipv4, ipv6, ehlo_name) values ($1, $2, $3, $4, $5)
   on conflict (name) do update
   set pool = excluded.pool, ipv4 = excluded.ipv4, ipv6 = excluded.ipv6, ehlo_name = excluded.ehlo_name`,
);

/** Stores a relay, or replaces the relay with the same name. */
export const putRelay = statement<[name: string, sealedUrl: Buffer, maxConnections: number], unknown>(
  'routes_put_relay',
  `${RAISED}
   insert into route_relay (name, sealed_url, max_connections) values ($1, $2, $3)
   on conflict (name) do update
   set sealed_url = excluded.sealed_url, max_connections = excluded.max_connections`,
);

/** Inserts a rule. Returns no row if a rule for the same messages already exists (unique key). */
export const insertRule = statement<
  [
    accountId: number | null,
    senderDomain: string | null,
    recipientDomain: string | null,
    mailClass: string | null,
    routes: readonly string[],
  ],
  { readonly id: number }
>(
  'routes_insert_rule',
  `${RAISED}
   insert into route_rule (account_id, sender_domain, recipient_domain, class, routes) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning id`,
);

export const deleteSource = statement<[name: string], { readonly name: string }>(
  'routes_delete_source',
  `${RAISED} delete from route_source where name = $1 returning name`,
);

export const deleteRelay = statement<[name: string], { readonly name: string }>(
  'routes_delete_relay',
  `${RAISED} delete from route_relay where name = $1 returning name`,
);

export const deleteRule = statement<[id: number], { readonly id: number }>(
  'routes_delete_rule',
  `${RAISED} delete from route_rule where id = $1 returning id`,
);

/** Selects the first rule with a route to a pool without sources, or to a relay that does not exist. */
export const routesWithoutTarget = statement<[], { readonly id: number; readonly route: string }>(
  'routes_without_target',
  `select r.id, route
   from route_rule r cross join unnest(r.routes) as route
   where (route like 'direct:%' and not exists (select from route_source s where 'direct:' || s.pool = route))
     or (route like 'relay:%' and route <> 'relay:default'
       and not exists (select from route_relay relay where 'relay:' || relay.name = route))
   order by r.id limit 1`,
);

export const countRoutes = statement<[], { readonly sources: number; readonly relays: number; readonly rules: number }>(
  'routes_count',
  `select (select count(*) from route_source)::integer as sources,
     (select count(*) from route_relay)::integer as relays, (select count(*) from route_rule)::integer as rules`,
);
