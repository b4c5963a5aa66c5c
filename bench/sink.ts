import { createServer, type Socket } from 'node:net';

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n',
  DATA: '354 Go\r\n',
  QUIT: '221 Bye\r\n',
};
const HEADER_BYTES = 8192;
/** Time in milliseconds without a message after which a system is considered to have failed. */
const STALLED_MS = 30_000;

/** Server that every measured system delivers to. */
export type Sink = Awaited<ReturnType<typeof startSink>>;

/**
 * Starts a server that responds as fast as Node.js can, and that counts and discards messages. Calls `onRecipient` with
 * the recipient of each message.
 */
export async function startSink(onRecipient?: (address: string) => void) {
  const sockets = new Set<Socket>();
  const counts = { received: 0, signed: 0, bytes: 0, lastMessage: Buffer.alloc(0) as Buffer };
  let lastAt = performance.now();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, onRecipient, (message) => {
      sink.lastMessage = message;
      sink.received += 1;
      sink.bytes += message.length;
      lastAt = performance.now();
      if (message.subarray(0, HEADER_BYTES).includes('DKIM-Signature:')) sink.signed += 1;
      if (waiting && sink.received >= waiting.received) waiting.resolve(lastAt);
    });
  });
  let waiting: { readonly received: number; readonly watch: NodeJS.Timeout; resolve(at: number): void } | undefined;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const sink = {
    /** Counts since the last `reset`: messages, messages with a DKIM signature, and bytes. Also the last message. */
    ...counts,
    port: address.port,
    reset() {
      Object.assign(sink, counts);
      lastAt = performance.now();
      clearInterval(waiting?.watch);
      waiting = undefined;
    },
    /**
     * Resolves with the time (from `performance.now`) at which the given number of messages had arrived. Rejects if
     * messages stop arriving.
     */
    async until(received: number): Promise<number> {
      if (sink.received >= received) return lastAt;
      lastAt = performance.now();
      return new Promise((resolve, reject) => {
        const watch = setInterval(() => {
          if (performance.now() - lastAt < STALLED_MS) return;
          clearInterval(watch);
          reject(
            new Error(`Nothing arrived for ${STALLED_MS / 1000} s after ${sink.received} of ${received} messages`),
          );
        }, 1_000);
        waiting = { received, watch, resolve };
      }).finally(() => clearInterval(waiting?.watch)) as Promise<number>;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return sink;
}

function serve(
  socket: Socket,
  onRecipient: ((address: string) => void) | undefined,
  onMessage: (message: Buffer) => void,
): void {
  socket.setNoDelay(true);
  let inData = false;
  let recipient = '';
  let rest: Buffer = Buffer.alloc(0);
  socket.write('220 sink\r\n');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let answers = '';
    for (;;) {
      const end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) break;
      if (inData) {
        onRecipient?.(recipient);
        onMessage(rest.subarray(0, end + 2));
        answers += '250 2.0.0 Ok\r\n';
        inData = false;
        rest = rest.subarray(end + 5);
        continue;
      }
      const verb = rest.toString('latin1', 0, 4).toUpperCase();
      if (onRecipient && verb === 'RCPT') recipient = rest.toString('latin1', rest.indexOf('<') + 1, rest.indexOf('>'));
      answers += ANSWERS[verb] ?? '250 2.1.0 Ok\r\n';
      inData = verb === 'DATA';
      rest = rest.subarray(end + 2);
    }
    if (answers) socket.write(answers);
  });
}
