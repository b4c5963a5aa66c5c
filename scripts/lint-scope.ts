import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSources } from './tidy/project.ts';
import { importsOf, resolveImport, type Source } from './tidy/source.ts';

/** Hashes of files by path. */
export type Hashes = Readonly<Record<string, string>>;

/** Files that affect the result of the linter in every file. */
const SETTINGS = ['.oxlintrc.json', 'package-lock.json', 'tsconfig.json', 'dashboard/tsconfig.json'];

/**
 * Returns the code files that have changed since `before`, and the files that import them, directly or indirectly.
 * Rules that use types can report errors in such files. Returns all files if a setting has changed.
 */
export function affectedFiles(before: Hashes, code: readonly Source[], settings: readonly Source[]): string[] {
  const now = hashesOf([...code, ...settings]);
  const hasChanged = (path: string): boolean => before[path] !== now[path];
  if (settings.some(({ path }) => hasChanged(path))) return code.map(({ path }) => path);
  const importers = new Map<string, string[]>();
  for (const source of code) {
    for (const specifier of importsOf(source).filter((each) => each.startsWith('.'))) {
      const path = resolveImport(source.path, specifier);
      importers.set(path, [...(importers.get(path) ?? []), source.path]);
    }
  }
  const affected = new Set([...Object.keys(before), ...Object.keys(now)].filter(hasChanged));
  // A set also visits the values that are added during the iteration.
  for (const path of affected) for (const importer of importers.get(path) ?? []) affected.add(importer);
  return code.flatMap(({ path }) => (affected.has(path) ? [path] : []));
}

/**
 * Returns the files in the given folders that must be linted again, and a function that stores the hashes of all files
 * in `record` after a run without errors.
 */
export function lintScope(root: string, folders: readonly string[], record: string): [string[], () => void] {
  const patterns = folders.map((folder) => (folder.endsWith('.ts') ? folder : `${folder}/**/*.{ts,tsx,cjs}`));
  const code = readSources(globSync(patterns, { cwd: root }));
  const settings = readSources(SETTINGS);
  const store = (): void => {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify(hashesOf([...code, ...settings])));
  };
  return [affectedFiles(storedHashes(record), code, settings), store];
}

/** Returns no hashes if the record is missing or damaged, so that all files are linted. */
function storedHashes(record: string): Hashes {
  try {
    // Safe cast: only `lintScope` writes the record.
    return JSON.parse(readFileSync(record, 'utf8')) as Hashes;
  } catch {
    return {};
  }
}

function hashesOf(sources: readonly Source[]): Hashes {
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
  return Object.fromEntries(sources.map(({ path, text }) => [path, hash(text)]));
}
