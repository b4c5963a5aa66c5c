import { encodePiece, encodeQuotedPrintable, writePlainPiece } from './quoted-printable.ts';
import type { LinkTokens } from './link-purpose.ts';
import type { BodyPiece, BodySkeleton, BodyText, TokenSlot } from './skeleton-parts.ts';
import { createSlab } from './slab.ts';
import { valueOfSlot, type VariableSlot } from './template.ts';
import { encodeBase64, finalLines, lines } from './transfer-encoding.ts';

/**
 * Minimum size, in bytes, of static text in a base64 body that is encoded separately. Shorter text is encoded together
 * with the adjacent values.
 */
const MIN_STATIC_BYTES = 256;

/** Static text. Its base64 encoding depends on how many preceding bytes are not encoded yet. */
interface Static {
  readonly bytes: Buffer;
  /**
   * `encoded[n]` is the base64 of the complete groups of three bytes that start after n bytes. Created on first use.
   */
  readonly encoded: (Buffer | undefined)[];
}

const CR = 13;
const LF = 10;
const SOFT_BREAK = '=\r\n';
const LINE_END = '\r\n';
const FIRST_SCRATCH_BYTES = 4 * 1024;
/** Size, in bytes, below which copying in a loop is faster than a native call. */
const LOOP_BYTES = 48;

/** A value that is encoded once, however often it occurs in the body. */
type Value = VariableSlot | TokenSlot;

/** The body, split at its slots: static[0] value[slots[0]] static[1] ... static[n]. */
interface Cut {
  readonly statics: Buffer[];
  readonly slots: number[];
  readonly values: Value[];
}

/** Compiles a body, so that most of its static text is encoded only once for all recipients. */
export function compileBody(texts: readonly BodyText<readonly BodyPiece[]>[]): BodySkeleton {
  if (texts.every(({ encoding }) => encoding === 'quoted-printable')) return compileQuoted(texts);
  const parts = texts.map((each) =>
    each.encoding === 'base64' ? compileBase64({ ...each, text: joined(each.text) }) : compileQuoted([each]),
  );
  return { render: (values, tokenOf) => Buffer.concat(parts.map((part) => part.render(values, tokenOf))) };
}

function compileQuoted(texts: readonly BodyText<readonly BodyPiece[]>[]): BodySkeleton {
  const cut = cutBody(texts);
  const staticBytes = cut.statics.reduce((sum, bytes) => sum + bytes.length, 0);
  const encoded = createEncoded(cut.values);
  const trims = texts.at(-1)?.isLast === true;
  const slab = createSlab();

  return {
    render(values, tokenOf) {
      encoded.encode(values, tokenOf);
      let size = staticBytes;
      for (const slot of cut.slots) size += encoded.lengthOf(slot);
      const body = slab.take(size);
      fill(body, cut, encoded);
      return trims ? withoutEmptyLines(body) : body;
    },
  };
}

function fill(body: Buffer, { slots, statics }: Cut, encoded: Encoded): void {
  let at = 0;
  for (let index = 0; index < statics.length; index += 1) {
    const bytes = statics[index];
    if (bytes) {
      body.set(bytes, at);
      at += bytes.length;
    }
    const slot = slots[index];
    if (slot !== undefined) at = encoded.copyTo(body, at, slot);
  }
}

/**
 * Removes trailing empty lines, which DKIM ignores. A body that consists of empty lines becomes empty (RFC 6376 section
 * 3.4.4).
 */
function withoutEmptyLines(body: Buffer): Buffer {
  let end = body.length;
  while (end >= 4 && body[end - 1] === LF && body[end - 3] === LF && body[end - 4] === CR) end -= 2;
  if (end === 2 && body[0] === CR) end = 0;
  return body.subarray(0, end);
}

function cutBody(texts: readonly BodyText<readonly BodyPiece[]>[]): Cut {
  const cut: Cut = { statics: [], slots: [], values: [] };
  const numbers = new Map<string, number>();
  let open = '';
  for (const { after, before, text } of texts) {
    const pieces = joined(text);
    open += before;
    for (const [index, piece] of pieces.entries()) {
      if (typeof piece === 'string') {
        open += encodeStatic(piece, index > 0, index === pieces.length - 1);
        continue;
      }
      cut.statics.push(Buffer.from(open, 'latin1'));
      cut.slots.push(numberOf(cut.values, numbers, piece));
      open = '';
    }
    open += after;
  }
  cut.statics.push(Buffer.from(open, 'latin1'));
  return cut;
}

function numberOf(values: Value[], numbers: Map<string, number>, value: Value): number {
  const key = 'token' in value ? value.token : keyOf(value);
  let number = numbers.get(key);
  if (number === undefined) {
    number = values.push(value) - 1;
    numbers.set(key, number);
  }
  return number;
}

function keyOf({ as, fallback = '', slot, within }: VariableSlot): string {
  return JSON.stringify([slot, as, within ?? '', fallback]);
}

/**
 * Merges adjacent static text, so that static text and values alternate. The result starts and ends with static text,
 * which may be empty.
 */
function joined(text: readonly BodyPiece[]): BodyPiece[] {
  const pieces: BodyPiece[] = [];
  let open = '';
  for (const piece of text) {
    if (typeof piece === 'string') {
      open += piece;
    } else {
      pieces.push(open, piece);
      open = '';
    }
  }
  return [...pieces, open];
}

/** Encodes static text between slots. Each value starts on a new line, and a soft or hard line break follows it. */
function encodeStatic(text: string, isAfterValue: boolean, isEnd: boolean): string {
  if (isEnd) {
    const encoded = encodeQuotedPrintable(text).toString('latin1');
    if (encoded === '') return LINE_END;
    return isAfterValue && !startsLine(encoded) ? SOFT_BREAK + encoded : encoded;
  }
  const encoded = encodePiece(text).toString('latin1');
  if (encoded === '') return isAfterValue ? SOFT_BREAK : '';
  const before = isAfterValue && !startsLine(encoded) ? SOFT_BREAK : '';
  return before + encoded + (encoded.endsWith(LINE_END) ? '' : SOFT_BREAK);
}

function startsLine(encoded: string): boolean {
  return encoded.startsWith(LINE_END);
}

/** The encoded values of one recipient. */
interface Encoded {
  encode(values: Readonly<Record<string, string>>, tokenOf: LinkTokens): void;
  lengthOf(value: number): number;
  /** Copies a value to `target` and returns the end offset. */
  copyTo(target: Buffer, at: number, value: number): number;
}

/** Creates an encoder that reuses its memory for the next recipient. */
function createEncoded(values: readonly Value[]): Encoded {
  const ends = new Uint32Array(values.length + 1);
  let scratch = Buffer.allocUnsafeSlow(FIRST_SCRATCH_BYTES);

  function write(text: string, start: number): number {
    const end = writePlainPiece(text, scratch, start);
    if (end >= 0) return end;
    const bytes = encodePiece(text);
    if (start + bytes.length > scratch.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (start + bytes.length));
      scratch.copy(larger, 0, 0, start);
      scratch = larger;
    }
    scratch.set(bytes, start);
    return start + bytes.length;
  }

  return {
    encode(given, tokenOf) {
      let end = 0;
      for (const [index, value] of values.entries()) {
        end = write('token' in value ? tokenOf(value.token) : valueOfSlot(given, value), end);
        ends[index + 1] = end;
      }
    },
    lengthOf: (value) => (ends[value + 1] ?? 0) - (ends[value] ?? 0),
    copyTo(target, at, value) {
      const [start, end] = [ends[value] ?? 0, ends[value + 1] ?? 0];
      if (end - start >= LOOP_BYTES) {
        scratch.copy(target, at, start, end);
      } else {
        for (let from = start; from < end; from += 1) target[at + from - start] = scratch[from] ?? 0;
      }
      return at + end - start;
    },
  };
}

/**
 * Compiles a body text in base64. Long static text is encoded only once, except for bytes that form a group of three
 * with bytes of adjacent values.
 */
function compileBase64({ after, before, text }: BodyText<readonly BodyPiece[]>): BodySkeleton {
  const pieces = text.map((piece, index) => (typeof piece === 'string' ? staticOf(piece, index, text) : piece));
  const [start, end] = [Buffer.from(before, 'latin1'), Buffer.from(after, 'latin1')];
  return {
    render(values, tokenOf) {
      const chunks: Buffer[] = [start];
      let open: Buffer = Buffer.alloc(0);
      for (const piece of pieces) {
        if (!('bytes' in piece)) {
          const value = lines('token' in piece ? tokenOf(piece.token) : valueOfSlot(values, piece));
          open = Buffer.concat([open, Buffer.from(value)]);
          continue;
        }
        const { bytes } = piece;
        const lacking = (3 - (open.length % 3)) % 3;
        if (bytes.length < MIN_STATIC_BYTES) {
          open = Buffer.concat([open, bytes]);
          continue;
        }
        chunks.push(encode(Buffer.concat([open, bytes.subarray(0, lacking)])), groupsOf(piece, lacking));
        open = bytes.subarray(bytes.length - ((bytes.length - lacking) % 3));
      }
      chunks.push(encode(open), end);
      return Buffer.concat(chunks);
    },
  };
}

function staticOf(piece: string, index: number, text: readonly BodyPiece[]): Static {
  const written = index === text.length - 1 ? finalLines(piece) : lines(piece);
  return { bytes: Buffer.from(written), encoded: [] };
}

function groupsOf({ bytes, encoded }: Static, from: number): Buffer {
  const to = bytes.length - ((bytes.length - from) % 3);
  return (encoded[from] ??= encode(bytes.subarray(from, to)));
}

function encode(bytes: Buffer): Buffer {
  return Buffer.from(encodeBase64(bytes), 'latin1');
}
