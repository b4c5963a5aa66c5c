import type { Dialect } from '../../../http/dialect.ts';
import type { RawRequest, Reply, Route } from '../../../http/route.ts';
import type { Tool } from '../../../http/tool.ts';
import { faultOfWhereabouts } from './callers.ts';
import { MAX_MESSAGE_BYTES, MCP_PATH } from './limits.ts';
import type { PresentedProblem } from '../../../http/problems.ts';

/** Metadata that tells clients which authorization server to use. */
interface TokenSource {
  /** URL of the protected resource metadata (RFC 9728). */
  readonly resourceMetadataUrl: () => string;
}

/** Error codes of JSON-RPC 2.0, section 5.1, and the code that MCP uses for transport errors. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

export interface McpParts {
  readonly tools: readonly Tool[];
  /** Public base URL without a trailing slash. */
  readonly baseUrl: () => string;
  /** Whether the listener is bound to loopback. */
  readonly isLoopback: boolean;
  /** Version of Postrider. */
  readonly version: string;
  /** Tells clients where they can obtain OAuth tokens. If absent, the server accepts only API keys. */
  readonly tokenSource?: TokenSource;
}

/** The route and the error format to register with the HTTP server. */
export interface Mcp {
  readonly route: Route;
  readonly dialects: readonly Dialect[];
}

/**
 * Creates `POST /mcp`: the Model Context Protocol (Streamable HTTP, stateless) for the given tools. The key needs the
 * scope of at least one tool. GET and DELETE return 405, because there are no streams and no sessions.
 */
export function createMcp(parts: McpParts): Mcp {
  const scopes = [...new Set(parts.tools.flatMap(({ scope }) => scope))];
  return {
    // Not created with `route`, which merges the body with the query parameters: the body is a single JSON-RPC message.
    route: {
      method: 'POST',
      path: MCP_PATH,
      summary: 'Send a Model Context Protocol message',
      scope: scopes,
      // Each tool checks its own scope.
      isForDomainKeys: true,
      bodyLimitBytes: MAX_MESSAGE_BYTES,
      bodySchema: undefined,
      querySchema: undefined,
      doc: undefined,
      run: (request) => answer(parts, request),
    },
    dialects: parts.tokenSource ? [tokenDialect(parts.tokenSource, scopes)] : [],
  };
}

async function answer(parts: McpParts, request: RawRequest): Promise<Reply> {
  const { headers, body } = request;
  const baseUrl = parts.baseUrl();
  const fault = faultOfWhereabouts(
    { origin: headers.origin, host: headers.host },
    { baseUrl, isLoopback: parts.isLoopback },
  );
  if (fault !== undefined) return refuse(403, REFUSED, fault);
  if (!isMessage(body)) return refuse(400, PARSE_ERROR, 'The body must be a JSON-RPC message.');
  if (Array.isArray(body)) {
    // Reject batches. Protocol version 2025-06-18 removed them, and a batch of many calls would count as one request in
    // the rate limit.
    return refuse(400, INVALID_REQUEST, 'JSON-RPC batches are not supported. Send one message per request.');
  }
  // Loaded on first use, because the library takes much memory, and delivery processes and commands do not use it.
  const { answerMessage } = await import('./exchange.ts');
  const faults: unknown[] = [];
  const response = await answerMessage(
    { url: `${baseUrl}${MCP_PATH}`, headers, body },
    { tools: parts.tools, version: parts.version, baseUrl, call: request, onFault: (error) => faults.push(error) },
  );
  // Errors other than a `Refusal` get the same response and log line as on any other route.
  if (faults.length > 0) throw faults[0];
  return toReply(response);
}

function isMessage(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}

function refuse(status: number, code: number, message: string): Reply {
  return { status, body: { jsonrpc: '2.0', error: { code, message }, id: null } };
}

async function toReply(response: Response): Promise<Reply> {
  const { status } = response;
  const text = await response.text();
  if (text === '') return { status, body: undefined };
  return {
    status,
    body: text,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
  };
}

/**
 * Adds details to challenges at `/mcp`, for clients that obtain tokens automatically: the location of the metadata for
 * getting a token (RFC 9728 section 5.1), and the required scopes (RFC 6750 section 3).
 */
function tokenDialect({ resourceMetadataUrl }: TokenSource, scopes: readonly string[]): Dialect {
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
