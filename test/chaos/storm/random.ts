/** Returns numbers in [0, 1). */
export type Random = () => number;

/**
 * Returns numbers that are the same for the same seed and stream (mulberry32). Each part of a storm has its own stream,
 * so that the speed of one part does not change the behavior of another.
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

/** Returns one of the values, or undefined if there are none. */
export function pick<T>(random: Random, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)];
}

/** Returns a number from `min` to below `max`. */
export function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

/**
 * Returns a name with a probability of its share of all weights; undefined if all are 0, or with the probability that
 * the weights lack to `whole`.
 */
export function weighted<T extends string>(
  random: Random,
  weights: Readonly<Record<T, number>>,
  whole?: number,
): T | undefined {
  // Object.entries widens the names to string; they are those of T.
  const entries = Object.entries(weights) as [T, number][];
  let left = random() * (whole ?? entries.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [name, weight] of entries) {
    if (left < weight) return name;
    left -= weight;
  }
  return undefined;
}
