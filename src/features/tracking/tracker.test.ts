import { describe, expect, it } from 'vitest';
import { createVault } from '../../base/crypto.ts';
import { createTokens } from './tokens.ts';
import { createTracker } from './tracker.ts';

const BASE = 'https://mail.example.com/post';
const MESSAGE = '0192f0c1-2b3c-7d4e-8f50-112233445566';
const vault = createVault('a secret that only tests use, long enough');
const tracker = createTracker({ vault, baseUrl: () => BASE });

function personalise(html: string, track = { opens: true, clicks: true }, exempt: string[] = []) {
  return tracker.personalise({ accountId: 7, messageId: MESSAGE, html, track, exempt });
}

describe('a tracked mail', () => {
  const html = '<body><a href="https://x.example/?a=1&amp;b=ü">x</a></body>';

  it('has links and a picture of its own for each recipient, the same every time', () => {
    const [first, second] = [personalise(html), personalise(html)];
    expect(first?.(0)).toMatch(
      /^<body><a href="https:\/\/mail\.example\.com\/post\/t\/c\/[\w-]{56}\?u=https%3A%2F%2Fx\.example%2F%3Fa%3D1%26b%3D%C3%BC">x<\/a><img src="https:\/\/mail\.example\.com\/post\/t\/o\/[\w-]{56}" width="1" height="1" alt=""><\/body>$/,
    );
    expect(first?.(0)).toBe(second?.(0));
    expect(first?.(0)).not.toBe(first?.(1));
  });

  it('has only what is switched on', () => {
    expect(personalise(html, { opens: true, clicks: false })?.(0)).not.toContain('/t/c/');
    expect(personalise(html, { opens: false, clicks: true })?.(0)).not.toContain('<img');
  });

  it('is the same for all where nothing in it is tracked', () => {
    expect(personalise(html, { opens: false, clicks: false })).toBeUndefined();
    expect(personalise('<a href="mailto:a@x.example">', { opens: false, clicks: true })).toBeUndefined();
  });

  it('leaves links alone that are exempt or ours already', () => {
    const left = `<a href="https://x.example/u?a=1&amp;b=2"></a><a href="${BASE}/t/c/abc?u=x">`;
    expect(personalise(left, { opens: false, clicks: true }, ['https://x.example/u?a=1&b=2'])).toBeUndefined();
  });
});

describe('tokens', () => {
  const tokens = createTokens(vault.derive('tracking links'));
  const recipient = { accountId: 2 ** 52, messageId: MESSAGE, recipientNo: 49 };

  it('bring back the recipient', () => {
    expect(tokens.readOpen(tokens.open(recipient))).toEqual(recipient);
    expect(tokens.readClick(tokens.click(recipient, 'https://x.example/ü'), 'https://x.example/ü')).toEqual(recipient);
  });

  it('are good for one URL and one purpose, under one secret', () => {
    const [open, click] = [tokens.open(recipient), tokens.click(recipient, 'https://x.example/')];
    expect(tokens.readClick(click, 'https://x.example/a')).toBeUndefined();
    expect(tokens.readOpen(click)).toBeUndefined();
    expect(tokens.readClick(open, '')).toBeUndefined();
    const others = createTokens(createVault('another secret that only tests use').derive('tracking links'));
    expect(others.readOpen(open)).toBeUndefined();
    expect(createTokens(vault.derive('something else')).readOpen(open)).toBeUndefined();
  });

  it('are not read when a single character is changed, missing or added', () => {
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
});
