import { describe, expect, it } from 'vitest';
import { readConversation } from './conversation.ts';

describe('readConversation', () => {
  it('returns who said what, when, and with which encryption', () => {
    const text = '(+30 ms)\n< 220 mx\n> EHLO a\n(TLSv1.3 TLS_AES_256_GCM_SHA384)\n(+5 ms)\n> MAIL FROM:<>\n< 250 ok\n';
    expect(readConversation(text)).toMatchObject({
      failed: [],
      lines: [
        { from: 'server', text: '220 mx', ms: 30 },
        { from: 'us', text: 'EHLO a', ms: 30 },
        { from: 'note', text: '(TLSv1.3 TLS_AES_256_GCM_SHA384)', ms: 30 },
        { from: 'us', text: 'MAIL FROM:<>', ms: 35 },
        { from: 'server', text: '250 ok', ms: 35 },
      ],
      tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
      reused: false,
    });
  });

  it('returns no times if none were recorded, nor after a cut', () => {
    expect(readConversation('(reused connection)\n> DATA\n')).toMatchObject({
      reused: true,
      lines: [{ ms: null }, { ms: null }],
    });
    expect(readConversation('(+1 ms)\n> a\n(cut)\n(+2 ms)\n> b\n').lines.map(({ ms }) => ms)).toEqual([1, null, null]);
  });

  it.each(['', '\n\n', '> \n< \n', '(+9999999999 ms)\n> a', 'x'.repeat(9_000), '\ud800\n'.repeat(1_000)])(
    'accepts any text: %j',
    (text) => {
      expect(readConversation(text).lines.length).toBeLessThanOrEqual(500);
    },
  );
});
