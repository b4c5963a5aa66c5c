/**
 * How long each step may take in all, in milliseconds. A peer that sends a byte now and then does not extend them.
 */
export interface SmtpTimeouts {
  /** TCP connection; and once more for a TLS handshake. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /** The answer to each of EHLO, STARTTLS, AUTH, MAIL and RCPT. */
  readonly commandMs: number;
  /** The answer to DATA. */
  readonly dataMs: number;
  /** The taking of one block of the mail by the server. */
  readonly blockMs: number;
  /** The answer to the final dot. A short one makes duplicates. */
  readonly dotMs: number;
  /** The whole life of a connection, whatever it is used for; only the answer to a final dot may come after it. */
  readonly sessionMs: number;
}

/** The client's timeouts of RFC 5321 4.5.3.2, with a cap on the session. */
export const RFC_TIMEOUTS: SmtpTimeouts = {
  connectMs: 60_000,
  greetingMs: 5 * 60_000,
  commandMs: 5 * 60_000,
  dataMs: 2 * 60_000,
  blockMs: 3 * 60_000,
  dotMs: 10 * 60_000,
  sessionMs: 10 * 60_000,
};
