import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  domainOf,
  isFault,
  localOf,
  needsSmtpUtf8,
  parseAddress,
  parseDomain,
  parseMailbox,
  plainMailbox,
  presentMailbox,
  sameAddressKey,
  type EmailAddress,
} from './address.ts';

function address(text: string): string | undefined {
  const parsed = parseAddress(text);
  return isFault(parsed) ? undefined : parsed;
}

function known(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error('must parse');
  return parsed;
}

describe('parseAddress', () => {
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
  ])('parses %s as %s', (text, expected) => expect(address(text)).toBe(expected));

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
    'a@x.y.1',
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
  ])('rejects %j', (text) => expect(address(text)).toBeUndefined());

  it('allows at most 64 bytes before the @ and 254 bytes in total', () => {
    const domain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(55)}.example`;
    expect(address(`${'a'.repeat(64)}@x.example`)).toBeDefined();
    expect(address(`${'a'.repeat(65)}@x.example`)).toBeUndefined();
    expect(address(`${'ü'.repeat(33)}@x.example`)).toBeUndefined();
    const filler = 254 - domain.length - 1;
    expect(address(`${'a'.repeat(filler)}@${domain}`)).toHaveLength(254);
    expect(address(`${'a'.repeat(filler + 1)}@${domain}`)).toBeUndefined();
  });

  const domain = (characters: number): string => {
    const labels = 'd'.repeat(characters).replaceAll(/d{63}(?=d)/g, `${'d'.repeat(62)}.`);
    return labels.replaceAll(/d{64,}/g, '');
  };

  it.each([
    ['@x.example', 'must have text before the @.'],
    ['a b@x.example', 'must not contain spaces.'],
    ['a,b@x.example', 'must be a single address. Send each address as a separate array element.'],
    ['a(b@x.example', 'has a character before the @ that is not allowed in an address.'],
    ['a@[127.0.0.1]', 'must have a domain name after the @, not an IP address.'],
    ['nobody', 'must be an email address like name@example.com.'],
    ['n'.repeat(1_000), 'must be an email address like name@example.com.'],
    ['n'.repeat(1_001), 'must be an address of at most 254 bytes.'],
    [`a@${domain(253)}`, 'must be an address of at most 254 bytes.'],
    [`a@${domain(254)}`, 'must have a domain name after the @, like example.com.'],
  ])('explains why %s is not valid: %s', (text, fault) => expect(parseAddress(text)).toEqual({ fault }));

  it('splits an address at its last @', () => {
    for (const [text, local] of [
      ['ann.lee@x.example', 'ann.lee'],
      ['"a@b"@x.example', '"a@b"'],
    ] as const) {
      const parsed = known(text);
      expect([localOf(parsed), domainOf(parsed)]).toEqual([local, 'x.example']);
    }
  });

  it('compares addresses in lowercase and detects those that need SMTPUTF8', () => {
    const upper = parseAddress('ANN@x.example');
    const wide = parseAddress('jürgen@x.example');
    if (isFault(upper) || isFault(wide)) throw new Error('must parse');
    expect(sameAddressKey(upper)).toBe('ann@x.example');
    expect([needsSmtpUtf8(upper), needsSmtpUtf8(wide)]).toEqual([false, true]);
  });
});

/** One character from each group of invisible characters. */
const INVISIBLE = [
  '\u00ad', // soft hyphen
  '\u034f', // combining grapheme joiner
  '\u061c', // Arabic letter mark
  '\u115f', // Hangul filler
  '\u17b4', // Khmer inherent vowel
  '\u180e', // Mongolian vowel separator
  '\u200b', // zero-width space
  '\u200c', // zero-width non-joiner
  '\u200d', // zero-width joiner
  '\u200e', // left-to-right mark
  '\u200f', // right-to-left mark
  '\u202a', // left-to-right embedding
  '\u202e', // right-to-left override
  '\u2060', // word joiner
  '\u2064', // invisible plus
  '\u2066', // left-to-right isolate
  '\u2069', // pop directional isolate
  '\u2800', // Braille blank
  '\u3164', // Hangul filler
  '\ufe0f', // variation selector
  '\ufeff', // byte order mark
  '\uffa0', // half-width Hangul filler
  '\ufff9', // interlinear annotation
  '\u{e0001}', // language tag
  '\u{e0041}', // tag letter
  '\u{e0100}', // variation selector of the supplement
];

describe('invisible characters in addresses', () => {
  const names = INVISIBLE.map((character) => [character, codeOf(character)] as const);

  it.each(names)('rejects %j inside an address and names the character', (character, code) => {
    const fault = `must not contain invisible characters like ${code}. Type the address instead of copying it.`;
    for (const text of [`a${character}b@x.example`, `a@x${character}y.example`, `"a${character}b"@x.example`]) {
      expect(parseAddress(text), text).toEqual({ fault });
      expect(parseMailbox(text), text).toEqual({ fault });
      expect(parseMailbox(`Ann <${text}>`), text).toEqual({ fault });
    }
    expect(parseDomain(`x${character}y.example`)).toEqual({ fault });
  });

  it.each(names)('trims %j around an address', (character) => {
    const around = `${character} ${character}a@x.example${character}\u00a0${character}`;
    expect(parseAddress(around)).toBe('a@x.example');
    expect(parseMailbox(around)).toEqual({ name: undefined, address: 'a@x.example' });
    expect(parseMailbox(`Ann <${around}>${character}`)).toEqual({ name: 'Ann', address: 'a@x.example' });
    expect(parseDomain(`${character}x.example.${character}`)).toBe('x.example');
  });

  it('keeps the characters that join emoji in a display name', () => {
    const name = 'Ann 👩\u200d💻';
    expect(parseMailbox(`${name} <a@x.example>`)).toEqual({ name, address: 'a@x.example' });
  });
});

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

describe('parseDomain', () => {
  it.each([
    [' Mail.Example.COM. ', 'mail.example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['localhost', 'localhost'],
  ])('parses the domain %j as %s', (text, expected) => expect(parseDomain(text)).toBe(expected));

  it('accepts up to 1,000 characters, including white space', () => {
    expect(parseDomain('x.example'.padStart(1_000))).toBe('x.example');
    expect(isFault(parseDomain('x.example'.padStart(1_001)))).toBe(true);
  });

  it.each(['', '.', 'x y.example', 'a@x.example', '127.0.0.1', '[127.0.0.1]', 'x_y.example', 'x'.repeat(1_001)])(
    'rejects the domain %j',
    (text) => expect(parseDomain(text)).toEqual({ fault: 'must be a domain name, like example.com.' }),
  );
});

describe('parseMailbox', () => {
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
  ])('parses the display name of %s as %s', (text, name) =>
    expect(parseMailbox(text)).toEqual({ name, address: 'a@x.example' }),
  );

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
  ])('rejects the mailbox %j', (text) => expect(isFault(parseMailbox(text))).toBe(true));

  it('parses formatted mailboxes back to the same value', () => {
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

describe('mailbox limits', () => {
  it('allows at most 1,000 characters, and 256 in the name', () => {
    expect(parseMailbox('a@x.example'.padStart(1_000))).toEqual({ name: undefined, address: 'a@x.example' });
    expect(parseMailbox('a@x.example'.padStart(1_001))).toEqual({
      fault: 'is too long for a name and an email address.',
    });
    expect(parseMailbox(`${'n'.repeat(256)} <a@x.example>`)).toMatchObject({ name: 'n'.repeat(256) });
  });

  it('rejects a mailbox with only one angle bracket', () => {
    expect(parseMailbox('Ann a@x.example>')).toEqual({ fault: 'has a ">" without a "<".' });
  });
});

describe('presentMailbox and plainMailbox', () => {
  const a = known('a@x.example');

  it.each([
    [undefined, 'a@x.example', 'a@x.example'],
    ['Ann Lee', 'Ann Lee <a@x.example>', 'Ann Lee <a@x.example>'],
    ['Lee, Ann', '"Lee, Ann" <a@x.example>', '"Lee, Ann" <a@x.example>'],
    [' Ann', '" Ann" <a@x.example>', '" Ann" <a@x.example>'],
    ['Dr. Lee', 'Dr. Lee <a@x.example>', '"Dr. Lee" <a@x.example>'],
    ['a "b" c', String.raw`"a \"b\" c" <a@x.example>`, String.raw`"a \"b\" c" <a@x.example>`],
    ['Jürgen', 'Jürgen <a@x.example>', undefined],
    ['=?utf-8?q?x?=', '=?utf-8?q?x?= <a@x.example>', undefined],
  ])('formats a mailbox with the name %s as %s for display and %s in a header field', (name, shown, inField) => {
    expect(presentMailbox({ name, address: a })).toBe(shown);
    expect(plainMailbox({ name, address: a })).toBe(inField);
  });
});
