import { loadavg } from 'node:os';
import { startWebhooks } from '../../src/app/webhooks.ts';
import { createResolver } from '../../src/base/dns.ts';
import { judged, median, row, shown, type Target } from '../measure.ts';
import { systemCpuMicros } from '../processes.ts';
import { closing, untilRecorded, withStack } from '../stack.ts';
import { CONCURRENCY, sendBare, sendDurably } from './loops.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { createWebhook, queueEvents } from './rows.ts';

/** Number of requests of each candidate in all rounds. A round is so long that its start and end hardly matter. */
const DELIVERIES = 100_000;
/** Number of requests for the warm-up. With fewer requests, JIT compilation takes a fifth of the measured time. */
const WARM_UP = 12_000;
/** Number of rounds. Candidates alternate, because the speed of a machine varies. */
const ROUNDS = 5;

/**
 * Results of one round. CPU times are in µs per delivery. The sender's CPU time includes its garbage collector threads.
 */
interface Rate {
  readonly perSecond: number;
  readonly senderMicros: number;
  readonly databaseMicros: number;
  readonly receiverMicros: number;
}

interface Candidate {
  readonly name: string;
  /**
   * Sends the given number of requests and resolves when all of them are recorded. May return a function to call after
   * the measurement.
   */
  readonly send: (count: number) => Promise<void | (() => Promise<unknown>)>;
  /** Whether the candidate reads events from the queue. */
  readonly isQueued: boolean;
  /** Target for the ratio of the engine's throughput to this candidate's throughput. */
  readonly target?: Target;
}

/**
 * Measures the rate of webhook deliveries by the engine, by a bare loop that sends the same bytes, and by a loop that
 * also reads and records events.
 */
export async function benchWebhooks(deliveries = DELIVERIES): Promise<void> {
  console.log(`\nWebhooks: ${shown(deliveries)} queued events, to a plain node:http receiver on the same cores`);
  const environment = { POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: 'true' };
  await closing(startReceiver(), async (receiver) =>
    withStack(environment, async ({ installation }) => {
      const accountId = await createWebhook(installation, receiver.url);
      const { origin } = new URL(receiver.url);
      const resolver = createResolver({ clock: installation.clock });
      const sendByEngine = async (count: number): Promise<() => Promise<unknown>> => {
        const received = receiver.until(receiver.count() + count);
        const webhooks = startWebhooks(installation, resolver);
        await received;
        await untilRecorded(installation.db, ['webhook_delivery']);
        return () => webhooks.stop();
      };
      const candidates: readonly Candidate[] = [
        { name: `bare undici loop, ${CONCURRENCY} at once`, send: (count) => sendBare(origin, count), isQueued: false },
        {
          name: 'durable loop, batches of 64',
          send: () => sendDurably(installation, accountId, origin),
          isQueued: true,
          target: { least: 0.6 },
        },
        { name: 'engine, one account', send: sendByEngine, isQueued: true },
      ];
      await compare(candidates, deliveries, async ({ isQueued, send }, count) => {
        if (isQueued) await queueEvents(installation, accountId, count);
        await installation.db.script('vacuum analyze');
        return measure(receiver, count, send);
      });
    }),
  );
}

async function compare(
  candidates: readonly Candidate[],
  deliveries: number,
  run: (candidate: Candidate, count: number) => Promise<Rate>,
): Promise<void> {
  for (const candidate of candidates) await run(candidate, WARM_UP);
  const measured = candidates.map((candidate) => ({ candidate, rates: [] as Rate[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { candidate, rates } of measured) rates.push(await run(candidate, Math.ceil(deliveries / ROUNDS)));
  }
  for (const { candidate, rates } of measured) {
    const of = (part: keyof Rate): string => shown(median(rates.map((rate) => rate[part])));
    const cpu = `sender ${of('senderMicros')}, PostgreSQL ${of('databaseMicros')}, receiver ${of('receiverMicros')}`;
    row(candidate.name, `${of('perSecond')}/s   ${cpu} µs CPU each`);
  }
  const engine = measured.at(-1)?.rates ?? [];
  for (const { candidate, rates } of measured.slice(0, -1)) {
    const ratios = engine.map(({ perSecond }, at) => perSecond / (rates[at]?.perSecond ?? NaN));
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const byCpu = (cpuOf(rates) / cpuOf(engine)).toFixed(2);
    row(`  : ${candidate.name}`, `${judged(median(ratios), candidate.target ?? {})} (${range}), by total CPU ${byCpu}`);
  }
  row('  load', loadavg()[0]?.toFixed(1) ?? '');
}

/**
 * Returns the median CPU time of all processes per request, in µs. This time determines the rate when all cores are in
 * use.
 */
function cpuOf(rates: readonly Rate[]): number {
  return median(rates.map((rate) => rate.databaseMicros + rate.receiverMicros + rate.senderMicros));
}

async function measure(receiver: Receiver, count: number, send: Candidate['send']): Promise<Rate> {
  const [before, startedAt] = [await readCpu(receiver), performance.now()];
  const stop = await send(count);
  const ms = performance.now() - startedAt;
  const after = await readCpu(receiver);
  await stop?.();
  const spent = (part: keyof typeof before): number => (after[part] - before[part]) / count;
  return {
    perSecond: (count * 1000) / ms,
    senderMicros: spent('process') - spent('receiver'),
    databaseMicros: spent('system') - spent('process'),
    receiverMicros: spent('receiver'),
  };
}

/**
 * Reads the total CPU time, in µs, of the receiver's thread, of this process including that thread, and of this process
 * and the database together.
 */
async function readCpu(receiver: Receiver): Promise<{ receiver: number; process: number; system: number }> {
  const [{ system, user }, ofReceiver] = [process.cpuUsage(), await receiver.cpuMicros()];
  return { receiver: ofReceiver, process: system + user, system: systemCpuMicros(process.pid, 'none') };
}
