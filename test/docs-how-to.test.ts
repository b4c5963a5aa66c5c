// Place in a run: slow.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { listFiles } from '../scripts/tidy/project.ts';
import { applyDiff } from './support/diffs.ts';
import { docBlocks } from './support/doc-blocks.ts';

/**
 * The part of `npm run check` that this test runs: the compilers and the project's own rules. The other tools take
 * longer than all of these together.
 */
const TOOLS = ['types', 'sdk types', 'page types', 'tidy'];
const run = promisify(execFile);

/**
 * Long timeout, because the compilers use 20 seconds of CPU time while other tests are running, and PostgreSQL must
 * start.
 */
const DEADLINE_MS = 600_000;

it(
  'the changes in docs/how-to.md pass the checks',
  async ({ onTestFinished }) => {
    const tree = mkdtempSync(join(tmpdir(), 'how-to-'));
    onTestFinished(() => rmSync(tree, { recursive: true }));
    copyTree(tree);
    const diffs = docBlocks('docs/how-to.md').filter(({ language }) => language === 'diff');
    expect(diffs).toHaveLength(7);
    const changed = diffs.flatMap(({ code }) => applyDiff(tree, code));
    // The tidy rules only check files that git lists, so the tree must be a repository. If a command fails, the error
    // contains its output.
    await run('git', ['init', '--quiet'], { cwd: tree });
    await run(process.execPath, ['bin/bootstrap.cjs', 'scripts/schema.ts'], { cwd: tree });
    const formatted = changed.filter((path) => !path.endsWith('.sql'));
    await run('node_modules/.bin/oxfmt', ['--check', ...formatted], { cwd: tree });
    const { stdout } = await run(process.execPath, ['bin/bootstrap.cjs', 'scripts/check.ts', ...TOOLS], { cwd: tree });
    expect(stdout.match(/^ok /gm)).toHaveLength(TOOLS.length);
  },
  DEADLINE_MS,
);

/** Copies the checked files, and links the installed packages except the tool cache. */
function copyTree(tree: string): void {
  for (const { path } of listFiles()) {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    cpSync(path, join(tree, path));
  }
  mkdirSync(join(tree, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (name !== '.cache') symlinkSync(resolve('node_modules', name), join(tree, 'node_modules', name));
  }
}
