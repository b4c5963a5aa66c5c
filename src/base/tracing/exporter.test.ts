import { expect, it, vi } from 'vitest';
import { silentLog } from '../log.ts';
import { createSpanExporter, MAX_WAITING_SPANS, type PostSpans } from './exporter.ts';
import type { Span } from './span.ts';

const SPAN: Span = {
  context: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true },
  parentSpanId: undefined,
  name: 'deliver',
  kind: 'client',
  startedAtMs: 1_000,
  endedAtMs: 1_250.5,
  hasFailed: false,
  attributes: { 'postrider.outcome': 'delivered', 'postrider.attempt': 1, missing: undefined },
};

function exporter(post: PostSpans) {
  return createSpanExporter({
    post,
    log: silentLog,
    resource: { 'service.name': 'x' },
    version: '1',
    now: () => performance.now(),
  });
}

it('sends spans as OTLP/JSON', async () => {
  const bodies: string[] = [];
  const spans = exporter((body) => Promise.resolve(bodies.push(body) && 200));
  spans.add(SPAN);
  await spans.close();
  expect(spans.counts()).toEqual({ sent: 1, lost: 0 });
  expect(JSON.parse(bodies[0] ?? '')).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'x' } }] },
        scopeSpans: [
          {
            scope: { name: 'postrider', version: '1' },
            spans: [
              {
                traceId: SPAN.context.traceId,
                spanId: SPAN.context.spanId,
                name: 'deliver',
                kind: 3,
                startTimeUnixNano: '1000000000',
                endTimeUnixNano: '1250500000',
                attributes: [
                  { key: 'postrider.outcome', value: { stringValue: 'delivered' } },
                  { key: 'postrider.attempt', value: { intValue: '1' } },
                ],
                status: {},
              },
            ],
          },
        ],
      },
    ],
  });
});

it('limits the waiting spans and sends one request at a time when the collector hangs', async () => {
  const post = vi.fn<PostSpans>(() => new Promise(() => {}));
  const spans = exporter(post);
  const count = 100_000;
  // Adding a span never waits. Spans beyond the limit are counted as lost.
  for (let at = 0; at < count; at += 1) spans.add(SPAN);
  expect(post).toHaveBeenCalledTimes(1);
  expect(spans.counts().lost).toBeGreaterThanOrEqual(count - MAX_WAITING_SPANS - 512);
  await spans.close();
});

it('drops the spans of a rejected request and waits before the next request', async () => {
  const post = vi.fn<PostSpans>(() => Promise.resolve(503));
  const spans = exporter(post);
  for (let at = 0; at < 512; at += 1) spans.add(SPAN);
  await vi.waitFor(() => expect(spans.counts().lost).toBe(512));
  for (let at = 0; at < 600; at += 1) spans.add(SPAN);
  expect(post).toHaveBeenCalledTimes(1);
  await spans.close();
});
