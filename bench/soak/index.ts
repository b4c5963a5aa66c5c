import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountOf } from '../../src/app/commands/whose.ts';
import type { Database } from '../../src/base/db.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { setKeyRate } from '../../src/features/tenants/usage/index.ts';
import { purgeExpiredAnswers } from '../../src/features/transactional/messages/index.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/settings.ts';
import { row, shown } from '../measure.ts';
import { residentMegabytes } from '../processes.ts';
import { emailsFrom, postJson, withProgram, type Program } from '../program.ts';
import type { Sink } from '../sink.ts';
import { BENCH_OWNER, closing, numbersOf, until, untilRecorded } from '../stack.ts';
import { startReceiver, type Receiver } from '../webhooks/receiver.ts';
import { EVENTS } from '../webhooks/rows.ts';

const SAMPLER = new URL('sampler.ts', import.meta.url).href;
const SAMPLE_WITHIN_MS = 10_000;
const MESSAGES = 1_000_000;
const SAMPLES = 24;
/** Number of warm-up samples, during which caches fill, functions are compiled, and tables get their first pages. */
const WARM_UP_SAMPLES = 6;
const WARM_UP = 10_000;
/** Send rate as a share of the maximum rate. */
const RATE_SHARE = 0.5;
/** Number of messages per request. */
const ITEMS = 10;
/** Every `KEYED_EVERY`-th request has an idempotency key. */
const KEYED_EVERY = 5;
const KEYS = 16;
const HIGH_RATE = 1_000_000;
const EVENTS_PER_MESSAGE = 2;
const TICK_MS = 20;
const PER = 100_000;

/** Measured values at one point in time, keyed by name. */
type Sample = Readonly<Record<string, number>>;

const DATABASE = `with size as (
    select coalesce(parent.relname, c.relname) as name, pg_relation_size(c.oid)::float8 / 1e6 as own,
      case when c.relkind = 'r' then pg_total_relation_size(c.oid)::float8 / 1e6 else 0 end as whole
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
  )
  select
    (select count(*)::float8 from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend') as "connections to PostgreSQL",
    coalesce(sum(own) filter (where name in ('delivery_due', 'mailing_chunk_due')), 0) as "queue indexes, MB",
    coalesce(sum(own) filter (where name in ('webhook_delivery_turns', 'webhook_delivery_waiting')), 0) as "index of waiting webhooks, MB",
    coalesce(sum(whole) filter (where name = 'idempotency'), 0) as "idempotency, MB",
    coalesce(sum(whole) filter (where name in ('key_window', 'account_usage', 'delivery_site', 'delivery_worker', 'job',
      'transactional_tag_hour', 'webhook')), 0) as "counters, buckets, sites, jobs, MB",
    coalesce(sum(whole) filter (where name in ('message', 'delivery', 'attempt', 'event', 'webhook_delivery',
      'webhook_attempt')), 0) as "messages and webhook log, MB",
    (select sum(n_dead_tup)::float8 / greatest(sum(n_live_tup), 1) from pg_stat_user_tables) as "dead rows per live row"
  from size`;

/** Maximum increase of each measured value per 100,000 messages. */
const ALLOWED: Readonly<Record<string, number>> = {
  'heap, main process, MB': 1,
  'resident, main process, MB': 8,
  'file descriptors, main process': 1,
  'heap, delivery processes, MB each': 1,
  'resident, delivery processes, MB each': 8,
  'file descriptors, delivery processes, each': 1,
  'connections to PostgreSQL': 1,
  'queue indexes, MB': 1,
  'index of waiting webhooks, MB': 1,
  'idempotency, MB': 1,
  'counters, buckets, sites, jobs, MB': 1,
  'dead rows per live row': 0.05,
  // These tables grow until the partitions of the oldest day are dropped.
  'messages and webhook log, MB': Infinity,
};

/**
 * Accepts messages at a steady rate, delivers them, and reports them to a webhook. Checks that the measured values do
 * not grow with the number of messages.
 */
export async function benchSoak(messages = MESSAGES): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-samples-'));
  const environment = {
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_BENCH_SAMPLES: directory,
    NODE_OPTIONS: `--import=${SAMPLER}`,
  };
  await closing(startReceiver(), async (receiver) =>
    withProgram(environment, async (program, sink) => measure(program, { directory, messages, receiver, sink })),
  );
  rmSync(directory, { recursive: true, force: true });
}

async function measure(
  program: Program,
  parts: { readonly directory: string; readonly messages: number; readonly receiver: Receiver; readonly sink: Sink },
): Promise<void> {
  const { directory, messages, receiver } = parts;
  const { db } = program.installation;
  const run = createRun(program, parts, await openCallers(program, receiver.url));
  const perSecond = await run.findRate();
  console.log(
    `\nSoak: ${shown(messages)} emails of 7 KB at ${shown(perSecond)}/s, each with ${EVENTS_PER_MESSAGE} events sent to a webhook`,
  );
  const pids = program.deliveryPids();
  const samples: Sample[] = [];
  for (let no = 1; no <= SAMPLES; no += 1) {
    await run.send(Math.round((messages * no) / SAMPLES), perSecond);
    await passDay(db);
    const main = await sampleProcess(program.pid, directory);
    const delivery = await Promise.all(pids.map((pid) => sampleProcess(pid, directory)));
    samples.push({
      messages: run.sent(),
      'heap, main process, MB': main.heapMb,
      'resident, main process, MB': main.residentMb,
      'file descriptors, main process': main.descriptors,
      'heap, delivery processes, MB each': mean(delivery.map(({ heapMb }) => heapMb)),
      'resident, delivery processes, MB each': mean(delivery.map(({ residentMb }) => residentMb)),
      'file descriptors, delivery processes, each': mean(delivery.map(({ descriptors }) => descriptors)),
      ...(await numbersOf(db, DATABASE)),
    });
  }
  console.log(
    `  ${SAMPLES} samples, the first quarter is warm-up; then first, last, maximum, and the slope of a linear fit`,
  );
  for (const [name, allowed] of Object.entries(ALLOWED)) printSlope(name, samples.slice(WARM_UP_SAMPLES), allowed);
  const isAlive = program.deliveryPids().every((pid) => pids.includes(pid));
  row('processes that died', isAlive ? 'none' : 'some   MISSED');
}

type Send = (first: number, isKeyed: boolean) => Promise<unknown>;

/** Creates a webhook for the owner's account, and callers whose keys have a rate limit. */
async function openCallers({ baseUrl, installation }: Program, webhookUrl: string): Promise<Send[]> {
  const { db } = installation;
  const { id: accountId } = await accountOf(db, BENCH_OWNER);
  await setWebhook(installation, { accountId, via: 'command' }, { url: webhookUrl, events: [...EVENTS] });
  const callers: Send[] = [];
  for (let number = 0; number < KEYS; number += 1) {
    const { id, key } = await createKey(db, { accountId, name: `soak ${number}`, scopes: [SCOPES.send] });
    await setKeyRate(db, accountId, id, { perSecond: HIGH_RATE, perMinute: HIGH_RATE });
    callers.push((first, isKeyed) => {
      const headers = isKeyed ? { 'idempotency-key': `soak-${first}` } : {};
      return postJson(`${baseUrl}/transactional/emails/batch`, key, { emails: emailsFrom(first, ITEMS) }, headers);
    });
  }
  return callers;
}

function createRun(
  { installation }: Program,
  { receiver, sink }: { readonly receiver: Receiver; readonly sink: Sink },
  callers: readonly Send[],
) {
  let [sent, warmUp] = [0, 0];

  /**
   * Sends messages at a given rate until their number since the warm-up is `upTo`. Then waits until all messages are
   * delivered, reported, and recorded.
   */
  const send = async (upTo: number, perSecond: number): Promise<void> => {
    const [startedAt, first, last] = [performance.now(), sent, warmUp + upTo];
    const inProgress = new Set<Promise<unknown>>();
    while (sent < last) {
      const due = first + ((performance.now() - startedAt) * perSecond) / 1000;
      while (sent < Math.min(due, last) && inProgress.size < callers.length) {
        const request = sent / ITEMS;
        const call = callers[request % callers.length]?.(sent, request % KEYED_EVERY === 0);
        sent += ITEMS;
        if (!call) continue;
        inProgress.add(call);
        void call.finally(() => inProgress.delete(call)).catch(() => {});
      }
      await (inProgress.size < callers.length ? sleep(TICK_MS) : Promise.race(inProgress));
    }
    await Promise.all(inProgress);
    await sink.until(sent);
    await receiver.until(sent * EVENTS_PER_MESSAGE);
    await untilRecorded(installation.db, ['webhook_delivery']);
  };

  return {
    send,
    sent: () => sent - warmUp,
    /**
     * Measures the maximum rate at which messages are delivered and reported. Returns the send rate, which is a share
     * of the maximum rate.
     */
    async findRate(): Promise<number> {
      await send(WARM_UP, Infinity);
      const startedAt = performance.now();
      await send(2 * WARM_UP, Infinity);
      warmUp = sent;
      return Math.round((RATE_SHARE * WARM_UP * 1000) / (performance.now() - startedAt));
    },
  };
}

/** Makes the stored responses for idempotency keys 25 hours older and runs the program's own purge. */
async function passDay(db: Database): Promise<void> {
  await db.script(`update idempotency set created_at = created_at - interval '25 hours'`);
  await purgeExpiredAnswers(db);
}

/** Signals a process that imported `sampler.ts` to collect garbage and report its heap size. */
async function sampleProcess(pid: number, directory: string) {
  const file = join(directory, `${pid}.json`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const deadline = performance.now() + SAMPLE_WITHIN_MS;
  let heap = { external: 0, heapUsed: 0 };
  await until(() => {
    if (performance.now() > deadline) throw new Error(`Nothing was written to ${file}`);
    try {
      // Safe cast: only sampler.ts writes this file.
      heap = JSON.parse(readFileSync(file, 'utf8')) as typeof heap;
      return true;
    } catch {
      // The file does not exist yet or is incomplete.
      return false;
    }
  });
  return {
    heapMb: (heap.heapUsed + heap.external) / 1e6,
    residentMb: residentMegabytes(pid),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** Prints a measured value and its slope (least squares), and marks the slope if it is too high. */
function printSlope(name: string, samples: readonly Sample[], allowed: number): void {
  const [counts, values] = ['messages', name].map((key) => samples.map((sample) => sample[key] ?? NaN));
  if (!counts || !values) return;
  const [meanX, meanY] = [mean(counts), mean(values)];
  const spread = counts.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  const common = counts.reduce((sum, x, at) => sum + (x - meanX) * ((values[at] ?? 0) - meanY), 0);
  const slope = spread === 0 ? 0 : (common / spread) * PER;
  const shownValue = (value = 0): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  const range = `${shownValue(values[0])} to ${shownValue(values.at(-1))}, maximum ${shownValue(Math.max(...values))}`;
  const limit = allowed === Infinity ? 'grows by design' : `allowed ${allowed}${slope > allowed ? '   MISSED' : ''}`;
  row(name, `${range.padEnd(40)} ${slope >= 0 ? '+' : ''}${slope.toFixed(2)} per 100,000 (${limit})`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
