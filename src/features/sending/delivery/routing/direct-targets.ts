import type { IpFamily } from '../../../../base/config.ts';
import type { Resolver } from '../../../../base/dns.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import { findTargets, type MxResult } from '../../../../smtp/mx.ts';
import type { PolicyName, TransportSecurity } from '../../transport-security/index.ts';
import { providerOf } from '../sites/providers.ts';
import type { ResolverDoubt } from './resolver-doubt.ts';

/** What DNS says of a domain that takes no mail. */
type NoMail = Extract<MxResult, { kind: 'null-mx' | 'nonexistent' | 'no-server' }>;

/** Since when DNS has said that a domain takes no mail, and when it said so before; infinite at the first look. */
export interface Mailless {
  readonly forMs: number;
  readonly sinceLastMs: number;
}

/** Why there is nobody to speak to. */
export type NoTargets =
  | Exclude<MxResult, { kind: 'targets' } | NoMail>
  | (NoMail & { readonly mailless: Mailless })
  /** DNS says that the domain takes no mail, and that is taken for a fault of the name server that was asked. */
  | { readonly kind: 'doubtful' }
  /** The domain's policy lets us speak to none of its servers. */
  | { readonly kind: 'policy'; readonly reason: string };

/** The servers of a domain as they are to be spoken to. */
export type FoundTargets =
  | {
      readonly kind: 'targets';
      readonly site: string;
      readonly targets: readonly SmtpTarget[];
      /** The TLS policy that they follow from. */
      readonly policy: PolicyName;
    }
  | NoTargets;

/** Finds the servers of domains; never rejects. */
export interface DirectTargets {
  find(domain: string, family: IpFamily): Promise<FoundTargets>;
}

const FAMILIES: Readonly<Record<IpFamily, readonly (4 | 6)[]>> = {
  'ipv4-first': [4, 6],
  'ipv6-first': [6, 4],
  'ipv4-only': [4],
  'ipv6-only': [6],
};

/** Looks servers up in DNS, and how each is to be spoken to in the TLS policies of the domain. */
export function createDirectTargets(parts: {
  readonly resolver: Resolver;
  readonly port: number;
  readonly allowPrivate: boolean;
  readonly transport: Pick<TransportSecurity, 'secure'>;
  readonly doubt: ResolverDoubt;
  /** Notes that DNS says that a domain takes no mail; never rejects. */
  readonly noteMailless: (domain: string) => Promise<Mailless>;
}): DirectTargets {
  const { allowPrivate, doubt, noteMailless, port, resolver, transport } = parts;
  return {
    async find(domain, family) {
      const found = await findTargets(domain, resolver, { allowPrivate, port, families: FAMILIES[family] });
      if (isNoMail(found)) {
        // A null MX is a record that somebody made: no failure looks like it.
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
