import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressRange } from '../base/ip-address.ts';
import type { Log } from '../base/log.ts';
import { createAdmission } from './admission.ts';
import { allowedMethods, methodsOf } from './allowed-methods.ts';
import type { AnswerContext } from './answer.ts';
import { builtInRoutes } from './built-in-routes.ts';
import { createClientAddresses } from './client-address.ts';

import { createConnections, type Connections } from './connections.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { createLoopLag } from './loop-lag.ts';
import { createBudget } from './overload.ts';
import { createRefusalText } from './overload-refusal.ts';
import { createShortcut } from './overload-shortcut.ts';
import { createProblemLog } from './problem-log.ts';
import type { WireProblem } from './problems.ts';
import { isAtAccountHost, type HostNames } from './public-hosts.ts';
import { answerClientError, answerOddRequests } from './odd-requests.ts';
import type { Authenticate, Sessions } from './principal.ts';
import { createRequestIds } from './request-id.ts';
import type { Route } from './route.ts';
import { serve, TOO_MANY, type Gate, type ServeParts } from './serve.ts';
import { createTraffic, type RequestWatcher } from './traffic.ts';
import { answerProblem, nothingAt, pathOf } from './unserved.ts';

/** Length of the listen backlog. With Node's default of 511, a flood delayed clients that could have been served. */
const CONNECTIONS_IN_LINE = 4_096;

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  /** Authenticates callers by session. Without this, only keys and tokens are accepted. */
  readonly sessions?: Sessions;
  /** See `Gate`. By default, every caller is admitted and no headers are added. */
  readonly admit?: Gate['admit'];
  readonly permit?: Gate['permit'];
  readonly accountHeaders?: Gate['accountHeaders'];
  /** Response formats for some paths. A dialect applies to a path even if no route matches. */
  readonly dialects?: readonly Dialect[];
  readonly log: Log;
  /**
   * Returns the public base URL without a trailing slash. Called for each response, because the port may be unknown at
   * first.
   */
  readonly baseUrl: () => string;
  /** Returns whether a host name belongs to an account; see `HostNames`. By default, no name does. */
  readonly isOfAccounts?: HostNames['isOfAccounts'];
  /** Resolves with true if requests can be served, for `/readyz`. */
  readonly ready: () => Promise<boolean>;
  /** Additional health probes, which are answered even under overload. */
  readonly probes?: readonly Route[];
  readonly watcher?: RequestWatcher | undefined;
  readonly limits?: Partial<HttpLimits>;
  /** Proxies whose forwarding headers are trusted. Default: none. */
  readonly trustedProxies?: readonly AddressRange[];
}

/** A listener with its routes. */
export interface HttpServer {
  /** Resolves with the port when connections are accepted. Rejects with Node's error, for example EADDRINUSE. */
  listen(host: string, port: number): Promise<{ port: number }>;
  /** Stops accepting connections, waits up to `graceMs` for requests in progress, and closes all connections. */
  close(graceMs: number): Promise<void>;
}

/** Creates a listener. `listen` binds the port. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits };
  let isClosing = false;
  const closing = new AbortController();
  const createRequestId = createRequestIds();
  const clients = createClientAddresses(options.trustedProxies ?? []);
  const connections = createConnections(limits, (address) => clients.isTrusted(address));
  const shortcut = createShortcut({
    refuses: (method, target) => method === 'POST' && guarded.has(target) && !isClosing && isFull(parts),
    refusal: createRefusalText(TOO_MANY, { ...limits, createRequestId, baseUrl: options.baseUrl }),
  });
  const names: HostNames = { baseUrl: options.baseUrl, isOfAccounts: options.isOfAccounts ?? nobodys };
  const parts: ServeParts = {
    gate: {
      authenticate: options.authenticate,
      sessions: options.sessions,
      admit: options.admit ?? (() => Promise.resolve(undefined)),
      permit: options.permit,
      accountHeaders: options.accountHeaders ?? (() => ({})),
    },
    notifyOperator: createProblemLog(options.log),
    baseUrl: options.baseUrl,
    budget: createBudget(limits),
    admission: createAdmission(
      limits,
      createLoopLag(() => performance.now()),
    ),
    traffic: createTraffic(createRequestId, connections, options.watcher?.ended),
    around: options.watcher?.around,
    clients,
    isClosing: () => isClosing,
    closing: closing.signal,
    dialectOf: (path, method) => dialectOf(options.dialects ?? [], path, method),
    onTooMany: (socket) => shortcut.take(socket),
    uploadTimes: limits,
    isAtAccountHost: (request) => isAtAccountHost(names, request),
  };
  const bareContext = (): AnswerContext => ({ requestId: createRequestId(), baseUrl: options.baseUrl(), isLast: true });
  const app = createRouter(limits, parts, (error, socket) => {
    // If input was discarded, the rest of it causes parse errors. Ignore them.
    if (connections.isEnding(socket) && error.message.startsWith('Parse Error')) return;
    answerClientError(error, socket, parts.traffic.mayAnswerOn(socket), bareContext());
  });
  addRoutes(app, { parts, options, connections });
  const { server } = app;
  answerOddRequests(server, {
    answer: (request, response, problem) => void answerProblem(parts, request, response, problem, { isLast: true }),
    context: bareContext,
  });
  const guarded = guardedTargets(options.routes, parts);
  shortcut.watch(server);
  connections.watch(server);
  return listenerOf(app, limits, parts, {
    beginClosing: () => {
      isClosing = true;
      closing.abort();
    },
    onLate: (socket) => answerClientError(LATE, socket, parts.traffic.mayAnswerOn(socket), bareContext()),
  });
}

const nobodys: HostNames['isOfAccounts'] = () => Promise.resolve(false);

/** Error with the code that Node uses for a request that exceeds the request timeout. */
const LATE = Object.assign(new Error('The request did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Returns the public interface of a server. Calls `beginClosing` when the server is closed. */
function listenerOf(
  app: FastifyInstance,
  limits: HttpLimits,
  { traffic }: ServeParts,
  { beginClosing, onLate }: { readonly beginClosing: () => void; readonly onLate: (socket: Socket) => void },
): HttpServer {
  const { server } = app;
  let sweep: NodeJS.Timeout | undefined;
  return {
    async listen(host, port) {
      await app.ready();
      await bind(server, host, port);
      sweep = setInterval(() => {
        traffic.sweepIncomplete(limits.requestTimeoutMs, onLate);
        traffic.cut(limits.answerTimeoutMs);
        traffic.cutUnsent(limits.maxUnsentBytes);
      }, limits.checkIntervalMs).unref();
      const address = server.address();
      return { port: typeof address === 'object' && address ? address.port : port };
    },
    async close(graceMs) {
      beginClosing();
      await heardWhatArrived();
      const closed = stopListening(server);
      await settleWithin(traffic.idle(), graceMs);
      server.closeAllConnections();
      clearInterval(sweep);
      await closed;
      await app.close();
    },
  };
}

/**
 * Creates a Fastify instance that is only a router. `serve` handles bodies, errors, and responses, because the key must
 * be checked before the body is read.
 */
function createRouter(
  limits: HttpLimits,
  parts: ServeParts,
  onClientError: (error: Error, socket: Socket) => void,
): FastifyInstance {
  const app = Fastify({
    logger: false,
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      querystringParser: () => ({}),
      // Tag names and email addresses can exceed Fastify's default limit of 100 characters, especially when
      // percent-encoded.
      maxParamLength: 1_024,
    },
    // Node would reject a request that has no Host header, without explaining why. `answerOddRequests` explains it.
    http: {
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
    // Our own timeout (`sweepIncomplete`) is shorter. This timeout must be long enough for file uploads, because Node
    // cannot distinguish them from other bodies.
    requestTimeout: limits.requestTimeoutMs + limits.uploadTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    clientErrorHandler: onClientError,
    frameworkErrors: (error, request, reply) => {
      reply.hijack();
      const details = { message: 'The path is not valid percent-encoded UTF-8.' };
      const isBadPath = error.code === 'FST_ERR_BAD_URL';
      const problem = isBadPath ? ({ name: 'malformed_request', details } as const) : nothingAt(parts, request.raw);
      void answerProblem(parts, request.raw, reply.raw, problem);
    },
  });
  app.removeAllContentTypeParsers();
  return app;
}

function addRoutes(
  app: FastifyInstance,
  { parts, options, connections }: { parts: ServeParts; options: HttpServerOptions; connections: Connections },
): void {
  const probes = [...builtInRoutes(options.ready), ...(options.probes ?? [])];
  const routes = [...probes, ...options.routes];
  for (const route of routes) {
    const isProbe = probes.includes(route);
    const dialect = parts.dialectOf(route.path, route.method);
    app.route({
      // Fastify adds a HEAD route for every GET route.
      method: methodsOf(route).filter((method) => method !== 'HEAD'),
      url: route.path,
      // The first hook takes over the request. Fastify never reads the body.
      onRequest: (request, reply) => {
        reply.hijack();
        // Safe cast: Fastify's path parameters are strings.
        const params = request.params as Record<string, string>;
        const match = { route, params, isProbe, dialect };
        connections.enter(request.raw.socket, () => void serve(parts, match, request.raw, reply.raw));
      },
      handler: () => {},
    });
  }
  const answerUnmatched = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    const allow = allowedMethods(routes, pathOf(request.raw.url ?? '')).join(', ');
    const message = `This URL does not support ${request.method}, only ${allow}.`;
    const problem: WireProblem = allow
      ? { name: 'method_not_allowed', details: { message } }
      : nothingAt(parts, request.raw);
    connections.enter(request.raw.socket, () => void answerProblem(parts, request.raw, reply.raw, problem, { allow }));
  };
  app.setNotFoundHandler(answerUnmatched);
  // This error occurs only for requests that match no route. Fastify checks the content type of their body before it
  // calls the handler above.
  app.setErrorHandler((_error, request, reply) => answerUnmatched(request, reply));
}

function isFull({ admission }: ServeParts): boolean {
  return admission.refuses(performance.now());
}

/**
 * Returns the paths of the native POST routes without path parameters. The shortcut may reject requests to these paths.
 */
function guardedTargets(routes: readonly Route[], parts: ServeParts): ReadonlySet<string> {
  const plain = routes.filter(({ method, path }) => method === 'POST' && !/[:*]/.test(path));
  return new Set(plain.filter(({ method, path }) => !parts.dialectOf(path, method)).map(({ path }) => path));
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: CONNECTIONS_IN_LINE }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Resolves when data that was already buffered on connections has been read. Requests sent before the shutdown then get
 * a response.
 */
async function heardWhatArrived(): Promise<void> {
  // Wait for two iterations of the event loop, because the first may already have polled the connections.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function stopListening(server: Server): Promise<void> {
  // The only possible error is that the server was not listening. It is then already closed.
  return new Promise((resolve) => server.close(() => resolve()));
}

async function settleWithin(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
