import { setTimeout as sleep } from 'node:timers/promises';
import { sendOne } from '../backlog.ts';
import { judged, median, row, shown } from '../measure.ts';
import { withProgram, type Program } from '../program.ts';
import { numberOf } from '../stack.ts';
import { addContactsThatWait, addCopies, addWaiting, removeWaiting } from './rows.ts';

const SIZES = [60, 500, 20_000];
/** Number of contacts that wait in automations. */
const CONTACTS = 1_000_000;
const SECONDS = 20;
/**
 * Milliseconds to wait before measuring. An idle connection takes up to ten seconds to add its last commits to the
 * PostgreSQL statistics.
 */
const SETTLE_MS = 12_000;
const WARM_UP = 20;
const SAMPLES = 30;
const MAX_COMMITS_PER_SECOND = 15;
const MAX_CPU_PERCENT = 2;
const MAX_SLOWER = 1.5;
/** Number of messages for an unreachable relay, and number of accounts that send them. */
const [STRANDED, STRANDED_ACCOUNTS] = [1_000, 100];
const UNREACHABLE_MS = 60_000;

/** Measures the CPU usage of an idle server, and the time that it takes to deliver a message in that state. */
export async function benchIdle(accounts?: number): Promise<void> {
  console.log('\nIdle: one queued row per account for several accounts, nothing due, the whole program measured');
  await withProgram({}, async (program, sink) => {
    const { db } = program.installation;
    for (let sent = 0; sent < WARM_UP; sent += 1) await sendOne(program.baseUrl);
    const emptyMs = await measure(program, 'nothing waits');
    for (const kind of ['messages', 'events'] as const) {
      let waiting = 0;
      for (const size of accounts === undefined ? SIZES : [accounts]) {
        await addWaiting(db, kind, waiting + 1, size);
        waiting = size;
        await measure(program, `${kind} of ${shown(size)} accounts wait`, emptyMs);
      }
      await removeWaiting(db);
    }
    await addContactsThatWait(db, CONTACTS);
    await measure(program, `${shown(CONTACTS)} contacts wait in automations`, emptyMs);
    await removeWaiting(db);
    await sink.close();
    await addCopies(db, STRANDED, STRANDED_ACCOUNTS);
    await sleep(UNREACHABLE_MS);
    row(`relay unreachable, emails of ${STRANDED_ACCOUNTS} accounts queued`, await measureRest(program));
  });
}

/**
 * Prints the CPU usage and commits of the idle server, and the median delivery time of a message. Returns the median in
 * milliseconds.
 */
async function measure(program: Program, what: string, emptyMs?: number): Promise<number> {
  await sleep(SETTLE_MS);
  const rest = await measureRest(program);
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) times.push(await sendOne(program.baseUrl));
  const p50 = median(times);
  const ratio = emptyMs === undefined ? '' : ` (${judged(p50 / emptyMs, { most: MAX_SLOWER })} of that with none)`;
  row(what, `${rest}   email p50 ${shown(p50)} ms${ratio}`);
  return p50;
}

async function measureRest(program: Program): Promise<string> {
  const { db } = program.installation;
  const commits = () => numberOf(db, 'select xact_commit from pg_stat_database where datname = current_database()');
  const [commitsBefore, cpuBefore, startedAt] = [await commits(), program.cpuMicros(), performance.now()];
  await sleep(SECONDS * 1_000);
  const elapsedMs = performance.now() - startedAt;
  const rate = ((await commits()) - commitsBefore) / (elapsedMs / 1_000);
  const percent = (program.cpuMicros() - cpuBefore) / (elapsedMs * 10);
  const words = [
    judged(rate, { most: MAX_COMMITS_PER_SECOND }, rate.toFixed(1)),
    judged(percent, { most: MAX_CPU_PERCENT }, percent.toFixed(1)),
  ];
  return `${words[0]} commits/s, ${words[1]}% of a core`;
}
