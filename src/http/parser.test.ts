import { Type, type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { parserOf, type Parser } from './parser.ts';
import { MAX_FIELDS_AT_FAULT } from './schema-errors.ts';

function errorsOf(parser: Parser<unknown>, value: unknown): unknown {
  try {
    parser.parse(value);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_error') return error.details.errors;
    throw error;
  }
  return undefined;
}

const nullable = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]));
const status = Type.Union([Type.Literal('draft'), Type.Literal('sent')]);

const fields = parserOf(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 5 }),
    to: Type.Array(Type.String(), { minItems: 1, maxItems: 3 }),
    cc: nullable(Type.Array(Type.String())),
    headers: nullable(Type.Record(Type.String(), Type.String())),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    ratio: Type.Optional(Type.Number({ minimum: 0 })),
    open: Type.Optional(Type.Boolean()),
    status: Type.Optional(status),
    code: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
    id: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    items: Type.Optional(Type.Array(Type.Object({ email: Type.String() }), { maxItems: 2 })),
    exact: Type.Optional(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    fixed: Type.Optional(Type.Literal('x')),
  }),
);

const good = { name: 'Ann', to: ['a'] };

describe('parserOf', () => {
  it('returns valid values unchanged, including unknown keys', () => {
    const value = { ...good, cc: null, headers: { 'X-A': '1' }, page: 9, id: 'x', more: { anything: [1] } };
    expect(fields.parse(value)).toEqual(value);
  });

  it.each([
    [{}, { name: ['is required.'], to: ['is required.'] }],
    [5, { body: ['must be an object.'] }],
    [null, { body: ['must be an object.'] }],
    [[], { body: ['must be an object.'] }],
    [{ ...good, name: 5 }, { name: ['must be a string.'] }],
    [{ ...good, name: null }, { name: ['must be a string.'] }],
    [{ ...good, name: '' }, { name: ['must have 1 to 5 characters, not 0.'] }],
    [{ ...good, name: '😀😀😀😀😀😀' }, { name: ['must have 1 to 5 characters, not 6.'] }],
    [{ ...good, to: 'a' }, { to: ['must be an array.'] }],
    [{ ...good, to: [] }, { to: ['must have 1 to 3 items, not 0.'] }],
    [{ ...good, to: ['a', 'b', 'c', 'd'] }, { to: ['must have 1 to 3 items, not 4.'] }],
    [
      { ...good, to: [1, 'b', null] },
      { 'to.0': ['must be a string.'], 'to.2': ['must be a string.'] },
    ],
    [{ ...good, cc: 'x' }, { cc: ['must be an array.'] }],
    [{ ...good, cc: ['x', 5] }, { 'cc.1': ['must be a string.'] }],
    [{ ...good, headers: [] }, { headers: ['must be an object.'] }],
    [
      { ...good, headers: { 'X-A': 5, 'a/b~c.d': {} } },
      { 'headers.X-A': ['must be a string.'], 'headers.a/b~c.d': ['must be a string.'] },
    ],
    [{ ...good, page: '5' }, { page: ['must be an integer.'] }],
    [{ ...good, page: 1.5 }, { page: ['must be an integer.'] }],
    [{ ...good, page: 0 }, { page: ['must be 1 to 9, not 0.'] }],
    [{ ...good, page: 10 }, { page: ['must be 1 to 9, not 10.'] }],
    [{ ...good, ratio: -1 }, { ratio: ['must be at least 0, not -1.'] }],
    [{ ...good, open: 'yes' }, { open: ['must be true or false.'] }],
    [{ ...good, status: 'gone' }, { status: ['must be one of "draft", "sent".'] }],
    [{ ...good, code: 'A1' }, { code: ['must match the pattern ^[a-z]+$.'] }],
    [{ ...good, id: {} }, { id: ['must be an integer or a string.'] }],
    [
      { ...good, items: [{}, { email: 1 }, 5] },
      {
        items: ['must have at most 2 items, not 3.'],
        'items.0.email': ['is required.'],
        'items.1.email': ['must be a string.'],
        'items.2': ['must be an object.'],
      },
    ],
    [{ ...good, exact: [1] }, { exact: ['must have exactly 2 items, not 1.'] }],
    [{ ...good, fixed: 'y' }, { fixed: ['must be "x".'] }],
    [
      { page: 0, status: 5, cc: [1] },
      {
        name: ['is required.'],
        to: ['is required.'],
        page: ['must be 1 to 9, not 0.'],
        status: ['must be one of "draft", "sent".'],
        'cc.0': ['must be a string.'],
      },
    ],
  ])('rejects %j with all its errors', (value, errors) => {
    expect(errorsOf(fields, value)).toEqual(errors);
  });

  it('accepts values at the limits', () => {
    for (const value of [
      { name: '12345', to: ['a', 'b', 'c'] },
      { name: '😀😀😀😀😀', to: ['a'], page: 1, ratio: 0 },
    ]) {
      expect(fields.parse(value)).toBe(value);
    }
  });

  it('rejects unknown keys only if the schema does', () => {
    const strict = parserOf(Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false }));
    expect(errorsOf(strict, { a: 'x', b: 1 })).toEqual({ b: ['is not a known field.'] });
  });

  it('handles keys with the names of prototype members', () => {
    const parser = parserOf(Type.Object({ constructor: Type.String(), toString: Type.Optional(Type.String()) }));
    expect(errorsOf(parser, {})).toEqual({ constructor: ['is required.'] });
    const hostile = JSON.parse('{"name":"Ann","to":["a"],"__proto__":{"cc":5}}');
    expect(fields.parse(hostile)).toBe(hostile);
  });

  it("uses the library's message for an unsupported keyword", () => {
    const parser = parserOf(Type.Object({ n: Type.Number({ multipleOf: 5 }) }));
    expect(errorsOf(parser, { n: 3 })).toEqual({ n: [expect.stringContaining('5')] });
  });

  it(`reports at most ${MAX_FIELDS_AT_FAULT} fields`, () => {
    const parser = parserOf(Type.Array(Type.String()));
    const wrong = (count: number): number[] => Array.from({ length: count }, () => 1);
    expect(Object.keys(errorsOf(parser, wrong(MAX_FIELDS_AT_FAULT)) as object)).toHaveLength(MAX_FIELDS_AT_FAULT);
    expect(Object.keys(errorsOf(parser, wrong(MAX_FIELDS_AT_FAULT + 1)) as object)).toHaveLength(MAX_FIELDS_AT_FAULT);
  });

  it('truncates very long field names', () => {
    const [field] = Object.keys(errorsOf(fields, { ...good, headers: { ['x'.repeat(5_000)]: 1 } }) as object);
    expect(field?.length).toBe(200);
  });
});

describe('parserOf with refine', () => {
  const range = parserOf(Type.Object({ from: Type.Number(), to: Type.Number() }), ({ from, to }, fail) => {
    if (from > to) fail('from', 'must not be greater than to.');
    if (from > to) fail('from', 'and this too.');
    if (to > 100) fail('to', 'must be at most 100.');
    return to - from;
  });

  it('returns the result of refine', () => {
    expect(range.parse({ from: 1, to: 3 })).toBe(2);
  });

  it('collects the errors of refine', () => {
    expect(errorsOf(range, { from: 500, to: 200 })).toEqual({
      from: ['must not be greater than to.', 'and this too.'],
      to: ['must be at most 100.'],
    });
  });

  it('calls refine only for values that match the schema', () => {
    expect(errorsOf(range, { from: 'x', to: 500 })).toEqual({ from: ['must be a number.'] });
  });
});
