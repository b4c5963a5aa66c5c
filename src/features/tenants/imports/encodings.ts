import { Type } from 'typebox';
import iconv from 'iconv-lite';

/** Supported file encodings by API name, with the iconv-lite name if it differs. */
const ENCODINGS = {
  'UTF-8': 'utf8',
  'UTF-16 LE': 'utf16le',
  'UTF-16 BE': 'utf16be',
  'Windows-1250': 'windows1250',
  'Windows-1251': 'windows1251',
  'Windows-1252': 'windows1252',
  'Windows-1253': 'windows1253',
  'Windows-1254': 'windows1254',
  'Windows-1255': 'windows1255',
  'Windows-1256': 'windows1256',
  'Windows-1257': 'windows1257',
  'Windows-1258': 'windows1258',
  'Windows-874': 'windows874',
  'ISO-8859-1': 'iso88591',
  'ISO-8859-2': 'iso88592',
  'ISO-8859-3': 'iso88593',
  'ISO-8859-4': 'iso88594',
  'ISO-8859-5': 'iso88595',
  'ISO-8859-6': 'iso88596',
  'ISO-8859-7': 'iso88597',
  'ISO-8859-8': 'iso88598',
  'ISO-8859-9': 'iso88599',
  'ISO-8859-10': 'iso885910',
  'ISO-8859-13': 'iso885913',
  'ISO-8859-14': 'iso885914',
  'ISO-8859-15': 'iso885915',
  'ISO-8859-16': 'iso885916',
  'KOI8-R': 'koi8r',
  'KOI8-U': 'koi8u',
  'Mac Roman': 'macroman',
  'Mac Central European': 'maccenteuro',
  'Mac Cyrillic': 'maccyrillic',
  'Mac Greek': 'macgreek',
  'Mac Turkish': 'macturkish',
  IBM437: 'cp437',
  IBM850: 'cp850',
  IBM852: 'cp852',
  IBM866: 'cp866',
  Shift_JIS: 'shiftjis',
  'EUC-JP': 'eucjp',
  GB18030: 'gb18030',
  Big5: 'big5',
  'EUC-KR': 'euckr',
} as const;
export type Encoding = keyof typeof ENCODINGS;

const NAMES = Object.keys(ENCODINGS) as Encoding[];
/** Other names of encodings, in lower case without spaces and punctuation. */
const ALIASES: Readonly<Record<string, Encoding>> = {
  ascii: 'UTF-8',
  usascii: 'UTF-8',
  utf16: 'UTF-16 LE',
  ucs2: 'UTF-16 LE',
  unicode: 'UTF-16 LE',
  latin1: 'ISO-8859-1',
  latin2: 'ISO-8859-2',
  latin5: 'ISO-8859-9',
  latin9: 'ISO-8859-15',
  macintosh: 'Mac Roman',
  macroman: 'Mac Roman',
  xmacroman: 'Mac Roman',
  maccenteuro: 'Mac Central European',
  maccentraleurope: 'Mac Central European',
  xmaccyrillic: 'Mac Cyrillic',
  sjis: 'Shift_JIS',
  windows31j: 'Shift_JIS',
  cp932: 'Shift_JIS',
  gbk: 'GB18030',
  gb2312: 'GB18030',
  cp936: 'GB18030',
  big5hkscs: 'Big5',
  cp950: 'Big5',
  cp949: 'EUC-KR',
  ksc56011987: 'EUC-KR',
};
const BY_KEY = new Map<string, Encoding>([
  ...Object.entries(ALIASES),
  ...NAMES.map((name) => [keyOf(name), name] as const),
  ...NAMES.flatMap((name) => {
    const [, family, page] = /^(Windows-|IBM)(\d+)$/.exec(name) ?? [];
    return family === undefined
      ? []
      : [`cp${page}`, `${family === 'IBM' ? 'ibm' : 'win'}${page}`].map((key) => [key, name] as const);
  }),
]);

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Returns the encoding with this name, ignoring case and punctuation, or undefined. Pure. */
export function encodingNamed(name: string): Encoding | undefined {
  return BY_KEY.get(keyOf(name));
}

/** Schema for an encoding in responses. */
export const encodingSchema = Type.Enum(NAMES);
/** Schema for an encoding in requests. `encodingNamed` also accepts other names. */
export const encodingOption = Type.Optional(
  Type.String({
    description: `Encoding of the file, if it differs from the detected encoding. One of: ${NAMES.join(', ')}.`,
  }),
);

/** Returns the encoding named in a request. Calls `fail` for unknown encodings. */
export function encodingOf(
  given: string | undefined,
  fail: (field: string, sentence: string) => void,
): Encoding | undefined {
  if (given === undefined) return undefined;
  const encoding = encodingNamed(given);
  if (!encoding) fail('encoding', `must be one of ${NAMES.join(', ')}.`);
  return encoding;
}

/** Returns the number of bytes per code unit. A line break character has one code unit. */
export function unitOf(encoding: Encoding): 1 | 2 {
  return encoding === 'UTF-16 LE' || encoding === 'UTF-16 BE' ? 2 : 1;
}

/** Decodes whole lines. Invalid bytes become U+FFFD. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  // Prefer Node's own decoders, because they are several times faster than iconv-lite.
  if (encoding === 'UTF-8') return bytes.toString('utf8');
  if (encoding === 'UTF-16 LE') return bytes.toString('utf16le');
  return iconv.decode(bytes, ENCODINGS[encoding], { stripBOM: false });
}
