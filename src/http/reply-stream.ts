import type { ServerResponse } from 'node:http';

/** Maximum size of unsent data, in bytes. Beyond this, the reader is disconnected. */
export const MAX_UNSENT_BYTES = 1024 * 1024;
/** Time limit, in milliseconds, for a client to read the buffered data. */
const UNSENT_TIMEOUT_MS = 60_000;

/** Output of a streamed response. */
export interface StreamOutput {
  /** Writes a chunk. Returns false if the stream has ended. */
  write(piece: string): boolean;
  /** Resolves when the output can accept more data, or when the signal aborts. */
  taken(): Promise<void>;
  /** Aborts when the reader disconnects or is too slow, and when the server closes. */
  readonly signal: AbortSignal;
}

/** Writes a response in chunks and resolves at the end of the response. Must end soon after the signal aborts. */
export type ReplyStream = (output: StreamOutput) => Promise<void>;

/**
 * Runs a stream on a response whose headers have been written, until it ends, the reader disconnects, or the server
 * closes. Disconnects a client that does not read the buffered data within `untakenMs` while the stream waits for it.
 */
export async function runStream(
  response: ServerResponse,
  stream: ReplyStream,
  closing: AbortSignal,
  untakenMs = UNSENT_TIMEOUT_MS,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  response.once('close', end);
  closing.addEventListener('abort', end, { once: true });
  if (closing.aborted || response.destroyed) end();
  try {
    await stream({
      signal: over.signal,
      write(piece) {
        if (over.signal.aborted || response.destroyed) return false;
        response.write(piece);
        if (response.writableLength <= MAX_UNSENT_BYTES) return true;
        // The reader is too slow. Every further chunk would stay in memory.
        response.destroy();
        end();
        return false;
      },
      async taken() {
        if (!response.writableNeedDrain || over.signal.aborted) return;
        const waiting = new AbortController();
        const late = setTimeout(() => response.destroy(), untakenMs);
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          over.signal.addEventListener('abort', () => resolve(), { once: true, signal: waiting.signal });
        });
        clearTimeout(late);
        waiting.abort();
      },
    });
  } catch (error) {
    // A truncated response must not end normally, because it would look complete.
    response.destroy();
    throw error;
  } finally {
    closing.removeEventListener('abort', end);
    if (!response.destroyed) response.end();
  }
}
