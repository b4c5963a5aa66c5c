const SEQUENCE = 0x30;
const VERSION = 0xa0;
/**
 * Number of fields before the key: serial number, signature algorithm, issuer, validity, and subject (RFC 5280 section
 * 4.1).
 */
const FIELDS_BEFORE_KEY = 5;
const MAX_LENGTH_BYTES = 3;

/**
 * Returns the SubjectPublicKeyInfo of a certificate (DER) byte for byte (RFC 6698 section 2.1.2). Encoding the parsed
 * key again might produce different bytes. Returns undefined if the bytes are not a certificate.
 */
export function publicKeyInfoOf(certificate: Buffer): Buffer | undefined {
  const outer = elementAt(certificate, 0);
  const toBeSigned = outer?.tag === SEQUENCE ? elementAt(certificate, outer.contentAt) : undefined;
  if (toBeSigned?.tag !== SEQUENCE) return undefined;
  let at = toBeSigned.contentAt;
  const version = elementAt(certificate, at);
  if (version?.tag === VERSION) at = version.endsAt;
  for (let field = 0; field < FIELDS_BEFORE_KEY; field += 1) {
    const element = elementAt(certificate, at);
    if (!element) return undefined;
    at = element.endsAt;
  }
  const info = elementAt(certificate, at);
  return info?.tag === SEQUENCE ? certificate.subarray(at, info.endsAt) : undefined;
}

interface Element {
  readonly tag: number;
  readonly contentAt: number;
  readonly endsAt: number;
}

function elementAt(bytes: Buffer, at: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  if (first < 0x80) return within(bytes, { tag, contentAt: at + 2, endsAt: at + 2 + first });
  const lengthBytes = first & 0x7f;
  if (lengthBytes === 0 || lengthBytes > MAX_LENGTH_BYTES || at + 2 + lengthBytes > bytes.length) return undefined;
  const contentAt = at + 2 + lengthBytes;
  return within(bytes, { tag, contentAt, endsAt: contentAt + bytes.readUIntBE(at + 2, lengthBytes) });
}

function within(bytes: Buffer, element: Element): Element | undefined {
  return element.endsAt <= bytes.length ? element : undefined;
}
