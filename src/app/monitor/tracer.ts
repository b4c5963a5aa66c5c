import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { childOf, samplerOf, type Sampler, type TraceContext } from '../../base/tracing/context.ts';
import { createSpanExporter } from '../../base/tracing/exporter.ts';
import type { Span, SpanAttributes } from '../../base/tracing/span.ts';
import { postToOperators } from '../../http/outgoing/operator-post.ts';

/** Records spans of requests and messages for an OpenTelemetry collector. */
export interface Tracer {
  /** Returns a new child context of `parent`, or the root context of a new trace with the ID `rootId`, if given. */
  begin(parent: TraceContext | undefined, rootId?: string): TraceContext;
  /** Records a finished span if its context is sampled. */
  record(span: Span): void;
  /** Runs `work` and its asynchronous continuations with `context` as the current context. */
  within<T>(context: TraceContext, work: () => T): T;
  /** Returns the current context, or undefined outside traced work. */
  present(): TraceContext | undefined;
  counts(): { readonly sent: number; readonly lost: number };
  close(): Promise<void>;
}

/** Returns the URL to send traces to, or undefined if tracing is off. */
export function traceUrlOf({ traceEndpoint, traceOff, traceUrl }: Config): string | undefined {
  if (traceOff) return undefined;
  return traceUrl ?? (traceEndpoint === undefined ? undefined : `${traceEndpoint}/v1/traces`);
}

/** Creates a tracer that sends spans to the configured collector. */
export function createTracer(parts: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly url: string;
  readonly role: string;
  readonly version: string;
}): Tracer {
  const { config, log, role, url, version } = parts;
  const headers = pairsOf(config.traceHeaders);
  const resource: SpanAttributes = {
    'service.name': config.traceService,
    'service.version': version,
    'postrider.role': role,
    ...pairsOf(config.traceResource),
  };
  const exporter = createSpanExporter({
    log,
    resource,
    version,
    now: () => performance.now(),
    post: (body) => postToOperators(url, headers, body, config.traceTimeoutMs),
  });
  const sample: Sampler = samplerOf(config.traceSampler, config.traceShare);
  const present = new AsyncLocalStorage<TraceContext>();
  return {
    begin: (parent, rootId) => childOf(parent, sample, rootId),
    record(span) {
      if (span.context.isSampled) exporter.add(span);
    },
    within: (context, work) => present.run(context, work),
    present: () => present.getStore(),
    counts: () => exporter.counts(),
    close: () => exporter.close(),
  };
}

/**
 * Parses comma-separated `name=value` pairs with percent-encoded values (W3C Baggage, as in OpenTelemetry variables).
 */
function pairsOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Return a value that is not percent-encoded unchanged.
    return text;
  }
}
