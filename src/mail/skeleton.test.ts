import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { parseMailbox, isFault, type Mailbox } from './address.ts';
import { compose, type ComposedMail } from './compose.ts';
import { compileSkeleton, type MailTemplate, type SkeletonRecipient } from './skeleton.ts';
import { escapeHtml, type TemplateText } from './template.ts';

const DATE = new Date('2026-11-21T10:00:00Z');

describe('skeleton', () => {
  it('renders the same content as compose', async () => {
    const mail = await parsed(
      render({
        subject: ['Hello ', { slot: 'name', as: 'text' }, ' – news'],
        html: ['<p>Dear ', { slot: 'name', as: 'html' }, ',</p>\n<a href="', { link: 0 }, '">go</a>'],
        text: ['Dear ', { slot: 'name', as: 'text' }, ',\n', { link: 0 }],
        linkPrefixes: ['https://t.example/c/0/'],
      }),
    );
    expect(mail.subject).toBe('Hello Jörg <x> – news');
    expect(mail.html).toBe('<p>Dear Jörg &lt;x&gt;,</p>\n<a href="https://t.example/c/0/token">go</a>\n');
    expect(mail.text).toBe('Dear Jörg <x>,\nhttps://t.example/c/0/token\n');
    expect(mail.to).toMatchObject([{ address: 'ann@example.com' }]);
    expect(mail.from).toMatchObject({ address: 'news@example.org', name: 'News' });
    expect(mail.messageId).toBe('<1.2@example.org>');
    expect(mail.date).toBe('2026-11-21T10:00:00.000Z');
  });

  it('has the same header fields in the same order as a composed message', () => {
    const reply = mailbox('Desk <desk@example.org>');
    const headers = [
      { name: 'X-Campaign', value: 'spring' },
      { name: 'List-Unsubscribe', value: '<https://example.org/u>' },
    ];
    const rendered = render({
      subject: ['News'],
      replyTo: [reply],
      text: ['a'],
      html: ['b'],
      headers: headers.map(({ name, value }) => ({ name, value: [value] })),
    });
    const composed = compose({
      from: mailbox('News <news@example.org>'),
      to: [mailbox('ann@example.com')],
      cc: [],
      replyTo: [reply],
      subject: 'News',
      html: 'b',
      text: 'a',
      headers,
      messageId: '1.2@example.org',
      date: DATE,
    });
    expect(rendered.headers.slice(0, -1)).toEqual(composed.headers.slice(0, -1));
    expect(rendered.headers.at(-1)?.name).toBe('Content-Type');
  });

  it('renders links in header fields and escapes characters that addresses must not contain', () => {
    const { headers } = render({
      text: [],
      headers: [
        { name: 'List-Unsubscribe', value: ['<', { link: 0 }, '?n=', { slot: 'name', as: 'text' }, '>'] },
        { name: 'X-Name', value: [{ slot: 'lines', as: 'text' }] },
      ],
      linkPrefixes: ['https://t.example/u/'],
    });
    expect(valueOf(headers, 'List-Unsubscribe')).toBe('<https://t.example/u/token?n=J%C3%B6rg%20%3Cx%3E>');
    expect(valueOf(headers, 'X-Name')).toBe('one Bcc: two');
  });

  it('generates the text from the HTML with its slots if there is no text', async () => {
    const mail = await parsed(
      render({ html: ['<h1>Hi ', { slot: 'name', as: 'html' }, '</h1><p>Bye</p>'], text: undefined }),
    );
    expect(mail.text).toContain('Hi Jörg <x>');
    expect(mail.text).not.toContain('&lt;');
    expect(mail.text).not.toMatch(/[\ufdd0\ufdd1]/);
  });

  it('requests a token once, and not at all if there are no links', () => {
    let asked = 0;
    const linkToken = (): string => `t${(asked += 1)}`;
    const body = render(
      { text: [{ link: 0 }, ' ', { link: 1 }, { link: 0 }], linkPrefixes: ['a', 'b'] },
      { linkToken },
    ).body;
    expect(asked).toBe(1);
    expect(body.toString()).not.toContain('t2');
    render({ text: ['none'] }, { linkToken });
    expect(asked).toBe(1);
  });

  it('leaves slots without a value empty, including those named like object members', async () => {
    const mail = await parsed(
      render({ text: ['a', { slot: 'toString', as: 'text' }, { slot: 'no', as: 'html' }, 'b'] }),
    );
    expect(mail.text).toBe('ab\n');
  });

  it('does not leak values between recipients', () => {
    const skeleton = compileSkeleton(template({ text: ['Hi ', { slot: 'name', as: 'text' }, '!'] }));
    const first = skeleton.render(recipient({ values: { name: 'x'.repeat(5_000) } })).body;
    const copy = Buffer.from(first);
    const second = skeleton.render(recipient({ values: { name: 'y' } })).body;
    expect(first).toEqual(copy);
    expect(second.toString()).toBe('Hi=20=\r\ny=\r\n!\r\n');
  });

  it.each<readonly [encoding: string, text: TemplateText]>([
    ['quoted-printable', ['Best regards from the Café, ', { slot: 'name', as: 'text' }]],
    ['quoted-printable', ['=.'.repeat(5_000)]],
    ['base64', ['Привет, ', { slot: 'name', as: 'text' }]],
    ['base64', ['ä'.repeat(5_000)]],
  ])('uses %s for %j because it is shorter', (encoding, text) => {
    const alone = render({ text });
    expect(valueOf(alone.headers, 'Content-Transfer-Encoding')).toBe(encoding);
    const both = render({ html: ['<p>a</p>'], text }).body.toString();
    expect(both.match(/(?<=Content-Transfer-Encoding: ).*/g)).toEqual([encoding, 'quoted-printable']);
  });

  it('renders base64 for values of any length', async () => {
    const text = [
      'я'.repeat(500),
      { slot: 'name', as: 'text' as const },
      'ж'.repeat(501),
      { link: 0 },
      'ы'.repeat(502),
    ];
    const skeleton = compileSkeleton(template({ text }));
    for (const name of ['', 'a', 'ab', 'abc', 'ä', 'line\nline']) {
      const mail = await parsed(skeleton.render(recipient({ values: { name } })));
      expect(ended(mail.text)).toBe(ended(plain(text, { name })));
    }
  });

  it('requires SMTPUTF8 only for recipients whose address needs it', () => {
    expect(render({ text: ['a'] }).smtpUtf8).toBe(false);
    expect(render({ text: ['a'] }, { to: mailbox('jörg@example.com') }).smtpUtf8).toBe(true);
  });

  it.each([
    ['an empty value at the end', ['abc', { slot: 'empty', as: 'text' as const }]],
    ['line breaks at the end', ['abc', { slot: 'lineEnds', as: 'text' as const }]],
    ['only line breaks', [{ slot: 'lineEnds', as: 'text' as const }]],
    ['no content', []],
  ])('has no trailing empty line for %s', (_, text) => {
    const body = render({ text, html: undefined }).body.toString('latin1');
    expect(body).toBe(relaxedBody(body));
  });

  it('renders any template and values unchanged, in lines that every server relays unmodified', async () => {
    await fc.assert(
      fc.asyncProperty(texts(), texts(), values(), fc.boolean(), async (html, text, given, hasHtml) => {
        const composed = render({ html: hasHtml ? html : undefined, text }, { values: given });
        const body = composed.body.toString('latin1');
        expectSafeLines(body);
        expect(body).toBe(relaxedBody(body));
        const mail = await parsed(composed);
        expect(ended(mail.text)).toBe(ended(plain(text, given)));
        if (hasHtml) expect(ended(mail.html)).toBe(ended(plain(html, given)));
      }),
      { numRuns: 500 },
    );
  });
});

/** Strings that are difficult to encode as quoted-printable, mixed with ordinary ones. */
function strings(): fc.Arbitrary<string> {
  const awkward = fc.constantFrom(
    ' ',
    '  ',
    '\t',
    '.',
    '\n',
    '\r\n',
    '=',
    '=\r\n',
    'From ',
    '--=_',
    'é',
    '😀',
    '<&">',
    'x'.repeat(75),
    'word '.repeat(20),
    'слово '.repeat(50),
    '言葉\r\n'.repeat(40),
  );
  return fc
    .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 20 })), { maxLength: 12 })
    .map((all) => all.join('').replaceAll(/[\u0000\ufeff]|\r(?!\n)/g, ''));
}

function texts(): fc.Arbitrary<TemplateText> {
  const slot = fc.record({
    slot: fc.constantFrom('a', 'b', 'c', 'none'),
    as: fc.constantFrom('text' as const, 'html' as const),
  });
  return fc.array(fc.oneof(strings(), slot, fc.constant({ link: 0 })), { maxLength: 12 });
}

function values(): fc.Arbitrary<Record<string, string>> {
  return fc.dictionary(fc.constantFrom('a', 'b', 'c'), strings(), { noNullPrototype: true });
}

function plain(text: TemplateText, given: Record<string, string>): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('link' in part) return 'https://t.example/token';
      const value = given[part.slot] ?? '';
      return part.as === 'html' ? escapeHtml(value) : value;
    })
    .join('');
}

/** Normalizes what a message does not preserve: the style of line breaks, and empty lines at the end. */
function ended(text = ''): string {
  return text.replaceAll('\r\n', '\n').replace(/\n+$/, '');
}

function expectSafeLines(body: string): void {
  const lines = body.split('\r\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(lines.filter((line) => /[ \t]$|^\.|^From |[ \t]{2}|\t|[^ -~]/.test(line))).toEqual([]);
}

/** Canonicalizes a body with the relaxed algorithm (RFC 6376 section 3.4.4). */
function relaxedBody(body: string): string {
  const reduced = body.replaceAll(/[ \t]+(?=\r\n|$)/g, '').replaceAll(/[ \t]+/g, ' ');
  const trimmed = reduced.replace(/(\r\n)*$/, '');
  return trimmed === '' ? '' : `${trimmed}\r\n`;
}

function render(given: Partial<MailTemplate>, who: Partial<SkeletonRecipient> = {}): ComposedMail {
  return compileSkeleton(template(given)).render(recipient(who));
}

function template(given: Partial<MailTemplate>): MailTemplate {
  return {
    from: mailbox('News <news@example.org>'),
    replyTo: [],
    subject: ['News'],
    html: undefined,
    text: undefined,
    headers: [],
    linkPrefixes: ['https://t.example/'],
    ...given,
  };
}

function recipient(given: Partial<SkeletonRecipient>): SkeletonRecipient {
  return {
    to: mailbox('ann@example.com'),
    messageId: '1.2@example.org',
    date: DATE,
    values: { name: 'Jörg <x>', empty: '', lineEnds: '\n\r\n\n', lines: 'one\r\nBcc: two' },
    linkToken: () => 'token',
    ...given,
  };
}

function mailbox(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (isFault(mailbox)) throw new Error(mailbox.fault);
  return mailbox;
}

function valueOf(headers: ComposedMail['headers'], name: string): string | undefined {
  return headers.find((field) => field.name === name)?.value;
}

async function parsed({ body, headers }: ComposedMail) {
  const head = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return PostalMime.parse(Buffer.concat([Buffer.from(`${head}\r\n`), body]));
}
