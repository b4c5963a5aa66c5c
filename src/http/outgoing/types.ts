/** Reason why a request failed. */
export type OutgoingFault =
  /** The URL is not allowed, or its host name has no public address. */
  | 'address'
  /** The host name has no address in DNS, or DNS did not respond. */
  | 'dns'
  /** The connection was refused, the address is unreachable, or connecting took too long. */
  | 'connect'
  /** TLS failed, or the certificate is not valid for the host name. */
  | 'tls'
  /** The request was not complete by its deadline. */
  | 'timeout'
  /** The connection was closed before the response was complete, or the caller canceled the request. */
  | 'reset'
  /** The response is not valid HTTP. */
  | 'protocol';

/** Result of a request. */
export type OutgoingAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Headers by lower-case name. Repeated headers are joined with a comma and a space. */
      readonly headers: Readonly<Record<string, string>>;
      /** Body without content decoding, truncated to the requested length. */
      readonly body: Buffer;
    }
  | {
      readonly kind: 'failed';
      readonly fault: OutgoingFault;
      /** Explanation of the failure: a sentence without its final period, in printable characters. */
      readonly reason: string;
    };

/** Reason why a connection could not be established. */
export interface ConnectFault {
  readonly fault: OutgoingFault;
  readonly reason: string;
}
