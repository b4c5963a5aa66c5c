import { createHash, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../test/support/certificate.ts';
import { daneFault, MAX_TLSA_RECORDS, usableTlsa, type PresentedChain } from './dane.ts';
import { publicKeyInfoOf } from './public-key-info.ts';

const ROOT = { ...makeCertificate(['Root'], { isAuthority: true }), name: 'Root' };
const MIDDLE = { ...makeCertificate(['Middle'], { issuer: ROOT, isAuthority: true }), name: 'Middle' };
const LEAF = makeCertificate(['mx.example'], { issuer: MIDDLE });
const WILD = makeCertificate(['*.mx.example'], { issuer: MIDDLE });
const OLD = makeCertificate(['mx.example'], { issuer: ROOT, endsAt: '210101000000Z' });
const NO_AUTHORITY = { ...makeCertificate(['Nobody'], { issuer: ROOT }), name: 'Nobody' };
const FORGED = makeCertificate(['mx.example'], { issuer: NO_AUTHORITY });
const IMPOSTOR = { ...makeCertificate(['Root'], { isAuthority: true }), name: 'Root' };
const NOW = Date.UTC(2026, 0, 1);

function x509({ cert }: { readonly cert: string }): X509Certificate {
  return new X509Certificate(cert);
}

function record(usage: number, selector: number, matching: number, of: { readonly cert: string }) {
  const { publicKey, raw } = x509(of);
  const bytes = selector === 0 ? raw : publicKey.export({ type: 'spki', format: 'der' });
  const hash = matching === 1 ? 'sha256' : 'sha512';
  const data = matching === 0 ? bytes.toString('hex') : createHash(hash).update(bytes).digest('hex');
  return { usage, selector, matching, data };
}

function chainOf(leaf: { readonly cert: string }, ...others: { readonly cert: string }[]): PresentedChain {
  return [x509(leaf), ...others.map(x509)];
}

function judge(chain: PresentedChain, records: ReturnType<typeof record>[], names = ['mx.example'], nowMs = NOW) {
  return daneFault(chain, records, { names, nowMs });
}

describe("the server's certificate (usage 3)", () => {
  it.each([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 1],
    [1, 2],
  ])('matches by selector %i and matching type %i, and another certificate does not', (selector, matching) => {
    expect(judge(chainOf(LEAF), [record(3, selector, matching, LEAF)])).toBeUndefined();
    expect(judge(chainOf(LEAF), [record(3, selector, matching, WILD)])).toBe('no TLSA record matches it');
  });

  it('is not checked for name or date', () => {
    expect(judge(chainOf(OLD), [record(3, 1, 1, OLD)], ['elsewhere.example'])).toBeUndefined();
  });

  it('is found among records for others, as during a key rollover', () => {
    expect(judge(chainOf(LEAF), [record(3, 1, 1, WILD), record(2, 0, 1, IMPOSTOR), record(3, 1, 1, LEAF)])).toBe(
      undefined,
    );
  });

  it('does not match a record of its issuer', () => {
    expect(judge(chainOf(LEAF, MIDDLE, ROOT), [record(3, 1, 1, MIDDLE)])).toBe('no TLSA record matches it');
  });
});

describe('an authority (usage 2)', () => {
  it.each([
    ['the root', ROOT],
    ['an intermediate', MIDDLE],
  ])('validates a chain as %s, in any order of certificates', (_which, anchor) => {
    expect(judge(chainOf(LEAF, MIDDLE, ROOT), [record(2, 0, 1, anchor)])).toBeUndefined();
    expect(judge(chainOf(LEAF, ROOT, MIDDLE), [record(2, 1, 2, anchor)])).toBeUndefined();
  });

  it.each([
    ['is not presented', chainOf(LEAF, MIDDLE), ROOT],
    ['did not sign, although it has the same name', chainOf(LEAF, MIDDLE, IMPOSTOR), IMPOSTOR],
    ['is reached only through a gap', chainOf(LEAF, ROOT), ROOT],
    ['is reached only through a certificate that may not sign', chainOf(FORGED, NO_AUTHORITY, ROOT), ROOT],
    ['signed a certificate that has expired', chainOf(OLD, ROOT), ROOT],
    ['is the certificate itself', chainOf(LEAF, MIDDLE, ROOT), LEAF],
  ])('that %s validates nothing', (_what, chain, anchor) => {
    expect(judge(chain, [record(2, 0, 1, anchor)])).toBe('no TLSA record matches it');
  });

  it('validates only matching names, with a wildcard for one label', () => {
    const anchors = [record(2, 0, 1, ROOT)];
    expect(judge(chainOf(LEAF, MIDDLE, ROOT), anchors, ['other.example'])).toBe('it was not issued for other.example');
    expect(judge(chainOf(LEAF, MIDDLE, ROOT), anchors, ['other.example', 'mx.example'])).toBeUndefined();
    expect(judge(chainOf(WILD, MIDDLE, ROOT), anchors, ['a.mx.example'])).toBeUndefined();
    expect(judge(chainOf(WILD, MIDDLE, ROOT), anchors, ['a.b.mx.example'])).toBe(
      'it was not issued for a.b.mx.example',
    );
    expect(judge(chainOf(WILD, MIDDLE, ROOT), anchors, ['mx.example'])).toBe('it was not issued for mx.example');
  });

  it.each([
    ['servers', ['1.3.6.1.5.5.7.3.1'], undefined],
    ['clients and servers', ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1'], undefined],
    ['anything', ['2.5.29.37.0'], undefined],
    ['clients', ['1.3.6.1.5.5.7.3.2'], 'it is not valid for server authentication'],
  ])('validates a certificate for %s correctly', (_what, purposes, fault) => {
    const leaf = makeCertificate(['mx.example'], { issuer: ROOT, purposes });
    expect(judge(chainOf(leaf, ROOT), [record(2, 0, 1, ROOT)])).toBe(fault);
  });

  it('accepts a wildcard only for a whole label', () => {
    const part = makeCertificate(['m*.mail.example'], { issuer: ROOT });
    const names = ['mx.mail.example'];
    expect(judge(chainOf(part, ROOT), [record(2, 0, 1, ROOT)], names)).toBe('it was not issued for mx.mail.example');
  });

  it('with an unusable key validates nothing', () => {
    const bytes = Buffer.from(x509(ROOT).raw);
    // Replaces the key type, id-ecPublicKey (RFC 5480), with an unknown one.
    const kind = bytes.indexOf(Buffer.from('2a8648ce3d0201', 'hex'));
    bytes[kind + 6] = 0x7f;
    const strange = new X509Certificate(bytes);
    expect(() => strange.publicKey).toThrow();
    const leaf = makeCertificate(['mx.example'], { issuer: ROOT });
    const data = createHash('sha256').update(bytes).digest('hex');
    const chain: PresentedChain = [x509(leaf), strange];
    expect(judge(chain, [{ usage: 2, selector: 0, matching: 1, data }])).toBe('no TLSA record matches it');
  });

  it('validates a certificate from the first moment of its validity to its last', () => {
    const { validFromDate, validToDate } = x509(LEAF);
    // Intersect the validity periods, because the certificates of a chain were created at slightly different times.
    const [from, to] = [MIDDLE, ROOT].reduce(
      ([first, last], one) => [
        Math.max(first, x509(one).validFromDate.getTime()),
        Math.min(last, x509(one).validToDate.getTime()),
      ],
      [validFromDate.getTime(), validToDate.getTime()],
    );
    const at = (nowMs: number) => judge(chainOf(LEAF, MIDDLE, ROOT), [record(2, 0, 1, ROOT)], ['mx.example'], nowMs);
    expect([at(from ?? 0), at(to ?? 0)]).toEqual([undefined, undefined]);
    expect([at((from ?? 0) - 1), at((to ?? 0) + 1)]).toEqual(Array(2).fill('no TLSA record matches it'));
  });

  it('is searched for among ten certificates', () => {
    const behind = (count: number) => chainOf(LEAF, ...Array.from({ length: count - 3 }, () => MIDDLE), MIDDLE, ROOT);
    expect(judge(behind(10), [record(2, 0, 1, ROOT)])).toBeUndefined();
    expect(judge(behind(11), [record(2, 0, 1, ROOT)])).toBe('no TLSA record matches it');
  });

  it('of a circular chain is searched for once', () => {
    const chain = chainOf(LEAF, ...Array.from({ length: 50 }, () => ROOT));
    expect(judge(chain, [record(2, 0, 1, MIDDLE)])).toBe('no TLSA record matches it');
  });
});

describe('a record', () => {
  const good = record(3, 1, 1, LEAF);
  it.each([
    ['usage 0', { ...good, usage: 0 }],
    ['usage 1', { ...good, usage: 1 }],
    ['usage 255', { ...good, usage: 255 }],
    ['selector 2', { ...good, selector: 2 }],
    ['matching type 3', { ...good, matching: 3 }],
    ['no data', { ...good, matching: 0, data: '' }],
    ['a missing byte', { ...good, data: good.data.slice(2) }],
    ['an extra byte', { ...good, data: `${good.data}00` }],
    ['data of the other hash', { ...good, matching: 2 }],
  ])('with %s is unusable', (_what, bad) => {
    expect(usableTlsa([bad])).toEqual([]);
    expect(judge(chainOf(LEAF), [bad])).toBe('no TLSA record matches it');
  });

  it('with one character of data is usable', () => {
    expect(usableTlsa([{ ...good, matching: 0, data: 'a' }])).toHaveLength(1);
  });

  it('beyond the limit is ignored', () => {
    const others = Array.from({ length: 31 }, () => record(3, 1, 1, WILD));
    expect(judge(chainOf(LEAF), [...others, good])).toBeUndefined();
    expect(judge(chainOf(LEAF), [...others, record(3, 1, 1, WILD), good])).toBe('no TLSA record matches it');
    expect(usableTlsa(Array.from({ length: MAX_TLSA_RECORDS + 1 }, () => good))).toHaveLength(MAX_TLSA_RECORDS);
  });
});

describe('the key of a certificate', () => {
  it('is extracted byte for byte', () => {
    const { publicKey, raw } = x509(LEAF);
    expect(publicKeyInfoOf(raw)).toEqual(publicKey.export({ type: 'spki', format: 'der' }));
  });

  it('is not found in truncated or invalid data', () => {
    const { raw } = x509(LEAF);
    const end = raw.indexOf(publicKeyInfoOf(raw) ?? '');
    for (let size = 0; size <= end; size += 1) expect(publicKeyInfoOf(raw.subarray(0, size))).toBeUndefined();
    expect(publicKeyInfoOf(Buffer.alloc(64, 0x30))).toBeUndefined();
    expect(publicKeyInfoOf(Buffer.alloc(64, 0xff))).toBeUndefined();
  });
});
