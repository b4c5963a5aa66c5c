import { Worker } from 'node:worker_threads';
import { Refusal } from './refusal.ts';
import type { ThreadAnswer, ThreadTask } from './thread.ts';

/** Thrown for work that took more than the time or the memory of one task. */
export class TaskTooHeavy extends Error {}

export interface ThreadPoolOptions {
  /** Exports what is run; loaded by threads alone. What goes in and out is copied. */
  readonly module: URL;
  readonly maxThreads: number;
  /** Tasks that wait, of all owners and of one. */
  readonly maxWaiting: number;
  readonly maxWaitingOfOwner: number;
  /** How long a task may run; its thread ends with it. */
  readonly deadlineMs: number;
  readonly memoryMb: number;
  /** How long a thread is kept that has nothing to do. */
  readonly idleMs: number;
}

/** Threads that run what would hold up everything else. They are started when there is work, and ended when there is none. */
export interface ThreadPool {
  /**
   * Runs an exported function; owners take turns. Rejects with what it throws, with TaskTooHeavy, and with service_unavailable or
   * rate_limit_exceeded where too much waits, unless `isPatient`.
   */
  run(owner: number, task: ThreadTask, isPatient?: boolean): Promise<unknown>;
  /** Ends all threads; what waits is rejected. */
  close(): Promise<void>;
}

interface Task extends ThreadTask {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
}

const RETRY_SECONDS = 5;

export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const threads = new Set<Thread>();
  const waiting = createTaskQueue(options);
  let isClosed = false;

  const dispatch = (): void => {
    while (waiting.size() > 0) {
      const canStart = threads.size < options.maxThreads;
      const thread = [...threads].find((one) => !one.task) ?? (canStart ? start() : undefined);
      const task = thread && waiting.take();
      if (!task) return;
      give(thread, task);
    }
  };
  const start = (): Thread => {
    const thread: Thread = { worker: startWorker(options), task: undefined, timer: undefined };
    threads.add(thread);
    thread.worker.on('message', (answer: ThreadAnswer) => {
      settle(thread, answer);
      thread.worker.unref();
      thread.timer = setTimeout(() => end(thread, new Error('It ended without work')), options.idleMs).unref();
      dispatch();
    });
    thread.worker.on('error', (error) => end(thread, failureOf(error, options)));
    thread.worker.on('exit', () => end(thread, new Error('A thread ended at work')));
    return thread;
  };
  const give = (thread: Thread, task: Task): void => {
    clearTimeout(thread.timer);
    thread.task = task;
    const slow = new TaskTooHeavy(`It takes more than ${options.deadlineMs / 1_000} seconds`);
    thread.timer = setTimeout(() => end(thread, slow), options.deadlineMs);
    thread.worker.ref();
    thread.worker.postMessage({ name: task.name, args: task.args });
  };
  const settle = (thread: Thread, answer: ThreadAnswer): void => {
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = undefined;
    if ('error' in answer) task?.reject(answer.error);
    else task?.resolve(answer.value);
  };
  const end = (thread: Thread, error: Error): void => {
    if (!threads.delete(thread)) return;
    settle(thread, { error });
    void thread.worker.terminate();
    dispatch();
  };

  return {
    async run(owner, { args, name }, isPatient = false) {
      if (isClosed) throw new Error('The threads are ended');
      if (!isPatient) waiting.requireRoom(owner);
      return new Promise((resolve, reject) => {
        waiting.add(owner, { name, args, resolve, reject });
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      const error = new Error('The threads are ended');
      for (let task = waiting.take(); task; task = waiting.take()) task.reject(error);
      const workers = [...threads].map(({ worker }) => worker);
      for (const thread of threads) end(thread, error);
      await Promise.all(workers.map(async (worker) => worker.terminate()));
    },
  };
}

/** Tasks that wait, of which owners take turns. */
function createTaskQueue({ maxWaiting, maxWaitingOfOwner }: ThreadPoolOptions) {
  /** In the order in which they have their turn. */
  const byOwner = new Map<number, Task[]>();
  const size = (): number => [...byOwner.values()].reduce((sum, tasks) => sum + tasks.length, 0);
  return {
    size,
    /** Throws the refusal when there is no room for another task of an owner. */
    requireRoom(owner: number): void {
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

function failureOf(error: NodeJS.ErrnoException, { memoryMb }: ThreadPoolOptions): Error {
  const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? new TaskTooHeavy(`It needs more than ${memoryMb} MB of memory`) : error;
}

function startWorker({ memoryMb, module }: ThreadPoolOptions): Worker {
  // The file beside this one, in the sources and in what is built from them.
  const file = import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js';
  return new Worker(new URL(file, import.meta.url), {
    workerData: module.href,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  });
}

function tooMuch(code: 'rate_limit_exceeded' | 'service_unavailable'): Refusal {
  const message = 'Too many emails are being processed at this moment.';
  return new Refusal(code, { message, retryAfterSeconds: RETRY_SECONDS });
}
