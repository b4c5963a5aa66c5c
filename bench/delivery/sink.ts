import { createServer, type Socket } from 'node:net';

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n',
  DATA: '354 Go\r\n',
  QUIT: '221 Bye\r\n',
};
const HEADER_BYTES = 8192;
/** A candidate that brings nothing for so long has failed. */
const STALLED_MS = 30_000;

/** The server into which every candidate delivers: answers as fast as Node can, counts and throws away. */
export interface Sink {
  readonly port: number;
  /** Mails since the last call of `reset`. */
  readonly received: number;
  /** How many of them carried a DKIM signature. */
  readonly signed: number;
  readonly bytes: number;
  /** The last mail, whole. */
  readonly lastMail: Buffer;
  /** Counts from none, and forgets who waits. */
  reset(): void;
  /** Resolves with the time (of `performance.now`) of the mail that makes it so many. Rejects when nothing comes any more. */
  until(received: number): Promise<number>;
  close(): Promise<void>;
}

/** Listens on a free port of this machine, or where it is told. `onRecipient` is told whom each mail was for, when it is taken. */
export async function startSink(
  onRecipient?: (address: string) => void,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<Sink> {
  const counts = { received: 0, signed: 0, bytes: 0, lastAt: performance.now() };
  const sockets = new Set<Socket>();
  let lastMail: Buffer = Buffer.alloc(0);
  let wanted: { received: number; resolve(at: number): void; giveUp(): void } | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, onRecipient, (mail) => {
      lastMail = mail;
      counts.received += 1;
      counts.bytes += mail.length;
      counts.lastAt = performance.now();
      if (mail.subarray(0, HEADER_BYTES).includes('DKIM-Signature:')) counts.signed += 1;
      if (wanted && counts.received >= wanted.received) wanted.resolve(counts.lastAt);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    port: address.port,
    get received() {
      return counts.received;
    },
    get signed() {
      return counts.signed;
    },
    get lastMail() {
      return lastMail;
    },
    get bytes() {
      return counts.bytes;
    },
    reset() {
      Object.assign(counts, { received: 0, signed: 0, bytes: 0, lastAt: performance.now() });
      wanted?.giveUp();
      wanted = undefined;
    },
    until(received) {
      if (counts.received >= received) return Promise.resolve(counts.lastAt);
      counts.lastAt = performance.now();
      return new Promise((resolve, reject) => {
        const watch = setInterval(() => {
          if (performance.now() - counts.lastAt < STALLED_MS) return;
          clearInterval(watch);
          reject(new Error(`Nothing came for ${STALLED_MS / 1000} s after ${counts.received} of ${received} mails`));
        }, 1_000);
        wanted = {
          received,
          giveUp: () => clearInterval(watch),
          resolve(at) {
            clearInterval(watch);
            wanted = undefined;
            resolve(at);
          },
        };
      });
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serve(
  socket: Socket,
  onRecipient: ((address: string) => void) | undefined,
  onMail: (mail: Buffer) => void,
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
        onMail(rest.subarray(0, end + 2));
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
