import { problemText } from './answer.ts';
import { presentNamed, type WireProblem } from './problems.ts';

/**
 * Creates a function that returns a problem response as text, with a new request ID on each call. The Date header is
 * omitted, as RFC 9110 section 6.6.1 permits for 5xx responses.
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
      // Split at the placeholder ID. It is random, so it occurs nowhere else, and all IDs have the same length, so
      // replacing it keeps the length of the response.
      pieces = problemText(presentNamed(problem, context), context, connection).split(requestId);
    }
    return pieces.join(requestId);
  };
}
