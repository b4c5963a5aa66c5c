import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Output folder of `npm run build`. The relative path is the same from the sources and from the built program. */
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

/** Files in this folder whose name contains a content hash from the bundler. They never change. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

export type Coding = 'br' | 'gzip';

/** A file that browsers can request. */
export interface DashboardFile {
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly bytes: Buffer;
  /** Compressed versions of the file, smallest first. */
  readonly compressed: readonly { readonly coding: Coding; readonly bytes: Buffer }[];
}

/** Built files by their path below /app. Empty if the dashboard was not built. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

/** Reads all built files. Skips files with unknown extensions. */
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
    // The dashboard was not built. NOT_BUILT_PAGE explains how to fix this.
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
    // The file is too small for compression.
    return undefined;
  }
}
