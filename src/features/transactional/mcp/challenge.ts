import type { Dialect } from '../../../http/dialect.ts';
import type { PresentedProblem } from '../../../http/problems.ts';
import { MCP_PATH } from './limits.ts';

/** Where clients learn who gives out tokens for this server. */
export interface TokenSource {
  /** Address of the document of RFC 9728. */
  readonly resourceMetadataUrl: () => string;
}

/**
 * Answers at `/mcp` for clients that get tokens by themselves: whoever comes without a good one is told where to get it
 * (RFC 9728 section 5.1) and with which scopes (RFC 6750 section 3).
 */
export function tokenDialect({ resourceMetadataUrl }: TokenSource, scopes: readonly string[]): Dialect {
  const isChallenge = ({ headers }: PresentedProblem): boolean => headers['www-authenticate'] !== undefined;
  return {
    covers: (path) => path.replace(/\/$/, '') === MCP_PATH,
    headers: () => ({}),
    problem(problem) {
      const { body, headers } = problem;
      if (!isChallenge(problem)) return { body, headers };
      const where = `resource_metadata="${resourceMetadataUrl()}", scope="${scopes.join(' ')}"`;
      return { body, headers: { ...headers, 'www-authenticate': `${headers['www-authenticate']}, ${where}` } };
    },
    notFound: () => ({}),
  };
}
