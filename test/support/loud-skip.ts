import { describe } from 'vitest';

/**
 * Returns `describe`, or a version that counts its tests as skipped if a required program is missing. The function that
 * looked for the program prints a message, and fails in CI if the program is required there.
 */
export function describeWith(program: unknown): typeof describe.skip {
  return program === undefined ? describe.skip : describe;
}
