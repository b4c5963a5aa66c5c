/** Returns a seeded generator of pseudorandom numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random element. Throws if there are none. */
export function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}

/**
 * Returns the seed for a fuzz run. FUZZ_SEED sets the seed, to repeat a failure. Without it, CI uses a fixed seed, so
 * that a commit that passed once also passes again. Other runs use a random seed.
 */
export function seedOfRun(): number {
  const given = process.env['FUZZ_SEED'];
  if (given !== undefined) return Number(given);
  return process.env['CI'] === undefined ? Date.now() % 2 ** 24 : 1;
}
