import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ReceiverTask } from './receiver-thread.ts';

/** A receiver in a thread of its own, as other people's servers have an event loop of their own. */
export interface Receiver {
  readonly url: string;
  count(): number;
  /** Resolves when so many requests have come since it was started. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 2;

/** Starts a plain `node:http` server that answers 200, or nothing at all. */
export async function startReceiver({ hangs = false } = {}): Promise<Receiver> {
  const counter = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const received = new Int32Array(counter);
  const task: ReceiverTask = { counter, hangs };
  const thread = new Worker(new URL('./receiver-thread.ts', import.meta.url), { workerData: task });
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  const count = (): number => Atomics.load(received, 0);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    count,
    async until(wanted) {
      while (count() < wanted) await sleep(LOOK_EVERY_MS);
    },
    async close() {
      await thread.terminate();
    },
  };
}
