import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { INBOUND_ENVIRONMENT } from '../support/inbound.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

/** The secret of `startApp`, so that one of them may plant what a deployment then works on. */
const SECRET = 'a secret that only tests use, long enough';

/** Two `postrider api`, two `postrider worker` and one `postrider inbound` over one database, as on five hosts. */
export interface Deployment {
  /** Where both APIs are reached. */
  readonly apis: readonly string[];
  readonly inboundPort: number;
  /** Kills a worker, its supervisor and its delivery process, with SIGKILL. */
  killWorker(at: 0 | 1): Promise<void>;
  /** Starts one that was killed again, with the directory that it had. */
  restartWorker(at: 0 | 1): void;
  /** Stops what runs; gives the exit code of each. */
  stop(): Promise<(number | NodeJS.Signals | null)[]>;
}

/** The name that a worker greets servers with, by which a server knows its mails. */
export const WORKER_NAMES = ['first.worker.example', 'second.worker.example'] as const;

/** Starts all five; each has a directory of its own, none has anything in common with another but the database. */
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
      // The supervisor first: it would start another delivery process.
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
