import type { TraceContext } from './context.ts';

/** Attributes of a span. They must never contain personal data, such as an email address or a subject. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A finished operation. */
export interface Span {
  readonly context: TraceContext;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal' | 'producer' | 'consumer';
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly hasFailed: boolean;
  readonly attributes: SpanAttributes;
}

/** Numeric values of the span kinds and the status (OTLP, trace.proto). */
const KINDS: Readonly<Record<Span['kind'], number>> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const STATUS_ERROR = 2;

/** Encodes spans as OTLP/HTTP JSON (OpenTelemetry Protocol 1.0 and later). */
export function spansAsJson(spans: readonly Span[], resource: SpanAttributes, version: string): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesAsJson(resource) },
        scopeSpans: [{ scope: { name: 'postrider', version }, spans: spans.map(spanAsJson) }],
      },
    ],
  });
}

function spanAsJson(span: Span) {
  const { attributes, context, endedAtMs, hasFailed, kind, name, parentSpanId, startedAtMs } = span;
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanosecondsOf(startedAtMs),
    endTimeUnixNano: nanosecondsOf(Math.max(startedAtMs, endedAtMs)),
    attributes: attributesAsJson(attributes),
    status: hasFailed ? { code: STATUS_ERROR } : {},
  };
}

/**
 * Converts milliseconds since the Unix epoch to nanoseconds, rounded to microseconds. Returns a string, because the
 * number exceeds 2^53.
 */
function nanosecondsOf(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function attributesAsJson(attributes: SpanAttributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: valueAsJson(value) }],
  );
}

function valueAsJson(value: string | number | boolean | readonly string[]): Record<string, unknown> {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
}
