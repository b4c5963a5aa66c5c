/**
 * `node bin/bootstrap.cjs scripts/lines.ts OLD NEW`: compares the number of TypeScript files and their lines in src/,
 * without tests, at two commits. Prints a table with a row for each changed layer, feature group, and feature. Counts
 * blank lines and comments too.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Size {
  readonly files: number;
  readonly lines: number;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NOTHING: Size = { files: 0, lines: 0 };
const ALL = 'all';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const [before, after] = process.argv.slice(2);
if (before === undefined || after === undefined)
  throw new Error('Usage: node bin/bootstrap.cjs scripts/lines.ts OLD NEW');
process.stdout.write(tableOf(sizesAt(before), sizesAt(after)));

/** Returns the number of files and lines in each layer, feature group, and feature at a commit. */
function sizesAt(commit: string): ReadonlyMap<string, Size> {
  const sizes = new Map<string, Size>();
  for (const { lines, path } of countedAt(commit)) {
    for (const place of [ALL, ...placesOf(path)]) {
      const { files, lines: sum } = sizes.get(place) ?? NOTHING;
      sizes.set(place, { files: files + 1, lines: sum + lines });
    }
  }
  return sizes;
}

/** Returns the counted files with their line counts, from a single `git grep`. */
function countedAt(commit: string): { readonly path: string; readonly lines: number }[] {
  const args = ['grep', '--count', '-e', '', commit, '--', 'src/*.ts', ':!*.test.ts'];
  const listing = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  return listing
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, path = '', lines = ''] = /:(src\/[^:]+):(\d+)$/.exec(line) ?? [];
      return { path, lines: Number(lines) };
    });
}

/** Returns the table rows that a file counts toward: a feature and its group, or a layer. Pure. */
function placesOf(path: string): string[] {
  const [, layer = '', wing = '', feature = ''] = path.split('/');
  if (layer !== 'features') return [layer.replace(/\.ts$/, '')];
  return [wing, `${wing}/${feature}`];
}

/**
 * Returns a Markdown table of the folders whose size has changed, sorted by name, with features below their group.
 * Pure.
 */
function tableOf(old: ReadonlyMap<string, Size>, now: ReadonlyMap<string, Size>): string {
  const places = [...new Set([...old.keys(), ...now.keys()])].filter((place) => place !== ALL).toSorted();
  const rows = [...places, ALL].flatMap((place) => {
    const [was, is] = [old.get(place) ?? NOTHING, now.get(place) ?? NOTHING];
    if (was.files === is.files && was.lines === is.lines) return [];
    const cells = [
      `\`${place}\``,
      ...[was.files, is.files, was.lines, is.lines].map(shown),
      signed(is.lines - was.lines),
    ];
    return [`| ${cells.join(' | ')} |`];
  });
  const head = [
    '| folder | files before | files after | lines before | lines after | change |',
    '|---|---|---|---|---|---|',
  ];
  return `${[...head, ...rows].join('\n')}\n`;
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}

function signed(count: number): string {
  return count > 0 ? `+${shown(count)}` : shown(count);
}
