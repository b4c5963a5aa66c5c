import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../base/ip-address.ts';
import { connectionAddress } from './client-address.ts';

/**
 * Share of all connections that is reserved for proxies and for addresses with few connections. A new connection uses
 * this reserve only if there is no idle connection to close.
 */
const KEPT_PART = 0.05;
/**
 * Share of the maximum number of connections up to which an address counts as having few connections. Up to FEWEST
 * connections always count as few.
 */
const FEW_PART = 0.01;
const FEWEST = 2;

/**
 * Maximum number of concurrent requests on a connection, and of requests started on it per event loop iteration. The
 * limit lets other connections be served.
 */
const AT_ONCE = 4;

/** Limits on the number of connections and on the number of pending requests per connection. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /**
   * Maximum number of unfinished requests per connection. When this number is reached, the connection ends after the
   * response to the last of these requests.
   */
  readonly maxPipelined: number;
}

/** The connections of a listener, grouped by IP address or network. */
export interface Connections {
  /** Tracks the connections of a server. Call once, before the server listens. */
  watch(server: Server): void;
  /** Calls `answer` for a request: now, or later if too many requests on the connection are in progress. */
  enter(socket: Socket, answer: () => void): void;
  /** Records the start of an exchange. Calls `end` if the connection closes before the exchange ends. */
  begin(socket: Socket, end: () => void): void;
  /** Records the end of an exchange. */
  end(socket: Socket, end: () => void): void;
  /** Returns whether the connection accepts no more requests, and ends after the pending responses. */
  isEnding(socket: Socket): boolean;
}

interface Line {
  readonly socket: Socket;
  readonly owner: Owner;
  /** Callbacks that end the exchanges in progress. */
  readonly begun: Set<() => void>;
  /** Queued requests, each as a function that starts the request. */
  waiting: (() => void)[];
  /** Number of requests started in the current event loop iteration. */
  answered: number;
  iteration: number;
  /** Whether the connection ends after the response to the last accepted request. */
  isEnding: boolean;
}

/** An IP address or an IPv6 network, with its connections. */
interface Owner {
  readonly network: string;
  readonly isProxy: boolean;
  count: number;
  /** Connections without a request in progress, longest idle first. */
  readonly idle: Set<Line>;
}

/** Callback of Node's parser for each request. If it returns 2, the parser discards the rest of its input. */
type OnIncoming = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
const DROP_THE_REST = 2;

/**
 * Creates a register that keeps the connections of one address from locking out other addresses: when 95% of the
 * maximum number of connections are open, a new connection closes an idle one, preferably of the address with the most
 * connections.
 *
 * A connection with too many pending requests receives their responses and is then closed (RFC 9112 section 9.3.2).
 */
export function createConnections(limits: ConnectionLimits, isProxy: (address: string) => boolean): Connections {
  const { lines, ownerOf, forget, makeRoomFor } = createRegister(limits.maxConnections, isProxy);
  const iterations = createIterations();
  const advance = (line: Line): void => {
    while (line.waiting.length > 0 && iterations.has(line)) line.waiting.shift()?.();
    // If AT_ONCE requests are running, this function is called again when one of them ends. Otherwise, the limit per
    // event loop iteration is reached, so continue in the next iteration.
    if (line.waiting.length > 0 && line.begun.size < AT_ONCE) setImmediate(advance, line);
  };

  return {
    watch(server) {
      server.maxConnections = limits.maxConnections;
      server.on('connection', (socket) => {
        const owner = ownerOf(connectionAddress(socket.remoteAddress));
        const hasRoom = makeRoomFor(owner);
        const line: Line = {
          socket,
          owner,
          begun: new Set(),
          waiting: [],
          answered: 0,
          iteration: -1,
          isEnding: false,
        };
        owner.count += 1;
        owner.idle.add(line);
        lines.set(socket, line);
        socket.once('close', () => {
          forget(line);
          line.waiting = [];
          // Node reports only the end of the response that is being written, not the end of responses that are queued
          // after it.
          for (const end of line.begun) end();
        });
        if (hasRoom) boundPipeline(line, limits.maxPipelined);
        else socket.destroy();
      });
    },
    enter(socket, answer) {
      const line = lines.get(socket);
      if (!line) return answer();
      if (line.waiting.length === 0 && iterations.has(line)) return answer();
      line.waiting.push(answer);
      if (line.waiting.length === 1) setImmediate(advance, line);
    },
    isEnding: (socket) => lines.get(socket)?.isEnding === true,
    begin(socket, end) {
      const line = lines.get(socket);
      if (!line) return;
      line.begun.add(end);
      if (line.begun.size === 1) line.owner.idle.delete(line);
    },
    end(socket, end) {
      const line = lines.get(socket);
      if (!line?.begun.delete(end)) return;
      if (line.waiting.length > 0) setImmediate(advance, line);
      else if (line.begun.size === 0) line.owner.idle.add(line);
    },
  };
}

/** Tracks connections by IP address or network, and decides whether to accept a new connection. */
function createRegister(maxConnections: number, isProxy: (address: string) => boolean) {
  const lines = new Map<Socket, Line>();
  const owners = new Map<string, Owner>();
  const most = maxConnections - Math.ceil(maxConnections * KEPT_PART);
  const few = Math.max(FEWEST, Math.floor(maxConnections * FEW_PART));

  const ownerOf = (address: string): Owner => {
    const network = networkOf(address);
    const known = owners.get(network);
    if (known) return known;
    const owner = { network, isProxy: isProxy(address), count: 0, idle: new Set<Line>() };
    owners.set(network, owner);
    return owner;
  };
  const forget = (line: Line): void => {
    const { owner, socket } = line;
    lines.delete(socket);
    owner.idle.delete(line);
    owner.count -= 1;
    if (owner.count === 0) owners.delete(owner.network);
  };
  /** Returns whether there is space for a new connection. Closes another connection if necessary. */
  const makeRoomFor = (newcomer: Owner): boolean => {
    if (lines.size < most) return true;
    const largest = largestIdle(owners.values(), newcomer);
    const [longestIdle] = largest?.idle ?? [];
    if (!longestIdle) return newcomer.isProxy || newcomer.count < few;
    longestIdle.socket.destroy();
    return true;
  };
  return { lines, ownerOf, forget, makeRoomFor };
}

/** Limits the number of requests that a connection may start per event loop iteration. */
function createIterations() {
  let iteration = 0;
  let isCounting = false;
  return {
    /** Takes one of the connection's request slots. Returns false if none is free. */
    has(line: Line): boolean {
      if (line.iteration !== iteration) {
        line.iteration = iteration;
        line.answered = 0;
      }
      if (line.answered >= AT_ONCE || line.begun.size >= AT_ONCE) return false;
      line.answered += 1;
      if (isCounting) return true;
      isCounting = true;
      setImmediate(() => {
        isCounting = false;
        iteration += 1;
      });
      return true;
    },
  };
}

/**
 * Returns the owner with the most connections among the owners that have an idle connection. Prefers owners that are
 * not proxies. Unless `newcomer` is a proxy, skips owners with fewer connections than `newcomer`.
 */
function largestIdle(owners: Iterable<Owner>, newcomer: Owner): Owner | undefined {
  let largest: Owner | undefined;
  for (const owner of owners) {
    if (owner.idle.size === 0 || (owner.count < newcomer.count && !newcomer.isProxy)) continue;
    const goesFirst = owner.isProxy === largest?.isProxy ? owner.count > largest.count : !owner.isProxy;
    if (!largest || goesFirst) largest = owner;
  }
  return largest;
}

/**
 * Limits pipelining by wrapping an internal callback of Node's HTTP parser. Without this callback, pipelining is not
 * limited.
 */
function boundPipeline(line: Line, maxPipelined: number): void {
  const { parser } = line.socket as { parser?: { onIncoming?: OnIncoming } };
  const take = parser?.onIncoming;
  if (!parser || !take) return;
  parser.onIncoming = (request, shouldKeepAlive) => {
    // The connection ends after its pending responses, so ignore later input.
    if (line.isEnding) return DROP_THE_REST;
    line.isEnding = line.begun.size + line.waiting.length + 1 >= maxPipelined;
    return take(request, shouldKeepAlive && !line.isEnding);
  };
}
