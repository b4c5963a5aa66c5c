import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../src/features/accounts/index.ts';
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
  const { output } = await runToEnd(['domain', ...args, '--account', 'a@acme.example'], {
    DATABASE_URL: test.url,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: 'a secret that only these tests use, long enough',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_HOSTNAME: 'mail.acme.example',
    POSTRIDER_INBOUND_PORT: '25',
    POSTRIDER_DKIM_ED25519: '1',
  });
  return output;
}

it('an operator adds a domain, publishes, verifies and rotates', { timeout: 60_000 }, async () => {
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
  expect(rotating).toContain('signs from');
  expect(await domain('rotate', 'acme.example')).toContain('has a new key already');
  dns.set('pr1._domainkey.acme.example', 'TXT', 'NXDOMAIN');
  expect(await domain('verify', 'acme.example')).toContain('has been missing since');
  const shown = await domain('show', 'acme.example');
  expect(shown).toContain('waits for its record at pr2._domainkey.acme.example');
});

it('and cancels a rotation, and lets a key follow at once', { timeout: 60_000 }, async () => {
  const cancelled = await domain('rotate', 'acme.example', '--cancel');
  expect(cancelled).toContain('The new key is gone');
  expect(cancelled).not.toContain('pr2._domainkey');
  const urgent = await domain('rotate', 'acme.example', '--now');
  expect(urgent).toContain('signs as soon as its record is found at pr2._domainkey.acme.example');
  expect(urgent).toContain('postrider domain verify acme.example');
  const [, data = ''] = /pr2\._domainkey\.acme\.example\n +(v=DKIM1; k=rsa; p=\S+)/.exec(urgent) ?? [];
  dns.set('pr2._domainkey.acme.example', 'TXT', [data]);
  const now = await domain('rotate', 'acme.example', '--now');
  expect(now).toContain('The key pr1 no longer signs');
  expect(now).toContain('remove its record');
});
