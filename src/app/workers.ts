import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import type { ProcessFamilies } from '../base/metrics-text.ts';
import { noteDeadWorker } from '../features/sending/delivery/index.ts';
import type { Installation } from './installation.ts';
import { askForMetrics } from './monitor/forked.ts';

/** Environment variable with the port of the local inbox. Set by the process that starts the delivery processes. */
export const DELIVERY_INBOX_PORT = 'POSTRIDER_DELIVERY_INBOX_PORT';

/** Environment variable with the ID of a delivery process. The death of the process is recorded under this ID. */
export const DELIVERY_WORKER_ID = 'POSTRIDER_DELIVERY_WORKER_ID';

const RESPAWN_MS = 500;
const KILL_AFTER_MS = 20_000;
/**
 * Heap limit for a delivery process, in MB. V8 derives from it how much the heap may grow before the next garbage
 * collection. With 256 MB, collections took a tenth of the CPU time under load.
 */
const HEAP_MB = 768;
/** Maximum semi-space size in MB. It is large enough that most messages are garbage before a collection. */
const NURSERY_MB = 8;

/**
 * Disables parallel garbage collection, which would take CPU time from other delivery processes. A heap growth of 100
 * percent would save CPU time, but exceed the memory target of 150 MB.
 */
const COLLECTOR = ['--no-parallel-scavenge', '--heap-growing-percent=60'];

/** The delivery processes on this host. */
export interface Workers {
  /** Resolves with the metrics of the processes. Omits those that do not respond in time. */
  collect(): Promise<ProcessFamilies[]>;
  /**
   * Waits for the processes to finish their open SMTP transactions and end. Kills those still running after 20 seconds.
   */
  stop(): Promise<void>;
}

/** Values that delivery processes get from their parent process. */
export interface Surroundings {
  /** Port of the local inbox. Undefined if messages are not delivered to the local inbox. */
  readonly inboxPort: number | undefined;
  /** Public base URL of this process's HTTP role, for links in emails. Absent if there is no such role. */
  readonly baseUrl?: string;
}

/** Forks the configured number of delivery processes, by default one per core. Replaces each process that dies. */
export function startWorkers(installation: Installation, mainFile: string, surroundings: Surroundings): Workers {
  const { config, databaseUrl, environment, log } = installation;
  const { baseUrl, inboxPort } = surroundings;
  const children = new Map<ChildProcess, number>();
  let stopping = false;

  const spawn = (place: number): void => {
    const id = randomUUID();
    const child = fork(mainFile, ['deliver'], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${NURSERY_MB}`, ...COLLECTOR],
      env: {
        ...environment,
        DATABASE_URL: databaseUrl,
        POSTRIDER_DATA: installation.dataDir,
        [DELIVERY_WORKER_ID]: id,
        ...(baseUrl !== undefined && { POSTRIDER_BASE_URL: baseUrl }),
        ...(inboxPort !== undefined && { [DELIVERY_INBOX_PORT]: String(inboxPort) }),
      },
    });
    children.set(child, place);
    child.on('error', (error) => log.error('Delivery process failed', { error }));
    child.once('exit', (code, signal) => {
      children.delete(child);
      // Without this record, other processes would detect the death only after a few seconds.
      noteDeadWorker(installation.db, id).catch((error: Error) =>
        log.debug('Worker exit not recorded', { error: error.message }),
      );
      if (stopping) return;
      log.warn('Delivery process ended; starting another', { pid: child.pid, code, signal });
      setTimeout(() => {
        if (!stopping) spawn(place);
      }, RESPAWN_MS);
    });
  };
  // Write the compile cache now, so that child processes start with it.
  flushCompileCache();
  for (let started = 0; started < config.workers; started += 1) spawn(started);

  return {
    async collect() {
      const asked = [...children].map(async ([child, place]): Promise<ProcessFamilies[]> => {
        const families = await askForMetrics(child);
        return families ? [{ process: `deliver-${place + 1}`, families }] : [];
      });
      return (await Promise.all(asked)).flat();
    },
    async stop() {
      stopping = true;
      await Promise.all([...children.keys()].map(endChild));
    },
  };
}

function endChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
