import { row } from '../measure.ts';
import { openStack } from '../stack.ts';
import { requestsOfKeys } from './keys.ts';
import { offerLoad, type Load } from './load.ts';
import { pinToHalf, unpin } from './pinning.ts';
import { cpuSeconds, startApiProcess, type ApiProcess } from './program.ts';
import { describe, median } from './shown.ts';

const CALLERS = 256;
const WARM_UP_SECONDS = 2;
const PEAK_SECONDS = 3;
/** So many that a slow answer keeps no other request away: what is offered is what was meant. */
const CONNECTIONS = 2_500;
const OVERLOAD = 3;
const TURN_SECONDS = 12;
/** Who comes first changes, since the machine gives more at one time than at another. */
const TURNS = ['with', 'without', 'without', 'with', 'with', 'without'] as const;

type Kind = (typeof TURNS)[number];

/** One turn under three times the load. */
interface Turn {
  readonly kind: Kind;
  readonly load: Load;
}

/**
 * What the shortcut for refusals brings over admission alone: the same program with it and without it on one database, by
 * turns, `turnSeconds` each, under three times what it takes of callers who wait.
 */
export async function benchShortcut(turnSeconds = TURN_SECONDS): Promise<void> {
  const pinning = pinToHalf();
  const stack = await openStack({});
  const started: ApiProcess[] = [];
  try {
    const requests = await requestsOfKeys(stack.installation);
    const start = async (hasShortcut: boolean): Promise<ApiProcess> => {
      const api = await startApiProcess(stack.installation, { hasShortcut });
      started.push(api);
      return api;
    };
    const apis = { with: await start(true), without: await start(false) };
    await measure(apis, { requests, turnSeconds, cores: pinning?.callers });
  } finally {
    for (const api of started) await api.stop();
    await stack.close();
    if (pinning) unpin(pinning);
  }
}

interface Setting {
  readonly requests: readonly Buffer[];
  readonly turnSeconds: number;
  readonly cores: readonly number[] | undefined;
}

async function measure(
  apis: Readonly<Record<Kind, ApiProcess>>,
  { cores, requests, turnSeconds }: Setting,
): Promise<void> {
  console.log(`\nOverload with and without the refusal shortcut, ${turnSeconds} s each, alternating`);
  const peaks: number[] = [];
  for (const kind of ['with', 'without'] as const) {
    const task = { port: apis[kind].port, requests, perSecond: 0, concurrency: CALLERS };
    await offerLoad({ ...task, seconds: WARM_UP_SECONDS }, cores);
    const load = await offerLoad({ ...task, seconds: PEAK_SECONDS }, cores);
    row(`${kind}: ${CALLERS} callers that wait for responses`, describe(load));
    peaks.push(load.acceptedPerSecond);
  }
  const perSecond = Math.round(OVERLOAD * median(peaks));
  const turns: Turn[] = [];
  for (const kind of TURNS) {
    const { pid, port } = apis[kind];
    const before = cpuSeconds(pid);
    const load = await offerLoad(
      { port, requests, seconds: turnSeconds, perSecond, maxConnections: CONNECTIONS },
      cores,
    );
    const cpu = (cpuSeconds(pid) - before) / turnSeconds;
    row(`${kind}: ${perSecond}/s`, `${describe(load)}   API ${Math.round(cpu * 100)} % of a core`);
    turns.push({ kind, load });
  }
  for (const kind of ['with', 'without'] as const) row(`${kind}, median`, medians(turns, kind));
}

function medians(turns: readonly Turn[], kind: Kind): string {
  const loads = turns.filter((turn) => turn.kind === kind).map(({ load }) => load);
  const of = (value: (load: Load) => number): number => Math.round(median(loads.map(value)));
  return (
    `${of(({ offeredPerSecond }) => offeredPerSecond)}/s offered, ${of(({ acceptedPerSecond }) => acceptedPerSecond)}/s ` +
    `accepted, p50 ${of(({ p50Ms }) => p50Ms)} ms, p99 ${of(({ p99Ms }) => p99Ms)} ms`
  );
}
