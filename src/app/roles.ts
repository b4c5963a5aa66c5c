import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig, type Config } from '../base/config.ts';
import { requireMigrated } from '../base/migrate.ts';
import { ensurePartitions } from '../base/partitions.ts';
import { noteNoWorkers } from '../features/sending/delivery/index.ts';
import { startInbox } from '../features/transactional/inbox/index.ts';
import { startApi, type Api } from './api.ts';
import { startWhenLive } from './backup/hold.ts';
import { hasCitus } from './citus/distribute.ts';
import { bringUpToDate } from './citus/up-to-date.ts';
import { ensureOwner, type Owner } from './first-start.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startInbound } from './inbound.ts';
import {
  announceRunning,
  openInstallation,
  requireOwnSecret,
  warnOfLoopbackWebhooks,
  type Environment,
  type Installation,
} from './installation.ts';
import { explainListenFailure } from './listening.ts';
import { startMonitoring, type Monitoring } from './monitor/monitoring.ts';
import { patiently } from './patience.ts';
import { firstSignal, runUntilStopped } from './stop-signals.ts';
import { isForPrograms, printApiWelcome, printMailArrived, printWelcome } from './welcome.ts';
import { startWorkers, type Surroundings } from './workers.ts';

/** Parameters that every role receives. */
export interface Start {
  readonly environment: Environment;
  /** Postrider's entry file, which delivery processes execute. */
  readonly mainFile: string;
  readonly cloneRoot: string | undefined;
}

/**
 * Milliseconds after a stop signal within which a startup in progress must finish. After that, everything that has
 * already started is closed.
 */
const START_ENDS_WITHIN_MS = 5_000;

type Part = { close(): Promise<void> };

/** Runs all roles until the process is stopped, with one main process and forked delivery processes. */
export function runAll(start: Start): Promise<void> {
  const open = (): Promise<Installation> =>
    openInstallation(loadConfig(start.environment), start.environment, 'all', start.cloneRoot);
  return runRole(open, async (installation, parts) => {
    const owner = await setUp(installation);
    const monitoring = await startMonitoring(installation, 'all', parts);
    const inbox = await startInboxWhenUsed(installation, parts);
    const api = await startApi(installation, undefined, monitoring);
    parts.unshift(api);
    if (installation.config.inboundPort !== undefined) {
      parts.unshift(await startWatchedInbound(installation, monitoring));
    }
    const surroundings = { inboxPort: inbox?.port, baseUrl: api.baseUrl };
    parts.unshift(
      await startWhenLive(installation, [
        () => startDeliveryProcesses(installation, start, surroundings, monitoring),
        () => startHousekeeping(installation, api.baseUrl),
      ]),
    );
    announce(installation, parts, api);
    printWelcome({ installation, owner, api, inboxPort: inbox?.port });
  });
}

/** Runs the HTTP role and the background jobs on a migrated database until the process is stopped. */
export function runApi(start: Start): Promise<void> {
  return runRole(
    () => openMigrated(start, 'api'),
    async (installation, parts) => {
      const owner: Owner = await ensureOwner(installation);
      const api = await startApi(installation, undefined, await startMonitoring(installation, 'api', parts));
      parts.unshift(api, await startWhenLive(installation, [() => startHousekeeping(installation, api.baseUrl)]));
      printApiWelcome({ installation, owner, api });
    },
  );
}

/**
 * Runs delivery processes and the background jobs on a migrated database until the process is stopped. Also runs the
 * local inbox if messages go there.
 */
export function runWorker(start: Start): Promise<void> {
  return runRole(
    () => openMigrated(start, 'worker'),
    async (installation, parts) => {
      warnOfLoopbackWebhooks(installation);
      const monitoring = await startMonitoring(installation, 'worker', parts);
      const inbox = await startInboxWhenUsed(installation, parts);
      parts.unshift(
        await startWhenLive(installation, [
          () => startDeliveryProcesses(installation, start, { inboxPort: inbox?.port }, monitoring),
          () => startHousekeeping(installation),
        ]),
      );
      installation.log.info('Delivery started', {
        processes: installation.config.workers,
        delivery: installation.config.delivery,
      });
    },
  );
}

/**
 * Runs the inbound role on a migrated database until the process is stopped. It receives bounces, complaints, reports,
 * and unsubscribe requests over SMTP.
 */
export function runInbound(start: Start): Promise<void> {
  return runRole(
    () => openMigrated(start, 'inbound'),
    async (installation, parts) => {
      const monitoring = await startMonitoring(installation, 'inbound', parts);
      parts.unshift(await startWatchedInbound(installation, monitoring));
    },
  );
}

/**
 * Runs a role until it is stopped. If this happens during startup, the startup gets a few seconds to finish before
 * everything is closed.
 */
async function runRole(
  open: () => Promise<Installation>,
  begin: (installation: Installation, parts: Part[]) => Promise<void>,
): Promise<void> {
  const reported = firstSignal();
  let isReported = false;
  void reported.then(() => (isReported = true));
  const parts: Part[] = [];
  const starting = (async () => {
    try {
      const installation = await open();
      parts.push(installation);
      await closingOnFailure(parts, () => begin(installation, parts));
      return installation;
    } catch (error) {
      // Ignore errors after the stop signal.
      if (isReported) return undefined;
      throw error;
    }
  })();
  const installation = await Promise.race([starting, reported.then(() => delay(START_ENDS_WITHIN_MS, undefined))]);
  if (!installation) {
    await Promise.race([closeAll(parts), delay(START_ENDS_WITHIN_MS)]);
    process.exit(0);
  }
  await runUntilStopped(reported, installation.log, () => closeAll(parts));
}

async function setUp(installation: Installation): Promise<Owner> {
  const { db, log, postgres } = installation;
  const isCluster = await patiently(log, () => hasCitus(db));
  await bringUpToDate(installation, isCluster);
  await patiently(log, () => requireOwnSecret(installation));
  // Remove all recorded workers. Only this process uses the embedded database, and the workers of an earlier main
  // process ended with that process.
  if (postgres) await patiently(log, () => noteNoWorkers(db));
  return ensureOwner(installation);
}

async function openMigrated(start: Start, role: string): Promise<Installation> {
  const config: Config = loadConfig(start.environment);
  const installation = await openInstallation(config, start.environment, role, start.cloneRoot);
  await closingOnFailure([installation], async () => {
    const { db, log } = installation;
    await patiently(log, () => requireMigrated(db));
    await patiently(log, () => requireOwnSecret(installation));
    await patiently(log, () => ensurePartitions(db));
  });
  return installation;
}

/** Starts the local inbox if messages are delivered there. It is closed after the processes that deliver to it. */
async function startInboxWhenUsed(installation: Installation, parts: Part[]): Promise<{ port: number } | undefined> {
  const { clock, config, db, log } = installation;
  if (config.delivery !== 'inbox') return undefined;
  try {
    const inbox = await startInbox({ db, log, clock }, { port: config.inboxPort });
    if (!isForPrograms(installation)) inbox.onMail(printMailArrived);
    parts.unshift(inbox);
    return inbox;
  } catch (error) {
    throw explainListenFailure(error, '127.0.0.1', config.inboxPort, 'POSTRIDER_INBOX_PORT');
  }
}

function startWatchedInbound(installation: Installation, { monitor }: Monitoring): Promise<Part> {
  return startInbound(installation, undefined, undefined, undefined, monitor);
}

function startDeliveryProcesses(
  installation: Installation,
  start: Start,
  surroundings: Surroundings,
  monitoring: Monitoring,
): Part {
  const workers = startWorkers(installation, start.mainFile, surroundings);
  monitoring.watchForked(() => workers.collect());
  return { close: () => workers.stop() };
}

function announce(installation: Installation, parts: Part[], api: Api): void {
  const takeBack = announceRunning(installation.dataDir, {
    pid: process.pid,
    databaseUrl: installation.databaseUrl,
    baseUrl: api.baseUrl,
  });
  parts.push({ close: () => Promise.resolve(takeBack()) });
}

async function closingOnFailure(parts: readonly Part[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await closeAll(parts);
    throw error;
  }
}

async function closeAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.close();
}
