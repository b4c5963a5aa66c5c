import type { TlsaRecord } from '../../../base/dns.ts';
import type { SmtpTarget, TlsFailure } from '../../../smtp/connection.ts';

/** The policy that a domain's mail goes by. */
export type PolicyName = 'none' | 'mta-sts enforce' | 'mta-sts testing' | 'dane';

/** What became of a session or of a policy, in the words of TLS reports (RFC 8460 4.3). */
export type TlsResult =
  | 'success'
  | TlsFailure
  | 'dnssec-invalid'
  | 'sts-policy-fetch-error'
  | 'sts-policy-invalid'
  | 'sts-webpki-invalid';

/** An address of a mail server. */
export interface HostAddress {
  readonly host: string;
  readonly address: string;
}

/** An address of a mail server and how it is to be spoken to. */
export type SecuredTarget = HostAddress &
  Pick<SmtpTarget, 'tls' | 'verifyTls' | 'certificateNames' | 'dane' | 'reportTls' | 'tlsRule'>;

/** A server that mail must not go to now, and why, in a sentence that names the rule. */
export interface RefusedHost {
  readonly host: string;
  readonly reason: string;
}

/** The servers of a domain as its policy wants them to be spoken to. */
export interface SecuredTargets {
  /** In the order given; empty when the policy lets us speak to none, so that the mail waits (4.7.5). */
  readonly targets: readonly SecuredTarget[];
  readonly policy: PolicyName;
  readonly refused: readonly RefusedHost[];
}

/** What DNS says about the certificate of one server (RFC 7672 2.2). */
export type HostDane =
  /** No records, or none that can be trusted. */
  | { readonly kind: 'none' }
  /** Records that must match. */
  | { readonly kind: 'records'; readonly records: readonly TlsaRecord[]; readonly names: readonly string[] }
  /** Records of which none can be used: TLS without a check. */
  | { readonly kind: 'unusable' }
  /** Whether there are records is not known, so the server must not be used. */
  | { readonly kind: 'failed'; readonly reason: string };
