/** Numbers in [0, 1). */
export type Random = () => number;

/**
 * Numbers that are the same for the same seed and stream (mulberry32). Each part of a storm draws from a stream of its
 * own, so that the speed of one does not change what another does.
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

/** One of the values, undefined when there are none. */
export function pick<T>(random: Random, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)];
}

/** A number from `min` up to `max`. */
export function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

/** A name drawn by its share of all weights; undefined when all are 0, or by the share that is missing to `whole`. */
export function weighted<T extends string>(
  random: Random,
  weights: Readonly<Record<T, number>>,
  whole?: number,
): T | undefined {
  // Object.entries widens the names, which are those of T.
  const entries = Object.entries(weights) as [T, number][];
  let left = random() * (whole ?? entries.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [name, weight] of entries) {
    if (left < weight) return name;
    left -= weight;
  }
  return undefined;
}
