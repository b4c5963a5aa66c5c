/** Result of a DNS query for one name and type. */
export type DnsAnswer<T> =
  | {
      readonly kind: 'found';
      readonly records: readonly T[];
      /** Number of seconds for which callers may use the answer. */
      readonly ttlSeconds: number;
      /** The zone's TTL. Set only if it is longer than the time for which this answer is cached. */
      readonly zoneTtlSeconds?: number;
      /** Canonical name that owns the records, if the queried name is an alias. */
      readonly canonicalName?: string;
      /** True if a validating resolver authenticated the answer (RFC 4035 section 3.2.3). Otherwise absent. */
      readonly isAuthenticated?: true;
    }
  /** The name exists but has no record of the requested type. */
  | { readonly kind: 'absent'; readonly isAuthenticated?: true }
  /** The name does not exist (NXDOMAIN). */
  | { readonly kind: 'nonexistent' }
  /** No server answered, or all answered with an error such as SERVFAIL or REFUSED. `reason` is human-readable. */
  | { readonly kind: 'failed'; readonly reason: string };

/** A mail exchanger. */
export interface MxRecord {
  /** Host name in lower case, without the trailing dot. '' is the root, which indicates a null MX (RFC 7505). */
  readonly exchange: string;
  readonly preference: number;
}

/** Constraint on the certificate of a service (RFC 6698 section 2.1). */
export interface TlsaRecord {
  /** Certificate usage, 0 to 3: PKIX-TA, PKIX-EE, DANE-TA, DANE-EE. */
  readonly usage: number;
  /** Selector: 0 for the whole certificate, 1 for its public key. */
  readonly selector: number;
  /** Matching type: 0 for an exact match, 1 for a SHA-256 hash, 2 for a SHA-512 hash. */
  readonly matching: number;
  /** Certificate association data in lower-case hexadecimal. */
  readonly data: string;
}

/** Record types that can be queried. */
export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TLSA' | 'TXT';

/** A DNS question. The name is lower case, without the trailing dot. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: DnsType;
}

/** A parsed record of any type. */
export type DnsRecord = string | MxRecord | TlsaRecord;

/** An answer, and the duration for which it may be cached. */
export interface CachedAnswer {
  readonly answer: DnsAnswer<DnsRecord>;
  readonly keepSeconds: number;
}
