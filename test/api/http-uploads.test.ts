import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { route } from '../../src/http/route.ts';
import { eventually } from '../support/app.ts';
import { KEY, openWire, problemIn, startListener, type Listener } from './http-listener.ts';

const MAX_BYTES = 1_000_000;

/** Number of chunks that running uploads have received. */
let pieces: number;
let ends: string[];

const uploads = route({
  method: 'POST',
  path: '/files',
  summary: '',
  scope: 'write',
  upload: { maxBytes: MAX_BYTES, types: ['text/csv'], field: 'file', fields: ['note'] },
  async handle({ upload }) {
    const hash = createHash('sha256');
    try {
      for await (const piece of upload.pieces) {
        pieces += 1;
        hash.update(piece);
      }
    } catch (error) {
      ends.push(error instanceof Error ? error.name : String(error));
      throw error;
    }
    return { status: 200, body: { sha256: hash.digest('hex'), name: upload.fileName, fields: upload.fields } };
  },
});

/** Route that reads only the first chunk of a file, and then waits until the client disconnects. */
const slow = route({
  method: 'POST',
  path: '/slow',
  summary: '',
  scope: 'write',
  upload: { maxBytes: 100_000_000, types: ['text/csv'], field: 'file', fields: [] },
  async handle({ signal, upload }) {
    for await (const _piece of upload.pieces) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
    return { status: 200, body: {} };
  },
});

let listener: Listener | undefined;
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

async function listen(limits: Parameters<typeof startListener>[0] = {}): Promise<Listener> {
  pieces = 0;
  ends = [];
  listener = await startListener({ ...limits, routes: [uploads, slow] });
  return listener;
}

const head = (bytes: number): string =>
  `POST /files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: text/csv\r\nContent-Length: ${bytes}\r\n\r\n`;

it('a file can take longer than other bodies as long as it does not pause', async () => {
  const limits = { checkIntervalMs: 20, requestTimeoutMs: 150, answerTimeoutMs: 150 };
  const { port } = await listen({ limits: { ...limits, uploadTimeoutMs: 20_000, uploadPauseMs: 10_000 } });
  const wire = await openWire(port);
  const rows = 40;
  wire.write(head(rows * 2));
  let sent = 0;
  const drip = setInterval(() => {
    if (sent < rows) wire.write('a\n');
    sent += 1;
  }, 10);
  const received = await wire.until(/sha256[^]*\}$/);
  clearInterval(drip);
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toContain(createHash('sha256').update('a\n'.repeat(rows)).digest('hex'));
});

it('a file that pauses or takes too long returns 408', async () => {
  const { port } = await listen({ limits: { checkIntervalMs: 20, uploadPauseMs: 50 } });
  const wire = await openWire(port);
  wire.write(`${head(100)}a\n`);
  expect(problemIn(await wire.until(/request_timeout[^]*\}$/))).toMatchObject({ status: 408, name: 'request_timeout' });
  await listener?.close();

  const slow = await listen({ limits: { checkIntervalMs: 20, uploadTimeoutMs: 100 } });
  const other = await openWire(slow.port);
  other.write(head(50_000));
  const drip = setInterval(() => other.write('a\n'), 10);
  const received = await other.until(/request_timeout[^]*\}$/);
  clearInterval(drip);
  expect(problemIn(received)).toMatchObject({ status: 408, name: 'request_timeout' });
});

it('a slow upload uses no request slot', async () => {
  const { port, url } = await listen({ limits: { maxRequests: 2, fewestPlaces: 1 } });
  const wire = await openWire(port);
  wire.write(`${head(100)}a\n`);
  await eventually('a row is received', async () => pieces > 0 || undefined);
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'text/csv' };
  for (let n = 0; n < 5; n += 1) {
    const answer = await fetch(`${url}/files`, { method: 'POST', headers, body: 'b\n' });
    expect(answer.status).toBe(200);
  }
  wire.destroy();
  await eventually('the upload ends', async () => ends.length > 0 || undefined);
  expect(ends).toEqual(['HungUp']);
});

it('a file is read only as fast as it is stored', async () => {
  const { port } = await listen();
  const bytes = 64 * 1024 * 1024;
  const socket = connect(port, '127.0.0.1');
  socket.write(head(bytes).replace('/files', '/slow'));
  socket.write(Buffer.alloc(bytes));
  const sent = (): number => socket.bytesWritten - socket.writableLength;
  let before = -1;
  await eventually('the sender stops sending', async () => {
    const isStill = sent() === before && sent() > 0;
    before = sent();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return isStill || undefined;
  });
  // The server has read only one chunk, so only the operating system's buffers on both sides are filled.
  expect(sent()).toBeLessThan(bytes / 2);
  socket.destroy();
});

it('a file that is too large returns 413, by its declared or actual length', async () => {
  const { url } = await listen();
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'text/csv' };
  const body = 'x'.repeat(MAX_BYTES + 1);
  const declared = await fetch(`${url}/files`, { method: 'POST', headers, body });
  expect([declared.status, ((await declared.json()) as { name: string }).name]).toEqual([413, 'payload_too_large']);
  const stream = new Blob([body]).stream();
  const chunked = await fetch(`${url}/files`, { method: 'POST', headers, body: stream, duplex: 'half' });
  expect(chunked.status).toBe(413);
  const form = new FormData();
  form.append('file', new Blob([body]), 'a.csv');
  const inForm = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: form,
  });
  expect(inForm.status).toBe(413);
  const exact = await fetch(`${url}/files`, { method: 'POST', headers, body: body.slice(1) });
  expect(exact.status).toBe(200);
});

it('a file in a form arrives unchanged with its fields', async () => {
  const { url } = await listen();
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7 + (at >> 8)) % 256);
  const form = new FormData();
  form.append('note', 'Größe\r\n--x');
  form.append('file', new Blob([bytes]), 'ü "a".csv');
  const answer = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: form,
  });
  expect(await answer.json()).toEqual({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    name: expect.stringContaining('ü'),
    fields: { note: 'Größe\r\n--x' },
  });
});
