import { loadavg } from 'node:os';
import { Pool } from 'undici';
import { startWebhooks } from '../../src/app/webhooks.ts';
import type { Installation } from '../../src/app/installation.ts';
import { createResolver } from '../../src/base/dns.ts';
import { requestOf } from '../../src/features/webhooks/attempt.ts';
import { writePayload } from '../../src/features/webhooks/payload.ts';
import { createSigner } from '../../src/features/webhooks/signature.ts';
import { systemCpuMicros } from '../delivery/cpu.ts';
import { row, shown } from '../measure.ts';
import { openStack } from '../stack.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { makeWebhooks, queueEvents, untilRecorded } from './rows.ts';

/** Requests on the wire at once, of an account and of a bare loop. */
const CONCURRENCY = 64;
/** Of both: with less, a fifth of what is measured is the compiler at work on code that runs for weeks in earnest. */
const WARM_UP = 12_000;
/** Bare loop and engine take turns, since a machine is not always equally fast; the medians are told. */
const ROUNDS = 5;

/** Of the sample: with as many digits as today's. */
const NOW_MS = Date.UTC(2026, 10, 21);

/** What a round measured. */
interface Rate {
  readonly perSecond: number;
  /** CPU a delivery, in µs: of the sender with its collector's threads, of PostgreSQL, and of the receivers. */
  readonly senderMicros: number;
  readonly databaseMicros: number;
  readonly receiverMicros: number;
  /** Of a request with its headers, as the receivers read it. */
  readonly bytes: number;
}

type Send = (count: number) => Promise<Rate>;

/** Deliveries a second of the engine to a receiver beside it, and of a bare loop that sends the same bytes. */
export async function benchRate(deliveries: number): Promise<void> {
  console.log(`\nWebhooks: ${shown(deliveries)} events that wait, to a plain node:http receiver on the same cores`);
  const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()));
  const stack = await openStack({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: 'true' });
  try {
    for (const used of [receivers.slice(0, 1), receivers]) {
      await compare(used.length, deliveries, bareLoop(used), await throughEngine(stack.installation, used));
    }
  } finally {
    await stack.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}

async function compare(accounts: number, deliveries: number, bare: Send, engine: Send): Promise<void> {
  const bareRates: Rate[] = [];
  const engineRates: Rate[] = [];
  await bare(WARM_UP);
  await engine(WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    bareRates.push(await bare(Math.ceil(deliveries / ROUNDS)));
    engineRates.push(await engine(Math.ceil(deliveries / ROUNDS)));
  }
  print(`bare undici loop, ${accounts * CONCURRENCY} at once`, 'requests', bareRates);
  print(accounts === 1 ? 'engine, one account' : `engine, ${accounts} accounts`, 'deliveries', engineRates);
  const ratioOfCpu = cpuOf(bareRates) / cpuOf(engineRates);
  const ratios = engineRates.map(({ perSecond }, index) => perSecond / (bareRates[index]?.perSecond ?? Number.NaN));
  row('  : bare loop', `${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`);
  row('  : bare loop, by CPU of all together', `${ratioOfCpu.toFixed(2)}   load ${load()}`);
}

/** What all processes together spend on a request: on cores that are all in use, the rates follow from it. */
function cpuOf(rates: readonly Rate[]): number {
  return median(
    rates.map(({ databaseMicros, receiverMicros, senderMicros }) => databaseMicros + receiverMicros + senderMicros),
  );
}

function load(): string {
  return loadavg()
    .slice(0, 1)
    .map((value) => value.toFixed(1))
    .join();
}

function print(name: string, unit: string, rates: readonly Rate[]): void {
  const of = (part: keyof Rate): string => shown(median(rates.map((rate) => rate[part])));
  const cpu = `sender ${of('senderMicros')}, PostgreSQL ${of('databaseMicros')}, receiver ${of('receiverMicros')} µs CPU each, ${of('bytes')} bytes`;
  row(name, `${of('perSecond')} ${unit}/s   ${cpu}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function bareLoop(receivers: readonly Receiver[]): Send {
  const request = sampleRequest();
  const origins = receivers.map(({ url }) => new URL(url).origin);
  return async (count) => {
    const pools = origins.map((origin) => new Pool(origin, { connections: CONCURRENCY }));
    let left = count;
    const callers = pools.flatMap((pool) =>
      Array.from({ length: CONCURRENCY }, () => async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          const answer = await pool.request({ method: 'POST', path: '/hook', ...request });
          await answer.body.text();
        }
      }),
    );
    const rate = await measure(count, receivers, async () => {
      await Promise.all(callers.map((call) => call()));
    });
    await Promise.all(pools.map((pool) => pool.close()));
    return { ...rate, bytes: await bytesOf(receivers) };
  };
}

/** The bytes and headers of a delivery, signed once. */
function sampleRequest(): { headers: Record<string, string>; body: Buffer } {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const at = new Date(NOW_MS);
  const [recipient, tag, nothing] = ['user@y.example', 'receipt', { status: null, reason: null, extra: null }];
  const event = { id, messageId: id, recipientNo: 0, recipient, event: 'delivered', occurredAt: at, tag, ...nothing };
  const head = { id, from: 'Shop <shop@x.example>', to: [recipient], subject: 'Your order 4711', tag, headers: {} };
  const body = writePayload('native', event, { ...head, createdAt: at, messageIdHeader: '' }, 'delivered');
  const names = { accountId: 1, id, eventId: id, url: '', format: 'native' } as const;
  const delivery = { ...names, epoch: 0, attempts: 0, body, isOwnUrl: true };
  const sign = createSigner({ secrets: [`whsec_${'A'.repeat(44)}`], hasSingleSignature: false });
  const { headers } = requestOf(delivery, sign, NOW_MS);
  return { headers: { ...headers }, body };
}

/** Events that wait when the engine starts, until all of them are sent and recorded. */
async function throughEngine(installation: Installation, receivers: readonly Receiver[]): Promise<Send> {
  const urls = receivers.map(({ url }) => url);
  const accounts = await makeWebhooks(installation, urls);
  const resolver = createResolver({ clock: installation.clock });
  return async (count) => {
    const share = Math.ceil(count / accounts.length);
    for (const accountId of accounts) await queueEvents(installation, accountId, share);
    await installation.db.query({ name: '', text: 'vacuum analyze' }, []);
    const before = receivers.map((receiver) => receiver.count());
    let webhooks: ReturnType<typeof startWebhooks> | undefined;
    const rate = await measure(share * accounts.length, receivers, async () => {
      webhooks = startWebhooks(installation, resolver);
      await Promise.all(receivers.map((receiver, index) => receiver.until((before[index] ?? 0) + share)));
      await untilRecorded(installation);
    });
    await webhooks?.stop();
    return { ...rate, bytes: await bytesOf(receivers) };
  };
}

async function bytesOf(receivers: readonly Receiver[]): Promise<number> {
  const each = await Promise.all(receivers.map((receiver) => receiver.bytesARequest()));
  return each.reduce((sum, bytes) => sum + bytes, 0) / each.length;
}

async function measure(
  count: number,
  receivers: readonly Receiver[],
  work: () => Promise<void>,
): Promise<Omit<Rate, 'bytes'>> {
  const [before, startedAt] = [await readCpu(receivers), performance.now()];
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await readCpu(receivers);
  const [ofReceivers, ofProcess, system] = [
    after.receivers - before.receivers,
    after.process - before.process,
    after.system - before.system,
  ];
  return {
    perSecond: count / seconds,
    senderMicros: (ofProcess - ofReceivers) / count,
    databaseMicros: (system - ofProcess) / count,
    receiverMicros: ofReceivers / count,
  };
}

/** CPU so far, in µs: of the receivers' threads, of this process with them, and of it with the database. */
async function readCpu(
  receivers: readonly Receiver[],
): Promise<{ receivers: number; process: number; system: number }> {
  const each = await Promise.all(receivers.map((receiver) => receiver.cpuMicros()));
  const { system, user } = process.cpuUsage();
  return {
    receivers: each.reduce((sum, micros) => sum + micros, 0),
    process: system + user,
    system: systemCpuMicros(process.pid, ''),
  };
}
