import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptsCoding } from './content-coding.ts';
import { html, renderPage } from './html.ts';
import type { Reply } from './route.ts';

/** Output directory of builds. It is the same whether Postrider runs from its sources or from a build. */
const BUILT = fileURLToPath(new URL('../../dist', import.meta.url));

const PLAIN_TEXT = 'text/plain; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  go: PLAIN_TEXT,
  mjs: PLAIN_TEXT,
  php: PLAIN_TEXT,
  py: PLAIN_TEXT,
  rb: PLAIN_TEXT,
};

type Coding = 'br' | 'gzip';

/** A built file that can be served to browsers. */
interface BuiltFile {
  readonly type: string;
  /** A hash of the file's bytes. */
  readonly hash: string;
  readonly bytes: Buffer;
  /** Compressed versions of the file, in order of preference. */
  readonly compressed: readonly { readonly coding: Coding; readonly bytes: Buffer }[];
}

/** Built files by their path relative to the folder of the build. Empty if nothing has been built. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

/** Returns the folder in dist/ into which a build writes. */
export function builtFolder(name: 'dashboard' | 'docs'): string {
  return join(BUILT, name);
}

/** Reads all built files. Skips files of types that are not served. */
export function readBuiltFiles(folder: string): BuiltFiles {
  return new Map(
    namesIn(folder).flatMap((name) => {
      const type = TYPES[name.split('.').at(-1) ?? ''];
      return type === undefined ? [] : [[name, readOne(folder, name, type)] as const];
    }),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch {
    // Nothing has been built. The page explains how to fix this.
    return [];
  }
}

function readOne(folder: string, name: string, type: string): BuiltFile {
  const bytes = readFileSync(join(folder, name));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const compressed = (['br', 'gzip'] as const).flatMap((coding) => {
    const packed = readIfThere(join(folder, `${name}.${coding === 'br' ? 'br' : 'gz'}`));
    return packed ? [{ coding, bytes: packed }] : [];
  });
  return { type, hash, bytes, compressed };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // The build does not write compressed versions of small files.
    return undefined;
  }
}

/**
 * Returns the file, compressed if the browser accepts it, or a 304 if If-None-Match contains its hash. Adds `headers`
 * in both cases.
 */
export function builtFileReply(
  { bytes, compressed, hash, type }: BuiltFile,
  asked: IncomingHttpHeaders,
  headers: Readonly<Record<string, string>>,
): Reply {
  const packed = compressed.find(({ coding }) => acceptsCoding(asked['accept-encoding'], coding));
  const cacheHeaders = {
    ...headers,
    // Each content coding has its own ETag, because its bytes differ (RFC 9110 section 8.8.3.3).
    etag: packed ? `"${hash}-${packed.coding}"` : `"${hash}"`,
    vary: 'accept-encoding',
    'content-type': type,
  };
  // Send the headers with a 304 too: they replace those that the browser has cached (RFC 9111 section 4.3.4).
  if (asked['if-none-match']?.includes(hash) === true) return { status: 304, body: undefined, headers: cacheHeaders };
  const body = packed?.bytes ?? bytes;
  return {
    status: 200,
    body,
    headers: {
      ...cacheHeaders,
      'content-length': String(body.length),
      ...(packed && { 'content-encoding': packed.coding }),
    },
  };
}

/** Returns a 503 page that explains how to build the dashboard or the documentation. */
export function notBuiltReply(what: 'dashboard' | 'documentation'): Reply {
  const content = html`<h1>The ${what} has not been built</h1>
    <p>
      Email and the API work without it. Run <code>npm run build</code> in the Postrider directory, then restart
      Postrider.
    </p>`;
  return { status: 503, ...renderPage({ title: 'Postrider', content }) };
}
