import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardRoutes } from '../../src/features/administration/dashboard/index.ts';
import { startListener, type Listener } from './http-listener.ts';

const PAGE = `<!doctype html><title>Postrider</title>${'<!-- page -->'.repeat(100)}`;
const SCRIPT = 'console.log("page");'.repeat(100);

let folder: string;
let built: Listener;
let empty: Listener;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(PAGE));
  writeFileSync(join(folder, 'index.html.gz'), gzipSync(PAGE));
  writeFileSync(join(folder, 'assets', 'index-A1b2C3d4.js'), SCRIPT);
  writeFileSync(join(folder, 'sources.sha256'), 'no page');
  built = await startListener({ routes: dashboardRoutes(folder) });
  empty = await startListener({ routes: dashboardRoutes(join(folder, 'nothing')) });
});

afterAll(async () => {
  await Promise.all([built.close(), empty.close()]);
  rmSync(folder, { recursive: true, force: true });
});

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Sends a request without fetch, which would decompress the response and follow redirects. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

describe('dashboard pages', () => {
  it('redirect from / to the dashboard', async () => {
    const { headers, status } = await ask(`${built.url}/`);
    expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/app' });
  });

  it.each(['/app', '/app/', '/app/messages', '/app/messages/tm_1?show=preview', '/app/..%2f..%2fetc/passwd'])(
    'are served at %s and revalidated on each request',
    async (path) => {
      const { bytes, headers, status } = await ask(built.url + path);
      expect(status).toBe(200);
      expect(bytes.toString()).toBe(PAGE);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    },
  );

  it('allow only our own scripts and no framing', async () => {
    const { headers } = await ask(`${built.url}/app`);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
  ] as const)('are compressed for a browser that accepts %s', async (accepted, coding, unpack) => {
    const { bytes, headers } = await ask(`${built.url}/app`, { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(unpack(bytes).toString()).toBe(PAGE);
  });

  it.each(['identity', 'br;q=0', 'brotli', ''])(
    'are uncompressed for a browser that accepts "%s"',
    async (accepted) => {
      const { bytes, headers } = await ask(`${built.url}/app`, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(bytes.toString()).toBe(PAGE);
    },
  );

  it('return 304 to a browser that has them', async () => {
    const { headers } = await ask(`${built.url}/app`);
    const again = await ask(`${built.url}/app/messages`, { 'if-none-match': `"old", ${String(headers['etag'])}` });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    // Browsers replace the stored headers with those of a 304 response, so a different policy would break the page.
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(again.headers['content-type']).toBe(headers['content-type']);
  });

  it('return only headers for HEAD', async () => {
    const { bytes, headers, status } = await ask(`${built.url}/app`, {}, 'HEAD');
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(PAGE.length));
    expect(bytes).toHaveLength(0);
  });
});

describe('files of a build', () => {
  it('are cached for a year if their name has a hash', async () => {
    const { bytes, headers } = await ask(`${built.url}/app/assets/index-A1b2C3d4.js`);
    expect(bytes.toString()).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('of another build return 404 instead of a page', async () => {
    const { headers, status } = await ask(`${built.url}/app/assets/index-00000000.js`);
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/json');
  });

  it('that are not page files are not served', async () => {
    const { bytes } = await ask(`${built.url}/app/sources.sha256`);
    expect(bytes.toString()).toBe(PAGE);
  });
});

it('without a build, /app explains how to create one and / still redirects there', async () => {
  const { bytes, headers, status } = await ask(`${empty.url}/app`);
  expect(status).toBe(503);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(bytes.toString()).toContain('npm run build');
  expect((await ask(`${empty.url}/`)).status).toBe(302);
});
