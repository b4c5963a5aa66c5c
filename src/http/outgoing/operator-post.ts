/** Bytes of an answer that are read, so that its connection can be used again. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts JSON to an address that the operator set, which may be within a private network; addresses that others chose go
 * through `createOutgoingClient`. Follows no redirects. Resolves with the status, and rejects when none comes in time.
 */
export async function postToOperators(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  deadlineMs: number,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(deadlineMs),
  });
  await readAtMost(response, MAX_ANSWER_BYTES);
  return response.status;
}

async function readAtMost(response: Response, bytes: number): Promise<void> {
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.length;
    if (read > bytes) return;
  }
}
