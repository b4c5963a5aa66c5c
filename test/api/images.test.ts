import { createServer, type ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';
import { openWire } from './http-listener.ts';
import { GIF, JPEG, pngOf, postImage, WEBP, WEBP_LOSSLESS } from '../support/tiny-images.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const MEBIBYTE = 1024 * 1024;

let ann: TestPerson;
let accountId: number;

const app = shared(startApp);
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
});

const post = async (file: Uint8Array, options: Parameters<typeof postImage>[3] = {}) =>
  postImage(app, ann.token, file, options);

/** Returns an image followed by trailing bytes that decoders ignore. */
function padded(bytes: number): Buffer {
  return Buffer.concat([pngOf(), Buffer.alloc(bytes - pngOf().length)]);
}

async function taken(): Promise<number> {
  const [row] = await rowsOf<{ bytes: number }>(
    app.installation.db,
    'select bytes from image_store where account_id = $1',
    [accountId],
  );
  return row?.bytes ?? 0;
}

describe('image', () => {
  it.each<[string, Buffer, number, number]>([
    ['image/png', pngOf(7, 3), 7, 3],
    ['image/jpeg', JPEG, 1, 1],
    ['image/gif', GIF, 1, 1],
    ['image/webp', WEBP, 1, 1],
    ['image/webp', WEBP_LOSSLESS, 3, 2],
  ])('of the type %s is stored unchanged and public', async (type, file, width, height) => {
    const { body, status } = await post(file, { type, query: '?name=tea.bin' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        user_id: accountId,
        name: 'tea.bin',
        alt: '',
        folder: '',
        type,
        width,
        height,
        bytes: file.length,
        url: expect.stringMatching(/\/i\/\d+-[0-9a-f]{32}$/),
        created_at: expect.any(String),
      },
    ]);
    const served = await fetch(body.url);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.from(await served.arrayBuffer()).equals(file)).toBe(true);
  });

  it('has the type of its bytes, regardless of the declared type and name', async () => {
    const { body } = await post(GIF, { type: 'image/png', query: '?name=x.jpg' });
    expect(body.type).toBe('image/gif');
    const served = await fetch(body.url);
    expect([served.headers.get('content-type'), served.headers.get('x-content-type-options')]).toEqual([
      'image/gif',
      'nosniff',
    ]);
  });

  it('can be a field of a form with its name', async () => {
    const form = new FormData();
    form.append('image', new File([pngOf()], 'a "nice"\u0007 name.png', { type: 'text/html' }));
    const response = await fetch(`${app.url}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}` },
      body: form,
    });
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { type: 'image/png', name: expect.stringMatching(/^a .*nice.* name\.png$/) },
    ]);
  });

  it('is stored once for repeated and concurrent uploads', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(async () => post(pngOf(5))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await taken()).toBe(pngOf(5).length);
  });

  it('is separate in another account for the same bytes', async () => {
    const { body: ours } = await post(pngOf());
    const bea = await newPerson(app, (await app.newAccount()).account.id);
    const { body: theirs, status } = await postImage(app, bea.token, pngOf());
    expect([status, theirs.id === ours.id]).toEqual([201, false]);
  });
});

describe('name, description, and folder of an image', () => {
  it('are found by a part, whichever of the two contains it', async () => {
    await post(pngOf(2), { query: '?name=garden.png&alt=A%20hedge%20in%20spring' });
    await post(pngOf(3), { query: '?name=Spring.png' });
    await post(pngOf(4), { query: '?name=tea.png&alt=A%20cup' });
    const namesFor = async (query: string): Promise<string[]> =>
      (await ann.call('GET', `/images?query=${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await namesFor('SPRING')).toEqual(['Spring.png', 'garden.png']);
    expect(await namesFor('cup')).toEqual(['tea.png']);
    expect(await namesFor('%25')).toEqual([]);
    const bea = await newPerson(app, (await app.newAccount()).account.id);
    expect((await bea.call('GET', '/images?query=spring')).body.data).toEqual([]);
  });

  it('can be changed without a change of the file', async () => {
    const { body: image } = await post(pngOf(2), { query: '?name=a.png&alt=One' });
    const changed = await ann.call('PATCH', `/images/${image.id}`, { alt: ' Two ' });
    expect(changed).toMatchObject({ status: 200, body: { ...image, alt: 'Two' } });
    const refused = await ann.call('PATCH', `/images/${image.id}`, { alt: 'x'.repeat(501) });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['alt']]);
    const bea = await newPerson(app, (await app.newAccount()).account.id);
    expect((await bea.call('PATCH', `/images/${image.id}`, { alt: 'x' })).status).toBe(403);
  });

  it('are found by their folder, which can be changed and removed', async () => {
    const { body: image } = await post(pngOf(2), { query: '?name=a.png' });
    await post(pngOf(3), { query: '?name=b.png' });
    const path = `/images/${image.id}`;
    const moved = await ann.call('PATCH', path, { folder: ' Spring letters ' });
    expect(moved.body).toEqual({ ...image, folder: 'Spring letters' });
    const found = async (): Promise<unknown> => (await ann.call('GET', '/images?query=spring%20letters')).body.data;
    expect(await found()).toEqual([moved.body]);
    const refused = await ann.call('PATCH', path, { folder: 'x'.repeat(192) });
    expect(refused.body.errors).toEqual({ folder: ['must have at most 191 characters.'] });
    expect((await ann.call('PATCH', path, { folder: null })).body.folder).toBe('');
    expect(await found()).toEqual([]);
  });

  it('of a repeated upload replace the earlier description and folder, unless the upload has none', async () => {
    await post(pngOf(2), { query: '?alt=One' });
    expect((await post(pngOf(2))).body.alt).toBe('One');
    expect(await post(pngOf(2), { query: '?alt=Two' })).toMatchObject({ status: 200, body: { alt: 'Two' } });
    const moved = await post(pngOf(2), { query: '?folder=%20Spring%20' });
    expect(moved).toMatchObject({ status: 200, body: { alt: 'Two', folder: 'Spring' } });
    const form = new FormData();
    form.append('alt', 'Three');
    form.append('folder', 'Summer');
    form.append('image', new File([pngOf(2)], 'a.png'));
    const headers = { authorization: `Bearer ${ann.token}` };
    const answer = await fetch(`${app.url}/images`, { method: 'POST', headers, body: form });
    expect(await answer.json()).toMatchObject({ alt: 'Three', folder: 'Summer' });
    const query = `?alt=${'x'.repeat(501)}&folder=${'x'.repeat(192)}`;
    expect((await post(pngOf(3), { query })).body.errors).toEqual({
      alt: ['must have at most 500 characters.'],
      folder: ['must have at most 191 characters.'],
    });
    expect(await post(pngOf(3), { query: '?folder=Spring' })).toMatchObject({
      status: 201,
      body: { folder: 'Spring' },
    });
  });
});

describe('copy of an image on another server', () => {
  const development = shared(async () => startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' }));
  const answers: Record<string, (reply: ServerResponse) => void> = {
    '/a/garden%20view.png': (reply) => reply.end(pngOf(9)),
    '/moved': (reply) => reply.writeHead(302, { location: '/a/garden%20view.png' }).end(),
    '/again': (reply) => reply.writeHead(302, { location: '/again' }).end(),
    '/inside': (reply) => reply.writeHead(302, { location: 'https://10.0.0.1/x.png' }).end(),
    '/page': (reply) => reply.end('<html>'),
    '/large': (reply) => reply.end(padded(2 * MEBIBYTE + 1)),
  };
  const other = shared(async () => {
    const server = createServer(({ url = '' }, reply) => {
      const answer = answers[url];
      if (answer) answer(reply);
      else reply.writeHead(404).end();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return { url: `http://127.0.0.1:${port}`, close: async () => void server.close() };
  });
  const copy = async (path: string, more: object = {}) => {
    const person = await newPerson(development, (await development.newAccount()).account.id);
    return person.call('POST', '/images/copies', { url: path.startsWith('/') ? other.url + path : path, ...more });
  };

  it('is stored like an upload, with the name in the URL', async () => {
    const { body, status } = await copy('/a/garden%20view.png', { alt: 'A garden', folder: 'Spring' });
    const expected = { name: 'garden view.png', alt: 'A garden', folder: 'Spring', width: 9 };
    expect([status, body]).toMatchObject([201, expected]);
    const served = await fetch(body.url);
    expect(Buffer.from(await served.arrayBuffer()).equals(pngOf(9))).toBe(true);
    expect(await copy('/moved')).toMatchObject({ status: 201, body: { width: 9 } });
  });

  it.each([
    ['/gone', 'cannot be downloaded: the server returned status 404.'],
    ['/page', 'is a web page, not an image.'],
    ['/large', 'must be an image of at most 2.0 MB.'],
    ['/again', 'redirects too many times.'],
    ['/inside', 'cannot be downloaded: '],
    ['https://192.168.0.1/x.png', 'cannot be downloaded: '],
    ['file:///etc/passwd', 'cannot be downloaded: '],
    ['garden.png', 'cannot be downloaded: '],
  ])('is refused with a reason: %s', async (path, sentence) => {
    const { body, status } = await copy(path);
    expect([status, body.errors]).toEqual([422, { url: [expect.stringContaining(sentence)] }]);
  });

  it('cannot be a copy from this machine in production', async () => {
    const { body } = await ann.call('POST', '/images/copies', { url: `${other.url}/a/garden%20view.png` });
    expect(body.errors).toEqual({ url: [expect.stringContaining('cannot be downloaded: ')] });
  });
});

describe('file that is not an image', () => {
  const png = pngOf(9, 9);
  const wide = Buffer.from(png);
  wide.writeUInt32BE(16_385, 16);
  const many = Buffer.from(png);
  many.writeUInt32BE(10_000, 16);
  many.writeUInt32BE(10_000, 20);
  const none = Buffer.from(png);
  none.writeUInt32BE(0, 16);

  it.each<[string, Buffer, RegExp]>([
    ['an SVG', Buffer.from(SVG), /is an SVG/],
    ['an SVG after an XML declaration', Buffer.from(`\uFEFF<?xml version="1.0"?>${SVG}`), /is an SVG/],
    ['a web page', Buffer.from('<html><script>alert(1)</script>'), /is a web page/],
    ['a text', Buffer.from('hello'), /must be a PNG, JPEG, GIF, or WebP image/],
    ['an AVIF', Buffer.from('\0\0\0\x1cftypavif', 'latin1'), /AVIF/],
    ['a HEIC photo', Buffer.from('\0\0\0\x18ftypheic', 'latin1'), /HEIC/],
    ['a PNG with only its signature', png.subarray(0, 8), /damaged PNG/],
    ['a truncated PNG', png.subarray(0, -20), /damaged PNG/],
    ['a PNG without a width', none, /damaged PNG/],
    ['a PNG that is too wide', wide, /too large\. The image is 16385 × 9/],
    ['a PNG that unfolds to a hundred million pixels', many, /too large\. The image is 10000 × 10000/],
    ['a JPEG without an end', JPEG.subarray(0, -2), /damaged JPEG/],
    ['a JPEG of three bytes', JPEG.subarray(0, 3), /damaged JPEG/],
    ['a JPEG with a length beyond its end', Buffer.from('ffd8ffe0ffff00', 'hex'), /damaged JPEG/],
    ['a GIF without an image', Buffer.from('474946383961010001000000003b', 'hex'), /damaged GIF/],
    ['a truncated GIF', GIF.subarray(0, -4), /damaged GIF/],
    ['a WebP shorter than its declared length', WEBP.subarray(0, -1), /damaged WEBP/],
    ['a WebP without an image', Buffer.from('RIFF\x04\0\0\0WEBP\0\0\0\0\0\0\0\0', 'latin1'), /damaged WEBP/],
  ])('is refused: %s', async (_, file, sentence) => {
    const { body, status } = await post(file);
    expect([status, body.errors]).toEqual([422, { image: [expect.stringMatching(sentence)] }]);
    expect(await taken()).toBe(0);
  });

  it.each(['image/svg+xml', 'text/html', 'application/json', ''])(
    'is refused if it is declared as %s',
    async (type) => {
      expect((await post(Buffer.from(SVG), { type })).status).toBe(415);
    },
  );

  it('is refused if it is empty', async () => {
    expect((await post(Buffer.alloc(0))).body.errors).toEqual({ image: [expect.stringMatching(/must not be empty/)] });
  });
});

describe('image limits', () => {
  it('allow 2 MiB per image', async () => {
    expect((await post(padded(2 * MEBIBYTE))).status).toBe(201);
    expect((await post(padded(2 * MEBIBYTE + 1))).status).toBe(413);
  });

  it("apply to the account's total, also for concurrent uploads", async () => {
    const free = 3 * pngOf(1, 1).length;
    await rowsOf(app.installation.db, 'insert into image_store (account_id, bytes) values ($1, $2)', [
      accountId,
      200 * MEBIBYTE - free,
    ]);
    const colours = [1, 2, 3, 4].map((red) => pngOf(1, 1, [red, 0, 0]));
    const answers = await Promise.all(colours.map(async (file) => post(file)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(/use 200\.0 MB of 200\.0 MB/);
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
    await ann.call('DELETE', `/images/${id}`);
    expect((await post(colours.find((_, at) => answers[at]?.status === 409) ?? pngOf())).status).toBe(201);
  });

  it('allow four concurrent uploads per account without affecting others', async () => {
    const { port } = new URL(app.url);
    const head = `POST /images HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ann.token}\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n`;
    const wires = await Promise.all([1, 2, 3, 4].map(async () => openWire(Number(port))));
    for (const wire of wires) wire.write(`${head}\x89PNG`);
    // Uses a different user of the account for each upload, because rate limits are per user.
    const tryUntil = async (isEnough: (status: number) => boolean) =>
      eventually('the response has the expected status', async () => {
        const answer = await postImage(app, (await newPerson(app, accountId)).token, pngOf());
        return isEnough(answer.status) ? answer : undefined;
      });
    const refused = await tryUntil((status) => status === 503);
    expect(refused.headers.get('retry-after')).toBe('2');
    const bea = await newPerson(app, (await app.newAccount()).account.id);
    expect((await postImage(app, bea.token, pngOf())).status).toBe(201);
    for (const wire of wires) wire.destroy();
    expect((await tryUntil((status) => status !== 503)).status).toBeLessThan(300);
  });
});

describe('public image', () => {
  it('can be cached for a year, sets no cookies and runs nothing', async () => {
    const { body } = await post(pngOf());
    const { headers } = await fetch(body.url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/png',
      'content-length': String(pngOf().length),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    expect(headers.has('set-cookie')).toBe(false);
    const etag = headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await fetch(body.url, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
        304,
        '',
        'public, max-age=31536000, immutable',
      ]);
    }
    const head = await fetch(body.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(pngOf().length),
      '',
    ]);
  });

  it('cannot be guessed', async () => {
    const { body } = await post(pngOf());
    const [, id = '', hash = ''] = /\/i\/(\d+)-(\w+)$/.exec(body.url) ?? [];
    const names = [
      id,
      `${id}-`,
      `${id}-${hash.slice(0, 31)}`,
      `${id}-${hash.slice(0, 31)}${hash.endsWith('0') ? '1' : '0'}`,
      `${id}-${hash.toUpperCase()}x`,
      `0${id}-${hash}`,
      `${Number(id) + 1}-${hash}`,
      `99999999999999999999-${hash}`,
      '%00',
      '-1',
    ];
    for (const name of names) {
      const answer = await fetch(`${app.url}/i/${name}`);
      expect([answer.status, answer.headers.get('cache-control')], name).toEqual([404, 'no-store']);
    }
  });

  it('is not served while the account is restricted', async () => {
    const { body } = await post(pngOf());
    await rowsOf(app.installation.db, 'update account set restricted_at = now() where account_id = $1', [accountId]);
    expect((await fetch(body.url)).status).toBe(404);
  });
});
