import { describe, expect, it } from 'vitest';
import { croppedName } from '../../dashboard/src/images/image-parts.ts';
import { sizeOf } from '../../dashboard/src/images/image-size.ts';
import { animatedPng, GIF, JPEG, pngOf, WEBP, WEBP_LOSSLESS } from '../support/tiny-images.ts';

/** The start of a WebP image with an extended header (RFC 9649, section 2.7). */
function extendedWebp(flags: number): Buffer {
  const header = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x1f\x03\0\x57\x02\0', 'latin1');
  header[20] = flags;
  return header;
}

const sizeIn = (file: Buffer): unknown => sizeOf(new DataView(new Uint8Array(file).buffer));

describe('the size of an image', () => {
  it.each([
    ['a PNG', pngOf(7, 5), { type: 'image/png', width: 7, height: 5 }],
    ['a JPEG', JPEG, { type: 'image/jpeg', width: 1, height: 1 }],
    ['a lossy WebP', WEBP, { type: 'image/webp', width: 1, height: 1 }],
    ['a lossless WebP', WEBP_LOSSLESS, { type: 'image/webp', width: 3, height: 2 }],
    ['a WebP with transparency', extendedWebp(0x10), { type: 'image/webp', width: 800, height: 600 }],
  ])('is read from the start of the file: %s', (_, file, size) => {
    expect(sizeIn(file)).toEqual(size);
  });

  it.each([
    ['a GIF', GIF],
    ['an animated PNG', animatedPng()],
    ['an animated WebP', extendedWebp(0x12)],
    ['a truncated PNG', pngOf(7, 5).subarray(0, 20)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('is unknown, so that the file stays unchanged: %s', (_, file) => {
    expect(sizeIn(file)).toBeUndefined();
  });
});

describe('the name of a cropped image', () => {
  it.each([
    ['hills.png', 'hills (cropped).png'],
    ['hills (cropped).png', 'hills (cropped).png'],
    ['Hero', 'Hero (cropped)'],
    ['v1.2 of the logo', 'v1.2 of the logo (cropped)'],
    ['', 'Image 12 (cropped)'],
  ])('of “%s” is “%s”', (name, expected) => {
    expect(croppedName({ id: 12, name })).toBe(expected);
  });
});
