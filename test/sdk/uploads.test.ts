import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../sdk/src/request.ts';
import { systemRuntime } from '../../sdk/src/runtime.ts';
import { Transport } from '../../sdk/src/transport.ts';
import type { UploadProgress } from '../../sdk/src/upload-progress.ts';
import { route } from '../../src/http/route.ts';
import { KEY, startListener, type Listener } from '../api/http-listener.ts';

const MAX_BYTES = 1_000_000;
const UPLOAD: Operation = {
  method: 'PUT',
  path: '/files',
  bodyType: 'text/csv',
  answer: 'json',
  takesIdempotencyKey: false,
};

const files = route({
  method: 'PATCH',
  path: '/files',
  summary: '',
  scope: 'write',
  upload: { maxBytes: MAX_BYTES, types: ['text/csv'], field: 'file', fields: [] },
  async handle({ upload }) {
    const hash = createHash('sha256');
    for await (const piece of upload.pieces) hash.update(piece);
    return { status: 200, body: { sha256: hash.digest('hex') } };
  },
});

let server: Listener;
beforeAll(async () => {
  server = await startListener({ routes: [files] });
});
afterAll(() => server.close());

function transportWith(fetchOf: typeof fetch = systemRuntime.fetch): Transport {
  return new Transport({
    baseUrl: server.url,
    headers: { authorization: `Bearer ${KEY}` },
    timeoutMs: 30_000,
    maxRetries: 2,
    runtime: { ...systemRuntime, fetch: fetchOf, after: (delayMs, act) => systemRuntime.after(delayMs / 100, act) },
  });
}

async function upload(body: unknown, transport = transportWith()) {
  const reported: UploadProgress[] = [];
  const onUploadProgress = (progress: UploadProgress): void => void reported.push(progress);
  const answer = await transport.call<{ sha256: string }>(UPLOAD, { body }, { onUploadProgress, timeoutMs: 1_000_000 });
  return { answer, reported, sent: reported.map(({ sentBytes }) => sentBytes) };
}

const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const BIG = Buffer.alloc(300_000, 'a,b,c\n');

describe('an upload', () => {
  it.each([
    ['bytes', BIG],
    ['a view of bytes', new Uint8Array(BIG.buffer, BIG.byteOffset + 6, 200_000)],
    ['a text', BIG.toString()],
    ['a file', new Blob([BIG])],
  ])('reports the progress of %s from start to end', async (_name, body) => {
    const bytes = body instanceof Blob ? BIG : body;
    const { answer, sent, reported } = await upload(body);
    expect(answer.sha256).toBe(hashOf(bytes));
    const { length } = Buffer.from(bytes);
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(length);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(new Set(reported.map(({ totalBytes }) => totalBytes))).toEqual(new Set([length]));
  });

  it('starts from the beginning when it is retried, and arrives completely', async () => {
    let attempts = 0;
    const flaky: typeof fetch = async (input, init) => {
      attempts += 1;
      if (attempts === 1) throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    const { answer, sent } = await upload(BIG, transportWith(flaky));
    expect(answer.sha256).toBe(hashOf(BIG));
    expect(sent.filter((bytes) => bytes === 0)).toHaveLength(2);
    expect(attempts).toBe(2);
  });

  it('sends a form unchanged and reports nothing', async () => {
    const form = new FormData();
    form.set('file', new Blob([BIG], { type: 'text/csv' }), 'a.csv');
    const reported: UploadProgress[] = [];
    const onUploadProgress = (progress: UploadProgress): void => void reported.push(progress);
    const operation = { ...UPLOAD, bodyType: 'multipart/form-data' };
    const answer = await transportWith().call<{ sha256: string }>(
      operation,
      { body: form },
      { onUploadProgress, timeoutMs: 1_000_000 },
    );
    expect([answer.sha256, reported]).toEqual([hashOf(BIG), []]);
  });

  it("rejects with the server's error", async () => {
    const error = await upload(Buffer.alloc(MAX_BYTES + 1, 'a')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 413, name: 'payload_too_large' });
  });
});
