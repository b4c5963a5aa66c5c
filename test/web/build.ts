import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const {
  ensureDashboard,
  isBuilt,
}: {
  ensureDashboard: (root: string, node: string, then: () => void) => void;
  isBuilt: (root: string) => boolean;
} = createRequire(import.meta.url)('../../bin/dashboard.cjs');

/** Builds the dashboard if its sources are newer. Rejects if there is no build, or in CI if the build is outdated. */
export async function buildDashboard(): Promise<void> {
  await new Promise<void>((resolve) => ensureDashboard(root, process.execPath, resolve));
  const isThere = process.env['CI'] === undefined ? existsSync(`${root}dist/dashboard/index.html`) : isBuilt(root);
  if (!isThere) throw new Error('The dashboard could not be built; what was wrong stands above.');
}
