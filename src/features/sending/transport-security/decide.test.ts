import { describe, expect, it } from 'vitest';
import { decideTargets, type Knowledge } from './decide.ts';
import type { HostDane } from './types.ts';

const A = { host: 'a.mx.example', address: '192.0.2.1' };
const A2 = { host: 'a.mx.example', address: '192.0.2.2' };
const B = { host: 'b.example', address: '192.0.2.3' };
const RECORDS: HostDane = {
  kind: 'records',
  records: [{ usage: 3, selector: 1, matching: 1, data: '00' }],
  names: ['a.mx.example', 'x.example'],
};
const NOTHING: Knowledge = { policy: undefined, dane: new Map(), faults: new Set(), requireTls: false };

function policyOf(mode: 'none' | 'testing' | 'enforce') {
  return { mode, maxAgeSeconds: 86_400, hosts: ['*.mx.example'] };
}

describe('without a policy', () => {
  it('TLS is used where it works', () => {
    expect(decideTargets([A, B], NOTHING)).toMatchObject({
      policy: 'none',
      refused: [],
      targets: [
        { ...A, tls: 'opportunistic', verifyTls: false },
        { ...B, tls: 'opportunistic', verifyTls: false },
      ],
    });
  });

  it('a server whose TLS fails is contacted without TLS, unless TLS is required', () => {
    const faults = new Set([A.host]);
    expect(decideTargets([A, B], { ...NOTHING, faults }).targets.map(({ tls }) => tls)).toEqual([
      'never',
      'opportunistic',
    ]);
    expect(decideTargets([A], { ...NOTHING, faults, requireTls: true }).targets[0]?.tls).toBe('required');
  });

  it('a policy with mode none is equivalent to no policy', () => {
    expect(decideTargets([A, B], { ...NOTHING, policy: policyOf('none') })).toEqual(decideTargets([A, B], NOTHING));
  });
});

describe('under MTA-STS', () => {
  it('an enforced policy checks listed servers and refuses others, reported once for each host', () => {
    const checked = { tls: 'required', verifyTls: true, certificateNames: [A.host], tlsRule: 'mta-sts' };
    expect(decideTargets([B, A, A2, B], { ...NOTHING, policy: policyOf('enforce') })).toEqual({
      policy: 'mta-sts enforce',
      targets: [
        { ...A, ...checked },
        { ...A2, ...checked },
      ],
      refused: [
        { host: B.host, reason: 'MTA-STS (RFC 8461): the policy does not list b.example (validation-failure)' },
      ],
      unlisted: [B.host],
    });
  });

  it('a policy in testing mode allows all servers and reports those that it would refuse', () => {
    const faults = new Set([A.host]);
    expect(decideTargets([A, B], { ...NOTHING, faults, policy: policyOf('testing') })).toEqual({
      policy: 'mta-sts testing',
      targets: [
        { ...A, tls: 'opportunistic', verifyTls: false, certificateNames: [A.host], reportTls: true },
        { ...B, tls: 'opportunistic', verifyTls: false },
      ],
      refused: [],
      unlisted: [B.host],
    });
  });
});

describe('under DANE', () => {
  it('records take precedence over a policy that does not list the server, and the policy applies to other servers', () => {
    const dane = new Map<string, HostDane>([
      [B.host, RECORDS],
      [A.host, { kind: 'none' }],
    ]);
    const decision = decideTargets([A, B], { ...NOTHING, dane, policy: policyOf('enforce') });
    expect(decision).toMatchObject({ policy: 'dane', refused: [], unlisted: [] });
    expect(decision.targets).toMatchObject([
      { ...A, verifyTls: true },
      { ...B, tls: 'required', verifyTls: false, certificateNames: ['a.mx.example', 'x.example'], tlsRule: 'dane' },
    ]);
    expect(decision.targets[0]).not.toHaveProperty('dane');
  });

  it('unusable records require TLS without verification', () => {
    const dane = new Map<string, HostDane>([[A.host, { kind: 'unusable' }]]);
    expect(decideTargets([A], { ...NOTHING, dane, faults: new Set([A.host]) })).toMatchObject({
      policy: 'dane',
      targets: [{ tls: 'required', verifyTls: false, tlsRule: 'dane' }],
    });
  });

  it('a server whose records cannot be read is refused, and others are not', () => {
    const dane = new Map<string, HostDane>([
      [A.host, { kind: 'failed', reason: 'the TLSA records of a.mx.example cannot be read: SERVFAIL' }],
      [B.host, { kind: 'none' }],
    ]);
    expect(decideTargets([A, B], { ...NOTHING, dane })).toMatchObject({
      targets: [B],
      refused: [
        {
          host: A.host,
          reason: 'DANE (RFC 7672): the TLSA records of a.mx.example cannot be read: SERVFAIL (dnssec-invalid)',
        },
      ],
    });
  });
});
