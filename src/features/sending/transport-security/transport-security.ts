import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import { isUnavailable, type Database } from '../../../base/db.ts';
import type { Resolver } from '../../../base/dns.ts';
import type { Log } from '../../../base/log.ts';
import { createTlsCounters } from './counters.ts';
import { daneOfHosts } from './dane-hosts.ts';
import { decideTargets, type Knowledge } from './decide.ts';
import { createTlsFaults } from './faults.ts';
import { createPolicyFetcher, type PolicyFetcher } from './fetch-policy.ts';
import { createPolicies } from './policies.ts';
import type { HostAddress, HostDane, PolicyName, SecuredTargets, TlsResult } from './types.ts';

export interface TransportSecurityParts {
  readonly db: Database;
  readonly resolver: Resolver;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether TLSA records are used. Requires a resolver that validates DNSSEC. */
  readonly dane: boolean;
  /** By default, policies are fetched over HTTPS from public addresses. */
  readonly fetchPolicy?: PolicyFetcher;
}

/**
 * Determines the TLS requirements for sessions with a domain's servers, and counts the TLS results of these sessions.
 */
export interface TransportSecurity {
  /**
   * Returns the servers with their connection requirements, according to DANE (RFC 7672) and MTA-STS (RFC 8461).
   * Without a policy, TLS is optional, or required if `requireTls` is set. Waits several seconds for an unavailable
   * database. Returns no server if policies cannot be read. Never rejects.
   */
  secure(
    domain: string,
    targets: readonly HostAddress[],
    wish?: { readonly requireTls: boolean },
  ): Promise<SecuredTargets>;
  /** Records for three days that STARTTLS fails on a server. Call this only if no policy required TLS. */
  noteTlsFault(host: string): void;
  hasTlsFault(host: string): Promise<boolean>;
  /** Counts the TLS result of a session with a server of the domain, for reports (RFC 8460). */
  count(domain: string, policy: PolicyName, result: TlsResult): void;
  /** Writes all counters that have not been written yet. Never rejects. */
  close(): Promise<void>;
}

const DOMAIN = /^(?=.{1,240}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
/** Maximum number of attempts to read while the database is unavailable. */
const DATABASE_TRIES = 40;
const DATABASE_RETRY_MS = 250;
const NO_DANE: ReadonlyMap<string, HostDane> = new Map();

/** Creates the transport security of a process from the given database and resolver. */
export function createTransportSecurity(parts: TransportSecurityParts): TransportSecurity {
  const { clock, db, log, resolver } = parts;
  const counters = createTlsCounters(db, log);
  const faults = createTlsFaults({ clock, db, log });
  const policies = createPolicies({
    db,
    resolver,
    clock,
    log,
    fetchPolicy: parts.fetchPolicy ?? createPolicyFetcher({ resolver, allowPrivate: false }),
    onFailure: (domain, result) => counters.add(domain, 'none', result),
  });

  async function find(domain: string, hosts: readonly string[], requireTls: boolean): Promise<Knowledge> {
    const dane = parts.dane ? await daneOfHosts(resolver, domain, hosts) : NO_DANE;
    const isCovered = hosts.every((host) => dane.get(host)?.kind === 'records');
    const policy = isCovered || !DOMAIN.test(domain) ? undefined : await policies.find(domain);
    const isFree = !requireTls && (policy === undefined || policy.mode === 'none');
    return { dane, policy, requireTls, faults: isFree ? await faults.among(hosts) : new Set() };
  }

  return {
    async secure(given, targets, { requireTls } = { requireTls: false }) {
      const domain = given.toLowerCase();
      const hosts = [...new Set(targets.map(({ host }) => host))];
      try {
        const knowledge = await waitingOut(() => find(domain, hosts, requireTls));
        const { unlisted, ...secured } = decideTargets(targets, knowledge);
        for (const _host of unlisted) counters.add(domain, secured.policy, 'validation-failure');
        for (const { kind } of knowledge.dane.values()) {
          if (kind === 'failed') counters.add(domain, 'dane', 'dnssec-invalid');
        }
        return secured;
      } catch (error) {
        log.warn('TLS policy of a domain could not be read', { domain, error });
        const reason = 'the TLS policy of the domain is temporarily unavailable';
        return { targets: [], policy: 'none', refused: hosts.map((host) => ({ host, reason })) };
      }
    },
    noteTlsFault: (host) => faults.note(host),
    hasTlsFault: async (host) => (await faults.among([host])).size > 0,
    count: (domain, policy, result) => counters.add(domain.toLowerCase(), policy, result),
    async close() {
      await faults.idle();
      await counters.close();
    },
  };
}

/** Retries a read for a few seconds while the database is unavailable. */
async function waitingOut<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isUnavailable(error) || tries === DATABASE_TRIES) throw error;
      await pause(DATABASE_RETRY_MS);
    }
  }
}
