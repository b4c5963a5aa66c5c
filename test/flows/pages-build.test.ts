// Place in a run: slow.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listFiles } from '../../scripts/tidy/project.ts';

/**
 * Directory of a minimal clone: source files for the dashboard and the documentation, and a build script that only
 * records that it ran.
 */
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'postrider-clone-'));
  cpSync('bin', join(clone, 'bin'), { recursive: true });
  for (const folder of ['dashboard/src', 'scripts', 'docs', 'src', 'bench'])
    mkdirSync(join(clone, folder), { recursive: true });
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  for (const file of ['docs/a.md', 'bench/README.md', 'CHANGELOG.md', 'src/a.ts'])
    writeFileSync(join(clone, file), 'first');
  writeFileSync(join(clone, 'dashboard/src/main.tsx'), 'first');
  writeFileSync(
    join(clone, 'scripts/build-pages.ts'),
    `const fs = require('node:fs');
     const { hashOfSources, STAMP } = require('../bin/pages.cjs');
     const name = process.argv[2];
     if (fs.readFileSync('dashboard/src/main.tsx', 'utf8') === 'broken') process.exit(1);
     fs.mkdirSync('dist/' + name, { recursive: true });
     fs.writeFileSync('dist/' + name + '/' + STAMP, hashOfSources(process.cwd(), name));
     fs.appendFileSync('builds', name + ' ');`,
  );
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Starts the clone. Returns its error output in `said` and all builds so far in `builds`. */
function start(): { readonly said: string; readonly builds: string } {
  const program = `require('./bin/pages.cjs').ensurePages(process.cwd(), process.execPath, () => console.log('on'))`;
  const { stderr, stdout } = spawnSync(process.execPath, ['-e', program], { cwd: clone, encoding: 'utf8' });
  expect(stdout).toBe('on\n');
  const notes = join(clone, 'builds');
  return { said: stderr, builds: existsSync(notes) ? readFileSync(notes, 'utf8').trim() : '' };
}

it('the first start builds the dashboard and the documentation and prints a line for each, and the next start builds nothing', () => {
  const first = start();
  expect(first.builds).toBe('dashboard docs');
  expect(first.said.trim().split('\n')).toHaveLength(2);
  expect(start()).toEqual({ said: '', builds: 'dashboard docs' });
});

it.each([
  ['a source of the dashboard', 'dashboard/src/main.tsx', 'dashboard'],
  ['a document', 'docs/a.md', 'docs'],
  ['a source of the API', 'src/a.ts', 'docs'],
  ['the changelog', 'CHANGELOG.md', 'docs'],
  ['the packages', 'package-lock.json', 'dashboard docs'],
  ['prose beside the dashboard', 'dashboard/README.md', ''],
  ['a test', 'src/a.test.ts', ''],
])('a change of %s rebuilds only the pages that depend on it', (_, file, built) => {
  start();
  writeFileSync(join(clone, file), 'second');
  expect(start().builds).toBe(`dashboard docs ${built}`.trim());
});

it('a failed build is reported, and the start continues', () => {
  writeFileSync(join(clone, 'dashboard/src/main.tsx'), 'broken');
  const { builds, said } = start();
  expect(builds).toBe('');
  expect(said).toContain('Continuing without it.');
});

it('nothing is built without sources, as in the published package', () => {
  rmSync(join(clone, 'scripts'), { recursive: true });
  expect(start()).toEqual({ said: '', builds: '' });
});

it('a clone builds the dashboard although some of its sources are not in git', { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-built-clone-'));
  try {
    for (const { path } of listFiles()) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      cpSync(path, join(folder, path));
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const built = spawnSync(process.execPath, ['scripts/build-pages.ts', 'dashboard'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([built.status, built.stderr]).toEqual([0, '']);
    expect(existsSync(join(folder, 'dist/dashboard/index.html'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
