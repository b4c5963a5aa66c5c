const PLAIN = /^[^\s<>"\\@\x00-\x20\x7f-\x9f]+@[^\s<>"\\@\x00-\x20\x7f-\x9f]+$/;
/** RFC 5321 4.1.2, Quoted-string; the domain as above. */
const QUOTED = /^"(?:[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029]|\\[\x20-\x7e])*"@[^\s<>"\\@\x00-\x20\x7f-\x9f]+$/;

const NOT_ASCII = /[^\x00-\x7f]/;

/**
 * Throws when a text is no address that can stand between the angle brackets of MAIL or RCPT. Addresses were parsed at
 * the edge, so one that fails here is a fault of the program; sent, it could become a command of its own.
 */
export function requireEnvelopeAddress(address: string): void {
  if (!PLAIN.test(address) && !QUOTED.test(address)) {
    throw new Error(`${JSON.stringify(address)} is not allowed in an SMTP envelope`);
  }
}

/** True when an address needs SMTPUTF8 (RFC 6531). */
export function isInternational(address: string): boolean {
  return NOT_ASCII.test(address);
}
