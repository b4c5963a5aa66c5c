import { fieldSentences } from '../../../base/refusal.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Dialect } from '../../../http/dialect.ts';
import type { PresentedProblem } from '../../../http/problems.ts';
import { isMailgunPath, PREFIX } from './paths.ts';

/** Status codes of our API that Mailgun's clients do not expect, mapped to the codes that replace them. */
const STATUSES: Readonly<Record<number, number>> = { 409: 400, 415: 400, 422: 400 };

/**
 * Creates the dialect of Mailgun's API: rate limit headers, and errors as `{message}`, where the message includes the
 * fix.
 */
export const createMailgunDialect = ({ clock }: { readonly clock: Clock }): Dialect => ({
  covers: isMailgunPath,
  headers: ({ rateLimit }) =>
    rateLimit
      ? {
          'x-ratelimit-limit': String(rateLimit.limit),
          'x-ratelimit-remaining': String(rateLimit.remaining),
          // Mailgun's header contains the time of the reset, in milliseconds since the Unix epoch.
          'x-ratelimit-reset': String(clock.now() + rateLimit.resetSeconds * 1_000),
        }
      : {},
  problem: (problem) => ({
    status: STATUSES[problem.status] ?? problem.status,
    body: { message: messageOf(problem) },
    headers:
      problem.status === 401 ? { ...problem.headers, 'www-authenticate': 'Basic realm="MG API"' } : problem.headers,
  }),
  notFound: () => ({
    message: 'The requested endpoint does not exist.',
    fix: `The Mailgun API is available under ${PREFIX}/ and at the root. Endpoints: v3/{domain}/ (messages, messages.mime, events, bounces, complaints, unsubscribes, whitelists, templates); v3/domains, including webhooks; v1/analytics/logs.`,
  }),
});

function messageOf({ body, status }: PresentedProblem): string {
  if (status === 401) return 'Forbidden';
  if (status === 422) return sentences(body.errors) ?? body.message;
  return `${body.message} ${body.fix}`;
}

/** Returns the error messages for all fields as one string, or undefined if there are none. */
function sentences(errors: PresentedProblem['body']['errors']): string | undefined {
  const all = fieldSentences(errors);
  return all.length === 0 ? undefined : all.join(' ');
}
