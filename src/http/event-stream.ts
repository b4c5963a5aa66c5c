import type { Reply } from './route.ts';

/** Interval between heartbeats, in milliseconds. Many proxies close connections that are silent for a minute. */
export const HEARTBEAT_MS = 15_000;
/** Number of milliseconds after which a browser reconnects. */
const RETRY_MS = 1_000;

/** A server-sent event. When the browser reconnects, it sends `id` in the Last-Event-ID header. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id?: string | undefined;
  /** Sent as JSON, which contains no line breaks. */
  readonly data: unknown;
}

/** Formats an event (HTML Living Standard, section 9.2). Names and IDs must not contain line breaks. */
export function formatEvent({ data, event, id }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Returns a stream of events with a heartbeat, for at most `longestMs`. `open` receives the send function, and returns
 * a function that is called when the stream has ended for any reason.
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
