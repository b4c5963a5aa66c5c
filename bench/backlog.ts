import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/base/db.ts';
import { judged, median, row, shown } from './measure.ts';
import { SANDBOX_SENDER } from './messages.ts';
import { largestMegabytes } from './processes.ts';
import { postJson, startCampaign, withProgram } from './program.ts';
import { BENCH_KEY, BENCH_OWNER } from './stack.ts';

const RECIPIENTS = 1_000_000;
const SAMPLES = 20;
const SAMPLE_EVERY_MS = 1_000;
const GIVE_UP_MS = 30_000;
const POLL_MS = 5;
const MAX_CODE_MS = 1_000;
const MAX_DELIVERY_MB = 150;

/**
 * Measures the delivery time of a login code and the memory of delivery processes, each with an empty queue, a queue of
 * recipient batches, and a queue of separate rows.
 */
export async function benchBacklog(recipients = RECIPIENTS): Promise<void> {
  console.log(
    `\nBacklog: ${shown(recipients)} recipients of a campaign are queued while single transactional messages are sent`,
  );
  await withProgram({}, async (program) => {
    const { baseUrl, installation } = program;
    const { db } = installation;
    const measure = async (what: string): Promise<void> => {
      const [times, sizes] = [[] as number[], [] as number[]];
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        times.push(await sendOne(baseUrl));
        sizes.push(largestMegabytes(program.deliveryPids()));
        await sleep(SAMPLE_EVERY_MS);
      }
      const worst = judged(Math.max(...times), { most: MAX_CODE_MS });
      row(what, `code delivered in ${shown(median(times))} ms, maximum ${worst} ms`);
      const largest = judged(Math.max(...sizes), { most: MAX_DELIVERY_MB });
      row('', `delivery process, maximum ${largest} MB, at the end ${shown(sizes.at(-1) ?? 0)} MB`);
    };
    await measure('empty queue');
    await startCampaign(installation, recipients);
    await measure(`${shown(recipients)} in chunks`);
    await convertToRows(db);
    await measure('the rest as rows');
  });
}

/** Sends a message and resolves with the milliseconds until the API reports the message as delivered. */
export async function sendOne(baseUrl: string): Promise<number> {
  const url = `${baseUrl}/transactional/emails`;
  const startedAt = performance.now();
  const email = { from: SANDBOX_SENDER, to: [BENCH_OWNER], subject: 'Your code', text: '123456' };
  const { id } = await postJson<{ id: string }>(url, BENCH_KEY, email);
  while (performance.now() - startedAt < GIVE_UP_MS) {
    const answer = await fetch(`${url}/${id}`, { headers: { authorization: `Bearer ${BENCH_KEY}` } });
    // Safe cast: the API document guarantees this shape.
    const { status } = (await answer.json()) as { status: string };
    if (status === 'delivered') return performance.now() - startedAt;
    await sleep(POLL_MS);
  }
  throw new Error(`The code was not delivered in ${GIVE_UP_MS / 1_000} s`);
}

/**
 * Makes the queue look as if every remaining recipient had been deferred and were due again, and updates the planner
 * statistics.
 */
async function convertToRows(db: Database): Promise<void> {
  await db.script(`set statement_timeout = 0;
    with ended as (update mailing_chunk set next_at = null where next_at <= now() returning *)
    insert into delivery (account_id, message_id, recipient_no, recipient, class, attempts, next_at)
    select r.account_id, r.batch_id, r.recipient_no, r.recipient, c.class, 1, now()
    from ended c join mailing_recipient r on r.account_id = c.account_id and r.batch_id = c.batch_id
      and r.recipient_no between c.first_no and c.last_no
    on conflict do nothing;
    analyze delivery`);
}
