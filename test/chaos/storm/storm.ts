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

/** The receiver puts mail off in this much of each season, and takes it in the rest. */
const SEASON_MS = 120_000;
const FAULTY_MS = 45_000;
const WARM_UP_MS = 500;

/** What a storm is made of. */
export interface StormOptions {
  readonly mainFile: string;
  /** Where the data directory is made. */
  readonly directory: string;
  readonly seconds: number;
  readonly seed: number;
  readonly weights: KillWeights;
  readonly everyMs: number;
  readonly accounts: number;
  readonly ratePerSecond: number;
  readonly hasFaults: boolean;
  /** Whether the database refuses the timeline of each second account while the storm lasts. */
  readonly hasFailingListener?: boolean;
  /** How long after the storm mail that was put off is tried again, as by an operator who waits no longer; else it waits. */
  readonly flushAfterMs?: number;
  /** Whether the data stays for a look when an invariant was broken. */
  readonly keepsBroken: boolean;
  /** Further settings of the installation. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What a storm came to. */
export interface StormResult extends Evidence {
  readonly options: StormOptions;
  readonly breaches: readonly Breach[];
  readonly stormMs: number;
  /** How often a main process ended by itself, because its database was killed while it started. */
  readonly unbidden: number;
  /** Whether the installation ended when it was told to, without leaving a process behind. */
  readonly isOrderlyEnd: boolean;
  /** What the database knew of mail that was late. */
  readonly waiting: readonly string[];
  /** Where the data is kept for a look, when something was broken. */
  readonly keptDirectory: string | undefined;
}

/** Everything that a storm has running. */
interface Stage {
  readonly history: History;
  readonly receiver: Receiver;
  readonly hooks: HookReceiver;
  readonly subject: Subject;
  readonly tenants: readonly Tenant[];
}

/**
 * Starts an installation, sends through it while its processes are killed, and judges what came of it. Ends all that it
 * started in every case, and removes the data unless an invariant was broken. Rejects with the reason of an abort.
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
    // Nobody wants to look into a storm that was broken off.
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

/** As `postrider queue flush`. */
function flushSubject({ environment }: Subject): Promise<void> {
  return withDatabaseOf(environment, async (db) => void (await flushQueue(db, {})));
}

/** Lets the receiver misbehave in the first part of each season, so that what it puts off can arrive in the rest. */
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
    // Some recipients bounce in every storm, and that must not pause their account.
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
