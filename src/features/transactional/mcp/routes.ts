import type { Dialect } from '../../../http/dialect.ts';
import type { RawRequest, Reply, Route } from '../../../http/route.ts';
import type { Tool } from '../../../http/tool.ts';
import { faultOfWhereabouts } from './callers.ts';
import { MAX_MESSAGE_BYTES, MCP_PATH } from './limits.ts';
import type { PresentedProblem } from '../../../http/problems.ts';

/** Where clients learn who gives out tokens for this server. */
interface TokenSource {
  /** Address of the document of RFC 9728. */
  readonly resourceMetadataUrl: () => string;
}

/** Codes of JSON-RPC 2.0, section 5.1, and the protocol's own for what its transport refuses. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

export interface McpParts {
  readonly tools: readonly Tool[];
  /** Public base address without a slash at its end. */
  readonly baseUrl: () => string;
  /** The listener is bound to loopback. */
  readonly isLoopback: boolean;
  /** Of this program. */
  readonly version: string;
  /** Absent, only API keys are taken. */
  readonly tokenSource?: TokenSource;
}

/** What the server of an installation has to be given. */
export interface Mcp {
  readonly route: Route;
  readonly dialects: readonly Dialect[];
}

/**
 * `POST /mcp`: the Model Context Protocol (Streamable HTTP, stateless) for the tools given. The key needs the scope of
 * one of them. GET and DELETE are answered 405 like anywhere: there are no streams to open and no sessions to end.
 */
export function createMcp(parts: McpParts): Mcp {
  const scopes = [...new Set(parts.tools.flatMap(({ scope }) => scope))];
  return {
    // Written out, because the body is a message as a whole: nothing of the query is merged into it.
    route: {
      method: 'POST',
      path: MCP_PATH,
      summary: 'Send a Model Context Protocol message',
      scope: scopes,
      // Each tool says for itself.
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
    // The protocol dropped them with 2025-06-18; here many calls would pass for one request of the key's rate.
    return refuse(400, INVALID_REQUEST, 'JSON-RPC batches are not supported. Send one message per request.');
  }
  // Loaded with the first message: the library holds 34 MB, which no delivery process and no command has a use for.
  const { answerMessage } = await import('./exchange.ts');
  const faults: unknown[] = [];
  const response = await answerMessage(
    { url: `${baseUrl}${MCP_PATH}`, headers, body },
    { tools: parts.tools, version: parts.version, baseUrl, call: request, onFault: (error) => faults.push(error) },
  );
  // What is no refusal is answered and logged like a fault of any route.
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
 * Answers at `/mcp` for clients that get tokens by themselves: whoever comes without a good one is told where to get it
 * (RFC 9728 section 5.1) and with which scopes (RFC 6750 section 3).
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
