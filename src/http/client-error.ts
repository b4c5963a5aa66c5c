import type { Socket } from 'node:net';
import { problemText, type AnswerContext } from './answer.ts';
import { presentNamed, type ProblemName } from './problems.ts';

/** What Node's parser reports, by its code, when it is not simply malformed. */
const NAMES: Readonly<Record<string, ProblemName>> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

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
