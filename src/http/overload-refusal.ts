import { problemText } from './answer.ts';
import { presentNamed, type WireProblem } from './problems.ts';

/**
 * Creates a function that returns the bytes of a problem response with a new request ID on each call. Everything else
 * is built once per base URL. The response has no Date, which RFC 9110 section 6.6.1 allows for a 5xx.
 */
export function createRefusalText(
  problem: WireProblem,
  parts: {
    readonly createRequestId: () => string;
    readonly baseUrl: () => string;
    readonly keepAliveTimeoutMs: number;
  },
): () => string {
  const seconds = Math.floor(parts.keepAliveTimeoutMs / 1000);
  const connection = { connection: 'keep-alive', 'keep-alive': `timeout=${seconds}` };
  let madeFor: string | undefined;
  let pieces: readonly string[] = [];
  return () => {
    const baseUrl = parts.baseUrl();
    const requestId = parts.createRequestId();
    if (baseUrl !== madeFor) {
      madeFor = baseUrl;
      const context = { requestId, baseUrl, isLast: false };
      // IDs are random and of fixed length, so nothing else in the response equals this one, and the length stays the
      // same.
      pieces = problemText(presentNamed(problem, context), context, connection).split(requestId);
    }
    return pieces.join(requestId);
  };
}
