/**
 * `npm run build` and the first start of a clone: builds the dashboard into dist/dashboard and compresses each file
 * once. Builds into a temporary directory that is then renamed, so that a server never reads incomplete files.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Smaller files are not compressed, because they fit into a packet anyway. */
const WORTH_COMPRESSING_BYTES = 1_000;
const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const { hashOfSources, STAMP }: { hashOfSources: (root: string) => string; STAMP: string } = createRequire(
  import.meta.url,
)('../bin/dashboard.cjs');

// Tests also run this build, whose result must be the same as in production.
process.env['NODE_ENV'] = 'production';

const stamp = hashOfSources(root);
const wanted = join(root, 'dist', 'dashboard');
const made = join(root, 'dist', `dashboard-${process.pid}`);
const old = `${made}-old`;
try {
  mkdirSync(made, { recursive: true });
  await build({
    configFile: join(root, 'dashboard', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: made },
  });
  compressAll(made);
  writeFileSync(join(made, STAMP), stamp);
  rename(wanted, old);
  renameSync(made, wanted);
} finally {
  rmSync(made, { recursive: true, force: true });
  rmSync(old, { recursive: true, force: true });
}

function compressAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!COMPRESSIBLE.test(name) || statSync(file).size < WORTH_COMPRESSING_BYTES) continue;
    const bytes = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There was no earlier build.
  }
}
