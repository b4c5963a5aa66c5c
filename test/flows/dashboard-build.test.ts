import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** A clone with dashboard sources, and a build that only records that it ran. */
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'postrider-clone-'));
  cpSync('bin', join(clone, 'bin'), { recursive: true });
  for (const folder of ['dashboard/src', 'scripts']) mkdirSync(join(clone, folder), { recursive: true });
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  writeFileSync(join(clone, 'dashboard/vite.config.ts'), 'export default {};');
  writeFileSync(join(clone, 'dashboard/src/main.tsx'), 'first');
  writeFileSync(
    join(clone, 'scripts/dashboard-build.ts'),
    `const fs = require('node:fs');
     const { hashOfSources, STAMP } = require('../bin/dashboard.cjs');
     if (fs.readFileSync('dashboard/src/main.tsx', 'utf8') === 'broken') process.exit(1);
     fs.mkdirSync('dist/dashboard', { recursive: true });
     fs.writeFileSync('dist/dashboard/' + STAMP, hashOfSources(process.cwd()));
     fs.appendFileSync('builds', 'x');`,
  );
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

function start(): { readonly said: string; readonly builds: number } {
  const program = `require('./bin/dashboard.cjs').ensureDashboard(process.cwd(), process.execPath, () => console.log('on'))`;
  const { stderr, stdout } = spawnSync(process.execPath, ['-e', program], { cwd: clone, encoding: 'utf8' });
  expect(stdout).toBe('on\n');
  const notes = join(clone, 'builds');
  return { said: stderr, builds: existsSync(notes) ? readFileSync(notes, 'utf8').length : 0 };
}

it('builds the dashboard on the first start with a one-line message, and not on the next start', () => {
  const first = start();
  expect(first.builds).toBe(1);
  expect(first.said.trim().split('\n')).toHaveLength(1);
  expect(start()).toEqual({ said: '', builds: 1 });
});

it('rebuilds after a change of sources or packages, but not of docs', () => {
  start();
  writeFileSync(join(clone, 'dashboard/src/main.tsx'), 'second');
  expect(start().builds).toBe(2);
  writeFileSync(join(clone, 'package-lock.json'), '{"changed":true}');
  expect(start().builds).toBe(3);
  writeFileSync(join(clone, 'dashboard/README.md'), 'words');
  expect(start().builds).toBe(3);
});

it('reports a failed build and continues', () => {
  writeFileSync(join(clone, 'dashboard/src/main.tsx'), 'broken');
  const { builds, said } = start();
  expect(builds).toBe(0);
  expect(said).toContain('Continuing without it.');
});

it('builds nothing without sources, as in the published package', () => {
  rmSync(join(clone, 'dashboard'), { recursive: true });
  expect(start()).toEqual({ said: '', builds: 0 });
});
