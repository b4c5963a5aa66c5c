import { MAX_PIXELS, MAX_SIDE_PIXELS } from './limits.ts';
import { sizeOfGif, sizeOfJpeg, sizeOfPng, sizeOfWebp, type Size } from './sizes.ts';

/** Types of pictures that every mail program and browser shows. */
export type ImageType = 'png' | 'jpeg' | 'gif' | 'webp';

/** What a file says of itself in its own bytes, whatever it is called. */
export interface Inspected extends Size {
  readonly type: ImageType;
}

/** First bytes in Latin-1, and how the size is read. */
const KINDS: readonly (readonly [ImageType, RegExp, (file: Buffer) => Size | undefined])[] = [
  ['png', /^\x89PNG\r\n\x1a\n/, sizeOfPng],
  ['jpeg', /^\xff\xd8\xff/, sizeOfJpeg],
  ['gif', /^GIF8[79]a/, sizeOfGif],
  ['webp', /^RIFF[^]{4}WEBP/, sizeOfWebp],
];

/** What people send in their place. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype\s+svg|!--[^]*<svg|svg)/i,
    'is an SVG, which can hold programs: save it as PNG.',
  ],
  [/^\s*</, 'is a web page and no picture.'],
  [/^[^]{4}ftyp(?:heic|heix|hevc|mif1|msf1)/, 'is in the format HEIC, which few programs show: save it as JPEG.'],
  [/^[^]{4}ftypavi[fs]/, 'is in the format AVIF, which mail programs do not show: save it as JPEG or WebP.'],
  [/^(?:BM|II\*\0|MM\0\*)/, 'is in a format that browsers do not show: save it as PNG or JPEG.'],
  [/^%PDF/, 'is a PDF: save the page as PNG or JPEG.'],
];
const HEAD_BYTES = 256;

/** Type and size of a picture; a sentence without its beginning when it is none that is taken. Pure. */
export function inspectImage(file: Buffer): Inspected | string {
  const head = file.subarray(0, HEAD_BYTES).toString('latin1');
  const kind = KINDS.find(([, first]) => first.test(head));
  if (!kind) return OTHERS.find(([first]) => first.test(head))?.[1] ?? 'is no PNG, JPEG, GIF or WebP.';
  const [type, , sizeOf] = kind;
  const size = sizeOf(file);
  if (!size) return `is a broken ${type.toUpperCase()}: it ends in the middle, or parts of it are missing.`;
  const { height, width } = size;
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || width * height > MAX_PIXELS) {
    return `is too large with ${width} x ${height} pixels: at most ${MAX_SIDE_PIXELS} a side and ${MAX_PIXELS} in all.`;
  }
  return { type, width, height };
}
