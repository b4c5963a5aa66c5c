import { connect, isIP, type Socket } from 'node:net';
import { failureSentence, seconds } from './sentences.ts';
import type { SmtpOptions, SmtpTarget } from './types.ts';

/** Replies are short; by default Node asks for 64 KB for each piece that arrives, and the collector runs by what was asked for. */
const READ_BYTES = 8 * 1024;

/** A connection that did not come about, in a sentence. */
export interface DialFault {
  readonly dialFault: string;
}

/** Connects to the address of a target within `withinMs`. Never rejects. */
export function dial(
  target: SmtpTarget,
  options: Pick<SmtpOptions, 'localAddress'>,
  withinMs: number,
): Promise<Socket | DialFault> {
  const { address, port } = target;
  if (isIP(address) === 0) return Promise.resolve({ dialFault: `${JSON.stringify(address)} is not an IP address` });
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return Promise.resolve({ dialFault: `${port} is not a valid port` });
  }
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      // Without it, a mail waits up to 40 ms for the server's delayed acknowledgement of the commands before it.
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(READ_BYTES),
        callback(bytes, buffer) {
          // What listens may keep it, and the buffer is used again.
          socket.emit('data', Buffer.from(buffer.subarray(0, bytes)));
          return true;
        },
      },
      ...(options.localAddress !== undefined && { localAddress: options.localAddress }),
    });
    const fail = (dialFault: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ dialFault });
    };
    const timer = setTimeout(() => fail(`no connection within ${seconds(withinMs)}`), withinMs);
    const onError = (error: Error): void => fail(failureSentence(error));
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });
}
