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
    fix: `The Postmark API is available under ${PREFIX}/. Endpoints: email, email/ (batch, withTemplate, batchWithTemplates), messages/outbound, stats/outbound, bounces, deliverystats, server, message-streams, templates, and webhooks. All endpoints except the last two are also available at the root.`,
  }),
});
