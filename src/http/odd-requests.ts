import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemText, type AnswerContext } from './answer.ts';
import { presentNamed, type WireProblem, type ProblemName } from './problems.ts';

/** What Node's parser reports, by its code, when it is not simply malformed. */
const NAMES: Readonly<Record<string, ProblemName>> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
/** What answering odd requests takes. */
export interface OddRequestParts {
  /** Answers with a problem, and ends the connection. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, problem: WireProblem) => void;
  /** For a connection that has no response any more. */
  readonly context: () => AnswerContext;
}

/**
 * Answers requests that Node would refuse by itself, without a word of what is wrong, or not answer at all. The server must
 * have its handler, and not have been told to demand the header Host.
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
    const told = context();
    const problem = presentNamed(
      named('method_not_allowed', 'This server is not a proxy and does not support CONNECT.'),
      told,
    );
    // Being reset is one way of not listening.
    socket.on('error', () => {});
    socket.end(problemText(problem, told, { allow: '', connection: 'close' }), 'latin1', () => socket.destroy());
  });
}

/** RFC 9112 section 3.2: from HTTP/1.1 on a request says which host it means. */
function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion !== '1.0';
}

function named(name: 'malformed_request' | 'expectation_failed' | 'method_not_allowed', message: string): WireProblem {
  return { name, details: { message } };
}

/**
 * Answers what never became a request: broken HTTP, too large headers, a request that came too slowly. The connection
 * ends, because nobody can tell where on it the next request would begin. Without `mayAnswer` it ends in silence.
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
