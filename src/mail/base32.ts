/** The alphabet of RFC 4648 section 6, in lower case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;

/** Encodes bytes as lower-case base32 without padding. */
export function toBase32(bytes: Buffer): string {
  let text = '';
  let [value, bits] = [0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      text += ALPHABET[(value >>> bits) & 31] ?? '';
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + (ALPHABET[(value << (BITS - bits)) & 31] ?? '') : text;
}

/**
 * Decodes base32 text, which must contain only lower-case characters of the alphabet. Returns undefined if the leftover
 * bits are not zero.
 */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const character of text) {
    value = (value << BITS) | ALPHABET.indexOf(character);
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(value >>> bits);
      value &= (1 << bits) - 1;
    }
  }
  return value === 0 ? Buffer.from(bytes) : undefined;
}
