import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import {
  becomeOwner,
  createBrowser,
  join,
  mailsTo,
  mailTo,
  PASSWORD,
  tokenIn,
  type Browser,
} from '../support/people.ts';
import { createBrowser as createConsentBrowser, obtainTokens, refusedSoon, registerClient } from './oauth-browser.ts';

let app: TestApp;
let owner: Browser;

beforeAll(async () => {
  app = await startApp();
  owner = await becomeOwner(app);
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  await app.installation.db.script('delete from person_attempt');
});

async function ask(email: string): Promise<void> {
  const { status } = await createBrowser(app.api.baseUrl).post('/dashboard/password-reset', { email });
  expect(status).toBe(202);
}

/** Waits until the given number of reset links was sent to an address. Returns their tokens, oldest first. */
async function linksTo(email: string, links: number): Promise<string[]> {
  return eventually(`${links} reset links are sent`, async () => {
    const texts = (await mailsTo(app, email)).map(({ text }) => text).filter((text) => text.includes('/app/reset#'));
    return texts.length === links ? texts.map(tokenIn) : undefined;
  });
}

async function finish(token: string | undefined, password = 'another good password') {
  return createBrowser(app.api.baseUrl).post('/dashboard/password-reset/finish', { token, password });
}

describe('password reset by email', () => {
  it('works only with the newest link', async () => {
    await join(app, owner, 'twice@acme.example', 'member');
    await ask('twice@acme.example');
    await linksTo('twice@acme.example', 1);
    await ask('twice@acme.example');
    const [first, second] = await linksTo('twice@acme.example', 2);
    expect((await finish(first)).status).toBe(404);
    expect((await finish(second)).status).toBe(200);
  });

  it('ends all access of the previous password in all accounts, and reports it by email', async () => {
    const lost = await join(app, owner, 'lost@acme.example', 'admin');
    const { body: session } = await lost.get('/dashboard/session');
    const { db } = app.installation;
    const { account: other } = await app.newAccount();
    const membership = `insert into membership (account_id, person_id, role) values ($1, $2, 'member')`;
    await db.query({ name: '', text: membership }, [other.id, session.person.id]);
    const here = (await lost.post('/dashboard/tokens', { name: 'Here' })).body.token as string;
    const wanted = { accountId: other.id, personId: session.person.id as number, name: 'There' };
    const { token: there } = await db.transaction(async (tx) => createToken(tx, wanted));
    const adas = (await owner.post('/dashboard/tokens', { name: 'Of somebody else' })).body.token as string;
    const { key } = (await lost.post('/dashboard/keys', { name: 'Shop', scopes: ['transactional:read'] })).body;
    const consents = createConsentBrowser(app.api.baseUrl);
    consents.keep(`postrider_session=${lost.cookies.get('postrider_session')}`);
    const client = await registerClient(app.api.baseUrl);
    const granted = await obtainTokens(app.api.baseUrl, consents, client.client_id, { scope: 'transactional:read' });
    expect((await app.client(granted.access_token).get('/transactional/usage')).status).toBe(200);

    await ask('lost@acme.example');
    const [link] = await linksTo('lost@acme.example', 1);
    const { body } = await finish(link);
    expect(body.ended).toEqual({ sessions: 1, access_tokens: 2, applications: 1 });
    await refusedSoon(app, here, '/me');
    await refusedSoon(app, there, '/me');
    await refusedSoon(app, granted.access_token);
    expect((await app.client(adas).get('/me')).status).toBe(200);
    expect((await app.client(key).get('/transactional/emails')).status).toBe(200);

    const { subject, text } = await mailTo(app, 'lost@acme.example', (mail) =>
      mail.includes('revoked in all your accounts'),
    );
    expect(subject).toBe('Your password was changed');
    expect(text).toContain('1 session, 2 personal access tokens, and 1 connected application');
    const { body: log } = await owner.get('/dashboard/account/audit');
    const entries = log.data as { action: string; subject: string; by: { email: string } | null }[];
    for (const action of ['token.revoke', 'oauth_grant.revoke']) {
      expect(entries.find((entry) => entry.action === action)?.by?.email).toBe('lost@acme.example');
    }
  });

  it('works with one of several links requested concurrently', async () => {
    await join(app, owner, 'eager@acme.example', 'member');
    await Promise.all([1, 2, 3].map(async () => ask('eager@acme.example')));
    const tokens = await linksTo('eager@acme.example', 3);
    const answers = await Promise.all(tokens.map(async (token) => finish(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect((await finish(tokens[0], PASSWORD)).status).toBe(404);
  });
});
