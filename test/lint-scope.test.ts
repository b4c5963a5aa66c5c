import { describe, expect, it } from 'vitest';
import { affectedFiles } from '../scripts/lint-scope.ts';
import { createHash } from 'node:crypto';

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
const CODE = {
  'src/a.ts': 'export const a = 1;',
  'src/b.ts': "export { a } from './a.ts';",
  'src/c/c.ts': "import { a } from '../b.ts';",
  'src/d.ts': "import { join } from 'node:path';",
};
const SETTINGS = { 'tsconfig.json': '{}' };
const BEFORE = Object.fromEntries(Object.entries({ ...CODE, ...SETTINGS }).map(([path, text]) => [path, hash(text)]));

function affected(changes: Readonly<Record<string, string>>, removed: readonly string[] = []): string[] {
  const sources = (files: Readonly<Record<string, string>>) =>
    Object.entries({ ...files, ...Object.fromEntries(Object.entries(changes).filter(([path]) => path in files)) })
      .filter(([path]) => !removed.includes(path))
      .map(([path, text]) => ({ path, text }));
  return affectedFiles(BEFORE, sources(CODE), sources(SETTINGS));
}

describe('the linter checks', () => {
  it('no file if none has changed', () => {
    expect(affected({})).toEqual([]);
  });

  it('a changed file and the files that import it, directly or indirectly', () => {
    expect(affected({ 'src/a.ts': 'export const a = 2;' })).toEqual(['src/a.ts', 'src/b.ts', 'src/c/c.ts']);
    expect(affected({ 'src/d.ts': 'export {};' })).toEqual(['src/d.ts']);
  });

  it('the files that import a removed file', () => {
    expect(affected({}, ['src/b.ts'])).toEqual(['src/c/c.ts']);
  });

  it('all files if a setting has changed or nothing is known', () => {
    expect(affected({ 'tsconfig.json': '{"compilerOptions":{}}' })).toEqual(Object.keys(CODE));
    expect(affectedFiles({}, [{ path: 'src/a.ts', text: '' }], [])).toEqual(['src/a.ts']);
  });
});
