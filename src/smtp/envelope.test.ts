import { expect, it } from 'vitest';
import { isInternational, requireEnvelopeAddress } from './envelope.ts';

it.each([
  'ann@x.example',
  "o'neil+tag=1@x.example",
  'j\u00f6rg@x.example',
  '"ann lee"@x.example',
  '"a<b>c"@x.example',
  '"a\\"b"@x.example',
  '"a@b"@x.example',
])('%s is allowed in an envelope', (address) => {
  expect(() => requireEnvelopeAddress(address)).not.toThrow();
});

it.each([
  '',
  'ann',
  'ann@',
  '@x.example',
  'ann lee@x.example',
  'ann@x.example ',
  'ann@x.example> SIZE=1',
  '<ann@x.example>',
  'a<b@x.example',
  'ann@x.example\r\nRCPT TO:<eve@x.example>',
  'ann@x.example\n',
  'ann\r@x.example',
  'ann\0@x.example',
  '"ann\r\n"@x.example',
  '"ann\0"@x.example',
  '"ann\\\n"@x.example',
  '"ann"@x.example> X',
  '"ann@x.example',
  'ann"@x.example',
  'ann@eve@x.example',
  'ann@x.example\u0085',
  'ann@x.example\u2028',
  '"ann\u2028"@x.example',
  'ann\u00a0lee@x.example',
  'ann\t@x.example',
])('%j throws', (address) => {
  expect(() => requireEnvelopeAddress(address)).toThrow('is not allowed in an SMTP envelope');
});

it('an address with a non-ASCII character is international', () => {
  expect(isInternational('ann@x.example')).toBe(false);
  expect(isInternational('j\u00f6rg@x.example')).toBe(true);
});
