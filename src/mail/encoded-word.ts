const PREFIX_B = '=?UTF-8?B?';
const SUFFIX = '?=';
/** RFC 2047 section 2: an encoded word has at most 75 characters; 45 bytes of text make 60 of base64. */
const CHUNK_BYTES = 45;

/** Encoded words (RFC 2047) of text that is not plain ASCII, folded between words; no code point is split. */
export function encodeWords(text: string): string {
  const words: string[] = [];
  let chunk = '';
  let bytes = 0;
  for (const point of text) {
    const size = Buffer.byteLength(point);
    if (bytes + size > CHUNK_BYTES) {
      words.push(chunk);
      chunk = '';
      bytes = 0;
    }
    chunk += point;
    bytes += size;
  }
  if (chunk !== '') words.push(chunk);
  return words.map((word) => `${PREFIX_B}${Buffer.from(word).toString('base64')}${SUFFIX}`).join('\r\n ');
}

/** True when text may stand in an unstructured header field as it is. */
export function isPlain(text: string): boolean {
  return /^[\t -~]*$/.test(text) && !text.includes('=?');
}
