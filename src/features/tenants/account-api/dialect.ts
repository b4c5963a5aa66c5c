import type { Caller, Dialect } from '../../../http/dialect.ts';
import type { PresentedProblem } from '../../../http/problems.ts';
import { isAccountPath } from './paths.ts';
import { perMinuteOf } from './rate.ts';

/** Error messages of the account API. They replace the messages in the problem table, which mention API keys. */
const MESSAGES: Readonly<Record<string, string>> = {
  missing_api_key: 'Unauthenticated: send an access token as `Authorization: Bearer <ACCESS_TOKEN>`.',
  invalid_api_key: 'Unauthenticated: the access token is invalid, expired, or revoked.',
};

/** Dashboard page that shows why an account is restricted. */
const STATUS_PATH = '/app/account/status';

/**
 * Returns the error format and the headers of the account API: `{message}`, with `errors` on status 422. Every response
 * to an authenticated caller also contains the rate limit and, if the request was counted, the number of requests left
 * in the current minute.
 */
export function createAccountDialect(baseUrl: () => string): Dialect {
  return {
    covers: isAccountPath,
    headers: rateHeaders,
    problem: (problem, caller) => ({
      body: errorBody(problem, messageOf(problem, caller), baseUrl()),
      headers: problemHeaders(problem, caller),
    }),
    notFound: () => ({ message: 'No route matches this path.' }),
  };
}

function messageOf({ body }: PresentedProblem, { principal }: Caller): string {
  if (body.name !== 'insufficient_scope' || !principal) return MESSAGES[body.name] ?? body.message;
  if (principal.via === 'key')
    return 'API keys are only for transactional email. Use a personal access token for the account API.';
  return principal.person?.role === 'read_only'
    ? 'Your role in this account (read only) does not allow this request.'
    : 'The access token does not allow this request.';
}

function errorBody({ body }: PresentedProblem, message: string, baseUrl: string): unknown {
  if (body.name === 'account_restricted') {
    return { message, error: message, code: body.name, account_status_url: `${baseUrl}${STATUS_PATH}` };
  }
  if (body.safeguard !== undefined) {
    const { safeguard, lifts_at: liftsAt, limits, name: code } = body;
    return { message, code, safeguard, limits, lifts_at: liftsAt };
  }
  return body.errors ? { message, errors: body.errors } : { message };
}

function rateHeaders({ principal, rateLimit }: Caller): Record<string, string> {
  if (!principal) return {};
  return {
    'x-ratelimit-limit': String(rateLimit?.limit ?? perMinuteOf(principal)),
    ...(rateLimit && { 'x-ratelimit-remaining': String(rateLimit.remaining) }),
  };
}

/** Adds the rate limit header to an error response. A caller that exceeded the rate limit has 0 requests left. */
function problemHeaders({ body, headers }: PresentedProblem, { principal }: Caller): Record<string, string> {
  const isOverRate = body.name === 'rate_limit_exceeded' && principal !== undefined;
  return isOverRate ? { ...headers, 'x-ratelimit-remaining': '0' } : { ...headers };
}
