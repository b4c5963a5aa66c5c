// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { examineBlocklist } from '../../src/app/doctor/blocklist.ts';
import { judgeLetters } from '../../src/app/doctor/host.ts';
import { serverState } from '../../src/app/doctor/queries.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { systemClock } from '../../src/base/clock.ts';
import { loadConfig } from '../../src/base/config.ts';
import { createVault, randomText } from '../../src/base/crypto.ts';
import { openDatabase } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { runToEnd } from './program.ts';

const SECRET = 'a secret that only these tests use, long enough';

let test: TestDatabase;
let dns: DnsServer;
let sink: SmtpSink;

beforeAll(async () => {
  test = await createTestDatabase();
  sink = await startSmtpSink();
  dns = await startDnsServer({
    'there.example': { MX: [{ preference: 10, exchange: 'mx.there.example' }] },
    'mx.there.example': { A: ['127.0.0.1'] },
    'mail.acme.example': { A: ['127.0.0.1'] },
  });
  const account = await createAccount(test.db, { email: 'a@acme.example', plan: 'free', isOperator: false });
  const config = loadConfig({ POSTRIDER_HOSTNAME: 'mail.acme.example', POSTRIDER_RESOLVER: dns.address });
  const parts = domainPartsOf({ clock: systemClock, config, db: test.db, vault: createVault(SECRET) });
  await addDomain(parts, account.id, 'acme.example');
  await verifyDomain(parts, account.id, 'acme.example');
});
afterAll(async () => {
  await dns.close();
  await sink.close();
  await test.drop();
});

function doctor(environment: Record<string, string>, ...args: string[]) {
  return runToEnd(['doctor', ...args], {
    DATABASE_URL: test.url,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: SECRET,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    ...environment,
  });
}

describe('postrider doctor', { timeout: 60_000 }, () => {
  it('lists what prevents delivery, each with a fix, and exits with an error', async () => {
    const { code, output } = await doctor(
      { POSTRIDER_DELIVERY: 'direct', POSTRIDER_HOSTNAME: 'mail.acme.example' },
      '--probe',
      'there.example',
    );
    expect(code).toBe(1);
    // Expected problems: the test database runs without fsync, the loopback address does not belong to
    // mail.acme.example, and no DNS records are published.
    expect(output).toMatch(/PROBLEM database .*fsync/);
    expect(output).toMatch(/PROBLEM host name .*127\.0\.0\.1/);
    expect(output).toContain('PTR record to mail.acme.example');
    expect(output).toMatch(/PROBLEM domain acme\.example/);
    expect(output).toContain('postrider domain show acme.example --account a@acme.example');
    expect(output).toMatch(/(ok|warning) +port 25 +mx\.there\.example \[127\.0\.0\.1\] responds/);
    expect(output).toMatch(/3 problems found/);
  });

  it('reports if no server can be reached', async () => {
    const { output } = await doctor(
      { POSTRIDER_DELIVERY: 'direct', POSTRIDER_HOSTNAME: 'mail.acme.example', POSTRIDER_SMTP_PORT: '1' },
      '--probe',
      'there.example',
    );
    expect(output).toMatch(/PROBLEM port 25 +mx\.there\.example \[127\.0\.0\.1\]: .*refused/);
    expect(output).toContain('POSTRIDER_DELIVERY=relay');
  });

  it('reports an unresponsive DNS server, as a warning if another one responds', async () => {
    const direct = { POSTRIDER_DELIVERY: 'direct', POSTRIDER_HOSTNAME: 'mail.acme.example' };
    const silent = '127.0.0.1:1';
    const one = await doctor({ ...direct, POSTRIDER_RESOLVER: `${dns.address},${silent}` }, '--probe', 'there.example');
    expect(one.output).toContain(`DNS server     ${dns.address} responds`);
    expect(one.output).toMatch(/warning DNS server +127\.0\.0\.1:1: /);
    const none = await doctor({ ...direct, POSTRIDER_RESOLVER: silent }, '--probe', 'there.example');
    expect(none.output).toMatch(/PROBLEM DNS server +127\.0\.0\.1:1: /);
    expect(none.output).toContain('POSTRIDER_RESOLVER');
  });

  it('checks the relay but not the reverse DNS if email uses a relay', async () => {
    const { output } = await doctor({
      POSTRIDER_DELIVERY: 'relay',
      POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    });
    expect(output).toMatch(/(ok|warning) +relay +127\.0\.0\.1 \[127\.0\.0\.1\] responds/);
    expect(output).not.toContain('host name');
  });

  it('reports listeners that missed outcomes, with the reason', async () => {
    await test.db.script(`
      insert into outcome_missed (account_id, part, message_id, recipient_no, outcome, error, attempts, next_at)
      select 1, 'statistics', gen_random_uuid(), 0, '{}', 'no room for it', n, case when n = 1 then now() end
      from generate_series(1, 3) as n`);
    const { output } = await doctor({ POSTRIDER_DELIVERY: 'inbox' });
    expect(output).toMatch(
      /warning outcomes +Component "statistics" did not record 3 outcomes of one account \(expired: 2\). The oldest is 0 minutes old: no room/,
    );
    await test.db.script('truncate outcome_missed');
  });

  it('reports the mailing that keeps an expired day, with the reason', async () => {
    await test.db.script(`insert into recipient_batch (account_id, id, mailing_id, failed)
      values (1, uuid_at('2026-01-01'), '019a0000-0000-7000-8000-000000000001', 'no room left')`);
    const { output } = await doctor({ POSTRIDER_DELIVERY: 'inbox' });
    expect(output).toContain('019a0000-0000-7000-8000-000000000001 (account 1) prevent the removal of an expired day');
    expect(output).toContain('no room left');
  });

  it('warns about a database that folds case only for a to z', async () => {
    const name = `letters_${randomText(12).toLowerCase()}`;
    const letters = async (locale: string) => {
      await test.db.script(`create database ${name} locale '${locale}' locale_provider libc template template0`);
      const url = test.url.replace(/[^/]+$/, name);
      const db = openDatabase({ url, log: silentLog, connections: 1, applicationName: 'test' });
      const states = await serverState(db);
      await db.close();
      await test.db.script(`drop database ${name}`);
      return states.flatMap(judgeLetters).map(({ level, remedy }) => [level, remedy]);
    };
    expect(await letters('C')).toEqual([['warning', expect.stringContaining("locale 'C.UTF-8' template template0")]]);
    expect(await letters('C.UTF-8')).toEqual([]);
  });

  it('makes no network requests if email stays local', async () => {
    const { output } = await doctor({ POSTRIDER_DELIVERY: 'inbox' });
    expect(output).toMatch(/ok +delivery +to the local inbox/);
    expect(output).not.toMatch(/port 25|relay/);
  });
});

describe('examineBlocklist', () => {
  function blocklist(environment: Record<string, string>) {
    const config = loadConfig({ POSTRIDER_DELIVERY: 'direct', POSTRIDER_RESOLVER: dns.address, ...environment });
    return examineBlocklist({ clock: systemClock, config, db: test.db });
  }

  it('looks up the source addresses, or else those of the host name', async () => {
    dns.set('7.113.51.11.zen.spamhaus.org', 'A', ['127.0.0.3']);
    dns.set('named.acme.example', 'A', ['11.51.113.8', '10.0.0.1']);
    const [listed, ...others] = await blocklist({ POSTRIDER_SOURCE_ADDRESS: '11.51.113.7' });
    expect([listed?.level, others]).toEqual(['problem', []]);
    expect(listed?.message).toContain('11.51.113.7 is on zen.spamhaus.org (127.0.0.3)');
    const byName = await blocklist({ POSTRIDER_HOSTNAME: 'named.acme.example' });
    expect(byName.map(({ level, message }) => [level, message])).toEqual([
      ['ok', '11.51.113.8 is not on zen.spamhaus.org'],
    ]);
  });

  it('makes no lookup if email uses a relay', async () => {
    const asked = dns.queries.length;
    const environment = { POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: 'smtp://127.0.0.1:25' };
    expect(await blocklist({ ...environment, POSTRIDER_SOURCE_ADDRESS: '11.51.113.7' })).toEqual([]);
    expect(dns.queries.length).toBe(asked);
  });
});
