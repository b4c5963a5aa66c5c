import { beforeAll, describe, expect, it } from 'vitest';
import { purgeOauth } from '../../src/features/tenants/oauth/index.ts';
import type { Role } from '../../src/http/principal.ts';
import { startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import {
  authorizationUrl,
  obtainCode,
  obtainTokens,
  postForm,
  refusedSoon,
  registerClient,
  signedIn,
  type Browser,
} from './oauth-browser.ts';

let base: string;

const app = shared(startApp);

beforeAll(async () => {
  base = app.api.baseUrl;
});

const SHOP = { name: 'Shop', redirect_uris: ['https://shop.example/cb'] };

async function ask(browser: Browser, method: string, path: string, body?: unknown) {
  const response = await browser.open(`${base}/dashboard${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // Bodies have many shapes, and the expectations check them.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, body: (await response.json()) as any };
}

describe('OAuth clients of an account', () => {
  it('are created with a secret shown once, listed, changed and deleted', async () => {
    const { browser } = await signedIn(app);
    const made = await ask(browser, 'POST', '/oauth-clients', SHOP);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...SHOP,
      is_public: false,
      client_secret: expect.stringMatching(/^pos_\w{43}$/),
    });
    const { client_secret: secret, ...shown } = made.body;
    expect(shown.secret_last4).toBe(secret.slice(-4));
    expect((await ask(browser, 'GET', '/oauth-clients')).body).toEqual({ data: [shown] });
    const path = `/oauth-clients/${shown.id}`;
    const changed = await ask(browser, 'PATCH', path, { name: 'Store' });
    expect(changed).toEqual({ status: 200, body: { ...shown, name: 'Store' } });
    expect((await ask(browser, 'DELETE', path)).status).toBe(200);
    expect((await ask(browser, 'GET', '/oauth-clients')).body).toEqual({ data: [] });
    expect((await ask(browser, 'DELETE', path)).status).toBe(404);
  });

  it('are public if they cannot keep a secret', async () => {
    const { browser } = await signedIn(app);
    const { body } = await ask(browser, 'POST', '/oauth-clients', { ...SHOP, is_public: true });
    expect(body).toMatchObject({ is_public: true, client_secret: null, secret_last4: null });
    expect((await ask(browser, 'POST', `/oauth-clients/${body.id}/rotate-secret`)).body.name).toBe('conflict');
  });

  it('get a new secret, and the old one is refused immediately', async () => {
    const { browser } = await signedIn(app);
    const { body: made } = await ask(browser, 'POST', '/oauth-clients', SHOP);
    const { body: rotated } = await ask(browser, 'POST', `/oauth-clients/${made.id}/rotate-secret`);
    expect(rotated.client_secret).not.toBe(made.client_secret);
    const errorWith = async (secret: string) => {
      const basic = Buffer.from(`${made.client_id}:${secret}`).toString('base64');
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' });
      const headers = { authorization: `Basic ${basic}` };
      return (
        (await (await fetch(`${base}/oauth/token`, { method: 'POST', body, headers })).json()) as { error: string }
      ).error;
    };
    expect(await errorWith(made.client_secret)).toBe('invalid_client');
    expect(await errorWith(rotated.client_secret)).toBe('invalid_grant');
  });

  it('are limited to a hundred', async () => {
    const { browser, accountId } = await signedIn(app);
    await app.installation.db.script(
      `insert into oauth_client (client_id, account_id, name, redirect_uris)
       select 'many' || n, ${accountId}, 'x', '{https://x.example}' from generate_series(1, 99) n`,
    );
    expect((await ask(browser, 'POST', '/oauth-clients', SHOP)).status).toBe(201);
    expect((await ask(browser, 'POST', '/oauth-clients', SHOP)).status).toBe(409);
  });

  it.each([
    ['no name', { ...SHOP, name: ' ' }],
    ['a too long name', { ...SHOP, name: 'x'.repeat(101) }],
    ['a name with a line break', { ...SHOP, name: 'a\nb' }],
    ['no redirect URI', { ...SHOP, redirect_uris: [] }],
    ['plain http', { ...SHOP, redirect_uris: ['http://shop.example'] }],
    [
      'eleven redirect URIs',
      { ...SHOP, redirect_uris: Array.from({ length: 11 }, (_, at) => `https://${at}.example`) },
    ],
    ['an unknown field', { ...SHOP, scope: 'x' }],
  ])('are refused with %s', async (_, wanted) => {
    const { browser } = await signedIn(app);
    expect((await ask(browser, 'POST', '/oauth-clients', wanted)).status).toBe(422);
  });

  it.each([
    ['owner', 201],
    ['admin', 201],
    ['member', 403],
    ['read_only', 403],
  ] satisfies [Role, number][])('when created as %s return %i', async (role, status) => {
    const { browser } = await signedIn(app, { role });
    expect((await ask(browser, 'POST', '/oauth-clients', SHOP)).status).toBe(status);
    expect((await ask(browser, 'GET', '/oauth-clients')).status).toBe(200);
  });

  it('belong to one account', async () => {
    const { browser } = await signedIn(app);
    const { browser: stranger } = await signedIn(app);
    const { body } = await ask(browser, 'POST', '/oauth-clients', SHOP);
    expect((await ask(stranger, 'PATCH', `/oauth-clients/${body.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await ask(stranger, 'DELETE', `/oauth-clients/${body.id}`)).status).toBe(404);
    expect((await ask(stranger, 'POST', `/oauth-clients/${body.id}/rotate-secret`)).status).toBe(404);
    expect((await ask(stranger, 'DELETE', '/oauth-clients/0x1')).status).toBe(404);
  });

  it('end all their grants when deleted', async () => {
    const { browser } = await signedIn(app);
    const { body } = await ask(browser, 'POST', '/oauth-clients', { ...SHOP, is_public: true });
    const tokens = await obtainTokens(base, browser, body.client_id, { redirect_uri: 'https://shop.example/cb' });
    await ask(browser, 'DELETE', `/oauth-clients/${body.id}`);
    await refusedSoon(app, tokens.access_token);
  });
});

describe('grant', () => {
  it('is listed and revoked by the person and by admins', async () => {
    const { client_id } = await registerClient(base, { client_name: 'Robot' });
    const { browser: owner, accountId } = await signedIn(app);
    const { browser: member, personId } = await signedIn(app, { role: 'member', accountId });
    const { browser: other } = await signedIn(app, { role: 'member', accountId });
    const tokens = await obtainTokens(base, member, client_id, { scope: 'account:read' });
    const { body } = await ask(member, 'GET', '/grants');
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        client: { client_id, name: 'Robot', hosts: ['127.0.0.1:9999'], is_self_registered: true },
        person: { id: personId, name: 'Ada Lovelace', email: expect.any(String) },
        scopes: ['account:read'],
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ]);
    expect((await ask(owner, 'GET', '/grants')).body).toEqual(body);
    expect((await ask(other, 'GET', '/grants')).body).toEqual({ data: [] });
    const path = `/grants/${body.data[0].id}`;
    expect((await ask(other, 'DELETE', path)).status).toBe(404);
    expect((await ask(owner, 'DELETE', path)).status).toBe(200);
    await refusedSoon(app, tokens.access_token);
    expect((await ask(member, 'DELETE', path)).status).toBe(404);
  });

  it('is recorded in the audit log of its account when it starts and ends', async () => {
    const { client_id } = await registerClient(base, { client_name: 'Robot' });
    const { browser: owner, accountId } = await signedIn(app);
    const { browser: member, personId } = await signedIn(app, { role: 'member', accountId });
    const own = await app.newAccount();
    await app.installation.db.query(
      { name: '', text: `insert into membership (account_id, person_id, role) values ($1, $2, 'owner')` },
      [own.account.id, personId],
    );
    const said = async () =>
      (await ask(owner, 'GET', '/account/audit')).body.data.filter(({ action }: { action: string }) =>
        action.startsWith('oauth_grant.'),
      );
    const [person] = (await ask(owner, 'GET', '/grants')).body.data;
    expect([person, await said()]).toEqual([undefined, []]);

    const scope = 'account:read transactional:read';
    const tokens = await obtainTokens(base, member, client_id, { scope });
    const scopes = scope.split(' ');
    const allowed = {
      action: 'oauth_grant.allow',
      subject: 'Robot',
      via: 'session',
      by: { name: 'Ada Lovelace' },
      before: null,
      after: { client_id, scopes, for: 'api', redirects_to: '127.0.0.1:9999' },
    };
    expect(await said()).toMatchObject([allowed]);

    const refreshed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id };
    expect((await postForm(`${base}/oauth/token`, refreshed)).status).toBe(200);
    expect(await said()).toHaveLength(1);

    const [{ id, person: whose }] = (await ask(owner, 'GET', '/grants')).body.data;
    await ask(owner, 'DELETE', `/grants/${id}`);
    const ended = { subject: 'Robot', before: { client_id, scopes, person: whose.email }, after: null };
    expect(await said()).toMatchObject([{ ...ended, action: 'oauth_grant.revoke', via: 'session' }, allowed]);

    const returned = await obtainTokens(base, member, client_id, { scope });
    await postForm(`${base}/oauth/revoke`, { token: returned.refresh_token, client_id });
    const byClient = { ...ended, via: 'oauth', by: null };
    expect((await said())[0]).toMatchObject({ ...byClient, action: 'oauth_grant.return' });

    const { form } = await obtainCode(base, member, client_id, { scope });
    await postForm(`${base}/oauth/token`, form);
    await postForm(`${base}/oauth/token`, form);
    const entries = await said();
    expect(entries[0]).toMatchObject({ ...byClient, action: 'oauth_grant.end' });
    expect(entries).toHaveLength(6);

    await member.authorize(authorizationUrl(base, client_id, { scope }), { account: own.account.id });
    expect(await said()).toHaveLength(6);
    await member.authorize(authorizationUrl(base, client_id, { scope }), { decision: 'refuse' });
    expect(await said()).toHaveLength(6);
    const [elsewhere] = await app.installation.db.query(
      { name: '', text: 'select action, subject from audit_entry where account_id = $1' },
      [own.account.id],
    );
    expect(elsewhere).toEqual({ action: 'oauth_grant.allow', subject: 'Robot' });
  });

  it('is recorded in the audit log with changes of clients, without secrets', async () => {
    const { browser, accountId } = await signedIn(app);
    const { body } = await ask(browser, 'POST', '/oauth-clients', SHOP);
    const rows = await app.installation.db.query<{ text: string }>(
      { name: '', text: 'select t::text as text from audit_entry t where account_id = $1' },
      [accountId],
    );
    expect(rows.map(({ text }) => text).join()).toContain('oauth_client.create');
    expect(rows.map(({ text }) => text).join()).not.toContain(body.client_secret);
  });
});

describe('purge', () => {
  it('deletes only expired data and unused registrations', async () => {
    const { db } = app.installation;
    const { browser } = await signedIn(app);
    const { client_id: used } = await registerClient(base);
    const { client_id: unused } = await registerClient(base);
    const { client_id: young } = await registerClient(base);
    const { body: own } = await ask(browser, 'POST', '/oauth-clients', SHOP);
    const tokens = await obtainTokens(base, browser, used);
    await db.script(
      `update oauth_client set created_at = now() - interval '8 days', allowed_at = now() - interval '8 days'
         where client_id in ('${used}', '${own.client_id}');
       update oauth_client set created_at = now() - interval '8 days' where client_id = '${unused}';
       update oauth_grant set created_at = now() - interval '8 days' where client_id = '${used}';
       update oauth_artifact set expires_at = now() - interval '1 minute' where kind = 'AuthorizationCode'`,
    );
    await purgeOauth(db);
    const left = await db.query<{ client_id: string }>(
      { name: '', text: 'select client_id from oauth_client where client_id = any($1::text[]) order by id' },
      [[used, unused, young, own.client_id]],
    );
    expect(left.map(({ client_id }) => client_id)).toEqual([used, young, own.client_id]);
    expect((await app.client(tokens.access_token).get('/me')).status).toBe(200);

    const refreshed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: used };
    expect((await postForm(`${base}/oauth/token`, refreshed)).status).toBe(200);
    await purgeOauth(db);
    expect((await postForm(`${base}/oauth/token`, refreshed)).status).toBe(200);
    await db.script(`update oauth_refresh set since = now() - interval '11 seconds'`);
    await purgeOauth(db);
    expect(await db.query({ name: '', text: 'select from oauth_refresh' }, [])).toEqual([]);

    await db.script(`update oauth_artifact set expires_at = now() - interval '1 minute'`);
    await purgeOauth(db);
    const [counts] = await db.query<{ artifacts: number; grants: number; used: number }>(
      {
        name: '',
        text: `select (select count(*)::integer from oauth_artifact) as artifacts,
                 (select count(*)::integer from oauth_grant where client_id = $1) as grants,
                 (select count(*)::integer from oauth_client where client_id = $1) as used`,
      },
      [used],
    );
    expect(counts).toEqual({ artifacts: 0, grants: 0, used: 0 });
  });
});
