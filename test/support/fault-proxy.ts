import { connect, createServer, type AddressInfo, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** Network behavior that the proxy simulates. */
export type Conduct =
  /** Forwards everything. */
  | 'pass'
  /** Resets existing and new connections, as if the port were closed. */
  | 'refuse'
  /** Accepts connections and data but forwards nothing in either direction until the behavior changes. */
  | 'black hole'
  /** Forwards each chunk after a delay. */
  | 'slow'
  /** Forwards one byte at a time. */
  | 'drip'
  /** Forwards a number of bytes, then resets both connections. */
  | 'cut'
  /** Forwards data from the client but not from the server. */
  | 'half open'
  /** Forwards random bytes instead of the received bytes. */
  | 'garbage';

/** A proxy that simulates network faults. */
export interface FaultProxy {
  readonly port: number;
  /** Number of open connections. */
  readonly open: number;
  /**
   * Changes the behavior for new and existing connections. If the new behavior forwards data, data that was held back
   * is forwarded.
   */
  behave(conduct: Conduct): void;
  /** Stops listening, and closes all connections on both sides. */
  close(): Promise<void>;
}

const SLOW_MS = 200;
const DRIP_MS = 20;
/**
 * Upper bound of the random number of bytes in one direction after which a connection is cut. The chunk that exceeds
 * the number is still forwarded.
 */
const CUT_WITHIN_BYTES = 2_000;

/**
 * Starts a proxy in front of another port or a Unix socket, by default on a free loopback port. Uses `random` for
 * random behavior.
 */
export async function startFaultProxy(
  target: NetConnectOpts,
  random: () => number = () => 0.5,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<FaultProxy> {
  const way: Way = { conduct: 'pass', random, changed: new Set() };
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (way.conduct === 'refuse') {
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    const far = connect({ ...target, allowHalfOpen: true });
    const bothEnds = [client, far];
    const reset = (): void => bothEnds.forEach(breakOff);
    for (const socket of bothEnds) {
      sockets.add(socket);
      // If one of the two connections breaks, the proxy also breaks the other one.
      socket.on('error', reset);
      socket.on('close', () => sockets.delete(socket));
    }
    carry({ way, from: client, to: far, isAnswer: false, reset });
    carry({ way, from: far, to: client, isAnswer: true, reset });
  });
  await listen(server, port, host);

  return {
    // Safe cast: a server that listens on a TCP port has an address with a port.
    port: (server.address() as AddressInfo).port,
    get open() {
      return sockets.size / 2;
    },
    behave(conduct) {
      way.conduct = conduct;
      if (conduct === 'refuse') for (const socket of sockets) breakOff(socket);
      for (const wake of way.changed) wake();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Resets a connection. Connections over a Unix socket have no reset, so they are closed. */
function breakOff(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}

interface Way {
  conduct: Conduct;
  readonly random: () => number;
  /** Functions to call when the behavior changes. */
  readonly changed: Set<() => void>;
}

interface Direction {
  readonly way: Way;
  readonly from: Socket;
  readonly to: Socket;
  readonly isAnswer: boolean;
  readonly reset: () => void;
}

/** Forwards the chunks of one direction in order, and then the end of the stream. */
function carry(direction: Direction): void {
  const { from, to, way } = direction;
  const closed = new Promise<void>((resolve) => {
    for (const socket of [from, to]) socket.once('close', () => resolve());
  });
  let before = Promise.resolve();
  const after = async (earlier: Promise<void>, work: () => Promise<void>): Promise<void> => {
    await earlier;
    while (isHeldBack(direction) && !to.destroyed && !from.destroyed) await Promise.race([change(way), closed]);
    if (!to.destroyed) await work();
  };
  const enqueue = (work: () => Promise<void>): void => {
    before = after(before, work);
  };
  let allowance = Math.floor(way.random() * CUT_WITHIN_BYTES);
  from.on('data', (piece: Buffer) => {
    // Forwards one chunk at a time, so that the sender experiences backpressure.
    from.pause();
    enqueue(async () => {
      if (way.conduct === 'cut') allowance -= piece.length;
      await give(direction, piece);
      if (way.conduct === 'cut' && allowance < 0) direction.reset();
      from.resume();
    });
  });
  from.on('end', () => enqueue(async () => void to.end()));
}

function isHeldBack({ way, isAnswer }: Direction): boolean {
  return way.conduct === 'black hole' || (way.conduct === 'half open' && isAnswer);
}

async function give({ way, to }: Direction, piece: Buffer): Promise<void> {
  switch (way.conduct) {
    case 'slow':
      await pause(SLOW_MS * way.random());
      to.write(piece);
      return;
    case 'drip':
      return drip(way, to, piece);
    case 'garbage':
      to.write(Buffer.from(piece.map(() => Math.floor(way.random() * 256))));
      return;
    default:
      to.write(piece);
  }
}

/** Forwards a chunk byte by byte. If the behavior changes, forwards the rest of the chunk at once. */
async function drip(way: Way, to: Socket, piece: Buffer): Promise<void> {
  let at = 0;
  while (at < piece.length && way.conduct === 'drip') {
    to.write(piece.subarray(at, at + 1));
    at += 1;
    await pause(DRIP_MS);
  }
  if (at < piece.length) to.write(piece.subarray(at));
}

function change(way: Way): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      way.changed.delete(wake);
      resolve();
    };
    way.changed.add(wake);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
