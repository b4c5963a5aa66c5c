import type { TlsaRecord } from '../../../base/dns.ts';
import type { SmtpTarget, TlsFailure } from '../../../smtp/connection.ts';

/** The policy that applies to a domain's messages. */
export type PolicyName = 'none' | 'mta-sts enforce' | 'mta-sts testing' | 'dane';

/** The result of a session or a policy fetch, with the result types of TLS reports (RFC 8460 section 4.3). */
export type TlsResult =
  | 'success'
  | TlsFailure
  | 'dnssec-invalid'
  | 'sts-policy-fetch-error'
  | 'sts-policy-invalid'
  | 'sts-webpki-invalid';

export interface HostAddress {
  readonly host: string;
  readonly address: string;
}

/** An address of a mail server with its connection requirements. */
export type SecuredTarget = HostAddress &
  Pick<SmtpTarget, 'tls' | 'verifyTls' | 'certificateNames' | 'dane' | 'reportTls' | 'tlsRule'>;

/** A server that must not be used now, and a reason that names the policy. */
export interface RefusedHost {
  readonly host: string;
  readonly reason: string;
}

/** A domain's servers with the connection requirements of its policy. */
export interface SecuredTargets {
  /** Servers in the given order. Empty if the policy excludes all servers; the message is then deferred (4.7.5). */
  readonly targets: readonly SecuredTarget[];
  readonly policy: PolicyName;
  readonly refused: readonly RefusedHost[];
}

/** DANE information about a server's certificate (RFC 7672 section 2.2). */
export type HostDane =
  /** No records, or none that can be trusted. */
  | { readonly kind: 'none' }
  /** Usable records, at least one of which the certificate must match. */
  | { readonly kind: 'records'; readonly records: readonly TlsaRecord[]; readonly names: readonly string[] }
  /** Only unusable records. TLS is required, but the certificate is not verified. */
  | { readonly kind: 'unusable' }
  /** The lookup failed, so it is unknown whether records exist. The server must not be used. */
  | { readonly kind: 'failed'; readonly reason: string };
