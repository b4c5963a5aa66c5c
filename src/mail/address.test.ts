import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFault, needsSmtpUtf8, parseAddress, parseMailbox, presentMailbox, sameAddressKey } from './address.ts';

function address(text: string): string | undefined {
  const parsed = parseAddress(text);
  return isFault(parsed) ? undefined : parsed;
}

describe('an address', () => {
  it.each([
    ['a@b.example', 'a@b.example'],
    ['A.b+c@B.EXAMPLE', 'A.b+c@b.example'],
    ['a@localhost', 'a@localhost'],
    ["o'neil!#$%&*@x.example", "o'neil!#$%&*@x.example"],
    ['"a b"@x.example', '"a b"@x.example'],
    ['"plain"@x.example', 'plain@x.example'],
    ['a@münchen.example', 'a@xn--mnchen-3ya.example'],
    ['a@MÜNCHEN.example', 'a@xn--mnchen-3ya.example'],
    ['a@straße.example', 'a@xn--strae-oqa.example'],
    ['a@xn--mnchen-3ya.example', 'a@xn--mnchen-3ya.example'],
    ['jürgen@x.example', 'jürgen@x.example'],
    ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ])('%s is read as %s', (text, expected) => expect(address(text)).toBe(expected));

  it.each([
    '',
    'nobody',
    '@x.example',
    'a@',
    'a b@x.example',
    'a@b@x.example',
    'a,b@x.example',
    'a..b@x.example',
    '.a@x.example',
    'a.@x.example',
    'a@x..example',
    'a@-x.example',
    'a@x-.example',
    'a@x.example.',
    'a@x_y.example',
    'a@1.2.3.4',
    'a@1.2.3',
    'a@[127.0.0.1]',
    'a@ⓖoogle.com',
    'a@goo\u00adgle.com',
    'a@ｇoogle.com',
    'a@x.example\r\nBcc: b@y.example',
    'a@x.example\u0000',
    'a\u2028@x.example',
    '"a\rb"@x.example',
    '"unfinished@x.example',
    '"<x>"@x.example',
    'a@x.example>',
    '<a@x.example>',
    `a@${'b'.repeat(64)}.example`,
    '\ud800@x.example',
  ])('%j is none', (text) => expect(address(text)).toBeUndefined());

  it('has at most 64 bytes before the @ and 254 in all', () => {
    const domain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(55)}.example`;
    expect(address(`${'a'.repeat(64)}@x.example`)).toBeDefined();
    expect(address(`${'a'.repeat(65)}@x.example`)).toBeUndefined();
    expect(address(`${'ü'.repeat(33)}@x.example`)).toBeUndefined();
    const filler = 254 - domain.length - 1;
    expect(address(`${'a'.repeat(filler)}@${domain}`)).toHaveLength(254);
    expect(address(`${'a'.repeat(filler + 1)}@${domain}`)).toBeUndefined();
  });

  it('is compared in lower case and knows whether it needs SMTPUTF8', () => {
    const upper = parseAddress('ANN@x.example');
    const wide = parseAddress('jürgen@x.example');
    if (isFault(upper) || isFault(wide)) throw new Error('must parse');
    expect(sameAddressKey(upper)).toBe('ann@x.example');
    expect([needsSmtpUtf8(upper), needsSmtpUtf8(wide)]).toEqual([false, true]);
  });
});

describe('a mailbox', () => {
  it.each([
    ['a@x.example', undefined],
    ['<a@x.example>', undefined],
    ['Ann <a@x.example>', 'Ann'],
    ['  Ann  Lee  <a@x.example>  ', 'Ann  Lee'],
    ['"Lee, Ann" <a@x.example>', 'Lee, Ann'],
    [String.raw`"a \"b\" \\ c" <a@x.example>`, String.raw`a "b" \ c`],
    ['Jürgen 👋 <a@x.example>', 'Jürgen 👋'],
    ['"a@b.example" <a@x.example>', 'a@b.example'],
    ["O'Neil (HR) <a@x.example>", "O'Neil (HR)"],
  ])('%s has the name %s', (text, name) => expect(parseMailbox(text)).toEqual({ name, address: 'a@x.example' }));

  it.each([
    'a@x.example, b@y.example',
    'Lee, Ann <a@x.example>',
    'Ann <a@x.example> b',
    '<a@x.example> <b@y.example>',
    'a@x.example <b@y.example>',
    'Ann a@x.example>',
    '"Ann" x <a@x.example>',
    '"Ann <a@x.example>',
    'Ann\r\nBcc: <a@x.example>',
    `${'n'.repeat(257)} <a@x.example>`,
    'Ann <>',
  ])('%j is none', (text) => expect(isFault(parseMailbox(text))).toBe(true));

  it('shown to people, it parses back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (given) => {
        const name = given.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '').trim() || undefined;
        const parsed = parseMailbox('a@x.example');
        if (isFault(parsed)) throw new Error('must parse');
        expect(parseMailbox(presentMailbox({ name, address: parsed.address }))).toEqual({
          name,
          address: 'a@x.example',
        });
      }),
    );
  });
});
