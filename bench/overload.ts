import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { offerLoad, requestsOfAccounts, type Load } from './load/index.ts';
import type { LoadTask } from './load/process.ts';
import { median, row, shown, watchPeak } from './measure.ts';
import { cpuMicrosOf, residentMegabytes } from './processes.ts';
import { spawnProgram } from './program.ts';
import { closing, withStack } from './stack.ts';

const ACCOUNTS = 64;
const KEYS_PER_ACCOUNT = 4;
/**
 * Numbers of callers in the steps of the ramp, up to half of the connections. Waiting messages share a commit, so more
 * callers reach a higher throughput.
 */
const RAMP = [32, 64, 128, 256, 512] as const;
const RAMP_SECONDS = 5;
const OVERLOAD_SECONDS = 60;
const ROUNDS = 3;
const OVERLOAD = 3;

const ALLOWED = new Set(['202', '429', '503']);
/**
 * Minimum ratio of the sent load to the peak rate. With a lower ratio, the benchmark fails, because the callers'
 * limited connection pools kept the load too low to overload the server.
 */
const MIN_OFFERED = 2.5;
const MIN_GOODPUT = 0.9;
const MAX_TIMES_P99 = 2;
const NORMAL_WITHIN_SECONDS = 10;
const NORMAL_IN_A_ROW = 3;
/**
 * Maximum growth of the resident memory from the first to the last round. A leak of one kilobyte per request would add
 * hundreds of megabytes.
 */
const FLAT_MEGABYTES = 64;
const MAX_SHOWN_DELAY_MS = 100;

interface Setting {
  readonly pid: number;
  readonly overloadSeconds: number;
  readonly offer: (load: Partial<LoadTask>) => Promise<Load>;
}

type Round = Awaited<ReturnType<typeof measureRound>>;

/**
 * Sends three times the load that the server can accept. Measures the responses and the time until the server has
 * recovered.
 */
export async function benchOverload(overloadSeconds = OVERLOAD_SECONDS): Promise<void> {
  await pinnedToHalf((cores) =>
    withStack({}, async ({ installation }) => {
      const accounts = { accounts: ACCOUNTS, keys: KEYS_PER_ACCOUNT, plan: 'paid' } as const;
      const requests = await requestsOfAccounts(installation, accounts);
      const environment = { DATABASE_URL: installation.databaseUrl, POSTRIDER_DATA: installation.dataDir };
      await closing(spawnProgram('api', environment), async (api) => {
        const offer = (load: Partial<LoadTask>): Promise<Load> =>
          offerLoad({ port: api.port, requests, seconds: RAMP_SECONDS, perSecond: 0, ...load }, cores);
        await measure({ pid: api.pid, overloadSeconds, offer });
      });
    }),
  );
}

async function measure(setting: Setting): Promise<void> {
  const { offer, overloadSeconds } = setting;
  console.log(
    `\nOverload: single sends of ${ACCOUNTS * KEYS_PER_ACCOUNT} keys of ${ACCOUNTS} accounts with quota and rate to an API process; ` +
      `three times its capacity for ${overloadSeconds} s in each of ${ROUNDS} rounds`,
  );
  await offer({ concurrency: RAMP[0], seconds: 3 });
  let best: { readonly accepted: number; readonly callers: number } = { accepted: 0, callers: RAMP[0] };
  for (const callers of RAMP) {
    const load = await offer({ concurrency: callers });
    row(`${callers} callers that wait for responses`, describe(load));
    if (load.acceptedPerSecond > best.accepted) best = { accepted: load.acceptedPerSecond, callers };
  }
  const rounds: Round[] = [];
  for (let number = 1; number <= ROUNDS; number += 1) rounds.push(await measureRound(setting, best.callers, number));
  judge(rounds);
}

/** Determines the peak rate again in each round, because the speed of a machine varies. */
async function measureRound({ offer, pid, overloadSeconds }: Setting, callers: number, number: number) {
  const best = await offer({ concurrency: callers });
  const peak = best.acceptedPerSecond;
  row(`round ${number}: ${callers} callers that wait for responses`, describe(best));
  const offerPart = (part: number, seconds: number): Promise<Load> =>
    offer({ seconds, perSecond: Math.round(peak * part) });
  const normal = await offerPart(0.8, Math.max(5, Math.round(overloadSeconds / 3)));
  row('80% of that, sent without waiting', describe(normal));
  const memory = watchPeak(() => residentMegabytes(pid));
  const cpuBefore = cpuMicrosOf([pid]);
  const over = await offerPart(OVERLOAD, overloadSeconds);
  const cpuSeconds = (cpuMicrosOf([pid]) - cpuBefore) / 1e6;
  const megabytes = memory.stop();
  const percent = (seconds: number): string => `${Math.round((seconds / overloadSeconds) * 100)}%`;
  row('three times as much', describe(over));
  row('p99 in ms per second', over.seconds.map(({ p99Ms }) => Math.round(p99Ms)).join(' '));
  row('CPU during overload, of one core', `API ${percent(cpuSeconds)}, callers ${percent(over.cpuSeconds)}`);
  const after = await offerPart(0.5, NORMAL_WITHIN_SECONDS + NORMAL_IN_A_ROW);
  row('50%, immediately after', describe(after));
  return { peak, normal, over, after, megabytes };
}

function judge(rounds: readonly Round[]): void {
  const statuses = rounds.flatMap(({ over }) => Object.keys(over.statuses)).filter((status) => !ALLOWED.has(status));
  verdict('statuses except 202, 429 and 503', statuses.join(', ') || 'none', statuses.length === 0);
  const offered = rounds.map(({ over, peak }) => over.offeredPerSecond / peak);
  const isOverload = Math.min(...offered) >= MIN_OFFERED;
  verdict('offered : peak', `${figures(offered)} (>= ${MIN_OFFERED}, or it was no overload)`, isOverload);
  const goodput = rounds.map(({ over, peak }) => over.acceptedPerSecond / peak);
  verdict('goodput : peak', `${figures(goodput)} (>= ${MIN_GOODPUT})`, median(goodput) >= MIN_GOODPUT);
  const times = rounds.map(({ over, normal }) => over.p99Ms / normal.p99Ms);
  verdict('p99 of accepted : p99 at 80%', `${figures(times)} (<= ${MAX_TIMES_P99})`, median(times) <= MAX_TIMES_P99);
  const memory = rounds.map(({ megabytes }) => megabytes);
  const growth = (memory.at(-1) ?? NaN) - (memory[0] ?? NaN);
  verdict('maximum resident memory, by round', `${memory.map(shown).join(', ')} MB`, growth <= FLAT_MEGABYTES);
  const seconds = rounds.map(({ after, normal }) => secondsUntilNormal(after, normal.p99Ms * MAX_TIMES_P99));
  const isSoon = Math.max(...seconds) <= NORMAL_WITHIN_SECONDS;
  verdict('seconds until normal', `${seconds.join(', ')} (<= ${NORMAL_WITHIN_SECONDS})`, isSoon);
}

/** Returns a string with the median and all values. */
function figures(values: readonly number[]): string {
  return `${median(values).toFixed(2)} of ${values.map((value) => value.toFixed(2)).join(', ')}`;
}

function verdict(name: string, value: string, isMet: boolean): void {
  row(name, `${value}${isMet ? '' : '   MISSED'}`);
}

/**
 * Returns the number of seconds until the first three consecutive seconds in which all requests were accepted in time.
 */
function secondsUntilNormal({ seconds }: Load, maxP99Ms: number): number {
  const isNormal = seconds.map(
    ({ p99Ms, statuses }) => p99Ms <= maxP99Ms && Object.keys(statuses).every((status) => status === '202'),
  );
  const first = isNormal.findIndex(
    (_is, at) => isNormal.slice(at, at + NORMAL_IN_A_ROW).filter(Boolean).length === NORMAL_IN_A_ROW,
  );
  return first === -1 ? Infinity : first;
}

function describe(load: Load): string {
  const statuses = Object.entries(load.statuses).map(([status, count]) => `${status}: ${shown(count)}`);
  const late = load.latestMs > MAX_SHOWN_DELAY_MS ? `   callers late by up to ${shown(load.latestMs)} ms` : '';
  return (
    `${shown(load.offeredPerSecond)}/s offered, ${shown(load.acceptedPerSecond)}/s accepted   ` +
    `p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms   ${statuses.join(' ')}${late}`
  );
}

/**
 * Pins this process and its children to the first half of its cores while the work runs. The other half is for the
 * callers, so that the callers do not slow down the server. Requires Linux, util-linux, and two cores. Prints a message
 * if these are not available.
 */
async function pinnedToHalf(work: (callers: readonly (number | undefined)[]) => Promise<void>): Promise<void> {
  const cores = Array.from({ length: availableParallelism() }, (_none, core) => core);
  const [server, callers] = [cores.slice(0, Math.ceil(cores.length / 2)), cores.slice(Math.ceil(cores.length / 2))];
  if (callers.length === 0 || !pin(server)) {
    console.log('\nNOT PINNED: needs taskset (util-linux) and two cores. Callers and server compete for the cores.');
    return work([undefined, undefined]);
  }
  console.log(`\nPinned: API and PostgreSQL to core ${server.join(', ')}, callers to ${callers.join(', ')}`);
  await work(callers).finally(() => pin(cores));
}

function pin(cores: readonly number[]): boolean {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', cores.join(','), String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    // Continue without pinning, because taskset is not installed or this process may not run on these cores.
    return false;
  }
}
