import { expect, it } from 'vitest';
import { MAX_PROPERTIES_BYTES } from './limits.ts';
import { faultOfProperties } from './properties.ts';

it.each([
  ['no properties', {}, undefined],
  ['five levels', { a: { b: { c: { d: { e: 1 } } } } }, undefined],
  ['six levels', { a: { b: { c: { d: { e: {} } } } } }, 'must be nested at most 5 levels deep.'],
  ['a list as a level', { a: [[[[[1]]]]] }, 'must be nested at most 5 levels deep.'],
  ['the most bytes', { a: 'x'.repeat(MAX_PROPERTIES_BYTES - 8) }, undefined],
  ['one byte more', { a: 'x'.repeat(MAX_PROPERTIES_BYTES - 7) }, 'must have at most 16384 bytes as JSON, not 16385.'],
])('checks properties with %s', (_name, properties, fault) => {
  expect(faultOfProperties(properties)).toBe(fault);
});
