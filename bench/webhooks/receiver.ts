import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { until } from '../stack.ts';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const POLL_MS = 2;

/** Starts a plain `node:http` server in a separate thread, because real receivers have their own event loop. */
export async function startReceiver() {
  const counter = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const received = new Float64Array(counter);
  const thread = new Worker(new URL('./receiver-thread.ts', import.meta.url), { workerData: counter });
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  const count = (): number => received[0] ?? 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    count,
    /** Resolves when the given number of requests have arrived since the start. */
    until: (expected: number) => until(() => count() >= expected, POLL_MS),
    /** Returns the CPU time that the receiver's thread has used so far, in µs. */
    async cpuMicros(): Promise<number> {
      const { system, user } = await thread.cpuUsage();
      return system + user;
    },
    close: () => thread.terminate(),
  };
}
