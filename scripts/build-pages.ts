/**
 * Builds the dashboard, the documentation, or both into their folders in dist/ and compresses their larger text files
 * in advance: `node scripts/build-pages.ts dashboard docs`. Each build is written to a temporary folder and then
 * renamed, so that a running server never reads an incomplete build.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Minimum size, in bytes, of files that are compressed. Smaller files are not compressed, because they fit into one
 * packet anyway.
 */
const WORTH_COMPRESSING_BYTES = 1_000;
const COMPRESSIBLE = /\.(?:html|js|css|svg|json)$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const { hashOfSources, STAMP }: { hashOfSources: (root: string, name: string) => string; STAMP: string } =
  createRequire(import.meta.url)('../bin/pages.cjs');

// Always build for production, because tests use the same build as users.
process.env['NODE_ENV'] = 'production';

for (const name of process.argv.slice(2)) {
  // The dashboard's sources include generated files that are not in git, so generate them first.
  if (name === 'dashboard') await generateSources();
  const stamp = hashOfSources(root, name);
  const wanted = join(root, 'dist', name);
  const made = join(root, 'dist', `${name}-${process.pid}`);
  const old = `${made}-old`;
  try {
    mkdirSync(made, { recursive: true });
    // The highest compression level would make the documentation only slightly smaller, but take several seconds
    // longer.
    const quality = name === 'docs' ? 6 : constants.BROTLI_MAX_QUALITY;
    await (name === 'docs' ? buildDocs(made) : buildDashboard(made));
    compressAll(made, quality);
    writeFileSync(join(made, STAMP), stamp);
    rename(wanted, old);
    renameSync(made, wanted);
  } finally {
    rmSync(made, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

async function generateSources(): Promise<void> {
  const { writeGeneratedPages } = await import('./generated-pages.ts');
  writeGeneratedPages('built');
}

/** Builds the dashboard. The tools of each build are imported on demand, because loading them takes time. */
async function buildDashboard(folder: string): Promise<void> {
  const { build } = await import('vite');
  const configFile = join(root, 'dashboard', 'vite.config.ts');
  await build({ configFile, logLevel: 'warn', build: { outDir: folder } });
}

async function buildDocs(folder: string): Promise<void> {
  const { writeDocs } = await import('./docs-site/build.ts');
  writeDocs(root, folder);
}

function compressAll(folder: string, quality: number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!COMPRESSIBLE.test(name) || statSync(file).size < WORTH_COMPRESSING_BYTES) continue;
    const bytes = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
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
