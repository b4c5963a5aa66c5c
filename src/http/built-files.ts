import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptsCoding } from './content-coding.ts';
import { html, renderPage } from './html.ts';
import type { Reply } from './route.ts';

/** Where builds put what is served, seen from the sources and from the built program alike. */
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

/** A file that browsers may ask for. */
interface BuiltFile {
  readonly type: string;
  /** A hash of its bytes. */
  readonly hash: string;
  readonly bytes: Buffer;
  /** The same, compressed; smallest first. */
  readonly compressed: readonly { readonly coding: Coding; readonly bytes: Buffer }[];
}

/** Built files by their path below the folder; none where nothing was built. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

/** The folder in dist/ into which a build writes. */
export function builtFolder(name: 'dashboard' | 'docs'): string {
  return join(BUILT, name);
}

/** Reads every built file. What lies in the folder and is not to be served is left out. */
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
    // Nothing was built: the page says so, and how to mend it.
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
    // Too small to be worth it.
    return undefined;
  }
}

/** The file in the smallest coding that the browser takes, or 304 when it has it; `headers` go with both. */
export function builtFileReply(
  { bytes, compressed, hash, type }: BuiltFile,
  asked: IncomingHttpHeaders,
  headers: Readonly<Record<string, string>>,
): Reply {
  const packed = compressed.find(({ coding }) => acceptsCoding(asked['accept-encoding'], coding));
  const standing = {
    ...headers,
    // Each coding has an ETag of its own, because its bytes are others (RFC 9110 section 8.8.3.3).
    etag: packed ? `"${hash}-${packed.coding}"` : `"${hash}"`,
    vary: 'accept-encoding',
    'content-type': type,
  };
  // Also with a 304: its headers take the place of those that the browser keeps (RFC 9111 section 4.3.4).
  if (asked['if-none-match']?.includes(hash) === true) return { status: 304, body: undefined, headers: standing };
  const body = packed?.bytes ?? bytes;
  return {
    status: 200,
    body,
    headers: {
      ...standing,
      'content-length': String(body.length),
      ...(packed && { 'content-encoding': packed.coding }),
    },
  };
}

/** What stands in the place of pages that were not built in this clone. */
export function notBuiltReply(what: 'dashboard' | 'documentation'): Reply {
  const content = html`<h1>The ${what} has not been built</h1>
    <p>
      Email and the API work without it. Run <code>npm run build</code> in the Postrider directory, then restart
      Postrider.
    </p>`;
  return { status: 503, ...renderPage({ title: 'Postrider', content }) };
}
