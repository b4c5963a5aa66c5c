import type { Encoding } from './encodings.ts';

/** Rates the character of a byte pair, from 1 for common characters to -1 for invalid pairs. */
type Judge = (lead: number, trail: number) => number;

const isIn = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last;

/**
 * Ratings based on the rows of the character set standards. Kana, Hangul, and first-level characters are common. All
 * other characters are rated lower.
 */
const JUDGES: readonly (readonly [Encoding, Judge])[] = [
  [
    'Shift_JIS',
    (lead, trail) => {
      const isPair = (isIn(lead, 0x81, 0x9f) || isIn(lead, 0xe0, 0xfc)) && isIn(trail, 0x40, 0xfc) && trail !== 0x7f;
      if (!isPair) return -1;
      const isKana = (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96);
      return isKana || isIn(lead, 0x88, 0x98) ? 1 : lead === 0x81 ? 0.6 : 0;
    },
  ],
  [
    'EUC-KR',
    (lead, trail) => {
      if (!isIn(lead, 0xa1, 0xfe) || !isIn(trail, 0xa1, 0xfe)) return isIn(lead, 0x81, 0xa0) && trail >= 0x41 ? 0 : -1;
      return isIn(lead, 0xb0, 0xc8) ? 1 : lead <= 0xa3 ? 0.6 : 0.1;
    },
  ],
  [
    'GB18030',
    (lead, trail) => {
      if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff) return -1;
      if (trail < 0xa1) return 0;
      if (isIn(lead, 0xb0, 0xd7)) return 1;
      return isIn(lead, 0xd8, 0xf7) ? 0.5 : lead === 0xa1 || lead === 0xa3 ? 0.6 : 0.2;
    },
  ],
  [
    'Big5',
    (lead, trail) => {
      if (!isIn(lead, 0xa1, 0xf9) || !(isIn(trail, 0x40, 0x7e) || isIn(trail, 0xa1, 0xfe))) return -1;
      return isIn(lead, 0xa4, 0xc6) ? 1 : lead === 0xa1 ? 0.6 : 0.3;
    },
  ],
  [
    'EUC-JP',
    (lead, trail) => {
      if (!isIn(lead, 0xa1, 0xfe) || !isIn(trail, 0xa1, 0xfe)) return -1;
      return lead === 0xa4 || lead === 0xa5 || isIn(lead, 0xb0, 0xcf)
        ? 1
        : lead === 0xa1 || isIn(lead, 0xd0, 0xf4)
          ? 0.5
          : 0.1;
    },
  ],
];

/**
 * Returns a score for each double-byte encoding. A higher score means that the non-ASCII bytes are more plausible in
 * the encoding. The maximum is 1 per byte. Pure.
 */
export function doubleByteScores(sample: Buffer): (readonly [Encoding, number])[] {
  return JUDGES.map(([encoding, judge]) => [encoding, pointsOf(sample, judge)] as const);
}

function pointsOf(sample: Buffer, judge: Judge): number {
  let points = 0;
  let pairEndsAt = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = sample[at + 1] ?? 0;
    const found = judge(lead, trail);
    const bytes = trail >= 0x80 ? 2 : 1;
    // A character next to Latin letters is probably also a Latin letter.
    const isMixed = (pairEndsAt < at && isLetter(sample[at - 1])) || isLetter(sample[at + 2]);
    points += found < 0 ? -1 : !isMixed ? found * bytes : trail < 0x80 ? -1 : 0;
    if (found < 0) continue;
    at += 1;
    pairEndsAt = at + 1;
  }
  return points;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (isIn(byte, 0x41, 0x5a) || isIn(byte, 0x61, 0x7a));
}
