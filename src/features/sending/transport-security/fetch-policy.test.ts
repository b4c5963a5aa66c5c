import { createServer, type Server } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../../../test/support/certificate.ts';
import { startDnsServer, type DnsServer } from '../../../../test/support/dns-server.ts';
import { systemClock } from '../../../base/clock.ts';
import { createResolver } from '../../../base/dns.ts';
import { MAX_POLICY_BYTES } from '../../../smtp/mta-sts-policy.ts';
import { createPolicyFetcher, type PolicyFetcherOptions } from './fetch-policy.ts';

const POLICY = 'version: STSv1\r\nmode: enforce\r\nmx: mx.x.example\r\nmax_age: 86400\r\n';
const ROOT = { ...makeCertificate(['Root'], { isAuthority: true }), name: 'Root' };
const GOOD = makeCertificate(['mta-sts.x.example'], { issuer: ROOT });

let dns: DnsServer;
const servers: { readonly server: Server; readonly sockets: Set<Duplex> }[] = [];

beforeAll(async () => {
  dns = await startDnsServer({ 'mta-sts.x.example': { A: ['127.0.0.1'] } });
});

afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
});

afterAll(async () => dns.close());

async function policyServer(certificate: TestCertificate, onRequest: RequestListener): Promise<number> {
  const server = createServer({ ...certificate }, onRequest);
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('tlsClientError', () => {});
  servers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function fetchFrom(port: number, changes: Partial<PolicyFetcherOptions> = {}) {
  const resolver = createResolver({ servers: [dns.address], clock: systemClock });
  const fetcher = createPolicyFetcher({
    resolver,
    allowPrivate: true,
    port,
    trustedCertificates: [ROOT.cert],
    ...changes,
  });
  return fetcher('x.example');
}

function answering(body: string, type = 'text/plain', status = 200): RequestListener {
  return (_request, response) => response.writeHead(status, { 'content-type': type }).end(body);
}

describe('an MTA-STS policy', () => {
  it('is fetched from the well-known path under the name of the policy host', async () => {
    const asked: unknown[] = [];
    const port = await policyServer(GOOD, (request, response) => {
      asked.push([request.method, request.url, request.headers.host]);
      answering(POLICY)(request, response);
    });
    expect(await fetchFrom(port)).toEqual({
      kind: 'policy',
      policy: { mode: 'enforce', maxAgeSeconds: 86_400, hosts: ['mx.x.example'] },
    });
    expect(asked).toEqual([['GET', '/.well-known/mta-sts.txt', 'mta-sts.x.example']]);
  });

  it.each([
    ['for another name', makeCertificate(['x.example'], { issuer: ROOT })],
    ['that has expired', makeCertificate(['mta-sts.x.example'], { issuer: ROOT, endsAt: '210101000000Z' })],
    ['that is self-signed', makeCertificate(['mta-sts.x.example'])],
  ])('is not accepted from a server with a certificate %s, and no request is sent', async (_what, certificate) => {
    let asked = 0;
    const port = await policyServer(certificate, (request, response) => {
      asked += 1;
      answering(POLICY)(request, response);
    });
    expect(await fetchFrom(port)).toMatchObject({ kind: 'failed', result: 'sts-webpki-invalid' });
    expect(asked).toBe(0);
  });

  it.each([
    ['a redirect', answering('', 'text/plain', 302)],
    ['a 404', answering(POLICY, 'text/plain', 404)],
    ['a 204', answering('', 'text/plain', 204)],
    ['HTML', answering(POLICY, 'text/html')],
    ['a response without a media type', ((_request, response) => void response.end(POLICY)) satisfies RequestListener],
    ['a media type that only starts with text/plain', answering(POLICY, 'text/plainer')],
  ])('is not accepted from %s', async (_what, onRequest) => {
    expect(await fetchFrom(await policyServer(GOOD, onRequest))).toMatchObject({
      kind: 'failed',
      result: 'sts-policy-fetch-error',
    });
  });

  it('may specify its charset', async () => {
    const port = await policyServer(GOOD, answering(POLICY, 'Text/Plain; charset=utf-8'));
    expect((await fetchFrom(port)).kind).toBe('policy');
  });

  it('must be a policy', async () => {
    const port = await policyServer(GOOD, answering('hello'));
    expect(await fetchFrom(port)).toMatchObject({ kind: 'failed', result: 'sts-policy-invalid' });
  });

  it('may have at most 64 KB', async () => {
    const padded = (size: number) => `${POLICY}x-pad: `.padEnd(size, 'x');
    const fits = await policyServer(GOOD, answering(padded(MAX_POLICY_BYTES)));
    expect((await fetchFrom(fits)).kind).toBe('policy');
    const over = await policyServer(GOOD, answering(padded(MAX_POLICY_BYTES + 1)));
    expect(await fetchFrom(over)).toMatchObject({ kind: 'failed', result: 'sts-policy-invalid' });
  });

  it.each([
    ['does not respond', () => {}],
    ['sends a body byte by byte', drip],
    ['sends an endless body', endless],
  ] as const)('of a server that %s is abandoned in time', async (_what, onRequest) => {
    const port = await policyServer(GOOD, onRequest);
    expect((await fetchFrom(port, { timeoutMs: 300 })).kind).toBe('failed');
  });

  it('is not fetched if nothing listens, or if the policy host has no address', async () => {
    expect(await fetchFrom(1)).toMatchObject({ kind: 'failed', result: 'sts-policy-fetch-error' });
    const resolver = createResolver({ servers: [dns.address], clock: systemClock });
    const fetched = await createPolicyFetcher({ resolver, allowPrivate: true })('y.example');
    expect(fetched).toMatchObject({ kind: 'failed', reason: 'mta-sts.y.example has no IP address' });
  });

  it('is not fetched from a private address', async () => {
    let asked = 0;
    const port = await policyServer(GOOD, () => {
      asked += 1;
    });
    expect(await fetchFrom(port, { allowPrivate: false })).toMatchObject({
      kind: 'failed',
      reason: 'mta-sts.x.example has only private IP addresses',
    });
    expect(asked).toBe(0);
  });
});

function drip(...[, response]: Parameters<RequestListener>): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const timer = setInterval(() => response.write('v'), 20);
  response.on('close', () => clearInterval(timer));
}

function endless(...[, response]: Parameters<RequestListener>): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const timer = setInterval(() => response.write('x'.repeat(1_000)), 5);
  response.on('close', () => clearInterval(timer));
}
