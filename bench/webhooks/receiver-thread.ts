import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** How a receiver behaves. */
export interface ReceiverTask {
  /** Three numbers: requests that were read to their end; connections that were closed again: their requests, their bytes. */
  readonly counters: SharedArrayBuffer;
  readonly manner: Manner;
}

/** Answers at once; never; a byte a second; cuts the connection; or says 500, 302 or 410. */
export type Manner = 'answers' | 'hangs' | 'drips' | 'resets' | 'fails' | 'redirects' | 'is gone';

const STATUSES: Partial<Record<Manner, number>> = { fails: 500, redirects: 302, 'is gone': 410 };
const DRIP_MS = 1_000;

// Given by startReceiver alone.
const { counters, manner } = workerData as ReceiverTask;
const counted = new Float64Array(counters);
const add = (index: number, count: number): void => {
  // The only thread that writes.
  counted[index] = (counted[index] ?? 0) + count;
};
const requestsOf = new WeakMap<object, number>();
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    add(0, 1);
    requestsOf.set(request.socket, (requestsOf.get(request.socket) ?? 0) + 1);
    if (manner === 'answers') response.writeHead(200, { 'content-length': 2 }).end('ok');
    else if (manner === 'resets') request.socket.resetAndDestroy();
    else if (manner === 'drips') drip();
    else if (manner !== 'hangs') response.writeHead(STATUSES[manner] ?? 200, { location: '/elsewhere' }).end();
  });

  function drip(): void {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), DRIP_MS);
    response.on('close', () => clearInterval(timer));
  }
});
server.on('connection', (socket) => {
  socket.on('error', () => {
    // The sender's deadline cuts what hangs.
  });
  socket.on('close', () => {
    add(1, requestsOf.get(socket) ?? 0);
    add(2, socket.bytesRead);
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
