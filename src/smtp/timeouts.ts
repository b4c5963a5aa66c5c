/**
 * Time limit for each step, in milliseconds. A limit applies to the whole step, so a peer cannot extend it by sending
 * single bytes.
 */
export interface SmtpTimeouts {
  /** Time limit, in milliseconds, for opening the TCP connection, and for a TLS handshake. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Time limit, in milliseconds, for the reply to EHLO, STARTTLS, AUTH, MAIL, or RCPT. */
  readonly commandMs: number;
  /** Time limit, in milliseconds, for the reply to DATA. */
  readonly dataMs: number;
  /** Time limit, in milliseconds, for sending one block of the message. */
  readonly blockMs: number;
  /**
   * Time limit, in milliseconds, for the reply to the final dot. If it is too short, messages that the server has
   * accepted are sent again.
   */
  readonly dotMs: number;
  /** Maximum lifetime of a connection, in milliseconds. Only the reply to a final dot may arrive later. */
  readonly sessionMs: number;
}

/** Client timeouts of RFC 5321 section 4.5.3.2, and limits for connecting and for the whole session. */
export const RFC_TIMEOUTS: SmtpTimeouts = {
  connectMs: 60_000,
  greetingMs: 5 * 60_000,
  commandMs: 5 * 60_000,
  dataMs: 2 * 60_000,
  blockMs: 3 * 60_000,
  dotMs: 10 * 60_000,
  sessionMs: 10 * 60_000,
};
