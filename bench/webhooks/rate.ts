import { loadavg } from 'node:os';
import type { Installation } from '../../src/app/installation.ts';
import { startWebhooks } from '../../src/app/webhooks.ts';
import { createResolver } from '../../src/base/dns.ts';
import { row, shown } from '../measure.ts';
import { openStack } from '../stack.ts';
import { CONCURRENCY, sendBare, sendDurably } from './loops.ts';
import { bytesOf, measure, type Rate, type Send } from './measured.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { makeWebhooks, queueEvents, untilRecorded } from './rows.ts';
import { startSenders } from './senders.ts';

/** Of each: with less, a fifth of what is measured is the compiler at work on code that runs for weeks in earnest. */
const WARM_UP = 12_000;
/** What is compared takes turns, since a machine is not always equally fast; the medians are told. */
const ROUNDS = 5;
/** As many as senders: with four on two cores two loops were slower than one. */
const RECEIVERS = 2;
const THREADS = 2;

interface Candidate {
  readonly name: string;
  readonly send: Send;
}

/**
 * Deliveries a second of the engine to a receiver beside it, of a bare loop that sends the same bytes, and of one that
 * reads and records its events as well; and then of two engines and two bare loops, each in a thread.
 */
export async function benchRate(deliveries: number): Promise<void> {
  console.log(`\nWebhooks: ${shown(deliveries)} queued events, to a plain node:http receiver on the same cores`);
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => startReceiver()));
  const stack = await openStack({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: 'true' });
  try {
    await alone(stack.installation, receivers.slice(0, 1), deliveries);
    await inThreads(stack.installation, receivers, deliveries);
  } finally {
    await stack.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}

async function alone(installation: Installation, receivers: readonly Receiver[], deliveries: number): Promise<void> {
  const origins = receivers.map(({ url }) => new URL(url).origin);
  const [accountId = 0] = await makeWebhooks(installation, urlsOf(receivers));
  const bare: Send = (count) => sent(count, receivers, () => sendBare(origins, count));
  const durable: Send = async (count) => {
    await queue(installation, [accountId], count);
    return sent(count, receivers, () => sendDurably(installation, accountId, origins[0] ?? ''));
  };
  await compare(deliveries, [
    { name: `bare undici loop, ${CONCURRENCY} at once`, send: bare },
    { name: 'durable loop, batches of 64', send: durable },
    { name: 'engine, one account', send: throughEngine(installation, receivers, [accountId]) },
  ]);
}

async function inThreads(installation: Installation, receivers: readonly Receiver[], deliveries: number) {
  const accounts = await makeWebhooks(installation, urlsOf(receivers));
  const origins = receivers.map(({ url }) => new URL(url).origin);
  const numbers = Array.from({ length: THREADS }, (_none, index) => index);
  const environment = { ...installation.environment, DATABASE_URL: installation.databaseUrl };
  const loops = await startSenders(numbers.map(() => ({ environment: undefined, origins })));
  const engines = await startSenders(numbers.map(() => ({ environment: definedOf(environment), origins: [] })));
  const throughEngines: Send = async (count) => {
    const each = Math.ceil(count / accounts.length);
    await queue(installation, accounts, each);
    const all = each * accounts.length;
    const rate = await measure(all, receivers, async () => {
      const until = untilTold(receivers, each);
      await engines.all(all);
      await until;
      await untilRecorded(installation);
    });
    await engines.all(0);
    return { ...rate, bytes: await bytesOf(receivers) };
  };
  await compare(deliveries, [
    {
      name: `${THREADS} bare undici loops, ${THREADS * origins.length * CONCURRENCY} at once`,
      send: (count) => sent(count, receivers, () => loops.all(Math.ceil(count / THREADS))),
    },
    { name: `${THREADS} engines, ${accounts.length} accounts`, send: throughEngines },
  ]);
  await Promise.all([loops.close(), engines.close()]);
}

function definedOf(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) defined[name] = value;
  return defined;
}

async function compare(deliveries: number, candidates: readonly Candidate[]): Promise<void> {
  for (const { send } of candidates) await send(WARM_UP);
  const measured = candidates.map(({ name, send }) => ({ name, send, rates: [] as Rate[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { rates, send } of measured) rates.push(await send(Math.ceil(deliveries / ROUNDS)));
  }
  for (const { name, rates } of measured) print(name, rates);
  const engine = measured.at(-1);
  if (!engine) return;
  for (const limit of measured.slice(0, -1)) {
    const ratios = engine.rates.map(({ perSecond }, at) => perSecond / (limit.rates[at]?.perSecond ?? Number.NaN));
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const byCpu = (cpuOf(limit.rates) / cpuOf(engine.rates)).toFixed(2);
    row(`  : ${limit.name}`, `${median(ratios).toFixed(2)} (${range}), by total CPU ${byCpu}`);
  }
  row('  load', loadavg()[0]?.toFixed(1) ?? '');
}

/** What all processes together spend on a request: on cores that are all in use, the rates follow from it. */
function cpuOf(rates: readonly Rate[]): number {
  return median(
    rates.map(({ databaseMicros, receiverMicros, senderMicros }) => databaseMicros + receiverMicros + senderMicros),
  );
}

function print(name: string, rates: readonly Rate[]): void {
  const of = (part: keyof Rate): string => shown(median(rates.map((rate) => rate[part])));
  const cpu = `sender ${of('senderMicros')}, PostgreSQL ${of('databaseMicros')}, receiver ${of('receiverMicros')} µs CPU each, ${of('bytes')} bytes`;
  row(name, `${of('perSecond')}/s   ${cpu}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function urlsOf(receivers: readonly Receiver[]): string[] {
  return receivers.map(({ url }) => url);
}

async function sent(count: number, receivers: readonly Receiver[], work: () => Promise<void>): Promise<Rate> {
  const rate = await measure(count, receivers, work);
  return { ...rate, bytes: await bytesOf(receivers) };
}

async function queue(installation: Installation, accounts: readonly number[], each: number): Promise<void> {
  for (const accountId of accounts) await queueEvents(installation, accountId, each);
  await installation.db.query({ name: '', text: 'vacuum analyze' }, []);
}

/** Events that wait when the engine starts, until all of them are sent and recorded. */
function throughEngine(installation: Installation, receivers: readonly Receiver[], accounts: readonly number[]): Send {
  const resolver = createResolver({ clock: installation.clock });
  return async (count) => {
    const share = Math.ceil(count / accounts.length);
    await queue(installation, accounts, share);
    let webhooks: ReturnType<typeof startWebhooks> | undefined;
    const rate = await measure(share * accounts.length, receivers, async () => {
      const until = untilTold(receivers, share);
      webhooks = startWebhooks(installation, resolver);
      await until;
      await untilRecorded(installation);
    });
    await webhooks?.stop();
    return { ...rate, bytes: await bytesOf(receivers) };
  };
}

/** Resolves when each receiver had so many requests more. */
async function untilTold(receivers: readonly Receiver[], each: number): Promise<void> {
  const wanted = receivers.map((receiver) => receiver.count() + each);
  await Promise.all(receivers.map((receiver, at) => receiver.until(wanted[at] ?? 0)));
}
