import { describe } from 'vitest';

/**
 * Returns `describe` if a program that the tests need is installed. Otherwise, returns a version of `describe` that
 * skips the tests. The function that looked for the program reports that it is missing.
 */
export function describeWith(program: unknown): typeof describe.skip {
  return program === undefined ? describe.skip : describe;
}
