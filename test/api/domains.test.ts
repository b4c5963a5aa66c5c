import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Db } from '../../src/base/db.ts';
import { createResolver } from '../../src/base/dns.ts';
import {
  addDomain,
  createSenderDirectory,
  ensureSandboxKey,
  findDomain,
  listDomains,
  removeDomain,
  sandboxDkimRecord,
  verifyDomain,
} from '../../src/features/sending/domains/index.ts';
import { dkimRecord, type DkimKey } from '../../src/mail/dkim-key.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/db.ts';
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

/** Returns dependencies with a new resolver, which has nothing in its cache. */
function parts(timeoutMs = 30_000) {
  const resolver = createResolver({ clock: systemClock, servers: [dns.address], timeoutMs });
  return { ...domainPartsOf(app.installation), hostname: HOSTNAME, resolver };
}

function add(name: string, accountId = tenant.account.id) {
  return addDomain(parts(), accountId, name);
}

function verify(name: string, accountId = tenant.account.id, dnsTimeoutMs?: number) {
  return verifyDomain(parts(dnsTimeoutMs), accountId, name);
}

/** Adds a domain. Its DKIM record in DNS is the correct record with the given change applied. */
async function withDkim(answers: (data: string) => ZoneAnswers) {
  names += 1;
  const domain = await add(`d${names}.example`);
  const record = domain.records.find(({ name }) => name === 'dkim1');
  if (!record) throw new Error('every domain has a DKIM record');
  dns.set(record.host, 'TXT', answers(record.data));
  return { domain, record };
}

describe('adding a domain', () => {
  it('returns its own key and the records to publish', async () => {
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

  it('stores the private key encrypted', async () => {
    await add('sealed.example');
    const statement = {
      name: 'test_sealed',
      text: `select private_key from domain_key k join domain d on d.id = k.domain_id where d.name = 'sealed.example'`,
    };
    const [row] = await app.installation.db.query<{ private_key: Buffer }>(statement, []);
    expect(row?.private_key.toString('latin1')).not.toContain('PRIVATE KEY');
    expect(row?.private_key.length).toBeGreaterThan(1_000);
  });

  it('converts international names to A-labels', async () => {
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

  it('refuses the same name twice, also in another account', async () => {
    await add('shared.example');
    await expect(add('shared.example')).rejects.toMatchObject({ code: 'validation_error' });
    const other = await app.newAccount();
    await expect(add('shared.example', other.account.id)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('accepts the longest name whose records fit, but not one character more', async () => {
    const tail = `.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(40)}.example`;
    const name = `${'a'.repeat(237 - tail.length)}${tail}`;
    const domain = await addDomain({ ...parts(), ed25519: true }, tenant.account.id, name);
    expect(Math.max(...domain.records.map(({ host }) => host.length))).toBe(253);
    await expect(add(`a${name}`)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('refuses more than a thousand domains per account', async () => {
    const { account } = await app.newAccount();
    const fill = {
      name: 'test_fill_domains',
      text: `insert into domain (account_id, name)
             select $1, 'n' || n || '.example' from generate_series(1, 999) as n`,
    };
    await app.installation.db.query(fill, [account.id]);
    await add('last.example', account.id);
    await expect(add('over.example', account.id)).rejects.toMatchObject({ code: 'validation_error' });
    expect(await listDomains(app.installation.db, account.id)).toHaveLength(1_000);
    await removeDomain(app.installation.db, account.id, 'n1.example');
    await add('over.example', account.id);
  });

  it('finds, verifies and removes a domain in any notation', async () => {
    const { db } = app.installation;
    await add('bücher.example');
    const found = await findDomain(db, tenant.account.id, ' BÜCHER.example. ');
    expect(found?.name).toBe('xn--bcher-kva.example');
    expect((await verify('Bücher.Example')).name).toBe('xn--bcher-kva.example');
    expect(await removeDomain(db, tenant.account.id, 'BÜCHER.example')).toBe('xn--bcher-kva.example');
    expect(await findDomain(db, tenant.account.id, 'bücher.example')).toBeUndefined();
    expect(await findDomain(db, tenant.account.id, 'no name')).toBeUndefined();
  });

  it('adds one domain for two concurrent requests', async () => {
    const results = await Promise.allSettled([add('race.example'), add('race.example')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('verification', () => {
  it.each<[string, (data: string) => ZoneAnswers]>([
    ['as one text', (data) => [data]],
    ['split into strings', (data) => [[data.slice(0, 255), data.slice(255)]]],
    ['with spaces left in', (data) => [`${data.slice(0, 100)}  ${data.slice(100)} ;`]],
    ['with its tags in another order', (data) => [data.replace(/k=rsa; (.*)/, '$1; k=rsa')]],
  ])('finds the DKIM record %s', async (_name, answers) => {
    const { domain } = await withDkim(answers);
    const verified = await verify(domain.name);
    expect(verified.status).toBe('verified');
    expect(verified.verifiedAt).toBeInstanceOf(Date);
    expect(verified.records[0]).toMatchObject({ valid: true, reason: null });
  });

  it.each<[string, ZoneAnswers, string]>([
    ['missing', 'NXDOMAIN', 'No TXT record found'],
    ['of another key', ['v=DKIM1; k=rsa; p=AAAA'], 'contains a different key'],
    ['empty, like a revoked key', ['v=DKIM1; p='], 'revoked'],
    ['without a text', [], 'No TXT record found'],
    ['with bytes that the database cannot store', ['\u0000\u001b[2J v=DKIM1'], 'contains no key'],
  ])('fails if the DKIM record is %s', async (_name, answers, reason) => {
    const { domain } = await withDkim(() => answers);
    const failed = await verify(domain.name);
    expect(failed.status).toBe('failed');
    expect(failed.records[0]?.reason).toContain(reason);
  });

  it.each<[string, (data: string) => ZoneAnswers, string]>([
    ['in quotation marks', (data) => [`"${data.slice(0, 200)}" "${data.slice(200)}"`], 'quotation marks'],
    ['cut off at 255 characters', (data) => [data.slice(0, 255)], 'cut off'],
    ['next to another record', (data) => ['something else', data], '2 TXT records'],
  ])('explains the fix if the DKIM record is %s', async (_name, answers, reason) => {
    const { domain } = await withDkim(answers);
    const failed = await verify(domain.name);
    expect([failed.status, failed.verifiedAt]).toEqual(['failed', undefined]);
    expect(failed.records[0]?.reason).toContain(reason);
  });

  it('finds a record through an alias', async () => {
    const { domain, record } = await withDkim(() => []);
    dns.set(record.host, 'CNAME', [`alias.${domain.name}`]);
    dns.set(`alias.${domain.name}`, 'TXT', [record.data]);
    expect((await verify(domain.name)).status).toBe('verified');
  });

  it('stores a limited part of the DNS response', async () => {
    const { domain, record } = await withDkim(() => []);
    const texts = Array.from({ length: 11 }, (_, index) => `${index}`.padEnd(1_001, 'x'));
    dns.set(record.host, 'TXT', texts);
    const { records } = await verify(domain.name);
    expect(records[0]?.found.map((text) => text.length)).toEqual(Array.from({ length: 10 }, () => 1_000));
  });

  it('keeps a domain pending if DNS fails', async () => {
    const { domain } = await withDkim(() => 'SERVFAIL');
    const unknown = await verify(domain.name);
    expect([unknown.status, unknown.checkedAt instanceof Date]).toEqual(['pending', true]);
  });

  it.each<ZoneAnswers>(['SERVFAIL', 'TIMEOUT'])('keeps a domain verified after %s', async (fault) => {
    const { domain, record } = await withDkim((data) => [data]);
    await verify(domain.name);
    dns.set(record.host, 'TXT', fault);
    const again = await verify(domain.name, tenant.account.id, 1_000);
    expect(again.status).toBe('verified');
    expect(again.records[0]).toMatchObject({ valid: false, reason: expect.stringContaining('The DNS lookup failed') });
  });

  it('records the time of a missing record and keeps the domain verified for now', async () => {
    const { domain, record } = await withDkim((data) => [data]);
    await verify(domain.name);
    dns.set(record.host, 'TXT', 'NXDOMAIN');
    const missing = await verify(domain.name);
    expect([missing.status, missing.missingSince instanceof Date]).toEqual(['verified', true]);
    expect(missing.records[0]?.valid).toBe(false);
    dns.set(record.host, 'TXT', [record.data]);
    expect((await verify(domain.name)).missingSince).toBeUndefined();
  });

  it('checks the recommended records too', async () => {
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

  it.each<[string, ZoneAnswers | undefined, string]>([
    ['missing', undefined, 'record found at'],
    ['of another sender', ['v=spf1 include:other.example -all'], ''],
    ['unknown because DNS fails', 'SERVFAIL', 'The DNS lookup failed'],
  ])('succeeds if the recommended records are %s', async (_name, answers, reason) => {
    const { domain } = await withDkim((data) => [data]);
    const isList = answers !== undefined && typeof answers !== 'string';
    if (answers) {
      const exchanges = isList ? [{ exchange: 'other.example', preference: 1 }] : answers;
      dns.set(`bounce.${domain.name}`, 'MX', exchanges);
      dns.set(`bounce.${domain.name}`, 'TXT', answers);
      dns.set(`_dmarc.${domain.name}`, 'TXT', answers);
    }
    const { status, records } = await verify(domain.name);
    expect([status, records.map(({ valid }) => valid)]).toEqual(['verified', [true, false, false, false]]);
    for (const record of records.slice(1)) expect(record.reason).toContain(reason);
  });

  it('returns not_found for a domain of another account', async () => {
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

  it('is refused with the missing record and allowed within a second after verification', async () => {
    const { domain, record } = await withDkim(() => 'NXDOMAIN');
    const early = await send(`a@${domain.name}`);
    expect([early.status, early.name]).toEqual([403, 'domain_not_verified']);
    expect(early.fix).toContain(record.host);
    expect(early.fix).toContain(record.data.slice(0, 40));
    dns.set(record.host, 'TXT', [record.data]);
    await verify(domain.name);
    await eventually(
      'sends from the domain are accepted',
      async () => (await send(`a@${domain.name}`)).status === 202 || undefined,
    );
  });

  it('is refused after the domain is removed', async () => {
    const { domain } = await withDkim((data) => [data]);
    await verify(domain.name);
    expect(await removeDomain(app.installation.db, tenant.account.id, domain.name)).toBe(domain.name);
    expect((await send(`a@${domain.name}`)).status).toBe(403);
    const listed = await listDomains(app.installation.db, tenant.account.id);
    expect(listed.map(({ name }) => name)).not.toContain(domain.name);
    expect(await removeDomain(app.installation.db, tenant.account.id, domain.name)).toBeUndefined();
  });

  it('is refused for a subdomain of a verified domain', async () => {
    const { domain } = await withDkim((data) => [data]);
    await verify(domain.name);
    expect((await send(`a@sub.${domain.name}`)).status).toBe(403);
  });
});

describe('signing keys', () => {
  /** Returns a sender directory with its own cache and clock, like that of another process. */
  function directory() {
    const { config, db, vault } = app.installation;
    const clock = { time: 1_800_000_000_000, now: () => clock.time };
    return { clock, senders: createSenderDirectory({ db, vault, clock, sandboxDomain: config.sandboxDomain }) };
  }

  /** Returns the public key that verifies the given key's signatures. */
  function recordOf(key: DkimKey | undefined): string {
    if (!key) throw new Error('a key is expected');
    return dkimRecord(createPublicKey(key.privateKey).export({ type: 'spki', format: 'der' }).toString('base64'));
  }

  async function verified(name: string, accountId: number) {
    const domain = await add(name, accountId);
    const [record] = domain.records;
    if (!record) throw new Error('a DKIM record is expected');
    dns.set(record.host, 'TXT', [record.data]);
    await verify(name, accountId);
    return record.data;
  }

  it('belong to the account, even if another account gets the domain later', async () => {
    const other = await app.newAccount();
    const mine = await verified('both.example', tenant.account.id);
    await removeDomain(app.installation.db, tenant.account.id, 'both.example');
    const theirs = await verified('both.example', other.account.id);
    const { senders } = directory();
    for (const [accountId, data] of [
      [tenant.account.id, mine],
      [other.account.id, theirs],
    ] as const) {
      const keys = await senders.signingKeys(accountId, 'both.example');
      expect(keys).toMatchObject([{ domain: 'both.example', selector: 'pr1', algorithm: 'rsa-sha256' }]);
      expect(recordOf(keys[0])).toBe(data);
    }
  });

  it('are parsed once for concurrent callers', async () => {
    await verified('once.example', tenant.account.id);
    const { clock, senders } = directory();
    const asked = await Promise.all([1, 2, 3].map(() => senders.signingKeys(tenant.account.id, 'once.example')));
    clock.time += 5_000;
    const later = await senders.signingKeys(tenant.account.id, 'once.example');
    expect(new Set([...asked, later].map(([key]) => key?.privateKey)).size).toBe(1);
  });

  it('remain after the removal and a new addition until that is verified, then the new key signs', async () => {
    const { db } = app.installation;
    const { id } = tenant.account;
    const old = await verified('again.example', id);
    const { clock, senders } = directory();
    const present = async (): Promise<string> => recordOf((await senders.signingKeys(id, 'again.example'))[0]);
    expect(await present()).toBe(old);
    await removeDomain(db, id, 'again.example');
    clock.time += 1_000;
    expect(await present()).toBe(old);
    const record = (await add('again.example')).records[0];
    if (!record) throw new Error('a DKIM record is expected');
    clock.time += 1_000;
    expect(await present()).toBe(old);
    dns.set(record.host, 'TXT', [record.data]);
    await verify('again.example');
    clock.time += 1_000;
    expect(await present()).toBe(record.data);
  });

  it('are refused for a domain that the account never had', async () => {
    const other = await app.newAccount();
    await verified('mine.example', tenant.account.id);
    await expect(directory().senders.signingKeys(other.account.id, 'mine.example')).rejects.toThrow('no signing key');
  });

  it('are read again after a failure', async () => {
    await verified('flaky.example', tenant.account.id);
    const { config, db, vault } = app.installation;
    let isAway = true;
    const sometimes: Db = {
      query: (statement, values) => (isAway ? Promise.reject(new Error('away')) : db.query(statement, values)),
    };
    const parts = { db: sometimes, vault, clock: systemClock, sandboxDomain: config.sandboxDomain };
    const senders = createSenderDirectory(parts);
    await expect(senders.requireSender(tenant.account.id, 'flaky.example')).rejects.toThrow('away');
    await expect(senders.signingKeys(tenant.account.id, 'flaky.example')).rejects.toThrow('away');
    isAway = false;
    expect(await senders.requireSender(tenant.account.id, 'flaky.example')).toBe('verified');
    expect(await senders.signingKeys(tenant.account.id, 'flaky.example')).toHaveLength(1);
  });

  it('of the sandbox domain are one encrypted key for concurrently starting processes', async () => {
    const test = await createTestDatabase();
    try {
      const { config, vault } = app.installation;
      await Promise.all([1, 2, 3].map(() => ensureSandboxKey(test.db, vault)));
      const { data } = await sandboxDkimRecord(test.db, vault, config.sandboxDomain);
      await ensureSandboxKey(test.db, vault);
      const parts = { db: test.db, vault, clock: systemClock, sandboxDomain: config.sandboxDomain };
      const senders = createSenderDirectory(parts);
      expect(await senders.requireSender(tenant.account.id, config.sandboxDomain)).toBe('sandbox');
      expect(recordOf((await senders.signingKeys(tenant.account.id, config.sandboxDomain))[0])).toBe(data);
      const rows = await test.db.query<{ value: Buffer }>(
        { name: 'test_facts', text: 'select value from installation' },
        [],
      );
      expect(Buffer.concat(rows.map(({ value }) => value)).toString('latin1')).not.toContain('PRIVATE KEY');
    } finally {
      await test.drop();
    }
  });
});
