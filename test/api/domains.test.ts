import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createResolver } from '../../src/base/dns.ts';
import { addDomain, listDomains, removeDomain, verifyDomain } from '../../src/features/domains/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer, type ZoneAnswers } from '../support/dns-server.ts';

const HOSTNAME = 'mail.postrider.example';

let app: TestApp;
let dns: DnsServer;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let names = 0;

beforeAll(async () => {
  app = await startApp();
  dns = await startDnsServer({});
  tenant = await app.newAccount();
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

function add(name: string, accountId = tenant.account.id) {
  const { config, db, vault } = app.installation;
  return addDomain({ db, vault, hostname: HOSTNAME, sandboxDomain: config.sandboxDomain }, accountId, name);
}

/** A resolver of its own each time: nothing is remembered from before. */
function verify(name: string, accountId = tenant.account.id) {
  const resolver = createResolver({ clock: systemClock, servers: [dns.address], timeoutMs: 1_000 });
  return verifyDomain({ db: app.installation.db, resolver, hostname: HOSTNAME }, accountId, name);
}

/** A new domain with the DKIM record that stands in DNS made of its right value. */
async function withDkim(answers: (data: string) => ZoneAnswers) {
  names += 1;
  const domain = await add(`d${names}.example`);
  const record = domain.records.find(({ name }) => name === 'dkim1');
  if (!record) throw new Error('every domain has a DKIM record');
  dns.set(record.host, 'TXT', answers(record.data));
  return { domain, record };
}

describe('adding', () => {
  it('gives a domain of its own key and the records to publish', async () => {
    const domain = await add('Acme.Example');
    expect(domain).toMatchObject({ name: 'acme.example', status: 'pending' });
    expect(domain.records.map(({ name, type, host, required }) => [name, type, host, required])).toEqual([
      ['dkim1', 'TXT', 'pr1._domainkey.acme.example', true],
      ['return_path', 'MX', 'bounce.acme.example', false],
      ['spf', 'TXT', 'bounce.acme.example', false],
      ['dmarc', 'TXT', '_dmarc.acme.example', false],
    ]);
    const [dkim] = domain.records;
    expect(dkim?.dataParts?.join('')).toBe(dkim?.data);
    expect(Math.max(...(dkim?.dataParts ?? []).map((part) => part.length))).toBe(255);
  });

  it('keeps the private key sealed', async () => {
    await add('sealed.example');
    const statement = {
      name: 'test_sealed',
      text: `select dkim_private_key from domain where name = 'sealed.example'`,
    };
    const [row] = await app.installation.db.query<{ dkim_private_key: Buffer }>(statement, []);
    expect(row?.dkim_private_key.toString('latin1')).not.toContain('PRIVATE KEY');
    expect(row?.dkim_private_key.length).toBeGreaterThan(1_000);
  });

  it('takes international names as A-labels', async () => {
    expect((await add('münchen.example')).name).toBe('xn--mnchen-3ya.example');
  });

  it.each([
    '',
    'localhost',
    'a..b',
    '-a.example',
    'a b.example',
    '1.2.3.4',
    'sandbox.localhost',
    'x@y.example',
    'a.example\r\nX',
  ])('refuses %j', async (name) => {
    await expect(add(name)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('refuses the same name twice, but another account may have it too, with another key', async () => {
    const mine = await add('shared.example');
    await expect(add('shared.example')).rejects.toMatchObject({ code: 'validation_error' });
    const other = await app.newAccount();
    const theirs = await add('shared.example', other.account.id);
    expect(theirs.records[0]?.data).not.toBe(mine.records[0]?.data);
  });

  it('two at once add one', async () => {
    const results = await Promise.allSettled([add('race.example'), add('race.example')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('verifying', () => {
  it.each<[string, (data: string) => ZoneAnswers]>([
    ['as one text', (data) => [data]],
    ['split into strings', (data) => [[data.slice(0, 255), data.slice(255)]]],
    ['with quotes and spaces left in', (data) => [`"${data.slice(0, 100)}" "${data.slice(100)}"`]],
    ['with its tags in another order', (data) => [data.replace('v=DKIM1; k=rsa; ', 'k=rsa; v=DKIM1; ')]],
    ['beside another record', (data) => ['something else', data]],
  ])('finds the DKIM record %s', async (_name, answers) => {
    const { domain } = await withDkim(answers);
    const verified = await verify(domain.name);
    expect(verified.status).toBe('verified');
    expect(verified.verifiedAt).toBeInstanceOf(Date);
    expect(verified.records[0]).toMatchObject({ valid: true, reason: null });
  });

  it.each<[string, ZoneAnswers, string]>([
    ['missing', 'NXDOMAIN', 'There is no TXT record'],
    ['of another key', ['v=DKIM1; k=rsa; p=AAAA'], 'holds another key'],
    ['empty, as a revoked key', ['v=DKIM1; p='], 'holds another key'],
  ])('fails when the DKIM record is %s', async (_name, answers, reason) => {
    const { domain } = await withDkim(() => answers);
    const failed = await verify(domain.name);
    expect(failed.status).toBe('failed');
    expect(failed.records[0]?.reason).toContain(reason);
  });

  it.each<ZoneAnswers>(['SERVFAIL', 'TIMEOUT'])('%s says nothing: what was verified stays so', async (fault) => {
    const { domain, record } = await withDkim((data) => [data]);
    await verify(domain.name);
    dns.set(record.host, 'TXT', fault);
    const again = await verify(domain.name);
    expect(again.status).toBe('verified');
    expect(again.records[0]).toMatchObject({ valid: false, reason: expect.stringContaining('DNS did not answer') });
  });

  it('a record that vanished takes the verification back', async () => {
    const { domain, record } = await withDkim((data) => [data]);
    await verify(domain.name);
    dns.set(record.host, 'TXT', 'NXDOMAIN');
    expect((await verify(domain.name)).status).toBe('failed');
  });

  it('looks at the recommended records too', async () => {
    const { domain } = await withDkim((data) => [data]);
    dns.set(`bounce.${domain.name}`, 'MX', [{ exchange: HOSTNAME, preference: 20 }]);
    dns.set(`bounce.${domain.name}`, 'TXT', [`v=spf1  a:${HOSTNAME.toUpperCase()} ~all`]);
    dns.set(`_dmarc.${domain.name}`, 'TXT', ['v=DMARC1; p=reject; rua=mailto:x@y.example']);
    expect((await verify(domain.name)).records.map(({ name, valid }) => [name, valid])).toEqual([
      ['dkim1', true],
      ['return_path', true],
      ['spf', true],
      ['dmarc', true],
    ]);
  });

  it('is not_found for a domain of another account', async () => {
    const { domain } = await withDkim((data) => [data]);
    const other = await app.newAccount();
    await expect(verify(domain.name, other.account.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('sending', () => {
  async function send(from: string): Promise<{ status: number; name?: string; fix?: string }> {
    const mail = { from, to: ['delivered@sandbox.localhost'], subject: 'S', text: 'T' };
    const { status, body } = await tenant.post('/transactional/emails', mail);
    return { status, name: body.name, fix: body.fix };
  }

  it('is refused with the missing record until it is published, and then allowed within a second', async () => {
    const { domain, record } = await withDkim(() => 'NXDOMAIN');
    const early = await send(`a@${domain.name}`);
    expect([early.status, early.name]).toEqual([403, 'domain_not_verified']);
    expect(early.fix).toContain(record.host);
    expect(early.fix).toContain(record.data.slice(0, 40));
    dns.set(record.host, 'TXT', [record.data]);
    await verify(domain.name);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await send(`a@${domain.name}`)).status).toBe(202);
  });

  it('ends when the domain is removed', async () => {
    const { domain } = await withDkim((data) => [data]);
    await verify(domain.name);
    expect(await removeDomain(app.installation.db, tenant.account.id, domain.name)).toBe(true);
    expect((await send(`a@${domain.name}`)).status).toBe(403);
    const listed = await listDomains(app.installation.db, tenant.account.id);
    expect(listed.map(({ name }) => name)).not.toContain(domain.name);
    expect(await removeDomain(app.installation.db, tenant.account.id, domain.name)).toBe(false);
  });

  it('a sub-domain of a verified domain is another domain', async () => {
    const { domain } = await withDkim((data) => [data]);
    await verify(domain.name);
    expect((await send(`a@sub.${domain.name}`)).status).toBe(403);
  });
});
