import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import {
  createHostProbe,
  recheckDomains,
  trackingBaseOf,
  verifyDomain,
} from '../../src/features/sending/domains/index.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { createKey } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson, withToken, type TestPerson } from '../support/callers.ts';
import { makeCertificate } from '../support/certificate.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { freePort } from '../support/free-port.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const PUBLIC = 'post.example';

let app: TestApp;
let names = 0;

const dns = shared(async () => startDnsServer({ [PUBLIC]: { A: ['127.0.0.1'] } }));
const sink = shared(startSmtpSink);

beforeAll(async () => {
  const port = String(await freePort());
  app = await startApp({
    PORT: port,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_HOSTNAME: 'mail.post.example',
    POSTRIDER_BASE_URL: `http://${PUBLIC}:${port}`,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
});
afterAll(async () => {
  await app.close();
});

/** Returns the prefix of links on a custom host. */
function own(host: string): string {
  return `http://${host}:${app.api.port}`;
}

interface Added {
  readonly id: number;
  readonly domain: string;
  readonly accountId: number;
  readonly person: TestPerson;
}

/** Creates an account with a verified domain. */
async function newDomain(): Promise<Added> {
  names += 1;
  const accountId = (await app.newAccount()).account.id;
  const person = await newPerson(app, accountId);
  const domain = `t${names}.example`;
  const { body } = await person.call('POST', '/domains', { domain });
  dns.set(body.dns.dkim1.host, 'TXT', [body.dns.dkim1.data]);
  return { id: body.id, domain, accountId, person };
}

async function validate({ id, person }: Added) {
  const { body } = await person.call('POST', `/domains/${id}/validate`);
  return body;
}

function baseOf({ accountId, domain }: Added): Promise<string | undefined> {
  return trackingBaseOf(app.installation.db, accountId, domain);
}

describe('tracking host', () => {
  it('is proposed with a new domain as an optional CNAME to the public host', async () => {
    const added = await newDomain();
    const { body } = await added.person.call('GET', `/domains/${added.id}`);
    expect(body.tracking_host).toBe(`click.${added.domain}`);
    expect(body.dns.tracking).toEqual({
      type: 'CNAME',
      host: `click.${added.domain}`,
      data: PUBLIC,
      valid: false,
      reason: null,
      required: false,
    });
    expect(await baseOf(added)).toBeUndefined();
  });

  it('is used once its record is found, and is not required before', async () => {
    const added = await newDomain();
    expect(await validate(added)).toMatchObject({ valid: true });
    expect(await baseOf(added)).toBeUndefined();
    dns.set(`click.${added.domain}`, 'CNAME', [PUBLIC]);
    const { domain } = await validate(added);
    expect(domain.dns.tracking).toMatchObject({ valid: true, reason: null });
    expect(await baseOf(added)).toBe(own(`click.${added.domain}`));
  });

  it('is used if it resolves to the same addresses without a CNAME', async () => {
    const added = await newDomain();
    dns.set(`click.${added.domain}`, 'A', ['127.0.0.1']);
    await validate(added);
    expect(await baseOf(added)).toBe(own(`click.${added.domain}`));
  });

  it('is not used while it points elsewhere, and validate reports it', async () => {
    const added = await newDomain();
    dns.set(`click.${added.domain}`, 'CNAME', ['other.example']);
    const body = await validate(added);
    expect(body.domain.dns.tracking.reason).toBe(`click.${added.domain} points to other.example instead of ${PUBLIC}.`);
    expect(await baseOf(added)).toBeUndefined();
  });

  it('is replaced with the public URL when the daily check finds a broken record, and restored later', async () => {
    const added = await newDomain();
    const host = `click.${added.domain}`;
    dns.set(host, 'CNAME', [PUBLIC]);
    await validate(added);
    dns.set(host, 'CNAME', []);
    await recheckAll();
    expect(await baseOf(added)).toBeUndefined();
    const { body } = await added.person.session.call('GET', `/dashboard/domains/${added.id}`);
    expect(body.to_do).toContainEqual(`Links in emails do not use ${host} yet: No CNAME record found at ${host}.`);
    expect(body.status).toBe('verified');
    dns.set(host, 'CNAME', [PUBLIC]);
    await recheckAll();
    expect(await baseOf(added)).toBe(own(host));
  });

  it('stays in use while DNS fails', async () => {
    const added = await newDomain();
    const host = `click.${added.domain}`;
    dns.set(host, 'CNAME', [PUBLIC]);
    await validate(added);
    dns.set(host, 'CNAME', 'SERVFAIL');
    await validate(added);
    expect(await baseOf(added)).toBe(own(host));
  });
});

describe('PATCH /domains/{id} (addition)', () => {
  const change = ({ id, person }: Added, host: unknown) =>
    person.call('PATCH', `/domains/${id}`, { tracking_host: host });

  it('sets another host and checks its record', async () => {
    const added = await newDomain();
    dns.set(`click.${added.domain}`, 'CNAME', [PUBLIC]);
    await validate(added);
    const host = `go.news.${added.domain}`;
    const { body, status } = await change(added, ` Go.News.${added.domain}. `);
    expect([status, body.tracking_host, body.dns.tracking.host]).toEqual([200, host, host]);
    expect(body.dns.dkim1.valid).toBe(true);
    expect(await baseOf(added)).toBeUndefined();
    dns.set(host, 'CNAME', [PUBLIC]);
    await validate(added);
    expect(await baseOf(added)).toBe(own(host));
  });

  it('removes the host with null and restores it', async () => {
    const added = await newDomain();
    dns.set(`click.${added.domain}`, 'CNAME', [PUBLIC]);
    await validate(added);
    const { body } = await change(added, null);
    expect([body.tracking_host, body.dns.tracking]).toEqual([null, undefined]);
    expect(await baseOf(added)).toBeUndefined();
    expect((await change(added, `click.${added.domain}`)).body.tracking_host).toBe(`click.${added.domain}`);
    await validate(added);
    expect(await baseOf(added)).toBe(own(`click.${added.domain}`));
  });

  let strict: Added;
  beforeAll(async () => {
    strict = await newDomain();
  });

  it.each([
    ['an empty text', undefined],
    ['a number', 1],
    ['the domain itself', '@'],
    ['a host of another domain', 'click.other.example'],
    ['a host with only the same ending', 'click-@'],
    ['the bounce host', 'bounce.@'],
    ['the host of a subdomain', 'bounce.news.@'],
    ['an address', 'ann@click.@'],
    ['a protocol', 'https://click.@'],
    ['a path', 'click.@/x'],
    ['a port', 'click.@:80'],
    ['a wildcard', '*.@'],
  ])('refuses %s with 422 and the field', async (_name, given) => {
    const host = typeof given === 'string' ? given.replace(/@(?=[^@]*$)/, strict.domain) : given;
    const { body, status } = await change(strict, host);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['tracking_host']]);
  });

  it('refuses the host names of this installation', async () => {
    const accountId = (await app.newAccount()).account.id;
    const person = await newPerson(app, accountId);
    const { body } = await person.call('POST', '/domains', { domain: 'example' });
    expect(body.errors).toEqual({ domain: [expect.stringContaining('two labels')] });
    const { body: own } = await person.call('POST', '/domains', { domain: PUBLIC });
    const refused = await person.call('PATCH', `/domains/${own.id}`, { tracking_host: 'mail.post.example' });
    expect(refused.body.errors).toEqual({
      tracking_host: ['must not be mail.post.example, which is the name of this server.'],
    });
  });

  it('assigns a host to one domain until it is released', async () => {
    const added = await newDomain();
    const below = await newPerson(app, (await app.newAccount()).account.id);
    const { body } = await below.call('POST', '/domains', { domain: `news.${added.domain}` });
    const host = `click.news.${added.domain}`;
    expect(body.tracking_host).toBe(host);
    const refused = await change(added, host);
    expect(refused.body.errors).toEqual({
      tracking_host: ['is already used for the links of another domain.'],
    });
    expect((await added.person.call('GET', `/domains/${added.id}`)).body.tracking_host).toBe(`click.${added.domain}`);
    await below.call('DELETE', `/domains/${body.id}`);
    expect((await change(added, host)).status).toBe(200);
  });

  it('assigns a host to one of two domains for concurrent requests', async () => {
    const added = await newDomain();
    const below = await newPerson(app, (await app.newAccount()).account.id);
    const { body } = await below.call('POST', '/domains', { domain: `news.${added.domain}` });
    const host = `go.news.${added.domain}`;
    const answers = await Promise.all([
      change(added, host),
      below.call('PATCH', `/domains/${body.id}`, { tracking_host: host }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it("returns 403 for another account's domain, 404 for an unknown one, and refuses read-only people", async () => {
    const [added, stranger] = [await newDomain(), await newDomain()];
    expect((await stranger.person.call('PATCH', `/domains/${added.id}`, { tracking_host: null })).status).toBe(403);
    expect((await stranger.person.call('PATCH', '/domains/99999999', { tracking_host: null })).status).toBe(404);
    const reader = await newPerson(app, added.accountId, 'read_only');
    expect((await reader.call('PATCH', `/domains/${added.id}`, { tracking_host: null })).status).toBe(403);
  });
});

describe('custom host of an account', () => {
  /** Sends a request with the given Host header. */
  function ask(host: string, path: string, { method = 'GET', headers = {} } = {}): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const sent = request(`${app.url}${path}`, { method, headers: { ...headers, host } });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      sent.end();
    });
  }

  interface Heard {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly text: string;
  }

  async function hostInUse(): Promise<{ readonly host: string; readonly added: Added }> {
    const added = await newDomain();
    dns.set(`click.${added.domain}`, 'CNAME', [PUBLIC]);
    await validate(added);
    return { host: `click.${added.domain}`, added };
  }

  it('serves public paths but not the API, the dashboard or MCP', async () => {
    const { added, host } = await hostInUse();
    const authorization = `Bearer ${added.person.token}`;
    const pixel = createLinkTokens(app.installation.vault)(
      {
        kind: 'mailing',
        accountId: added.accountId,
        source: '0192f0c1-2b3c-7d4e-8f50-112233445566',
        recipient: 1,
      },
      'tracking',
    );
    for (const spelling of [host, `${host}:${app.api.port}`, host.toUpperCase(), `${host}.`]) {
      expect((await ask(spelling, `/t/l/0/${pixel}`)).status).toBe(200);
      const asked = await ask(spelling, '/domains', { headers: { authorization } });
      expect([spelling, asked.status]).toEqual([spelling, 404]);
      expect(asked.headers).not.toHaveProperty('x-service-monthly-quota-remaining');
    }
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/app'],
      ['GET', '/app/sign-in'],
      ['POST', '/dashboard/sign-in'],
      ['POST', '/mcp'],
      ['GET', '/me'],
      ['POST', '/transactional/emails'],
      ['GET', '/emails'],
      ['GET', '/oauth/authorize'],
      ['GET', '/.well-known/oauth-authorization-server'],
      ['GET', '/openapi.yaml'],
      ['GET', '/livez'],
      ['GET', '/readyz'],
      ['GET', '/docs/errors'],
      ['PATCH', '/transactional/emails'],
      ['GET', '//domains'],
      ['GET', '/t/../domains'],
    ] as const) {
      const { headers, status } = await ask(host, path, { method, headers: { authorization } });
      expect([method, path, status, headers['allow'], headers['location']]).toEqual([
        method,
        path,
        404,
        undefined,
        undefined,
      ]);
    }
  });

  it('is served only if it was verified, and our own names are not custom hosts', async () => {
    const added = await newDomain();
    const headers = { authorization: `Bearer ${added.person.token}` };
    for (const host of [`click.${added.domain}`, PUBLIC, `localhost:${app.api.port}`, '127.0.0.1', 'internal.name']) {
      expect([host, (await ask(host, '/domains', { headers })).status]).toEqual([host, 200]);
    }
  });

  it('gets a certificate once it is verified, even if its domain is deleted', async () => {
    const { added, host } = await hostInUse();
    // URL that Caddy is configured to request. The query parameter `domain` contains the name.
    const [, path = ''] =
      /ask http:\/\/127\.0\.0\.1:8025(\/\S+)/.exec(docBlock('docs/domains.md', /on_demand_tls/)) ?? [];
    const wanted = async (name: string): Promise<number> =>
      (await ask('127.0.0.1', `${path}?domain=${encodeURIComponent(name)}`)).status;
    expect(await wanted(host)).toBe(200);
    expect(await wanted(host.toUpperCase())).toBe(200);
    expect(await wanted(PUBLIC)).toBe(200);
    await added.person.call('DELETE', `/domains/${added.id}`);
    expect(await wanted(host)).toBe(200);
    expect(await baseOf(added)).toBeUndefined();
    const unproved = await newDomain();
    for (const name of ['', 'evil.example', unproved.domain, `click.${unproved.domain}`, 'x'.repeat(5_000)]) {
      expect([name, await wanted(name)]).toEqual([name, 404]);
    }
    expect((await ask('127.0.0.1', path)).status).toBe(404);
  });

  it('is not used while another server responds there', async () => {
    const added = await newDomain();
    const other = createHttpServer((_request, response) => response.writeHead(200).end('{"host":"other"}'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    dns.set(`click.${added.domain}`, 'CNAME', [PUBLIC]);
    const parts = domainPartsOf(app.installation);
    const elsewhere = `http://${PUBLIC}:${port}`;
    const probeHost = createHostProbe({ publicUrl: elsewhere, resolver: parts.resolver });
    const { records } = await verifyDomain({ ...parts, probeHost }, added.accountId, added.domain);
    expect(records.find(({ name }) => name === 'tracking')).toMatchObject({
      valid: false,
      reason: expect.stringContaining('another server replied with status 200'),
    });
    expect(await baseOf(added)).toBeUndefined();
    other.close();
  });

  it('is probed with its future TLS certificate at the public address only', async () => {
    const host = 'click.tls.example';
    const { cert, key } = makeCertificate(['another.example']);
    const server = createTlsServer({ cert, key }, (_request, response) => response.end(JSON.stringify({ host })));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { resolver } = domainPartsOf(app.installation);
    const probe = createHostProbe({ publicUrl: `https://${PUBLIC}:${port}`, resolver });
    expect(await probe(host)).toEqual({ kind: 'not_ours', reason: expect.stringMatching(/self-signed certificate/) });
    server.close();
    await once(server, 'close');
    expect(await probe(host)).toEqual({ kind: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') });
    const nowhere = createHostProbe({ publicUrl: 'https://nowhere.example', resolver });
    expect(await nowhere(host)).toEqual({ kind: 'unreachable', reason: 'nowhere.example has no IP address' });
  });

  it('stays in use while the probe fails', async () => {
    const { added, host } = await hostInUse();
    const probeHost = () => Promise.resolve({ kind: 'unreachable', reason: 'none' } as const);
    await verifyDomain({ ...domainPartsOf(app.installation), probeHost }, added.accountId, added.domain);
    expect(await baseOf(added)).toBe(own(host));
  });

  it('is used for links of tracked transactional messages, and their visits are counted', async () => {
    const { added, host } = await hostInUse();
    const { person } = added;
    const key = await createKey(app.installation.db, {
      accountId: added.accountId,
      name: 'test',
      scopes: ['transactional:send', 'transactional:read', 'transactional:manage'],
    });
    const tenant = withToken(app, key.key);
    await tenant.call('PATCH', '/transactional/tags/own', { track_opens: true, track_clicks: true });
    dns.set('to.example', 'MX', [{ preference: 10, exchange: 'mx.to.example' }]);
    dns.set('mx.to.example', 'A', ['127.0.0.1']);
    const send = async () =>
      tenant.call('POST', '/transactional/emails', {
        from: `post@${added.domain}`,
        to: ['ann@to.example'],
        subject: 'Hello',
        html: '<body><a href="https://shop.example/">shop</a></body>',
        tag: 'own',
      });
    const { body } = await send();
    app.deliver();
    const html = await eventually('the email arrives', async () => {
      const mail = sink.messages.find(({ data }) => data.includes(String(body.id).slice(3)));
      return mail && (await PostalMime.parse(mail.data)).html;
    });
    const [link = '', pixel = ''] = html.match(/http:\/\/[^"]+\/t\/[^"]+/g) ?? [];
    expect([link, pixel].every((url) => url.startsWith(`${own(host)}/t/`))).toBe(true);
    const led = await ask(host, link.slice(own(host).length).replaceAll('&amp;', '&'));
    expect([led.status, led.headers['location']]).toEqual([302, 'https://shop.example/']);
    // Links still work on all names of this server after the custom host was removed.
    await person.call('PATCH', `/domains/${added.id}`, { tracking_host: null });
    expect((await ask(host, pixel.slice(own(host).length))).status).toBe(200);
    expect((await ask(PUBLIC, pixel.slice(own(host).length))).status).toBe(200);
  });
});

async function recheckAll(): Promise<void> {
  const { db, log } = app.installation;
  await db.query({ name: '', text: `update domain set next_check_at = now() - interval '1 minute'` }, []);
  await recheckDomains({ ...domainPartsOf(app.installation), log, rotationDays: 0 });
}
