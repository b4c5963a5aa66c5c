import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plant } from './planted.ts';

/**
 * Applies a unified diff to the files in a folder, and returns their paths. The hunks start with `@@` without line
 * numbers. Throws if a hunk does not match the file in exactly one position.
 */
export function applyDiff(root: string, diff: string): string[] {
  return diff
    .split(/^--- .*\n/m)
    .slice(1)
    .map((part) => {
      const [header = '', ...hunks] = part.split(/^@@.*\n/m);
      const path = header.replace('+++ b/', '').trim();
      const file = join(root, path);
      const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const after = hunks.reduce((text, hunk) => {
        const change = { path, from: sideOf(hunk, '+'), to: sideOf(hunk, '-') };
        // A new file has no text to replace.
        return existsSync(file) ? plant(text, change) : `${text}${change.to}`;
      }, before);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, after);
      return path;
    });
}

/** Returns the lines of a diff hunk, except lines with the given mark. */
function sideOf(hunk: string, without: '+' | '-'): string {
  const lines = hunk.trimEnd().split('\n');
  return lines.flatMap((line) => (line.startsWith(without) ? [] : [`${line.slice(1)}\n`])).join('');
}
