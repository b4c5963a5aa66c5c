/** Maximum timer delay, in milliseconds, that all JavaScript runtimes support. */
const MAX_TIMEOUT_MS = 2_147_483_647;
const MAX_RETRIES = 10;

/** Returns the timeout if it is an integer from 1 to `MAX_TIMEOUT_MS`. Otherwise, throws TypeError. */
export function timeoutMsOf(given: number): number {
  return within('timeoutMs', given, [1, MAX_TIMEOUT_MS]);
}

/** Returns the number of retries if it is an integer from 0 to `MAX_RETRIES`. Otherwise, throws TypeError. */
export function maxRetriesOf(given: number): number {
  return within('maxRetries', given, [0, MAX_RETRIES]);
}

function within(name: string, value: number, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`${name} must be an integer from ${least} to ${most}, not ${value}.`);
}
