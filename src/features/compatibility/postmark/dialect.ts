import type { Dialect } from '../../../http/dialect.ts';
import { presentFailure } from './failure.ts';
import { isPostmarkPath, PREFIX } from './paths.ts';

/** Creates the dialect of Postmark's API: errors as `{ErrorCode, Message}`, always with both properties. */
export const createPostmarkDialect = (): Dialect => ({
  covers: isPostmarkPath,
  headers: () => ({}),
  problem: ({ body, headers }) => ({ ...presentFailure(body), headers }),
  notFound: () => ({
    message: 'The requested resource does not exist.',
    fix: `These Postmark API endpoints are available under ${PREFIX}/ and at the root: email, email/batch, messages/outbound, bounces, deliverystats, server, message-streams, and webhooks.`,
  }),
});
