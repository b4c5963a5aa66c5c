import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BODY_LIMIT, KEY, openWire, problemIn, requestText, startListener } from './http-listener.ts';
import { shared } from '../support/shared.ts';

const listener = shared(startListener);

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

async function send(body: string | undefined, type: string | undefined, path = '/echo', method = 'POST') {
  const response = await fetch(`${listener.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function given(...request: Parameters<typeof send>): Promise<unknown> {
  const { status, body } = await send(...request);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body['given'];
}

/**
 * Sends a body with exactly these bytes, and the given headers. Returns the body of the response with the status code.
 */
async function raw(body: Buffer | string, headers: readonly string[]): Promise<Record<string, unknown>> {
  const wire = await openWire(listener.port);
  const bytes = Buffer.from(body as string);
  wire.write(requestText('POST /echo', [...headers, `Content-Length: ${bytes.length}`, 'Connection: close']));
  wire.write(bytes);
  const received = await wire.closed();
  return { code: Number(received.slice(9, 12)), ...problemIn(received) };
}

describe('JSON body', () => {
  it.each([
    JSON_TYPE,
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/json; charset=us-ascii',
  ])('is accepted as %s', async (type) => {
    expect(await given('{"a":["ü"]}', type)).toEqual({ a: ['ü'] });
  });

  it.each(['', ' \r\n'])('that is empty (%j) counts as no body', async (text) => {
    expect(await given(text, JSON_TYPE)).toEqual({});
  });

  it('that is not an object reaches the parser unchanged', async () => {
    expect(await given('[1]', JSON_TYPE, '/echo?a=1')).toEqual([1]);
    expect((await send('[1]', JSON_TYPE, '/things/5', 'PATCH')).body).toMatchObject({
      name: 'validation_error',
      errors: { body: ['must be an object.'] },
    });
  });

  it.each([
    ['broken', '{"a":1,}', 'position 7'],
    ['with a duplicate key', '{"a":1,"b":{"c":1,"c":2}}', 'b.c'],
    ['with __proto__', '{"a":{"__proto__":{}}}', '__proto__'],
    ['too deep', '['.repeat(33) + ']'.repeat(33), '32 levels'],
    ['with NUL', '{"a":"\\u0000"}', 'NUL'],
    ['with a lone surrogate', '{"a":"\\ud800"}', 'surrogate'],
    ['with a number out of range', '{"a":1e999}', 'number'],
    ['in broken UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'UTF-8'],
    ['in UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'JSON'],
  ])('that is %s returns 422 with the reason', async (_name, body, words) => {
    const answer = await raw(body, [`Content-Type: ${JSON_TYPE}`]);
    expect(answer).toMatchObject({ code: 422, status: 422, name: 'validation_error', errors: expect.any(Object) });
    expect(answer['message']).toContain(words);
  });

  it('that is invalid keeps the connection usable', async () => {
    const wire = await openWire(listener.port);
    const headers = [`Content-Type: ${JSON_TYPE}`, 'Content-Length: 1'];
    wire.write(requestText('POST /echo', headers, '{'));
    await wire.until(/validation_error/);
    wire.end(requestText('POST /echo', headers, '5'));
    expect(await wire.until(/"given":5/)).toContain('HTTP/1.1 200');
  });
});

describe('form body', () => {
  it('is decoded with its brackets', async () => {
    const form = 'from=a%40b.c&to[]=x&to[]=y&headers[X-A]=1&emails[0][to][]=z';
    expect(await given(form, FORM_TYPE)).toEqual({
      from: 'a@b.c',
      to: ['x', 'y'],
      headers: { 'X-A': '1' },
      emails: [{ to: ['z'] }],
    });
  });

  it.each(['a=%', 'a[__proto__][x]=1', 'to[999999]=x', 'a=%00'])('%s returns 422', async (form) => {
    expect((await send(form, FORM_TYPE)).body).toMatchObject({ status: 422, name: 'validation_error' });
  });

  it('in invalid UTF-8 returns 422', async () => {
    expect(await raw(Buffer.from([0x61, 0x3d, 0xff]), [`Content-Type: ${FORM_TYPE}`])).toMatchObject({ code: 422 });
  });
});

describe('query string', () => {
  const query = '?email=a%2Bb%40c.co&lists[]=1&lists[]=2&name=A%20B';
  const fields = { email: 'a+b@c.co', lists: ['1', '2'], name: 'A B' };

  it('of a GET is decoded with its brackets', async () => {
    expect(await given(undefined, undefined, `/echo${query}`, 'GET')).toEqual(fields);
  });

  it.each([
    ['an empty JSON body', '', JSON_TYPE],
    ['an empty JSON object', '{}', JSON_TYPE],
    ['no body', undefined, undefined],
    ['an empty form', '', FORM_TYPE],
  ])('has the fields of a POST or PATCH with %s', async (_name, body, type) => {
    expect(await given(body, type, `/echo${query}`)).toEqual(fields);
    expect(await given(body, type, `/things/5${query}`, 'PATCH')).toEqual(fields);
    expect(await given(body, type, `/things/5${query}`, 'PUT')).toEqual(fields);
  });

  it('is merged with the body, which has priority', async () => {
    expect(await given('{"a":1,"b":[2]}', JSON_TYPE, '/echo?a=x&c=y')).toEqual({ a: 1, b: [2], c: 'y' });
    expect(await given('a=1', FORM_TYPE, '/echo?a=x&c=y')).toEqual({ a: '1', c: 'y' });
  });

  it.each(['?a=%', '?__proto__[a]=1', '?a=%00', `?a[${'9'.repeat(9)}]=1`])('%s returns 422', async (text) => {
    expect((await send(undefined, undefined, `/echo${text}`, 'GET')).body).toMatchObject({ status: 422 });
    expect((await send('{}', JSON_TYPE, `/echo${text}`)).body).toMatchObject({ status: 422 });
  });
});

describe('body that a method does not use', () => {
  it('is ignored with GET', async () => {
    const wire = await openWire(listener.port);
    wire.write(requestText('GET /echo', [`Content-Type: ${JSON_TYPE}`, 'Content-Length: 2'], '{}'));
    await wire.until(/"given":\{\}/);
    wire.end(requestText('GET /echo?second=1'));
    expect(await wire.until(/second/)).toMatch(/200 OK[^]*200 OK/);
  });

  it.each([['Content-Length: 0'], ['Content-Length: 0', `Content-Type: ${JSON_TYPE}`], []])(
    'can be declared empty with DELETE: %s',
    async (...headers) => {
      const wire = await openWire(listener.port);
      wire.end(requestText('DELETE /things/5', headers));
      expect(await wire.closed()).toMatch(/^HTTP\/1\.1 204 /);
    },
  );
});

describe('body of another type', () => {
  it.each([
    ['multipart/form-data; boundary=x', 'multipart/form-data'],
    ['text/plain', 'text/plain'],
    ['text/json', 'text/json'],
    ['application/octet-stream', 'octet-stream'],
    ['application/json; charset=iso-8859-1', 'iso-8859-1'],
    ['nonsense', 'nonsense'],
  ])('returns 415 and names the type: %s', async (type, words) => {
    const { body } = await send('{}', type);
    expect(body).toMatchObject({ status: 415, name: 'unsupported_media_type' });
    expect(body['message']).toContain(words);
    expect(body['fix']).toContain('application/json');
  });

  it('returns 415 without a type', async () => {
    expect(await raw('{}', [])).toMatchObject({ code: 415, name: 'unsupported_media_type' });
  });

  it.each(['gzip', 'br', 'GZIP', 'identity, gzip'])('returns 415 for a body compressed with %s', async (encoding) => {
    const answer = await raw(gzipSync('{}'), [`Content-Type: ${JSON_TYPE}`, `Content-Encoding: ${encoding}`]);
    expect(answer).toMatchObject({ code: 415, name: 'unsupported_media_type' });
  });

  it('with the identity coding is accepted', async () => {
    expect(await raw('{}', [`Content-Type: ${JSON_TYPE}`, 'Content-Encoding: identity'])).toMatchObject({ code: 200 });
  });

  it('that is empty counts as no body', async () => {
    expect(await given('', 'text/plain', '/echo?a=1')).toEqual({ a: '1' });
  });
});

describe('body size', () => {
  const jsonOf = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;
  const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

  it('can be the limit', async () => {
    expect(await given(jsonOf(BODY_LIMIT), JSON_TYPE)).toHaveLength(BODY_LIMIT - 2);
  });

  it('returns 413 before reading a byte if it is over the limit', async () => {
    const wire = await openWire(listener.port);
    wire.write(requestText('POST /echo', [`Content-Type: ${JSON_TYPE}`, `Content-Length: ${BODY_LIMIT + 1}`]));
    const received = await wire.until(/payload_too_large"/);
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain(String(BODY_LIMIT));
    wire.destroy();
  });

  it('returns 413 to a client that keeps sending over the limit', async () => {
    expect((await send(jsonOf(BODY_LIMIT * 20), JSON_TYPE)).body).toMatchObject({
      status: 413,
      name: 'payload_too_large',
    });
  });

  it('in chunks can be the limit, in any pieces', async () => {
    const wire = await openWire(listener.port);
    wire.write(
      requestText('POST /echo', [`Content-Type: ${JSON_TYPE}`, 'Transfer-Encoding: chunked', 'Connection: close']),
    );
    const text = jsonOf(BODY_LIMIT);
    for (let at = 0; at < text.length; at += 10_000) wire.write(chunkOf(text.slice(at, at + 10_000)));
    wire.write('0\r\n\r\n');
    expect(await wire.closed()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('in chunks can split a character', async () => {
    const wire = await openWire(listener.port);
    wire.write(
      requestText('POST /echo', [`Content-Type: ${JSON_TYPE}`, 'Transfer-Encoding: chunked', 'Connection: close']),
    );
    for (const byte of Buffer.from('"ü"'))
      wire.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]));
    wire.write('0\r\n\r\n');
    expect(problemIn(Buffer.from(await wire.closed(), 'latin1').toString())).toEqual({ given: 'ü' });
  });

  it('in chunks over the limit returns 413 before the rest arrives, and the connection stays usable', async () => {
    const wire = await openWire(listener.port);
    wire.write(requestText('POST /echo', [`Content-Type: ${JSON_TYPE}`, 'Transfer-Encoding: chunked']));
    wire.write(chunkOf('x'.repeat(BODY_LIMIT)));
    wire.write(chunkOf('x'));
    expect(await wire.until(/payload_too_large"/)).toMatch(/^HTTP\/1\.1 413 /);
    wire.write(`${chunkOf('x'.repeat(BODY_LIMIT))}0\r\n\r\n`);
    wire.end(requestText('GET /echo?next=1'));
    expect(await wire.until(/"next":"1"/)).toContain('HTTP/1.1 200');
  });

  it('in chunks that become invalid after the 413 gets no second response', async () => {
    const wire = await openWire(listener.port);
    wire.write(requestText('POST /echo', [`Content-Type: ${JSON_TYPE}`, 'Transfer-Encoding: chunked']));
    wire.write(chunkOf('x'.repeat(BODY_LIMIT + 1)));
    await wire.until(/payload_too_large"/);
    wire.write('no size\r\n');
    expect((await wire.closed()).match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1);
  });
});
