import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/base/db.ts';
import { sendOne } from '../backlog.ts';
import { joinRunning, startPostrider } from '../delivery/postrider.ts';
import { startSink } from '../delivery/sink.ts';
import { row, shown } from '../measure.ts';
import { addContactsThatWait, addCopies, addWaiting, commits, removeWaiting, type Kind } from './rows.ts';

const SIZES = [60, 500, 20_000];
/** Contacts that wait in automations. */
const CONTACTS = 1_000_000;
const SECONDS = 20;
/** Until every connection has told its commits of before; see `commits`. */
const SETTLE_MS = 12_000;
const WARM_UP = 20;
const SAMPLES = 30;
const MAX_COMMITS_A_SECOND = 15;
const MAX_CPU_PERCENT = 2;
const MAX_SLOWER = 1.5;
/** Mails of each age, by turns. */
const COPIES = 5_000;
const ROUNDS = 3;
const OLD_DAYS = 5;
const LEAST_AGE_RATIO = 0.8;
/** Mails for a relay that is gone, and whose. */
const [STRANDED, STRANDED_ACCOUNTS] = [1_000, 100];
const GONE_FOR_MS = 60_000;

type System = Awaited<ReturnType<typeof startPostrider>>;

/** What the program costs while nothing is due, whatever waits; and whether old mail leaves as fast as that of today. */
export async function benchIdle(accounts?: number): Promise<void> {
  console.log('\nIdle: one queued row per account for several accounts, nothing due, the whole program measured');
  const sink = await startSink();
  const system = await startPostrider(sink.port, {});
  const installation = await joinRunning(system.dataDir);
  const { db } = installation;
  try {
    for (let sent = 0; sent < WARM_UP; sent += 1) await sendOne(system.baseUrl);
    const nothing = await measure(db, system, 'nothing waits', undefined);
    for (const kind of ['mails', 'events'] as const) {
      await measureSizes(db, system, kind, { sizes: accounts === undefined ? SIZES : [accounts], nothing });
      await removeWaiting(db);
    }
    await addContactsThatWait(db, CONTACTS);
    await measure(db, system, `${shown(CONTACTS)} contacts wait in automations`, nothing);
    await removeWaiting(db);
    await compareAges(db);
    await sink.close();
    await strand(db, system);
  } finally {
    await installation.close();
    await system.stop();
    await sink.close();
  }
}

async function measureSizes(
  db: Database,
  system: System,
  kind: Kind,
  { nothing, sizes }: { readonly nothing: number; readonly sizes: readonly number[] },
): Promise<void> {
  let waiting = 0;
  for (const size of sizes) {
    await addWaiting(db, kind, waiting + 1, size);
    waiting = size;
    await measure(db, system, `${kind} of ${shown(size)} accounts wait`, nothing);
  }
}

/** What the program does in some seconds of rest, and how long a mail takes then: the median in milliseconds. */
async function measure(db: Database, system: System, what: string, nothingMs: number | undefined): Promise<number> {
  await sleep(SETTLE_MS);
  const rest = await measureRest(db, system);
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) times.push(await sendOne(system.baseUrl));
  const p50 = times.toSorted((a, b) => a - b)[SAMPLES / 2] ?? Number.NaN;
  const ratio = nothingMs === undefined ? '' : ` (${(p50 / nothingMs).toFixed(2)} of that with none)`;
  const isSlow = nothingMs !== undefined && p50 > nothingMs * MAX_SLOWER;
  row(what, `${restInWords(rest)}   email p50 ${shown(p50)} ms${ratio}${isSlow ? '   MISSED' : ''}`);
  return p50;
}

interface Rest {
  readonly commitsPerSecond: number;
  readonly cpuPercent: number;
}

async function measureRest(db: Database, system: System): Promise<Rest> {
  const [commitsBefore, cpuBefore, startedAt] = [await commits(db), system.cpuMicros(), performance.now()];
  await sleep(SECONDS * 1_000);
  const elapsedMs = performance.now() - startedAt;
  return {
    commitsPerSecond: ((await commits(db)) - commitsBefore) / (elapsedMs / 1_000),
    cpuPercent: (system.cpuMicros() - cpuBefore) / (elapsedMs * 10),
  };
}

function restInWords({ commitsPerSecond, cpuPercent }: Rest): string {
  const isMissed = commitsPerSecond > MAX_COMMITS_A_SECOND || cpuPercent > MAX_CPU_PERCENT;
  return `${commitsPerSecond.toFixed(1)} commits/s, ${cpuPercent.toFixed(1)} % of a core${isMissed ? '   MISSED' : ''}`;
}

/** How fast mail leaves that has just come due, of today and of some days ago, and how long it waits until it is seen. */
async function compareAges(db: Database): Promise<void> {
  const [young, old] = [[] as Leaving[], [] as Leaving[]];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [ofToday, ofBefore] = [await leave(db, 0), await leave(db, OLD_DAYS)];
    if (round === 0) continue;
    young.push(ofToday);
    old.push(ofBefore);
  }
  const said = [young, old].map((all) => {
    const [rate, seenMs] = [medianOf(all.map((each) => each.rate)), medianOf(all.map((each) => each.seenMs))];
    return { rate, words: `${shown(rate)}/s, the first after ${shown(seenMs)} ms` };
  });
  const ratio = (said[1]?.rate ?? Number.NaN) / (said[0]?.rate ?? Number.NaN);
  row(
    `${shown(COPIES)} emails that become due`,
    `today's ${said[0]?.words}; ${OLD_DAYS} days old ${said[1]?.words}: ratio ${ratio.toFixed(2)}${ratio < LEAST_AGE_RATIO ? '   MISSED' : ''}`,
  );
}

interface Leaving {
  /** Mails a second from the first outcomes to the last. */
  readonly rate: number;
  /** From the commit that made them due to the first outcomes: older days are looked at once a second. */
  readonly seenMs: number;
}

async function leave(db: Database, daysAgo: number): Promise<Leaving> {
  await addCopies(db, COPIES, { accounts: 0, daysAgo });
  const dueAt = performance.now();
  const text = `select count(*)::integer as waiting from delivery
    where next_at is not null and message_id >= uuid_at(current_date - 6)`;
  let first: { readonly at: number; readonly waiting: number } | undefined;
  for (;;) {
    const [found] = await db.query<{ waiting: number }>({ name: 'bench_waits', text }, []);
    const [at, waiting] = [performance.now(), found?.waiting ?? 0];
    if (first === undefined && waiting < COPIES) first = { at, waiting };
    if (first !== undefined && waiting === 0) {
      return { rate: first.waiting / ((at - first.at) / 1_000), seenMs: first.at - dueAt };
    }
    await sleep(20);
  }
}

/** Mail of many accounts that goes back and comes again, because nobody answers at the relay. */
async function strand(db: Database, system: System): Promise<void> {
  await addCopies(db, STRANDED, { accounts: STRANDED_ACCOUNTS, daysAgo: 0 });
  await sleep(GONE_FOR_MS);
  const rest = await measureRest(db, system);
  row(`relay unreachable, emails of ${STRANDED_ACCOUNTS} accounts queued`, restInWords(rest));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
