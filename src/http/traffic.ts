import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import type { Dialect } from './dialect.ts';
import type { Principal } from './principal.ts';
import type { RateLimitStatus } from './rate-limit-status.ts';

/** A request in progress, from the arrival of its headers to the end of its response or connection. */
export interface Exchange {
  readonly requestId: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Start time in milliseconds of the monotonic clock. */
  readonly startedAtMs: number;
  /** Aborts if the caller disconnects before the end of the response. Created on first use. */
  hangUp: AbortController | undefined;
  /** Additional time for this exchange, in milliseconds. A file upload takes longer than other bodies. */
  patienceMs: number;
  /** The caller, if already authenticated. */
  principal: Principal | undefined;
  /** Rate limit status of the caller, if already checked. */
  rateLimit: RateLimitStatus | undefined;
  /** Format of the responses. Undefined for the native format. */
  dialect: Dialect | undefined;
  /** Path of the matched route, in route syntax. */
  pattern: string | undefined;
}

/** Observes requests without changing them. */
export interface RequestWatcher {
  /** Runs `work`, which processes the request, so that its effects can be attributed to the request. */
  readonly around: <T>(exchange: Exchange, work: () => T) => T;
  /** Called for each finished exchange. */
  readonly ended: (exchange: Exchange) => void;
}

/** All exchanges of a listener. */
export interface Traffic {
  /** Starts an exchange, which ends with its response or its connection. Calls `onEnd` at the end. */
  begin(request: IncomingMessage, response: ServerResponse, onEnd?: () => void): Exchange;
  /**
   * Returns whether an error response can be written to the connection. Returns false if the client would mistake it
   * for the response to an earlier request.
   */
  mayAnswerOn(socket: Socket): boolean;
  /**
   * Calls `onLate` for each incomplete request that started more than `ageMs`, plus its additional time, ago. Destroys
   * the connection of each incomplete request that has been answered and started more than `ageMs` ago.
   */
  sweepIncomplete(ageMs: number, onLate: (socket: Socket) => void): void;
  /** Destroys the connections of exchanges that started more than `ageMs`, plus their additional time, ago. */
  cut(ageMs: number): void;
  /**
   * Destroys connections with unsent response data, oldest request first, until at most `maxBytes` of response data are
   * unsent.
   */
  cutUnsent(maxBytes: number): void;
  /** Resolves when no exchange is in progress. */
  idle(): Promise<void>;
}

/** Creates an empty register of exchanges. Calls `onEnded` for each finished exchange. */
export function createTraffic(
  createRequestId: () => string,
  connections: Pick<Connections, 'begin' | 'end'>,
  onEnded?: (exchange: Exchange) => void,
): Traffic {
  const active = new Set<Exchange>();
  /**
   * Connections whose request was answered before it had arrived completely. An error in the rest of the request needs
   * no response.
   */
  const answeredEarly = new WeakSet<Socket>();
  /** Requests that were answered before they arrived completely, with their start times. */
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
      // Exchanges are sorted by start time. While the first request on a connection is incomplete, the connection has
      // no other exchange.
      const first = [...active].find(({ request }) => request.socket === socket);
      return first ? !first.request.complete && !first.response.headersSent : !answeredEarly.has(socket);
    },
    cut: (ageMs) => cutOld(active, ageMs),
    sweepIncomplete(ageMs, onLate) {
      cutUnread(unread, ageMs);
      for (const socket of lateIn(active, ageMs)) onLate(socket);
    },
    cutUnsent(maxBytes) {
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

/**
 * Destroys the connections of exchanges that started more than `ageMs` ago, plus their additional time. The exchanges
 * must be sorted by start time.
 */
function cutOld(active: Iterable<Exchange>, ageMs: number): void {
  const oldest = performance.now() - ageMs;
  for (const { patienceMs, request, startedAtMs } of active) {
    if (startedAtMs > oldest) return;
    if (startedAtMs + patienceMs <= oldest) request.socket.destroy();
  }
}

/** Returns the connections whose request is still incomplete after `ageMs` plus its additional time. */
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
    rateLimit: undefined,
    dialect: undefined,
    pattern: undefined,
  };
}

/** Returns a signal that aborts if the caller disconnects before the end of the response. */
export function hangUpSignal(exchange: Exchange): AbortSignal {
  exchange.hangUp ??= new AbortController();
  if (exchange.response.closed && !exchange.response.writableFinished) exchange.hangUp.abort();
  return exchange.hangUp.signal;
}
