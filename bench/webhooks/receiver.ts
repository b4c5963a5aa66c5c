import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Manner, ReceiverTask } from './receiver-thread.ts';

/** A receiver in a thread of its own, as other people's servers have an event loop of their own. */
export interface Receiver {
  readonly url: string;
  count(): number;
  /** Resolves when so many requests have come since it was started. */
  until(count: number): Promise<void>;
  /** CPU of its thread so far, in µs. */
  cpuMicros(): Promise<number>;
  /** Bytes of a request with its headers, on average, of all connections that were closed since it was asked last. */
  bytesARequest(): Promise<number>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 2;
const COUNTERS = 3;

/** Starts a plain `node:http` server. */
export async function startReceiver(manner: Manner = 'answers'): Promise<Receiver> {
  const counters = new SharedArrayBuffer(COUNTERS * Float64Array.BYTES_PER_ELEMENT);
  const counted = new Float64Array(counters);
  const task: ReceiverTask = { counters, manner };
  const thread = new Worker(new URL('./receiver-thread.ts', import.meta.url), { workerData: task });
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  const read = (index: number): number => counted[index] ?? 0;
  const count = (): number => read(0);
  let [requestsBefore, bytesBefore] = [0, 0];
  return {
    url: `http://127.0.0.1:${port}/hook`,
    count,
    async until(wanted) {
      while (count() < wanted) await sleep(LOOK_EVERY_MS);
    },
    async cpuMicros() {
      const { system, user } = await thread.cpuUsage();
      return system + user;
    },
    async bytesARequest() {
      while (read(1) < count()) await sleep(LOOK_EVERY_MS);
      const [requests, bytes] = [read(1) - requestsBefore, read(2) - bytesBefore];
      [requestsBefore, bytesBefore] = [read(1), read(2)];
      return bytes / requests;
    },
    async close() {
      await thread.terminate();
    },
  };
}
