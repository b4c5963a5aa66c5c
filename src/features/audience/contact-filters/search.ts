import { domainToASCII } from 'node:url';

/** Words that are looked for; of more, the last ones are one word with their blanks. */
const MAX_WORDS = 8;
/** The index knows what stands anywhere only of so many characters and more. */
const ANYWHERE_CHARACTERS = 3;

/**
 * Patterns of ILIKE for each word of a search, of which one must fit: the word anywhere in the address or a name, or, when
 * it has fewer than three characters, at the beginning of the address or of a word of a name. `%`, `_` and `\` mean
 * themselves. Pure.
 */
export function searchPatterns(text: string): string[][] {
  const words = text.trim().split(/\s+/);
  const kept =
    words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')] : words;
  return kept.map((word) => spellingsOf(word).flatMap(patternsOf));
}

function patternsOf(word: string): string[] {
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`);
  // A blank stands before each name, which the index counts as the beginning of a word.
  const isShort = Array.from(word.normalize('NFC')).length < ANYWHERE_CHARACTERS;
  return isShort ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`];
}

/**
 * How the word may be written. Addresses have the collation C, in which ILIKE takes letters of ASCII only for the same in
 * upper and lower case; domains are written as A-labels. Names that were saved by earlier versions may be decomposed (NFD),
 * as macOS writes them.
 */
function spellingsOf(given: string): string[] {
  if (/^[\x00-\x7f]*$/.test(given)) return [given];
  const word = given.normalize('NFC');
  const lower = word.toLowerCase();
  const [first = '', ...rest] = Array.from(lower);
  const at = word.lastIndexOf('@') + 1;
  const domain = domainToASCII(word.slice(at));
  const spellings = [word, lower, word.toUpperCase(), first.toUpperCase() + rest.join('')];
  const decomposed = spellings.map((spelling) => spelling.normalize('NFD'));
  return [...new Set([...spellings, ...decomposed, ...(domain === '' ? [] : [word.slice(0, at) + domain])])];
}
