import { parentPort, workerData } from 'node:worker_threads';

/** What a thread is asked. */
export interface ThreadTask {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What it answers. */
export type ThreadAnswer = { readonly value: unknown } | { readonly error: Error };

// A thread of `thread-pool.ts`: it runs functions that one module exports, which its pool names.
const loaded: Promise<Record<string, (...args: readonly unknown[]) => unknown>> = import(String(workerData));

parentPort?.on('message', ({ args, name }: ThreadTask) => {
  void answer(name, args).then((given) => parentPort?.postMessage(given));
});

async function answer(name: string, args: readonly unknown[]): Promise<ThreadAnswer> {
  try {
    return { value: (await loaded)[name]?.(...args) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
