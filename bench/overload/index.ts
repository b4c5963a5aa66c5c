import { availableParallelism } from 'node:os';
import { row, shown } from '../measure.ts';
import { openStack } from '../stack.ts';
import { ACCOUNTS, KEYS_AN_ACCOUNT, requestsOfKeys } from './keys.ts';
import { offerLoad, type Load } from './load.ts';
import { pinToHalf, unpin } from './pinning.ts';
import { openRefuser, type Refuser } from './refuser.ts';
import { describe, median } from './shown.ts';
import { cpuSeconds, residentMegabytes, startApiProcess, type ApiProcess } from './program.ts';

/** Callers of the ramp, up to half of the connections: what waits shares calls, so that more callers bring more. */
const RAMP = [32, 64, 128, 256, 512] as const;
/** Callers that each refuser is asked by. */
const REFUSED_CALLERS = 64;
const RAMP_SECONDS = 5;
const OVERLOAD_SECONDS = 60;
const ROUNDS = 3;
const OVERLOAD = 3;
const SAMPLE_EVERY_MS = 250;

const ALLOWED = new Set([202, 429, 503]);
/** With less, the callers' bounded pools kept the load away: a slow server is then its own protection. */
const LEAST_OFFERED = 2.5;
const LEAST_GOODPUT = 0.9;
const MOST_TIMES_P99 = 2;
const NORMAL_WITHIN_SECONDS = 10;
/** One second says little. */
const NORMAL_IN_A_ROW = 3;
/** What a heap breathes from round to round; a leak of a kilobyte a request would be hundreds. */
const FLAT_MEGABYTES = 64;

/** What callers feel when three times as many requests come as can be served, and how soon it is over. */
export async function benchOverload(overloadSeconds = OVERLOAD_SECONDS): Promise<void> {
  const pinning = pinToHalf();
  const stack = await openStack({});
  try {
    const requests = await requestsOfKeys(stack.installation);
    const api = await startApiProcess(stack.installation);
    try {
      await measure({ api, requests, overloadSeconds, cores: pinning?.callers });
    } finally {
      await api.stop();
    }
  } finally {
    await stack.close();
    if (pinning) unpin(pinning);
  }
}

interface Setting {
  readonly api: ApiProcess;
  readonly requests: readonly Buffer[];
  readonly overloadSeconds: number;
  /** Of the callers; undefined when they share those of the server. */
  readonly cores: readonly number[] | undefined;
}

async function measure(setting: Setting): Promise<void> {
  const { api, requests, overloadSeconds, cores } = setting;
  console.log(
    `\nOverload: single sends of ${ACCOUNTS * KEYS_AN_ACCOUNT} keys of ${ACCOUNTS} accounts with quota and rate to an API process; ` +
      `three times its capacity for ${overloadSeconds} s in each of ${ROUNDS} rounds`,
  );
  const callers = (concurrency: number, seconds: number): Promise<Load> =>
    offerLoad({ port: api.port, requests, seconds, perSecond: 0, concurrency }, cores);
  await callers(RAMP[0], 3);
  let most = 0;
  let peakCallers: number = RAMP[0];
  for (const concurrency of RAMP) {
    const load = await callers(concurrency, RAMP_SECONDS);
    row(`${concurrency} callers that wait for responses`, describe(load));
    if (load.acceptedPerSecond > most) [most, peakCallers] = [load.acceptedPerSecond, concurrency];
  }
  const rounds: Round[] = [];
  for (let number = 1; number <= ROUNDS; number += 1) rounds.push(await measureRound(setting, peakCallers, number));
  judge(rounds);
  await explain(setting, median(rounds.map(({ peak }) => peak)));
}

/** One time each, one after the other, since the machine gives more at one time than at another. */
async function measureRound(setting: Setting, peakCallers: number, number: number): Promise<Round> {
  const { api, requests, overloadSeconds, cores } = setting;
  const { port, pid } = api;
  const quietSeconds = Math.max(5, Math.round(overloadSeconds / 3));
  const best = await offerLoad(
    { port, requests, seconds: RAMP_SECONDS, perSecond: 0, concurrency: peakCallers },
    cores,
  );
  const peak = best.acceptedPerSecond;
  row(`round ${number}: ${peakCallers} callers that wait for responses`, describe(best));
  const offer = (part: number, length: number): Promise<Load> =>
    offerLoad({ port, requests, seconds: length, perSecond: Math.round(peak * part) }, cores);
  const normal = await offer(0.8, quietSeconds);
  row('80 % of that, sent without waiting', describe(normal));
  const watch = watchMemory(pid);
  const cpuBefore = cpuSeconds(pid);
  const over = await offer(OVERLOAD, overloadSeconds);
  const cpu = cpuSeconds(pid) - cpuBefore;
  const megabytes = watch.stop();
  row('three times as much', describe(over));
  row('p99 in ms per second', over.seconds.map(({ p99Ms }) => Math.round(p99Ms)).join(' '));
  row(
    'CPU during overload, of one core',
    `API ${part(cpu, overloadSeconds)}, callers ${part(over.cpuSeconds, overloadSeconds)}`,
  );
  const after = await offer(0.5, NORMAL_WITHIN_SECONDS + NORMAL_IN_A_ROW);
  row('50 %, immediately after', describe(after));
  return { peak, normal, over, after, megabytes };
}

const REFUSERS: Readonly<Record<Refuser, string>> = {
  tcp: 'a socket that answers a constant, no HTTP',
  http: 'Node’s HTTP server, a constant 503',
  listener: 'our listener without a place',
  'plain listener': 'the same without the shortcut',
};

/** What a refusal costs, and the goodput that is left when a mail costs what it costs at the peak. */
async function explain({ requests, cores }: Setting, peak: number): Promise<void> {
  // TypeScript knows the keys of an object only as strings; these are all there are.
  for (const kind of Object.keys(REFUSERS) as Refuser[]) {
    const refuser = await openRefuser(kind);
    const { port, pid } = refuser;
    try {
      await offerLoad({ port, requests, seconds: 1, perSecond: 0, concurrency: REFUSED_CALLERS }, cores);
      const before = cpuSeconds(pid);
      const load = await offerLoad({ port, requests, seconds: 3, perSecond: 0, concurrency: REFUSED_CALLERS }, cores);
      const micros = ((cpuSeconds(pid) - before) * 1e6) / (load.offeredPerSecond * 3);
      // Of the server's time, what a refusal takes of that of a mail at the peak.
      const part = (micros * peak) / 1e6 / (cores?.length ?? availableParallelism());
      const left = Math.max(0, (1 - OVERLOAD * part) / (1 - part));
      row(REFUSERS[kind], `${micros.toFixed(1)} µs of CPU per refusal, leaves a goodput of ${left.toFixed(2)}`);
    } finally {
      await refuser.stop();
    }
  }
}

/** What was measured in one round. */
interface Round {
  /** Accepted a second. */
  readonly peak: number;
  readonly normal: Load;
  readonly over: Load;
  readonly after: Load;
  /** Resident at most during the overload. */
  readonly megabytes: number;
}

function judge(rounds: readonly Round[]): void {
  const strange = rounds
    .flatMap(({ over }) => Object.keys(over.statuses))
    .filter((status) => !ALLOWED.has(Number(status)));
  verdict('statuses beside 202, 429 and 503', strange.length === 0 ? 'none' : strange.join(', '), strange.length === 0);
  const offered = rounds.map(({ over, peak }) => over.offeredPerSecond / peak);
  const isOverload = Math.min(...offered) >= LEAST_OFFERED;
  verdict('offered : peak', `${figures(offered)} (>= ${LEAST_OFFERED}, or it was no overload)`, isOverload);
  const goodput = rounds.map(({ over, peak }) => over.acceptedPerSecond / peak);
  verdict('goodput : peak', `${figures(goodput)} (>= ${LEAST_GOODPUT})`, median(goodput) >= LEAST_GOODPUT);
  const times = rounds.map(({ over, normal }) => over.p99Ms / normal.p99Ms);
  verdict('p99 of accepted : p99 at 80 %', `${figures(times)} (<= ${MOST_TIMES_P99})`, median(times) <= MOST_TIMES_P99);
  const memory = rounds.map(({ megabytes }) => megabytes);
  const grown = (memory.at(-1) ?? Number.NaN) - (memory[0] ?? Number.NaN);
  verdict('resident memory at most, round by round', `${memory.map(shown).join(', ')} MB`, grown <= FLAT_MEGABYTES);
  const seconds = rounds.map(({ after, normal }) => secondsUntilNormal(after, normal.p99Ms * MOST_TIMES_P99));
  const isSoon = Math.max(...seconds) <= NORMAL_WITHIN_SECONDS;
  verdict('seconds until normal', `${seconds.join(', ')} (<= ${NORMAL_WITHIN_SECONDS})`, isSoon);
}

/** The median, and all of them. */
function figures(values: readonly number[]): string {
  return `${median(values).toFixed(2)} of ${values.map((value) => value.toFixed(2)).join(', ')}`;
}

function verdict(name: string, value: string, holds: boolean): void {
  row(name, `${value}${holds ? '' : '   MISSED'}`);
}

/** The seconds that passed before three in a row in which everything was accepted, in time. */
function secondsUntilNormal({ seconds }: Load, mostP99Ms: number): number {
  const isNormal = seconds.map(
    ({ p99Ms, statuses }) => p99Ms <= mostP99Ms && Object.keys(statuses).every((status) => status === '202'),
  );
  const first = isNormal.findIndex(
    (_is, at) => isNormal.slice(at, at + NORMAL_IN_A_ROW).filter(Boolean).length === NORMAL_IN_A_ROW,
  );
  return first === -1 ? Infinity : first;
}

/** Samples the resident memory of a process; stopping tells the most that was seen, in MB. */
function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, SAMPLE_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function part(cpu: number, seconds: number): string {
  return `${Math.round((cpu / seconds) * 100)} %`;
}
