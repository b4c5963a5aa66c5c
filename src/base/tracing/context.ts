import { randomBytes } from 'node:crypto';

/**
 * A trace context that a process receives from or passes to another process (W3C Trace Context, 2021 Recommendation).
 */
export interface TraceContext {
  /** Trace ID: 32 hex digits, not all zero. */
  readonly traceId: string;
  /** Span ID: 16 hex digits, not all zero. */
  readonly spanId: string;
  /** Whether the spans of this context are recorded. */
  readonly isSampled: boolean;
}

/** Matches the header. Versions later than 00 may append fields. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const TRACEPARENT_CHARACTERS = 55;
const NOTHING = /^0*$/;
const SAMPLED = 1;
/**
 * Number of digits of the trace ID that determine whether a trace is sampled. They are random (W3C Trace Context Level
 * 2, section 4).
 */
const DECIDING_DIGITS = 13;

/** Parses the `traceparent` header. Returns undefined if it is invalid, as if it were absent. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const match = TRACEPARENT.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [whole, version, traceId = '', spanId = '', flags = ''] = match;
  const isOfVersion = version === '00' ? whole.length === TRACEPARENT_CHARACTERS : version !== 'ff';
  if (!isOfVersion || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Returns the `traceparent` header value, 55 characters long. */
export function writeTraceparent({ isSampled, spanId, traceId }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Decides whether a trace is recorded. `parent` is its parent context, if any. */
export type Sampler = (parent: TraceContext | undefined, traceId: string) => boolean;

/**
 * Returns a sampler by name (OpenTelemetry environment variable specification). `share` is the ratio of ratio-based
 * samplers.
 */
export function samplerOf(name: string, share: number): Sampler {
  const root = rootSamplerOf(name.replace('parentbased_', ''), share);
  if (!name.startsWith('parentbased_')) return (_parent, traceId) => root(traceId);
  return (parent, traceId) => parent?.isSampled ?? root(traceId);
}

function rootSamplerOf(name: string, share: number): (traceId: string) => boolean {
  if (name === 'always_off') return () => false;
  if (name !== 'traceidratio') return () => true;
  const most = share * 16 ** DECIDING_DIGITS;
  return (traceId) => Number.parseInt(traceId.slice(-DECIDING_DIGITS), 16) < most;
}

/** Returns a child context of `parent`. Without a parent, returns the root context of a new trace. */
export function childOf(parent: TraceContext | undefined, sample: Sampler, rootId = randomHex(16)): TraceContext {
  const traceId = parent?.traceId ?? rootId;
  return { traceId, spanId: randomHex(8), isSampled: sample(parent, traceId) };
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
