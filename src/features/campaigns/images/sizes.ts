export interface Size {
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE_BYTES = 8;
/** Number of bytes that the length, type and checksum of a PNG chunk take. */
const PNG_AROUND_BYTES = 12;

/**
 * Returns the size of a PNG (ISO/IEC 15948) whose chunks are complete from the header to the end. Returns undefined for
 * any other file. Pure.
 */
export function sizeOfPng(file: Buffer): Size | undefined {
  let size: Size | undefined;
  let hasData = false;
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_AROUND_BYTES <= file.length;) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const next = at + PNG_AROUND_BYTES + length;
    if (next > file.length) return undefined;
    if (at === PNG_SIGNATURE_BYTES) {
      if (name !== 'IHDR' || length !== 13) return undefined;
      size = sized(file.readUInt32BE(at + 8), file.readUInt32BE(at + 12));
    }
    if (name === 'IDAT') hasData = true;
    if (name === 'IEND') return hasData ? size : undefined;
    at = next;
  }
  return undefined;
}

/** JPEG markers without a segment (ITU-T T.81, table B.1). */
const ALONE = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** JPEG frame markers, whose segments contain the size. */
const FRAME = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const START_OF_SCAN = 0xda;
/** Number of bytes from the start of a frame marker to the end of the width. */
const FRAME_BYTES = 9;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * Returns the size of a JPEG that has a frame, a scan and an end marker. Returns undefined for any other file. Pure.
 */
export function sizeOfJpeg(file: Buffer): Size | undefined {
  let size: Size | undefined;
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1] ?? 0;
    const next = endOfSegment(file, at, marker);
    if (next > file.length) return undefined;
    if (marker === START_OF_SCAN) return file.includes(END_OF_IMAGE, next) ? size : undefined;
    if (FRAME(marker) && next - at >= FRAME_BYTES) size ??= sized(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
    at = next;
  }
  return undefined;
}

/** Returns the offset of the next marker, or infinity if the segment length is invalid. */
function endOfSegment(file: Buffer, at: number, marker: number): number {
  // Skip fill bytes before a marker.
  if (marker === 0xff) return at + 1;
  if (ALONE(marker)) return at + 2;
  const length = file.readUInt16BE(at + 2);
  return length < 2 ? Infinity : at + 2 + length;
}

const GIF_HEADER_BYTES = 13;
const GIF_IMAGE = 0x2c;
const GIF_EXTENSION = 0x21;
const GIF_END = 0x3b;

/**
 * Returns the size of a GIF (87a or 89a) that contains an image and a trailer. Returns undefined for any other file.
 * Pure.
 */
export function sizeOfGif(file: Buffer): Size | undefined {
  if (file.length < GIF_HEADER_BYTES) return undefined;
  const size = sized(file.readUInt16LE(6), file.readUInt16LE(8));
  let hasImage = false;
  for (let at = GIF_HEADER_BYTES + coloursOf(file[10]); at < file.length;) {
    const block = file[at];
    if (block === GIF_END) return hasImage ? size : undefined;
    if (block === GIF_IMAGE) {
      hasImage = true;
      // Skip the image descriptor, the local color table, and the LZW code size.
      at = endOfSubBlocks(file, at + 11 + coloursOf(file[at + 9]));
    } else if (block === GIF_EXTENSION) {
      at = endOfSubBlocks(file, at + 2);
    } else {
      return undefined;
    }
  }
  return undefined;
}

/** Returns the size in bytes of the color table that a packed field declares. */
function coloursOf(packed = 0): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1);
}

function endOfSubBlocks(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length) {
    const length = file[at] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
  return at;
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/**
 * Returns the size of a WebP (RFC 9649) whose container is complete and contains an image. Returns undefined for any
 * other file. Pure.
 */
export function sizeOfWebp(file: Buffer): Size | undefined {
  if (file.length < RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES) return undefined;
  const end = CHUNK_HEADER_BYTES + file.readUInt32LE(4);
  if (end > file.length) return undefined;
  let size: Size | undefined;
  let hasImage = false;
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= end;) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const data = file.subarray(at + CHUNK_HEADER_BYTES, at + CHUNK_HEADER_BYTES + length);
    if (data.length < length) return undefined;
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') hasImage = true;
    size ??= sizeInWebp(name, data);
    // Chunks are padded to an even length.
    at += CHUNK_HEADER_BYTES + length + (length % 2);
  }
  return hasImage ? size : undefined;
}

function sizeInWebp(name: string, data: Buffer): Size | undefined {
  if (name === 'VP8X' && data.length >= 10) return sized(data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1);
  if (name === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  const isFrame = name === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a;
  return isFrame ? sized(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff) : undefined;
}

function sized(width: number, height: number): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}
