import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { INBOUND_ENVIRONMENT } from '../support/inbound.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

/** The secret that `startApp` uses, so that a test app can insert data for a deployment. */
const SECRET = 'a secret that only tests use, long enough';

/**
 * Two `postrider api` processes, two `postrider worker` processes, and one `postrider inbound` process that share a
 * database, as on five hosts.
 */
export interface Deployment {
  /** Base URLs of the two API processes. */
  readonly apis: readonly string[];
  readonly inboundPort: number;
  /** Kills a worker with SIGKILL, including its delivery process. */
  killWorker(at: 0 | 1): Promise<void>;
  /** Restarts a worker that was killed, with the same data directory. */
  restartWorker(at: 0 | 1): void;
  /** Stops all processes, and resolves with their exit codes. */
  stop(): Promise<(number | NodeJS.Signals | null)[]>;
}

/** EHLO or HELO names of the workers. They show a mail server which worker has sent a message. */
export const WORKER_NAMES = ['first.worker.example', 'second.worker.example'] as const;

/** Starts all five processes. Each process has a separate directory. They share only the database. */
export async function startDeployment(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
): Promise<Deployment> {
  const directory = scratchFolder('postrider-deployment-');
  const run = (role: string, name: string, own: Readonly<Record<string, string>>): Program =>
    runProgram([role], {
      ...INBOUND_ENVIRONMENT,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      POSTRIDER_SECRET: SECRET,
      POSTRIDER_DATA: join(directory, name),
      POSTRIDER_UNSAFE_DURABILITY: '1',
      POSTRIDER_CAMPAIGN_APPROVAL: 'off',
      POSTRIDER_WARM_UP: 'off',
      POSTRIDER_WORKERS: '1',
      ...environment,
      ...own,
    });
  const startWorker = (at: 0 | 1): Program => run('worker', `worker-${at}`, { POSTRIDER_HOSTNAME: WORKER_NAMES[at] });
  const workers = [startWorker(0), startWorker(1)];
  const apis = [run('api', 'api-0', {}), run('api', 'api-1', {})];
  const inbound = run('inbound', 'inbound', { POSTRIDER_LOG: 'info' });
  const [, inboundPort] = await inbound.printed(/Listening for inbound mail.*?port\W+(\d+)\D/);
  return {
    apis: await Promise.all(apis.map(async (api) => (await api.printed(/API on (http:\S+)/))[1] ?? '')),
    inboundPort: Number(inboundPort),
    async killWorker(at) {
      const worker = workers[at];
      // Kill the supervisor first, because otherwise it would start another delivery process.
      const delivery = childrenOf(worker?.child.pid ?? 0);
      worker?.child.kill('SIGKILL');
      for (const pid of delivery) process.kill(pid, 'SIGKILL');
      await worker?.ended;
    },
    restartWorker(at) {
      workers[at] = startWorker(at);
    },
    async stop() {
      const codes = await Promise.all([...apis, ...workers, inbound].map((program) => program.stop()));
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
      return codes;
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
