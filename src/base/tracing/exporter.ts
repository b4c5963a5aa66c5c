import type { Log } from '../log.ts';
import { spansAsJson, type Span, type SpanAttributes } from './span.ts';

/** Sends a body to the collector. Resolves with the response status. Rejects if no response arrives in time. */
export type PostSpans = (body: string) => Promise<number>;

/** Sends spans in the background. */
export interface SpanExporter {
  /** Adds a span without waiting. If the queue is full, drops the span and counts it as lost. */
  add(span: Span): void;
  /**
   * Returns the number of spans that were sent, and the number that were lost because the collector was unavailable or
   * too slow.
   */
  counts(): { readonly sent: number; readonly lost: number };
  /** Sends the remaining spans, within two seconds. */
  close(): Promise<void>;
}

/** Maximum number of waiting spans. They take about two megabytes. */
export const MAX_WAITING_SPANS = 4_096;
const MAX_SPANS_A_REQUEST = 512;
const EVERY_MS = 2_000;
const CLOSE_WITHIN_MS = 2_000;
/** Pause in milliseconds after a failed request, so that an unavailable collector gets few requests. */
const REST_MS = 10_000;

/** Creates an exporter that sends one request at a time. */
export function createSpanExporter(parts: {
  readonly post: PostSpans;
  readonly log: Log;
  readonly resource: SpanAttributes;
  readonly version: string;
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now: () => number;
}): SpanExporter {
  const { log, now, post, resource, version } = parts;
  let waiting: Span[] = [];
  let inProgress: Promise<void> | undefined;
  let [sent, lost, restsUntilMs] = [0, 0, 0];
  let isReported = false;

  async function send(spans: readonly Span[]): Promise<void> {
    const status = await post(spansAsJson(spans, resource, version)).catch((error: Error) => error.message);
    if (typeof status === 'number' && status >= 200 && status < 300) {
      sent += spans.length;
      isReported = false;
      return;
    }
    lost += spans.length;
    restsUntilMs = now() + REST_MS;
    if (!isReported)
      log.warn('Trace export failed; traces are dropped until the collector accepts them again', { answer: status });
    isReported = true;
  }

  function begin(): void {
    if (inProgress || waiting.length === 0) return;
    const spans = waiting.slice(0, MAX_SPANS_A_REQUEST);
    waiting = waiting.slice(MAX_SPANS_A_REQUEST);
    inProgress = send(spans).finally(() => {
      inProgress = undefined;
    });
  }

  const timer = setInterval(() => {
    if (now() >= restsUntilMs) begin();
  }, EVERY_MS).unref();

  return {
    add(span) {
      if (waiting.length >= MAX_WAITING_SPANS) lost += 1;
      else waiting.push(span);
      if (waiting.length >= MAX_SPANS_A_REQUEST && now() >= restsUntilMs) begin();
    },
    counts: () => ({ sent, lost }),
    async close() {
      clearInterval(timer);
      const deadlineMs = now() + CLOSE_WITHIN_MS;
      while ((inProgress || waiting.length > 0) && now() < deadlineMs) {
        begin();
        await Promise.race([inProgress, afterMs(deadlineMs - now())]);
        if (now() < restsUntilMs) break;
      }
    },
  };
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
