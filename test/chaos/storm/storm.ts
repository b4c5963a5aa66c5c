import { flushQueue } from '../../../src/features/sending/delivery/index.ts';
import { createClient } from './client.ts';
import { breakListener, mendListener, withDatabaseOf } from './failing-listener.ts';
import { drain } from './drain.ts';
import { startHookReceiver, type HookReceiver } from './hooks.ts';
import { emptyHistory, type Breach, type History, type Tenant } from './history.ts';
import { judge, type Evidence } from './judge.ts';
import { runLoad } from './load.ts';
import { endMailings, runMailings } from './mailings.ts';
import { startNameServer, type NameServer } from './name-server.ts';
import { runNemesis, type KillWeights } from './nemesis.ts';
import { randomFrom } from './random.ts';
import { RECEIVING_DOMAINS, startReceiver, type Receiver } from './receiver.ts';
import { prepareSubject, type Subject } from './subject.ts';
import { makeTenants } from './tenants.ts';
import { waitingRows } from './waiting-rows.ts';

/**
 * Length of a period in milliseconds. In the first part of each period, the receivers simulate faults, and in the rest
 * they do not.
 */
const SEASON_MS = 120_000;
const FAULTY_MS = 45_000;
const WARM_UP_MS = 500;

export interface StormOptions {
  readonly mainFile: string;
  /** Directory that contains the data directory. */
  readonly directory: string;
  readonly seconds: number;
  readonly seed: number;
  readonly weights: KillWeights;
  readonly everyMs: number;
  readonly accounts: number;
  readonly ratePerSecond: number;
  readonly hasFaults: boolean;
  /** Whether the database rejects the timeline rows of every second account during the storm. */
  readonly hasFailingListener?: boolean;
  /**
   * Number of milliseconds after the end of the storm at which the queue is flushed, so that deferred messages are
   * retried immediately. By default, deferred messages wait for their retry delay.
   */
  readonly flushAfterMs?: number;
  /** Whether to keep the data for inspection if an invariant was violated or the storm failed with an error. */
  readonly keepsBroken: boolean;
  /** Additional environment variables of the installation. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface StormResult extends Evidence {
  readonly options: StormOptions;
  readonly breaches: readonly Breach[];
  readonly stormMs: number;
  /** Number of times that the main process exited because its database was killed while the process was starting. */
  readonly unbidden: number;
  /** Whether the installation stopped gracefully and left no process behind. */
  readonly isOrderlyEnd: boolean;
  /** Database rows that explain why messages are late. */
  readonly waiting: readonly string[];
  /** Directory in which the data is kept for inspection. Undefined if the data was removed. */
  readonly keptDirectory: string | undefined;
}

/** The parts of a running storm. */
interface Stage {
  readonly history: History;
  readonly receiver: Receiver;
  readonly hooks: HookReceiver;
  readonly subject: Subject;
  readonly tenants: readonly Tenant[];
}

/**
 * Starts an installation, sends messages while its processes are killed, and evaluates the results. Always stops all
 * started processes, and removes the data unless `keepsBroken` is set and an invariant was violated or the storm
 * failed. Rejects with the reason if it is aborted.
 */
export async function runStorm(
  options: StormOptions,
  { say, signal }: { readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<StormResult> {
  const history = emptyHistory();
  const records = new Map<string, string>();
  const names = await startNameServer();
  const receiver = await startReceiver({ history, records, random: randomFrom(options.seed, 'receiver') });
  const hooks = await startHookReceiver(history, randomFrom(options.seed, 'hooks'));
  const subject = await prepareSubject({
    mainFile: options.mainFile,
    directory: options.directory,
    environment: { ...environmentFor(names, receiver), ...options.environment },
  });
  let keptDirectory: string | undefined;
  try {
    publishReceivers(names);
    await subject.start();
    signal.throwIfAborted();
    const tenants = await makeTenants({
      ...options,
      environment: subject.environment,
      names,
      records,
      receiverPort: receiver.port,
    });
    say(`Installation in ${subject.dataDir}, ${tenants.length} accounts; the storm takes ${options.seconds} s.`);
    const evidence = await runStage({ history, hooks, receiver, subject, tenants }, options, { say, signal });
    const breaches = judge(evidence);
    const isLate = breaches.some(({ invariant }) => invariant === 'I10');
    const waiting = isLate ? await waitingRows(subject.environment) : [];
    const isOrderlyEnd = await subject.stop();
    if (breaches.length > 0 && options.keepsBroken) keptDirectory = subject.dataDir;
    return { ...evidence, options, breaches, unbidden: subject.unbidden, isOrderlyEnd, waiting, keptDirectory };
  } catch (error) {
    // The data is not kept if the storm was aborted.
    if (signal.aborted) throw error;
    if (options.keepsBroken) keptDirectory = subject.dataDir;
    throw withPlace(error, subject);
  } finally {
    await subject.stop();
    await Promise.all([receiver.close(), hooks.close()]);
    await names.close();
    if (keptDirectory === undefined) subject.remove();
  }
}

async function runStage(
  { history, hooks, receiver, subject, tenants }: Stage,
  options: StormOptions,
  { say, signal }: { readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<Evidence & { readonly stormMs: number }> {
  const client = createClient(subject.baseUrl, history);
  const random = randomFrom(options.seed, 'nemesis');
  const hasWebhooks = await hooks.subscribe(client, tenants);
  const beganAtMs = performance.now();
  const untilMs = beganAtMs + WARM_UP_MS + options.seconds * 1_000;
  const seasons = options.hasFaults ? runSeasons([receiver, hooks], beganAtMs) : undefined;
  if (options.hasFailingListener) await breakListener(subject);
  const load = runLoad({ ...options, client, history, tenants, signal }, untilMs);
  const mailings = { subject, tenants, history, random: randomFrom(options.seed, 'mailings'), signal };
  try {
    await Promise.all([
      load,
      runMailings(mailings, untilMs),
      runNemesis({ ...options, subject, history, random, signal }, untilMs),
    ]);
  } finally {
    clearInterval(seasons);
    receiver.isFaulty = false;
    hooks.isFaulty = false;
  }
  const stormMs = performance.now() - beganAtMs;
  await subject.untilReady();
  if (options.hasFailingListener)
    say(`A listener failed over ${await mendListener(subject)} outcomes, which were kept.`);
  say(`${history.kills.length} kills in ${Math.round(stormMs / 1_000)} s; now everything has to come to its end.`);
  const quotaTenant = tenants.find(({ hasQuota }) => hasQuota);
  if (!quotaTenant) throw new Error('No account has a quota');
  const { flushAfterMs } = options;
  const flush = flushAfterMs === undefined ? undefined : { afterMs: flushAfterMs, run: () => flushSubject(subject) };
  await endMailings(mailings);
  const final = await drain({ client, flush, history, quotaTenant, hasWebhooks, signal });
  return { history, final, hasWebhooks, stormMs };
}

/** Does the same as `postrider queue flush`. */
function flushSubject({ environment }: Subject): Promise<void> {
  return withDatabaseOf(environment, async (db) => void (await flushQueue(db, {})));
}

/**
 * Makes the receivers simulate faults only in the first part of each period, so that deferred messages can be delivered
 * in the rest. Returns the timer.
 */
function runSeasons(receivers: readonly { isFaulty: boolean }[], beganAtMs: number): NodeJS.Timeout {
  const turn = (): void => {
    for (const receiver of receivers) receiver.isFaulty = (performance.now() - beganAtMs) % SEASON_MS < FAULTY_MS;
  };
  turn();
  return setInterval(turn, 100);
}

function environmentFor(names: NameServer, receiver: Receiver): Record<string, string> {
  return {
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: names.address,
    POSTRIDER_SMTP_PORT: String(receiver.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_WARM_UP: 'off',
    POSTRIDER_WORKERS: '2',
    // Every storm has bounces, which must not pause the account.
    POSTRIDER_PAUSE_BOUNCE_PERCENT: '100',
  };
}

function publishReceivers(names: NameServer): void {
  for (const { address, name } of RECEIVING_DOMAINS) {
    names.put(name, 'MX', `mx.${name}`);
    names.put(`mx.${name}`, 'A', address);
  }
}

function withPlace(error: unknown, subject: Subject): Error {
  const words = error instanceof Error ? error.message : String(error);
  return new Error(`${words}\nData: ${subject.dataDir}. The program said:\n${subject.output()}`, { cause: error });
}
