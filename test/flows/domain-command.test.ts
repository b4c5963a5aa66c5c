// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { runToEnd } from './program.ts';

let test: TestDatabase;
let dns: DnsServer;

beforeAll(async () => {
  test = await createTestDatabase();
  dns = await startDnsServer({});
  await createAccount(test.db, { email: 'a@acme.example', plan: 'free', isOperator: false });
});
afterAll(async () => {
  await dns.close();
  await test.drop();
});

async function domain(...args: string[]): Promise<string> {
  return (await run(...args)).output;
}

async function run(...args: string[]) {
  return runToEnd(['domain', ...args, '--account', 'a@acme.example'], {
    DATABASE_URL: test.url,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: 'a secret that only these tests use, long enough',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_HOSTNAME: 'mail.acme.example',
    POSTRIDER_INBOUND_PORT: '25',
    POSTRIDER_DKIM_ED25519: '1',
  });
}

it('adds, publishes, verifies and rotates a domain for an operator', { timeout: 180_000 }, async () => {
  const added = await domain('add', 'acme.example');
  expect(added).toMatch(/dkim1 \(required\): not checked yet\n +TXT +pr1\._domainkey\.acme\.example/);
  expect(added).toContain('dkim1_ed25519 (optional)');
  expect(added).toContain('v=DMARC1; p=none; rua=mailto:dmarc-reports@mail.acme.example;');
  expect(added).toContain('v=TLSRPTv1; rua=mailto:tls-reports@mail.acme.example');
  expect(await domain('rotate', 'acme.example')).toContain('is not verified');

  const [, data = ''] = /(v=DKIM1; k=rsa; p=\S+)/.exec(added) ?? [];
  dns.set('pr1._domainkey.acme.example', 'TXT', [data]);
  expect(await domain('verify', 'acme.example')).toContain('acme.example: verified');

  const rotating = await domain('rotate', 'acme.example');
  expect(rotating).toMatch(/dkim1 \(required\): found/);
  expect(rotating).toMatch(/dkim2 \(recommended\): not checked yet\n +TXT +pr2\._domainkey\.acme\.example/);
  expect(rotating).toContain('Postrider signs with the new key');
  expect(await domain('rotate', 'acme.example')).toContain('already has a new key');
  dns.set('pr1._domainkey.acme.example', 'TXT', 'NXDOMAIN');
  expect(await domain('verify', 'acme.example')).toContain('has been missing since');
  const shown = await domain('show', 'acme.example');
  expect(shown).toContain('Publish the record of the key pr2 at pr2._domainkey.acme.example');
});

it('cancels a rotation, and switches keys immediately', { timeout: 180_000 }, async () => {
  const cancelled = await domain('rotate', 'acme.example', '--cancel');
  expect(cancelled).toContain('The new key was deleted');
  expect(cancelled).not.toContain('pr2._domainkey');
  const urgent = await domain('rotate', 'acme.example', '--now');
  expect(urgent).toContain('as soon as its record is found at pr2._domainkey.acme.example');
  expect(urgent).toContain('postrider domain verify acme.example');
  const [, data = ''] = /pr2\._domainkey\.acme\.example\n +(v=DKIM1; k=rsa; p=\S+)/.exec(urgent) ?? [];
  dns.set('pr2._domainkey.acme.example', 'TXT', [data]);
  const now = await domain('rotate', 'acme.example', '--now');
  expect(now).toContain('Emails are no longer signed with the key pr1');
  expect(now).toContain('remove its record');
});

it('reports problems with an exit code and notes', { timeout: 180_000 }, async () => {
  const added = await run('add', 'other.example');
  expect(added.code).toBe(0);
  // DMARC reports for the added domain are sent to this server's domain, which must authorize them.
  expect(added.output).toContain('a TXT record at other.example._report._dmarc.mail.acme.example with v=DMARC1');

  const failed = await run('verify', 'other.example');
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('other.example: failed');
  expect(failed.output).toContain('postrider: other.example is not verified');

  const [, key = ''] = /(v=DKIM1; k=rsa; p=\S+)/.exec(added.output) ?? [];
  dns.set('pr1._domainkey.other.example', 'TXT', [key.replace('v=DKIM1;', 'v=DKIM1; t=y;')]);
  dns.set('mail.acme.example', 'A', ['192.0.2.9']);
  dns.set('bounce.other.example', 'TXT', ['v=spf1 include:spf.other.example -all']);
  dns.set('spf.other.example', 'TXT', ['v=spf1 ip4:192.0.2.0/28 -all']);
  dns.set('_dmarc.other.example', 'TXT', ['v=DMARC1; p=none; rua=mailto:dmarc-reports@mail.acme.example']);
  dns.set('other.example._report._dmarc.mail.acme.example', 'TXT', ['v=DMARC1']);
  const verified = await run('verify', 'other.example');
  expect(verified.code).toBe(0);
  expect(verified.output).toMatch(/spf \(recommended\): found/);
  expect(verified.output).toMatch(/Note: The record at pr1\._domainkey\.other\.example has t=y \(testing\)/);
  expect(verified.output).not.toContain('_report._dmarc');

  dns.set('mail.acme.example', 'A', ['198.51.100.9']);
  const moved = await run('verify', 'other.example');
  expect(moved.code).toBe(0);
  expect(moved.output).toContain('The record does not permit 198.51.100.9.');

  dns.set('pr1._domainkey.other.example', 'TXT', 'SERVFAIL');
  expect((await run('verify', 'other.example')).code).toBe(1);
});
