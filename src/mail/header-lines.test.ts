import fc from 'fast-check';
import PostalMime, { decodeWords } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { isFault, parseMailbox, type Mailbox } from './address.ts';
import { compose, hasRoom, type ComposedMail, type Mail } from './compose.ts';
import { compileSkeleton } from './skeleton.ts';

/** Maximum line lengths (RFC 5322 section 2.1.1 and RFC 2047 section 2), in octets without the line break. */
const HARD_LINE = 998;
const ENCODED_LINE = 76;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const DATE = new Date(1_800_000_000_000);

/** Generates a single line of text that the API accepts: any characters, ASCII with long words, or mostly non-ASCII. */
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '=', '?', '"'), maxLength }),
      fc.string({ unit: fc.constantFrom('ü', '日', '🎉', ' ', 'x'), maxLength: Math.floor(maxLength / 2) }),
      fc.integer({ min: 1, max: maxLength }).map((length) => 'x'.repeat(length)),
    )
    .map((given) => given.replaceAll(CONTROL_CHARACTERS, '').toWellFormed().trim());
const token = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'x', 'y', '0', '9', '.', '-'), minLength: 1, maxLength });
const messageId = (maxLength: number) => token(maxLength).map((id) => `<${id}@x.example>`);
const fieldName = fc.oneof(
  fc.constantFrom('X-Order', 'Thread-Topic'),
  fc.integer({ min: 1, max: 74 }).map((length) => `X-${'N'.repeat(length)}`),
);
const mailboxes = (maxLength: number) =>
  fc.array(fc.tuple(text(120), token(40)), { minLength: 1, maxLength }).map((given) =>
    given.map(([name, local]): Mailbox => ({
      name: name === '' ? undefined : name,
      address: address(`a${local.replaceAll(/[.-]/g, '')}@y.example`),
    })),
  );

function address(given: string): Mailbox['address'] {
  const parsed = parseMailbox(given);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed.address;
}

function mail(changes: Partial<Mail> = {}): Mail {
  const from = { name: 'Ann', address: address('ann@x.example') };
  return {
    from,
    to: [from],
    cc: [],
    replyTo: [],
    subject: 'S',
    html: undefined,
    text: 'T',
    headers: [],
    messageId: 'abc@x.example',
    date: DATE,
    ...changes,
  };
}

/** Checks the line lengths of a message's header, and parses the message with an independent parser. */
async function read({ body, headers }: ComposedMail) {
  const head = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  const lines = head.split('\r\n').slice(0, -1);
  for (const line of lines) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(HARD_LINE);
    if (/=\?UTF-8\?B\?/.test(line)) expect(line.length, line).toBeLessThanOrEqual(ENCODED_LINE);
    expect(line, 'no line of white space alone').toMatch(/[^ \t]/);
  }
  return PostalMime.parse(Buffer.concat([Buffer.from(`${head}\r\n`), body]));
}

function unfolded({ headers }: ComposedMail, name: string): string | undefined {
  return headers
    .find((field) => field.name === name)
    ?.value.replaceAll('\r\n', '')
    .trim();
}

/** Collapses white space, as parsers do. */
function spaced(given: string | undefined): string {
  return (given ?? '').replaceAll(/\s+/gu, ' ').trim();
}

describe('header lines', () => {
  it('stay within the limits and unfold to the original for subjects and text fields of any name', async () => {
    await fc.assert(
      fc.asyncProperty(text(998), fieldName, text(998), async (subject, name, value) => {
        const parsed = await read(compose(mail({ subject, headers: [{ name, value }] })));
        expect(spaced(parsed.subject)).toBe(spaced(subject));
        const found = parsed.headers.find(({ key }) => key === name.toLowerCase())?.value ?? '';
        expect(spaced(decodeWords(found))).toBe(spaced(value));
      }),
      { numRuns: 300 },
    );
  });

  it('stay within the limits and unfold to the original for mailboxes', async () => {
    await fc.assert(
      fc.asyncProperty(mailboxes(1), mailboxes(50), mailboxes(10), async ([from], to, others) => {
        if (!from) return;
        const parsed = await read(compose(mail({ from, to, cc: others, replyTo: others.slice(0, 3) })));
        const shown = (
          given: readonly { readonly name?: string | undefined; readonly address?: string | undefined }[] = [],
        ) => given.map((one) => `${spaced(one.name)} <${one.address}>`);
        expect(shown([parsed.from ?? {}])).toEqual(shown([from]));
        expect(shown(parsed.to)).toEqual(shown(to));
        expect(shown(parsed.cc)).toEqual(shown(others));
        expect(shown(parsed.replyTo)).toEqual(shown(others.slice(0, 3)));
      }),
      { numRuns: 150 },
    );
  });

  it('stay within the limits for any number of message IDs, with or without white space between them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(messageId(900), { minLength: 1, maxLength: 80 }),
        fc.boolean(),
        async (ids, isTight) => {
          const value = ids.join(isTight ? '' : ' ');
          const composed = compose(mail({ headers: [{ name: 'References', value }] }));
          await read(composed);
          const found = unfolded(composed, 'References') ?? '';
          expect(isTight ? found.replaceAll(' ', '') : found).toBe(value);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('stay within the limits for list addresses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(token(985), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(', ', ','),
        async (paths, comma) => {
          const value = paths.map((path) => `<${path}>`).join(comma);
          const composed = compose(mail({ headers: [{ name: 'List-Unsubscribe', value }] }));
          await read(composed);
          expect(unfolded(composed, 'List-Unsubscribe')?.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('stay within the limits for bulk email with any recipient values', async () => {
    await fc.assert(
      fc.asyncProperty(text(2_000), mailboxes(1), async (value, [from]) => {
        if (!from) return;
        const skeleton = compileSkeleton({
          from,
          replyTo: [from],
          subject: ['News for ', { slot: 'value', as: 'text' }],
          html: undefined,
          text: ['T'],
          headers: [
            { name: 'X-Value', value: [{ slot: 'value', as: 'text' }] },
            { name: 'List-Unsubscribe', value: ['<', { link: 0 }, '>'] },
          ],
          linkPrefixes: [`https://t.example/${'u'.repeat(900)}/`],
        });
        const parsed = await read(
          skeleton.render({
            to: from,
            messageId: '1.2@x.example',
            date: DATE,
            values: { value },
            linkToken: () => 'token',
          }),
        );
        expect(spaced(parsed.subject)).toBe(spaced(`News for ${value}`));
        expect(spaced(parsed.from?.name)).toBe(spaced(from.name));
      }),
      { numRuns: 100 },
    );
  });
});

describe('header fields with a long name', () => {
  it.each([980, 981, 985, 995])('start the value on a new line: a list address of %i bytes', async (bytes) => {
    const value = `<${'u'.repeat(bytes - 2)}>`;
    const composed = compose(mail({ headers: [{ name: 'List-Unsubscribe', value }] }));
    const parsed = await read(composed);
    expect(parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(value);
  });

  it('are reported as too long if even that is not enough', () => {
    expect(hasRoom('List-Unsubscribe', `<${'u'.repeat(995)}>`)).toBe(true);
    expect(hasRoom('List-Unsubscribe', `<${'u'.repeat(996)}>`)).toBe(false);
    expect(hasRoom('X-Any', 'x'.repeat(5_000))).toBe(true);
    expect(() => compose(mail({ headers: [{ name: 'References', value: `<${'u'.repeat(997)}>` }] }))).toThrow(
      RangeError,
    );
  });
});

it.each([
  ['many trailing spaces', `a${' '.repeat(997)}`],
  ['many inner spaces', `a${' '.repeat(990)}b`],
  ['a long word', 'w'.repeat(998)],
  ['text that looks like an encoded word', '=?UTF-8?B?YQ==?= '.repeat(50)],
])('keeps a subject with %s within the limits', async (_name, subject) => {
  expect(spaced((await read(compose(mail({ subject })))).subject)).toBe(spaced(subject));
});

it('keeps non-ASCII subjects and names of maximum length within 76 characters per line', async () => {
  const name = 'Ü'.repeat(256);
  const from = { name, address: address('ann@x.example') };
  const parsed = await read(compose(mail({ from, to: [from, from], subject: 'ü'.repeat(998) })));
  expect(parsed.subject).toBe('ü'.repeat(998));
  expect(parsed.to?.map((one) => one.name)).toEqual([name, name]);
});
