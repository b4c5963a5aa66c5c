import { benchNeighbours } from './neighbours.ts';
import { benchOutcomes } from './outcomes.ts';
import { benchRate } from './rate.ts';

/** In rounds long enough that their starts and ends do not count. */
const DELIVERIES = 100_000;

/**
 * Without a size how fast events are told, and how long those of one account take beside receivers in trouble; with one
 * what sending mails feels when so many events wait.
 */
export async function benchWebhooks(events?: number): Promise<void> {
  if (events !== undefined) return benchOutcomes(events);
  await benchRate(DELIVERIES);
  await benchNeighbours();
}
