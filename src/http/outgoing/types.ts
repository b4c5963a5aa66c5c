/** Reason why a request got no response. */
export type OutgoingFault =
  /** The URL is not allowed, or its name has no public address. */
  | 'address'
  /** The name does not exist, or DNS did not answer. */
  | 'dns'
  /** The connection was refused, the address is unreachable, or it did not respond in time. */
  | 'connect'
  /** TLS failed, or the certificate is not valid for the name. */
  | 'tls'
  /** The request did not end within its deadline. */
  | 'timeout'
  /** The connection was closed before the response was complete. */
  | 'reset'
  /** The response is not valid HTTP. */
  | 'protocol';

/** Result of a request. */
export type OutgoingAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** By lower-case name. Repeated headers are joined with a comma and a space. */
      readonly headers: Readonly<Record<string, string>>;
      /** Undecoded body, truncated to the requested length. */
      readonly body: Buffer;
    }
  | {
      readonly kind: 'failed';
      readonly fault: OutgoingFault;
      /** A sentence without its period, in printable characters. */
      readonly reason: string;
    };

/** Reason why a connection could not be established. */
export interface ConnectFault {
  readonly fault: OutgoingFault;
  readonly reason: string;
}
