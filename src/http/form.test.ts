import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { decodeForm, MAX_INDEX, MAX_PARAMETERS } from './form.ts';
import { MAX_DEPTH } from './json.ts';

function refusalOf(text: string): string {
  try {
    decodeForm(text);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_error') return error.message;
    throw error;
  }
  throw new Error(`${text.slice(0, 100)} was taken`);
}

describe('decodeForm', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['&&a=1&', { a: '1' }],
    ['=1', {}],
    ['a=b=c', { a: 'b=c' }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['a=%2B1%26%3D', { a: '+1&=' }],
    ['a=%C3%BC&b=ü', { a: 'ü', b: 'ü' }],
    ['to=a&to=b', { to: ['a', 'b'] }],
    ['to=a&to=b&to=c', { to: ['a', 'b', 'c'] }],
    ['to[]=a&to[]=b', { to: ['a', 'b'] }],
    ['to[]=a', { to: ['a'] }],
    ['to%5B%5D=a&to%5B%5D=b', { to: ['a', 'b'] }],
    ['to[0]=a&to[1]=b', { to: ['a', 'b'] }],
    ['to[1]=b&to[0]=a', { to: ['a', 'b'] }],
    ['to[7]=b&to[3]=a', { to: ['a', 'b'] }],
    ['to[3]=a&to[]=b', { to: ['a', 'b'] }],
    ['to[]=a&to=b', { to: ['a', 'b'] }],
    ['headers[X-A]=1&headers[X-B]=2', { headers: { 'X-A': '1', 'X-B': '2' } }],
    ['emails[0][to][]=a&emails[0][to][]=b&emails[1][to][]=c', { emails: [{ to: ['a', 'b'] }, { to: ['c'] }] }],
    ['filter[in_list_ids][]=3&filter[status]=active', { filter: { in_list_ids: ['3'], status: 'active' } }],
    ['a[x][0][y]=1', { a: { x: [{ y: '1' }] } }],
    ['a[b=1', { 'a[b': '1' }],
    ['a]=1', { 'a]': '1' }],
    ['[a]=1', { '[a]': '1' }],
    ['a[b]c=1', { 'a[b]c': '1' }],
    ['a[b[c]]=1', { 'a[b[c]]': '1' }],
  ])('decodes %s to %j', (text, value) => {
    expect(decodeForm(text)).toEqual(value);
  });

  it.each([
    ['a=%', 'percent-encoded'],
    ['a=%zz', 'percent-encoded'],
    ['a=%C3', 'percent-encoded'],
    ['a=%ED%A0%80', 'percent-encoded'],
    ['%ff=1', 'percent-encoded'],
    ['a=%00', 'NUL'],
    ['%00=1', 'NUL'],
    ['__proto__=1', '__proto__'],
    ['__proto__[a]=1', '__proto__'],
    ['a[__proto__][b]=1', '__proto__'],
    ['a[constructor][prototype][b]=1', 'constructor'],
    ['constructor=1', 'constructor'],
    ['a[prototype]=1', 'prototype'],
    ['a[]=1&a[x]=2', 'both as a list and as an object'],
    ['a[x]=1&a[]=2', 'both as a list and as an object'],
    ['a=1&a[x]=2', 'both with and without brackets'],
    ['a[x]=1&a=2', 'both with and without brackets'],
  ])('rejects %s: %s', (text, words) => {
    expect(refusalOf(text)).toContain(words);
  });

  it('does not access a prototype', () => {
    expect(() => decodeForm('a[toString][b]=1')).not.toThrow();
    expect(decodeForm('hasOwnProperty=1&toString[x]=2')).toEqual({ hasOwnProperty: '1', toString: { x: '2' } });
    expect({}).not.toHaveProperty('b');
  });

  it(`accepts at most ${MAX_PARAMETERS} parameters`, () => {
    const form = (count: number): string => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
    expect(Object.keys(decodeForm(form(MAX_PARAMETERS)))).toHaveLength(MAX_PARAMETERS);
    expect(refusalOf(form(MAX_PARAMETERS + 1))).toContain(String(MAX_PARAMETERS));
  });

  it(`accepts indices up to ${MAX_INDEX} and leaves no holes`, () => {
    expect(decodeForm(`to[${MAX_INDEX}]=a`)).toEqual({ to: ['a'] });
    expect(refusalOf(`to[${MAX_INDEX + 1}]=a`)).toContain(String(MAX_INDEX));
    expect(refusalOf(`to[${MAX_INDEX}]=a&to[]=b`)).toContain(String(MAX_INDEX));
    expect(refusalOf('to[99999999999999999999]=a')).toContain(String(MAX_INDEX));
  });

  it(`accepts at most ${MAX_DEPTH} levels of brackets`, () => {
    expect(decodeForm(`a${'[b]'.repeat(MAX_DEPTH)}=1`)).toHaveProperty('a');
    expect(refusalOf(`a${'[b]'.repeat(MAX_DEPTH + 1)}=1`)).toContain(String(MAX_DEPTH));
  });

  it('handles megabytes of separators and brackets cheaply', () => {
    expect(decodeForm('&'.repeat(5_000_000))).toEqual({});
    expect(refusalOf(`a${'[b]'.repeat(1_000_000)}=1`)).toContain(String(MAX_DEPTH));
  });

  it('truncates long names in messages', () => {
    expect(refusalOf(`${'x'.repeat(5_000)}[${MAX_INDEX + 1}]=1`).length).toBeLessThan(300);
  });

  it('decodes plain names as URLSearchParams encoded them', () => {
    const name = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/[[\]\0]|^(?:__proto__|constructor|prototype)$/.test(text));
    const value = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(name, value), (fields) => {
        expect(decodeForm(String(new URLSearchParams(fields)))).toEqual({ ...fields });
      }),
    );
  });
});
