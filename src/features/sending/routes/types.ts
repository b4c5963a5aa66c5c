import type { IpFamily } from '../../../base/config.ts';
import type { RelayRoute } from '../../../smtp/relay-url.ts';

/** The addresses from which messages are sent. The operating system chooses an address for a family without one. */
export interface Source {
  readonly name: string;
  readonly ipv4?: string;
  readonly ipv6?: string;
  /** Host name in EHLO. Must be the reverse DNS name (PTR) of the addresses. */
  readonly ehloName: string;
  /** The address families that are used for receivers, and the preferred family. */
  readonly family: IpFamily;
}

/** A delivery route. Statistics are kept by name, so routes with the same name are counted together. */
export type DeliveryRoute =
  | { readonly kind: 'inbox'; readonly name: 'inbox' }
  | {
      readonly kind: 'relay';
      /** `relay` if the relay is from the settings, or `relay:NAME` if it is a named relay. */
      readonly name: string;
      readonly relay: RelayRoute;
      /** Maximum number of connections from this process to the relay. */
      readonly maxConnections: number;
    }
  | {
      readonly kind: 'direct';
      /** `direct` if `source` is from the settings, or `direct:POOL` if it was chosen from a pool. */
      readonly name: string;
      readonly source: Source;
    };

export interface StoredSource {
  readonly name: string;
  readonly pool: string;
  readonly ipv4: string | undefined;
  readonly ipv6: string | undefined;
  readonly ehloName: string;
}

export interface StoredRelay {
  readonly name: string;
  readonly sealedUrl: Buffer;
  /** Maximum number of connections to the relay from all delivery processes of a host combined. */
  readonly maxConnections: number;
}

/** The messages to which a rule applies. An absent field matches everything. */
export interface RuleMatch {
  readonly accountId?: number | undefined;
  /**
   * A domain in lower-case A-labels, or `*.` and a suffix. The latter matches every name below the suffix but not the
   * suffix itself.
   */
  readonly senderDomain?: string | undefined;
  readonly recipientDomain?: string | undefined;
  /** A mail class (`transactional`, `campaign`, ...). */
  readonly class?: string | undefined;
}

/** A route as specified in a routing rule. */
export type NamedRoute =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'relay'; readonly relay: string }
  /** Without a pool, the source from the settings is used. */
  | { readonly kind: 'direct'; readonly pool: string | undefined };

/** A rule: the messages to which it applies, and its routes in the order in which they are tried. */
export interface Rule extends RuleMatch {
  readonly id: number;
  readonly routes: readonly NamedRoute[];
}

/** The message properties that routing rules can depend on. */
export interface RoutedMail {
  readonly accountId: number;
  readonly class: string;
  readonly recipientDomain: string;
  /** Called at most once, and only if a rule depends on the domain. */
  readonly senderDomain: () => Promise<string>;
}
