import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { openBrowser } from './browser.ts';
import { openContext } from './looks.ts';

const BYTES = 30_000_000;
const SLOW_MS = 10;
const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('a file upload', () => {
  let server: Server;
  let page: Page;
  const seen: { type: string | undefined; bytes: number; isWhole: boolean }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => void answer(request, response, seen));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    page = await (await openContext(browser)).newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(await codeOf('dashboard/src/transfer.ts'));
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  /** Uploads a file to a path. Returns the result and the reported progress. */
  async function send(path: string, cancelAt = Infinity): Promise<{ outcome: unknown; reported: number[] }> {
    return page.evaluate(`(async () => {
      const reported = [];
      const controller = new AbortController();
      const transfer = postrider.transferOf(controller.signal, ({ done }) => {
        reported.push(done);
        if (done >= ${cancelAt}) controller.abort();
      });
      const file = new File([new Uint8Array(${BYTES})], 'list.csv');
      const outcome = await transfer.upload('POST ${path}', file, { contentType: 'text/csv' })
        .catch(({ code, message, status }) => ({ code, message, status }));
      return { outcome, reported };
    })()`);
  }

  it('arrives completely with the given content type, and reports its progress', async () => {
    const { outcome, reported } = await send('/taken');
    expect(outcome).toEqual({ id: 7 });
    expect(seen.at(-1)).toEqual({ type: 'text/csv', bytes: BYTES, isWhole: true });
    expect(reported[0]).toBe(0);
    expect(reported.at(-1)).toBe(BYTES);
    expect(reported.toSorted((a, b) => a - b)).toEqual(reported);
  });

  it("reports the server's error message", async () => {
    const { outcome } = await send('/refused');
    expect(outcome).toEqual({ code: 'validation_error', message: 'Line 3 holds no address.', status: 422 });
  });

  it('reports a failed upload when the connection breaks', async () => {
    const { outcome } = await send('/broken');
    expect(outcome).toMatchObject({ code: 'no_answer', message: 'The upload was interrupted.', status: 0 });
  });

  it('ends when it is canceled, also on the server', async () => {
    const { outcome, reported } = await send('/slow', 1);
    expect(outcome).toMatchObject({ code: 'cancelled' });
    // The last reported progress is between the start and the end.
    expect(reported.at(-1)).toBeGreaterThan(0);
    expect(reported.at(-1)).toBeLessThan(BYTES);
    await expect.poll(() => seen.at(-1)?.isWhole).toBe(false);
  });

  it('is read as text in chunks', async () => {
    const text = await page.evaluate(`postrider.transferOf(new AbortController().signal, () => {})
      .read(new File(['zoë@example.org'], 'list.txt'))`);
    expect(text).toBe('zoë@example.org');
  });
});

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  seen: { type: string | undefined; bytes: number; isWhole: boolean }[],
): Promise<void> {
  if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end('<!doctype html>');
  if (request.url === '/broken') {
    request.once('data', () => request.socket.destroy());
    return;
  }
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Simulates a slow connection, so that there is time to cancel.
      if (request.url === '/slow') await setTimeout(SLOW_MS);
    }
  } catch {
    // The client closed the connection. This is checked below.
  }
  seen.push({ type: request.headers['content-type'], bytes, isWhole: request.complete });
  response.setHeader('content-type', 'application/json');
  if (request.url === '/refused') response.statusCode = 422;
  const refusal = { status: 422, name: 'validation_error', message: 'Line 3 holds no address.', fix: '' };
  response.end(JSON.stringify(request.url === '/refused' ? refusal : { id: 7 }));
}

/** Returns a module of the dashboard as a script that assigns its exports to `postrider`. */
async function codeOf(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL(`../../${path}`, import.meta.url)), formats: ['iife'], name: 'postrider' },
    },
  });
  // A build with one entry and one format returns one result.
  const [{ output }] = built as [Rollup.RollupOutput];
  return `${output[0].code}; window.postrider = postrider; undefined`;
}
