import type { Caller, Dialect } from '../../../http/dialect.ts';
import type { Principal, QuotaCounters, Rate } from '../../../http/principal.ts';
import type { PresentedProblem } from '../../../http/problems.ts';
import type { RateLimitStatus } from '../../../http/rate-limit-status.ts';
import { isFamilyAtRoot, nothingAt } from './families.ts';
import { isCompatPath } from './paths.ts';
import { withRemedy } from './remedy.ts';

/**
 * Creates the dialect of the compatible endpoint. Some clients recognize an error only by `statusCode` in the body,
 * others only by `error`, so the body has both. The body has neither `code` nor `type`, because one client would
 * interpret these as its own error codes. The message includes the fix, because clients do not show the `fix` property.
 * Rate limit headers are integers, because one client rejects other values.
 */
export function createCompatDialect(parts: { readonly used: (principal: Principal) => QuotaCounters }): Dialect {
  return {
    covers: (path) => isCompatPath(path) || isFamilyAtRoot(path),
    headers: ({ principal, rateLimit }) =>
      principal ? { ...quotaHeaders(principal, parts.used(principal)), ...rateHeaders(principal.rate, rateLimit) } : {},
    problem: (problem, caller) => ({ body: errorBody(problem), headers: problemHeaders(problem, caller) }),
    notFound: nothingAt,
  };
}

/** Returns the body of an error with the properties that clients in several languages read. */
function errorBody({ body, status }: PresentedProblem): unknown {
  const { errors, fix, link, name, request_id } = body;
  const message = withRemedy(body);
  return {
    statusCode: status,
    status,
    name,
    message,
    fix,
    link,
    request_id,
    ...(errors && { errors }),
    error: { statusCode: status, name, message },
  };
}

function quotaHeaders({ account }: Principal, used: QuotaCounters): Record<string, string> {
  return {
    'x-resend-monthly-quota': String(used.monthUsed),
    ...(account.quota.dailyLimit !== undefined && { 'x-resend-daily-quota': String(used.dayUsed) }),
  };
}

function rateHeaders(rate: Rate, rateLimit: RateLimitStatus | undefined): Record<string, string> {
  if (rateLimit) {
    return {
      ...limitHeaders(rateLimit.limit, rateLimit.windowSeconds),
      'ratelimit-remaining': String(rateLimit.remaining),
      'ratelimit-reset': String(rateLimit.resetSeconds),
    };
  }
  if (rate.perSecond !== undefined) return limitHeaders(rate.perSecond, 1);
  return rate.perMinute === undefined ? {} : limitHeaders(rate.perMinute, 60);
}

function limitHeaders(limit: number, windowSeconds: number): Record<string, string> {
  return { 'ratelimit-limit': String(limit), 'ratelimit-policy': `${limit};w=${windowSeconds}` };
}

/**
 * Returns the headers of an error response. A caller that exceeds its rate limit has no requests left until
 * `retry-after`. If `retry-after` is more than one second, the limit per minute was reached.
 */
function problemHeaders({ body, headers }: PresentedProblem, { principal }: Caller): Record<string, string> {
  if (body.name !== 'rate_limit_exceeded' || !principal) return headers;
  const resetSeconds = Number(headers['retry-after']);
  const { perMinute, perSecond } = principal.rate;
  const isOfMinute = perSecond === undefined || (perMinute !== undefined && resetSeconds > 1);
  const limit = isOfMinute ? perMinute : perSecond;
  if (limit === undefined) return headers;
  const rateLimit = { limit, windowSeconds: isOfMinute ? 60 : 1, remaining: 0, resetSeconds };
  return { ...headers, ...rateHeaders(principal.rate, rateLimit) };
}
