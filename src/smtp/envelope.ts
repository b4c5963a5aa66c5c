const PLAIN = /^[^\s<>"\\@\x00-\x20\x7f-\x9f]+@[^\s<>"\\@\x00-\x20\x7f-\x9f]+$/;
/** Matches an address whose local part is a quoted string (RFC 5321 section 4.1.2). */
const QUOTED = /^"(?:[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029]|\\[\x20-\x7e])*"@[^\s<>"\\@\x00-\x20\x7f-\x9f]+$/;

const NOT_ASCII = /[^\x00-\x7f]/;

/**
 * Throws if an address cannot be sent between the angle brackets of MAIL or RCPT, because it could inject a command.
 * Addresses are parsed when they are accepted, so this would be a bug.
 */
export function requireEnvelopeAddress(address: string): void {
  if (!PLAIN.test(address) && !QUOTED.test(address)) {
    throw new Error(`${JSON.stringify(address)} is not allowed in an SMTP envelope`);
  }
}

/** Returns whether an address needs SMTPUTF8 (RFC 6531). */
export function isInternational(address: string): boolean {
  return NOT_ASCII.test(address);
}
