import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Source } from './source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns all files in the repository with their sizes. Includes uncommitted files that are not ignored. */
export function listFiles(): { path: string; sizeBytes: number }[] {
  const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  return listing
    .split('\0')
    .filter((path) => path !== '' && existsSync(root + path))
    .map((path) => ({ path, sizeBytes: statSync(root + path).size }));
}

/** Reads files of the project. Paths are relative to the root of the repository. */
export function readSources(paths: readonly string[]): Source[] {
  return paths.map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));
}
