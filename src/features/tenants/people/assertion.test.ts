import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../base/crypto.ts';
import { challengeIn, counterOfAssertion, type CoseKey } from './assertion.ts';
import { relyingPartyOf } from './relying-party.ts';

const party = relyingPartyOf('https://mail.acme.example');
const challenge = 'cGxlYXNlIHNpZ24gdGhpcw';
const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const ecJwk = ec.publicKey.export({ format: 'jwk' });
const edJwk = ed.publicKey.export({ format: 'jwk' });
const rsaJwk = rsa.publicKey.export({ format: 'jwk' });
const es256: CoseKey = new Map<number, unknown>([
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, bytes(ecJwk.x)],
  [-3, bytes(ecJwk.y)],
]);
const eddsa: CoseKey = new Map<number, unknown>([
  [1, 1],
  [3, -8],
  [-1, 6],
  [-2, bytes(edJwk.x)],
]);
const rs256: CoseKey = new Map<number, unknown>([
  [1, 3],
  [3, -257],
  [-1, bytes(rsaJwk.n)],
  [-2, bytes(rsaJwk.e)],
]);

interface Spoilt {
  readonly client?: object;
  readonly flags?: number;
  readonly rpId?: string;
  readonly cut?: number;
}

function assertionOf(key: KeyObject, spoilt: Spoilt = {}) {
  const client = { type: 'webauthn.get', challenge, origin: party.origin, crossOrigin: false, ...spoilt.client };
  const clientData = Buffer.from(JSON.stringify(client));
  const tail = Buffer.from([spoilt.flags ?? 0x05, 0, 0, 0, 7]);
  const data = Buffer.concat([sha256(spoilt.rpId ?? party.id), tail]).subarray(0, spoilt.cut);
  const signature = sign(
    key.asymmetricKeyType === 'ed25519' ? null : 'sha256',
    Buffer.concat([data, sha256(clientData)]),
    key,
  );
  return {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: signature.toString('base64url'),
  };
}

describe('counterOfAssertion', () => {
  it.each([
    ['ES256', ec.privateKey, es256],
    ['EdDSA', ed.privateKey, eddsa],
    ['RS256', rsa.privateKey, rs256],
  ])('returns the counter of a valid %s assertion, and rejects other keys', (_, privateKey, key) => {
    expect(counterOfAssertion(assertionOf(privateKey), { challenge, party, key })).toBe(7);
    const others = [es256, eddsa, rs256].filter((one) => one !== key);
    for (const other of others) {
      expect(counterOfAssertion(assertionOf(privateKey), { challenge, party, key: other })).toBeUndefined();
    }
  });

  it.each<[string, Spoilt]>([
    ['another challenge', { client: { challenge: 'b3RoZXI' } }],
    ['another origin', { client: { origin: 'https://mail.acme.example.evil.example' } }],
    ['plain http', { client: { origin: 'http://mail.acme.example' } }],
    ['a cross-origin frame', { client: { crossOrigin: true } }],
    ['a registration', { client: { type: 'webauthn.create' } }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user presence', { flags: 0x04 }],
    ['no user verification', { flags: 0x01 }],
    ['too few bytes', { cut: 36 }],
    ['no bytes', { cut: 0 }],
  ])('rejects an assertion with %s', (_, spoilt) => {
    expect(counterOfAssertion(assertionOf(ec.privateKey, spoilt), { challenge, party, key: es256 })).toBeUndefined();
  });

  it('rejects an invalid signature, key, or client data', () => {
    const good = assertionOf(ec.privateKey);
    const expected = { challenge, party, key: es256 };
    for (const signature of ['', 'AAAA', good.signature.slice(2), `${good.signature.slice(0, -8)}AAAAAAAA`]) {
      expect(counterOfAssertion({ ...good, signature }, expected)).toBeUndefined();
    }
    for (const clientDataJSON of [
      '',
      'AAAA',
      bytes('bnVsbA').toString('base64url'),
      Buffer.from('[]').toString('base64url'),
    ]) {
      expect(counterOfAssertion({ ...good, clientDataJSON }, expected)).toBeUndefined();
      expect(challengeIn(clientDataJSON)).toBeUndefined();
    }
    for (const key of [
      new Map(),
      new Map([[3, -7]]),
      new Map<number, unknown>([
        [3, -7],
        [-2, 'x'],
        [-3, 1],
      ]),
    ]) {
      expect(counterOfAssertion(good, { challenge, party, key })).toBeUndefined();
    }
  });
});

describe('relyingPartyOf', () => {
  it.each([
    ['https://mail.acme.example', 'mail.acme.example', 'https://mail.acme.example'],
    ['http://localhost:8025', 'localhost', 'http://localhost:8025'],
    ['http://127.0.0.1:8025', 'localhost', 'http://localhost:8025'],
    ['http://[::1]:8025', 'localhost', 'http://localhost:8025'],
  ])('maps %s to the ID %s and the origin %s', (baseUrl, id, origin) => {
    expect(relyingPartyOf(baseUrl)).toEqual({ id, origin });
  });
});
