import { Pool } from 'undici';
import { startWebhooks } from '../../src/app/webhooks.ts';
import type { Installation } from '../../src/app/installation.ts';
import { createResolver } from '../../src/base/dns.ts';
import { requestOf } from '../../src/features/webhooks/attempt.ts';
import { writePayload } from '../../src/features/webhooks/payload.ts';
import { systemCpuMicros } from '../delivery/cpu.ts';
import { row, shown } from '../measure.ts';
import { openStack } from '../stack.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { makeWebhooks, queueEvents, untilRecorded } from './rows.ts';

/** Requests on the wire at once, of an account and of a bare loop. */
const CONCURRENCY = 64;
const WARM_UP = 2_000;
/** Bare loop and engine take turns, since a machine is not always equally fast; the medians are told. */
const ROUNDS = 5;

/** What a round measured. */
interface Rate {
  readonly perSecond: number;
  /** CPU a delivery, in µs: of the thread that sends, of PostgreSQL, and of the receivers. */
  readonly senderMicros: number;
  readonly databaseMicros: number;
  readonly receiverMicros: number;
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
  const ratios = engineRates.map(({ perSecond }, index) => perSecond / (bareRates[index]?.perSecond ?? Number.NaN));
  row('  : bare loop', `${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`);
}

function print(name: string, unit: string, rates: readonly Rate[]): void {
  const of = (part: keyof Rate): string => shown(median(rates.map((rate) => rate[part])));
  const cpu = `sender ${of('senderMicros')}, PostgreSQL ${of('databaseMicros')}, receiver ${of('receiverMicros')} µs CPU each`;
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
    const rate = await measure(count, async () => {
      await Promise.all(callers.map((call) => call()));
    });
    await Promise.all(pools.map((pool) => pool.close()));
    return rate;
  };
}

/** The bytes of a delivery, signed once. */
function sampleRequest(): { headers: Record<string, string>; body: Buffer } {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const at = new Date(0);
  const [recipient, tag, nothing] = ['user@y.example', 'receipt', { status: null, reason: null, extra: null }];
  const event = { id, messageId: id, recipientNo: 0, recipient, event: 'delivered', occurredAt: at, tag, ...nothing };
  const head = { id, from: 'Shop <shop@x.example>', to: [recipient], subject: 'Your order 4711', tag, headers: {} };
  const body = writePayload('native', event, { ...head, createdAt: at, messageIdHeader: '' }, 'delivered');
  const names = { accountId: 1, id, eventId: id, url: '', format: 'native' } as const;
  const delivery = { ...names, epoch: 0, attempts: 0, body, isOwnUrl: true };
  const { headers } = requestOf(delivery, { secrets: [`whsec_${'A'.repeat(44)}`], hasSingleSignature: false }, 0);
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
    const rate = await measure(share * accounts.length, async () => {
      webhooks = startWebhooks(installation, resolver);
      await Promise.all(receivers.map((receiver, index) => receiver.until((before[index] ?? 0) + share)));
      await untilRecorded(installation);
    });
    await webhooks?.stop();
    return rate;
  };
}

async function measure(count: number, work: () => Promise<void>): Promise<Rate> {
  const [before, startedAt] = [readCpu(), performance.now()];
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const after = readCpu();
  const [thread, ofProcess, system] = [
    after.thread - before.thread,
    after.process - before.process,
    after.system - before.system,
  ];
  return {
    perSecond: count / seconds,
    senderMicros: thread / count,
    databaseMicros: (system - ofProcess) / count,
    receiverMicros: (ofProcess - thread) / count,
  };
}

/** CPU so far, in µs: of this thread, of this process with its receivers, and of it with the database. */
function readCpu(): { thread: number; process: number; system: number } {
  const sum = ({ system, user }: { system: number; user: number }): number => system + user;
  return {
    thread: sum(process.threadCpuUsage()),
    process: sum(process.cpuUsage()),
    system: systemCpuMicros(process.pid, ''),
  };
}
