// Place in a run: slow.
import { describe, expect, it } from 'vitest';
import { ensureOwner } from '../../src/app/first-start.ts';
import { sha256 } from '../../src/base/crypto.ts';
import { touchSession } from '../../src/features/tenants/people/queries.ts';
import { eventually, startApp } from '../support/app.ts';
import { becomeOwner, createBrowser, join, mailsTo, mailTo, PASSWORD, signIn, tokenIn } from '../support/people.ts';
import { shared } from '../support/shared.ts';

const app = shared(async () => startApp({ POSTRIDER_TRUSTED_PROXIES: '127.0.0.1' }));
const owner = shared(async () => becomeOwner(app));

async function deleteAttempts(): Promise<void> {
  await app.installation.db.script('delete from person_attempt');
}

describe('first start link', () => {
  it("creates the owner of the operator's account and signs them in", async () => {
    const { body, status } = await owner.get('/dashboard/session');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      person: { name: 'Ada', email: 'ada@acme.example', role: 'owner', two_factor: false, passkeys: 0 },
      account: { email: 'owner@postrider.localhost', is_operator: true, status: 'active' },
      accounts: [{ role: 'owner' }],
      installation: { base_url: app.api.baseUrl, sandbox_domain: 'sandbox.localhost', delivery: 'direct' },
    });
    expect(body.scopes).toContain('operator');
  });

  it('is not printed after an owner can sign in', async () => {
    expect((await ensureOwner(app.installation)).firstStartToken).toBeUndefined();
  });

  it('is valid once, even if several were printed, and for a day', async () => {
    const fresh = await startApp();
    try {
      const first = (await ensureOwner(fresh.installation)).firstStartToken;
      const second = (await ensureOwner(fresh.installation)).firstStartToken;
      const late = (await ensureOwner(fresh.installation)).firstStartToken ?? '';
      const expire = `update person_token set expires_at = now() - interval '1 second' where token_hash = $1`;
      await fresh.installation.db.query({ name: '', text: expire }, [sha256(late)]);
      const given = { name: 'Ada', password: PASSWORD };
      const use = async (token: string | undefined) =>
        createBrowser(fresh.api.baseUrl).post('/dashboard/first-start', { ...given, token });
      expect((await use(late)).status).toBe(404);
      const answers = await Promise.all([use(first), use(second), use(first)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
      expect((await use(second)).status).toBe(404);
      const known = await signIn(fresh, 'owner@postrider.localhost');
      expect((await known.get('/dashboard/session')).body.person.role).toBe('owner');
    } finally {
      await fresh.close();
    }
  });
});

describe('password sign-in', () => {
  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const browser = await signIn(app, 'ADA@acme.example');
    const [cookie = ''] = browser.lastCookies();
    expect(cookie).toMatch(/^postrider_session=/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toContain('Path=/');
    expect(cookie).not.toContain('Secure');
    expect(cookie).not.toContain('Domain');
    expect((await browser.get('/dashboard/session')).status).toBe(200);
  });

  it('accepts invisible characters around the address', async () => {
    const browser = await signIn(app, '\u200bada@acme.example\u2060');
    expect((await browser.get('/dashboard/session')).body.person.email).toBe('ada@acme.example');
  });

  it('sets a cookie for this host only over https', async () => {
    const secure = await startApp({ POSTRIDER_BASE_URL: 'https://mail.acme.example' });
    try {
      const { firstStartToken: token } = await ensureOwner(secure.installation);
      const { port } = secure.api;
      const browser = createBrowser(`http://127.0.0.1:${port}`);
      await browser.post('/dashboard/first-start', { token, name: 'Ada', password: PASSWORD });
      expect(browser.lastCookies()[0]).toMatch(/^__Host-postrider_session=.*; Secure$/);
      const again = createBrowser(`http://127.0.0.1:${port}`);
      await again.post('/dashboard/sign-in', { email: 'owner@postrider.localhost', password: PASSWORD });
      expect(again.lastCookies().some((set) => /^__Host-postrider_session=.*Secure/.test(set))).toBe(true);
      expect((await again.get('/dashboard/session')).status).toBe(200);
    } finally {
      await secure.close();
    }
  });

  it('stores only the hash of a session', async () => {
    const browser = await signIn(app, 'ada@acme.example');
    const token = decodeURIComponent(browser.cookies.get('postrider_session') ?? '').split('.')[0] ?? '';
    const text = 'select to_jsonb(s)::text as row from person_session s';
    const rows = await app.installation.db.query<{ row: string }>({ name: '', text }, []);
    expect(rows.some(({ row }) => row.includes(sha256(token).toString('hex')))).toBe(true);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it('replaces and ends the session that the browser had', async () => {
    const victim = await signIn(app, 'ada@acme.example');
    const planted = victim.cookies.get('postrider_session') ?? '';
    await victim.post('/dashboard/sign-in', { email: 'ada@acme.example', password: PASSWORD });
    expect(victim.cookies.get('postrider_session')).not.toBe(planted);
    const attacker = createBrowser(app.api.baseUrl);
    attacker.cookies.set('postrider_session', planted);
    expect((await attacker.get('/dashboard/session')).body.name).toBe('session_expired');
  });

  it('accepts no cookie with an invalid signature', async () => {
    const browser = await signIn(app, 'ada@acme.example');
    const value = decodeURIComponent(browser.cookies.get('postrider_session') ?? '');
    const [token = '', signature = ''] = value.split('.');
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${'A'.repeat(44)}`,
      `${'a'.repeat(32)}.${signature}`,
      '%',
      '%zz',
    ]) {
      const other = createBrowser(app.api.baseUrl);
      other.cookies.set('postrider_session', forged.includes('%') ? forged : encodeURIComponent(forged));
      expect((await other.get('/dashboard/session')).body.name).toBe('session_expired');
    }
  });

  it('answers an unknown address like a wrong password', async () => {
    const browser = createBrowser(app.api.baseUrl);
    const wrong = await browser.post('/dashboard/sign-in', { email: 'ada@acme.example', password: 'not this one' });
    const unknown = await browser.post('/dashboard/sign-in', {
      email: 'nobody@acme.example',
      password: 'not this one',
    });
    const long = await browser.post('/dashboard/sign-in', { email: 'ada@acme.example', password: 'x'.repeat(200) });
    const strange = await browser.post('/dashboard/sign-in', { email: 'no address', password: 'not this one' });
    for (const answer of [wrong, unknown, long, strange]) {
      expect(answer.status).toBe(401);
      expect({ ...answer.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
    }
    expect(browser.cookies.size).toBe(0);
  });

  it('rejects requests from pages of another site, as do changes with a session', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const browser = await signIn(app, 'ada@acme.example');
    const given = { email: 'ada@acme.example', password: PASSWORD };
    expect((await browser.post('/dashboard/sign-in', given, elsewhere)).body.name).toBe('cross_site_request');
    expect((await browser.post('/dashboard/sign-out', {}, elsewhere)).body.name).toBe('cross_site_request');
    const invitation = { email: 'x@acme.example', role: 'member' };
    const planted = await browser.post('/dashboard/team/invitations', invitation, elsewhere);
    expect(planted.body.name).toBe('cross_site_request');
    expect((await browser.get('/dashboard/session')).status).toBe(200);
  });

  it('is limited to ten attempts in a quarter of an hour per address, correct or not', async () => {
    await deleteAttempts();
    await join(app, owner, 'tried@acme.example', 'member');
    const browser = createBrowser(app.api.baseUrl);
    const attempt = async (password: string) =>
      browser.post('/dashboard/sign-in', { email: 'tried@acme.example', password });
    const answers = [];
    for (let count = 0; count < 10; count += 1) answers.push((await attempt(`wrong ${count} wrong`)).status);
    expect(answers).toEqual(Array.from({ length: 10 }, () => 401));
    const refused = await attempt(PASSWORD);
    expect(refused.body.name).toBe('rate_limit_exceeded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(app, 'ada@acme.example')).cookies.has('postrider_session')).toBe(true);
    await app.installation.db.script(`update person_attempt set began_at = now() - interval '16 minutes'`);
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  it('is limited to a hundred attempts in a quarter of an hour per client address', async () => {
    await deleteAttempts();
    const browser = createBrowser(app.api.baseUrl);
    const from = (address: string, count: number) =>
      browser.post(
        '/dashboard/sign-in',
        { email: `u${count}@acme.example`, password: 'x' },
        { 'x-forwarded-for': address },
      );
    await app.installation.db.query(
      { name: '', text: 'insert into person_attempt (subject, attempts, began_at) values ($1, 99, now())' },
      [sha256('sign-in from 192.0.2.1')],
    );
    expect((await from('192.0.2.1', 1)).status).toBe(401);
    expect((await from('203.0.113.9, 192.0.2.1', 2)).body.name).toBe('rate_limit_exceeded');
    expect((await from('192.0.2.1, 192.0.2.2', 3)).status).toBe(401);
    await deleteAttempts();
  });

  it('is refused to a person without an account', async () => {
    const alone = await join(app, owner, 'alone@acme.example', 'member');
    const { body } = await alone.get('/dashboard/session');
    expect((await owner.delete(`/dashboard/team/members/${body.person.id}`)).status).toBe(200);
    const browser = createBrowser(app.api.baseUrl);
    const answer = await browser.post('/dashboard/sign-in', { email: 'alone@acme.example', password: PASSWORD });
    expect(answer.body.name).toBe('forbidden');
    expect(browser.cookies.size).toBe(0);
  });
});

describe('session', () => {
  it('ends with signing out, which later requests report', async () => {
    const browser = await signIn(app, 'ada@acme.example');
    const kept = browser.cookies.get('postrider_session') ?? '';
    expect((await browser.post('/dashboard/sign-out')).status).toBe(200);
    expect(browser.cookies.has('postrider_session')).toBe(false);
    expect((await browser.get('/dashboard/session')).body.name).toBe('missing_api_key');
    browser.cookies.set('postrider_session', kept);
    await eventually('the session expires', async () =>
      (await browser.get('/dashboard/session')).body.name === 'session_expired' ? true : undefined,
    );
  });

  it('is not revived if its last use is recorded after it ended', async () => {
    const browser = await signIn(app, 'ada@acme.example');
    const { body } = await browser.get('/dashboard/me/sessions');
    const { id } = (body.data as { id: number; is_current: boolean }[]).find((one) => one.is_current) ?? { id: 0 };
    const { db } = app.installation;
    const passed = {
      name: '',
      text: `update person_session set updated_at = now() - $2::interval,
      expires_at = now() - $2::interval + interval '30 days' where id = $1`,
    };
    const lasts = { name: '', text: 'select expires_at > now() as lasts from person_session where id = $1' };
    await db.query(passed, [id, '31 days']);
    await touchSession(db, id, 30, 300);
    expect(await db.query(lasts, [id])).toEqual([{ lasts: false }]);
    await db.query(passed, [id, '29 days']);
    await touchSession(db, id, 30, 300);
    expect(await db.query(lasts, [id])).toEqual([{ lasts: true }]);
  });

  it('lasts a month after its last use', async () => {
    const browser = await signIn(app, 'ada@acme.example');
    const { body } = await browser.get('/dashboard/me/sessions');
    const { id } = (body.data as { id: number; is_current: boolean }[]).find((one) => one.is_current) ?? { id: 0 };
    const age = async (interval: string): Promise<void> => {
      const text = `update person_session set updated_at = now() - $2::interval,
        expires_at = now() - $2::interval + interval '30 days' where id = $1`;
      await app.installation.db.query({ name: '', text }, [id, interval]);
    };
    await age('29 days');
    await eventually('the session is renewed', async () => {
      await browser.get('/dashboard/session');
      const text = `select expires_at > now() + interval '29 days' as renewed from person_session where id = $1`;
      const [row] = await app.installation.db.query<{ renewed: boolean }>({ name: '', text }, [id]);
      return row?.renewed || undefined;
    });
    expect(browser.lastCookies()[0]).toContain('Max-Age=2592000');
    await age('31 days');
    await eventually('the session expires', async () =>
      (await browser.get('/dashboard/session')).body.name === 'session_expired' ? true : undefined,
    );
  });

  it('is listed with its origin and can be ended from another session', async () => {
    const here = await signIn(app, 'ada@acme.example');
    const there = await signIn(app, 'ada@acme.example');
    const { body } = await there.get('/dashboard/me/sessions');
    const sessions = body.data as { id: number; is_current: boolean; address: string; user_agent: string }[];
    const own = sessions.find((one) => one.is_current);
    expect(own).toMatchObject({ address: '127.0.0.1', user_agent: 'Test browser' });
    const mine = (await here.get('/dashboard/me/sessions')).body.data as { id: number; is_current: boolean }[];
    const other = mine.find((one) => one.is_current)?.id;
    expect((await there.delete(`/dashboard/me/sessions/${other}`)).status).toBe(200);
    expect((await there.delete(`/dashboard/me/sessions/${other}`)).status).toBe(404);
    await eventually('the other session ends', async () =>
      (await here.get('/dashboard/session')).body.name === 'session_expired' ? true : undefined,
    );
    expect((await there.get('/dashboard/session')).status).toBe(200);
  });

  it('cannot be ended by another person', async () => {
    const other = await join(app, owner, 'curious@acme.example', 'admin');
    const mine = (await owner.get('/dashboard/me/sessions')).body.data as { id: number }[];
    for (const { id } of mine) expect((await other.delete(`/dashboard/me/sessions/${id}`)).status).toBe(404);
    for (const id of ['0', '-1', 'x', '99999999999999999999']) {
      expect((await other.delete(`/dashboard/me/sessions/${id}`)).status).toBe(404);
    }
  });
});

describe('password reset', () => {
  it('works with a link once and ends all sessions', async () => {
    await deleteAttempts();
    const before = await join(app, owner, 'forgetful@acme.example', 'member');
    const browser = createBrowser(app.api.baseUrl);
    expect((await browser.post('/dashboard/password-reset', { email: 'Forgetful@acme.example' })).status).toBe(202);
    const { text } = await mailTo(app, 'forgetful@acme.example', (mail) => mail.includes('/app/reset#'));
    const given = { token: tokenIn(text), password: 'another good password' };
    const weak = await browser.post('/dashboard/password-reset/finish', { ...given, password: 'short' });
    expect(weak.body.name).toBe('validation_error');
    const address = await browser.post('/dashboard/password-reset/finish', {
      ...given,
      password: 'forgetful@acme.example',
    });
    expect(address.body.errors).toEqual({ password: ['must not be the same as the user’s email address.'] });
    const uses = await Promise.all([1, 2, 3].map(async () => browser.post('/dashboard/password-reset/finish', given)));
    expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    await eventually('the session ends', async () =>
      (await before.get('/dashboard/session')).body.name === 'session_expired' ? true : undefined,
    );
    const old = await browser.post('/dashboard/sign-in', { email: 'forgetful@acme.example', password: PASSWORD });
    expect(old.status).toBe(401);
    expect((await signIn(app, 'forgetful@acme.example', given.password)).cookies.has('postrider_session')).toBe(true);
    expect((await mailTo(app, 'forgetful@acme.example')).subject).toBe('Your password was changed');
  });

  it('has the same response for an unknown address, and sends no email', async () => {
    const browser = createBrowser(app.api.baseUrl);
    const known = await browser.post('/dashboard/password-reset', { email: 'ada@acme.example' });
    const unknown = await browser.post('/dashboard/password-reset', { email: 'stranger@acme.example' });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await mailTo(app, 'ada@acme.example', (text) => text.includes('/app/reset#'));
    expect(await mailsTo(app, 'stranger@acme.example')).toEqual([]);
  });

  it('is refused with a link after an hour', async () => {
    await deleteAttempts();
    await join(app, owner, 'slow@acme.example', 'member');
    const browser = createBrowser(app.api.baseUrl);
    await browser.post('/dashboard/password-reset', { email: 'slow@acme.example' });
    const { text } = await mailTo(app, 'slow@acme.example', (mail) => mail.includes('/app/reset#'));
    const token = tokenIn(text);
    const late = `update person_token set expires_at = expires_at - interval '1 hour' where token_hash = $1`;
    await app.installation.db.query({ name: '', text: late }, [sha256(token)]);
    const answer = await browser.post('/dashboard/password-reset/finish', { token, password: 'another good password' });
    expect(answer.status).toBe(404);
  });

  it('sends three emails per hour at most, and allows twenty requests per client', async () => {
    await deleteAttempts();
    await join(app, owner, 'pestered@acme.example', 'member');
    const browser = createBrowser(app.api.baseUrl);
    const statuses = [];
    for (let count = 0; count < 21; count += 1) {
      statuses.push((await browser.post('/dashboard/password-reset', { email: 'pestered@acme.example' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
    await eventually('all attempts are counted', async () => {
      const text = 'select attempts from person_attempt where subject = $1';
      const subject = sha256('reset of pestered@acme.example');
      const [row] = await app.installation.db.query<{ attempts: number }>({ name: '', text }, [subject]);
      return row?.attempts === 20 || undefined;
    });
    const links = (await mailsTo(app, 'pestered@acme.example')).filter(({ text }) => text.includes('/app/reset#'));
    expect(links.length).toBe(3);
  });

  it('is recorded in the log of a separate account', async () => {
    const text = `select a.email from message m join account a using (account_id) where m.subject = 'Reset your password'
      group by a.email`;
    const rows = await app.installation.db.query<{ email: string }>({ name: '', text }, []);
    expect(rows).toEqual([{ email: 'sign-in@sandbox.localhost' }]);
  });
});
