import type { Reply } from './route.ts';

/** A proxy closes what is silent for a minute, and a reader that is gone is noticed when something is written to it. */
export const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it comes back. */
const RETRY_MS = 1_000;

/** One server-sent event; `id` is what the browser names in Last-Event-ID when it comes back. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id?: string | undefined;
  /** Sent as JSON, which holds no line breaks. */
  readonly data: unknown;
}

/** The text of an event (HTML Living Standard, section 9.2.6). Names and ids hold no line breaks. */
export function formatEvent({ data, event, id }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * A stream of events with a heartbeat, for at most `longestMs`. `open` is given the function that sends, and what it
 * returns is called once the stream is over, however that came.
 */
export function eventStream(longestMs: number, open: (send: (event: ServerSentEvent) => boolean) => () => void): Reply {
  return {
    status: 200,
    body: undefined,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
    stream: async (output) => {
      const { signal } = output;
      const write = (piece: string): boolean => output.write(piece);
      if (signal.aborted) return;
      write(`retry: ${RETRY_MS}\n\n`);
      const close = open((event) => write(formatEvent(event)));
      const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
      let longest: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        longest = setTimeout(resolve, longestMs);
        if (signal.aborted) resolve();
      });
      clearInterval(heartbeat);
      clearTimeout(longest);
      close();
    },
  };
}
