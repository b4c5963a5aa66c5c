import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
/** A row of the attack table: the test file, and part of the test's name. */
const NAMED = /\| `(test\/[\w/.-]+|src\/[\w/.-]+)`: "([^"]+)" \|$/gm;
const rows = [...page.matchAll(NAMED)].map(([, file = '', words = '']) => ({ file, words }));

describe('table of attacks', () => {
  it('has a test in every row', () => {
    const [, table = ''] = page.split('## Attacks and tests');
    const lines =
      table
        .split('\n## ')[0]
        ?.split('\n')
        .filter((line) => line.startsWith('| ')) ?? [];
    // `lines` includes the header row.
    expect(rows).toHaveLength(lines.length - 1);
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)('$file contains "$words"', ({ file, words }) => {
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(words);
  });
});
