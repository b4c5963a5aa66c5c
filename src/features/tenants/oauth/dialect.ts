import type { Dialect } from '../../../http/dialect.ts';
import type { ProblemBody } from '../../../http/problems.ts';

/**
 * Errors under `/oauth` as clients expect them (RFC 6749 section 5.2): what our server refuses before the engine sees it,
 * for example a body that is too large.
 */
export const oauthDialect: Dialect = {
  covers: (path) => path.startsWith('/oauth/'),
  headers: () => ({}),
  problem: ({ body, headers }) => ({
    body: { error: errorOf(body), error_description: body.message, request_id: body.request_id },
    headers,
  }),
  notFound: () => ({}),
};

function errorOf({ name, status }: ProblemBody): string {
  if (name === 'service_unavailable' || name === 'rate_limit_exceeded') return 'temporarily_unavailable';
  if (name === 'cross_site_request' || name === 'forbidden') return 'access_denied';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
