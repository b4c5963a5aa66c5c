import { describe } from 'vitest';

/**
 * `describe`, or what counts its tests as skipped while the program that they need is missing. Whoever looked for the
 * program has said so on standard output, and fails in CI where it must be there.
 */
export function describeWith(program: unknown): typeof describe.skip {
  return program === undefined ? describe.skip : describe;
}
