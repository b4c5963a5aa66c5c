/** Source of the present time; tests give a clock that they move by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A number in [0, 1), for jitter; tests and simulations give a seeded one. */
export const systemRandom = (): number => Math.random();
