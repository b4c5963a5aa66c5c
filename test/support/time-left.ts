// The original functions, before a test replaces them.
const { now } = Date;
const sleep = setTimeout;
const LOOK_MS = 50;

/**
 * Resolves immediately if the current UTC period (a day, an hour) lasts for at least `roomMs` more, otherwise when the
 * next one has started.
 */
export async function goesOn(periodMs: number, roomMs: number): Promise<void> {
  while (periodMs - (now() % periodMs) < roomMs) {
    await new Promise((resolve) => {
      sleep(resolve, LOOK_MS);
    });
  }
}
