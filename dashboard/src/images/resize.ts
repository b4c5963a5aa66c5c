import type { Area } from './crop-area.ts';
import { sizeOf, type Kind } from './image-size.ts';

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
 * Returns the image as a smaller file, at most `MAX_WIDTH` pixels wide, if the image is wider than that or the file is
 * larger than `LARGE_BYTES`. The new file has no metadata, such as the location of a photo. Returns the given file if
 * it is small enough, a GIF, animated, damaged, or too large to decode, or if the browser cannot make it smaller.
 */
export async function resized(file: File): Promise<File> {
  const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const found = sizeOf(head);
  if (!found || found.width * found.height > MAX_PIXELS) return file;
  if (found.width <= MAX_WIDTH && file.size <= LARGE_BYTES) return file;
  // `createImageBitmap` applies the orientation in the metadata of a photo.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  const { height, width } = bitmap;
  const blob = await drawn(bitmap, { x: 0, y: 0, width, height }, { type: found.type, maxWidth: MAX_WIDTH });
  bitmap.close();
  // Some browsers cannot write WebP and return another format.
  return blob?.type === found.type && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
}

/** A decoded image that can be cropped. */
export interface Croppable {
  readonly bitmap: ImageBitmap;
  readonly type: Kind;
}

/**
 * Decodes an image for cropping. Returns undefined for GIFs, animated images, damaged images, and images with more than
 * `MAX_PIXELS`.
 */
export async function croppable(file: Blob): Promise<Croppable | undefined> {
  const found = sizeOf(new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (!found || found.width * found.height > MAX_PIXELS) return undefined;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  return bitmap && { bitmap, type: found.type };
}

/**
 * Returns a part of an image as a file without metadata. If `maxWidth` is given, reduces wider parts to this width.
 * Returns undefined if the browser has too little memory.
 */
export async function cropped(
  { bitmap, type }: Croppable,
  area: Area,
  { maxWidth = Infinity, name }: { readonly name: string; readonly maxWidth?: number | undefined },
): Promise<File | undefined> {
  const blob = await drawn(bitmap, area, { type, maxWidth });
  return blob && new File([blob], name, { type: blob.type });
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
  return canvas.convertToBlob({ type, quality: QUALITY }).catch(() => undefined);
}
