import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import type { ProcessFamilies } from '../base/metrics-text.ts';
import { noteDeadWorker } from '../features/sending/delivery/index.ts';
import type { Installation } from './installation.ts';
import { askForMetrics } from './monitor/forked.ts';

/** What the supervisor tells its delivery processes by environment, beside the configuration itself. */
export const DELIVERY_INBOX_PORT = 'POSTRIDER_DELIVERY_INBOX_PORT';

/** The name of a delivery process, by which it is noted as dead. */
export const DELIVERY_WORKER_ID = 'POSTRIDER_DELIVERY_WORKER_ID';

const RESPAWN_MS = 500;
const KILL_AFTER_MS = 20_000;
/**
 * Where a process is ended; it holds a tenth of that. V8 lets a heap grow by a share of what lives in it before it collects
 * again, and the share by this limit: with 256 MB it collected five times a second under load, a tenth of all CPU.
 */
const HEAP_MB = 768;
/** Mails live for a few milliseconds: with a larger nursery most are gone before it is swept. */
const NURSERY_MB = 8;

/**
 * There is such a process for each core, so helpers of the collector take their time from the other process. And what lives is
 * a few megabytes, of which V8's own share to grow by is filled several times a second. With 100 percent a transactional mail
 * costs a tenth less CPU, and the process is 9 MB larger in a campaign: more than the 150 MB that it is to have.
 */
const COLLECTOR = ['--no-parallel-scavenge', '--heap-growing-percent=60'];

/** The delivery processes of this host. */
export interface Workers {
  /** What they are measured by; one that does not tell it in time is left out. */
  collect(): Promise<ProcessFamilies[]>;
  /** Lets each process finish what is on the wire, and waits for their end. */
  stop(): Promise<void>;
}

/** What delivery processes find around them and cannot know by themselves. */
export interface Surroundings {
  /** Where the local inbox listens, when mail goes there. */
  readonly inboxPort: number | undefined;
  /** Public base address of the HTTP role of this process, for links in mails; absent where there is none. */
  readonly baseUrl?: string;
}

/**
 * Forks one delivery process a core (or as configured) and starts a new one for each that dies: a fault or a full heap
 * ends one process, not the service.
 */
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
      // Without it the others miss the process after some seconds only.
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
  // Where there is a cache, what this process compiled serves its children from the first start on.
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
