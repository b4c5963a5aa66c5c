import type { ServerResponse } from 'node:http';

/** Bytes that a reader may be behind; who takes nothing for longer is cut off and comes back. */
export const MAX_UNTAKEN_BYTES = 1024 * 1024;
/** How long a reader may take nothing of what is written. */
const UNTAKEN_MS = 60_000;

/** Where a streamed answer is written to. */
export interface StreamOutput {
  /** Writes a piece. False once nobody takes it any more. */
  write(piece: string): boolean;
  /** Resolves once the reader has taken what was written, or when the signal aborts. */
  taken(): Promise<void>;
  /** Aborts when the reader hangs up or falls behind, and when the server closes. */
  readonly signal: AbortSignal;
}

/** Writes an answer piece by piece and resolves at its end; it ends soon after the signal aborts. */
export type ReplyStream = (output: StreamOutput) => Promise<void>;

/**
 * Runs a stream over a response whose headers are written, to its end or to that of its reader or of the server. A reader who
 * takes nothing for `untakenMs` is cut off when the stream waits for it.
 */
export async function runStream(
  response: ServerResponse,
  stream: ReplyStream,
  closing: AbortSignal,
  untakenMs = UNTAKEN_MS,
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
        if (response.writableLength <= MAX_UNTAKEN_BYTES) return true;
        // A reader that stands still would keep every piece in our memory.
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
    // A proper end would make a part look like the whole.
    response.destroy();
    throw error;
  } finally {
    closing.removeEventListener('abort', end);
    if (!response.destroyed) response.end();
  }
}
