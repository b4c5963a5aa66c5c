import { isAscii } from 'node:buffer';
import { guessEncoding } from './encoding-guess.ts';
import type { Encoding } from './encodings.ts';

/** Thrown for files that are not text. The message is a predicate without a subject, for example `is a ZIP archive`. */
export class NoText extends Error {
  override readonly name = 'NoText';
}

/** Detects the encoding of a file during the upload. */
export interface EncodingDetector {
  /** Processes the next chunk. Throws NoText if the file is not text. */
  look(piece: Buffer): void;
  /** Returns the most likely encoding of the whole file. */
  end(): Encoding;
}

const SAVE = 'save the sheet as CSV, or as text with one address per line.';
/** Signatures of other file types that users often upload: the first bytes of the file, as Latin-1. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04[^]*(?:xl\/|\[Content_Types\]\.xml)/, `is an Excel workbook: ${SAVE}`],
  [/^PK\x03\x04[^]*opendocument\.spreadsheet/, `is an OpenDocument sheet: ${SAVE}`],
  [/^PK\x03\x04[^]*(?:Index\/|Metadata\/)/, `is a Numbers document: ${SAVE}`],
  [/^PK\x03\x04/, 'is a ZIP archive: unpack it and upload each CSV file separately.'],
  [/^\xd0\xcf\x11\xe0/, `is an old Excel workbook: ${SAVE}`],
  [/^\x1f\x8b/, 'is compressed with gzip: unpack it first.'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF[^]{4}WEBP|BM[^]{4}\0\0\0\0)/, 'is an image, not a table.'],
  [/^%PDF/, 'is a PDF: export the list as CSV from the original program.'],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i,
    'is a web page or XML: export the list as CSV from the original program.',
  ],
];
/** Number of bytes at the start that are checked for signatures and UTF-16. */
const EXAMINED_BYTES = 4_096;
/** Minimum number of valid UTF-8 sequences per invalid sequence. Text in another encoding has fewer. */
const SEQUENCES_PER_FAULT = 3;
/** A file is treated as binary if a chunk of it has more than one zero byte per this many bytes. */
const ZERO_BYTES_PER = 100;

/**
 * Detects UTF-8 and UTF-16 by the byte order mark, and UTF-16 also by its zero bytes. Otherwise returns UTF-8 if the
 * file has at least `SEQUENCES_PER_FAULT` valid UTF-8 sequences per invalid one, or else the result of `guessEncoding`
 * for a sample of the whole file.
 */
export function createEncodingDetector(): EncodingDetector {
  let marked: Encoding | undefined;
  let isFirst = true;
  let cut: Buffer = Buffer.alloc(0);
  const utf8 = { sequences: 0, faults: 0 };
  const sample = createSample();
  return {
    look(piece) {
      if (isFirst) marked = judge(piece);
      isFirst = false;
      if (marked === 'UTF-16 LE' || marked === 'UTF-16 BE') return;
      if (isBinary(piece)) throw new NoText(`is not a text file: ${SAVE}`);
      if (isAscii(piece) && cut.length === 0) return;
      sample.add(piece);
      cut = countUtf8(Buffer.concat([cut, piece]), utf8);
    },
    end() {
      if (marked) return marked;
      utf8.faults += cut.length;
      return utf8.sequences >= SEQUENCES_PER_FAULT * utf8.faults ? 'UTF-8' : guessEncoding(sample.bytes());
    },
  };
}

/** Returns the encoding if the start of the file identifies it. Throws NoText if the file is not text. */
function judge(first: Buffer): Encoding | undefined {
  const head = first.subarray(0, EXAMINED_BYTES);
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16 LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16 BE';
  const text = head.toString('latin1');
  const known = SIGNATURES.find(([signature]) => signature.test(text));
  if (known) throw new NoText(known[1]);
  if (text.startsWith('\xef\xbb\xbf')) return 'UTF-8';
  return head.includes(0) ? withoutMark(head) : undefined;
}

/**
 * Detects UTF-16 without a byte order mark. In UTF-16, every other byte of email addresses and separators is zero,
 * whatever the other cells contain.
 */
function withoutMark(head: Buffer): Encoding | undefined {
  const zerosAt = (rest: number): number => head.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const isMany = (zeros: number, others: number): boolean => zeros > head.length / 8 && others <= zeros / 50;
  if (isMany(odd, even)) return 'UTF-16 LE';
  return isMany(even, odd) ? 'UTF-16 BE' : undefined;
}

function isBinary(piece: Buffer): boolean {
  return piece.includes(0) && piece.filter((byte) => byte === 0).length > piece.length / ZERO_BYTES_PER;
}

/**
 * Counts valid non-ASCII sequences of UTF-8 (RFC 3629 section 4) and invalid bytes. Returns the bytes of an incomplete
 * sequence at the end.
 */
function countUtf8(bytes: Buffer, counts: { sequences: number; faults: number }): Buffer {
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const length = sequenceLength(lead);
    let found = 1;
    while (found < length && isTrail(bytes[at + found])) found += 1;
    if (found < length && at + found === bytes.length) return Buffer.from(bytes.subarray(at));
    if (found === length && length > 1) counts.sequences += 1;
    else counts.faults += 1;
    at += found - 1;
  }
  return Buffer.alloc(0);
}

/** Returns the length of the sequence that starts with this byte, or 1 if no sequence starts with it. */
function sequenceLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function isTrail(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

const SAMPLES = 32;
const LINES_PER_SAMPLE = 32;
const MAX_LINE_BYTES = 256;
/** Maximum size of the sample, in bytes. Analyzing it blocks the event loop for about 25 ms. */
const MAX_SAMPLE_BYTES = 8_192;

/** Collects lines with non-ASCII characters, evenly distributed over the whole input. */
function createSample() {
  let kept: Buffer[] = [];
  let [every, pieces] = [1, 0];
  return {
    add(piece: Buffer): void {
      pieces += 1;
      if ((pieces - 1) % every > 0) return;
      kept.push(linesOf(piece));
      if (kept.length <= SAMPLES) return;
      kept = kept.filter((_, at) => at % 2 === 0);
      every *= 2;
    },
    bytes(): Buffer {
      const each = Math.floor(MAX_SAMPLE_BYTES / Math.max(1, kept.length));
      return Buffer.concat(kept.map((lines) => lines.subarray(0, each)));
    },
  };
}

const LINE_BREAK = 0x0a;
/**
 * Size in bytes up to which all lines of a sample with non-ASCII characters are used. From a larger sample, lines are
 * taken at regular intervals.
 */
const SMALL_BYTES = 16 * 1024;

function linesOf(piece: Buffer): Buffer {
  const lines: Buffer[] = [];
  const stride = Math.floor(piece.length / LINES_PER_SAMPLE);
  for (let at = 0; at < piece.length; at += 1) {
    if ((piece[at] ?? 0) < 0x80) continue;
    const startsAt = Math.max(piece.lastIndexOf(LINE_BREAK, at) + 1, at - MAX_LINE_BYTES, 0);
    const breaksAt = piece.indexOf(LINE_BREAK, at);
    const endsAt = Math.min(breaksAt < 0 ? piece.length : breaksAt + 1, startsAt + 2 * MAX_LINE_BYTES);
    lines.push(piece.subarray(startsAt, endsAt));
    at = Math.max(endsAt - 1, piece.length > SMALL_BYTES ? at + stride : 0);
  }
  return Buffer.concat(lines);
}
