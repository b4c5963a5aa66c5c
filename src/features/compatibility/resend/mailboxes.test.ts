import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFault, parseMailbox } from '../../../mail/address.ts';
import { nativeMailbox, splitMailboxes } from './mailboxes.ts';

const SANDBOX = { domain: 'sandbox.localhost', aliases: ['resend.dev'] };

describe('splitMailboxes', () => {
  it.each([
    ['one address', 'a@x.example', ['a@x.example']],
    ['two addresses', 'a@x.example, b@x.example', ['a@x.example', 'b@x.example']],
    ['a name and an address', 'a@x.example, C <c@x.example>', ['a@x.example', 'C <c@x.example>']],
    ['a name with a comma, without quotes', 'Doe, John <j@x.example>', ['Doe, John <j@x.example>']],
    ['two unquoted names with commas', 'Doe, John <j@x>, Lee, Ann <a@x>', ['Doe, John <j@x>', 'Lee, Ann <a@x>']],
    ['a quoted comma', '"Doe, John" <j@x>, "a, b" <c@x>', ['"Doe, John" <j@x>', '"a, b" <c@x>']],
    ['a quoted @ and comma', '"a@b, c" <d@x>', ['"a@b, c" <d@x>']],
    ['an escaped quote', String.raw`"a\", b@c" <d@x>`, [String.raw`"a\", b@c" <d@x>`]],
    ['too many commas', ', a@x ,, b@x, ,', ['a@x', 'b@x']],
    ['a comma in angle brackets', 'A <a@x,b@x>', ['A <a@x,b@x>']],
    ['an open quote', '"a@x, b@x', ['"a@x, b@x']],
    ['an open bracket', '<a@x, b@x', ['<a@x, b@x']],
    ['nothing', ' ', []],
    ['no address at all', 'Doe, John', ['Doe, John']],
  ])('splits %s', (_, text, expected) => {
    expect(splitMailboxes(text)).toEqual(expected);
  });

  it('returns all mailboxes of a list joined by commas', () => {
    const name = fc.string({ unit: fc.constantFrom('A', 'b', ',', ' ', '@', '"', '\\', '<', '>', 'ü'), maxLength: 12 });
    const mailbox = fc
      .tuple(name, fc.constantFrom('a@x.example', 'b.c@y.example'))
      .map(([shown, address]) =>
        shown.trim() === '' ? address : `"${shown.trim().replaceAll(/["\\]/g, String.raw`\$&`)}" <${address}>`,
      );
    fc.assert(
      fc.property(fc.array(mailbox, { minLength: 1, maxLength: 5 }), fc.constantFrom(',', ', '), (list, separator) => {
        expect(splitMailboxes(list.join(separator))).toEqual(list);
      }),
    );
  });

  it('processes a megabyte of any text in one pass', () => {
    expect(splitMailboxes('@,'.repeat(500_000))).toHaveLength(500_000);
    expect(splitMailboxes('"'.repeat(999_999))).toHaveLength(1);
  });
});

describe('nativeMailbox', () => {
  it.each([
    ['quotes a name with special characters', 'Doe, John <j@x.example>', '"Doe, John" <j@x.example>'],
    ['escapes special characters in a name', String.raw`A "B" \ <j@x.example>`, String.raw`"A \"B\" \\" <j@x.example>`],
    ['keeps a quoted name', '"Doe, John" <j@x.example>', '"Doe, John" <j@x.example>'],
    ['keeps a plain name', ' Ann Lee  <a@x.example> ', 'Ann Lee <a@x.example>'],
    ['keeps an address', ' a@x.example', 'a@x.example'],
    ['replaces an alias domain', 'delivered+a@Resend.Dev', 'delivered+a@sandbox.localhost'],
    ['replaces an alias domain after a name', 'Acme <onboarding@resend.dev>', 'Acme <onboarding@sandbox.localhost>'],
    ['keeps subdomains of an alias domain', 'a@mail.resend.dev', 'a@mail.resend.dev'],
    ['keeps an address in a name', 'a@resend.dev <b@x.example>', '"a@resend.dev" <b@x.example>'],
  ])('%s', (_, text, expected) => {
    expect(nativeMailbox(text, SANDBOX)).toBe(expected);
  });

  it('never changes the address of a mailbox that our parser accepts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '@', '.', '<', '>', '"', ',', ' ', '\\', 'x.y'), maxLength: 20 }),
        (text) => {
          const before = parseMailbox(text);
          if (isFault(before)) return;
          expect(parseMailbox(nativeMailbox(text, SANDBOX))).toEqual(before);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
