import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writePayload } from './payload.ts';
import { newSecret } from './secrets.ts';
import { signatureHeaders } from './signature.ts';
import type { WebhookEvent, WebhookFormat } from './types.ts';
import { explainSignature, type ReceivedRequest } from './verify.ts';
import type { KnownSecrets } from './verify-secret.ts';

const ID = 'whd_0192f0c1a2b37c4d8e5f60718293a4b5';
const SIGNED_AT = 1_795_248_900;
// Verifiers decode these characters differently, depending on how they read the secret.
const CURRENT = 'whsec_abcdefghABCDEFGH01234567ijklmnopIJKLMNOP8901';
const PREVIOUS = `whsec_${'Zy9'.repeat(14)}Zz`;
const FOREIGN = newSecret();

const EVENT: WebhookEvent = {
  id: '0192f0c1-a2b3-7c4d-8e5f-60718293a4b5',
  messageId: '0192f0c1-0000-7000-8000-000000000001',
  recipientNo: 0,
  recipient: 'ann@example.com',
  event: 'bounced',
  occurredAt: new Date('2026-11-21T02:00:00.123Z'),
  status: '5.1.1',
  reason: '550 5.1.1 <ann@example.com>: "Unbekannt" – grüße https://x.example/a',
  extra: null,
  tag: 'receipt',
};
const MESSAGE = {
  id: 'tm_0192f0c1000070008000000000000001',
  from: 'a@acme.example',
  to: ['ann@example.com'],
  subject: 'Grüße & <mehr>',
  tag: 'receipt',
  headers: { 'X-B': '2' },
  createdAt: new Date('2026-11-21T01:00:00.000Z'),
  messageIdHeader: '<1@acme.example>',
};
const BODIES: Record<WebhookFormat, string> = {
  native: writePayload('native', EVENT, MESSAGE, 'bounced').toString(),
  compatible: writePayload('compatible', EVENT, MESSAGE, 'bounced').toString(),
};

const KNOWN: KnownSecrets = { current: CURRENT, previous: undefined };
const ROTATED: KnownSecrets = { current: CURRENT, previous: { secret: PREVIOUS, isOver: false } };
const ROTATED_LONG_AGO: KnownSecrets = { current: CURRENT, previous: { secret: PREVIOUS, isOver: true } };

interface Options {
  format?: WebhookFormat;
  secrets?: string[];
  single?: boolean;
  body?: string;
}

function headersOf({ format = 'native', secrets = [CURRENT], single = false, body }: Options = {}) {
  const bytes = Buffer.from(body ?? BODIES[format]);
  return signatureHeaders(format, ID, SIGNED_AT, bytes, {
    secrets,
    hasSingleSignature: single,
    hasBothSignatures: !single,
  });
}

function explain(
  seen: Partial<ReceivedRequest>,
  { known = KNOWN, ...options }: Options & { known?: KnownSecrets } = {},
) {
  const format = options.format ?? 'native';
  const request = {
    headers: headersOf(options),
    body: BODIES[format],
    verifier: undefined,
    secret: undefined,
    computed: undefined,
    receivedAtSeconds: SIGNED_AT,
    ...seen,
  };
  return explainSignature(request, known, format);
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
};

describe.each<WebhookFormat>(['native', 'compatible'])('a request in the %s format', (format) => {
  it('is valid as it was sent', () => {
    expect(explain({}, { format })).toMatchObject({ problem: undefined, signers: ['current'], fix: undefined });
  });

  it('is valid with CGI header names', () => {
    const headers = Object.fromEntries(
      Object.entries(headersOf({ format })).map(([name, value]) => [
        `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
        value,
      ]),
    );
    expect(explain({ headers }, { format }).problem).toBeUndefined();
  });

  it('is valid if the receiver has the correct secret', () => {
    expect(explain({ secret: CURRENT }, { format }).problem).toBeUndefined();
  });

  it.each<[string, (body: string) => string, string]>([
    ['has an additional line break', (body) => `${body}\n`, 'trailing whitespace'],
    ['has surrounding spaces', (body) => `  ${body} `, 'trailing whitespace'],
    ['has a byte order mark', (body) => `\uFEFF${body}`, /./.source],
    ['was decoded as Latin-1', (body) => Buffer.from(body).toString('latin1'), 'Latin-1'],
    ['was indented', (body) => JSON.stringify(JSON.parse(body), undefined, 2), 'parsed as JSON and serialized again.'],
    [
      'was indented with CRLF',
      (body) => JSON.stringify(JSON.parse(body), undefined, 2).replaceAll('\n', '\r\n'),
      'serialized again.',
    ],
    [
      'was written with escapes',
      (body) => body.replaceAll('ü', String.raw`\u00fc`).replaceAll('/', String.raw`\/`),
      'serialized again.',
    ],
    ['has sorted members', (body) => JSON.stringify(sorted(JSON.parse(body))), 'in a different order'],
    ['was put into a string', (body) => JSON.stringify(body), 'JSON string'],
    ['was escaped for HTML', (body) => body.replaceAll('&', '&amp;').replaceAll('"', '&quot;'), 'HTML'],
    ['is empty', () => '', 'The body is empty'],
    ['is truncated', (body) => body.slice(0, -20), 'truncated'],
  ])('is explained if its body %s', (_, change, words) => {
    const verdict = explain({ body: change(BODIES[format]) }, { format });
    expect(verdict).toMatchObject({ problem: 'body_changed', signers: [] });
    expect(verdict.message).toMatch(words);
  });

  it('is explained if its line endings were changed', () => {
    const [lf, crlf] = ['{\n"a":1\n}', '{\r\n"a":1\r\n}'];
    for (const [sent, seen] of [
      [lf, crlf],
      [crlf, lf],
    ] as const) {
      const verdict = explain({ body: seen, headers: headersOf({ format, body: sent }) }, { format });
      expect(verdict).toMatchObject({ problem: 'body_changed', message: expect.stringContaining('line endings') });
    }
  });

  it('is not signed by the webhook if its body has other content', () => {
    const body = BODIES[format].replace('ann@', 'bob@');
    expect(explain({ body }, { format })).toMatchObject({ problem: 'not_signed_by_webhook', signers: [] });
  });

  it("is recognized as another webhook's if the secret of that webhook is given", () => {
    expect(explain({}, { format, secrets: [FOREIGN] }).problem).toBe('not_signed_by_webhook');
    expect(explain({ secret: FOREIGN }, { format, secrets: [FOREIGN] })).toMatchObject({
      problem: 'wrong_secret',
      message: expect.stringContaining('this secret does not belong to this webhook'),
    });
  });

  it.each<[string, string, string]>([
    ['spaces', ` ${CURRENT}\n`, 'leading or trailing whitespace'],
    ['quotes', `"${CURRENT}"`, 'quotation marks'],
    ['a line break', `${CURRENT.slice(0, 20)}\n${CURRENT.slice(20)}`, 'in it'],
    ['another case', CURRENT.toUpperCase(), 'the case of its letters'],
    ['a missing end', CURRENT.slice(0, 40), 'its first 40 characters'],
    ['another base64 encoding', Buffer.from(CURRENT).toString('base64'), 'base64-encoded a second time'],
    ['percent-encoding', CURRENT.replace('_', '%5F'), 'URL-encoded'],
    ['nothing in common', FOREIGN, 'the given secret does not belong to this webhook'],
    ['only a short prefix in common', CURRENT.slice(0, 29), 'the given secret does not belong to this webhook'],
    ['no characters', '', 'the given secret does not belong to this webhook'],
  ])('explains a secret with %s', (_, secret, words) => {
    expect(explain({ secret }, { format })).toMatchObject({
      problem: 'wrong_secret',
      message: expect.stringContaining(words),
      signers: ['current'],
    });
  });

  it('is valid with either secret during a rotation', () => {
    const options = { format, secrets: [CURRENT, PREVIOUS], known: ROTATED };
    for (const secret of [undefined, CURRENT, PREVIOUS]) {
      expect(explain({ secret }, options)).toMatchObject({ problem: undefined, signers: ['current', 'previous'] });
    }
  });

  it('is rejected with the previous secret if it did not sign', () => {
    expect(explain({ secret: PREVIOUS }, { format, known: ROTATED, single: true }).message).toContain(
      'did not sign this request',
    );
    expect(explain({ secret: PREVIOUS }, { format, known: ROTATED_LONG_AGO }).message).toContain('no longer valid');
  });

  it('from before the rotation is rejected by a receiver with the current secret', () => {
    expect(explain({ secret: CURRENT }, { format, known: ROTATED, secrets: [PREVIOUS] })).toMatchObject({
      problem: 'wrong_secret',
      message: expect.stringContaining('because the new secret was not active yet'),
      signers: ['previous'],
    });
  });

  it.each([
    [-301, 'timestamp_out_of_tolerance'],
    [-300, undefined],
    [300, undefined],
    [301, 'timestamp_out_of_tolerance'],
  ])('received %i seconds after signing has the problem %s', (seconds, problem) => {
    expect(explain({ receivedAtSeconds: SIGNED_AT + seconds }, { format }).problem).toBe(problem);
  });

  it('outside the tolerance is explained with the direction', () => {
    expect(explain({ receivedAtSeconds: SIGNED_AT + 400 }, { format }).message).toContain('400 seconds before');
    expect(explain({ receivedAtSeconds: SIGNED_AT - 400 }, { format }).message).toContain('400 seconds after');
  });

  it('explains that a verifier must accept any of several signatures', () => {
    expect(explain({}, { format, secrets: [CURRENT, PREVIOUS] }).message).toContain(
      'if any of these signatures matches',
    );
    expect(explain({}, { format, single: true }).message).toBe('The signature is valid.');
  });

  it.each<[string, (hmac: typeof createHmac, full: string, body: string) => string, string]>([
    [
      'the body only',
      (hmac, _, body) => hmac('sha256', keyOf(format)).update(body).digest(writing(format)),
      'over the body only',
    ],
    [
      'another encoding',
      (hmac, full) =>
        hmac('sha256', keyOf(format))
          .update(full)
          .digest(format === 'native' ? 'base64' : 'hex'),
      'encoded as',
    ],
    ['SHA-512', (hmac, full) => hmac('sha512', keyOf(format)).update(full).digest(writing(format)), 'SHA-512'],
    ['SHA-1', (hmac, full) => hmac('sha1', keyOf(format)).update(full).digest(writing(format)), 'SHA-1'],
    [
      'milliseconds',
      (hmac, full) =>
        hmac('sha256', keyOf(format))
          .update(full.replace(`${SIGNED_AT}`, `${SIGNED_AT}000`))
          .digest(writing(format)),
      'milliseconds',
    ],
    [
      'the string without its prefix as the key',
      (hmac, full) => hmac('sha256', CURRENT.slice(6)).update(full).digest(writing(format)),
      'The key was the string without whsec_',
    ],
    [
      'a line break at the end',
      (hmac, full) => hmac('sha256', keyOf(format)).update(`${full}\n`).digest(writing(format)),
      'A line break was added',
    ],
    [
      'an empty body',
      (hmac, full, body) => hmac('sha256', keyOf(format)).update(full.slice(0, -body.length)).digest(writing(format)),
      'The body was empty',
    ],
    [
      'indented JSON',
      (hmac, full, body) =>
        hmac('sha256', keyOf(format))
          .update(full.replace(body, () => JSON.stringify(JSON.parse(body), undefined, 2)))
          .digest(writing(format)),
      'with indentation',
    ],
    ['an unknown value', () => 'f'.repeat(64), 'does not match any common mistake'],
  ])('recognizes the computation of %s', (_, compute, words) => {
    const body = BODIES[format];
    const full = format === 'native' ? `${SIGNED_AT}.${body}` : `${ID}.${SIGNED_AT}.${body}`;
    expect(explain({ computed: compute(createHmac, full, body) }, { format })).toMatchObject({
      problem: 'wrong_computation',
      message: expect.stringContaining(words),
    });
  });

  it('accepts a correct computation', () => {
    const full = format === 'native' ? `${SIGNED_AT}.${BODIES[format]}` : `${ID}.${SIGNED_AT}.${BODIES[format]}`;
    const computed = createHmac('sha256', keyOf(format)).update(full).digest(writing(format));
    expect(explain({ computed }, { format, single: true }).problem).toBeUndefined();
    expect(explain({ computed: `v1=${computed}` }, { format, secrets: [CURRENT, PREVIOUS] }).problem).toBe(
      'comparison',
    );
  });

  it('never reveals a secret or an unknown signature in its verdict', () => {
    fc.assert(
      fc.property(
        fc.record({
          body: fc.oneof(fc.constant(BODIES[format]), fc.string({ unit: 'binary' })),
          secret: fc.option(fc.oneof(fc.constant(CURRENT), fc.constant(PREVIOUS), fc.string()), { nil: undefined }),
          computed: fc.option(fc.string(), { nil: undefined }),
          receivedAtSeconds: fc.integer({ min: 0, max: 4_000_000_000 }),
        }),
        (seen) => {
          const text = JSON.stringify(explain(seen, { format, known: ROTATED, secrets: [FOREIGN] }));
          expect(text).not.toContain(CURRENT.slice(6, 20));
          expect(text).not.toContain(PREVIOUS.slice(6, 20));
          for (const [name, value] of Object.entries(headersOf({ format }))) {
            if (name.toLowerCase().endsWith('-signature')) expect(text).not.toContain(value.slice(-40));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is explained with arbitrary headers', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'x-service-signature',
            'svix-id',
            'svix-timestamp',
            'svix-signature',
            'webhook-id',
            '__proto__',
          ),
          fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1', 't=1,v1=', `v1,${'a'.repeat(43)}=`)),
        ),
        fc.string(),
        (headers, body) => {
          expect(explain({ headers, body }, { format }).problem).toBeDefined();
        },
      ),
    );
  });

  it('is explained with a body of a hundred thousand brackets', () => {
    expect(explain({ body: '['.repeat(50_000) + ']'.repeat(50_000) }, { format }).problem).toBeDefined();
  });

  it.each([
    [64, 'with indentation'],
    [65, 'does not match any common mistake'],
  ])('with %i levels is checked for changes by a parser: %s', (levels, words) => {
    const body = `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    const indented = JSON.stringify(JSON.parse(body), undefined, 2);
    const signed = format === 'native' ? `${SIGNED_AT}.${indented}` : `${ID}.${SIGNED_AT}.${indented}`;
    const computed = createHmac('sha256', keyOf(format)).update(signed).digest(writing(format));
    expect(explain({ body, headers: headersOf({ format, body }), computed }, { format }).message).toContain(words);
  });
});

describe('headers', () => {
  const standard = headersOf({ format: 'compatible' });

  it.each<[string, WebhookFormat, Record<string, string>, string, string]>([
    ['none', 'native', {}, 'header_missing', 'X-Service-Signature header is missing'],
    ['none', 'compatible', {}, 'header_missing', 'svix-id, svix-timestamp, svix-signature headers are missing'],
    [
      'no id',
      'compatible',
      { ...standard, 'svix-id': '' },
      'not_signed_by_webhook',
      'with the current or the previous secret',
    ],
    [
      'no signature',
      'compatible',
      { 'webhook-id': ID, 'webhook-timestamp': '1' },
      'header_missing',
      'webhook-signature header is missing',
    ],
    [
      'only the headers of the other format',
      'native',
      { 'svix-id': ID, 'svix-signature': 'v1,x' },
      'header_of_other_format',
      'svix-signature',
    ],
    ['only the header of the other format', 'compatible', headersOf(), 'header_of_other_format', 'X-Service-Signature'],
    ['nonsense', 'native', { 'X-Service-Signature': 'sha256=abc' }, 'header_malformed', 't=<unix seconds>'],
    [
      'a signature in upper case',
      'native',
      { 'X-Service-Signature': `t=1,v1=${'A'.repeat(64)}` },
      'header_malformed',
      't=',
    ],
    [
      'nine signatures',
      'native',
      { 'X-Service-Signature': `t=1${`,v1=${'a'.repeat(64)}`.repeat(9)}` },
      'header_malformed',
      'more signatures',
    ],
    [
      'an invalid list',
      'compatible',
      { ...standard, 'svix-signature': 'v2,abc' },
      'header_malformed',
      'svix-signature',
    ],
    [
      'milliseconds',
      'compatible',
      { ...standard, 'svix-timestamp': '1795248900000' },
      'header_malformed',
      'svix-timestamp',
    ],
  ])('with %s in the %s format are explained', (_, format, headers, problem, words) => {
    expect(explain({ headers }, { format })).toMatchObject({ problem, message: expect.stringContaining(words) });
  });

  it("name the webhook's format only if they are missing", () => {
    expect(explain({ headers: {} }).message).toMatch(/ The webhook's format is native\.$/);
    const malformed = { 'X-Service-Signature': 'sha256=abc' };
    expect(explain({ headers: malformed }).message).not.toContain("The webhook's format");
  });

  it("are read according to the verifier, regardless of the webhook's format", () => {
    expect(explain({ verifier: 'compatible' }).problem).toBe('header_of_other_format');
    expect(explain({ verifier: 'native' }, { format: 'compatible' }).problem).toBeUndefined();
  });

  it('with other signature versions are ignored', () => {
    const headers = { ...standard, 'svix-signature': `v1a,zzz ${standard['svix-signature']}` };
    expect(explain({ headers }, { format: 'compatible' }).problem).toBeUndefined();
  });

  it('are valid without whsec_ in the secret for libraries, but not for native verifiers', () => {
    const secret = CURRENT.slice(6);
    expect(explain({ secret }, { format: 'compatible' }).problem).toBeUndefined();
    expect(explain({ secret })).toMatchObject({ problem: 'wrong_secret', message: expect.stringContaining('whsec_') });
  });

  it('computed with the decoded key are explained in the native format', () => {
    const key = Buffer.from(CURRENT.slice(6), 'base64');
    const computed = createHmac('sha256', key).update(`${SIGNED_AT}.${BODIES.native}`).digest('hex');
    expect(explain({ computed }).message).toContain('The key was the decoded base64');
  });

  it('computed without the ID are explained in the compatible format', () => {
    const key = Buffer.from(CURRENT.slice(6), 'base64');
    const computed = createHmac('sha256', key).update(`${SIGNED_AT}.${BODIES.compatible}`).digest('base64');
    expect(explain({ computed }, { format: 'compatible' }).message).toContain('without the ID');
  });
});

function keyOf(format: WebhookFormat): string | Buffer {
  return format === 'native' ? CURRENT : Buffer.from(CURRENT.slice(6), 'base64');
}

function writing(format: WebhookFormat): 'hex' | 'base64' {
  return format === 'native' ? 'hex' : 'base64';
}
