/** How much of a body has been handed to the network. An attempt that is repeated begins anew. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Bytes that are handed on at once. */
const PIECE_BYTES = 64 * 1024;

/**
 * The request with a body that tells how much of it was taken. Bodies whose length is not known beforehand (forms), and engines
 * that send no streams, go out as they are, and only what is known of them is told: nothing before, everything afterwards.
 */
export function withProgress(
  init: RequestInit,
  tell: (progress: UploadProgress) => void,
): { readonly init: RequestInit; readonly sent: () => void } {
  const bytes = bytesOf(init.body);
  if (bytes === undefined) return { init, sent: () => {} };
  const totalBytes = bytes.size;
  tell({ sentBytes: 0, totalBytes });
  if (totalBytes === 0 || !sendsStreams()) return { init, sent: () => tell({ sentBytes: totalBytes, totalBytes }) };
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = new Uint8Array(await bytes.slice(sentBytes, sentBytes + PIECE_BYTES).arrayBuffer());
        controller.enqueue(piece);
        sentBytes += piece.length;
        tell({ sentBytes, totalBytes });
        if (sentBytes >= totalBytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  // The standard asks for `duplex` with a stream; not all declarations of fetch know it.
  return { init: Object.assign({ ...init, body }, { duplex: 'half' }), sent: () => {} };
}

/** A body whose length is known; undefined for others. */
function bytesOf(body: RequestInit['body']): Blob | undefined {
  if (body instanceof Blob) return body;
  if (typeof body === 'string') return new Blob([body]);
  if (body instanceof ArrayBuffer) return new Blob([body]);
  return ArrayBuffer.isView(body) ? new Blob([body]) : undefined;
}

/** Engines that know no streams as bodies make a text of one, and give the request the type of a text. */
function sendsStreams(): boolean {
  let isAsked = false;
  try {
    const init = {
      method: 'POST',
      body: new ReadableStream(),
      get duplex() {
        isAsked = true;
        return 'half' as const;
      },
    };
    return !new Request('https://x.invalid', init).headers.has('content-type') && isAsked;
  } catch {
    // An engine that refuses to make such a request sends none.
    return false;
  }
}
