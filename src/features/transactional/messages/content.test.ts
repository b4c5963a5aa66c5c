import { expect, it } from 'vitest';
import { decodeContent, encodeContent } from './content.ts';

it.each([
  ['small', { html: undefined, text: 'Hi' }],
  ['with both bodies', { html: '<p>Grüße 👋</p>', text: 'Grüße 👋' }],
  ['large', { html: '<p>x</p>'.repeat(20_000), text: undefined }],
  ['of the maximum size after JSON escaping', { html: '\u0001'.repeat(500 * 1024), text: '\u0001'.repeat(100 * 1024) }],
])('decodes content %s to the same value', (_name, content) => {
  expect(decodeContent(encodeContent(content))).toEqual(content);
});

it('compresses content from 1 KB', () => {
  const large = encodeContent({ html: '<p>hello</p>'.repeat(1_000), text: undefined });
  expect(large.length).toBeLessThan(1_000);
});

it('rejects an unknown format', () => {
  expect(() => decodeContent(Buffer.from([9, 1, 2]))).toThrow('Unknown format of message content: 9');
});
