import { parentPort, workerData } from 'node:worker_threads';
import { openCaller } from './http-load.ts';
import { load } from './measure.ts';

/** What a thread of callers is to do. */
export interface CallerTask {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
  readonly expectedStatus: number;
  readonly callers: number;
  readonly seconds: number;
}

// Given by callFromThread alone.
const task = workerData as CallerTask;
const requests = task.requests.map((request) => Buffer.from(request));
const callers = await Promise.all(
  Array.from({ length: task.callers }, (_, index) =>
    openCaller(task.port, requests[index % requests.length] ?? Buffer.alloc(0)),
  ),
);
const free = [...callers];
const result = await load(task.callers, task.seconds, async () => {
  const caller = free.pop();
  if (!caller) throw new Error('No caller is free');
  const status = await caller.call();
  if (status !== task.expectedStatus) throw new Error(`Status ${status} instead of ${task.expectedStatus}`);
  free.push(caller);
});
for (const caller of callers) caller.close();
parentPort?.postMessage(result);
