import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemText, type AnswerContext } from './answer.ts';
import { presentNamed, type WireProblem, type ProblemName } from './problems.ts';

/** Problems for specific parser error codes. All other codes are reported as `malformed_request`. */
const NAMES: Readonly<Record<string, ProblemName>> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
export interface OddRequestParts {
  /** Responds with a problem and closes the connection. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, problem: WireProblem) => void;
  /** Returns the context for a response that is written directly to the socket, without a response object. */
  readonly context: () => AnswerContext;
}

/**
 * Responds to requests that Node would reject without an explanation, or would not answer at all. The request handler
 * must already be attached to the server, and the server itself must not require the Host header.
 */
export function answerOddRequests(server: Server, { answer, context }: OddRequestParts): void {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (lacksHost(request)) answer(request, response, named('malformed_request', 'The request has no Host header.'));
    else for (const handle of handlers) handle.call(server, request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const message = 'The Expect header must be 100-continue.';
    answer(request, response, named('expectation_failed', message));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const reported = context();
    const problem = presentNamed(
      named('method_not_allowed', 'This server is not a proxy and does not support CONNECT.'),
      reported,
    );
    // Ignore errors, because the client may have reset the connection.
    socket.on('error', () => {});
    socket.end(problemText(problem, reported, { allow: '', connection: 'close' }), 'latin1', () => socket.destroy());
  });
}

/** Returns whether a request lacks the Host header, which HTTP/1.1 requires (RFC 9112 section 3.2). */
function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion !== '1.0';
}

function named(name: 'malformed_request' | 'expectation_failed' | 'method_not_allowed', message: string): WireProblem {
  return { name, details: { message } };
}

/**
 * Responds to input that is not a valid request: malformed HTTP, headers that are too large, or a request that arrives
 * too slowly. Closes the connection, because the start of the next request is unknown. Closes it without a response
 * unless `mayAnswer` is set.
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  mayAnswer: boolean,
  context: AnswerContext,
): void {
  const code = error.code ?? '';
  if (code === 'ECONNRESET' || code === 'EPIPE' || !socket.writable || !mayAnswer) {
    socket.destroy();
    return;
  }
  const problem = presentNamed({ name: NAMES[code] ?? 'malformed_request' }, context);
  socket.end(problemText(problem, context, { connection: 'close' }), 'latin1', () => socket.destroy());
}
