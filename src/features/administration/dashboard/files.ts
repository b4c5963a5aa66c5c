import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the pages, seen from the sources and from the built program alike. */
const BUILT = fileURLToPath(new URL('../../../../dist/dashboard', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** The bundler puts a hash of their content into the names of what lies here: such a file never changes. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

export type Coding = 'br' | 'gzip';

/** A file that browsers may ask for. */
export interface DashboardFile {
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly bytes: Buffer;
  /** The same, compressed; smallest first. */
  readonly compressed: readonly { readonly coding: Coding; readonly bytes: Buffer }[];
}

/** The built pages by their path below /app; none where nothing was built. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

/** Reads every built file. What lies in the folder but is no file of a page is left out. */
export function readDashboard(folder: string = BUILT): DashboardFiles {
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

function readOne(folder: string, name: string, type: string): DashboardFile {
  const bytes = readFileSync(join(folder, name));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const compressed = (['br', 'gzip'] as const).flatMap((coding) => {
    const packed = readIfThere(join(folder, `${name}.${coding === 'br' ? 'br' : 'gz'}`));
    return packed ? [{ coding, bytes: packed }] : [];
  });
  return { type, etag: `"${hash}"`, isImmutable: HASHED.test(name), bytes, compressed };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // Too small to be worth it.
    return undefined;
  }
}
