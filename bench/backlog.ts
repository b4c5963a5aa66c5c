import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/base/db.ts';
import { BENCH_KEY, BENCH_OWNER, joinRunning, startCampaign, startPostrider } from './delivery/postrider.ts';
import { SANDBOX_SENDER } from './delivery/mails.ts';
import { startSink } from './delivery/sink.ts';
import { row, shown } from './measure.ts';

const RECIPIENTS = 1_000_000;
const SAMPLES = 20;
const SAMPLE_EVERY_MS = 1_000;
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 5;

/** What a login code and the memory of delivery processes feel of a long queue: none, chunks, then rows of their own. */
export async function benchBacklog(recipients = RECIPIENTS): Promise<void> {
  console.log(
    `\nBacklog: ${shown(recipients)} recipients of a campaign are queued while single transactional messages are sent`,
  );
  const sink = await startSink();
  const system = await startPostrider(sink.port, {});
  const installation = await joinRunning(system.dataDir);
  const { db } = installation;
  const measure = async (what: string): Promise<void> => {
    const [latencies, sizes] = [[] as number[], [] as number[]];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      latencies.push(await sendOne(system.baseUrl));
      sizes.push(Math.max(...system.deliveryPids().map(residentMegabytes)));
      await sleep(SAMPLE_EVERY_MS);
    }
    const claimMs = await claimTime(db);
    const sorted = latencies.toSorted((a, b) => a - b);
    const [p50, worst] = [sorted[SAMPLES / 2] ?? 0, sorted.at(-1) ?? 0];
    row(what, `code delivered in ${shown(p50)} ms, maximum ${shown(worst)} ms   claim ${claimMs.toFixed(2)} ms`);
    row('', `delivery process, maximum ${shown(Math.max(...sizes))} MB, at the end ${shown(sizes.at(-1) ?? 0)} MB`);
  };
  try {
    await measure('empty queue');
    await startCampaign(installation, recipients);
    await measure(`${shown(recipients)} in chunks`);
    await toRows(db);
    await measure('the rest as rows');
  } finally {
    await installation.close();
    await system.stop();
    await sink.close();
  }
}

/** Sends a mail and resolves with the milliseconds until the API says that it is delivered. */
export async function sendOne(baseUrl: string): Promise<number> {
  const headers = { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ from: SANDBOX_SENDER, to: [BENCH_OWNER], subject: 'Your code', text: '123456' });
  const startedAt = performance.now();
  const sent = await fetch(`${baseUrl}/transactional/emails`, { method: 'POST', headers, body });
  // What the API document promises.
  const { id } = (await sent.json()) as { id: string };
  while (performance.now() - startedAt < GIVE_UP_MS) {
    const answer = await fetch(`${baseUrl}/transactional/emails/${id}`, { headers });
    const { status } = (await answer.json()) as { status: string };
    if (status === 'delivered') return performance.now() - startedAt;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The code was not delivered in ${GIVE_UP_MS / 1_000} s`);
}

/** Mean of claims that take nothing: how long the look for due mail takes. */
async function claimTime(db: Database): Promise<number> {
  const from = `extract(epoch from now()) * 1000`;
  const text = `select * from lease_due_deliveries('{0}', uuid_at(current_date - 4), '{200,200,200,0}', '{-1,-1,-1,-1}', 100, 0,
    1000, ${from})`;
  const startedAt = performance.now();
  for (let call = 0; call < SAMPLES; call += 1) await db.query({ name: 'bench_claim', text }, []);
  return (performance.now() - startedAt) / SAMPLES;
}

/**
 * As if every recipient that is left had been deferred and were due again. Rows that come one after the other are known to
 * PostgreSQL's planner by then; of a million at once it hears 15 s later.
 */
async function toRows(db: Database): Promise<void> {
  await db.script(`set statement_timeout = 0;
    with ended as (update mailing_chunk set next_at = null where next_at <= now() returning *)
    insert into delivery (account_id, message_id, recipient_no, recipient, class, attempts, next_at)
    select r.account_id, r.lot_id, r.recipient_no, r.recipient, c.class, 1, now()
    from ended c join mailing_recipient r on r.account_id = c.account_id and r.lot_id = c.lot_id
      and r.recipient_no between c.first_no and c.last_no
    on conflict do nothing;
    analyze delivery`);
}

function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
