/** Why a request brought no answer. */
export type OutgoingFault =
  /** The URL may not be used, or its name has no address on the public internet. */
  | 'address'
  /** DNS knows no such name, or did not answer. */
  | 'dns'
  /** No connection: refused, unreachable, or silent for too long. */
  | 'connect'
  /** No TLS, or the certificate is not valid for the name. */
  | 'tls'
  /** The whole did not end within its deadline. */
  | 'timeout'
  /** The connection ended before the answer did. */
  | 'reset'
  /** What came back is not HTTP as it should be. */
  | 'protocol';

/** What a request came to. */
export type OutgoingAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** By name in lower case; several of one name are joined by a comma and a space. */
      readonly headers: Readonly<Record<string, string>>;
      /** As it came, never decompressed; cut at the length that was asked for. */
      readonly body: Buffer;
    }
  | {
      readonly kind: 'failed';
      readonly fault: OutgoingFault;
      /** A sentence without its full stop, of printable characters. */
      readonly reason: string;
    };

/** What must be known of a connection that could not be made. */
export interface ConnectFault {
  readonly fault: OutgoingFault;
  readonly reason: string;
}
