import type { IpFamily } from '../../../../base/config.ts';
import type { Resolver } from '../../../../base/dns.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import { findTargets, type MxResult } from '../../../../smtp/mx.ts';
import type { PolicyName, TransportSecurity } from '../../transport-security/index.ts';
import { providerOf } from '../sites/providers.ts';
import type { ResolverDoubt } from './resolver-doubt.ts';

/** The DNS result of a domain that accepts no mail. */
type NoMail = Extract<MxResult, { kind: 'null-mx' | 'nonexistent' | 'no-server' }>;

/**
 * How long DNS has reported that a domain accepts no mail, and the time since the previous lookup, which is infinite
 * for the first lookup.
 */
export interface Mailless {
  readonly forMs: number;
  readonly sinceLastMs: number;
}

/** Why there is no server to contact. */
export type NoTargets =
  | Exclude<MxResult, { kind: 'targets' } | NoMail>
  | (NoMail & { readonly mailless: Mailless })
  /** DNS reports that the domain accepts no mail, but the name server is considered faulty. */
  | { readonly kind: 'doubtful' }
  /** The TLS policy of the domain excludes all of the domain's servers. */
  | { readonly kind: 'policy'; readonly reason: string };

/** The servers of a domain with the connection requirements for each. */
export type FoundTargets =
  | {
      readonly kind: 'targets';
      readonly site: string;
      readonly targets: readonly SmtpTarget[];
      /** The TLS policy from which the requirements come. */
      readonly policy: PolicyName;
    }
  | NoTargets;

/** Finds the servers of domains. Never rejects. */
export interface DirectTargets {
  find(domain: string, family: IpFamily): Promise<FoundTargets>;
}

const FAMILIES: Readonly<Record<IpFamily, readonly (4 | 6)[]>> = {
  'ipv4-first': [4, 6],
  'ipv6-first': [6, 4],
  'ipv4-only': [4],
  'ipv6-only': [6],
};

/** Creates a lookup that finds servers in DNS and their connection requirements in the TLS policies of the domain. */
export function createDirectTargets(parts: {
  readonly resolver: Resolver;
  readonly port: number;
  readonly allowPrivate: boolean;
  readonly transport: Pick<TransportSecurity, 'secure'>;
  readonly doubt: ResolverDoubt;
  /** Records that DNS reports that a domain accepts no mail. Never rejects. */
  readonly noteMailless: (domain: string) => Promise<Mailless>;
}): DirectTargets {
  const { allowPrivate, doubt, noteMailless, port, resolver, transport } = parts;
  return {
    async find(domain, family) {
      const found = await findTargets(domain, resolver, { allowPrivate, port, families: FAMILIES[family] });
      if (isNoMail(found)) {
        // A null MX record is published on purpose. No failure produces a null MX record.
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
