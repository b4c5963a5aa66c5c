/** The most that the timers of every engine hold. */
const MAX_TIMEOUT_MS = 2_147_483_647;
const MAX_RETRIES = 10;

/** A timeout that timers can hold. Throws TypeError for any other. */
export function timeoutMsOf(given: number): number {
  return within('timeoutMs', given, [1, MAX_TIMEOUT_MS]);
}

/** A number of retries. Throws TypeError for one that is none or beyond the bound. */
export function maxRetriesOf(given: number): number {
  return within('maxRetries', given, [0, MAX_RETRIES]);
}

function within(name: string, value: number, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}
