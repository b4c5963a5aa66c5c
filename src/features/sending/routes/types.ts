import type { IpFamily } from '../../../base/config.ts';
import type { RelayRoute } from '../../../smtp/relay-url.ts';

/** An address of ours that mail is sent from; an absent address is the system's choice. */
export interface Source {
  readonly name: string;
  readonly ipv4?: string;
  readonly ipv6?: string;
  /** What EHLO announces: the name that the address has in DNS. */
  readonly ehloName: string;
  /** Which families of the receiver's addresses it uses, and which of them first. */
  readonly family: IpFamily;
}

/** One way out. Ways with the same name are the same to whoever remembers how they did. */
export type DeliveryRoute =
  | { readonly kind: 'inbox'; readonly name: 'inbox' }
  | {
      readonly kind: 'relay';
      /** `relay` for the one of the settings, else `relay:NAME`. */
      readonly name: string;
      readonly relay: RelayRoute;
      /** Connections that this process may hold to it. */
      readonly maxConnections: number;
    }
  | {
      readonly kind: 'direct';
      /** `direct` for the source of the settings, else `direct:POOL`; which one of the pool, `source` says. */
      readonly name: string;
      readonly source: Source;
    };

/** A source as it is stored. */
export interface StoredSource {
  readonly name: string;
  readonly pool: string;
  readonly ipv4: string | undefined;
  readonly ipv6: string | undefined;
  readonly ehloName: string;
}

/** A relay as it is stored. */
export interface StoredRelay {
  readonly name: string;
  readonly sealedUrl: Buffer;
  /** Over all delivery processes of one host. */
  readonly maxConnections: number;
}

/** Which mail a rule is about; what is absent matches everything. */
export interface RuleMatch {
  readonly accountId?: number | undefined;
  /** Lower-case A-labels: a domain, or `*.` and the end of one, which is every name below it and not itself. */
  readonly senderDomain?: string | undefined;
  readonly recipientDomain?: string | undefined;
  /** A class of mail (`transactional`, `campaign`, ...). */
  readonly class?: string | undefined;
}

/** A way as a rule names it. */
export type NamedRoute =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'relay'; readonly relay: string }
  /** Without a pool the source of the settings. */
  | { readonly kind: 'direct'; readonly pool: string | undefined };

/** A rule: what it matches and where that goes, the first way first. */
export interface Rule extends RuleMatch {
  readonly id: number;
  readonly routes: readonly NamedRoute[];
}

/** A mail as rules see it. */
export interface RoutedMail {
  readonly accountId: number;
  readonly class: string;
  readonly recipientDomain: string;
  /** Asked only when a rule depends on it, at most once. */
  readonly senderDomain: () => Promise<string>;
}
