// Keep the original functions, because tests replace them.
const { now } = Date;
const sleep = setTimeout;
const POLL_MS = 50;

/**
 * Waits until there is enough time left in the current UTC period, such as a day or an hour. Resolves immediately if at
 * least `roomMs` milliseconds are left, otherwise when the next period has started.
 */
export async function goesOn(periodMs: number, roomMs: number): Promise<void> {
  while (periodMs - (now() % periodMs) < roomMs) {
    await new Promise((resolve) => {
      sleep(resolve, POLL_MS);
    });
  }
}
