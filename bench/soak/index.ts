import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountOf } from '../../src/app/commands/whose.ts';
import { findRunningServer, type Installation } from '../../src/app/installation.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { setKeyRate } from '../../src/features/tenants/usage/index.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/settings.ts';
import { contentOf, SANDBOX_SENDER } from '../delivery/mails.ts';
import { BENCH_OWNER, joinRunning, startPostrider } from '../delivery/postrider.ts';
import { startSink, type Sink } from '../delivery/sink.ts';
import { row, shown } from '../measure.ts';
import { startReceiver, type Receiver } from '../webhooks/receiver.ts';
import { TOLD, untilRecorded } from '../webhooks/rows.ts';
import { passDay, purgeOldDay, sampleDatabase, type DatabaseSample } from './database.ts';
import { sampleProcess, type ProcessSample } from './processes.ts';
import { printSlope } from './slopes.ts';

const SAMPLER = new URL('sampler.ts', import.meta.url).href;
const MESSAGES = 1_000_000;
const SAMPLES = 24;
/** A day older than the retention is filled and dropped after this sample. */
const PURGE_AFTER = 12;
const PURGED_MESSAGES = 100_000;
/** Enough for the compiler to have seen what runs. */
const WARM_UP = 10_000;
/** Of what flows through without a pause. */
const RATE_PART = 0.5;
/** Mails of a request. */
const ITEMS = 10;
/** Every such request carries an idempotency key. */
const KEYED_EVERY = 5;
const KEYS = 16;
const HIGH_RATE = 1_000_000;
const EVENTS_A_MAIL = 2;
const TICK_MS = 20;
const REPEAT_AFTER_MS = 250;

interface Sample {
  readonly messages: number;
  readonly main: ProcessSample;
  readonly delivery: readonly ProcessSample[];
  readonly database: DatabaseSample;
}

/** Mails accepted, delivered and told to a webhook at a steady rate, and what must not grow with them. */
export async function benchSoak(messages = MESSAGES): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-samples-'));
  const [sink, receiver] = [await startSink(), await startReceiver()];
  const system = await startPostrider(sink.port, {
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_BENCH_SAMPLES: directory,
    NODE_OPTIONS: `--import=${SAMPLER}`,
  });
  const installation = await joinRunning(system.dataDir);
  try {
    const callers = await openCallers(installation, system.baseUrl, receiver.url);
    const run = createRun({ installation, sink, receiver, callers });
    const perSecond = await run.findRate();
    console.log(
      `\nSoak: ${shown(messages)} emails of 7 KB at ${shown(perSecond)}/s, each with ${EVENTS_A_MAIL} events sent to a webhook`,
    );
    const pids = { main: findRunningServer(system.dataDir)?.pid ?? 0, delivery: system.deliveryPids() };
    const samples: Sample[] = [];
    for (let no = 1; no <= SAMPLES; no += 1) {
      await run.send(Math.round((messages * no) / SAMPLES), perSecond);
      await passDay(installation.db);
      samples.push({
        messages: run.sent(),
        main: await sampleProcess(pids.main, directory),
        delivery: await Promise.all(pids.delivery.map((pid) => sampleProcess(pid, directory))),
        database: await sampleDatabase(installation.db),
      });
      if (no === PURGE_AFTER) await printPurge(installation, Math.min(run.sent(), PURGED_MESSAGES));
    }
    report(samples);
    row(
      'processes that died',
      system.deliveryPids().every((pid) => pids.delivery.includes(pid)) ? 'none' : 'some   MISSED',
    );
  } finally {
    await installation.close();
    await system.stop();
    await Promise.all([sink.close(), receiver.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function printPurge({ config, db }: Installation, messages: number): Promise<void> {
  const { days, megabytesAfter, megabytesBefore, tookMs } = await purgeOldDay(db, config.retentionDays, messages);
  const freed = `${shown(megabytesBefore)} to ${shown(megabytesAfter)} MB in ${shown(tookMs)} ms`;
  row(`an expired day with ${shown(messages)} emails dropped`, days.length === 1 ? freed : 'not dropped   MISSED');
}

type Send = (first: number, isKeyed: boolean) => Promise<void>;

/** A webhook for the owner's account, and callers with keys that have a rate. */
async function openCallers(installation: Installation, baseUrl: string, hookUrl: string): Promise<Send[]> {
  const { db } = installation;
  const { id: accountId } = await accountOf(db, BENCH_OWNER);
  await setWebhook(installation, { accountId, via: 'command' }, { url: hookUrl, events: [...TOLD] });
  const callers: Send[] = [];
  for (let number = 0; number < KEYS; number += 1) {
    const { id, key } = await createKey(db, { accountId, name: `soak ${number}`, scopes: [SCOPES.send] });
    await setKeyRate(db, accountId, id, { perSecond: HIGH_RATE, perMinute: HIGH_RATE });
    callers.push((first, isKeyed) => post(`${baseUrl}/transactional/emails/batch`, { key, first, isKeyed }));
  }
  return callers;
}

async function post(
  url: string,
  what: { readonly key: string; readonly first: number; readonly isKeyed: boolean },
): Promise<void> {
  const envelope = { from: SANDBOX_SENDER, to: [BENCH_OWNER] };
  const emails = Array.from({ length: ITEMS }, (_none, index) =>
    Object.assign(contentOf(what.first + index), envelope),
  );
  const headers: Record<string, string> = { authorization: `Bearer ${what.key}`, 'content-type': 'application/json' };
  if (what.isKeyed) headers['idempotency-key'] = `soak-${what.first}`;
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ emails }) });
    const answer = await response.text();
    if (response.ok) return;
    if (response.status !== 503) throw new Error(`${response.status}: ${answer}`);
    await sleep(REPEAT_AFTER_MS);
  }
}

function createRun(parts: {
  readonly installation: Installation;
  readonly sink: Sink;
  readonly receiver: Receiver;
  readonly callers: readonly Send[];
}) {
  const { installation, sink, receiver, callers } = parts;
  let sent = 0;
  /** Mails of the warm-up are no part of the run. */
  let before = 0;

  /** Sends up to that many at a rate, and waits until all is delivered, told and recorded. */
  const send = async (upTo: number, perSecond: number): Promise<void> => {
    const [startedAt, first] = [performance.now(), sent];
    const underWay = new Set<Promise<void>>();
    while (sent < before + upTo) {
      const due = first + ((performance.now() - startedAt) * perSecond) / 1000;
      while (sent < Math.min(due, before + upTo) && underWay.size < callers.length) {
        const request = sent / ITEMS;
        const call = callers[request % callers.length]?.(sent, request % KEYED_EVERY === 0);
        sent += ITEMS;
        if (!call) continue;
        underWay.add(call);
        void call.finally(() => underWay.delete(call)).catch(() => {});
      }
      await (underWay.size < callers.length ? sleep(TICK_MS) : Promise.race(underWay));
    }
    await Promise.all(underWay);
    await sink.until(sent);
    await receiver.until(sent * EVENTS_A_MAIL);
    await untilRecorded(installation);
  };

  return {
    send,
    sent: () => sent - before,
    /** A part of what is delivered and told when it is sent without a pause. */
    async findRate(): Promise<number> {
      await send(WARM_UP, Infinity);
      const startedAt = performance.now();
      await send(2 * WARM_UP, Infinity);
      before = sent;
      return Math.round((RATE_PART * WARM_UP * 1000) / (performance.now() - startedAt));
    },
  };
}

/** Greatest slope per 100,000 mails of what must not grow, and where it is found. */
const FIGURES: readonly (readonly [string, number | undefined, (sample: Sample) => number])[] = [
  ['heap of the main process, MB', 1, ({ main }) => main.heapMegabytes],
  ['heap of the delivery processes, MB each', 1, ({ delivery }) => mean(delivery.map((one) => one.heapMegabytes))],
  ['resident, main process, MB', 8, ({ main }) => main.residentMegabytes],
  ['resident, delivery processes, MB each', 8, ({ delivery }) => mean(delivery.map((one) => one.residentMegabytes))],
  ['file descriptors, main process', 1, ({ main }) => main.descriptors],
  ['file descriptors, delivery processes, each', 1, ({ delivery }) => mean(delivery.map((one) => one.descriptors))],
  ['connections to PostgreSQL', 1, ({ database }) => database.connections],
  ['indexes of what waits, MB', 1, ({ database }) => database.queueIndexMegabytes],
  ['index of webhooks that wait, MB', 1, ({ database }) => database.webhookIndexMegabytes],
  ['idempotency, MB', 1, ({ database }) => database.idempotencyMegabytes],
  ['counters, buckets, sites, jobs, MB', 1, ({ database }) => database.counterMegabytes],
  ['dead rows a living one', 0.05, ({ database }) => database.deadPart],
  ['messages and webhooks’ log, MB', undefined, ({ database }) => database.logMegabytes],
];

function report(samples: readonly Sample[]): void {
  console.log(
    `  ${samples.length} samples, the first quarter is warm-up; then first, last, maximum, and the slope of a linear fit`,
  );
  for (const [name, allowed, of] of FIGURES) {
    printSlope(
      name,
      samples.map((sample) => [sample.messages, of(sample)] as const),
      allowed,
    );
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
