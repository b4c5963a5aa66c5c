import { connect, createServer, type AddressInfo, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** What the way between two programs does. */
export type Conduct =
  /** Carries everything. */
  | 'pass'
  /** Resets whoever comes, as a closed port would, and those who are here. */
  | 'refuse'
  /** Takes connections and bytes and carries nothing, in neither direction, until it passes again. */
  | 'black hole'
  /** Carries each piece late. */
  | 'slow'
  /** Carries a byte at a time. */
  | 'drip'
  /** Carries some bytes, then resets both sides. */
  | 'cut'
  /** Carries what the client says and nothing of what it is answered. */
  | 'half open'
  /** Carries other bytes than those it was given. */
  | 'garbage';

/** A way that misbehaves when it is told to. */
export interface FaultProxy {
  readonly port: number;
  /** Connections that are open now. */
  readonly open: number;
  /** Changes what it does, for connections that exist too; what a black hole or a half-open way held back is carried then. */
  behave(conduct: Conduct): void;
  /** Ends every connection, both sides of it. */
  close(): Promise<void>;
}

const SLOW_MS = 200;
const DRIP_MS = 20;
/** A cut comes after fewer bytes than this of one direction. */
const CUT_WITHIN_BYTES = 2_000;

/** Starts a proxy on loopback in front of a port or a socket; what it leaves to chance comes from `random`. */
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
    const reset = (): void => bothEnds.forEach((end) => end.resetAndDestroy());
    for (const socket of bothEnds) {
      sockets.add(socket);
      // An end that breaks breaks the other one too: that is all a proxy knows.
      socket.on('error', reset);
      socket.on('close', () => sockets.delete(socket));
    }
    carry({ way, from: client, to: far, isAnswer: false, reset });
    carry({ way, from: far, to: client, isAnswer: true, reset });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  return {
    // A server that listens on an address has a port.
    port: (server.address() as AddressInfo).port,
    get open() {
      return sockets.size / 2;
    },
    behave(conduct) {
      way.conduct = conduct;
      if (conduct === 'refuse') for (const socket of sockets) socket.resetAndDestroy();
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

interface Way {
  conduct: Conduct;
  readonly random: () => number;
  /** Called whenever the conduct has changed. */
  readonly changed: Set<() => void>;
}

interface Direction {
  readonly way: Way;
  readonly from: Socket;
  readonly to: Socket;
  readonly isAnswer: boolean;
  readonly reset: () => void;
}

/** Carries one direction, one piece after the other, and its end in its place. */
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
  const inTurn = (work: () => Promise<void>): void => {
    before = after(before, work);
  };
  let allowance = Math.floor(way.random() * CUT_WITHIN_BYTES);
  from.on('data', (piece: Buffer) => {
    // One piece on its way at a time: the sender meets the pressure that a full way gives.
    from.pause();
    inTurn(async () => {
      if (way.conduct === 'cut') allowance -= piece.length;
      await give(direction, piece);
      if (way.conduct === 'cut' && allowance < 0) direction.reset();
      from.resume();
    });
  });
  from.on('end', () => inTurn(async () => void to.end()));
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

/** Goes on at once with what is left when the conduct changes. */
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
