import { expect, it } from 'vitest';
import { childOf, parseTraceparent, samplerOf, writeTraceparent } from './context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it('parses the traceparent that it writes', () => {
  const context = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(parseTraceparent(writeTraceparent(context))).toEqual(context);
  expect(writeTraceparent(context)).toBe(`00-${TRACE}-${SPAN}-01`);
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.isSampled).toBe(false);
  expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-more`)).toEqual(context);
});

it.each([
  undefined,
  '',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}`,
  'x'.repeat(10_000),
])('rejects the traceparent %s', (header) => {
  expect(parseTraceparent(header)).toBeUndefined();
});

it.each([
  ['parentbased_always_on', true, true, false],
  ['parentbased_always_off', false, true, false],
  ['always_off', false, false, false],
  ['always_on', true, true, true],
])(
  '%s samples root spans: %s, children of sampled spans: %s, children of unsampled spans: %s',
  (name, root, below, belowNot) => {
    const sample = samplerOf(name, 1);
    const parent = { traceId: TRACE, spanId: SPAN };
    expect(childOf(undefined, sample).isSampled).toBe(root);
    expect(childOf({ ...parent, isSampled: true }, sample).isSampled).toBe(below);
    expect(childOf({ ...parent, isSampled: false }, sample).isSampled).toBe(belowNot);
  },
);

it('samples about the configured ratio and decides equally for the same trace ID', () => {
  const sample = samplerOf('traceidratio', 0.25);
  const contexts = Array.from({ length: 2_000 }, () => childOf(undefined, sample));
  const sampled = contexts.filter(({ isSampled }) => isSampled).length;
  expect(sampled).toBeGreaterThan(300);
  expect(sampled).toBeLessThan(700);
  for (const { isSampled, traceId } of contexts) expect(sample(undefined, traceId)).toBe(isSampled);
  expect(childOf(undefined, samplerOf('traceidratio', 0)).isSampled).toBe(false);
  expect(childOf(undefined, samplerOf('traceidratio', 1)).isSampled).toBe(true);
});
