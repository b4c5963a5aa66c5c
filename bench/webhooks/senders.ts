import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SenderOrder, SenderTask } from './sender-thread.ts';

/** Senders in threads of their own, as a program has a delivery process a core. */
export interface Senders {
  /** Gives each its order, and resolves when all have carried it out. */
  all(order: SenderOrder): Promise<void>;
  close(): Promise<void>;
}

/** Starts a thread for each task. */
export async function startSenders(tasks: readonly SenderTask[]): Promise<Senders> {
  const threads = tasks.map((task) => new Worker(new URL('./sender-thread.ts', import.meta.url), { workerData: task }));
  await Promise.all(threads.map((thread) => once(thread, 'message')));
  return {
    async all(order) {
      await Promise.all(
        threads.map(async (thread) => {
          const done = once(thread, 'message');
          thread.postMessage(order);
          await done;
        }),
      );
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
