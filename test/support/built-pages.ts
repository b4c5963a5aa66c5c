import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const {
  ensurePages,
  isBuilt,
}: {
  ensurePages: (root: string, node: string, then: () => void) => void;
  isBuilt: (root: string, name: string) => boolean;
} = createRequire(import.meta.url)('../../bin/pages.cjs');

/**
 * Builds the pages if their sources are newer than the last build. Rejects if there are still no built pages, or in CI
 * if the pages are outdated.
 */
export async function buildPages(name: 'dashboard' | 'docs'): Promise<void> {
  await new Promise<void>((resolve) => ensurePages(root, process.execPath, resolve));
  const isThere = process.env['CI'] === undefined ? existsSync(`${root}dist/${name}/index.html`) : isBuilt(root, name);
  if (!isThere) throw new Error(`dist/${name} could not be built; what was wrong stands above.`);
}
