import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeProblem } from './answer.ts';
import { identify } from './authorization.ts';
import type { Dialect } from './dialect.ts';
import { presentNamed, type WireProblem } from './problems.ts';
import { answerContext, type ServeParts } from './serve.ts';

/**
 * Answers a request with a problem, without a route. On account hosts, the problem is always not_found, so that the
 * response reveals no other routes.
 */
export async function answerProblem(
  parts: ServeParts,
  request: IncomingMessage,
  response: ServerResponse,
  problem: WireProblem,
  { allow = '', isLast = parts.isClosing() }: { readonly allow?: string; readonly isLast?: boolean } = {},
): Promise<void> {
  const exchange = parts.traffic.begin(request, response);
  // If the lookup fails, respond as on an account host, because that response reveals the least.
  const isAtAccountHost = await Promise.resolve(parts.isAtAccountHost(request)).catch(() => true);
  if (!isAtAccountHost) {
    exchange.dialect = dialectAt(parts, request);
    // Identify the caller only to add the remaining quotas to the response.
    exchange.principal = await identify(request, parts.gate).catch(() => undefined);
  }
  if (response.destroyed) return;
  const context = { ...answerContext(parts, exchange), isLast };
  const presented = presentNamed(isAtAccountHost ? { name: 'not_found' } : problem, context);
  const isAllowed = allow !== '' && !isAtAccountHost;
  writeProblem(response, isAllowed ? { ...presented, headers: { allow } } : presented, context);
}

/** Returns the problem for a path without a route. */
export function nothingAt(parts: ServeParts, request: IncomingMessage): WireProblem {
  const details = dialectAt(parts, request)?.notFound(pathOf(request.url ?? ''));
  return details ? { name: 'not_found', details } : { name: 'not_found' };
}

export function pathOf(target: string): string {
  return target.replace(/[?#].*$/s, '');
}

function dialectAt(parts: ServeParts, request: IncomingMessage): Dialect | undefined {
  return parts.dialectOf(pathOf(request.url ?? ''));
}
