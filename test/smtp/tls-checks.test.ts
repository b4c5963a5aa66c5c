import { createHash, X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmtpTarget } from '../../src/smtp/connection.ts';
import { makeCertificate, type TestCertificate } from '../support/certificate.ts';
import { startSmtpSink, type SinkScript, type SmtpSink } from '../support/smtp-sink.ts';
import { connected, DATA, ENVELOPE, faultOf, optionsWith, startRawServer, targetOf } from './peer.ts';

const HOST = 'mx.y.example';
const ROOT = { ...makeCertificate(['Root'], { isAuthority: true }), name: 'Root' };
const OTHER_ROOT = { ...makeCertificate(['Other root'], { isAuthority: true }), name: 'Other root' };
const GOOD = makeCertificate([HOST], { issuer: ROOT });
const EXPIRED = makeCertificate([HOST], { issuer: ROOT, endsAt: '210101000000Z' });
const sinks: SmtpSink[] = [];

afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.close();
});

async function sinkWith(certificate: TestCertificate, script: SinkScript = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink({ tls: 'starttls', certificate, ...script });
  sinks.push(sink);
  return sink;
}

/** Appends the certificate authority's certificate, as servers do. */
function chainedTo(authority: TestCertificate, { cert, key }: TestCertificate): TestCertificate {
  return { cert: `${cert}${authority.cert}`, key };
}

const TRUSTING = optionsWith({}, { trustedCertificates: [ROOT.cert] });
const CHECKED: Partial<SmtpTarget> = { host: HOST, tls: 'required', verifyTls: true, certificateNames: [HOST] };
const TESTED: Partial<SmtpTarget> = { host: HOST, certificateNames: [HOST], reportTls: true };

function tlsa(usage: number, selector: number, of: TestCertificate) {
  const { publicKey, raw } = new X509Certificate(of.cert);
  const bytes = selector === 0 ? raw : publicKey.export({ type: 'spki', format: 'der' });
  return { usage, selector, matching: 1, data: createHash('sha256').update(bytes).digest('hex') };
}

/** Checks that no part of a message was sent, encrypted or not. */
function expectNoMail(sink: SmtpSink): void {
  expect(sink.messages).toEqual([]);
  expect(sink.lines).toEqual(['EHLO client.example', 'STARTTLS']);
}

const BAD: readonly (readonly [string, TestCertificate, string])[] = [
  ['for another name', makeCertificate(['other.example'], { issuer: ROOT }), 'certificate-host-mismatch'],
  [
    'with a wildcard for two labels',
    makeCertificate(['*.example.com', '*.example'], { issuer: ROOT }),
    'certificate-host-mismatch',
  ],
  [
    'with a wildcard for a subdomain',
    makeCertificate(['*.mx.y.example'], { issuer: ROOT }),
    'certificate-host-mismatch',
  ],
  ['that has expired', EXPIRED, 'certificate-expired'],
  ['that is self-signed', makeCertificate([HOST]), 'certificate-not-trusted'],
  ['of an unknown authority', makeCertificate([HOST], { issuer: OTHER_ROOT }), 'certificate-not-trusted'],
  [
    'of an unknown authority that is presented',
    chainedTo(OTHER_ROOT, makeCertificate([HOST], { issuer: OTHER_ROOT })),
    'certificate-not-trusted',
  ],
];

describe('a verified certificate', () => {
  it('allows messages if it is valid', async () => {
    const sink = await sinkWith(GOOD);
    const connection = await connected(targetOf(sink.port, CHECKED), TRUSTING);
    expect(connection.tlsFailure).toBeUndefined();
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    expect(sink.messages[0]?.tls).toBe(true);
    await connection.close();
  });

  it.each(BAD)('blocks messages if it is one %s', async (_what, certificate, tlsFailure) => {
    const sink = await sinkWith(certificate);
    const fault = await faultOf(targetOf(sink.port, CHECKED), TRUSTING);
    expect(fault).toMatchObject({ stage: 'starttls', tlsFailure });
    expect(fault.error).toMatch(/^the TLS certificate of mx\.y\.example is not valid: it(?:s| is| has| was) [^:;]+$/);
    expect(fault.error).not.toMatch(/node|--|root ca|openssl/i);
    expectNoMail(sink);
  });

  it('may have a wildcard for the first label', async () => {
    const sink = await sinkWith(makeCertificate(['*.y.example'], { issuer: ROOT }));
    (await connected(targetOf(sink.port, CHECKED), TRUSTING)).destroy();
  });

  it('blocks messages to a server that no longer offers STARTTLS, refuses it, or stops responding', async () => {
    const without = await sinkWith(GOOD, { tls: 'none' });
    expect(await faultOf(targetOf(without.port, CHECKED), TRUSTING)).toMatchObject({
      tlsFailure: 'starttls-not-supported',
    });
    const refusing = await sinkWith(GOOD, { on: { starttls: { say: '454 4.7.0 not now' } } });
    expect(await faultOf(targetOf(refusing.port, CHECKED), TRUSTING)).toMatchObject({
      reply: { code: 454 },
      tlsFailure: 'starttls-not-supported',
    });
    const ending = await sinkWith(GOOD, { on: { starttls: 'end' } });
    expect(await faultOf(targetOf(ending.port, CHECKED), TRUSTING)).toMatchObject({
      stage: 'starttls',
      tlsFailure: 'validation-failure',
    });
    expectNoMail(ending);
  });
});

describe('a certificate that is only reported', () => {
  it.each(BAD)('is reported if it is one %s, and the message is sent', async (_what, certificate, failure) => {
    const sink = await sinkWith(certificate);
    const connection = await connected(targetOf(sink.port, TESTED), TRUSTING);
    expect(connection.tlsFailure).toBe(failure);
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    await connection.close();
  });

  it('is not reported to other targets', async () => {
    const sink = await sinkWith(EXPIRED);
    const connection = await connected(targetOf(sink.port, { host: HOST }));
    expect(connection.tlsFailure).toBeUndefined();
    connection.destroy();
  });

  it('is also reported if the server has no STARTTLS', async () => {
    const sink = await sinkWith(GOOD, { tls: 'none' });
    const connection = await connected(targetOf(sink.port, TESTED));
    expect(connection).toMatchObject({ tls: undefined, tlsFailure: 'starttls-not-supported' });
    connection.destroy();
  });
});

describe('TLSA records', () => {
  const target = (port: number, ...dane: ReturnType<typeof tlsa>[]) =>
    targetOf(port, { host: HOST, tls: 'required', dane, certificateNames: [HOST, 'x.example'] });

  it('3 1 1 match a certificate without an authority, regardless of its name and date', async () => {
    const own = makeCertificate(['elsewhere.example'], { endsAt: '210101000000Z' });
    const sink = await sinkWith(own);
    const connection = await connected(target(sink.port, tlsa(3, 1, own)));
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    await connection.close();
  });

  it('3 1 1 of another key block messages, even with a certificate that an authority signed', async () => {
    const sink = await sinkWith(GOOD);
    const fault = await faultOf({ ...target(sink.port, tlsa(3, 1, EXPIRED)), verifyTls: true }, TRUSTING);
    expect(fault).toMatchObject({
      stage: 'starttls',
      tlsFailure: 'tlsa-invalid',
      error: 'the TLS certificate of mx.y.example is not valid by DANE: no TLSA record matches it',
    });
    expectNoMail(sink);
  });

  it('2 0 1 match what their authority signed, if the server presents it', async () => {
    const sink = await sinkWith(chainedTo(ROOT, GOOD));
    const connection = await connected(target(sink.port, tlsa(2, 0, ROOT)));
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    await connection.close();
    const alone = await sinkWith(GOOD);
    expect(await faultOf(target(alone.port, tlsa(2, 0, ROOT)))).toMatchObject({ tlsFailure: 'tlsa-invalid' });
  });

  it.each([
    [
      'another name',
      makeCertificate(['other.example'], { issuer: ROOT }),
      /it was not issued for mx\.y\.example or x\.example$/,
    ],
    ['an expired date', EXPIRED, /no TLSA record matches it$/],
  ])('2 0 1 do not match a certificate with %s', async (_what, certificate, error) => {
    const sink = await sinkWith(chainedTo(ROOT, certificate));
    expect((await faultOf(target(sink.port, tlsa(2, 0, ROOT)))).error).toMatch(error);
    expectNoMail(sink);
  });

  it('2 0 1 match a certificate with the name of the domain', async () => {
    const sink = await sinkWith(chainedTo(ROOT, makeCertificate(['x.example'], { issuer: ROOT })));
    (await connected(target(sink.port, tlsa(2, 0, ROOT)))).destroy();
  });
});

it('a failed handshake with optional TLS causes a failure with its reason', async () => {
  const server = await startRawServer((socket) => {
    socket.write('220 raw\r\n');
    socket.on('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('EHLO')) socket.write('250-raw\r\n250 STARTTLS\r\n');
      else if (chunk.toString('latin1').startsWith('STARTTLS')) socket.write('220 go\r\n');
      else socket.destroy();
    });
  });
  expect(await faultOf(targetOf(server.port))).toMatchObject({ stage: 'starttls', tlsFailure: 'validation-failure' });
  await server.close();
});
