import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../base/refusal.ts';
import { writeProblem, writeReply, type AnswerContext } from './answer.ts';
import { identify, nobody, requireScope } from './authorization.ts';
import { HungUp, receiveBody } from './body.ts';
import { decodeForm } from './form.ts';
import { faultOfText } from './json.ts';
import type { Budget } from './overload.ts';
import type { ProblemLog } from './problem-log.ts';
import { presentNamed, presentProblem } from './problems.ts';
import type { Authenticate, Principal } from './principal.ts';
import type { Route } from './route.ts';
import { hangUpSignal, type Exchange, type Traffic } from './traffic.ts';

const METHODS_WITHOUT_BODY = ['GET', 'HEAD'];
const NO_QUERY: Readonly<Record<string, unknown>> = {};

/** Who may call, how often, and what their answers carry. */
export interface Gate {
  readonly authenticate: Authenticate;
  /** Asked before the body of a request with a key is read; rejects with what keeps the caller out. */
  readonly admit: (principal: Principal) => Promise<void>;
  /** Headers of every answer to a caller who is known. */
  readonly accountHeaders: (principal: Principal) => Readonly<Record<string, string>>;
}

/** What answering takes. */
export interface ServeParts {
  readonly gate: Gate;
  readonly budget: Budget;
  readonly traffic: Traffic;
  readonly tellOperator: ProblemLog;
  readonly baseUrl: () => string;
  readonly isClosing: () => boolean;
}

/** A request that was matched with its route. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** A probe is answered at any load. */
  readonly isProbe: boolean;
}

/**
 * Answers a request: place, key and scope are judged from the headers alone, then the body is received, then the route
 * runs. Never rejects: whatever is thrown becomes an answer, when there is still somebody to answer.
 */
export async function serve(
  parts: ServeParts,
  match: Match,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { budget, traffic } = parts;
  if (!match.isProbe && !budget.enter()) {
    const tooMany = new Refusal('service_unavailable', {
      message: 'Too many requests are under way at this moment.',
      retryAfterSeconds: 1,
    });
    answerError(parts, traffic.begin(request, response), tooMany, match.route.path);
    return;
  }
  let reservedBytes = 0;
  const reserve = (bytes: number): boolean => {
    if (!budget.reserve(bytes)) return false;
    reservedBytes += bytes;
    return true;
  };
  const exchange = traffic.begin(request, response, () => {
    if (!match.isProbe) budget.leave(reservedBytes);
  });
  try {
    const reply = await run(parts, match, exchange, reserve);
    if (!response.destroyed) writeReply(response, reply, answerContext(parts, exchange));
  } catch (error) {
    answerError(parts, exchange, error, match.route.path);
  }
}

async function run(
  parts: ServeParts,
  { route, params }: Match,
  exchange: Exchange,
  reserve: (bytes: number) => boolean,
): ReturnType<Route['run']> {
  const { request, requestId } = exchange;
  const principal = route.scope === undefined ? nobody : await letIn(parts, exchange, route.scope);
  // Nothing that exists is called so, and PostgreSQL takes no NUL.
  if (Object.values(params).some((param) => faultOfText(param) !== undefined)) throw new Refusal('not_found');
  const takesBody = !METHODS_WITHOUT_BODY.includes(request.method ?? '');
  const body = takesBody ? await receiveBody(request, route.bodyLimitBytes, reserve) : undefined;
  return route.run({
    principal,
    body,
    query: queryOf(request.url ?? ''),
    params,
    headers: request.headers,
    isHead: request.method === 'HEAD',
    requestId,
    problem: ({ code, details }) => presentNamed({ name: code, details }, answerContext(parts, exchange)).body,
    get signal() {
      return hangUpSignal(exchange);
    },
  });
}

async function letIn({ gate }: ServeParts, exchange: Exchange, scope: string): Promise<Principal> {
  const principal = await identify(exchange.request.headers.authorization, gate.authenticate);
  exchange.principal = principal;
  requireScope(principal, scope);
  await gate.admit(principal);
  return principal;
}

/** Answers with what the error means, and tells the log what the operator must know. */
function answerError(parts: ServeParts, exchange: Exchange, error: unknown, path: string): void {
  const { request, response, requestId, hangUp } = exchange;
  const isAfterHangUp = error instanceof HungUp || (hangUp?.signal.aborted === true && isAbort(error));
  if (isAfterHangUp) return;
  const context = answerContext(parts, exchange);
  const problem = presentProblem(error, context);
  if (problem.log) {
    const { level, message, error: cause } = problem.log;
    parts.tellOperator(level, message, { requestId, method: request.method, path, error: cause });
  }
  if (response.headersSent) response.destroy();
  else if (!response.destroyed) writeProblem(response, problem, context);
}

/** What answers to this exchange carry. */
export function answerContext(parts: ServeParts, { requestId, principal }: Exchange): AnswerContext {
  return {
    requestId,
    baseUrl: parts.baseUrl(),
    isLast: parts.isClosing(),
    ...(principal && { accountHeaders: parts.gate.accountHeaders(principal) }),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The decoded query of a request target, which is ASCII: Node's parser refuses anything else. */
function queryOf(target: string): Record<string, unknown> {
  const start = target.indexOf('?');
  if (start === -1) return NO_QUERY;
  const end = target.indexOf('#', start);
  return decodeForm(target.slice(start + 1, end === -1 ? undefined : end));
}
