import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** How a receiver behaves. */
export interface ReceiverTask {
  /** One number: requests that were read to their end. */
  readonly counter: SharedArrayBuffer;
  /** Takes requests and never answers. */
  readonly hangs: boolean;
}

// Given by startReceiver alone.
const { counter, hangs } = workerData as ReceiverTask;
const received = new Int32Array(counter);
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    Atomics.add(received, 0, 1);
    if (!hangs) response.writeHead(200, { 'content-length': 2 }).end('ok');
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
