/** What DNS said about one name and type. */
export type DnsAnswer<T> =
  | {
      readonly kind: 'found';
      readonly records: readonly T[];
      /** How long the answer may still be used. */
      readonly ttlSeconds: number;
      /** What the zone says, where that is longer than the answer is kept here. */
      readonly zoneTtlSeconds?: number;
      /** The name that holds the records, where the name asked for is an alias. */
      readonly canonicalName?: string;
      /** Whether a validating resolver vouches for the answer (RFC 4035 3.2.3); absent when not, or when none was named. */
      readonly isAuthenticated?: true;
    }
  /** The name exists, a record of that type does not. */
  | { readonly kind: 'absent'; readonly isAuthenticated?: true }
  /** The name does not exist (NXDOMAIN). */
  | { readonly kind: 'nonexistent' }
  /** No server gave an answer, or only SERVFAIL, REFUSED and the like; in words. */
  | { readonly kind: 'failed'; readonly reason: string };

/** One mail exchanger. */
export interface MxRecord {
  /** Lower-case, without the final dot; '' for the root, which makes it a null MX (RFC 7505). */
  readonly exchange: string;
  readonly preference: number;
}

/** What the certificate of a service must be like (RFC 6698 2.1). */
export interface TlsaRecord {
  /** 0 to 3 are known: PKIX-TA, PKIX-EE, DANE-TA, DANE-EE. */
  readonly usage: number;
  /** 0 the whole certificate, 1 its public key. */
  readonly selector: number;
  /** 0 the bytes themselves, 1 their SHA-256, 2 their SHA-512. */
  readonly matching: number;
  /** Hexadecimal, lower-case. */
  readonly data: string;
}

/** Types of records that can be asked for. */
export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TLSA' | 'TXT';

/** A question; the name is lower-case, without the final dot. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: DnsType;
}

/** What a message of a server comes to, records of all types. */
export type DnsRecord = string | MxRecord | TlsaRecord;

/** An answer with the time that it may be kept. */
export interface KeptAnswer {
  readonly answer: DnsAnswer<DnsRecord>;
  readonly keepSeconds: number;
}
