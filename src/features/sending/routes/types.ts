import type { IpFamily } from '../../../base/config.ts';
import type { RelayRoute } from '../../../smtp/relay-url.ts';

/** An address that messages are sent from; the system chooses an absent address. */
export interface Source {
  readonly name: string;
  readonly ipv4?: string;
  readonly ipv6?: string;
  /** Name for EHLO: the DNS name of the address. */
  readonly ehloName: string;
  /** Which address families of the receiver it uses, and which is preferred. */
  readonly family: IpFamily;
}

/** A delivery route. Statistics are kept by name, so routes with the same name are the same. */
export type DeliveryRoute =
  | { readonly kind: 'inbox'; readonly name: 'inbox' }
  | {
      readonly kind: 'relay';
      /** `relay` for the relay of the settings, otherwise `relay:NAME`. */
      readonly name: string;
      readonly relay: RelayRoute;
      /** Maximum number of connections of this process to the relay. */
      readonly maxConnections: number;
    }
  | {
      readonly kind: 'direct';
      /** `direct` for the source of the settings, otherwise `direct:POOL`; `source` is the one chosen from the pool. */
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
  /** Limit for all delivery processes of one host together. */
  readonly maxConnections: number;
}

/** The messages that a rule matches; absent fields match everything. */
export interface RuleMatch {
  readonly accountId?: number | undefined;
  /**
   * A domain in lower-case A-labels, or `*.` and a suffix, which matches every name below the suffix but not the
   * suffix.
   */
  readonly senderDomain?: string | undefined;
  readonly recipientDomain?: string | undefined;
  /** A mail class (`transactional`, `campaign`, ...). */
  readonly class?: string | undefined;
}

/** A route as rules name it. */
export type NamedRoute =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'relay'; readonly relay: string }
  /** Without a pool, the source of the settings is used. */
  | { readonly kind: 'direct'; readonly pool: string | undefined };

/** A rule: what it matches and its routes, in the order in which they are tried. */
export interface Rule extends RuleMatch {
  readonly id: number;
  readonly routes: readonly NamedRoute[];
}

/** The properties of a message that rules use. */
export interface RoutedMail {
  readonly accountId: number;
  readonly class: string;
  readonly recipientDomain: string;
  /** Called only if a rule depends on it, at most once. */
  readonly senderDomain: () => Promise<string>;
}
