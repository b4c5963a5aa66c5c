import { benchOutcomes } from './outcomes.ts';
import { benchRate } from './rate.ts';

const DELIVERIES = 20_000;

/** Without a size how fast events are told; with one what sending mails feels when so many events wait. */
export async function benchWebhooks(events?: number): Promise<void> {
  if (events === undefined) await benchRate(DELIVERIES);
  else await benchOutcomes(events);
}
