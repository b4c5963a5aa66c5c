import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { KeyRecords } from './dkim-check.ts';
import { noteDeferral, type History } from './history.ts';
import { weighted, type Random } from './random.ts';
import { serveSession, type Fault, type Meeting } from './receiver-session.ts';

/** Percentage of connections for which each fault is planned. */
const FAULT_PERCENT: Readonly<Record<Fault, number>> = {
  'greeting-421': 2,
  'rcpt-451': 2,
  'data-452': 2,
  hang: 1,
  drop: 1.5,
  garbage: 1,
};
const HUNDRED = 100;
const LISTEN_TRIES = 20;

/** Receiving domains. Each has its own address and therefore its own destination site. */
export const RECEIVING_DOMAINS: readonly { readonly name: string; readonly address: string }[] = Array.from(
  { length: 8 },
  (_none, index) => ({ name: `d${index + 1}.chaos.example`, address: `127.0.1.${index + 1}` }),
);

/** The mail servers of the receiving domains. */
export interface Receiver {
  /** The port that all mail servers listen on. */
  readonly port: number;
  /** The servers only simulate faults while this is true. */
  isFaulty: boolean;
  close(): Promise<void>;
}

/** Starts the servers on loopback addresses. Records arrivals and faults in the history. */
export async function startReceiver(parts: {
  readonly history: History;
  readonly records: KeyRecords;
  readonly random: Random;
}): Promise<Receiver> {
  const { history, random, records } = parts;
  const sockets = new Set<Socket>();
  const receiver = { isFaulty: false };
  const meet = (domain: string): Meeting => ({
    domain,
    history,
    random,
    records,
    fault: receiver.isFaulty ? weighted(random, FAULT_PERCENT, HUNDRED) : undefined,
    // Defer each message at most once, because the second retry delay is five minutes. An earlier attempt without a
    // reply counts as a deferral.
    mayDefer: (recipient) =>
      receiver.isFaulty &&
      !history.deferrals.has(recipient) &&
      !history.arrivals.some((arrival) => arrival.recipient === recipient),
    note(fault, whom) {
      history.faults.set(fault, (history.faults.get(fault) ?? 0) + 1);
      noteDeferral(history, whom, performance.now());
    },
  });
  const servers = RECEIVING_DOMAINS.map(({ name }) =>
    createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      serveSession(socket, meet(name));
    }),
  );
  const port = await listenTogether(servers);
  return Object.assign(receiver, {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map(closeServer));
    },
  });
}

/** Starts all servers on a port that is free on each of their addresses. Returns the port, or throws after 20 tries. */
async function listenTogether(servers: readonly Server[]): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    let port = 0;
    try {
      for (const [index, server] of servers.entries()) {
        server.listen(port, RECEIVING_DOMAINS[index]?.address);
        await once(server, 'listening');
        // Safe cast: the address of a TCP server has a port.
        port = (server.address() as { port: number }).port;
      }
      return port;
    } catch (error) {
      await Promise.all(servers.map(closeServer));
      if (tries === LISTEN_TRIES) throw error;
    }
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
