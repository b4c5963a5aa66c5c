/** What DNS said about one name and type. */
export type DnsAnswer<T> =
  | {
      readonly kind: 'found';
      readonly records: readonly T[];
      /** How long the answer may still be used. */
      readonly ttlSeconds: number;
    }
  /** The name exists, a record of that type does not. */
  | { readonly kind: 'absent' }
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

/** Types of records that can be asked for. */
export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT';

/** A question; the name is lower-case, without the final dot. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: DnsType;
}

/** What a message of a server comes to, records still as text or MX. */
export type DnsRecord = string | MxRecord;

/** An answer with the time that it may be kept. */
export interface KeptAnswer {
  readonly answer: DnsAnswer<DnsRecord>;
  readonly keepSeconds: number;
}
