import { fieldSentences } from '../../../base/refusal.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Dialect } from '../../../http/dialect.ts';
import type { PresentedProblem } from '../../../http/problems.ts';
import { isSendgridPath, PREFIX } from './paths.ts';

/** Status codes of our API that SendGrid's clients do not expect, mapped to the codes that replace them. */
const STATUSES: Readonly<Record<number, number>> = { 409: 400, 422: 400 };
/** Field to report for an error that does not name a field, by the error's name. */
const FIELDS: Readonly<Record<string, string>> = { domain_not_verified: 'from', sandbox_recipient_not_allowed: 'to' };

/** Creates the dialect of SendGrid's API, which defines the format of errors and rate limit headers. */
export const createSendgridDialect = ({ clock }: { readonly clock: Clock }): Dialect => ({
  covers: isSendgridPath,
  headers: ({ rateLimit }) =>
    rateLimit
      ? {
          'x-ratelimit-limit': String(rateLimit.limit),
          'x-ratelimit-remaining': String(rateLimit.remaining),
          // SendGrid's reset time is a Unix timestamp in seconds.
          'x-ratelimit-reset': String(Math.ceil(clock.now() / 1_000) + rateLimit.resetSeconds),
        }
      : {},
  problem: (problem) => ({
    status: STATUSES[problem.status] ?? problem.status,
    body: { errors: errorsOf(problem) },
    headers: problem.headers,
  }),
  notFound: () => ({
    message: 'The requested endpoint does not exist.',
    fix: `The SendGrid API is available under ${PREFIX}/ and at the root. Endpoints: v3/mail/send; v3/suppression/ (bounces, blocks, invalid_emails, spam_reports, unsubscribes); v3/asm/ (groups, suppressions); v3/templates; v3/user/webhooks; v3/scopes.`,
  }),
});

function errorsOf({ body }: PresentedProblem) {
  const { errors = {}, fix, link, message, name } = body;
  const all = Object.entries(errors).flatMap(([field, list]) =>
    fieldSentences({ [field]: list }).map((message) => ({ message, field, help: link })),
  );
  return all.length > 0 ? all : [{ message: `${message} ${fix}`, field: FIELDS[name] ?? null, help: link }];
}
