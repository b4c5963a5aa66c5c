import { createHmac, timingSafeEqual } from 'node:crypto';
import { Resend } from 'resend';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { faultOfSecret, hintOf, newSecret } from './secrets.ts';
import { signatureHeaders } from './signature.ts';

const ID = 'whd_0192f0c1a2b37c4d8e5f60718293a4b5';
// Verifiers of other makers look at the machine's clock themselves.
const NOW = Math.floor(Date.now() / 1_000);
const PAYLOAD = { type: 'email.delivered', data: { subject: 'Grüße 🐘', to: ['ann@example.com'] } };
const BODY = Buffer.from(JSON.stringify(PAYLOAD));
const [SECRET, OTHER] = [newSecret(), newSecret()];

const SECRETS: [string, string][] = [
  ['of our own', SECRET],
  ['of 32 characters', `whsec_${'Ab3d'.repeat(8)}`],
  ['of 32 bytes with padding', `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`],
  ['of 64 bytes with padding', `whsec_${Buffer.alloc(64, 0x3f).toString('base64')}`],
];

/** Ten lines, as documented: the whole secret is the key, one of the signatures must be right, within 300 seconds. */
function verifyNatively(header: string, body: Buffer, secret: string, now = NOW): boolean {
  const parts = header.split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  const isSigned = parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned && Math.abs(now - Number(t)) <= 300;
}

const VERIFIERS: [string, (headers: Record<string, string>, body: string, secret: string) => unknown][] = [
  [
    'svix',
    (headers, body, secret) => {
      // Throws when the signature is wrong, and gives nothing back.
      new SvixWebhook(secret).verify(body, headers);
      return JSON.parse(body);
    },
  ],
  ['standardwebhooks', (headers, body, secret) => new StandardWebhook(secret).verify(body, headers)],
  [
    'resend',
    (headers, body, webhookSecret) =>
      new Resend('re_none').webhooks.verify({
        payload: body,
        headers: {
          id: headers['svix-id'] ?? '',
          timestamp: headers['svix-timestamp'] ?? '',
          signature: headers['svix-signature'] ?? '',
        },
        webhookSecret,
      }),
  ],
];

const sign = (secrets: string[], hasSingleSignature = false, body: Buffer = BODY, now = NOW) =>
  signatureHeaders('compatible', ID, now, body, { secrets, hasSingleSignature, hasBothSignatures: false });

describe('signatures of deliveries', () => {
  it('are one header in the native format', () => {
    const headers = signatureHeaders('native', ID, 1_700_000_000, Buffer.from('{"a":1}'), {
      secrets: ['whsec_abc'],
      hasSingleSignature: false,
      hasBothSignatures: false,
    });
    const hex = createHmac('sha256', 'whsec_abc').update('1700000000.{"a":1}').digest('hex');
    expect(headers).toEqual({ 'X-Service-Signature': `t=1700000000,v1=${hex}` });
  });

  it.each(['native', 'compatible'] as const)(
    'have one v1 in the native header during a rotation, in the form of the specification (%s)',
    (format) => {
      const signing = { secrets: [SECRET, OTHER], hasSingleSignature: false, hasBothSignatures: false };
      const header = signatureHeaders(format, ID, NOW, BODY, signing)['X-Service-Signature'] ?? '';
      const [, hex] = /^t=\d+,v1=([0-9a-f]{64})$/.exec(header) ?? [];
      expect(hex).toBe(createHmac('sha256', OTHER).update(`${NOW}.`).update(BODY).digest('hex'));
    },
  );

  it('have a v1 of each secret in the native header where both are switched on', () => {
    const signing = { secrets: [SECRET, OTHER], hasSingleSignature: false, hasBothSignatures: true };
    const header = signatureHeaders('native', ID, NOW, BODY, signing)['X-Service-Signature'] ?? '';
    expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const secret of [SECRET, OTHER]) expect(verifyNatively(header, BODY, secret)).toBe(true);
  });

  it('carry the names of Svix, those of Standard Webhooks and the native header in the compatible format', () => {
    const headers = sign([SECRET]);
    expect(Object.keys(headers).toSorted().join(' ')).toBe(
      'X-Service-Signature svix-id svix-signature svix-timestamp webhook-id webhook-signature webhook-timestamp',
    );
    expect(headers['svix-signature']).toBe(headers['webhook-signature']);
    expect([headers['svix-id'], headers['svix-timestamp']]).toEqual([ID, String(NOW)]);
    expect(headers['svix-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  });

  it.each(SECRETS)('are accepted by a native verifier with a secret %s', (_, secret) => {
    for (const format of ['native', 'compatible'] as const) {
      const headers = signatureHeaders(format, ID, NOW, BODY, {
        secrets: [secret],
        hasSingleSignature: false,
        hasBothSignatures: false,
      });
      expect(verifyNatively(headers['X-Service-Signature'] ?? '', BODY, secret)).toBe(true);
    }
  });

  describe.each(VERIFIERS)('are accepted by %s', (_, verify) => {
    it.each(SECRETS)('with a secret %s', (_name, secret) => {
      expect(verify(sign([secret]), BODY.toString(), secret)).toEqual(PAYLOAD);
    });

    it('with either secret during a rotation', () => {
      const headers = sign([SECRET, OTHER]);
      expect(verify(headers, BODY.toString(), SECRET)).toEqual(PAYLOAD);
      expect(verify(headers, BODY.toString(), OTHER)).toEqual(PAYLOAD);
    });

    it('with a single signature, which is that of the secret before until the new one is activated', () => {
      const headers = sign([SECRET, OTHER], true);
      expect(headers['svix-signature']).toMatch(/^v1,\S+$/);
      expect(verify(headers, BODY.toString(), OTHER)).toEqual(PAYLOAD);
      expect(() => verify(headers, BODY.toString(), SECRET)).toThrow();
    });

    it('and refused with another secret, another body, another id or at another time', () => {
      const body = BODY.toString();
      expect(() => verify(sign([SECRET]), body, OTHER)).toThrow();
      expect(() => verify(sign([SECRET]), body.replace('ann@', 'bob@'), SECRET)).toThrow();
      expect(() => verify({ ...sign([SECRET]), 'svix-id': 'whd_1', 'webhook-id': 'whd_1' }, body, SECRET)).toThrow();
      expect(() => verify(sign([SECRET], false, BODY, NOW - 400), body, SECRET)).toThrow();
    });
  });

  it('hold in the compatible format for whoever takes the whole secret as the key too', () => {
    const whole = createHmac('sha256', SECRET).update(`${ID}.${NOW}.`).update(BODY).digest('base64');
    expect(sign([SECRET])['svix-signature']?.split(' ')[1]).toBe(`v1,${whole}`);
  });

  it('are over bytes, whatever these are', () => {
    const body = Buffer.from([0, 0xff, 0xfe, 0x80, 10]);
    expect(verifyNatively(sign([SECRET], false, body)['X-Service-Signature'] ?? '', body, SECRET)).toBe(true);
  });
});

describe('secrets', () => {
  it('are whsec_ and 44 letters and digits, never the same', () => {
    const made = Array.from({ length: 1_000 }, newSecret);
    expect(made.every((secret) => /^whsec_[A-Za-z0-9]{44}$/.test(secret) && !faultOfSecret(secret))).toBe(true);
    expect(new Set(made).size).toBe(made.length);
  });

  it('are told by their last four characters', () => {
    expect(hintOf('whsec_abcdefgh')).toBe('efgh');
  });

  it.each([
    `whsec_${'a'.repeat(32)}`,
    `whsec_${'a'.repeat(43)}=`,
    `whsec_${'a'.repeat(84)}`,
    `whsec_${'a'.repeat(86)}==`.replace('aaaa', ''),
    `whsec_${'+/'.repeat(22)}`,
  ])('may be brought along: %s', (secret) => {
    expect(faultOfSecret(secret)).toBeUndefined();
  });

  it.each([
    ['', 'must start with whsec_.'],
    ['a'.repeat(44), 'must start with whsec_.'],
    ['whsec_', 'must be whsec_ followed by'],
    [`whsec_${'a'.repeat(28)}`, 'must be whsec_ followed by'],
    [`whsec_${'a'.repeat(31)}`, 'must be whsec_ followed by'],
    [`whsec_${'a'.repeat(43)}`, 'must be whsec_ followed by'],
    [`whsec_${'a'.repeat(88)}`, 'must be whsec_ followed by'],
    [`whsec_${'a-_b'.repeat(11)}`, 'must be whsec_ followed by'],
    [`whsec_${'a'.repeat(41)}===`, 'must be whsec_ followed by'],
    [`whsec_${'a'.repeat(43)}\n`, 'must be whsec_ followed by'],
    [`WHSEC_${'a'.repeat(44)}`, 'must start with whsec_.'],
  ])('are refused where verifiers would not read them: %j', (secret, words) => {
    expect(faultOfSecret(secret)).toContain(words);
  });
});
