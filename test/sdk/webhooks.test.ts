import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError, type WebhookRequest } from '../../sdk/src/webhooks.ts';
import { EVENTS, type EventFacts } from '../../src/features/transactional/webhooks/events.ts';
import { newSecret } from '../../src/features/transactional/webhooks/secrets.ts';
import { signatureHeaders } from '../../src/features/transactional/webhooks/signature.ts';

const [SECRET, OTHER] = [newSecret(), newSecret()];
const ID = 'whd_0192f0c1a2b37c4d8e5f60718293a4b5';
const NOW = 1_795_248_900;
const EVENT = { id: ID, event: 'delivered', data: { message: { subject: 'Grüße 🐘' } } };
const BODY = Buffer.from(JSON.stringify(EVENT));

const sign = (format: 'native' | 'compatible', secrets = [SECRET], body: Uint8Array = BODY) =>
  signatureHeaders(format, ID, NOW, body, { secrets, hasSingleSignature: false, hasBothSignatures: true });
const native = sign('native');
const compatible = sign('compatible');
const svixOnly = Object.fromEntries(Object.entries(compatible).filter(([name]) => name.startsWith('svix-')));
const standardOnly = Object.fromEntries(Object.entries(compatible).filter(([name]) => name.startsWith('webhook-')));

const verify = (changes: Partial<WebhookRequest> = {}) =>
  verifyWebhook({ headers: native, body: BODY, secrets: SECRET, nowSeconds: NOW, ...changes });
const reasonOf = (changes: Partial<WebhookRequest>): Promise<string> =>
  verify(changes).then(
    () => 'verified',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : String(error)),
  );

describe('verifyWebhook', () => {
  it.each([
    ['native', native],
    ['compatible', compatible],
    ['only svix-*', svixOnly],
    ['only webhook-*', standardOnly],
  ])('returns the event, ID, and time of a verified request: %s', async (_, headers) => {
    expect(await verify({ headers })).toEqual({ id: ID, sentAt: new Date(NOW * 1000), event: EVENT });
  });

  it('returns the ID in the headers if the body has none and the ID is signed', async () => {
    const body = Buffer.from('{"type":"email.delivered"}');
    const headers = sign('compatible', [SECRET], body);
    expect(await verify({ headers, body })).toMatchObject({ id: ID });
    const forged = { ...headers, 'svix-id': 'whd_1', 'webhook-id': 'whd_1' };
    expect(await verify({ headers: forged, body })).toMatchObject({ id: undefined });
  });

  it('accepts a header of 4,096 characters', async () => {
    const signature = native['X-Service-Signature'] ?? '';
    const header = `${signature},${'x'.repeat(4_095 - signature.length)}`;
    expect(await reasonOf({ headers: { 'x-service-signature': header } })).toBe('verified');
  });

  it.each([
    ['Headers', new Headers(native)],
    ['Headers from a framework', { get: (name: string) => new Headers(native).get(name) } as unknown as Headers],
    ['lowercase names', Object.fromEntries(new Headers(native))],
    ['uppercase names', { 'X-SERVICE-SIGNATURE': native['X-Service-Signature'] }],
    ['arrays', { 'x-service-signature': [native['X-Service-Signature'] ?? ''], other: undefined }],
  ])('accepts headers as %s', async (_, headers) => {
    expect(await reasonOf({ headers })).toBe('verified');
  });

  it.each([
    ['text', BODY.toString()],
    ['bytes', new Uint8Array(BODY)],
    ['an ArrayBuffer', new Uint8Array(BODY).buffer],
    ['a view into a larger buffer', Buffer.concat([Buffer.from('xx'), BODY]).subarray(2)],
  ])('accepts the body as %s', async (_, body) => {
    expect(await reasonOf({ body })).toBe('verified');
  });

  it('accepts any of several secrets, and any of several signatures', async () => {
    expect(await reasonOf({ secrets: [OTHER, SECRET] })).toBe('verified');
    expect(await reasonOf({ secrets: OTHER })).toBe('signature_mismatch');
    for (const format of ['native', 'compatible'] as const) {
      expect(await reasonOf({ headers: sign(format, [OTHER, SECRET]) })).toBe('verified');
    }
  });

  it('accepts signatures of the libraries of Svix and Standard Webhooks', async () => {
    const signedAt = new Date(NOW * 1000);
    for (const library of [new Svix(SECRET), new StandardWebhook(SECRET)]) {
      const signature = library.sign(ID, signedAt, BODY.toString());
      expect(await reasonOf({ headers: { ...svixOnly, 'svix-signature': signature } })).toBe('verified');
    }
  });

  it.each([
    [-301, 'timestamp_out_of_tolerance'],
    [-300, 'verified'],
    [300, 'verified'],
    [301, 'timestamp_out_of_tolerance'],
  ])('with a clock difference of %i seconds is %s', async (seconds, result) => {
    for (const headers of [native, compatible])
      expect(await reasonOf({ headers, nowSeconds: NOW + seconds })).toBe(result);
  });

  it('uses the given clock tolerance', async () => {
    expect(await reasonOf({ nowSeconds: NOW + 11, toleranceSeconds: 10 })).toBe('timestamp_out_of_tolerance');
    expect(await reasonOf({ nowSeconds: NOW + 1_000, toleranceSeconds: 1_000 })).toBe('verified');
  });
});

describe('verifyWebhook rejects a request', () => {
  const signature = native['X-Service-Signature'] ?? '';
  it.each([
    ['without a signature header', {}, 'no_signature'],
    ['with an empty signature header', { 'x-service-signature': '' }, 'no_signature'],
    ['without a timestamp', { 'x-service-signature': 'v1=00' }, 'malformed_signature'],
    ['with an invalid timestamp', { 'x-service-signature': 't=1e9,v1=00' }, 'malformed_signature'],
    [
      'with a timestamp that is too long',
      { 'x-service-signature': `t=${'9'.repeat(13)},v1=00` },
      'malformed_signature',
    ],
    ['with a header of 4,097 characters', { 'x-service-signature': 'x'.repeat(4_097) }, 'malformed_signature'],
    ['without a signature', { 'x-service-signature': `t=${NOW}` }, 'signature_mismatch'],
    ['with half a signature', { 'x-service-signature': signature.slice(0, -2) }, 'signature_mismatch'],
    ['with an odd number of hex digits', { 'x-service-signature': signature.slice(0, -1) }, 'signature_mismatch'],
    ['with another version', { 'x-service-signature': signature.replace('v1=', 'v2=') }, 'signature_mismatch'],
    [
      'with another timestamp',
      { 'x-service-signature': signature.replace(String(NOW), String(NOW + 1)) },
      'signature_mismatch',
    ],
    [
      'with the valid signature after sixteen parts',
      { 'x-service-signature': signature.replace(',', `,${'v1=00,'.repeat(15)}`) },
      'signature_mismatch',
    ],
    [
      'with the valid Svix signature after sixteen others',
      { ...svixOnly, 'svix-signature': `${'v1,AAAA '.repeat(16)}${svixOnly['svix-signature']}` },
      'signature_mismatch',
    ],
    [
      'with a valid signature in a header of 4,097 characters',
      { 'x-service-signature': `${signature},${'x'.repeat(4_096 - signature.length)}` },
      'malformed_signature',
    ],
    ['with another ID', { ...svixOnly, 'svix-id': 'whd_1' }, 'signature_mismatch'],
    ['without an ID', { ...svixOnly, 'svix-id': undefined }, 'malformed_signature'],
    ['without a Svix timestamp', { ...svixOnly, 'svix-timestamp': undefined }, 'malformed_signature'],
    ['with a signature that is not base64', { ...svixOnly, 'svix-signature': 'v1,***' }, 'signature_mismatch'],
  ])('%s', async (_, headers, reason) => {
    expect(await reasonOf({ headers })).toBe(reason);
  });

  it.each(['', ' ', '{}', BODY.toString().replace('Grüße', 'Gruesse'), `${BODY.toString()}\n`])(
    'with the body %j',
    async (body) => {
      expect(await reasonOf({ body })).toBe('signature_mismatch');
    },
  );

  it('with a signed body that is not JSON', async () => {
    const body = Buffer.from('{');
    expect(await reasonOf({ body, headers: sign('native', [SECRET], body) })).toBe('malformed_body');
  });

  it('with any headers and body, and throws no other error', async () => {
    const names = [
      'x-service-signature',
      'svix-id',
      'svix-timestamp',
      'svix-signature',
      'webhook-signature',
      'webhook-id',
    ];
    const part = fc.oneof(fc.string(), fc.constantFrom(signature, String(NOW), `t=${NOW}`, 'v1,', 'v1='));
    const headers = fc.dictionary(fc.constantFrom(...names), fc.oneof(part, fc.array(part)));
    await fc.assert(
      fc.asyncProperty(headers, fc.uint8Array(), async (given, body) => {
        const error = await verify({ headers: given, body }).catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(WebhookVerificationError);
      }),
    );
  });
});

describe('verifyWebhook throws TypeError', () => {
  it.each([
    ['with a parsed body', { body: EVENT as unknown as string }],
    ['without a secret', { secrets: '' }],
    ['with an empty array of secrets', { secrets: [] }],
    ['with an invalid secret', { secrets: 'whsec_***' }],
  ])('%s', async (_, changes) => {
    await expect(verify(changes)).rejects.toBeInstanceOf(TypeError);
  });
});

it.each(Object.entries<EventFacts>(EVENTS))(
  'the type of a native event has the properties that %s adds',
  (event, facts) => {
    const { dataName = event, sample } = facts;
    const types = readFileSync('sdk/src/webhook-events.ts', 'utf8');
    if (sample('').extra) expect(types).toContain(`    readonly ${dataName}?: `);
  },
);
