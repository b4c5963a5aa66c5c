import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { parseTraceparent, type TraceContext } from '../../base/tracing/context.ts';
import type { Exchange, RequestWatcher } from '../../http/traffic.ts';
import type { Monitor } from './monitor.ts';

const PROBES: ReadonlySet<string | undefined> = new Set(['/livez', '/healthz', '/readyz', '/metrics']);
/** Route label of requests without a route. Their paths are not used, because clients could send any number of them. */
const UNMATCHED = 'unmatched';
/** Status that web servers log if a client disconnects before the response. */
const HUNG_UP = 499;

export interface Watching {
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the ID of the current request. Set only if requests are logged. */
  readonly requestIds: AsyncLocalStorage<string> | undefined;
}

/**
 * Creates a watcher that counts, traces, and logs requests. Returns undefined if metrics, tracing, and the `debug` log
 * are off.
 */
export function watchRequests(
  { http, tracer }: Monitor,
  { clock, log, requestIds }: Watching,
): RequestWatcher | undefined {
  if (!http && !tracer && !requestIds) return undefined;
  const places = new WeakMap<Exchange, { readonly context: TraceContext; readonly parent: TraceContext | undefined }>();
  return {
    around(exchange, asked) {
      const work = requestIds ? () => requestIds.run(exchange.requestId, asked) : asked;
      if (!tracer || PROBES.has(exchange.pattern)) return work();
      const header = exchange.request.headers['traceparent'];
      const parent = parseTraceparent(Array.isArray(header) ? undefined : header);
      const context = tracer.begin(parent);
      places.set(exchange, { context, parent });
      return tracer.within(context, work);
    },
    ended(exchange) {
      const { method, ms, route, status } = factsOf(exchange);
      http?.answered({ method, route, status: String(status), seconds: ms / 1_000 });
      if (PROBES.has(exchange.pattern)) return;
      if (requestIds)
        log.debug('Answered', { requestId: exchange.requestId, method, route, status, ms: Math.round(ms) });
      const place = places.get(exchange);
      if (!tracer || !place?.context.isSampled) return;
      const endedAtMs = clock.now();
      tracer.record({
        context: place.context,
        parentSpanId: place.parent?.spanId,
        name: `${method} ${route}`,
        kind: 'server',
        startedAtMs: endedAtMs - ms,
        endedAtMs,
        hasFailed: status >= 500,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'postrider.request.id': exchange.requestId,
        },
      });
    },
  };
}

function factsOf({ pattern, request, response, startedAtMs }: Exchange) {
  return {
    method: request.method ?? '',
    route: pattern ?? UNMATCHED,
    status: response.headersSent ? response.statusCode : HUNG_UP,
    ms: performance.now() - startedAtMs,
  };
}
