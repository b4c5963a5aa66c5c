// Place in a run: slow.
import { expect, test } from 'vitest';
import { findOut, MUTANTS } from './mutants.ts';

const LONG_MS = 300_000;

for (const mutant of MUTANTS) {
  test(`detects that ${mutant.fault}`, { timeout: LONG_MS }, async () => {
    const failure = await findOut(mutant);
    process.stdout.write(`Planted: ${mutant.fault}. First failing seed: ${failure?.seed}: ${failure?.violations[0]}\n`);
    expect(failure?.violations.join('\n')).toMatch(mutant.found);
  });
}
