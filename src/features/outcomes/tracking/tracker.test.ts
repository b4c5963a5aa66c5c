import { describe, expect, it } from 'vitest';
import { createVault } from '../../../base/crypto.ts';
import { createOldTokens } from './old-tokens.ts';
import { createTokens, type TrackedRecipient } from './tokens.ts';
import { createTracker } from './tracker.ts';

const BASE = 'https://mail.example.com/post';
const MAX = Number.MAX_SAFE_INTEGER;
const MESSAGE = '0192f0c1-2b3c-7d4e-8f50-112233445566';
const vault = createVault('a secret that only tests use, long enough');
const tracker = createTracker({ vault, baseUrl: () => BASE });

function personalise(html: string, track = { opens: true, clicks: true }, exempt: string[] = []) {
  return tracker.personalise({ accountId: 7, messageId: MESSAGE, html, track, exempt });
}

describe('tracked message', () => {
  const html = '<body><a href="https://x.example/?a=1&amp;b=ü">x</a></body>';

  it('has different links and a different pixel for each recipient, but always the same for one recipient', () => {
    const [first, second] = [personalise(html), personalise(html)];
    expect(first?.(0)).toMatch(
      /^<body><a href="https:\/\/mail\.example\.com\/post\/t\/c\/[\w-]{42}\?u=https%3A%2F%2Fx\.example%2F%3Fa%3D1%26b%3D%C3%BC">x<\/a><img src="https:\/\/mail\.example\.com\/post\/t\/o\/[\w-]{42}" width="1" height="1" alt=""><\/body>$/,
    );
    expect(first?.(0)).toBe(second?.(0));
    expect(first?.(0)).not.toBe(first?.(1));
  });

  it('contains only the enabled kinds of tracking', () => {
    expect(personalise(html, { opens: true, clicks: false })?.(0)).not.toContain('/t/c/');
    expect(personalise(html, { opens: false, clicks: true })?.(0)).not.toContain('<img');
  });

  it('is the same for all recipients if nothing is tracked', () => {
    expect(personalise(html, { opens: false, clicks: false })).toBeUndefined();
    expect(personalise('<a href="mailto:a@x.example">', { opens: false, clicks: true })).toBeUndefined();
  });

  it('leaves exempt links and our own links unchanged', () => {
    const left = `<a href="https://x.example/u?a=1&amp;b=2"></a><a href="${BASE}/t/c/abc?u=x">`;
    expect(personalise(left, { opens: false, clicks: true }, ['https://x.example/u?a=1&b=2'])).toBeUndefined();
  });
});

describe('link tokens', () => {
  const tokens = createTokens(vault.derive('tracking links'));
  const recipient = { kind: 'transactional', accountId: 2 ** 52, source: MESSAGE, recipient: 49 } as const;

  it('parse back to the recipient', () => {
    expect(tokens.readOpen(tokens.open(recipient))).toEqual(recipient);
    expect(tokens.readClick(tokens.click(recipient, 'https://x.example/ü'), 'https://x.example/ü')).toEqual(recipient);
  });

  it('are valid only for one URL, one purpose and one secret', () => {
    const [open, click] = [tokens.open(recipient), tokens.click(recipient, 'https://x.example/')];
    expect(tokens.readClick(click, 'https://x.example/a')).toBeUndefined();
    expect(tokens.readOpen(click)).toBeUndefined();
    expect(tokens.readClick(open, '')).toBeUndefined();
    const others = createTokens(createVault('another secret that only tests use').derive('tracking links'));
    expect(others.readOpen(open)).toBeUndefined();
    expect(createTokens(vault.derive('something else')).readOpen(open)).toBeUndefined();
  });

  it('are rejected if a single character is changed, missing or added', () => {
    const token = tokens.open(recipient);
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(tokens.readOpen(changed)).toBeUndefined();
      expect(tokens.readOpen(token.slice(0, at))).toBeUndefined();
    }
    for (const added of [`${token}A`, `${token}=`, ` ${token}`, `${token}\n`, '']) {
      expect(tokens.readOpen(added)).toBeUndefined();
    }
  });

  it.each<[string, TrackedRecipient, number]>([
    ['for a message', { kind: 'transactional', accountId: 7, source: MESSAGE, recipient: 65_536 }, 44],
    [
      'for a mailing to five million recipients',
      { kind: 'mailing', accountId: 7, source: MESSAGE, recipient: 5_000_000 },
      46,
    ],
    ['for a campaign', { kind: 'campaign', accountId: 7, source: 12_345, recipient: 5_000_000 }, 27],
    [
      'with numbers above 32 bits',
      { kind: 'automation', accountId: 2 ** 40, source: 2 ** 33, recipient: 2 ** 32 + 1 },
      39,
    ],
    ['with the greatest numbers', { kind: 'confirmation', accountId: MAX, source: MAX, recipient: MAX }, 50],
    ['with the greatest length', { kind: 'mailing', accountId: MAX, source: MESSAGE, recipient: MAX }, 60],
    ['with the smallest numbers', { kind: 'campaign', accountId: 0, source: 0, recipient: 0 }, 22],
  ])('encode any recipient in minimal length: %s', (_what, named, length) => {
    const token = tokens.link('tracking', named);
    expect([token.length, tokens.readLink('tracking', token)]).toEqual([length, named]);
    expect([tokens.readOpen(token), tokens.readClick(token, '')]).toEqual([undefined, undefined]);
  });

  it('cannot be created for invalid numbers', () => {
    for (const number of [-1, 1.5, 2 ** 53, Number.NaN]) {
      expect(() => tokens.link('tracking', { kind: 'campaign', accountId: 7, source: 1, recipient: number })).toThrow(
        RangeError,
      );
      expect(() => tokens.link('tracking', { kind: 'campaign', accountId: 7, source: number, recipient: 1 })).toThrow(
        RangeError,
      );
    }
    expect(() => tokens.link('tracking', { kind: 'mailing', accountId: 7, source: 'x', recipient: 1 })).toThrow(
      RangeError,
    );
  });

  it('are parsed in the old format of previously sent messages', () => {
    const old = createOldTokens(vault.derive('tracking links'));
    const named = { accountId: 7, messageId: MESSAGE, recipientNo: 49 };
    const [open, click] = [
      'AAAAAAAAAAcBkvDBKzx9To9QESIzRFVmADFDU3GtTlSpN3C_qUDdE9Kd',
      'AAAAAAAAAAcBkvDBKzx9To9QESIzRFVmADH5v6R_ALv9f2XBaORERlUg',
    ];
    expect(old.readOpen(open)).toEqual(named);
    expect(old.readClick(click, 'https://x.example/ü')).toEqual(named);
    expect(old.readClick(click, 'https://evil.example/')).toBeUndefined();
    expect([tokens.readOpen(open), tokens.readLink('tracking', open)]).toEqual([undefined, undefined]);
  });
});
