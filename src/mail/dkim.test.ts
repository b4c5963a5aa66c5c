import { createPrivateKey, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime, { decodeWords } from 'postal-mime';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFault, parseMailbox, type Mailbox } from './address.ts';
import { compose, type Mail } from './compose.ts';
import type { HeaderField } from './header.ts';
import { createSigner, relaxedValue, type DkimKey } from './dkim.ts';
import { dkimRecord, generateDkimKey } from './dkim-key.ts';
import { createPlanner, MAX_KEPT_PLANS } from './dkim-plan.ts';

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const records = new Map<string, string>();
const signer = createSigner();
let keys: DkimKey[];

beforeAll(async () => {
  const rsa = await generateDkimKey();
  const ed25519 = await generateDkimKey('ed25519');
  records.set('r._domainkey.x.example', dkimRecord(rsa.publicKeyBase64));
  records.set('e._domainkey.x.example', dkimRecord(ed25519.publicKeyBase64, 'ed25519'));
  keys = [
    { domain: 'x.example', selector: 'r', algorithm: 'rsa-sha256', privateKey: createPrivateKey(rsa.privateKeyPem) },
    {
      domain: 'x.example',
      selector: 'e',
      algorithm: 'ed25519-sha256',
      privateKey: createPrivateKey(ed25519.privateKeyPem),
    },
  ];
});

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

function mail(changes: Partial<Mail> = {}): Mail {
  return {
    from: mailbox('Ann <ann@x.example>'),
    to: [mailbox('bo@y.example')],
    cc: [],
    replyTo: [],
    subject: 'Hello',
    html: undefined,
    text: 'Hi',
    headers: [],
    messageId: 'abc@x.example',
    date: new Date(1_800_000_000_000),
    ...changes,
  };
}

/** Signs a message, verifies and parses it with independent implementations, and checks the wire format. */
async function verified(given: Mail) {
  const bytes = signer.sign(compose(given), keys, given.date);
  const text = bytes.toString('latin1');
  expect(text.replaceAll('\r\n', ''), 'only CRLF').not.toMatch(/[\r\n]/);
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(text, 'ASCII only').not.toMatch(/[^\u0000-\u007f]/);
  const { results } = await dkimVerify(bytes, {
    resolver: (name: string) => Promise.resolve([[records.get(name) ?? '']]),
  });
  expect(results.map((result: { status: { result: string } }) => result.status.result)).toEqual(['pass', 'pass']);
  return PostalMime.parse(bytes);
}

function lines(text: string | undefined): string {
  return (text ?? '').replaceAll(/\r\n|\r/g, '\n').replace(/\n+$/, '');
}

describe('signed messages', () => {
  it.each([
    ['no text', ''],
    ['a space', ' '],
    ['a tab', '\t'],
    ['a lone dot', '.'],
    ['the end-of-data sequence', '..\r\n.\r\n'],
    ['bare line feeds around a dot', 'a\n.\nb'],
    ['bare carriage returns', 'a\r\n.\rb'],
    ['a line of 3,000 characters', 'x'.repeat(3_000)],
    ['8-bit text without breaks', 'ü'.repeat(3_000)],
    ['trailing white space and lines', 'a   \n\n\n'],
    ['From at the start of a line', 'From me'],
    ['a string that looks like a boundary', '--=_abc'],
    ['equals signs', '=3D='],
    ['repeated white space', 'a b  c\t\td'],
    ['surrogate pairs', '👋'.repeat(100)],
  ])('verify and parse back with %s', async (_name, text) => {
    const parsed = await verified(mail({ text, html: `<p>${text}</p>` }));
    expect(lines(parsed.text)).toBe(lines(text));
    expect(lines(parsed.html)).toBe(lines(`<p>${text}</p>`));
  });

  it('verify with only text or only HTML', async () => {
    expect(lines((await verified(mail({ text: '' }))).text)).toBe('');
    const parsed = await verified(mail({ html: '<p>Go <a href="https://x.example/">there</a></p>', text: undefined }));
    expect(lines(parsed.text)).toBe('Go there (https://x.example/)');
  });

  it('verify with any text, subject and name', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    const subject = fc.string({ unit: 'grapheme', maxLength: 200 });
    const name = fc.string({ unit: 'grapheme', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, subject, name, async (givenText, givenSubject, givenName) => {
        const cleanSubject = givenSubject.replaceAll(CONTROL_CHARACTERS, '').trim();
        const cleanName = givenName.replaceAll(CONTROL_CHARACTERS, '').trim();
        const from = { name: cleanName || undefined, address: mailbox('ann@x.example').address };
        const parsed = await verified(mail({ text: givenText.replaceAll('\0', ''), subject: cleanSubject, from }));
        expect(parsed.subject ?? '').toBe(cleanSubject);
        expect(parsed.from?.name ?? '').toBe(cleanName);
      }),
      { numRuns: 150 },
    );
  });

  it('verify with headers of every kind at their maximum length', async () => {
    const parsed = await verified(
      mail({
        subject: 'x'.repeat(998),
        headers: [
          { name: 'X-Long', value: 'v'.repeat(998) },
          { name: `X-${'N'.repeat(74)}`, value: 'ü'.repeat(499) },
          { name: 'List-Unsubscribe', value: '<https://x.example/u>' },
          { name: 'References', value: Array.from({ length: 20 }, (_, index) => `<${index}@x.example>`).join(' ') },
        ],
      }),
    );
    expect(parsed.subject).toBe('x'.repeat(998));
    const long = parsed.headers.find((header) => header.key === 'x-long')?.value ?? '';
    expect(decodeWords(long)).toBe('v'.repeat(998));
  });

  it('verify with fifty recipients and names of every kind', async () => {
    const to = Array.from({ length: 50 }, (_, index) => mailbox(`"Müller, Jürgen ${index}" <j${index}@y.example>`));
    const parsed = await verified(
      mail({ to, cc: [mailbox("O'Neil (HR) <o@y.example>")], replyTo: [mailbox('r@x.example')] }),
    );
    expect(parsed.to).toEqual(to.map(({ name, address }) => ({ name, address })));
    expect(parsed.cc?.[0]).toMatchObject({ address: 'o@y.example', name: "O'Neil (HR)" });
    expect(parsed.replyTo?.[0]).toMatchObject({ address: 'r@x.example' });
  });
});

describe('signed fields of any shape', () => {
  /** Expects valid signatures of a message with extra header fields that `compose` does not write but SMTP allows. */
  async function passes(extra: HeaderField[]): Promise<void> {
    const composed = compose(mail());
    const bytes = signer.sign({ ...composed, headers: [...composed.headers, ...extra] }, keys, new Date(0));
    const { results } = await dkimVerify(bytes, {
      resolver: (name: string) => Promise.resolve([[records.get(name) ?? '']]),
    });
    expect(results.map((result: { status: { result: string } }) => result.status.result)).toEqual(['pass', 'pass']);
  }

  it.each<[string, HeaderField[]]>([
    ['an empty value', [{ name: 'References', value: '' }]],
    ['a value of white space', [{ name: 'References', value: ' \t  ' }]],
    ['folds at spaces and tabs', [{ name: 'References', value: '<a@b>\r\n <c@d>\r\n\t<e@f>  \r\n   <g@h>' }]],
    ['white space at both ends', [{ name: 'List-ID', value: '  list \t <l.x.example>  ' }]],
    ['a fold before the value', [{ name: 'List-Unsubscribe', value: '\r\n <https://x.example/u>' }]],
    ['names in capital letters', [{ name: 'LIST-UNSUBSCRIBE-POST', value: 'List-Unsubscribe=One-Click' }]],
    ['998 octets on a line', [{ name: 'References', value: `<${'r'.repeat(980)}@x>` }]],
    ['repeated fields', ['a', 'b', 'c'].map((word) => ({ name: 'List-ID', value: `<${word}.x.example>` }))],
    [
      'names that are not signed',
      [
        { name: 'X-Other', value: 'x' },
        { name: 'Feedback-ID', value: 'a:b:1:postrider' },
      ],
    ],
  ])('verify with %s', async (_name, extra) => passes(extra));

  it.each([
    ['', ''],
    ['a', 'a'],
    [' a', 'a'],
    ['a ', 'a'],
    ['a  b', 'a b'],
    ['a\tb', 'a b'],
    ['a\r\n b', 'a b'],
    ['a \r\n\tb\r\n', 'a b'],
    ['\r\n\r\n', ''],
    ['ü \u00a0', 'ü \u00a0'],
  ])('canonicalizes %j to %j', (value, canonical) => expect(relaxedValue(value)).toBe(canonical));

  it('canonicalizes any value as RFC 6376 section 3.4.2 specifies', () => {
    const unit = fc.constantFrom('a', 'ü', ' ', '\t', '\r\n', '\u0001', '\u00a0');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (value) => {
        const words = value.replaceAll('\r\n', '').replaceAll(/[ \t]+/g, ' ');
        expect(relaxedValue(value)).toBe(words.replace(/^ /, '').replace(/ $/, ''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('drops cached plans beyond the limit and plans the same names identically again', () => {
    const planFor = createPlanner();
    const headers = (index: number): HeaderField[] => [
      { name: 'From', value: '' },
      { name: `X-${index}`, value: '' },
    ];
    const first = planFor(headers(0));
    for (let index = 1; index < MAX_KEPT_PLANS; index += 1) planFor(headers(index));
    expect(planFor(headers(0))).toBe(first);
    planFor(headers(MAX_KEPT_PLANS));
    expect(planFor(headers(0))).not.toBe(first);
    expect(planFor(headers(0))).toEqual(first);
  });
});

describe('DKIM signature', () => {
  it('oversigns From, To, Cc and Subject, signs others if present, and never writes l= or x=', () => {
    const headers = [
      { name: 'List-Unsubscribe', value: '<https://x.example/u>' },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
      { name: 'Feedback-ID', value: 't:transactional:1:postrider' },
    ];
    const text = signer.sign(compose(mail({ headers })), keys.slice(0, 1), new Date(1_800_000_000_000)).toString();
    const signature = text.slice(0, text.indexOf('\r\nFrom:')).replaceAll(/\r\n\s/g, '');
    const signed = /h=([^;]*)/.exec(signature)?.[1]?.split(':') ?? [];
    expect(signed.filter((name) => name === 'from')).toHaveLength(2);
    expect(signed.filter((name) => name === 'subject')).toHaveLength(2);
    expect(signed.filter((name) => name === 'to')).toHaveLength(2);
    expect(signed.filter((name) => name === 'cc')).toHaveLength(1);
    for (const { name } of headers) expect(signed).toContain(name.toLowerCase());
    expect(signed).not.toContain('reply-to');
    expect(signature).toContain('t=1800000000');
    expect(signature).not.toMatch(/[;\s][lx]=/);
  });

  it.each([
    'Date',
    'Message-ID',
    'Reply-To',
    'Sender',
    'Content-Type',
    'Content-Transfer-Encoding',
    'List-Unsubscribe',
    'From',
    'Subject',
  ])('breaks the signature if a second %s is added before or after', async (name) => {
    const headers = [
      { name: 'Sender', value: 'ann@x.example' },
      { name: 'List-Unsubscribe', value: '<https://x.example/u>' },
    ];
    const given = mail({ headers, replyTo: [mailbox('r@x.example')] });
    const text = signer.sign(compose(given), keys, given.date).toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    const added = `${name}: forged@evil.example`;
    for (const bytes of [`${added}\r\n${text}`, `${text.slice(0, headEnd)}\r\n${added}${text.slice(headEnd)}`]) {
      const { results } = await dkimVerify(Buffer.from(bytes, 'latin1'), {
        resolver: (host: string) => Promise.resolve([[records.get(host) ?? '']]),
      });
      expect(results.map((result: { status: { result: string } }) => result.status.result)).not.toContain('pass');
    }
  });

  it('produces the same bytes for the same message, and different bytes for another message ID', () => {
    const bytes = (messageId: string) => signer.sign(compose(mail({ messageId, html: '<p>' })), keys, new Date(0));
    expect(bytes('a@x.example').equals(bytes('a@x.example'))).toBe(true);
    expect(bytes('a@x.example').equals(bytes('b@x.example'))).toBe(false);
  });

  it('throws if a key cannot sign, and never returns an unsigned message', () => {
    const [rsa] = keys;
    const broken = {
      ...rsa,
      algorithm: 'ed25519-sha256',
      privateKey: createPublicKey(rsa?.privateKey ?? ''),
    } as DkimKey;
    expect(() => signer.sign(compose(mail()), [broken], new Date(0))).toThrow();
  });
});

describe('DKIM-Signature field', () => {
  it('contains the signing time in seconds and is folded to recommended line lengths', () => {
    const text = signer.sign(compose(mail()), keys, new Date(1_800_000_000_999)).toString();
    const [signature = ''] = text.split(/\r\n(?!\s)/);
    expect(signature).toContain('; t=1800000000;');
    const values = signature.slice(signature.indexOf(' b=')).split('\r\n').slice(1);
    expect(values.length).toBeGreaterThan(3);
    // RFC 5322 section 2.1.1 recommends 78 characters.
    expect(Math.max(...values.map(({ length }) => length))).toBe(73);
  });
});

describe('relaxedValue', () => {
  it.each([
    ['', ''],
    ['a', 'a'],
    ['a b', 'a b'],
    [' a', 'a'],
    ['a ', 'a'],
    ['a  b', 'a b'],
    ['a\tb', 'a b'],
    ['a\r\n b', 'a b'],
    ['a\r\n\t b', 'a b'],
    ['a\r\nb', 'ab'],
    ['a\rb', 'a\rb'],
    ['a\nb', 'a\nb'],
    ['a\r\n b c', 'a b c'],
    [' ', ''],
  ])('converts %j to %j', (value, canonical) => expect(relaxedValue(value)).toBe(canonical));
});
