/** SMTP extensions of a server, limited to those that the client uses. */
export interface Capabilities {
  /** PIPELINING (RFC 2920). */
  readonly pipelining: boolean;
  /** STARTTLS (RFC 3207). */
  readonly startTls: boolean;
  /** 8BITMIME (RFC 6152). */
  readonly eightBitMime: boolean;
  /** Whether the server supports DSN (RFC 3461), which ENVID requires. */
  readonly dsn: boolean;
  /** SMTPUTF8 (RFC 6531). */
  readonly smtpUtf8: boolean;
  /** RFC 1870 (SIZE): whether MAIL may declare the message size. */
  readonly size: boolean;
  /** RFC 4954 (AUTH): mechanisms in upper case. */
  readonly auth: readonly string[];
}

/** The capabilities of a server that supports only HELO. */
export const NO_CAPABILITIES: Capabilities = parseCapabilities([]);

/** Parses the extensions in the lines of an EHLO reply. The first line is the greeting (RFC 5321 section 4.1.1.1). */
export function parseCapabilities(lines: readonly string[]): Capabilities {
  const announced = new Map<string, readonly string[]>();
  const auth: string[] = [];
  for (const line of lines.slice(1)) {
    // Old servers write 'AUTH=PLAIN', sometimes on a second line after the correct one.
    const [keyword = '', ...parameters] = line.toUpperCase().split(/[ =]+/);
    announced.set(keyword, parameters);
    if (keyword === 'AUTH') auth.push(...parameters);
  }
  return {
    pipelining: announced.has('PIPELINING'),
    startTls: announced.has('STARTTLS'),
    eightBitMime: announced.has('8BITMIME'),
    dsn: announced.has('DSN'),
    smtpUtf8: announced.has('SMTPUTF8'),
    size: announced.has('SIZE'),
    auth,
  };
}
