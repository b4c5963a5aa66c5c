import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpus } from 'node:os';
import type { Installation } from '../src/app/installation.ts';
import { end } from './delivery/candidate.ts';
import { systemCpuMicros } from './delivery/cpu.ts';
import { BENCH_OWNER, startCampaign } from './delivery/postrider.ts';
import { startSink, type Sink } from './delivery/sink.ts';
import { opensslSignsPerSecond, PROCESSOR_MASK, row, shown } from './measure.ts';
import { openStack } from './stack.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const RECIPIENTS = 40_000;
const WARM_UP = 12_000;
const ROUNDS = 3;
const LOOK_EVERY_MS = 100;

interface Figures {
  readonly mailsPerSecond: number;
  readonly cpuMicros: number;
}

/**
 * Mails a second of one `postrider worker` with one delivery process, and of two such, as on two hosts, over one database; by
 * turns, medians. Database, sink and workers share the cores, so that two workers give at most what the cores have left.
 */
export async function benchWorkers(recipients = RECIPIENTS): Promise<void> {
  console.log(`\nWorkers: a campaign to ${shown(recipients)}, one worker process and two on one database, alternating`);
  const signs = opensslSignsPerSecond(3);
  if (signs !== undefined) row(`openssl speed -multi ${cpus().length} rsa2048`, `${shown(signs)} signatures/s`);
  const sink = await startSink();
  const stack = await openStack({ POSTRIDER_OWNER_EMAIL: BENCH_OWNER });
  try {
    const [one, two]: [Figures[], Figures[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(await measure(stack.installation, sink, 1, recipients));
      two.push(await measure(stack.installation, sink, 2, recipients));
    }
    const rate = (of: readonly Figures[]): number => median(of.map(({ mailsPerSecond }) => mailsPerSecond));
    const show = (of: readonly Figures[]): string =>
      `${shown(rate(of))} mails/s   ${shown(median(of.map(({ cpuMicros }) => cpuMicros)))} µs CPU a mail (workers)`;
    row('one worker', show(one));
    row('two workers', show(two));
    row('two : one', (rate(two) / rate(one)).toFixed(2));
  } finally {
    await stack.close();
    await sink.close();
  }
}

async function measure(installation: Installation, sink: Sink, count: number, recipients: number): Promise<Figures> {
  const workers = Array.from({ length: count }, () => startWorker(installation, sink.port));
  try {
    await untilDelivering(installation, count);
    sink.reset();
    await Promise.all([sink.until(WARM_UP), startCampaign(installation, WARM_UP)]);
    await untilRecorded(installation);
    sink.reset();
    const cpuOf = (): number => workers.reduce((sum, { pid = 0 }) => sum + systemCpuMicros(pid, 'nothing'), 0);
    const [cpuBefore, startedAt] = [cpuOf(), performance.now()];
    const [endedAt] = await Promise.all([sink.until(recipients), startCampaign(installation, recipients)]);
    const cpuMicros = (cpuOf() - cpuBefore) / recipients;
    await untilRecorded(installation);
    return { mailsPerSecond: (recipients * 1_000) / (endedAt - startedAt), cpuMicros };
  } finally {
    await Promise.all(workers.map((worker) => end(worker)));
  }
}

/** A worker as on a host of its own: it has nothing in common with another but the database and the secret. */
function startWorker({ databaseUrl, dataDir }: Installation, sinkPort: number): ChildProcess {
  return spawn(process.execPath, [MAIN, 'worker'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      POSTRIDER_DATA: dataDir,
      POSTRIDER_WORKERS: '1',
      POSTRIDER_LOG: 'error',
      POSTRIDER_DELIVERY: 'relay',
      POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sinkPort}`,
      [PROCESSOR_MASK]: process.env[PROCESSOR_MASK],
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilDelivering({ db }: Installation, count: number): Promise<void> {
  // Those that were ended before have left, and what a new one may do with the others' share they all know after some seconds.
  const text = `select count(*)::integer as count from delivery_worker
    where seen_at > now() - interval '5 seconds' and joined_at < now() - interval '6 seconds'`;
  await until(async () => (await db.query<{ count: number }>({ name: '', text }, []))[0]?.count === count);
}

async function untilRecorded({ db }: Installation): Promise<void> {
  const text = `select (select count(*) from mailing where state = 'sending')
    + (select count(*) from delivery where next_at is not null) as open`;
  await until(async () => (await db.query<{ open: number }>({ name: '', text }, []))[0]?.open === 0);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(LOOK_EVERY_MS);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
