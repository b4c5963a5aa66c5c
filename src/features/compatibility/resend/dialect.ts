import type { Caller, Dialect } from '../../../http/dialect.ts';
import type { Principal, QuotaCounters, Rate } from '../../../http/principal.ts';
import type { PresentedProblem } from '../../../http/problems.ts';
import type { RateStanding } from '../../../http/rate-standing.ts';
import { isFamilyAtRoot, nothingAt } from './families.ts';
import { isCompatPath } from './paths.ts';
import { withRemedy } from './remedy.ts';

/**
 * How errors and headers are written for clients of the compatible endpoint. Some of them see an error only by
 * `statusCode` in the body, others only by `error`, so the body has both; none may have `code` or `type`, which one of
 * them reads as its own. The message says what mends it as well, because `fix` is no member that they show. Headers of rates are whole numbers, because one of them refuses anything else.
 */
export function createCompatDialect(parts: { readonly used: (principal: Principal) => QuotaCounters }): Dialect {
  return {
    covers: (path) => isCompatPath(path) || isFamilyAtRoot(path),
    headers: ({ principal, standing }) =>
      principal ? { ...quotaHeaders(principal, parts.used(principal)), ...rateHeaders(principal.rate, standing) } : {},
    problem: (problem, caller) => ({ body: errorBody(problem), headers: problemHeaders(problem, caller) }),
    notFound: nothingAt,
  };
}

/** The body of an error: what clients of several languages look for, together. */
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

function rateHeaders(rate: Rate, standing: RateStanding | undefined): Record<string, string> {
  if (standing) {
    return {
      ...limitHeaders(standing.limit, standing.windowSeconds),
      'ratelimit-remaining': String(standing.remaining),
      'ratelimit-reset': String(standing.resetSeconds),
    };
  }
  if (rate.perSecond !== undefined) return limitHeaders(rate.perSecond, 1);
  return rate.perMinute === undefined ? {} : limitHeaders(rate.perMinute, 60);
}

function limitHeaders(limit: number, windowSeconds: number): Record<string, string> {
  return { 'ratelimit-limit': String(limit), 'ratelimit-policy': `${limit};w=${windowSeconds}` };
}

/** A caller who is over the rate has nothing left until `retry-after`; more than a second of it is the minute's. */
function problemHeaders({ body, headers }: PresentedProblem, { principal }: Caller): Record<string, string> {
  if (body.name !== 'rate_limit_exceeded' || !principal) return headers;
  const resetSeconds = Number(headers['retry-after']);
  const { perMinute, perSecond } = principal.rate;
  const isOfMinute = perSecond === undefined || (perMinute !== undefined && resetSeconds > 1);
  const limit = isOfMinute ? perMinute : perSecond;
  if (limit === undefined) return headers;
  const standing = { limit, windowSeconds: isOfMinute ? 60 : 1, remaining: 0, resetSeconds };
  return { ...headers, ...rateHeaders(principal.rate, standing) };
}
