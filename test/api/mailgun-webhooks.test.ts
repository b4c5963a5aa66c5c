// Place in a run: slow.
import { createHmac } from 'node:crypto';
import Mailgun14 from 'mailgun.js-14';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountCommand } from '../../src/app/commands/account.ts';
import { keyCommand } from '../../src/app/commands/key.ts';
import type { Database } from '../../src/base/db.ts';
import { startHooks } from '../../src/features/compatibility/vendors/index.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { eventually, type TestApp } from '../support/app.ts';
import { basic, mailgunAccount, mailgunClient, postForm } from '../support/mailgun.ts';
import { shared } from '../support/shared.ts';
import { startVendorStage } from '../support/vendor-stage.ts';
import { status, type WebhookReceiver } from '../support/webhook-receiver.ts';

let app: TestApp;

const stage = shared(startVendorStage);

beforeAll(async () => {
  ({ app } = stage);
});
afterEach(async () => stage.endReceivers());

/** Methods of the newest client version that other tests do not use. */
interface Client {
  readonly webhooks: {
    list(domain: string, query?: object): Promise<Readonly<Record<string, { readonly urls: readonly string[] }>>>;
    get(domain: string, kind: string): Promise<{ readonly urls: readonly string[] }>;
    create(domain: string, kind: string, url: string): Promise<{ readonly urls: readonly string[] }>;
    update(
      domain: string,
      kind: string,
      url: string | readonly string[],
    ): Promise<{ readonly urls: readonly string[] }>;
    destroy(domain: string, kind: string): Promise<unknown>;
  };
  readonly domains: {
    list(query?: object): Promise<readonly { readonly name: string; readonly state: string }[]>;
    get(domain: string): Promise<{ readonly name: string; readonly sending_dns_records: readonly unknown[] }>;
  };
}

function newest(key: string): Client {
  return mailgunClient(app.url, key, Mailgun14) as unknown as Client;
}

async function signingKey(key: string, method = 'GET', base = ''): Promise<string> {
  const response = await fetch(`${app.url}${base}/v5/accounts/http_signing_key`, {
    method,
    headers: { authorization: basic(key) },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { http_signing_key: string }).http_signing_key;
}

const MAIL = { subject: 'Hello', text: 'Hi there' };

function send(tenant: Awaited<ReturnType<typeof mailgunAccount>>, domain: string, to: string, fields: object = {}) {
  return tenant.mailgun.messages.create(domain, { ...MAIL, from: `news@${domain}`, to, ...fields });
}

/** Returns the events that a receiver got for an address. */
function reportedOf({ requests }: WebhookReceiver, recipient: string) {
  return requests.filter(({ json }) => json['event-data'].recipient === recipient);
}

describe('webhooks', () => {
  it('are set by the client and send signed results of messages of their domain', async () => {
    const domain = 'hooks1.news.test';
    const tenant = await mailgunAccount(app, {}, domain);
    const client = newest(tenant.key);
    const [taking, other] = [await stage.receiver(), await stage.receiver()];
    expect(await client.webhooks.create(domain, 'delivered', taking.url)).toMatchObject({ urls: [taking.url] });
    await client.webhooks.create(domain, 'permanent_fail', taking.url);
    await expect(client.webhooks.create(domain, 'delivered', other.url)).rejects.toMatchObject({ status: 400 });
    expect(await client.webhooks.update(domain, 'permanent_fail', [taking.url, other.url])).toMatchObject({
      urls: [taking.url, other.url],
    });
    expect(await client.webhooks.list(domain)).toEqual({
      delivered: { urls: [taking.url] },
      permanent_fail: { urls: [taking.url, other.url] },
    });
    await send(tenant, domain, 'ada@x.test', { 'v:order': '7', 'o:tag': ['invoice'] });
    await send(tenant, domain, 'gone@x.test', { 'recipient-variables': '{"gone@x.test":{}}' });
    await eventually('both receivers are notified', async () =>
      taking.requests.length >= 2 && other.requests.length > 0 ? true : undefined,
    );
    const [delivered] = reportedOf(taking, 'ada@x.test');
    expect(delivered?.json['event-data']).toMatchObject({
      event: 'delivered',
      tags: ['invoice'],
      'user-variables': { order: '7' },
      'delivery-status': { code: 250 },
    });
    expect(reportedOf(other, 'gone@x.test')[0]?.json['event-data']).toMatchObject({
      event: 'failed',
      severity: 'permanent',
      'delivery-status': { code: 550 },
    });
    expect(reportedOf(other, 'ada@x.test')).toEqual([]);
    const key = await signingKey(tenant.key);
    expect(await signingKey(tenant.key, 'GET', '/compat/mailgun')).toBe(key);
    for (const { json } of [...taking.requests, ...other.requests]) {
      const { signature, timestamp, token } = json.signature;
      expect(signature).toBe(createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex'));
      expect(token).toMatch(/^[0-9a-f]{50}$/);
    }
    const renewed = await signingKey(tenant.key, 'POST');
    expect([renewed === key, renewed === (await signingKey(tenant.key))]).toEqual([false, true]);
    await client.webhooks.destroy(domain, 'delivered');
    await expect(client.webhooks.get(domain, 'delivered')).rejects.toMatchObject({ status: 404 });
    const counted = taking.requests.length;
    await send(tenant, domain, 'later@x.test');
    await send(tenant, domain, 'gone2@x.test');
    await eventually('the receiver is notified of the failure', async () => reportedOf(taking, 'gone2@x.test')[0]);
    expect(taking.requests.length).toBe(counted + 1);
  });

  it('are sent once to a receiver whose response ends early in its body', async () => {
    const domain = 'hooks9.news.test';
    const tenant = await mailgunAccount(app, {}, domain);
    const breaking = await stage.receiver();
    breaking.answer((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await newest(tenant.key).webhooks.create(domain, 'delivered', breaking.url);
    await send(tenant, domain, 'once@x.test');
    await eventually('no delivery is left in the queue', async () => {
      const text = 'select 1 from vendor_hook_delivery where account_id = $1';
      const waiting = await app.installation.db.query({ name: '', text }, [tenant.accountId]);
      return (breaking.requests.length > 0 && waiting.length === 0) || undefined;
    });
    expect(reportedOf(breaking, 'once@x.test')).toHaveLength(1);
  });

  it('that hang or fail do not affect others of the same or another account', async () => {
    const domain = 'hooks2.news.test';
    const tenant = await mailgunAccount(app, {}, domain);
    const other = await mailgunAccount(app, {}, 'hooks3.news.test');
    const [hanging, failing, taking, others] = [
      await stage.receiver(),
      await stage.receiver(),
      await stage.receiver(),
      await stage.receiver(),
    ];
    hanging.answer(() => {});
    failing.answer(status(500));
    const made = await postForm(
      app.url,
      tenant.key,
      [
        ['id', 'accepted'],
        ['url', hanging.url],
        ['url', failing.url],
        ['url', taking.url],
      ],
      `/v3/domains/${domain}/webhooks`,
    );
    expect(made.status).toBe(200);
    await newest(other.key).webhooks.create('hooks3.news.test', 'accepted', others.url);
    const to = Array.from({ length: 60 }, (_, index) => `many${index}@x.test`);
    await send(tenant, domain, to[0] ?? '', { to, 'recipient-variables': '{}', 'o:testmode': 'yes' });
    await send(other, 'hooks3.news.test', 'one@x.test', { 'o:testmode': 'yes' });
    await eventually('the responding receivers get all events', async () =>
      taking.requests.length === 60 && others.requests.length === 1 ? true : undefined,
    );
    expect(new Set(taking.requests.map(({ json }) => json['event-data'].recipient)).size).toBe(60);
    // The number of requests in flight to the hanging receiver is limited, and the failing receiver gets its retries
    // only after a delay.
    expect(hanging.requests.length).toBeLessThanOrEqual(9);
    expect(failing.requests.length).toBeLessThan(60);
    // Once the failing receiver responds, it gets the remaining events: those without an attempt immediately, and
    // failed ones after a minute.
    await eventually('the failed deliveries are recorded', async () => {
      const [row] = await app.installation.db.query<{ failed: number }>(
        {
          name: '',
          text: `select count(*)::integer as failed from vendor_hook_delivery d
                 join vendor_hook h on h.account_id = d.account_id and h.id = d.hook_id
                 where h.url = $1 and d.attempts > 0`,
        },
        [failing.url],
      );
      return row?.failed === failing.requests.length ? true : undefined;
    });
    failing.answer(status(200));
    await app.installation.db.script(
      'update vendor_hook set rests_until = null; update vendor_hook_delivery set due_at = now()',
    );
    await eventually('the failing receiver gets all missed events', async () => {
      const seen = new Set(failing.requests.map(({ json }) => json['event-data'].recipient));
      return seen.size === 60 ? true : undefined;
    });
    // Only deliveries to the hanging receiver are left.
    await eventually('only deliveries to the hanging receiver are queued', async () => {
      const rows = await app.installation.db.query<{ url: string }>(
        {
          name: '',
          text: `select distinct h.url from vendor_hook_delivery d join vendor_hook h on h.account_id = d.account_id and h.id = d.hook_id
                 where d.account_id = any($1)`,
        },
        [[tenant.accountId, other.accountId]],
      );
      return rows.every(({ url }) => url === hanging.url) ? true : undefined;
    });
  }, 60_000);

  it('events refused with 406 are not retried, and permanent failures do not affect others', async () => {
    const domain = 'hooks4.news.test';
    const tenant = await mailgunAccount(app, {}, domain);
    const picky = await stage.receiver();
    picky.answer((response, { json }) => {
      const { recipient } = json['event-data'];
      status(recipient === 'never@x.test' ? 406 : recipient === 'poison@x.test' ? 500 : 200)(
        response,
        picky.requests[0]!,
      );
    });
    await newest(tenant.key).webhooks.create(domain, 'accepted', picky.url);
    for (const name of ['poison', 'never', 'fine'])
      await send(tenant, domain, `${name}@x.test`, { 'o:testmode': 'yes' });
    await eventually('all events are attempted', async () =>
      reportedOf(picky, 'fine@x.test').length > 0 ? true : undefined,
    );
    const waiting = () =>
      app.installation.db.query<{ attempts: number }>(
        { name: '', text: 'select attempts from vendor_hook_delivery where account_id = $1' },
        [tenant.accountId],
      );
    await eventually('only the failed delivery is queued', async () =>
      (await waiting()).length === 1 && (await waiting())[0]?.attempts === 1 ? true : undefined,
    );
    // The fifth attempt is the last one.
    await app.installation.db.script(
      `update vendor_hook_delivery set attempts = 4, due_at = now() where account_id = ${tenant.accountId};
       update vendor_hook set rests_until = null where account_id = ${tenant.accountId}`,
    );
    await eventually('the delivery expires', async () => ((await waiting()).length === 0 ? true : undefined));
    expect(reportedOf(picky, 'never@x.test')).toHaveLength(1);
  });

  it('URLs that are not allowed or too many are refused', async () => {
    const domain = 'hooks5.news.test';
    const tenant = await mailgunAccount(app, {}, domain);
    const client = newest(tenant.key);
    for (const url of [
      'http://x.example/',
      'https://10.0.0.1/',
      'https://user:secret@x.example/',
      'nonsense',
      'https://[fd00::1]/',
    ]) {
      await expect(client.webhooks.create(domain, 'opened', url)).rejects.toMatchObject({ status: 400 });
    }
    await expect(client.webhooks.create(domain, 'born', 'https://x.example/')).rejects.toMatchObject({ status: 400 });
    await expect(client.webhooks.update(domain, 'opened', ['https://x.example/'])).rejects.toMatchObject({
      status: 404,
    });
    await client.webhooks.create(domain, 'opened', 'https://x.example/1');
    await expect(
      client.webhooks.update(
        domain,
        'opened',
        [1, 2, 3, 4].map((each) => `https://x.example/${each}`),
      ),
    ).rejects.toMatchObject({ status: 400 });
    expect((await client.webhooks.get(domain, 'opened')).urls).toEqual(['https://x.example/1']);
  });
});

it('domains are listed and returned, and a key of one domain sees only that', async () => {
  const tenant = await mailgunAccount(app, {}, 'listed1.news.test');
  await mailgunAccount(app, {}, 'listed2.news.test');
  const client = newest(tenant.key);
  expect(await client.domains.list()).toMatchObject([{ name: 'listed1.news.test', state: 'active' }]);
  const read = await client.domains.get('listed1.news.test');
  expect(read.name).toBe('listed1.news.test');
  expect(read.sending_dns_records.length).toBeGreaterThan(0);
  await expect(client.domains.get('listed2.news.test')).rejects.toMatchObject({ status: 404 });
  const old = await fetch(`${app.url}/compat/mailgun/v3/domains?limit=1`, {
    headers: { authorization: basic(tenant.key) },
  });
  expect(await old.json()).toMatchObject({ total_count: 1, items: [{ name: 'listed1.news.test' }] });
});

describe('managing key of one domain, like that of a Ghost site', () => {
  const domain = 'site-a.news.test';
  let owner: Awaited<ReturnType<typeof mailgunAccount>>;
  let key: string;

  beforeAll(async () => {
    owner = await mailgunAccount(app, {}, domain);
    await addDomain(domainPartsOf(app.installation), owner.accountId, 'site-b.news.test');
    const lines: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
    try {
      await keyCommand(app.installation, [
        'create',
        '--for',
        'ghost',
        '--domain',
        domain,
        '--account',
        owner.account.email,
      ]);
    } finally {
      process.stdout.write = write;
    }
    key = /pr_\w+/.exec(lines.join(''))?.[0] ?? '';
  });

  it('sends, reads and removes suppressions of its own messages only', async () => {
    const site = mailgunClient(app.url, key);
    const batch = {
      ...MAIL,
      from: `news@${domain}`,
      'recipient-variables': '{}',
      to: ['gone-a@x.test', 'here@x.test'],
    };
    await site.messages.create(domain, batch);
    await owner.mailgun.suppressions.create(domain, 'bounces', [{ address: 'by-hand@x.test' }]);
    await app.installation.db.script(
      `insert into suppression (account_id, address, reason, message_id, domain)
       values (${owner.accountId}, 'of-b@x.test', 'complained', null, 'site-b.news.test')`,
    );
    await eventually('the bounce is listed', async () =>
      site.suppressions.get(domain, 'bounces', 'gone-a@x.test').catch(() => undefined),
    );
    for (const [list, address] of [
      ['bounces', 'by-hand@x.test'],
      ['complaints', 'of-b@x.test'],
    ] as const) {
      await expect(site.suppressions.get(domain, list, address)).rejects.toMatchObject({ status: 404 });
      await site.suppressions.destroy(domain, list, address);
      expect(await owner.mailgun.suppressions.get(domain, list, address)).toMatchObject({ address });
    }
    expect((await site.suppressions.list(domain, 'bounces')).items).toMatchObject([{ address: 'gone-a@x.test' }]);
    expect((await site.suppressions.list(domain, 'complaints')).items).toEqual([]);
    await site.suppressions.destroy(domain, 'bounces', 'gone-a@x.test');
    await expect(owner.mailgun.suppressions.get(domain, 'bounces', 'gone-a@x.test')).rejects.toMatchObject({
      status: 404,
    });
    await expect(site.suppressions.create(domain, 'bounces', [{ address: 'x@x.test' }])).rejects.toMatchObject({
      status: 403,
    });
  });

  it('cannot access other domains, the signing key or account-wide resources', async () => {
    const site = newest(key);
    expect(await site.domains.list()).toMatchObject([{ name: domain }]);
    await expect(site.domains.get('site-b.news.test')).rejects.toMatchObject({ status: 403 });
    await expect(site.webhooks.create('site-b.news.test', 'opened', 'https://x.example/')).rejects.toMatchObject({
      status: 403,
    });
    await site.webhooks.create(domain, 'opened', 'https://x.example/');
    await newest(owner.key).webhooks.create('site-b.news.test', 'opened', 'https://b.example/');
    expect(await site.webhooks.list(domain)).toEqual({ opened: { urls: ['https://x.example/'] } });
    for (const [method, path] of [
      ['GET', '/v5/accounts/http_signing_key'],
      ['POST', '/v5/accounts/http_signing_key'],
    ] as const) {
      const answer = await fetch(`${app.url}${path}`, { method, headers: { authorization: basic(key) } });
      expect(answer.status).toBe(403);
    }
    const native = app.client(key);
    for (const path of ['/transactional/webhook', '/transactional/suppressions', '/transactional/tags']) {
      expect([path, (await native.get(path)).status]).toEqual([path, 403]);
    }
  });

  it('is created by the command with only a domain', async () => {
    const make = (...words: string[]) =>
      keyCommand(app.installation, ['create', ...words, '--account', owner.account.email]);
    await expect(make('--for', 'ghost')).rejects.toThrow('--domain');
    await expect(make('--for', 'rss', '--domain', domain)).rejects.toThrow('--for must be ghost');
    await expect(make('--for', 'ghost', '--domain', domain, '--scopes', 'send')).rejects.toThrow('--scopes');
  });
});

it('the command switches adapters on and off and lists them', async () => {
  const tenant = await app.newAccount();
  const { email } = tenant.account;
  const ask = () => fetch(`${app.url}/v3/domains`, { headers: { authorization: basic(tenant.key) } });
  expect((await ask()).status).toBe(403);
  await accountCommand(app.installation, ['adapter', email, 'mailgun', 'on']);
  await eventually('the adapter accepts requests', async () => ((await ask()).status === 200 ? true : undefined));
  await accountCommand(app.installation, ['adapter', email, 'mailgun', 'off']);
  await eventually('the adapter rejects requests', async () => ((await ask()).status === 403 ? true : undefined));
  await expect(accountCommand(app.installation, ['adapter', email, 'pigeon', 'on'])).rejects.toThrow('mailgun');
  await expect(accountCommand(app.installation, ['adapter', email, 'mailgun', 'maybe'])).rejects.toThrow('on or off');
});

it('while nothing is due, the queue runs one indexed query per second', async () => {
  const { clock, db, log, vault } = app.installation;
  const asked: string[] = [];
  const watched: Database = {
    ...db,
    query(wanted, values) {
      asked.push(wanted.name);
      return db.query(wanted, values);
    },
  };
  // A delivery that waits for its retry is not due.
  const tenant = await mailgunAccount(app, {}, 'waits.news.test');
  await newest(tenant.key).webhooks.create('waits.news.test', 'opened', 'https://x.example/');
  await db.script(
    `delete from vendor_hook_delivery;
     insert into vendor_hook_delivery (account_id, hook_id, event_id, due_at)
     select account_id, id, 1, now() + interval '1 hour' from vendor_hook where account_id = ${tenant.accountId}`,
  );
  const engine = startHooks({
    clock,
    db: watched,
    log,
    vault,
    post: () => Promise.reject(new Error('asked')),
    writers: {},
  });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await engine.close();
  expect(new Set(asked)).toEqual(new Set(['vendors_hooks_any_due']));
  expect(asked.length).toBeLessThanOrEqual(3);
});
