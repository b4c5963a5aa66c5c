import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Refusal } from './refusal.ts';
import type { WorkerAnswer, WorkerTask } from './worker-process.ts';

/** Thrown if a task exceeds its limit of time or memory. */
export class TaskTooHeavy extends Error {}

export interface WorkerPoolOptions {
  /** Module whose exported functions are run. Only workers load it. Arguments and results are copied. */
  readonly module: URL;
  readonly maxWorkers: number;
  /** Maximum number of waiting tasks, in total and per owner. */
  readonly maxWaiting: number;
  readonly maxWaitingOfOwner: number;
  /**
   * Maximum run time in milliseconds: `patientMs` for tasks that are run with `isPatient`, `deadlineMs` for all others.
   * If a task takes longer, its worker is terminated and the task fails.
   */
  readonly deadlineMs: number;
  readonly patientMs: number;
  /** Heap size of a worker, in megabytes. */
  readonly memoryMb: number;
  /** Idle timeout in milliseconds, after which a worker ends. */
  readonly idleMs: number;
}

/**
 * Pool of processes for work that would block the event loop. Workers start when there is work and end when they are
 * idle. They are processes, because V8 aborts the whole process if the heap of a worker thread is exhausted.
 */
export interface WorkerPool {
  /**
   * Runs an exported function. Serves owners in round-robin order. Rejects with the error that the function throws, or
   * with TaskTooHeavy. Unless `isPatient` is set, rejects with service_unavailable or rate_limit_exceeded if too many
   * tasks wait.
   */
  run(owner: number, task: WorkerTask, isPatient?: boolean): Promise<unknown>;
  /** Ends all workers and rejects the waiting tasks. */
  close(): Promise<void>;
}

interface Task extends WorkerTask {
  readonly deadlineMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface PoolWorker {
  readonly process: ChildProcess;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
}

const RETRY_SECONDS = 5;
const CLOSED = 'The workers are closed';

/** Creates a pool. The first task starts the first process. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const workers = new Set<PoolWorker>();
  const waiting = createTaskQueue(options);
  let isClosed = false;

  const dispatch = (): void => {
    while (waiting.size() > 0) {
      const canStart = workers.size < options.maxWorkers;
      const worker = [...workers].find((one) => !one.task) ?? (canStart ? start() : undefined);
      const task = worker && waiting.take();
      if (!task) return;
      give(worker, task);
    }
  };
  const start = (): PoolWorker => {
    const worker: PoolWorker = { process: startProcess(options), task: undefined, timer: undefined };
    workers.add(worker);
    worker.process.on('message', (answer: WorkerAnswer) => {
      settle(worker, answer);
      worker.process.channel?.unref();
      worker.timer = setTimeout(() => end(worker, new Error('Idle')), options.idleMs).unref();
      dispatch();
    });
    worker.process.on('error', (error) => end(worker, error));
    worker.process.on('exit', (_code, signal) => end(worker, failureOf(signal, options)));
    return worker;
  };
  const give = (worker: PoolWorker, task: Task): void => {
    clearTimeout(worker.timer);
    worker.task = task;
    const slow = new TaskTooHeavy(`processing takes longer than ${task.deadlineMs / 1_000} seconds`);
    worker.timer = setTimeout(() => end(worker, slow), task.deadlineMs);
    worker.process.channel?.ref();
    const onSent = (error: Error | null): void => void (error && end(worker, error));
    worker.process.send({ name: task.name, args: task.args } satisfies WorkerTask, onSent);
  };
  const end = (worker: PoolWorker, error: Error): void => {
    if (!workers.delete(worker)) return;
    settle(worker, { error });
    worker.process.kill('SIGKILL');
    dispatch();
  };

  return {
    async run(owner, { args, name }, isPatient = false) {
      if (isClosed) throw new Error(CLOSED);
      if (!isPatient) waiting.requireCapacity(owner);
      const deadlineMs = isPatient ? options.patientMs : options.deadlineMs;
      return new Promise((resolve, reject) => {
        waiting.add(owner, { name, args, deadlineMs, resolve, reject });
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      for (let task = waiting.take(); task; task = waiting.take()) task.reject(new Error(CLOSED));
      const exits = [...workers].map(async ({ process }) => hasEnded(process) || once(process, 'exit'));
      for (const worker of workers) end(worker, new Error(CLOSED));
      await Promise.all(exits);
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function settle(worker: PoolWorker, answer: WorkerAnswer): void {
  clearTimeout(worker.timer);
  const { task } = worker;
  worker.task = undefined;
  if ('error' in answer) task?.reject(answer.error);
  else task?.resolve(answer.value);
}

/**
 * Returns the error for a worker that ended. SIGABRT means that the heap was full, because V8 then aborts the process.
 */
function failureOf(signal: NodeJS.Signals | null, { memoryMb }: WorkerPoolOptions): Error {
  if (signal !== 'SIGABRT') return new Error('A worker process exited during a task');
  return new TaskTooHeavy(`processing requires more than ${memoryMb} MB of memory`);
}

function startProcess({ memoryMb, module }: WorkerPoolOptions): ChildProcess {
  // The entry point is in the same folder, in the sources and in the build output.
  const file = import.meta.url.endsWith('.ts') ? './worker-process.ts' : './worker-process.js';
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [module.href], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  return child;
}

/** Creates a queue of waiting tasks that serves owners in round-robin order. */
function createTaskQueue({ maxWaiting, maxWaitingOfOwner }: WorkerPoolOptions) {
  /** Tasks by owner, in the order in which owners are served. */
  const byOwner = new Map<number, Task[]>();
  const size = (): number => [...byOwner.values()].reduce((sum, tasks) => sum + tasks.length, 0);
  return {
    size,
    /** Throws if the queue has no space for another task of the owner. */
    requireCapacity(owner: number): void {
      if ((byOwner.get(owner) ?? []).length >= maxWaitingOfOwner) throw tooMuch('rate_limit_exceeded');
      if (size() >= maxWaiting) throw tooMuch('service_unavailable');
    },
    add(owner: number, task: Task): void {
      byOwner.set(owner, [...(byOwner.get(owner) ?? []), task]);
    },
    take(): Task | undefined {
      for (const [owner, [task, ...rest]] of byOwner) {
        byOwner.delete(owner);
        if (rest.length > 0) byOwner.set(owner, rest);
        return task;
      }
      return undefined;
    },
  };
}
function tooMuch(code: 'rate_limit_exceeded' | 'service_unavailable'): Refusal {
  const message = 'Too many emails are being processed. Try again in a few seconds.';
  return new Refusal(code, { message, retryAfterSeconds: RETRY_SECONDS });
}
