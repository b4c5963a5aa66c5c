import type { IpFamily } from '../../../../base/config.ts';
import type { Resolver } from '../../../../base/dns.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import { findTargets, type MxResult } from '../../../../smtp/mx.ts';
import type { PolicyName, TransportSecurity } from '../../transport-security/index.ts';
import { providerOf } from '../sites/providers.ts';
import type { ResolverDoubt } from './resolver-doubt.ts';

/** A DNS result for a domain that does not accept email. */
type NoMail = Extract<MxResult, { kind: 'null-mx' | 'nonexistent' | 'no-server' }>;

/**
 * How long DNS has reported that a domain does not accept email. `forMs` is the time since the first such report, and
 * `sinceLastMs` is the time since the previous lookup (infinite for the first lookup), both in milliseconds.
 */
export interface Mailless {
  readonly forMs: number;
  readonly sinceLastMs: number;
}

/** The reason why there is no server to contact. */
export type NoTargets =
  | Exclude<MxResult, { kind: 'targets' } | NoMail>
  | (NoMail & { readonly mailless: Mailless })
  /**
   * DNS reports that the domain does not accept email, but the resolver may be faulty. The message is retried later.
   */
  | { readonly kind: 'doubtful' }
  /** The domain's TLS policy excludes all of its servers. */
  | { readonly kind: 'policy'; readonly reason: string };

/** The servers of a domain, with the connection requirements of each. */
export type FoundTargets =
  | {
      readonly kind: 'targets';
      readonly site: string;
      readonly targets: readonly SmtpTarget[];
      /** The TLS policy that defines the requirements. */
      readonly policy: PolicyName;
    }
  | NoTargets;

/** Finds the servers of a domain. Never rejects. */
export interface DirectTargets {
  find(domain: string, family: IpFamily): Promise<FoundTargets>;
}

const FAMILIES: Readonly<Record<IpFamily, readonly (4 | 6)[]>> = {
  'ipv4-first': [4, 6],
  'ipv6-first': [6, 4],
  'ipv4-only': [4],
  'ipv6-only': [6],
};

/**
 * Creates a lookup that finds a domain's servers in DNS, and their connection requirements in the domain's TLS
 * policies.
 */
export function createDirectTargets(parts: {
  readonly resolver: Resolver;
  readonly port: number;
  readonly allowPrivate: boolean;
  readonly transport: Pick<TransportSecurity, 'secure'>;
  readonly doubt: ResolverDoubt;
  /** Records that, according to DNS, a domain does not accept email. Never rejects. */
  readonly noteMailless: (domain: string) => Promise<Mailless>;
}): DirectTargets {
  const { allowPrivate, doubt, noteMailless, port, resolver, transport } = parts;
  return {
    async find(domain, family) {
      const found = await findTargets(domain, resolver, { allowPrivate, port, families: FAMILIES[family] });
      if (isNoMail(found)) {
        // No DNS failure looks like a null MX record.
        if (found.kind !== 'null-mx' && (await doubt.isDoubtful(domain))) return { kind: 'doubtful' };
        return { ...found, mailless: await noteMailless(domain) };
      }
      if (found.kind !== 'targets') return found;
      doubt.noteFound(domain);
      const { requireTls } = providerOf(found.targets[0]?.host ?? '');
      const { policy, refused, targets } = await transport.secure(domain, found.targets, { requireTls });
      if (targets.length === 0) return { kind: 'policy', reason: refused.map(({ reason }) => reason).join('; ') };
      return {
        kind: 'targets',
        site: found.site,
        policy,
        targets: targets.map((target): SmtpTarget => Object.assign({ port, login: undefined }, target)),
      };
    },
  };
}

function isNoMail(found: MxResult): found is NoMail {
  return found.kind === 'null-mx' || found.kind === 'nonexistent' || found.kind === 'no-server';
}
