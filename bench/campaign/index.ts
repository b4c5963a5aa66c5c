import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill9 } from '../../test/chaos/storm/processes.ts';
import { systemCpuMicros } from '../delivery/cpu.ts';
import { durableLimit } from '../delivery/durable.ts';
import { startSink } from '../delivery/sink.ts';
import { opensslSignsPerSecond, residentMegabytes, row, shown } from '../measure.ts';
import { sendCampaign, sendCodes, untilRecorded } from './calls.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { plantList, query, setStage, type Stage } from './setup.ts';

const CONTACTS = 1_000_000;
const WARM_UP = 20_000;
/** Mails of the loop with a queue that stands beside it. */
const LIMIT_MAILS = 40_000;
const SAMPLE_EVERY_MS = 250;
const LOOK_EVERY_MS = 50;
const MAX_DELIVERY_MB = 150;
const MIN_OF_LIMIT = 0.7;
const MAX_CPU_MICROS = 650;
const MAX_CODE_MS = 1_000;
/** No gate in the way: what is measured is how it is sent. */
const ENVIRONMENT = { POSTRIDER_CAMPAIGN_WARM_UP_CONTACTS: '0', POSTRIDER_CAMPAIGN_CANARY_AUDIENCE: '0' };

/**
 * A campaign as its user sends one: contacts of a list, a personalised mail with eight links and a picture, signed, into a
 * sink on the same cores. First beside a loop with a queue, then with three kills and login codes in the middle.
 */
export async function benchCampaign(contacts = CONTACTS): Promise<void> {
  console.log(
    `\nCampaign: ${shown(contacts)} contacts, 7 KB, personalized, 8 tracked links and an image, DKIM RSA-2048`,
  );
  const signs = opensslSignsPerSecond(3);
  if (signs !== undefined) row(`openssl speed -multi ${cpus().length} rsa2048`, `${shown(signs)} signatures/s`);
  const limit = await measureLimit();
  row(durableLimit.name, `${shown(limit)} emails/s`);
  const receiver = await startReceiver(contacts);
  const stage = await setStage(receiver.sink.port, ENVIRONMENT);
  try {
    const few = await plantList(stage, Math.min(WARM_UP, contacts));
    const all = await plantList(stage, contacts);
    await untilRecorded(stage, await sendCampaign(stage, few, 'Warm-up'));
    await measureSending({ stage, receiver, contacts, list: all, limit });
    await measureKills({ stage, receiver, contacts, list: all });
  } finally {
    await stage.close();
    await receiver.sink.close();
  }
}

async function measureLimit(): Promise<number> {
  const sink = await startSink();
  const running = await durableLimit.start(sink, []);
  try {
    await Promise.all([sink.until(durableLimit.warmUp ?? 0), running.send(durableLimit.warmUp ?? 0)]);
    sink.reset();
    const startedAt = performance.now();
    const [endedAt] = await Promise.all([sink.until(LIMIT_MAILS), running.send(LIMIT_MAILS)]);
    return (LIMIT_MAILS * 1000) / (endedAt - startedAt);
  } finally {
    await running.stop();
    await sink.close();
  }
}

interface Run {
  readonly stage: Stage;
  readonly receiver: Receiver;
  readonly contacts: number;
  readonly list: number;
}

async function measureSending({ contacts, limit, list, receiver, stage }: Run & { readonly limit: number }) {
  const { installation, mark, subject } = stage;
  receiver.forget();
  const bytesBefore = await bytesOf(stage);
  const cpuBefore = systemCpuMicros(subject.mainPid() ?? 0, mark);
  const memory = sampleMemory(stage);
  const startedAt = performance.now();
  const id = await sendCampaign(stage, list, 'Measured');
  await untilTaken(receiver, 1);
  const firstAt = performance.now();
  await untilTaken(receiver, contacts);
  const endedAt = performance.now();
  await untilRecorded(stage, id);
  const recordedAt = performance.now();
  const cpu = (systemCpuMicros(subject.mainPid() ?? 0, mark) - cpuBefore) / contacts;
  const { delivery, main } = memory.stop();
  const rate = (contacts * 1000) / (endedAt - firstAt);
  row('from send to the first email', `${shown(firstAt - startedAt)} ms, with ${shown(contacts)} contacts frozen`);
  row(
    'from the first email to the last',
    `${shown(rate)} emails/s   ${verdict(rate / limit, MIN_OF_LIMIT, true)} of the loop`,
  );
  row(
    'from send to the last',
    `${shown((endedAt - startedAt) / 1000)} s   ${shown((contacts * 1000) / (endedAt - startedAt))} emails/s`,
  );
  row('until all outcomes are recorded', `${shown((recordedAt - startedAt) / 1000)} s`);
  row('CPU of all processes, including freezing', `${verdict(cpu, MAX_CPU_MICROS, false)} µs per email`);
  row('delivery process, maximum', `${verdict(delivery, MAX_DELIVERY_MB, false)} MB   API and jobs ${shown(main)} MB`);
  row(
    'database',
    `${shown(((await bytesOf(stage)) - bytesBefore) / contacts)} bytes per recipient   ${shown(receiver.sink.bytes / Math.max(1, receiver.sink.received))} bytes per email`,
  );
  await report(stage, receiver, id, contacts);
  await query(installation, 'checkpoint');
}

async function measureKills({ contacts, list, receiver, stage }: Run): Promise<void> {
  console.log('\n  Repeated with login codes and three kills: a delivery process, PostgreSQL, the main process');
  const { subject } = stage;
  receiver.forget();
  const memory = sampleMemory(stage);
  const id = await sendCampaign(stage, list, 'Killed');
  await untilTaken(receiver, contacts * 0.1);
  const codes = sendCodes(stage, receiver);
  await untilTaken(receiver, contacts * 0.2);
  const times = await codes.stop();
  await kill9(subject.deliveryPids().slice(0, 1));
  await untilTaken(receiver, contacts * 0.4);
  await kill9(subject.databasePids());
  await untilTaken(receiver, contacts * 0.6);
  await subject.killMain();
  await untilTaken(receiver, contacts);
  await untilRecorded(stage, id);
  const { delivery } = memory.stop();
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  row(
    'login codes, from 202 to the sink',
    `${times.length} codes   p50 ${shown(times[times.length >> 1] ?? 0)} ms   p99 ${verdict(p99, MAX_CODE_MS, false)} ms`,
  );
  row('delivery process, maximum', `${verdict(delivery, MAX_DELIVERY_MB, false)} MB`);
  await report(stage, receiver, id, contacts);
}

/** What the sink has seen, beside what the campaign says of itself. */
async function report({ accountId, installation }: Stage, receiver: Receiver, id: number, contacts: number) {
  const { again, missed } = receiver.exactness(contacts);
  const [counted] = await query<{ sent: number; deliverables: number }>(
    installation,
    `select (select coalesce(sum(sent), 0) from campaign_count where account_id = $1 and campaign_id = $2)::bigint as sent,
       (select count(*) from deliverable where account_id = $1 and campaign_id = $2) as deliverables`,
    [accountId, id],
  );
  const isExact = missed === 0 && counted?.sent === contacts && counted.deliverables === contacts;
  row(
    isExact ? 'exactly once' : 'exactly once MISSED',
    `${shown(missed)} missing   ${shown(again)} duplicates   sent_count ${shown(counted?.sent ?? 0)}   deliverables ${shown(counted?.deliverables ?? 0)}`,
  );
}

function verdict(value: number, limit: number, isLeast: boolean): string {
  const text = value < 10 ? value.toFixed(2) : shown(value);
  return (isLeast ? value >= limit : value <= limit) ? text : `${text} (target ${limit}, MISSED)`;
}

async function untilTaken(receiver: Receiver, mails: number): Promise<void> {
  while (receiver.toReaders < mails) await sleep(LOOK_EVERY_MS);
}

function sampleMemory({ subject }: Stage): { stop(): { readonly delivery: number; readonly main: number } } {
  let [delivery, main] = [0, 0];
  const sampling = setInterval(() => {
    delivery = Math.max(delivery, ...subject.deliveryPids().map(residentMegabytes));
    main = Math.max(main, residentMegabytes(subject.mainPid() ?? 0));
  }, SAMPLE_EVERY_MS);
  return {
    stop() {
      clearInterval(sampling);
      return { delivery, main };
    },
  };
}

async function bytesOf({ installation }: Stage): Promise<number> {
  const [found] = await query<{ bytes: number }>(installation, 'select pg_database_size(current_database()) as bytes');
  return found?.bytes ?? 0;
}
