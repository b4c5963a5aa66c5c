import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Caller, Dialect } from './dialect.ts';
import type { PresentedProblem } from './problems.ts';
import type { Reply } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HSTS = 'max-age=31536000; includeSubDomains';

/**
 * Default headers of every response. A route may override individual headers. API responses must never load resources
 * or be framed.
 */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
};

/** Request properties that are needed to send the response. */
export interface AnswerContext {
  readonly requestId: string;
  readonly baseUrl: string;
  /**
   * Set if the client connected without TLS. The response must then omit Strict-Transport-Security (RFC 6797 section
   * 7.2).
   */
  readonly isWithoutTls?: boolean;
  /** Set if the connection ends after this response, for example because the server is closing. */
  readonly isLast: boolean;
  /** Headers about the caller's account, such as remaining quotas. Absent if the caller is unknown. */
  readonly accountHeaders?: Readonly<Record<string, string>>;
  /** Dialect of the response, and the caller that receives it. Absent if the response is in the native format. */
  readonly spoken?: { readonly dialect: Dialect; readonly caller: Caller };
}

/** Returns the headers of every response, including responses that are written to a socket directly. */
function rateLimitHeaders(context: AnswerContext): Record<string, string> {
  const { requestId, baseUrl, isLast, isWithoutTls, accountHeaders, spoken } = context;
  return {
    'x-request-id': requestId,
    ...accountHeaders,
    ...spoken?.dialect.headers(spoken.caller),
    ...SECURITY_HEADERS,
    ...(baseUrl.startsWith('https:') && isWithoutTls !== true && { 'strict-transport-security': HSTS }),
    ...(isLast && { connection: 'close' }),
  };
}

/**
 * Serializes a problem as an HTTP/1.1 response that is written to a socket directly. Headers in `connection` override
 * the others.
 */
export function problemText(
  problem: PresentedProblem,
  context: AnswerContext,
  connection: Readonly<Record<string, string>>,
): string {
  // Escape non-ASCII characters, so that each character is one byte.
  const body = JSON.stringify(problem.body).replaceAll(/[^ -~]/g, escaped);
  const headers = Object.assign(rateLimitHeaders(context), {
    'content-type': JSON_TYPE,
    'content-length': String(body.length),
    ...problem.headers,
    ...connection,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Writes a handler's reply. Node omits the body of a response to a HEAD request. Throws if the body cannot be encoded.
 */
export function writeReply(response: ServerResponse, reply: Reply, context: AnswerContext): void {
  const { body } = reply;
  const payload = encode(body, reply.headers?.['content-type'] !== undefined);
  const headers = rateLimitHeaders(context);
  if (payload !== undefined) {
    headers['content-type'] = JSON_TYPE;
    headers['content-length'] = String(Buffer.byteLength(payload));
  }
  if (reply.cookies) response.setHeader('set-cookie', [...reply.cookies]);
  response.writeHead(reply.status, reply.headers ? Object.assign(headers, reply.headers) : headers);
  response.end(payload);
}

export function writeStreamHeaders(response: ServerResponse, reply: Reply, context: AnswerContext): void {
  response.writeHead(reply.status, Object.assign(rateLimitHeaders(context), reply.headers));
  response.flushHeaders();
}

export function writeProblem(response: ServerResponse, problem: PresentedProblem, context: AnswerContext): void {
  const { spoken } = context;
  const { body, headers, status = problem.status } = spoken ? spoken.dialect.problem(problem, spoken.caller) : problem;
  writeReply(response, { status, body, headers }, context);
}

function encode(body: unknown, isRaw: boolean): string | Uint8Array | undefined {
  if (body === undefined) return undefined;
  if (!isRaw) return JSON.stringify(body);
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('A reply with its own content type must have a string or bytes as its body');
}
