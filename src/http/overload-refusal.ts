import { problemText } from './answer.ts';
import { presentNamed, type WireProblem } from './problems.ts';

/**
 * Makes the bytes of a problem again and again, each with a request id of its own; everything else is made once for a
 * base address. They name no Date, which RFC 9110 section 6.6.1 leaves free for a 5xx.
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
      // Ids are random and of one length: nothing else in the answer looks like this one, and its length stays.
      pieces = problemText(presentNamed(problem, context), context, connection).split(requestId);
    }
    return pieces.join(requestId);
  };
}
