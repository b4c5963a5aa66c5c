import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import type { Dialect } from './dialect.ts';
import type { Principal } from './principal.ts';
import type { RateStanding } from './rate-standing.ts';

/** A request under way, from its headers to the end of its answer or of its connection. */
export interface Exchange {
  readonly requestId: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Monotonic milliseconds. */
  readonly startedAtMs: number;
  /** Aborts when the caller hangs up before the end of the answer; made when somebody asks for it. */
  hangUp: AbortController | undefined;
  /** Time that it has beyond what every exchange has: a file takes longer than other bodies. */
  patienceMs: number;
  /** The caller, once known. */
  principal: Principal | undefined;
  /** How the caller's rate stands, once judged. */
  standing: RateStanding | undefined;
  /** How answers are written here, when not in our own way. */
  dialect: Dialect | undefined;
  /** The path of the route that it was matched with, as the route has it. */
  pattern: string | undefined;
}

/** Watches requests; it changes nothing of them. */
export interface RequestWatcher {
  /** Runs the work of a request, so that what it leads to is known to come from it. */
  readonly around: <T>(exchange: Exchange, work: () => T) => T;
  /** Told of each exchange that is over. */
  readonly ended: (exchange: Exchange) => void;
}

/** All exchanges of a listener. */
export interface Traffic {
  /** Begins an exchange; it ends by itself, and then calls `onEnd`. */
  begin(request: IncomingMessage, response: ServerResponse, onEnd?: () => void): Exchange;
  /** False while bytes written to the connection would be taken for the answer to another request than the latest. */
  mayAnswerOn(socket: Socket): boolean;
  /**
   * Finds the requests that began more than `ageMs` ago and are not complete: each is told to `onLate`; of one that was
   * answered, the connection is destroyed.
   */
  sweepIncomplete(ageMs: number, onLate: (socket: Socket) => void): void;
  /** Destroys the connections of exchanges that began more than `ageMs` ago. */
  cut(ageMs: number): void;
  /** Destroys the connections whose answers wait to be taken, the oldest first, until no more than so many bytes do. */
  cutUntaken(maxBytes: number): void;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

/** A record of what is under way, empty; `onEnded` is told of each exchange once it is over. */
export function createTraffic(
  createRequestId: () => string,
  connections: Pick<Connections, 'begin' | 'end'>,
  onEnded?: (exchange: Exchange) => void,
): Traffic {
  const active = new Set<Exchange>();
  /** Connections with a request that was answered before it was complete: a fault in its rest has had its answer. */
  const answeredEarly = new WeakSet<Socket>();
  /** Those requests, as long as their rest is awaited, with the moment at which they began. */
  const unread = new Map<IncomingMessage, number>();
  const idleListeners: (() => void)[] = [];

  const end = (exchange: Exchange): void => {
    active.delete(exchange);
    onEnded?.(exchange);
    const { request, response, hangUp } = exchange;
    if (!response.writableFinished) hangUp?.abort();
    if (!request.complete) {
      answeredEarly.add(request.socket);
      if (!request.socket.destroyed) unread.set(request, exchange.startedAtMs);
    }
    if (active.size === 0) for (const listener of idleListeners.splice(0)) listener();
  };

  return {
    begin(request, response, onEnd) {
      const exchange = newExchange(createRequestId(), request, response);
      active.add(exchange);
      const endOnce = (): void => {
        if (!active.has(exchange)) return;
        onEnd?.();
        end(exchange);
        connections.end(request.socket, endOnce);
      };
      connections.begin(request.socket, endOnce);
      response.once('close', endOnce);
      return exchange;
    },
    mayAnswerOn(socket) {
      // In the order of their beginning: when the first is incomplete, it is the only one.
      const first = [...active].find(({ request }) => request.socket === socket);
      return first ? !first.request.complete && !first.response.headersSent : !answeredEarly.has(socket);
    },
    cut: (ageMs) => cutOld(active, ageMs),
    sweepIncomplete(ageMs, onLate) {
      cutUnread(unread, ageMs);
      for (const socket of lateIn(active, ageMs)) onLate(socket);
    },
    cutUntaken(maxBytes) {
      const waiting = [...active].filter(({ response }) => response.writableLength > 0);
      let bytes = waiting.reduce((sum, { response }) => sum + response.writableLength, 0);
      for (const { request, response } of waiting) {
        if (bytes <= maxBytes) return;
        bytes -= response.writableLength;
        request.socket.destroy();
      }
    },
    idle() {
      if (active.size === 0) return Promise.resolve();
      return new Promise((resolve) => idleListeners.push(resolve));
    },
  };
}

/** Exchanges are in the order of their beginning. */
function cutOld(active: Iterable<Exchange>, ageMs: number): void {
  const oldest = performance.now() - ageMs;
  for (const { patienceMs, request, startedAtMs } of active) {
    if (startedAtMs > oldest) return;
    if (startedAtMs + patienceMs <= oldest) request.socket.destroy();
  }
}

/** Connections whose request is not complete after so long. */
function lateIn(active: Iterable<Exchange>, ageMs: number): Socket[] {
  const oldest = performance.now() - ageMs;
  const late: Socket[] = [];
  for (const { patienceMs, request, startedAtMs } of active) {
    if (startedAtMs > oldest) break;
    if (!request.complete && startedAtMs + patienceMs <= oldest) late.push(request.socket);
  }
  return late;
}

function cutUnread(unread: Map<IncomingMessage, number>, ageMs: number): void {
  const oldest = performance.now() - ageMs;
  for (const [request, startedAtMs] of unread) {
    if (!request.complete && startedAtMs <= oldest) request.socket.destroy();
    if (request.complete || request.socket.destroyed) unread.delete(request);
  }
}

function newExchange(requestId: string, request: IncomingMessage, response: ServerResponse): Exchange {
  return {
    requestId,
    request,
    response,
    startedAtMs: performance.now(),
    hangUp: undefined,
    patienceMs: 0,
    principal: undefined,
    standing: undefined,
    dialect: undefined,
    pattern: undefined,
  };
}

/** Aborts when the caller hangs up before the end of the answer. */
export function hangUpSignal(exchange: Exchange): AbortSignal {
  exchange.hangUp ??= new AbortController();
  if (exchange.response.closed && !exchange.response.writableFinished) exchange.hangUp.abort();
  return exchange.hangUp.signal;
}
