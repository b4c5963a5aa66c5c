/** Maximum size of the response body, in bytes. The body is read so that the connection can be reused. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts JSON to a URL that the operator has configured, which may be in a private network. For URLs chosen by others,
 * use `createOutgoingClient` instead. Follows no redirects. Resolves with the status. Rejects if the request fails or
 * takes longer than `deadlineMs`.
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
