import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDuplicateKey, findJsonFault, measureJson } from './json-source.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, child) => sum + keysOf(child), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}

/** JSON with a few changed characters, mostly structural ones. */
const almostJson = fc
  .tuple(
    fc.json(),
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', '0', 'e', '.', '-', 'u', '\n', '')),
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((changed, [place, character]) => {
      const at = place % (changed.length + 1);
      return changed.slice(0, at) + character + changed.slice(at + 1);
    }, text),
  );

describe('JSON source functions', () => {
  it('findJsonFault finds an error exactly when the engine rejects the text', () => {
    fc.assert(
      fc.property(almostJson, (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('measureJson counts the keys of the parsed tree if none is repeated', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(measureJson(text).keys).toBe(keysOf(value));
        expect(findDuplicateKey(text)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('findDuplicateKey finds a repeated key', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (key, value) => {
        const pair = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
        expect(findDuplicateKey(`[{${pair},"${key.length}x":{},${pair}}]`)).toBe(`0.${key}`);
      }),
    );
  });
});
