/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the values. */
export function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}

/**
 * The seed of a fuzzer's run. FUZZ_SEED shows a failure again; else each run looks elsewhere, but in CI, where a commit that was
 * good is good again.
 */
export function seedOfRun(): number {
  const given = process.env['FUZZ_SEED'];
  if (given !== undefined) return Number(given);
  return process.env['CI'] === undefined ? Date.now() % 2 ** 24 : 1;
}
