import { isListedHost, type MtaStsPolicy } from '../../../smtp/mta-sts-policy.ts';
import type { HostAddress, HostDane, PolicyName, RefusedHost, SecuredTarget, SecuredTargets } from './types.ts';

/** Information about a domain and its servers that determines the connection requirements. */
export interface Knowledge {
  readonly policy: MtaStsPolicy | undefined;
  /** DANE information by host. A missing entry has the same meaning as `none`. */
  readonly dane: ReadonlyMap<string, HostDane>;
  /** Hosts on which TLS is known to fail. */
  readonly faults: ReadonlySet<string>;
  /** Whether TLS is required even without a policy. */
  readonly requireTls: boolean;
}

/** The decision for each server, and the hosts that an MTA-STS policy does not list. */
export interface Decision extends SecuredTargets {
  readonly unlisted: readonly string[];
}

/**
 * Determines the connection requirements of each server. DANE takes precedence over MTA-STS (RFC 8461 section 2). If an
 * enforced policy does not list a server, the server is not used. A policy in testing mode only reports such servers
 * (RFC 8461 section 5).
 */
export function decideTargets(targets: readonly HostAddress[], knowledge: Knowledge): Decision {
  const refused = new Map<string, RefusedHost>();
  const unlisted = new Set<string>();
  const secured: SecuredTarget[] = [];
  for (const target of targets) {
    const { host } = target;
    const piece = decideTarget(target, knowledge);
    if ('reason' in piece) refused.set(host, piece);
    else secured.push(piece);
    if (isUnlisted(host, knowledge)) unlisted.add(host);
  }
  return { targets: secured, policy: policyName(knowledge), refused: [...refused.values()], unlisted: [...unlisted] };
}

function decideTarget(target: HostAddress, knowledge: Knowledge): SecuredTarget | RefusedHost {
  const { host, address } = target;
  const dane = knowledge.dane.get(host);
  if (dane?.kind === 'failed') return { host, reason: `DANE (RFC 7672): ${dane.reason} (dnssec-invalid)` };
  if (dane?.kind === 'records') {
    const { names: certificateNames, records } = dane;
    return { host, address, tls: 'required', verifyTls: false, certificateNames, dane: records, tlsRule: 'dane' };
  }
  if (dane?.kind !== 'unusable') return decideByPolicy(target, knowledge);
  const decided = decideByPolicy(target, { ...knowledge, requireTls: true });
  return 'reason' in decided ? decided : { tlsRule: 'dane', ...decided };
}

function decideByPolicy({ host, address }: HostAddress, knowledge: Knowledge): SecuredTarget | RefusedHost {
  const { requireTls } = knowledge;
  switch (knowledge.policy?.mode) {
    case 'enforce':
      if (isUnlisted(host, knowledge)) {
        return { host, reason: `MTA-STS (RFC 8461): the policy does not list ${host} (validation-failure)` };
      }
      return { host, address, tls: 'required', verifyTls: true, certificateNames: [host], tlsRule: 'mta-sts' };
    case 'testing':
      return { host, address, tls: tlsOf(requireTls), verifyTls: false, ...reportOf(host, knowledge) };
    default:
      return { host, address, tls: tlsOf(requireTls, knowledge.faults.has(host)), verifyTls: false };
  }
}

function tlsOf(isRequired: boolean, isFaulty = false): SecuredTarget['tls'] {
  if (isRequired) return 'required';
  return isFaulty ? 'never' : 'opportunistic';
}

function reportOf(host: string, knowledge: Knowledge): Partial<SecuredTarget> {
  return isUnlisted(host, knowledge) ? {} : { certificateNames: [host], reportTls: true };
}

function isUnlisted(host: string, { dane, policy }: Knowledge): boolean {
  const hasRecords = dane.get(host)?.kind === 'records';
  return policy !== undefined && policy.mode !== 'none' && !hasRecords && !isListedHost(policy, host);
}

function policyName({ dane, policy }: Knowledge): PolicyName {
  if ([...dane.values()].some(({ kind }) => kind !== 'none')) return 'dane';
  return policy === undefined || policy.mode === 'none' ? 'none' : `mta-sts ${policy.mode}`;
}
