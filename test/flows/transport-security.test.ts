import { createHash, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { loadConfig } from '../../src/base/config.ts';
import { createResolver } from '../../src/base/dns.ts';
import { silentLog } from '../../src/base/log.ts';
import {
  createPolicyFetcher,
  createTransportSecurity,
  type TransportSecurity,
} from '../../src/features/sending/transport-security/index.ts';
import { connectSmtp, type SmtpFault, type SmtpResult } from '../../src/smtp/connection.ts';
import { findTargets } from '../../src/smtp/mx.ts';
import { DATA, ENVELOPE, optionsWith } from '../smtp/peer.ts';
import { makeCertificate, type TestCertificate } from '../support/certificate.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const ROOT = { ...makeCertificate(['Root'], { isAuthority: true }), name: 'Root' };
const RIGHT = makeCertificate(['mx.y.example'], { issuer: ROOT });
const WRONG = makeCertificate(['mx.z.example'], { issuer: ROOT });

let test: TestDatabase;
let dns: DnsServer;
let policies: Server;
let policy = '';
let sink: SmtpSink;
const running: TransportSecurity[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});

beforeEach(async () => {
  dns = await startDnsServer({
    'y.example': { MX: [{ exchange: 'mx.y.example', preference: 10 }] },
    'mx.y.example': { A: ['127.0.0.1'] },
    'mta-sts.y.example': { A: ['127.0.0.1'] },
    '_mta-sts.y.example': { TXT: ['v=STSv1; id=20260101;'] },
  });
  const certificate = makeCertificate(['mta-sts.y.example'], { issuer: ROOT });
  policies = createServer({ ...certificate }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(policy);
  });
  await new Promise<void>((resolve) => policies.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const security of running.splice(0)) await security.close();
  await Promise.all([sink.close(), dns.close(), closePolicies()]);
  await test.db.script('truncate mta_sts_policy, tls_fault, tls_result');
});

afterAll(async () => test.drop());

async function closePolicies(): Promise<void> {
  policies.closeAllConnections();
  await new Promise<void>((resolve) => {
    policies.close(() => resolve());
  });
}

function policyOf(mode: string, host = 'mx.y.example'): string {
  return `version: STSv1\nmode: ${mode}\nmx: ${host}\nmax_age: 604800\n`;
}

/**
 * Does the same as a process that delivers a message to the domain: finds the domain's servers, looks up their
 * policies, and connects.
 */
function start({ dane = false } = {}) {
  const resolver = createResolver({ servers: [dns.address], clock: systemClock, timeoutMs: 500, validates: dane });
  const { port: policyPort } = (policies.address() ?? { port: 1 }) as AddressInfo;
  const fetchPolicy = createPolicyFetcher({
    resolver,
    allowPrivate: true,
    port: policyPort,
    trustedCertificates: [ROOT.cert],
  });
  const security = createTransportSecurity({
    db: test.db,
    resolver,
    clock: systemClock,
    log: silentLog,
    dane,
    fetchPolicy,
  });
  running.push(security);
  return async (): Promise<SmtpResult | SmtpFault | readonly string[]> => {
    const found = await findTargets('y.example', resolver, { port: sink.port, allowPrivate: true });
    if (found.kind !== 'targets') throw new Error(`The servers were not found: ${found.kind}`);
    const secured = await security.secure('y.example', found.targets);
    const [target] = secured.targets;
    if (!target) return secured.refused.map(({ reason }) => reason);
    const connection = await connectSmtp(
      { ...target, port: sink.port, login: undefined },
      optionsWith({}, { trustedCertificates: [ROOT.cert] }),
    );
    if ('kind' in connection) return connection;
    security.count('y.example', secured.policy, connection.tlsFailure ?? 'success');
    const result = await connection.send(ENVELOPE, DATA, false);
    await connection.close();
    return result;
  };
}

async function receive(certificate: TestCertificate, tls: 'starttls' | 'none' = 'starttls'): Promise<void> {
  sink = await startSmtpSink({ tls, certificate });
}

function expectNothingSaid(): void {
  expect(sink.messages).toEqual([]);
  expect(sink.lines.filter((line) => !/^(?:EHLO|STARTTLS)/.test(line))).toEqual([]);
}

describe('domain that enforces MTA-STS', () => {
  beforeEach(() => {
    policy = policyOf('enforce');
  });

  it('receives email on a server with a valid certificate', async () => {
    await receive(RIGHT);
    expect(await start()()).toMatchObject({ kind: 'accepted' });
    expect(sink.messages[0]?.tls).toBe(true);
  });

  it('receives nothing on a server with an invalid certificate, encrypted or not', async () => {
    await receive(WRONG);
    expect(await start()()).toMatchObject({
      kind: 'fault',
      stage: 'starttls',
      tlsFailure: 'certificate-host-mismatch',
    });
    expectNothingSaid();
  });

  it('receives nothing on a server that hides STARTTLS', async () => {
    await receive(RIGHT, 'none');
    expect(await start()()).toMatchObject({ kind: 'fault', tlsFailure: 'starttls-not-supported' });
    expectNothingSaid();
  });

  it('receives nothing on a server that the policy does not list', async () => {
    policy = policyOf('enforce', 'other.example');
    await receive(RIGHT);
    expect(await start()()).toEqual(['MTA-STS (RFC 8461): the policy does not list mx.y.example (validation-failure)']);
    expect(sink.connections).toBe(0);
  });

  it('stays protected when its DNS and policy server are unavailable, even in a new process', async () => {
    await receive(RIGHT);
    expect(await start()()).toMatchObject({ kind: 'accepted' });
    await sink.close();
    dns.set('_mta-sts.y.example', 'TXT', 'SERVFAIL');
    await closePolicies();
    await receive(WRONG);
    expect(await start()()).toMatchObject({ kind: 'fault', stage: 'starttls' });
    expectNothingSaid();
    await sink.close();
    dns.set('_mta-sts.y.example', 'TXT', ['v=STSv1; id=of an attacker;']);
    await receive(WRONG);
    expect(await start()()).toMatchObject({ kind: 'fault', stage: 'starttls' });
    await sink.close();
    dns.set('_mta-sts.y.example', 'TXT', ['v=STSv1; id=new;']);
    await receive(WRONG);
    expect(await start()()).toMatchObject({ kind: 'fault', stage: 'starttls' });
    expectNothingSaid();
  });
});

it('delivers to a domain that tests MTA-STS and counts the failures', async () => {
  policy = policyOf('testing');
  await receive(WRONG);
  expect(await start()()).toMatchObject({ kind: 'accepted' });
  await running[0]?.close();
  const text = 'select policy, result, sessions from tls_result';
  expect(await test.db.query({ name: 'test_results', text }, [])).toEqual([
    { policy: 'mta-sts testing', result: 'certificate-host-mismatch', sessions: 1 },
  ]);
});

describe('domain with DANE', () => {
  const keyOf = ({ cert }: TestCertificate): string => {
    const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(key).digest('hex');
  };

  beforeEach(() => {
    dns.switches.authenticates = () => true;
  });

  it('receives email with a matching key and any certificate name, regardless of its MTA-STS policy', async () => {
    policy = policyOf('enforce', 'other.example');
    dns.set('_25._tcp.mx.y.example', 'TLSA', [`3 1 1 ${keyOf(WRONG)}`]);
    await receive(WRONG);
    expect(await start({ dane: true })()).toMatchObject({ kind: 'accepted' });
  });

  it('receives nothing with another key, even with a trusted certificate', async () => {
    dns.set('_25._tcp.mx.y.example', 'TLSA', [`3 1 1 ${keyOf(WRONG)}`]);
    await receive(RIGHT);
    expect(await start({ dane: true })()).toMatchObject({ kind: 'fault', tlsFailure: 'tlsa-invalid' });
    expectNothingSaid();
  });

  it('receives email with any certificate, but not unencrypted, if its records are unusable', async () => {
    dns.set('_mta-sts.y.example', 'TXT', 'NXDOMAIN');
    dns.set('_25._tcp.mx.y.example', 'TLSA', ['1 1 1 00']);
    await receive(WRONG);
    expect(await start({ dane: true })()).toMatchObject({ kind: 'accepted' });
    await sink.close();
    await receive(WRONG, 'none');
    expect(await start({ dane: true })()).toMatchObject({ kind: 'fault', tlsFailure: 'starttls-not-supported' });
    expectNothingSaid();
  });
});

it('rejects DANE without a configured resolver', () => {
  expect(() => loadConfig({ POSTRIDER_DANE: '1' })).toThrow(/POSTRIDER_RESOLVER is required/);
  expect(loadConfig({ POSTRIDER_DANE: '1', POSTRIDER_RESOLVER: '127.0.0.1' }).dane).toBe(true);
  expect(loadConfig({}).dane).toBe(false);
});
