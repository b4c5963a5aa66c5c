import { TextDecoder } from 'node:util';

/** What the bytes of a file were: as what they came, and as what they are kept. */
export interface Encoding {
  readonly cameAs: 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252';
  readonly keptAs: 'UTF-8' | 'Windows-1252';
}

/** The file is no text: a sentence without its beginning that says what it is. */
export class NoText extends Error {
  override readonly name = 'NoText';
}

/** Turns a file into what is kept of it, piece by piece. */
export interface TextTaker {
  /** Throws NoText. */
  take(piece: Buffer): Buffer;
  /** What is left at the end, and what the whole was. */
  end(): { readonly rest: Buffer; readonly encoding: Encoding };
}

const SAVE = 'save the sheet as CSV, or as text with an address a line.';
/** Files that people take for CSV, by their first bytes (Latin-1). */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04[^]*(?:xl\/|\[Content_Types\]\.xml)/, `is an Excel workbook: ${SAVE}`],
  [/^PK\x03\x04[^]*opendocument\.spreadsheet/, `is an OpenDocument sheet: ${SAVE}`],
  [/^PK\x03\x04[^]*(?:Index\/|Metadata\/)/, `is a Numbers document: ${SAVE}`],
  [/^PK\x03\x04/, 'is a zip archive: unpack it and send each CSV file that is in it by itself.'],
  [/^\xd0\xcf\x11\xe0/, `is an old Excel workbook: ${SAVE}`],
  [/^\x1f\x8b/, 'is compressed by gzip: unpack it first.'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF[^]{4}WEBP|BM[^]{4}\0\0\0\0)/, 'is a picture: it has no rows.'],
  [/^%PDF/, 'is a PDF: export the list as CSV from where it comes.'],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i,
    'is a web page or XML: export the list as CSV from where it comes.',
  ],
];
/** Bytes by which a file is judged. */
const JUDGED_BYTES = 4_096;

/** Takes a file in UTF-8, in UTF-16 as Excel writes it, which is kept as UTF-8, or else in Windows-1252. */
export function createTextTaker(): TextTaker {
  let decoder: TextDecoder | undefined;
  let cameAs: Encoding['cameAs'] | undefined;
  return {
    take(piece) {
      cameAs ??= judge(piece);
      decoder ??= decoderOf(cameAs);
      if (cameAs !== 'UTF-16 LE' && cameAs !== 'UTF-16 BE') {
        if (piece.includes(0)) throw new NoText(`is no text: ${SAVE}`);
        // Of UTF-8 only whether it is.
        if (cameAs === 'UTF-8' && !isDecoded(decoder, piece)) cameAs = 'Windows-1252';
        return piece;
      }
      return Buffer.from(decoder.decode(piece, { stream: true }));
    },
    end() {
      const isWide = cameAs === 'UTF-16 LE' || cameAs === 'UTF-16 BE';
      const rest = isWide ? Buffer.from(decoder?.decode() ?? '') : Buffer.alloc(0);
      if (cameAs === 'UTF-8' && decoder && !isDecoded(decoder, undefined)) cameAs = 'Windows-1252';
      const came = cameAs ?? 'UTF-8';
      return { rest, encoding: { cameAs: came, keptAs: came === 'Windows-1252' ? came : 'UTF-8' } };
    },
  };
}

function decoderOf(cameAs: Encoding['cameAs']): TextDecoder {
  if (cameAs === 'UTF-16 LE') return new TextDecoder('utf-16le');
  return cameAs === 'UTF-16 BE' ? new TextDecoder('utf-16be') : new TextDecoder('utf-8', { fatal: true });
}

function isDecoded(decoder: TextDecoder, piece: Buffer | undefined): boolean {
  try {
    if (piece) decoder.decode(piece, { stream: true });
    else decoder.decode();
    return true;
  } catch {
    // The only thing that a fatal decoder throws for: no UTF-8.
    return false;
  }
}

/** What the first piece of a file looks like. Throws NoText. */
function judge(first: Buffer): Encoding['cameAs'] {
  const head = first.subarray(0, JUDGED_BYTES);
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16 LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16 BE';
  const text = head.toString('latin1');
  const known = SIGNATURES.find(([signature]) => signature.test(text));
  if (known) throw new NoText(known[1]);
  if (!head.includes(0)) return 'UTF-8';
  const wide = withoutMark(head);
  if (!wide) throw new NoText(`is no text: ${SAVE}`);
  return wide;
}

/** Text of the west in UTF-16 has a zero in every other byte. */
function withoutMark(head: Buffer): Encoding['cameAs'] | undefined {
  const zerosAt = (rest: number): number => head.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (odd > head.length / 4 && even === 0) return 'UTF-16 LE';
  return even > head.length / 4 && odd === 0 ? 'UTF-16 BE' : undefined;
}

/** What Windows-1252 has where Latin-1 has control characters; those that it lacks stay. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Text that was read as Latin-1 and is Windows-1252. Pure. */
export function fromWindows1252(latin1: string): string {
  return latin1.replaceAll(
    /[\u0080-\u009f]/g,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character,
  );
}
