import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Resolver } from '../../../base/dns.ts';
import type { Log } from '../../../base/log.ts';
import { parseMtaStsRecords, type MtaStsPolicy } from '../../../smtp/mta-sts-policy.ts';
import type { PolicyFetcher } from './fetch-policy.ts';
import { findPolicy, keepPolicy, noteFailure, type PolicyRow } from './queries.ts';
import type { TlsResult } from './types.ts';

/** Minimum number of milliseconds between a failed fetch and the next one (RFC 8461 section 3.3). */
export const RETRY_AFTER_MS = 5 * 60_000;
/**
 * A policy is fetched again when its remaining lifetime falls to this number of milliseconds, or to half of its total
 * lifetime if that is shorter.
 */
export const REFRESH_BEFORE_MS = 24 * 3_600_000;
/** Milliseconds for which policies from the database are cached. */
const KNOWN_FOR_MS = 5 * 60_000;
const MAX_KNOWN = 10_000;

/** The policy state of a domain. Times are measured by this process's clock. */
interface State {
  readonly id: string | undefined;
  /** The most recently fetched policy, even if it has expired. */
  readonly policy: MtaStsPolicy | undefined;
  readonly expiresAtMs: number;
  readonly failedAtMs: number;
}

interface PolicyParts {
  readonly db: Database;
  readonly resolver: Resolver;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchPolicy: PolicyFetcher;
  /** Called if a policy could not be fetched. */
  readonly onFailure: (domain: string, result: TlsResult) => void;
}

export interface Policies {
  /**
   * Returns the policy of a domain, or undefined if the domain has none (RFC 8461 sections 3.3 and 5.1). A fetched
   * policy applies until it expires, even if DNS or HTTPS fails. Rejects if the policy is not cached and the database
   * is unavailable.
   */
  find(domain: string): Promise<MtaStsPolicy | undefined>;
}

/**
 * Creates a store of policies. It discovers policies in DNS and stores them in the database. Concurrent requests for a
 * domain share one lookup.
 */
export function createPolicies(parts: PolicyParts): Policies {
  const { clock, db, resolver } = parts;
  const known = new Map<string, { readonly state: State; readonly untilMs: number }>();
  const inFlight = new Map<string, Promise<MtaStsPolicy | undefined>>();

  function remember(domain: string, state: State): State {
    known.delete(domain);
    known.set(domain, { state, untilMs: clock.now() + KNOWN_FOR_MS });
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return state;
  }

  async function read(domain: string): Promise<State> {
    const [row] = await findPolicy(db, domain);
    return remember(domain, stateOf(row, clock.now()));
  }

  async function look(domain: string): Promise<MtaStsPolicy | undefined> {
    const kept = known.get(domain);
    let state = kept && clock.now() < kept.untilMs ? kept.state : await read(domain);
    const answer = await resolver.txt(`_mta-sts.${domain}`);
    const id = answer.kind === 'found' ? parseMtaStsRecords(answer.records) : undefined;
    if (id !== undefined && wantsFetch(state, id, clock.now())) {
      // Another process may have fetched the policy in the meantime.
      state = await read(domain);
      if (wantsFetch(state, id, clock.now())) state = remember(domain, await refetch(parts, domain, id, state));
    }
    return clock.now() < state.expiresAtMs ? state.policy : undefined;
  }

  return {
    find(domain) {
      const running = inFlight.get(domain) ?? look(domain).finally(() => inFlight.delete(domain));
      inFlight.set(domain, running);
      return running;
    },
  };
}

async function refetch(parts: PolicyParts, domain: string, id: string, state: State): Promise<State> {
  const { clock, db, log } = parts;
  const fetched = await parts.fetchPolicy(domain);
  if (fetched.kind === 'failed') {
    log.info('MTA-STS policy could not be fetched', { domain, reason: fetched.reason });
    parts.onFailure(domain, fetched.result);
    await quietly(log, noteFailure(db, domain));
    return { ...state, failedAtMs: clock.now() };
  }
  const { policy } = fetched;
  await quietly(log, keepPolicy(db, domain, id, policy.mode, policy.maxAgeSeconds, policy.hosts));
  return {
    id,
    policy,
    expiresAtMs: clock.now() + policy.maxAgeSeconds * 1_000,
    failedAtMs: Number.NEGATIVE_INFINITY,
  };
}

/**
 * Waits until the result of a fetch is written. If writing fails, logs a warning: this process still uses the result
 * while it is cached.
 */
async function quietly(log: Log, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    log.warn('MTA-STS policy could not be saved', { error: (error as Error).message });
  }
}

function wantsFetch({ expiresAtMs, failedAtMs, id, policy }: State, announced: string, nowMs: number): boolean {
  if (nowMs - failedAtMs < RETRY_AFTER_MS) return false;
  if (!policy || id !== announced) return true;
  return expiresAtMs - nowMs < Math.min(REFRESH_BEFORE_MS, policy.maxAgeSeconds * 500);
}

function stateOf(row: PolicyRow | undefined, nowMs: number): State {
  const {
    expires_in_ms: expiresInMs,
    failed_ago_ms: failedAgoMs,
    hosts,
    id,
    max_age_seconds: maxAge,
    mode,
  } = row ?? NO_ROW;
  return {
    id: id ?? undefined,
    policy: mode === null ? undefined : { mode, maxAgeSeconds: maxAge ?? 0, hosts: hosts ?? [] },
    expiresAtMs: nowMs + (expiresInMs ?? 0),
    failedAtMs: nowMs - (failedAgoMs ?? Number.POSITIVE_INFINITY),
  };
}

const NO_ROW: PolicyRow = {
  id: null,
  mode: null,
  max_age_seconds: null,
  hosts: null,
  expires_in_ms: null,
  failed_ago_ms: null,
};
