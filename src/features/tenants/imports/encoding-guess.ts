import chardet from 'chardet';
import { decode, type Encoding } from './encodings.ts';
import { doubleByteScores } from './encoding-pairs.ts';

/** Non-ASCII letters by language, grouped by languages that share encodings. */
const WESTERN = ['äöüß', 'àâæçéèêëîïôùûüœ', 'áéíñóúü', 'áâãàçéêíóôõú', 'åäöæøé', 'áðéíóúýþæö', 'àèéìòù', 'ëïéèüó'];
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîșțşţ', 'čćđšž', 'äöüß'];
const CYRILLIC = [
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
];
const GREEK = ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ'];
const ALPHABETS: readonly (readonly [encoding: Encoding, alphabets: readonly string[]])[] = [
  ['Windows-1252', WESTERN],
  ['Mac Roman', WESTERN],
  ['Windows-1250', CENTRAL],
  ['ISO-8859-2', CENTRAL],
  ['Windows-1251', CYRILLIC],
  ['KOI8-R', CYRILLIC],
  ['KOI8-U', CYRILLIC],
  ['IBM866', CYRILLIC],
  ['Mac Cyrillic', CYRILLIC],
  ['ISO-8859-5', CYRILLIC],
  ['IBM850', WESTERN],
  ['IBM852', CENTRAL],
  ['Mac Central European', CENTRAL],
  ['Windows-1254', ['çğıİöşüâî']],
  ['Windows-1257', ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž']],
  ['Windows-1253', GREEK],
  ['ISO-8859-7', GREEK],
  ['Windows-1255', ['אבגדהוזחטיךכלםמןנסעףפץצקרשת']],
  ['Windows-1256', ['ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئپچژگ']],
  ['Windows-874', ['กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืุูเแโใไ็่้๊๋์ๆฯ']],
];

/**
 * Returns the encoding in which the bytes form the most plausible words: letters of one language in one script,
 * capitals at the start, vowels next to consonants. Pure.
 *
 * Contact lists contain names, not prose, so chardet's statistics, which are meant for prose, are unreliable. They are
 * used only to break ties between double-byte encodings.
 */
export function guessEncoding(sample: Buffer): Encoding {
  const highBytes = Math.max(1, sample.filter((byte) => byte >= 0x80).length);
  const confidence = new Map<string, number>(chardet.analyse(sample).map(({ confidence: of, name }) => [name, of]));
  const scores: (readonly [Encoding, number])[] = [
    // UTF-8 encodes these letters with two bytes each, so their score counts twice.
    [
      'UTF-8',
      (2 *
        wordScore(
          decode(sample, 'UTF-8'),
          ALPHABETS.flatMap(([, alphabets]) => alphabets),
        )) /
        highBytes,
    ],
    ...ALPHABETS.map(
      ([encoding, alphabets]) =>
        [
          encoding,
          (wordScore(decode(sample, encoding), alphabets) / highBytes) * (RARE.has(encoding) ? RARE_WEIGHT : 1),
        ] as const,
    ),
    ...doubleByteScores(sample).map(
      ([encoding, points]) =>
        [encoding, points / highBytes + (confidence.get(encoding) ?? 0) * CHARDET_WEIGHT] as const,
    ),
  ];
  return scores.reduce((best, each) => (each[1] > best[1] ? each : best), NONE)[0];
}

/** Encoding and score that apply if there is no evidence for an encoding. */
const NONE: readonly [Encoding, number] = ['Windows-1252', 0];
/** Rare encodings, which need stronger evidence. */
const RARE: ReadonlySet<Encoding> = new Set<Encoding>([
  'ISO-8859-5',
  'Mac Cyrillic',
  'Mac Central European',
  'IBM850',
  'IBM852',
  'IBM866',
  // Text in other encodings often looks valid in this encoding, because almost every byte decodes to a letter.
  'Windows-874',
]);
const RARE_WEIGHT = 0.7;
/**
 * Weight of chardet's confidence, which is a percentage. `ONE_LANGUAGE` is the bonus for each letter of the most
 * frequent language.
 */
const CHARDET_WEIGHT = 0.003;
const ONE_LANGUAGE = 0.3;

/**
 * Returns the score of the non-ASCII letters: up to 1 for each letter, depending on its plausibility, plus a bonus for
 * letters of the most frequent language. Implausible words and replacement characters reduce the score.
 */
function wordScore(text: string, alphabets: readonly string[]): number {
  let points = -text.split('\ufffd').length + 1;
  const ofLanguage = alphabets.map(() => 0);
  for (const [word] of text.matchAll(/[^\u0000-\u0040\u005b-\u0060\u007b-\u007f]+/g)) {
    // oxlint-disable-next-line no-control-regex
    if (/^[\u0000-\u007f]+$/.test(word)) continue;
    points += word
      .split(/(?<=\p{L})[’‘´`](?=\p{L})|[«»“”„\ufffd]/u)
      .reduce((sum, part) => sum + partScore(part, alphabets, ofLanguage), 0);
  }
  const total = points + ONE_LANGUAGE * Math.max(...ofLanguage);
  // Turkish is more likely than Icelandic, whose ð, þ, and ý are the same bytes in Windows-1252.
  return /[ğışİŞĞ]/.test(text) ? total * 1.05 : total;
}

function partScore(part: string, alphabets: readonly string[], ofLanguage: number[]): number {
  const word = part.replaceAll(MARKS, '');
  const letters = Array.from(word);
  const beyond = letters.filter((letter) => letter > '\u007f').length;
  const ofMarks = 0.2 * (part.length - word.length);
  if (!isWord(word)) return ofMarks - beyond;
  if (/^\p{Lu}$/u.test(word)) return ofMarks;
  const points = letters.reduce((sum, _, at) => sum + letterScore(letters, at, alphabets, ofLanguage), 0);
  // A Latin word in which most letters are not ASCII is implausible.
  const isStrange = /^\p{Script=Latin}{3,}$/u.test(word) && beyond > letters.length / 2;
  return ofMarks + (isStrange || isUnaccented(word) ? points / 3 : points);
}

function letterScore(
  letters: readonly string[],
  at: number,
  alphabets: readonly string[],
  ofLanguage: number[],
): number {
  const letter = letters[at] ?? '';
  if (letter <= '\u007f') return 0;
  const small = letter === 'İ' ? letter : letter.toLowerCase();
  const isOf = alphabets.map(
    (alphabet) => alphabet.includes(small) && (BEFORE[small] ?? letters[at + 1]) === letters[at + 1],
  );
  for (const [index, is] of isOf.entries()) ofLanguage[index] = (ofLanguage[index] ?? 0) + Number(is);
  if (!isOf.includes(true)) return 0.3;
  const isAlone = /\p{Script=Latin}/u.test(letter) && !isBeside(letters[at - 1], letter, letters[at + 1]);
  return isAlone ? 0.6 : frequencyOf(small);
}

/** Letters that occur in names only before a certain letter. Elsewhere they indicate another encoding. */
const BEFORE: Readonly<Record<string, string>> = { õ: 'e', œ: 'u' };
/** Symbols that occur alone, or before or after words. */
const MARKS = /^[€£§°©®™…•–—\u00a0]+|[€£§°©®™…•–—\u00a0]+$/g;
const SCRIPTS = [
  /^\p{Script=Latin}+$/u,
  ...['Cyrillic', 'Greek', 'Hebrew', 'Arabic'].map((script) => new RegExp(`^[\\p{Script=${script}}\\p{M}]+$`, 'u')),
  /^(?:[เ-ไ]?[ก-ฮ][ัิ-ฺ็-๎]*[ะ-าำๅๆฯ]*)+$/,
];
/** Returns whether a Greek word has no accent. Most Greek words have one. */
function isUnaccented(word: string): boolean {
  return /^\p{Script=Greek}{4,}$/u.test(word) && /\p{Ll}$/u.test(word) && !/[άέήίόύώΐΰ]/i.test(word);
}

const SHAPE = /^(?:\p{Lu}?\P{Lu}*|\p{Lu}+|(?:Mc|Mac|De|Di|La|Le|Van|Von)\p{Lu}\p{Ll}+)$/u;

/**
 * Returns whether part of a word consists of letters from one script, with capitals only where words normally have
 * capitals.
 */
function isWord(part: string): boolean {
  return SHAPE.test(part) && SCRIPTS.some((script) => script.test(part));
}

const FREQUENT_CYRILLIC = new Set('оеаинтсрвлкмдпуяйь');

/**
 * Returns the weight of a lowercase letter. Infrequent Cyrillic letters count less, to distinguish encodings that swap
 * uppercase and lowercase letters.
 */
function frequencyOf(small: string): number {
  return /\p{Script=Cyrillic}/u.test(small) && !FREQUENT_CYRILLIC.has(small) ? 0.5 : 1;
}

/** Returns whether the letter is a vowel next to a consonant, a consonant next to a vowel, or a word of one letter. */
function isBeside(before: string | undefined, letter: string, after: string | undefined): boolean {
  const beside = [before, after].filter((each) => each !== undefined);
  const is = isVowel(letter);
  // The letter y can be a vowel or a consonant.
  return beside.length === 0 || beside.some((each) => isVowel(each) !== is || each.toLowerCase() === 'y');
}

function isVowel(letter: string): boolean {
  const [base = ''] = letter.toLowerCase().normalize('NFD');
  return 'aeiouyæøœı'.includes(base);
}
