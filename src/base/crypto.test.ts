import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault } from './crypto.ts';

const FIRST = 'the first master secret of this test';
const SECOND = 'the second master secret of this test';
const PURPOSE = 'domain:1:acme.example:dkim';
const PLAIN = Buffer.from('a private key');

/** Seals a value in the format without a secret ID. */
function sealWithoutId(secret: string, purpose: string, plain: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'postrider sealing key', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]);
}

describe('createVault', () => {
  it('opens a sealed value only for the purpose it was sealed for', () => {
    const vault = createVault(FIRST);
    const sealed = vault.seal(PURPOSE, PLAIN);
    expect(vault.open(PURPOSE, sealed)).toEqual(PLAIN);
    expect(() => vault.open('webhook:1', sealed)).toThrow();
  });

  it('opens values sealed with a previous secret and seals with the newest', () => {
    const vault = createVault(SECOND, [FIRST]);
    const before = createVault(FIRST).seal(PURPOSE, PLAIN);
    expect(vault.open(PURPOSE, before)).toEqual(PLAIN);
    expect(vault.isNewest(before)).toBe(false);
    const after = vault.seal(PURPOSE, PLAIN);
    expect(vault.isNewest(after)).toBe(true);
    expect(createVault(SECOND).open(PURPOSE, after)).toEqual(PLAIN);
    expect(() => createVault(FIRST).open(PURPOSE, after)).toThrow(/which this process does not have/);
  });

  it('opens values without a secret ID with the secret that sealed them', () => {
    const old = sealWithoutId(FIRST, PURPOSE, PLAIN);
    expect(createVault(SECOND, [FIRST]).open(PURPOSE, old)).toEqual(PLAIN);
    expect(createVault(FIRST).isNewest(old)).toBe(false);
    expect(() => createVault(SECOND).open(PURPOSE, old)).toThrow();
  });

  it.each([0, 1, 5, 20, -1])('rejects a value whose byte at %d was changed', (at) => {
    const vault = createVault(FIRST);
    const sealed = vault.seal(PURPOSE, PLAIN);
    const place = at < 0 ? sealed.length + at : at;
    sealed[place] = (sealed[place] ?? 0) ^ 1;
    expect(() => vault.open(PURPOSE, sealed)).toThrow();
  });

  it('derives with the newest secret and with all known secrets', () => {
    const vault = createVault(SECOND, [FIRST, SECOND]);
    expect(vault.derive('links')).toEqual(createVault(SECOND).derive('links'));
    expect(vault.deriveAll('links')).toEqual([SECOND, FIRST].map((secret) => createVault(secret).derive('links')));
    expect(vault.fingerprints).toEqual([SECOND, FIRST].map((secret) => createVault(secret).fingerprint));
  });
});
