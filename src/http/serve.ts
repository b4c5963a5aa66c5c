import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../base/refusal.ts';
import { UNLIMITED_SLOT, type Admission, type Place } from './admission.ts';
import { writeProblem, writeReply, writeStreamHeaders, type AnswerContext } from './answer.ts';
import { identify, identifyKey, nobody, requireReach, requireScope, type Recognition } from './authorization.ts';
import { HungUp, noRoom } from './body.ts';
import type { ClientAddresses } from './client-address.ts';
import type { Dialect } from './dialect.ts';
import { decodeForm } from './form.ts';
import { faultOfText } from './json.ts';
import type { Budget } from './overload.ts';
import type { ProblemLog } from './problem-log.ts';
import { fromSlash, withoutSlash } from './pages/slash.ts';
import { isPublicPath } from './public-hosts.ts';
import { presentNamed, presentProblem, type WireProblem } from './problems.ts';
import type { Principal } from './principal.ts';
import type { RateLimitStatus } from './rate-limit-status.ts';
import { runStream } from './reply-stream.ts';
import type { Reply, Route } from './route.ts';
import { receive, takesBody } from './taking.ts';
import { hangUpSignal, type Exchange, type RequestWatcher, type Traffic } from './traffic.ts';
import { openUpload, UPLOAD_ROOM_BYTES, type UploadTimes } from './upload.ts';
import type { Upload, UploadSpec } from './upload-types.ts';
import { signInAddress } from './to-sign-in.ts';

/** Response to a request that is rejected because no slot is free. */
export const TOO_MANY: WireProblem = {
  name: 'service_unavailable',
  details: { message: 'The server is handling too many requests.', retryAfterSeconds: 1 },
};
const NO_QUERY: Readonly<Record<string, unknown>> = {};

/** Access control of a listener: authentication, rate limits, and account headers. */
export interface Gate extends Recognition {
  /**
   * Called after the caller is authenticated. Rejects to deny the request. Otherwise, resolves with the rate limit
   * status of the key, if it has a limit.
   */
  readonly admit: (principal: Principal, route: Route) => Promise<RateLimitStatus | undefined>;
  /** Called after `admit`. Rejects if any other rule forbids the caller to use the route. */
  readonly permit?: ((principal: Principal, route: Route) => Promise<void>) | undefined;
  /** Returns headers for every response to an authenticated caller. */
  readonly accountHeaders: (principal: Principal) => Readonly<Record<string, string>>;
}

export interface ServeParts {
  readonly gate: Gate;
  readonly budget: Budget;
  readonly admission: Admission;
  readonly traffic: Traffic;
  readonly clients: ClientAddresses;
  readonly notifyOperator: ProblemLog;
  readonly baseUrl: () => string;
  readonly isClosing: () => boolean;
  /** Aborts when the server starts to close. This ends streamed responses. */
  readonly closing: AbortSignal;
  readonly uploadTimes: UploadTimes;
  /** Returns the dialect of a path, or undefined for the native format. */
  readonly dialectOf: (path: string, method?: string) => Dialect | undefined;
  /** Returns whether a request was sent to a host of an account; see `isAtAccountHost`. */
  readonly isAtAccountHost: (request: IncomingMessage) => false | Promise<boolean>;
  /** Wraps the processing of a request, for monitoring; see `RequestWatcher`. */
  readonly around: RequestWatcher['around'] | undefined;
  /** Called with the connection of each request that was rejected because no slot was free. */
  readonly onTooMany: (socket: Socket) => void;
}

/** A request that matches a route. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly dialect: Dialect | undefined;
  /** Whether the route is a health probe, which must be answered even under overload. */
  readonly isProbe: boolean;
}

/** Answers a request that matches a route. Never rejects. */
export async function serve(
  parts: ServeParts,
  match: Match,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { budget, traffic } = parts;
  const place = takeSlots(parts, match, request);
  if (!place) {
    answerTooMany(parts, match, traffic.begin(request, response));
    return;
  }
  let reservedBytes = 0;
  const reserve = (bytes: number): boolean => {
    if (!budget.reserve(bytes, reservedBytes)) return false;
    reservedBytes += bytes;
    return true;
  };
  const exchange = traffic.begin(request, response, () => {
    if (!match.isProbe) budget.leave(reservedBytes);
  });
  exchange.dialect = match.dialect;
  exchange.pattern = match.route.path;
  const toWork = (): ReturnType<Route['run']> => work(parts, match, exchange, { place, reserve });
  try {
    const reply = fromSlash(await (parts.around ? parts.around(exchange, toWork) : toWork()), match.route, request);
    if (!response.destroyed) await answer(parts, exchange, reply);
  } catch (error) {
    answerError(parts, exchange, error, match.route.path);
  }
}

/** Writes a reply. If it is streamed, resolves when the stream has ended. */
async function answer(parts: ServeParts, exchange: Exchange, reply: Reply): Promise<void> {
  const { request, response } = exchange;
  const context = answerContext(parts, exchange);
  if (!reply.stream) return writeReply(response, reply, context);
  writeStreamHeaders(response, reply, context);
  if (reply.patienceMs !== undefined) exchange.patienceMs = reply.patienceMs;
  if (request.method === 'HEAD') response.end();
  else await runStream(response, reply.stream, parts.closing);
}

/** The slot that a request holds, and a function that reserves memory for the request. */
interface Holding {
  readonly place: Place;
  readonly reserve: (bytes: number) => boolean;
}

/**
 * Reserves a request slot and, if the method allows a body, an admission slot. Returns undefined if no slot is free. A
 * health probe needs no slot.
 */
function takeSlots({ admission, budget }: ServeParts, match: Match, request: IncomingMessage): Place | undefined {
  if (match.isProbe) return UNLIMITED_SLOT;
  if (!budget.enter()) return undefined;
  // Read-only requests need no admission slot, because they do not wait for commits.
  const place = takesBody(request) ? admission.enter(performance.now()) : UNLIMITED_SLOT;
  if (!place) budget.leave(0);
  return place;
}

/** Rejects a request without creating an Error, whose stack trace would take CPU time in a flood of requests. */
function answerTooMany(parts: ServeParts, { dialect, route }: Match, exchange: Exchange): void {
  exchange.dialect = dialect;
  exchange.pattern = route.path;
  const context = answerContext(parts, exchange);
  writeProblem(exchange.response, presentNamed(TOO_MANY, context), context);
  parts.onTooMany(exchange.request.socket);
}

/** Runs a request, then releases its admission slot. */
async function work(parts: ServeParts, match: Match, exchange: Exchange, holding: Holding): ReturnType<Route['run']> {
  let isAnswered = false;
  try {
    const reply = await run(parts, match, exchange, holding);
    isAnswered = true;
    return reply;
  } finally {
    holding.place.end(performance.now(), isAnswered && match.route.isGauge === true);
  }
}

async function run(
  parts: ServeParts,
  { route, params }: Match,
  exchange: Exchange,
  holding: Holding,
): ReturnType<Route['run']> {
  const { request, requestId } = exchange;
  if (!isPublicPath(route.path) && (await parts.isAtAccountHost(request))) {
    exchange.dialect = undefined;
    throw new Refusal('not_found');
  }
  const elsewhere = withoutSlash(route, request);
  if (elsewhere) return elsewhere;
  const { body, principal, upload } = await receive(route, request, {
    ...holding,
    letIn: async (signer) => {
      const caller = await enter(parts, exchange, route, signer);
      // IDs never contain such characters, and PostgreSQL rejects NUL characters.
      if (Object.values(params).some((param) => faultOfText(param) !== undefined)) throw new Refusal('not_found');
      return caller;
    },
    takeUpload: async (spec) => takeUpload(parts, spec, exchange, holding.reserve),
  });
  try {
    return await route.run({
      principal,
      body,
      get upload() {
        return upload ?? nothingUploaded();
      },
      query: queryOf(request.url ?? ''),
      params,
      headers: request.headers,
      isHead: request.method === 'HEAD',
      clientAddress: parts.clients.of(request),
      requestId,
      problem: ({ code, details }) => presentNamed({ name: code, details }, answerContext(parts, exchange)).body,
      get signal() {
        return hangUpSignal(exchange);
      },
    });
  } finally {
    upload?.drop();
  }
}

async function takeUpload(
  { uploadTimes }: ServeParts,
  spec: UploadSpec,
  exchange: Exchange,
  reserve: (bytes: number) => boolean,
): Promise<Upload> {
  if (!reserve(UPLOAD_ROOM_BYTES)) throw noRoom();
  exchange.patienceMs = uploadTimes.uploadTimeoutMs;
  return openUpload(exchange.request, spec, uploadTimes);
}

function nothingUploaded(): never {
  throw new Error('The route read an upload but does not accept one');
}

/** Authenticates and authorizes the caller of a route. If set, `signer` has signed the request. */
async function enter(
  parts: ServeParts,
  exchange: Exchange,
  route: Route,
  signer: Principal | undefined,
): Promise<Principal> {
  if (route.scope === undefined) return nobody;
  return letIn(parts, exchange, route, signer ?? (await callerOf(parts, exchange.request, route)));
}

async function callerOf({ gate }: ServeParts, request: IncomingMessage, route: Route): Promise<Principal> {
  if (!route.keyOf) return identify(request, gate, route.path);
  return identifyKey(route.keyOf(request.headers), gate.authenticate, route.path);
}

async function letIn({ gate }: ServeParts, exchange: Exchange, route: Route, principal: Principal): Promise<Principal> {
  exchange.principal = principal;
  // Requests with an insufficient scope also count against the rate limit. Otherwise, a caller could send any number of
  // them.
  exchange.rateLimit = await gate.admit(principal, route);
  if (route.scope !== undefined) requireScope(principal, route.scope);
  requireReach(principal, route);
  await gate.permit?.(principal, route);
  return principal;
}

/** Sends the response for an error. Logs the error if the operator must be notified. */
function answerError(parts: ServeParts, exchange: Exchange, error: unknown, path: string): void {
  const { request, response, requestId, hangUp } = exchange;
  const isAbort = error instanceof Error && error.name === 'AbortError';
  const isAfterHangUp = error instanceof HungUp || (hangUp?.signal.aborted === true && isAbort);
  if (isAfterHangUp) return;
  const context = answerContext(parts, exchange);
  const location = signInAddress(request, error, path);
  if (location !== undefined)
    return writeReply(response, { status: 303, body: undefined, headers: { location } }, context);
  const problem = presentProblem(error, context);
  if (problem.log) {
    const { level, message, error: cause } = problem.log;
    parts.notifyOperator(level, message, { requestId, method: request.method, path, error: cause });
  }
  if (response.headersSent) response.destroy();
  else if (!response.destroyed) writeProblem(response, problem, context);
}

/** Returns the data about an exchange that is needed to write its responses. */
export function answerContext(parts: ServeParts, exchange: Exchange): AnswerContext {
  const { dialect, principal, request, requestId, rateLimit } = exchange;
  const acceptLanguage = request.headers['accept-language'];
  return {
    requestId,
    baseUrl: parts.baseUrl(),
    isLast: parts.isClosing(),
    ...(parts.clients.isWithoutTls(request) && { isWithoutTls: true }),
    ...(principal && { accountHeaders: parts.gate.accountHeaders(principal) }),
    ...(dialect && { spoken: { dialect, caller: { principal, rateLimit, acceptLanguage } } }),
  };
}

/** Decodes the query string of a request target. */
function queryOf(target: string): Record<string, unknown> {
  const start = target.indexOf('?');
  if (start === -1) return NO_QUERY;
  const end = target.indexOf('#', start);
  return decodeForm(target.slice(start + 1, end === -1 ? undefined : end));
}
