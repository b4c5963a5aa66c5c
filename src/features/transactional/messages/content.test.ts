import { expect, it } from 'vitest';
import { decodeContent, encodeContent, withoutAddress } from './content.ts';

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

it.each([true, false])(
  'keeps the TLS requirement and the trace if an address is removed (only recipient: %s)',
  (isAlone) => {
    const kept = {
      tls: 'verified',
      sign: 'shop.example',
      trace: `00-${'a'.repeat(52)}`,
    } as const;
    const people = { to: ['ann@there.example', 'bea@there.example'], cc: [], bcc: [], reply_to: [] };
    const row = {
      subject: 'Hi',
      head: { ...people, headers: {}, ...kept },
      content: encodeContent({ html: undefined, text: 'Hi' }),
    };
    const { head } = withoutAddress(row, 'ann@there.example', isAlone);
    expect(head).toMatchObject(kept);
    expect(head.to).toEqual([expect.not.stringContaining('ann@'), 'bea@there.example']);
  },
);
