/** Source of the current time. Tests use a clock that they advance. */
export interface Clock {
  /** Returns the time in milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns a random number in [0, 1) for jitter. Tests and simulations use a seeded generator. */
export const systemRandom = (): number => Math.random();
