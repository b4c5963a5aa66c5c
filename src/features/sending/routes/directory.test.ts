import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { loadConfig } from '../../../base/config.ts';
import { createVault } from '../../../base/crypto.ts';
import { createLog, silentLog } from '../../../base/log.ts';
import { Refusal } from '../../../base/refusal.ts';
import {
  addRelay,
  addRule,
  addSource,
  MAX_RELAY_CONNECTIONS,
  MAX_RULES,
  MAX_SOURCES,
  removeRelay,
  removeRule,
  removeSource,
} from './administration.ts';
import { createRouteDirectory } from './directory.ts';

const vault = createVault('a secret that only tests use, long enough');
const MAIL = {
  accountId: 7,
  class: 'campaign',
  recipientDomain: 'shop.example',
  senderDomain: () => Promise.resolve('acme.example'),
};

let test: TestDatabase;
let now: number;

beforeEach(async () => {
  test = await createTestDatabase();
  now = 1_000_000;
});
afterEach(() => test.drop());

function directory(
  environment: Record<string, string> = {},
  parts: { vault?: typeof vault; log?: typeof silentLog } = {},
) {
  const config = loadConfig({ POSTRIDER_HOSTNAME: 'mta.example', POSTRIDER_WORKERS: '2', ...environment });
  return createRouteDirectory({ db: test.db, vault, clock: { now: () => now }, log: silentLog, config, ...parts });
}

const relay = (name: string, maxConnections = 8) =>
  addRelay(test.db, vault, { name, url: `smtp://user:secret%2F1@${name}.example:2587`, maxConnections });
const source = (name: string, pool: string, ipv4 = '192.0.2.1') =>
  addSource(test.db, { name, pool, ipv4, ehloName: `${name}.example` });

describe('without any rule', () => {
  it('messages use the route of the settings', async () => {
    expect(await directory().routesFor(MAIL)).toEqual([{ kind: 'inbox', name: 'inbox' }]);
    const relayed = directory({
      POSTRIDER_DELIVERY: 'relay',
      POSTRIDER_RELAY_URL: 'smtps://r.example',
      POSTRIDER_RELAY_CONNECTIONS: '9',
    });
    expect(await relayed.routesFor(MAIL)).toMatchObject([
      { kind: 'relay', name: 'relay', relay: { host: 'r.example', port: 465 }, maxConnections: 4 },
    ]);
    const direct = directory({ POSTRIDER_DELIVERY: 'direct', POSTRIDER_SOURCE_ADDRESS: '192.0.2.9, 2001:db8::9' });
    expect(await direct.routesFor(MAIL)).toEqual([
      {
        kind: 'direct',
        name: 'direct',
        source: {
          name: 'default',
          ipv4: '192.0.2.9',
          ipv6: '2001:db8::9',
          ehloName: 'mta.example',
          family: 'ipv4-first',
        },
      },
    ]);
  });
});

describe('a rule', () => {
  it('names routes in the order in which they are tried', async () => {
    await relay('ses');
    await source('m1', 'marketing');
    const id = await addRule(test.db, { class: 'campaign' }, 'direct:marketing, relay:ses, direct, inbox');
    const { rule, routes, missing } = await directory().decide(MAIL);
    expect(rule?.id).toBe(id);
    expect(missing).toEqual([]);
    expect(routes).toMatchObject([
      {
        kind: 'direct',
        name: 'direct:marketing',
        source: { name: 'm1', ipv4: '192.0.2.1', ehloName: 'm1.example', family: 'ipv4-only' },
      },
      {
        kind: 'relay',
        name: 'relay:ses',
        relay: { host: 'ses.example', port: 2587, tls: 'required', login: { user: 'user', password: 'secret/1' } },
        maxConnections: 4,
      },
      { kind: 'direct', name: 'direct', source: { name: 'default' } },
      { kind: 'inbox' },
    ]);
    expect(await directory().routesFor({ ...MAIL, class: 'transactional' })).toMatchObject([{ kind: 'inbox' }]);
  });

  it('of another process takes effect after one second, and not earlier', async () => {
    const known = directory();
    expect(await known.routesFor(MAIL)).toMatchObject([{ kind: 'inbox' }]);
    const id = await addRule(test.db, {}, 'direct');
    now += 999;
    expect(await known.routesFor(MAIL)).toMatchObject([{ kind: 'inbox' }]);
    now += 1;
    expect(await known.routesFor(MAIL)).toMatchObject([{ kind: 'direct' }]);
    await removeRule(test.db, id);
    now += 1_000;
    expect(await known.routesFor(MAIL)).toMatchObject([{ kind: 'inbox' }]);
  });

  it('with the relay of the settings skips it if the settings have none', async () => {
    await addRule(test.db, {}, 'relay:default, direct');
    expect(await directory().decide(MAIL)).toMatchObject({
      routes: [{ kind: 'direct' }],
      missing: [{ kind: 'relay', relay: 'default' }],
    });
    const configured = directory({ POSTRIDER_RELAY_URL: 'smtp://r.example' });
    expect(await configured.routesFor(MAIL)).toMatchObject([{ name: 'relay' }, { name: 'direct' }]);
  });

  it('whose routes all have no target leaves the decision to the settings', async () => {
    await relay('ses');
    await addRule(test.db, {}, 'relay:ses');
    await test.db.script('delete from route_relay');
    expect(await directory().routesFor(MAIL)).toMatchObject([{ kind: 'inbox' }]);
  });

  it('skips a relay that was encrypted with another secret, and logs that without the password', async () => {
    await relay('ses');
    await addRule(test.db, {}, 'relay:ses, direct');
    const lines: string[] = [];
    const other = directory(
      {},
      { vault: createVault('another secret, long enough'), log: createLog('debug', (line) => lines.push(line)) },
    );
    expect(await other.routesFor(MAIL)).toMatchObject([{ kind: 'direct' }]);
    expect(lines.join('')).toContain('"relay":"ses"');
    expect(lines.join('')).not.toContain('secret');
  });

  it('stays in use while the database is unavailable', async () => {
    await addRule(test.db, {}, 'direct');
    const known = directory();
    await known.routesFor(MAIL);
    await test.db.close();
    now += 10_000;
    expect(await known.routesFor(MAIL)).toMatchObject([{ kind: 'direct' }]);
    await expect(directory().routesFor(MAIL)).rejects.toThrow();
  });
});

describe('stored routes', () => {
  it('do not contain the password of a relay', async () => {
    await relay('ses');
    const [row] = await test.db.query<{ sealed: Buffer }>(
      { name: '', text: 'select sealed_url as sealed from route_relay' },
      [],
    );
    expect(row?.sealed.toString('latin1')).not.toContain('secret');
  });

  it('replace those with the same name', async () => {
    await source('m1', 'marketing');
    await source('m1', 'marketing', '192.0.2.2');
    await relay('ses');
    await relay('ses', 1);
    await addRule(test.db, {}, 'direct:marketing,relay:ses');
    expect(await directory().routesFor(MAIL)).toMatchObject([{ source: { ipv4: '192.0.2.2' } }, { maxConnections: 1 }]);
  });

  it('cannot be removed while a rule names them', async () => {
    await source('m1', 'marketing');
    await relay('ses');
    const id = await addRule(test.db, {}, 'direct:marketing,relay:ses');
    await expect(removeSource(test.db, 'm1')).rejects.toThrow(Refusal);
    await expect(removeRelay(test.db, 'ses')).rejects.toThrow(Refusal);
    // Moving the source to another pool would leave its previous pool empty.
    await expect(source('m1', 'transactional')).rejects.toThrow(Refusal);
    await source('m2', 'marketing');
    expect(await removeSource(test.db, 'm1')).toBe(true);
    expect(await removeRule(test.db, id)).toBe(true);
    expect(await removeRelay(test.db, 'ses')).toBe(true);
    expect(await removeRelay(test.db, 'ses')).toBe(false);
    expect(await removeSource(test.db, 'm1')).toBe(false);
    expect(await removeRule(test.db, id)).toBe(false);
  });

  it('reject a rule with a missing target, and a second rule for the same messages', async () => {
    await expect(addRule(test.db, {}, 'direct:marketing')).rejects.toThrow(Refusal);
    await expect(addRule(test.db, {}, 'relay:ses')).rejects.toThrow(Refusal);
    await addRule(test.db, { accountId: 7, recipientDomain: '*.Shop.example' }, 'direct');
    await expect(addRule(test.db, { accountId: 7, recipientDomain: '*.shop.example' }, 'inbox')).rejects.toThrow(
      Refusal,
    );
    await addRule(test.db, { recipientDomain: '*.shop.example' }, 'inbox');
  });

  it.each([
    { name: 'default' },
    { name: 'UPPER' },
    { pool: 'a b' },
    { ipv4: '2001:db8::1' },
    { ipv4: '192.0.2.256' },
    { ipv6: 'fe80::1%eth0' },
    { ipv6: '192.0.2.1' },
    { ehloName: 'two words' },
    { ehloName: 'nul\u0000.example' },
  ])('reject a source with %j', async (fault) => {
    await expect(addSource(test.db, { name: 'm1', pool: 'p', ehloName: 'm1.example', ...fault })).rejects.toThrow(
      Refusal,
    );
  });

  it.each([
    { url: 'http://r.example' },
    { url: `smtp://${'a'.repeat(2_000)}.example` },
    { maxConnections: 0 },
    { maxConnections: MAX_RELAY_CONNECTIONS + 1 },
    { maxConnections: 1.5 },
    { name: 'default' },
  ])('reject a relay with %j', async (fault) => {
    const good = { name: 'ses', url: 'smtp://r.example', maxConnections: MAX_RELAY_CONNECTIONS };
    await addRelay(test.db, vault, good);
    await expect(addRelay(test.db, vault, { ...good, ...fault })).rejects.toThrow(Refusal);
  });

  it('are limited in number', async () => {
    await test.db.script(`insert into route_source (name, pool, ehlo_name)
      select 's' || n, 'p', 'x.example' from generate_series(1, ${MAX_SOURCES - 1}) n;
      insert into route_rule (account_id, routes) select n, '{direct}' from generate_series(1, ${MAX_RULES - 1}) n`);
    await source('last', 'p');
    await expect(source('over', 'p')).rejects.toThrow(Refusal);
    await source('last', 'p', '192.0.2.7');
    await addRule(test.db, { accountId: MAX_RULES }, 'direct');
    await expect(addRule(test.db, { accountId: MAX_RULES + 1 }, 'direct')).rejects.toThrow(Refusal);
    expect(await directory().routesFor(MAIL)).toMatchObject([{ kind: 'direct' }]);
  });
});
