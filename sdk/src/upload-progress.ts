/** Progress of an upload. A retry starts from the beginning. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Size of the chunks that are passed to fetch, in bytes. */
const PIECE_BYTES = 64 * 1024;

/**
 * Wraps the body to report the number of bytes read so far. Bodies of unknown length (forms) are sent unchanged, and no
 * progress is reported for them. In runtimes without support for streams, the body is sent unchanged, and only the
 * start and the end are reported.
 */
export function withProgress(
  init: RequestInit,
  report: (progress: UploadProgress) => void,
): { readonly init: RequestInit; readonly sent: () => void } {
  const bytes = bytesOf(init.body);
  if (bytes === undefined) return { init, sent: () => {} };
  const totalBytes = bytes.size;
  report({ sentBytes: 0, totalBytes });
  if (totalBytes === 0 || !sendsStreams()) return { init, sent: () => report({ sentBytes: totalBytes, totalBytes }) };
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = new Uint8Array(await bytes.slice(sentBytes, sentBytes + PIECE_BYTES).arrayBuffer());
        controller.enqueue(piece);
        sentBytes += piece.length;
        report({ sentBytes, totalBytes });
        if (sentBytes >= totalBytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  // Use Object.assign, because the standard requires `duplex` with a stream, but some type declarations of fetch do not
  // include this property.
  return { init: Object.assign({ ...init, body }, { duplex: 'half' }), sent: () => {} };
}

/** Returns the body as a Blob if its length is known. Otherwise, returns undefined. */
function bytesOf(body: RequestInit['body']): Blob | undefined {
  if (body instanceof Blob) return body;
  if (typeof body === 'string') return new Blob([body]);
  if (body instanceof ArrayBuffer) return new Blob([body]);
  return ArrayBuffer.isView(body) ? new Blob([body]) : undefined;
}

/**
 * Returns whether the runtime supports streams as bodies. Runtimes without support convert the stream to a string and
 * set the content type for text.
 */
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
    // A runtime that rejects such a request does not support streams.
    return false;
  }
}
