import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../base/ip-address.ts';
import { connectionAddress } from './client-address.ts';

/** Of all places, those kept for addresses with few connections while nobody is idle. */
const KEPT_PART = 0.05;
/** Of all places, what counts as few. */
const FEW_PART = 0.01;
const FEWEST = 2;

/** Requests of one connection that are answered at a time, and in one turn of the loop: others have theirs between. */
const AT_ONCE = 4;

/** How many connections there may be, and what one may have under way. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Requests of one connection that are not answered to their end; the last one of so many ends the connection. */
  readonly maxPipelined: number;
}

/** Connections of a listener: who has how many, and which are idle. */
export interface Connections {
  /** Looks at the connections of a server; once, before it listens. */
  watch(server: Server): void;
  /** Calls `answer` when it is the turn of a request: at once, unless others of its connection are being answered. */
  enter(socket: Socket, answer: () => void): void;
  /** Notes the beginning of an exchange; `end` is called should the connection close before it has ended. */
  begin(socket: Socket, end: () => void): void;
  /** Notes its end. */
  end(socket: Socket, end: () => void): void;
  /** True for a connection that ends with an answer under way, so that what else comes on it does not matter. */
  isEnding(socket: Socket): boolean;
}

/** A connection. */
interface Line {
  readonly socket: Socket;
  readonly owner: Owner;
  /** Ends of the exchanges that have begun. */
  readonly begun: Set<() => void>;
  /** Requests whose turn has not come. */
  waiting: (() => void)[];
  /** Requests that had their turn in this turn of the loop. */
  answered: number;
  turn: number;
  /** It ends with the answer to the latest request that was taken. */
  isEnding: boolean;
}

/** An address, or a network of IPv6, with its connections. */
interface Owner {
  readonly network: string;
  readonly isProxy: boolean;
  count: number;
  /** Connections without a request under way, the longest idle first. */
  readonly idle: Set<Line>;
}

/** What Node's server has its parser call with each request; 2 has the parser drop the rest of what it was given. */
type OnIncoming = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
const DROP_THE_REST = 2;

/**
 * Keeps connections of one address from shutting out those of others. While there is room nobody is counted; when it runs
 * out, the longest idle connection of the address with the most is closed for each that comes. Proxies stand for many, and
 * theirs go last. A connection on which too many requests wait for their answers gets those answers and then ends, as RFC
 * 9112 section 9.3.2 allows: Node would take in a thousand at once, before it looks whether anybody reads.
 */
export function createConnections(limits: ConnectionLimits, isProxy: (address: string) => boolean): Connections {
  const { lines, ownerOf, forget, makeRoomFor } = createRegister(limits.maxConnections, isProxy);
  const turns = createTurns();
  const advance = (line: Line): void => {
    while (line.waiting.length > 0 && turns.has(line)) line.waiting.shift()?.();
    // An answer under way calls again at its end; after those that are written already the next turn does.
    if (line.waiting.length > 0 && line.begun.size < AT_ONCE) setImmediate(advance, line);
  };

  return {
    watch(server) {
      server.maxConnections = limits.maxConnections;
      server.on('connection', (socket) => {
        const owner = ownerOf(connectionAddress(socket.remoteAddress));
        const hasRoom = makeRoomFor(owner);
        const line: Line = { socket, owner, begun: new Set(), waiting: [], answered: 0, turn: -1, isEnding: false };
        owner.count += 1;
        owner.idle.add(line);
        lines.set(socket, line);
        socket.once('close', () => {
          forget(line);
          line.waiting = [];
          // Node tells of the end of the answer that is being written, not of those that come after it.
          for (const end of line.begun) end();
        });
        if (hasRoom) boundPipeline(line, limits.maxPipelined);
        else socket.destroy();
      });
    },
    enter(socket, answer) {
      const line = lines.get(socket);
      if (!line) return answer();
      if (line.waiting.length === 0 && turns.has(line)) return answer();
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

/** Who has which connections, and for whom there is room. */
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
  /** True when there is room for a newcomer, if need be because another connection was closed. */
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

/** Turns of the loop, in each of which a connection may have a few requests answered. */
function createTurns() {
  let turn = 0;
  let isCounting = false;
  return {
    /** Takes one of the connection's places, where it has one. */
    has(line: Line): boolean {
      if (line.turn !== turn) {
        line.turn = turn;
        line.answered = 0;
      }
      if (line.answered >= AT_ONCE || line.begun.size >= AT_ONCE) return false;
      line.answered += 1;
      if (isCounting) return true;
      isCounting = true;
      setImmediate(() => {
        isCounting = false;
        turn += 1;
      });
      return true;
    },
  };
}

/** Who has the most connections of those with an idle one, and not fewer than the newcomer; a proxy when nobody else has. */
function largestIdle(owners: Iterable<Owner>, newcomer: Owner): Owner | undefined {
  let largest: Owner | undefined;
  for (const owner of owners) {
    if (owner.idle.size === 0 || (owner.count < newcomer.count && !newcomer.isProxy)) continue;
    const goesFirst = owner.isProxy === largest?.isProxy ? owner.count > largest.count : !owner.isProxy;
    if (!largest || goesFirst) largest = owner;
  }
  return largest;
}

/** Node's server reads so since version 10; should that change, requests are bounded over all connections alone. */
function boundPipeline(line: Line, maxPipelined: number): void {
  const { parser } = line.socket as { parser?: { onIncoming?: OnIncoming } };
  const take = parser?.onIncoming;
  if (!parser || !take) return;
  parser.onIncoming = (request, shouldKeepAlive) => {
    // With its answer the connection ends; what came behind it was never looked at.
    if (line.isEnding) return DROP_THE_REST;
    line.isEnding = line.begun.size + line.waiting.length + 1 >= maxPipelined;
    return take(request, shouldKeepAlive && !line.isEnding);
  };
}
