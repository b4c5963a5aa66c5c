import type { Size } from './crop-area.ts';

/** Formats of images that can be resized and cropped. */
export type Kind = 'image/png' | 'image/jpeg' | 'image/webp';

interface Found extends Size {
  readonly type: Kind;
}

/**
 * Returns the format and the size of a JPEG, or of a PNG or a WebP that is not animated, from the start of the file. The
 * image is not decoded. Returns undefined for any other file. Pure.
 */
export function sizeOf(head: DataView): Found | undefined {
  if (head.byteLength < 30) return undefined;
  if (head.getUint32(0) === 0x89_50_4e_47) return sizeOfPng(head);
  if (head.getUint16(0) === 0xff_d8) return sizeOfJpeg(head);
  return head.getUint32(0) === RIFF && head.getUint32(8) === WEBP ? sizeOfWebp(head) : undefined;
}

const [RIFF, WEBP] = [0x52_49_46_46, 0x57_45_42_50];

/**
 * An animated PNG has a chunk `acTL` before its image data (PNG Specification, third edition, animation control chunk).
 */
function sizeOfPng(head: DataView): Found | undefined {
  for (let at = 8; at + 8 <= head.byteLength; at += 12 + head.getUint32(at)) {
    const name = head.getUint32(at + 4);
    if (name === ACTL) return undefined;
    if (name === IDAT) break;
  }
  return { type: 'image/png', width: head.getUint32(16), height: head.getUint32(20) };
}

const [ACTL, IDAT] = [0x61_63_54_4c, 0x49_44_41_54];

function sizeOfJpeg(head: DataView): Found | undefined {
  for (let at = 2; at + 9 <= head.byteLength && head.getUint8(at) === 0xff;) {
    const marker = head.getUint8(at + 1);
    // Frame markers, whose segments contain the size (ITU-T T.81, table B.1).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'image/jpeg', width: head.getUint16(at + 7), height: head.getUint16(at + 5) };
    }
    at += marker === 0xff ? 1 : 2 + head.getUint16(at + 2);
  }
  return undefined;
}

/** The size of a WebP (RFC 9649) is in its first chunk. */
function sizeOfWebp(head: DataView): Found | undefined {
  const type = 'image/webp';
  const name = String.fromCharCode(...[12, 13, 14, 15].map((at) => head.getUint8(at)));
  if (name === 'VP8X') {
    const isAnimated = (head.getUint8(20) & 2) !== 0;
    const side = (at: number): number => 1 + head.getUint16(at, true) + head.getUint8(at + 2) * 0x1_00_00;
    return isAnimated ? undefined : { type, width: side(24), height: side(27) };
  }
  if (name === 'VP8L') {
    const bits = head.getUint32(21, true);
    return { type, width: 1 + (bits & 0x3f_ff), height: 1 + ((bits >>> 14) & 0x3f_ff) };
  }
  return name === 'VP8 '
    ? { type, width: head.getUint16(26, true) & 0x3f_ff, height: head.getUint16(28, true) & 0x3f_ff }
    : undefined;
}
