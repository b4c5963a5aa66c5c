/** Messages of a segment. More would need less room, and a search would read more that does not fit. */
export const SEGMENT_MESSAGES = 256;

/** So many characters are looked up together: five where a word has them, else three. */
const [SHORT, LONG] = [3, 5];
/** More of a word find nothing else. */
const MAX_LOOKED_UP = 64;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Adds what a text of an account is found by: the hashes of every three and every five characters of its words. Pure. */
export function addGrams(grams: Set<number>, accountId: number, text: string): void {
  const lower = text.toLowerCase();
  const seed = hashed(FNV_OFFSET, accountId);
  for (let at = 0; at < lower.length; at += 1) {
    let hash = seed;
    for (let length = 1; length <= LONG; length += 1) {
      const code = lower.charCodeAt(at + length - 1);
      // Beyond the end of the text it is NaN.
      if (!(code > 32)) break;
      hash = hashed(hash, code);
      if (length === SHORT || length === LONG) grams.add(closed(hash, length));
    }
  }
}

/** What the words of a search are looked up by; none where every word is shorter than three characters. Pure. */
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

/** FNV-1a, over units of sixteen bits; of two grams that fall together, reading the messages finds out. */
function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

/** So that three characters are not what five begin with, and that all bits depend on all characters. */
function closed(hash: number, length: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15) ^ length, 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) | 0;
}
