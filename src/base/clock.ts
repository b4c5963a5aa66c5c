/** Source of the current time. Tests pass a clock that they advance manually. */
export interface Clock {
  /** Returns the time in milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns a random number in [0, 1) for jitter. Tests and simulations pass a seeded generator instead. */
export const systemRandom = (): number => Math.random();
