/**
 * Number of messages per segment. Larger segments take less space, but searches then read more messages that do not
 * match.
 */
export const SEGMENT_MESSAGES = 256;

/**
 * Lengths of indexed character sequences. Words are looked up by sequences of five characters or, if they are shorter,
 * of three.
 */
const [SHORT, LONG] = [3, 5];
/** Maximum number of character sequences that a search looks up. */
const MAX_LOOKED_UP = 64;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Adds the index terms for an account's text to `grams`. The terms are hashes of all sequences of three and five
 * characters in the text's words, after normalization to composed form (NFC). Pure.
 */
export function addGrams(grams: Set<number>, accountId: number, text: string): void {
  const lower = text.normalize('NFC').toLowerCase();
  const seed = hashed(FNV_OFFSET, accountId);
  for (let at = 0; at < lower.length; at += 1) {
    let hash = seed;
    for (let length = 1; length <= LONG; length += 1) {
      const code = lower.charCodeAt(at + length - 1);
      // `code` is NaN after the end of the text.
      if (!(code > 32)) break;
      hash = hashed(hash, code);
      if (length === SHORT || length === LONG) grams.add(closed(hash, length));
    }
  }
}

/** Returns the index terms of a search. Returns no terms if all words are shorter than three characters. Pure. */
export function gramsOf(accountId: number, words: readonly string[]): number[] {
  const grams = new Set<number>();
  const seed = hashed(FNV_OFFSET, accountId);
  for (const word of words) {
    const lower = word.toLowerCase();
    const length = lower.length >= LONG ? LONG : SHORT;
    for (let at = 0; at + length <= lower.length; at += 1) {
      let hash = seed;
      for (let place = at; place < at + length; place += 1) hash = hashed(hash, lower.charCodeAt(place));
      grams.add(closed(hash, length));
    }
  }
  return [...grams].slice(0, MAX_LOOKED_UP);
}

/**
 * Computes the FNV-1a hash of the 16-bit code units. The only effect of a collision is that a search reads some
 * messages unnecessarily.
 */
function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

/**
 * Finalizes a hash, so that all its bits depend on all characters. The length is included, so that a sequence of three
 * characters and the start of a sequence of five have different hashes.
 */
function closed(hash: number, length: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15) ^ length, 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) | 0;
}
