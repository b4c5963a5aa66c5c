// Place in a run: beside the storm.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createWarmUp } from '../../src/features/sending/warm-up/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { runToEnd } from './program.ts';

const EMAIL = 'shop@acme.example';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  expect((await postrider('account', 'add', EMAIL)).code).toBe(0);
});
afterAll(() => database.drop());

function postrider(...args: string[]) {
  return runToEnd(args, {
    DATABASE_URL: database.url,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: 'a secret that only these tests use, long enough',
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_HOSTNAME: 'mta.acme.example',
  });
}

describe('operator commands for delivery routes', { timeout: 60_000 }, () => {
  it('create sources, relays and rules, list them, and show the route of a message', async () => {
    const before = await postrider('route', 'test', EMAIL, 'ann@gmail.example');
    expect(before.output).toContain('No rule matches');
    expect(before.output).toContain(
      "1. direct from source default (mta.acme.example, the system's address, ipv4-first)",
    );

    const relay = await postrider(
      'route',
      'add-relay',
      'ses',
      'smtp://me:pa%2Fss@ses.example:2587',
      '--connections',
      '4',
    );
    expect(relay).toMatchObject({ code: 0, output: expect.stringContaining('Saved relay ses at ses.example:2587') });
    const source = ['m1', '--ehlo', 'm1.acme.example', '--pool', 'marketing', '--ipv4', '192.0.2.1'];
    expect((await postrider('route', 'add-source', ...source)).code).toBe(0);
    const routes = ['--routes', 'direct:marketing, relay:ses'];
    const rule = await postrider('route', 'add-rule', '--account', EMAIL, '--class', 'campaign', ...routes);
    expect(rule).toMatchObject({ code: 0, output: expect.stringMatching(/^Saved rule \d+\./m) });

    const listed = (await postrider('route', 'list')).output;
    expect(listed).toMatch(/m1\s+marketing\s+192\.0\.2\.1\s+-\s+m1\.acme\.example/);
    expect(listed).toMatch(/ses\s+ses\.example:2587\s+required\s+me\s+4/);
    expect(listed).toMatch(/shop@acme\.example\s+-\s+-\s+campaign\s+direct:marketing, relay:ses/);
    expect(listed).not.toContain('pa/ss');
    expect(listed).not.toContain('pa%2Fss');

    const campaign = await postrider('route', 'test', EMAIL, 'ann@gmail.example', '--class', 'campaign');
    expect(campaign.output).toMatch(/Rule \d+ applies to this account and class campaign\./);
    expect(campaign.output).toContain('1. direct:marketing from source m1 (m1.acme.example, 192.0.2.1, ipv4-only)');
    expect(campaign.output).toContain('2. relay:ses at ses.example:2587');
    expect((await postrider('route', 'test', EMAIL, 'ann@gmail.example')).output).toContain('No rule matches');
  });

  it('remove only what no rule uses', async () => {
    const kept = await postrider('route', 'remove', 'relay', 'ses');
    expect(kept).toMatchObject({ code: 1, output: expect.stringContaining('relay:ses') });
    const id = /^(\d+) +shop/m.exec((await postrider('route', 'list')).output)?.[1] ?? '';
    expect((await postrider('route', 'remove', 'rule', id)).code).toBe(0);
    expect((await postrider('route', 'remove', 'relay', 'ses')).code).toBe(0);
    expect((await postrider('route', 'remove', 'relay', 'ses')).code).toBe(1);
    expect((await postrider('route', 'remove', 'source', 'm1')).code).toBe(0);
  });

  it('require the sender domain if a rule depends on it', async () => {
    await postrider('route', 'add-rule', '--sender', 'news.acme.example', '--routes', 'inbox');
    expect((await postrider('route', 'test', EMAIL, 'ann@x.example')).code).toBe(2);
    const reported = await postrider('route', 'test', EMAIL, 'ann@x.example', '--sender', 'news.acme.example');
    expect(reported.output).toContain('1. inbox');
  });

  it.each([
    ['a relay with an invalid URL', 1, ['add-relay', 'r', 'http://x.example']],
    ['a relay whose URL is read from empty standard input', 1, ['add-relay', 'r', '-']],
    ['a rule with an unknown route', 1, ['add-rule', '--routes', 'relay:gone']],
    ['a rule for an unknown class', 2, ['add-rule', '--routes', 'inbox', '--class', 'spam']],
    ['a source without an EHLO name', 2, ['add-source', 'm2', '--pool', 'p']],
    ['the removal of another kind of object', 2, ['remove', 'pool', 'p']],
  ])('reject %s', async (_, code, args) => {
    expect((await postrider('route', ...args)).code).toBe(code);
  });
});

describe('operator commands for warm-up', { timeout: 60_000 }, () => {
  it('show the progress of each ramp, and skip, start and reset it', async () => {
    const warmUp = createWarmUp({ db: database.db, clock: systemClock, log: silentLog, enabled: true, holdPercent: 5 });
    await warmUp.take({ source: 'default', senderDomain: 'acme.example', provider: 'google' });
    await warmUp.stop();
    const row = /default +acme\.example +google +(.*)/;
    expect(row.exec((await postrider('warm-up', 'list')).output)?.[1]).toMatch(/^1 +1 +50 +0 +warming/);
    expect(
      (await postrider('warm-up', 'skip', 'default', '--domain', 'Acme.example', '--provider', 'google')).code,
    ).toBe(0);
    expect(row.exec((await postrider('warm-up', 'list')).output)?.[1]).toMatch(/unlimited +- +warm$/);
    expect((await postrider('warm-up', 'start', 'default')).output).toContain('day 1');
    expect(row.test((await postrider('warm-up', 'list')).output)).toBe(false);
    expect((await postrider('warm-up', 'reset', 'default')).code).toBe(0);
  });

  it.each([
    ['an unknown source', 1, ['skip', 'm9']],
    ['a provider without a ramp', 1, ['skip', 'default', '--provider', 'yahoo']],
    ['a provider where none is allowed', 2, ['start', 'default', '--provider', 'google']],
  ])('refuse %s', async (_, code, args) => {
    expect((await postrider('warm-up', ...args)).code).toBe(code);
  });
});
