/** Time limit for each step in milliseconds. A peer that sends single bytes does not extend the limit. */
export interface SmtpTimeouts {
  /** Time limit for the TCP connection. The same limit applies to a TLS handshake. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Reply to each of EHLO, STARTTLS, AUTH, MAIL and RCPT. */
  readonly commandMs: number;
  /** Reply to DATA. */
  readonly dataMs: number;
  /** Sending of one block of the message. */
  readonly blockMs: number;
  /** Reply to the final dot. A short timeout causes duplicates. */
  readonly dotMs: number;
  /** Total lifetime of a connection. Only the reply to a final dot may arrive later. */
  readonly sessionMs: number;
}

/** Client timeouts from RFC 5321 section 4.5.3.2, with a limit for the whole session. */
export const RFC_TIMEOUTS: SmtpTimeouts = {
  connectMs: 60_000,
  greetingMs: 5 * 60_000,
  commandMs: 5 * 60_000,
  dataMs: 2 * 60_000,
  blockMs: 3 * 60_000,
  dotMs: 10 * 60_000,
  sessionMs: 10 * 60_000,
};
