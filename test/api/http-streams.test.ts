import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { eventStream, formatEvent } from '../../src/http/event-stream.ts';
import { MAX_UNSENT_BYTES, type StreamOutput } from '../../src/http/reply-stream.ts';
import { route } from '../../src/http/route.ts';
import { readEvents } from '../support/event-stream.ts';
import { startListener, type Listener } from './http-listener.ts';

/** Starts a listener with a route for one stream, which sends `hello` and reports its end. */
async function withStream(work: (listener: Listener, over: Promise<void>) => Promise<void>): Promise<void> {
  let end: () => void = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  const live = route({
    method: 'GET',
    path: '/stream',
    summary: 'A stream',
    scope: undefined,
    handle: async () =>
      eventStream(60_000, (send) => {
        send({ event: 'hello', id: '7', data: { text: 'a\nb' } });
        return end;
      }),
  });
  const listener = await startListener({ routes: [live] });
  try {
    await work(listener, over);
  } finally {
    await listener.close();
  }
}

describe('streamed responses', () => {
  it('send events and end when the client disconnects', async () => {
    await withStream(async ({ url }, over) => {
      const reader = await readEvents(`${url}/stream`, {});
      expect(await reader.first(() => true)).toEqual({ event: 'hello', id: '7', data: { text: 'a\nb' } });
      expect(reader.headers.get('cache-control')).toBe('no-store');
      expect(reader.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
      reader.close();
      await over;
    });
  });

  it('end when the server closes, within its grace period', async () => {
    await withStream(async (listener, over) => {
      const reader = await readEvents(`${listener.url}/stream`, {});
      await reader.first(() => true);
      await listener.close(60_000);
      await Promise.all([over, reader.over()]);
    });
  });

  it('have only headers for HEAD', async () => {
    await withStream(async ({ url }) => {
      const { headers, status } = await fetch(`${url}/stream`, { method: 'HEAD' });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    });
  });

  it('are cut off if the client does not read', async () => {
    let end: () => void = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const flood = route({
      method: 'GET',
      path: '/flood',
      summary: 'More than anybody takes',
      scope: undefined,
      handle: async () => ({
        status: 200,
        body: undefined,
        headers: { 'content-type': 'text/plain' },
        stream: async (output: StreamOutput) => {
          while (output.write('x'.repeat(64 * 1024))) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          end();
        },
      }),
    });
    const listener = await startListener({ routes: [flood] });
    const socket = connect(listener.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /flood HTTP/1.1\r\nHost: x\r\n\r\n');
    await over;
    socket.resume();
    await closed;
    await listener.close();
  });

  it('are cut off if they fail, with a log entry', async () => {
    const broken = route({
      method: 'GET',
      path: '/broken',
      summary: 'Fails on its way',
      scope: undefined,
      handle: async () => ({
        status: 200,
        body: undefined,
        headers: { 'content-type': 'text/plain' },
        stream: () => Promise.reject(new Error('on its way')),
      }),
    });
    const listener = await startListener({ routes: [broken] });
    const heard = fetch(`${listener.url}/broken`).then((response) => response.text());
    await expect(heard).rejects.toThrow();
    expect(listener.logged).toContainEqual(expect.objectContaining({ path: '/broken' }));
    await listener.close();
  });

  it('format events, IDs and data as server-sent events', () => {
    expect(formatEvent({ event: 'a', id: '1', data: 'x\ny' })).toBe('event: a\nid: 1\ndata: "x\\ny"\n\n');
    expect(MAX_UNSENT_BYTES).toBe(1_048_576);
  });
});
