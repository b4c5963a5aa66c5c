import { deflateSync } from 'node:zlib';
import { crc32 } from 'node:zlib';
import type { TestApp } from './app.ts';

/** Returns a PNG image of the given size in a single color. */
export function pngOf(width = 1, height = 1, [red, green, blue]: readonly number[] = [212, 69, 47]): Buffer {
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x += 1) row.set([red ?? 0, green ?? 0, blue ?? 0], 1 + x * 3);
  return pngOfRows(
    width,
    Array.from({ length: height }, () => row),
  );
}

/** Returns a PNG image with these rows. A row starts with a zero byte, followed by three bytes per pixel. */
export function pngOfRows(width: number, rows: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a PNG image that hardly compresses, as a photo does. */
export function noise(width: number, height: number): Buffer {
  let state = 1;
  const rows = Array.from({ length: height }, () =>
    Buffer.from(
      Array.from({ length: 1 + width * 3 }, (_, at) =>
        at === 0 ? 0 : (state = (state * 48_271) % 2_147_483_647) & 0xff,
      ),
    ),
  );
  return pngOfRows(width, rows);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Returns a PNG image that declares an animation with a single frame, before its image data. */
export function animatedPng(): Buffer {
  const png = pngOf(2, 2);
  const afterHeader = 8 + 25;
  const control = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
  return Buffer.concat([png.subarray(0, afterHeader), control, png.subarray(afterHeader)]);
}

/** A one-pixel GIF image. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A one-pixel JPEG image. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);

/** A one-pixel lossy WebP image. WEBP_LOSSLESS is 3 pixels wide and 2 pixels high. */
export const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64');
export const WEBP_LOSSLESS = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAkAAEAcQERGIiP4HAA==', 'base64');

/** Uploads an image file without changes. */
export async function postImage(
  app: TestApp,
  token: string,
  file: Uint8Array,
  { query = '', type = 'image/png' }: { readonly type?: string; readonly query?: string } = {},
) {
  const response = await fetch(`${app.url}/images${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: file,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

/** Returns an image of hills at sunset, which makes screenshots of pages look realistic. */
export function pictureOfHills(width = 1200, height = 560): Buffer {
  const rows: Buffer[] = [];
  const hills = [
    { at: 0.62, high: 0.09, long: 1.3, colour: [74, 104, 130] },
    { at: 0.72, high: 0.08, long: 2.1, colour: [52, 84, 88] },
    { at: 0.86, high: 0.06, long: 3.4, colour: [34, 60, 52] },
  ];
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / width, y / height];
      const sun = Math.hypot((u - 0.7) * (width / height), v - 0.42);
      let colour = [246 - 60 * (1 - v), 208 - 50 * (1 - v), 160 + 50 * (1 - v)];
      if (sun < 0.11) colour = [255, 236, 190];
      for (const { at, colour: own, high, long } of hills) {
        if (v > at + high * Math.sin(u * Math.PI * 2 * long + long)) colour = own;
      }
      row.set(colour.map(Math.round), 1 + x * 3);
    }
    rows.push(row);
  }
  return pngOfRows(width, rows);
}
