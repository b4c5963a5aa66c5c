// As they are before a test puts others in their place.
const { now } = Date;
const sleep = setTimeout;
const LOOK_MS = 50;

/** Resolves at once when the period of UTC (a day, an hour) goes on for so long, else when the next one has begun. */
export async function goesOn(periodMs: number, roomMs: number): Promise<void> {
  while (periodMs - (now() % periodMs) < roomMs) {
    await new Promise((resolve) => {
      sleep(resolve, LOOK_MS);
    });
  }
}
