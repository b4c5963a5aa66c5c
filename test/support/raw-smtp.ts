import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** An SMTP connection for sending any data and reading each reply. */
export interface RawSmtp {
  /** Resolves with the next complete reply, or with 'closed' if the server has disconnected. */
  reply(): Promise<string>;
  /** Sends a line and resolves with the reply. */
  say(line: string): Promise<string>;
  send(bytes: string | Buffer): void;
  /** Sends STARTTLS and continues over TLS. Trusts only the given CA certificate. */
  startTls(ca: string): Promise<void>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  end(): void;
}

/** Connects to a server, and resolves when the greeting has been received. */
export async function openRawSmtp(port: number, localAddress = '127.0.0.1'): Promise<RawSmtp & { greeting: string }> {
  let socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  let received = '';
  let isClosed = false;
  const waiting: (() => void)[] = [];
  const notify = (): void => {
    for (const wake of waiting.splice(0)) wake();
  };
  const hear = (chunk: Buffer): void => {
    received += chunk.toString('latin1');
    notify();
  };
  socket.on('data', hear);
  // Ignore the error, because a reset is one of the results that tests expect.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      notify();
      resolve();
    });
  });

  async function reply(): Promise<string> {
    for (;;) {
      const found = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\n/.exec(received)?.[0];
      if (found !== undefined) {
        received = received.slice(found.length);
        return found.trimEnd();
      }
      if (isClosed) return 'closed';
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  const connection: RawSmtp = {
    reply,
    say(line) {
      socket.write(`${line}\r\n`);
      return reply();
    },
    send: (bytes) => void socket.write(bytes),
    async startTls(ca) {
      await connection.say('STARTTLS');
      socket.off('data', hear);
      const secured = connectTls({ socket, ca, servername: 'localhost' });
      await new Promise<void>((resolve, reject) => {
        secured.once('secureConnect', resolve);
        secured.once('error', reject);
      });
      secured.on('data', hear);
      socket = secured;
    },
    closed,
    end: () => void socket.destroy(),
  };
  return { ...connection, greeting: await reply() };
}
