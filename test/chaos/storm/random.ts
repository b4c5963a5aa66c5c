/** Returns a random number in [0, 1). */
export type Random = () => number;

/**
 * Returns a random number generator that is deterministic for a seed and a stream (mulberry32). Each part of a storm
 * has its own stream, so that the speed of one part does not affect the behavior of another.
 */
export function randomFrom(seed: number, stream: string): Random {
  let state = seed >>> 0;
  for (const character of stream) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random element, or undefined if the array is empty. */
export function pick<T>(random: Random, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)];
}

/** Returns a random number in [`min`, `max`). */
export function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

/**
 * Returns a random name. The probability of a name is its weight divided by `whole`, by default the sum of all weights.
 * If the weights add up to less than `whole`, returns undefined with the remaining probability. Also returns undefined
 * if all weights are 0.
 */
export function weighted<T extends string>(
  random: Random,
  weights: Readonly<Record<T, number>>,
  whole?: number,
): T | undefined {
  // Safe cast: Object.entries widens the type of the names to string.
  const entries = Object.entries(weights) as [T, number][];
  let left = random() * (whole ?? entries.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [name, weight] of entries) {
    if (left < weight) return name;
    left -= weight;
  }
  return undefined;
}
