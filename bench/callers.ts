import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import { createUuidGenerator } from '../src/base/ids.ts';
import type { CallerTask } from './caller-thread.ts';
import { load, row, shown, type LoadResult } from './measure.ts';

/** Callers at once. */
export const CALLERS = 64;
/** How long a figure is measured. */
export const SECONDS = 5;
/** 2.8 KB of HTML, the size of a plain receipt. */
export const HTML = `<p>${'Your receipt for order 4711, thank you for buying from us. '.repeat(47)}</p>`;

/** Callers in a thread of their own, so that the event loop of the server is the server's alone. */
export async function callAll(
  port: number,
  requests: readonly Buffer[],
  callers = CALLERS,
  seconds = SECONDS,
): Promise<LoadResult> {
  const task: CallerTask = { port, requests, expectedStatus: 202, callers, seconds };
  const thread = new Worker(new URL('./caller-thread.ts', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

/** One prepared insert of message and delivery a call, in one transaction, without any of our code. */
export async function bareInserts(url: string): Promise<LoadResult> {
  const pool = new Pool({ connectionString: url, max: 16 });
  const nextUuid = createUuidGenerator();
  const content = Buffer.from(JSON.stringify({ html: HTML }));
  const result = await load(CALLERS, SECONDS, async () => {
    const id = nextUuid(Date.now());
    await pool.query({
      name: 'bare',
      text: `with m as (
               insert into message (account_id, id, sender, subject, head, content) values (999999, $1, $2, $3, $4, $5)
             )
             insert into delivery (account_id, message_id, recipient_no, recipient) values (999999, $1, 0, $6)`,
      values: [id, 'onboarding@sandbox.localhost', 'Receipt', '{}', content, 'delivered@sandbox.localhost'],
    });
  });
  await pool.end();
  return result;
}

/** Prints a rate with its latencies. */
export function printLoad(name: string, result: LoadResult): void {
  row(name, `${shown(result.perSecond)}/s   p50 ${result.p50Ms.toFixed(1)} ms   p99 ${result.p99Ms.toFixed(1)} ms`);
}
