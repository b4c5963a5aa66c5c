import type { Area, Size } from './crop-area.ts';

/** Maximum width of a resized image in pixels: twice the width of the widest email, for high-density screens. */
export const MAX_WIDTH = 1_600;
/** Images that are larger than this number of bytes load slowly on phones. */
export const LARGE_BYTES = 500_000;
/** The server rejects images with more pixels, so they are not decoded. */
const MAX_PIXELS = 50_000_000;
/** Number of bytes at the start of a file in which the size of the image is expected. */
const HEAD_BYTES = 1024 * 1024;
const QUALITY = 0.85;

/**
 * Returns the image in a smaller file if it is wider or larger than necessary. Otherwise, and for formats that can be
 * animated, returns the file unchanged. A new file has no metadata, such as the location of a photo.
 */
export async function resized(file: File): Promise<File> {
  const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const found = sizeOf(head);
  if (!found || found.width * found.height > MAX_PIXELS) return file;
  if (found.width <= MAX_WIDTH && file.size <= LARGE_BYTES) return file;
  // Applies the orientation in the metadata of a photo.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  const { height, width } = bitmap;
  const blob = await drawn(bitmap, { x: 0, y: 0, width, height }, { type: found.type, maxWidth: MAX_WIDTH });
  bitmap.close();
  // Some browsers cannot write WebP and return another format.
  return blob?.type === found.type && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
}

/** An image that can be cropped, decoded. */
export interface Croppable {
  readonly file: File;
  readonly bitmap: ImageBitmap;
  readonly type: Kind;
}

/** Decodes an image for cropping. Returns undefined for formats that can be animated, and for damaged images. */
export async function croppable(file: File): Promise<Croppable | undefined> {
  const found = sizeOf(new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (!found || found.width * found.height > MAX_PIXELS) return undefined;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  return bitmap && { file, bitmap, type: found.type };
}

/** Returns a part of an image as a file without metadata. If `maxWidth` is given, reduces wider parts to this width. */
export async function cropped({ bitmap, file, type }: Croppable, area: Area, maxWidth = Infinity): Promise<File> {
  const blob = await drawn(bitmap, area, { type, maxWidth });
  return blob ? new File([blob], file.name, { type: blob.type }) : file;
}

/** Draws a part of an image into a new file. Returns undefined if the browser has too little memory. */
async function drawn(
  bitmap: ImageBitmap,
  area: Area,
  { maxWidth, type }: { readonly type: Kind; readonly maxWidth: number },
): Promise<Blob | undefined> {
  const scale = Math.min(1, maxWidth / area.width);
  const canvas = new OffscreenCanvas(Math.round(area.width * scale), Math.max(1, Math.round(area.height * scale)));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type, quality: QUALITY });
}

type Kind = 'image/png' | 'image/jpeg' | 'image/webp';

interface Found extends Size {
  readonly type: Kind;
}

/**
 * Returns the format and the size of a PNG, a JPEG, or a WebP that is not animated, from the start of the file. The image
 * is not decoded. Returns undefined for any other file. Pure.
 */
export function sizeOf(head: DataView): Found | undefined {
  if (head.byteLength < 30) return undefined;
  if (head.getUint32(0) === 0x89_50_4e_47) {
    return { type: 'image/png', width: head.getUint32(16), height: head.getUint32(20) };
  }
  if (head.getUint16(0) === 0xff_d8) return sizeOfJpeg(head);
  return head.getUint32(0) === RIFF && head.getUint32(8) === WEBP ? sizeOfWebp(head) : undefined;
}

const [RIFF, WEBP] = [0x52_49_46_46, 0x57_45_42_50];

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
