import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboxCommand } from '../../src/app/commands/inbox.ts';
import { startDelivery } from '../../src/app/delivery.ts';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startInbox } from '../../src/features/transactional/inbox/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { withHeaders, type Caller } from '../support/callers.ts';
import { becomeOwner, join } from '../support/people.ts';
import { shared } from '../support/shared.ts';
import { captured } from '../support/stdout.ts';
import { obtainTokens, registerClient, signedIn } from './oauth-browser.ts';

const OWNER = 'ada@acme.example';

let inbox: Awaited<ReturnType<typeof startInbox>>;
let delivery: ReturnType<typeof startDelivery>;
let operatorId: number;

const app = shared(async () => startApp({ POSTRIDER_DELIVERY: 'inbox' }));

beforeAll(async () => {
  const { db } = app.installation;
  inbox = await startInbox({ db, log: silentLog, clock: systemClock }, { port: 0 });
  delivery = startDelivery(app.installation, inbox.port);
  const [row] = await rows<{ account_id: number }>('select account_id from account where is_operator');
  operatorId = row?.account_id ?? 0;
});
afterAll(async () => {
  await delivery.stop();
  await inbox.close();
});

function rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

async function keyOf(accountId: number, scopes: readonly string[], domain?: string): Promise<Caller> {
  const wanted = { accountId, name: 'attacker', scopes, ...(domain && { domain }) };
  const { key } = await createKey(app.installation.db, wanted);
  return withHeaders(app, { authorization: `Bearer ${key}` });
}

/** Waits for a message to an address in the inbox. Returns the ID of the newest one. */
function arrived(address: string): Promise<string> {
  return eventually(`an email to ${address} arrives in the inbox`, async () => {
    const text = 'select id from inbox_mail where recipients @> $1 order by id desc limit 1';
    return (await rows<{ id: string }>(text, [[address]]))[0]?.id;
  });
}

describe('password reset link in inbox mode', () => {
  it('cannot be read through the API but is shown on the server', async () => {
    const owner = await becomeOwner(app, { email: OWNER });
    await join(app, owner, 'read@acme.example', 'read_only');
    const before = await arrived('read@acme.example');
    const anybody = withHeaders(app, { 'sec-fetch-site': 'same-origin' });
    expect((await anybody.call('POST', '/dashboard/password-reset', { email: OWNER })).status).toBe(202);
    const id = await arrived(OWNER);

    const { browser, cookie } = await signedIn(app, { accountId: operatorId, role: 'owner' });
    const { client_id: client } = await registerClient(app.api.baseUrl);
    const { access_token: token } = await obtainTokens(app.api.baseUrl, browser, client, { scope: SCOPES.read });
    const { cookie: ofReader } = await signedIn(app, { accountId: operatorId, role: 'read_only' });
    const callers: Record<string, Caller> = {
      'read key': await keyOf(operatorId, [SCOPES.read]),
      'key with all scopes': await keyOf(operatorId, [SCOPES.send, SCOPES.read, SCOPES.manage]),
      'domain key': await keyOf(operatorId, [SCOPES.read], 'acme.example'),
      'OAuth token': withHeaders(app, { authorization: `Bearer ${token}` }),
      'read-only person': withHeaders(app, { cookie: ofReader }),
      owner: withHeaders(app, { cookie, 'sec-fetch-site': 'same-origin' }),
    };
    const paths = [
      '/inbox?limit=100',
      `/inbox?to=${OWNER}`,
      `/inbox/${id}`,
      `/inbox/${before}`,
      `/inbox/wait?to=${OWNER}&timeout=1`,
      `/inbox/${id}/preview`,
    ];
    const looks = Object.entries(callers).flatMap(([name, caller]) => paths.map((path) => ({ name, caller, path })));
    const reported = looks.map(async ({ caller, name, path }) => {
      const { body, status } = await caller.call('GET', path);
      const text = JSON.stringify(body);
      return text.includes('#token=') || (text.includes(OWNER) && status === 200) ? [`${name}: ${path}`] : [];
    });
    expect((await Promise.all(reported)).flat()).toEqual([]);
    const shown = await captured(() => inboxCommand(app.installation, ['show', id]));
    expect(shown).toMatch(/\/app\/reset#token=/);
  });
});

describe('inbox', () => {
  it('shows an account only its own messages, and only managers can delete these', async () => {
    const [ann, bob] = [await app.newAccount(), await app.newAccount()];
    for (const tenant of [ann, bob]) {
      const { account } = tenant;
      const mail = { from: 'onboarding@sandbox.localhost', to: [account.email], subject: account.email, text: 'Hi' };
      expect((await tenant.post('/transactional/emails', mail)).status).toBe(202);
      await arrived(account.email);
    }
    const { body } = await ann.get('/inbox');
    expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual([ann.account.email]);
    const id = await arrived(bob.account.email);
    expect((await ann.get(`/inbox/${id}`)).status).toBe(404);
    expect((await bob.get(`/inbox/${id}`)).body.subject).toBe(bob.account.email);
    const reader = await keyOf(ann.account.id, [SCOPES.read]);
    expect((await reader.call('DELETE', '/inbox')).body.name).toBe('insufficient_scope');
    const manager = await keyOf(ann.account.id, [SCOPES.manage]);
    expect((await manager.call('DELETE', '/inbox')).status).toBe(200);
    expect((await ann.get('/inbox')).body.data).toEqual([]);
    expect((await bob.get('/inbox')).body.data).toHaveLength(1);
  });
});

describe('key that only sends for one domain', () => {
  it("cannot read or change the account's webhook, suppressions and alerts", async () => {
    const { account } = await app.newAccount();
    const attacker = await keyOf(account.id, [SCOPES.send], 'acme.example');
    const manager = await keyOf(account.id, [SCOPES.manage]);
    await manager.call('PATCH', '/transactional/webhook', { url: 'https://hooks.acme.example/mail' });
    const before = (await manager.call('GET', '/transactional/webhook')).body;
    const attempts: [string, string, unknown?][] = [
      ['PATCH', '/transactional/webhook', { url: 'https://attacker.example/' }],
      ['PUT', '/transactional/webhook', { url: 'https://attacker.example/' }],
      ['POST', '/transactional/webhook/rotate-secret', {}],
      ['POST', '/transactional/webhook/activate-secret', {}],
      ['POST', '/transactional/webhook/replays', { url: 'https://attacker.example/' }],
      ['POST', '/transactional/webhook/test', {}],
      ['DELETE', '/transactional/webhook'],
      ['GET', '/transactional/webhook'],
      ['POST', '/transactional/suppressions', { address: 'ann@customer.example' }],
      ['DELETE', '/transactional/suppressions/ann@customer.example'],
      ['POST', '/transactional/alerts', {}],
      ['PATCH', '/transactional/tags/welcome', { track_opens: true }],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await attacker.call(method, path, body);
      expect([method, path, answer.status, answer.body.name]).toEqual([method, path, 403, 'insufficient_scope']);
    }
    expect((await manager.call('GET', '/transactional/webhook')).body).toEqual(before);
  });

  it('cannot resend messages of other domains', async () => {
    const tenant = await app.newAccount();
    const mail = { from: 'onboarding@sandbox.localhost', to: [tenant.account.email], subject: 'Code', text: '417 302' };
    const { body } = await tenant.post('/transactional/emails', mail);
    const sender = await keyOf(tenant.account.id, [SCOPES.send]);
    const again = await sender.call('POST', `/dashboard/messages/${body.id}/send-again`, { to: ['eve@x.example'] });
    expect([again.status, again.body.name]).toEqual([403, 'insufficient_scope']);
  });
});

describe('key of one domain', () => {
  it('sees only the messages of its domain', async () => {
    const { account } = await app.newAccount();
    await app.installation.db.script(
      `insert into domain (account_id, name, status, verified_at) values
         (${account.id}, 'acme.example', 'verified', now()), (${account.id}, 'other.example', 'verified', now())`,
    );
    const all = await keyOf(account.id, [SCOPES.send, SCOPES.read]);
    const limited = await keyOf(account.id, [SCOPES.send, SCOPES.read], 'acme.example');
    const ids: string[] = [];
    for (const domain of ['acme.example', 'other.example']) {
      const mail = { from: `Post <post@${domain}>`, to: [`delivered@sandbox.localhost`], subject: domain, text: 'Hi' };
      ids.push(String((await all.call('POST', '/transactional/emails', mail)).body.id));
    }
    const [own, foreign] = ids;
    for (const base of ['/transactional/emails', '/transactional/compat/emails', '/emails']) {
      const { body } = await limited.call('GET', base);
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([own]);
      expect((await limited.call('GET', `${base}?status=delivered`)).status).toBeLessThan(500);
      expect((await limited.call('GET', `${base}/${own}`)).status).toBe(200);
      expect((await limited.call('GET', `${base}/${foreign}`)).status).toBe(404);
      expect((await all.call('GET', `${base}/${foreign}`)).status).toBe(200);
    }
  });

  it('with manage permission cannot access account-wide resources', async () => {
    const { account } = await app.newAccount();
    await app.installation.db.script(
      `insert into domain (account_id, name, status, verified_at) values (${account.id}, 'acme.example', 'verified', now())`,
    );
    const limited = await keyOf(account.id, [SCOPES.send, SCOPES.read, SCOPES.manage], 'acme.example');
    const attempts: readonly [method: string, path: string, body?: object][] = [
      ['PATCH', '/transactional/webhook', { url: 'https://attacker.example/' }],
      ['GET', '/transactional/webhook'],
      ['POST', '/transactional/suppressions', { address: 'ann@customer.example' }],
      ['DELETE', '/transactional/suppressions/ann@customer.example'],
      ['POST', '/transactional/alerts', {}],
      ['PATCH', '/transactional/tags/welcome', { track_opens: true }],
    ];
    for (const [method, path, body] of attempts) {
      expect([method, path, (await limited.call(method, path, body)).status]).toEqual([method, path, 403]);
    }
  });
});

describe('audit log', () => {
  it('has each change of the webhook with its author', async () => {
    const { account } = await app.newAccount();
    const manager = await keyOf(account.id, [SCOPES.manage]);
    await manager.call('PATCH', '/transactional/webhook', { url: 'https://hooks.acme.example/mail' });
    await manager.call('PATCH', '/transactional/webhook', { url: 'https://hooks.acme.example/other' });
    await manager.call('POST', '/transactional/webhook/rotate-secret', {});
    await manager.call('POST', '/transactional/webhook/activate-secret', {});
    await manager.call('DELETE', '/transactional/webhook');
    const { cookie } = await signedIn(app, { accountId: account.id });
    const { body } = await withHeaders(app, { cookie }).call('GET', '/dashboard/account/audit');
    const reported = body.data.map(({ action, via }: { action: string; via: string }) => `${action} ${via}`);
    expect(reported).toEqual([
      'webhook.delete key',
      'webhook.activate_secret key',
      'webhook.rotate_secret key',
      'webhook.change key',
      'webhook.create key',
    ]);
    expect(body.data[3]).toMatchObject({
      before: { url: 'https://hooks.acme.example/mail' },
      after: { url: 'https://hooks.acme.example/other' },
    });
    expect(JSON.stringify(body)).not.toContain('whsec_');
  });
});
