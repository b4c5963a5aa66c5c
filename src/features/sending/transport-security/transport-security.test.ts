import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { startDnsServer, type DnsServer } from '../../../../test/support/dns-server.ts';
import { createResolver } from '../../../base/dns.ts';
import { silentLog } from '../../../base/log.ts';
import type { MtaStsMode } from '../../../smtp/mta-sts-policy.ts';
import { MAX_WAITING_COUNTERS } from './counters.ts';
import type { FetchedPolicy } from './fetch-policy.ts';
import { RETRY_AFTER_MS } from './policies.ts';
import { purgeTransportSecurity } from './purge.ts';
import { createTransportSecurity, type TransportSecurity } from './transport-security.ts';

const HOUR_MS = 3_600_000;
const MX = { host: 'mx.x.example', address: '192.0.2.1' };
const OTHER = { host: 'mx.evil.example', address: '192.0.2.9' };
const TLSA = `3 1 1 ${createHash('sha256').update('key').digest('hex')}`;

let test: TestDatabase;
let dns: DnsServer;
let nowMs = Date.UTC(2026, 0, 1);
const clock = { now: () => nowMs };
const running: TransportSecurity[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});

beforeEach(async () => {
  dns = await startDnsServer({
    'x.example': { MX: [{ exchange: MX.host, preference: 10 }] },
    'mx.x.example': { A: [MX.address] },
    '_mta-sts.x.example': { TXT: ['v=STSv1; id=1;'] },
    '_25._tcp.mx.x.example': { TLSA: [TLSA] },
  });
});

afterEach(async () => {
  for (const security of running.splice(0)) await security.close();
  await dns.close();
  await test.db.script('truncate mta_sts_policy, tls_fault, tls_result');
});

afterAll(async () => test.drop());

/** Starts transport security with a policy server whose response a test can change. */
function start({ dane = false, timeoutMs = 10_000 } = {}) {
  const resolver = createResolver({ servers: [dns.address], clock, timeoutMs, validates: dane });
  const server = { answer: policyOf('enforce'), fetches: 0 };
  const security = createTransportSecurity({
    db: test.db,
    resolver,
    clock,
    log: silentLog,
    dane,
    fetchPolicy: (domain) => {
      expect(domain).toBe('x.example');
      server.fetches += 1;
      return Promise.resolve(server.answer);
    },
  });
  running.push(security);
  const policy = async () => (await security.secure('X.example', [MX])).policy;
  return { security, server, policy };
}

function policyOf(mode: MtaStsMode, maxAgeSeconds = 7 * 86_400): FetchedPolicy {
  return { kind: 'policy', policy: { mode, maxAgeSeconds, hosts: ['mx.x.example'] } };
}

const FAILED: FetchedPolicy = { kind: 'failed', result: 'sts-policy-fetch-error', reason: 'away' };

async function counts(): Promise<unknown[]> {
  return test.db.query(
    { name: 'test_counts', text: 'select domain, policy, result, sessions from tls_result order by result' },
    [],
  );
}

describe('an MTA-STS policy', () => {
  it('that is enforced refuses servers that it does not list, and counts them', async () => {
    const { security } = start();
    expect(await security.secure('x.example', [OTHER, MX])).toEqual({
      policy: 'mta-sts enforce',
      targets: [{ ...MX, tls: 'required', verifyTls: true, certificateNames: [MX.host], tlsRule: 'mta-sts' }],
      refused: [
        {
          host: OTHER.host,
          reason: 'MTA-STS (RFC 8461): the policy does not list mx.evil.example (validation-failure)',
        },
      ],
    });
    expect((await security.secure('x.example', [OTHER])).targets).toEqual([]);
    await security.close();
    expect(await counts()).toEqual([
      { domain: 'x.example', policy: 'mta-sts enforce', result: 'validation-failure', sessions: 2 },
    ]);
  });

  it('is fetched once for all processes, even with concurrent requests', async () => {
    const [first, second] = [start(), start()];
    await Promise.all(Array.from({ length: 20 }, first.policy));
    expect(await second.policy()).toBe('mta-sts enforce');
    nowMs += HOUR_MS;
    expect(await first.policy()).toBe('mta-sts enforce');
    expect([first.server.fetches, second.server.fetches]).toEqual([1, 0]);
  });

  it.each(['SERVFAIL', 'TIMEOUT', 'NXDOMAIN', []] as const)(
    'that was fetched applies when DNS returns %j, also after a restart',
    async (answers) => {
      await start().policy();
      dns.set('_mta-sts.x.example', 'TXT', answers);
      const { policy, server } = start({ timeoutMs: 300 });
      expect(await policy()).toBe('mta-sts enforce');
      expect(server.fetches).toBe(0);
    },
  );

  it('that was fetched applies until it expires if a new one is announced but cannot be fetched', async () => {
    const { policy, server } = start();
    server.answer = policyOf('enforce', 86_400);
    await policy();
    dns.set('_mta-sts.x.example', 'TXT', ['v=STSv1; id=2;']);
    server.answer = FAILED;
    nowMs += HOUR_MS;
    expect(await policy()).toBe('mta-sts enforce');
    expect(server.fetches).toBe(2);
    nowMs += 86_400_000;
    await test.db.script('update mta_sts_policy set expires_at = now()');
    expect(await policy()).toBe('none');
  });

  it('that cannot be fetched is requested again only after some minutes, also by other processes', async () => {
    const { policy, security, server } = start();
    server.answer = FAILED;
    expect(await policy()).toBe('none');
    nowMs += RETRY_AFTER_MS - 1;
    await policy();
    expect(await start().policy()).toBe('none');
    expect(server.fetches).toBe(1);
    nowMs += 1;
    await test.db.script(`update mta_sts_policy set failed_at = now() - interval '5 minutes'`);
    server.answer = policyOf('enforce');
    expect(await policy()).toBe('mta-sts enforce');
    await security.close();
    expect(await counts()).toEqual([
      { domain: 'x.example', policy: 'none', result: 'sts-policy-fetch-error', sessions: 1 },
    ]);
  });

  it('with a new ID replaces the old one, and mode none ends it', async () => {
    const { policy, server } = start();
    await policy();
    server.answer = policyOf('none');
    dns.set('_mta-sts.x.example', 'TXT', ['v=STSv1; id=2;']);
    nowMs += HOUR_MS;
    expect(await policy()).toBe('none');
    expect(await start().policy()).toBe('none');
    expect(server.fetches).toBe(2);
  });

  it('is fetched again before it expires', async () => {
    const { policy, server } = start();
    await policy();
    nowMs += 6 * 86_400_000 + 1;
    await test.db.script(`update mta_sts_policy set expires_at = now() + interval '23 hours'`);
    expect(await policy()).toBe('mta-sts enforce');
    expect(server.fetches).toBe(2);
  });

  it('in testing mode allows all servers, and counts those that it would refuse', async () => {
    const { security, server } = start();
    server.answer = policyOf('testing');
    expect(await security.secure('x.example', [MX, OTHER])).toEqual({
      policy: 'mta-sts testing',
      targets: [
        { ...MX, tls: 'opportunistic', verifyTls: false, certificateNames: [MX.host], reportTls: true },
        { ...OTHER, tls: 'opportunistic', verifyTls: false },
      ],
      refused: [],
    });
    await security.close();
    expect(await counts()).toMatchObject([{ policy: 'mta-sts testing', result: 'validation-failure' }]);
  });

  it('is not looked up for an invalid domain name', async () => {
    const { security } = start();
    for (const name of ['[192.0.2.1]', '', 'a..b', `${'a'.repeat(300)}.example`, 'x.example\0']) {
      expect((await security.secure(name, [MX])).policy).toBe('none');
    }
    expect(dns.queries).toEqual([]);
  });

  it('that cannot be read because the database is unavailable leaves no server', async () => {
    const away = await createTestDatabase();
    await away.drop();
    const resolver = createResolver({ servers: [dns.address], clock });
    const parts = { db: away.db, resolver, clock, log: silentLog, dane: false };
    const security = createTransportSecurity({ ...parts, fetchPolicy: async () => FAILED });
    expect(await security.secure('x.example', [MX])).toMatchObject({ targets: [], refused: [{ host: MX.host }] });
    security.noteTlsFault(MX.host);
    await security.close();
  });
});

describe('DANE', () => {
  const checked = { tls: 'required', verifyTls: false, certificateNames: [MX.host, 'x.example'], tlsRule: 'dane' };
  const vouched = { ...MX, ...checked };

  it('takes precedence over MTA-STS, whose policy is not fetched', async () => {
    dns.switches.authenticates = () => true;
    const { security, server } = start({ dane: true });
    const [usage, selector, matching, data] = [3, 1, 1, TLSA.slice(6)];
    expect(await security.secure('x.example', [MX])).toEqual({
      policy: 'dane',
      targets: [{ ...vouched, dane: [{ usage, selector, matching, data }] }],
      refused: [],
    });
    expect(server.fetches).toBe(0);
  });

  it('is not queried unless it is enabled', async () => {
    dns.switches.authenticates = () => true;
    expect(await start().policy()).toBe('mta-sts enforce');
    expect(dns.queries.some(({ type }) => type === 'TLSA')).toBe(false);
  });

  it.each(['MX', 'A', 'TLSA'])('is ignored when the answer about %s is not authenticated', async (type) => {
    dns.switches.authenticates = (_name, asked) => asked !== type;
    expect(await start({ dane: true }).policy()).toBe('mta-sts enforce');
  });

  it('with unusable records requires TLS, and MTA-STS requires a certificate', async () => {
    dns.switches.authenticates = () => true;
    dns.set('_25._tcp.mx.x.example', 'TLSA', ['0 0 1 00', '3 1 1 00']);
    const { security, server } = start({ dane: true });
    server.answer = FAILED;
    expect(await security.secure('x.example', [MX])).toMatchObject({
      policy: 'dane',
      targets: [{ tls: 'required', verifyTls: false }],
    });
    const later = start({ dane: true });
    await test.db.script('truncate mta_sts_policy');
    expect(await later.security.secure('x.example', [MX])).toMatchObject({ targets: [{ verifyTls: true }] });
  });

  it('with records that cannot be read refuses the server and counts it', async () => {
    dns.switches.authenticates = () => true;
    dns.set('_25._tcp.mx.x.example', 'TLSA', 'SERVFAIL');
    const { security } = start({ dane: true });
    expect(await security.secure('x.example', [MX])).toMatchObject({ targets: [], refused: [{ host: MX.host }] });
    await security.close();
    expect(await counts()).toMatchObject([{ policy: 'dane', result: 'dnssec-invalid', sessions: 1 }]);
  });

  it('without records does not apply', async () => {
    dns.switches.authenticates = () => true;
    dns.set('_25._tcp.mx.x.example', 'TLSA', 'NXDOMAIN');
    expect(await start({ dane: true }).policy()).toBe('mta-sts enforce');
  });

  it('of a server that is an alias is found at the target of the alias', async () => {
    dns.switches.authenticates = () => true;
    dns.set('mx.x.example', 'A', []);
    dns.set('mx.x.example', 'CNAME', ['real.example']);
    dns.set('real.example', 'A', [MX.address]);
    dns.set('_25._tcp.real.example', 'TLSA', [TLSA]);
    expect((await start({ dane: true }).security.secure('x.example', [MX])).targets[0]?.certificateNames).toEqual([
      'real.example',
      MX.host,
      'x.example',
    ]);
  });
});

describe('a server whose STARTTLS fails', () => {
  beforeEach(() => dns.set('_mta-sts.x.example', 'TXT', 'NXDOMAIN'));

  it('is contacted without TLS by all processes for three days', async () => {
    const { security } = start();
    const tls = async (of: TransportSecurity) => (await of.secure('x.example', [MX])).targets[0]?.tls;
    expect(await tls(security)).toBe('opportunistic');
    security.noteTlsFault('MX.x.example');
    expect(await tls(security)).toBe('never');
    expect(await security.hasTlsFault(MX.host)).toBe(true);
    expect(await security.hasTlsFault('other.example')).toBe(false);
    await security.close();
    expect(await tls(start().security)).toBe('never');
    expect((await start().security.secure('x.example', [MX], { requireTls: true })).targets[0]?.tls).toBe('required');
    nowMs += 72 * HOUR_MS;
    await test.db.script(`update tls_fault set noted_at = now() - interval '3 days'`);
    expect(await tls(security)).toBe('opportunistic');
    expect(await start().security.hasTlsFault(MX.host)).toBe(false);
  });

  it('is remembered again when it fails again later', async () => {
    const { security } = start();
    security.noteTlsFault(MX.host);
    nowMs += 72 * HOUR_MS;
    security.noteTlsFault(MX.host);
    expect(await security.hasTlsFault(MX.host)).toBe(true);
  });
});

describe('counts', () => {
  it('of two processes are added, with one row for each domain, policy and result', async () => {
    const [first, second] = [start().security, start().security];
    for (let number = 0; number < 50; number += 1) {
      first.count('X.example', 'none', 'success');
      second.count('x.example', 'none', 'success');
      second.count('x.example', 'dane', 'tlsa-invalid');
    }
    await Promise.all([first.close(), second.close()]);
    expect(await counts()).toEqual([
      { domain: 'x.example', policy: 'none', result: 'success', sessions: 100 },
      { domain: 'x.example', policy: 'dane', result: 'tlsa-invalid', sessions: 50 },
    ]);
  });

  it('beyond the limit of waiting counters are dropped', async () => {
    const { security } = start();
    for (let number = 0; number <= MAX_WAITING_COUNTERS; number += 1) {
      security.count(`d${number}.example`, 'none', 'success');
    }
    await security.close();
    expect(await counts()).toHaveLength(MAX_WAITING_COUNTERS);
  });
});

it('old data is purged, and data that still applies is kept', async () => {
  const { policy, security } = start();
  await policy();
  security.noteTlsFault(MX.host);
  security.count('x.example', 'none', 'success');
  await security.close();
  const left = async () =>
    test.db.query(
      {
        name: 'test_left',
        text: `select (select count(*) from mta_sts_policy) as policies, (select count(*) from tls_fault) as faults,
          (select count(*) from tls_result) as results`,
      },
      [],
    );
  await test.db.script(`update mta_sts_policy set changed_at = now() - interval '2 days'`);
  await purgeTransportSecurity(test.db);
  expect(await left()).toEqual([{ policies: 1, faults: 1, results: 1 }]);
  await test.db.script(`update mta_sts_policy set expires_at = now();
    update tls_fault set noted_at = now() - interval '4 days'; update tls_result set day = day - 15`);
  await purgeTransportSecurity(test.db);
  expect(await left()).toEqual([{ policies: 0, faults: 0, results: 0 }]);
});
