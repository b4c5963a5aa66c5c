import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Answers each request immediately and increments the shared counter that `startReceiver` passes.

const received = new Float64Array(workerData as SharedArrayBuffer);
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    // No atomic operation is needed, because only this thread writes the number.
    received[0] = (received[0] ?? 0) + 1;
    response.writeHead(200, { 'content-length': 2 }).end('ok');
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
