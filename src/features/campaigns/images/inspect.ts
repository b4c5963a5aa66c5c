import { MAX_PIXELS, MAX_SIDE_PIXELS } from './limits.ts';
import { sizeOfGif, sizeOfJpeg, sizeOfPng, sizeOfWebp, type Size } from './sizes.ts';

/** Image types that can be uploaded. */
export type ImageType = 'png' | 'jpeg' | 'gif' | 'webp';

/** Properties detected from the file content, regardless of the file name. */
export interface Inspected extends Size {
  readonly type: ImageType;
}

/** Image types, each with a pattern for the first bytes in Latin-1 and a function that reads the size. */
const KINDS: readonly (readonly [ImageType, RegExp, (file: Buffer) => Size | undefined])[] = [
  ['png', /^\x89PNG\r\n\x1a\n/, sizeOfPng],
  ['jpeg', /^\xff\xd8\xff/, sizeOfJpeg],
  ['gif', /^GIF8[79]a/, sizeOfGif],
  ['webp', /^RIFF[^]{4}WEBP/, sizeOfWebp],
];

/** Patterns and error messages for file types that users often upload by mistake. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype\s+svg|!--[^]*<svg|svg)/i,
    'is an SVG file, which can contain scripts. Save it as PNG.',
  ],
  [/^\s*</, 'is a web page, not an image.'],
  [
    /^[^]{4}ftyp(?:heic|heix|hevc|mif1|msf1)/,
    'is in HEIC format, which few browsers and email clients support. Save it as JPEG.',
  ],
  [/^[^]{4}ftypavi[fs]/, 'is in AVIF format, which email clients do not support. Save it as JPEG or WebP.'],
  [/^(?:BM|II\*\0|MM\0\*)/, 'is in a format that browsers do not support. Save it as PNG or JPEG.'],
  [/^%PDF/, 'is a PDF file. Save the page as PNG or JPEG.'],
];
const HEAD_BYTES = 256;

/**
 * Returns the type and size of an image. If the image is not accepted, returns an error message that is worded to
 * follow the field name. Pure.
 */
export function inspectImage(file: Buffer): Inspected | string {
  const head = file.subarray(0, HEAD_BYTES).toString('latin1');
  const kind = KINDS.find(([, first]) => first.test(head));
  if (!kind) return OTHERS.find(([first]) => first.test(head))?.[1] ?? 'must be a PNG, JPEG, GIF, or WebP image.';
  const [type, , sizeOf] = kind;
  const size = sizeOf(file);
  if (!size) return `is a damaged ${type.toUpperCase()} file. Parts of the file are missing.`;
  const { height, width } = size;
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || width * height > MAX_PIXELS) {
    return `is too large. The image is ${width} × ${height} pixels. The maximum is ${MAX_SIDE_PIXELS} pixels per side and ${MAX_PIXELS} in total.`;
  }
  return { type, width, height };
}
