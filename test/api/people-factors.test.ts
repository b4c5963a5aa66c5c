// Place in a run: slow.
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/crypto.ts';
import { startApp, type Answer } from '../support/app.ts';
import { createAuthenticator, fromBase32, totp } from '../support/authenticator.ts';
import { becomeOwner, createBrowser, join, mailTo, PASSWORD, signIn, type Browser } from '../support/people.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);
const owner = shared(async () => becomeOwner(app));

beforeEach(async () => {
  await app.installation.db.script('delete from person_attempt');
});

async function deleteCodes(): Promise<void> {
  await app.installation.db.script('delete from person_used_code');
}

/**
 * Adds a user with a second factor. `code(steps)` returns the code that is valid the given number of 30-second steps
 * from now (default: 0).
 */
async function withTwoFactor(email: string): Promise<{
  browser: Browser;
  backupCodes: string[];
  code: (steps?: number) => string;
}> {
  const browser = await join(app, owner, email, 'member');
  const begun = await browser.post('/dashboard/me/two-factor', { password: PASSWORD });
  expect(begun.status).toBe(200);
  const secret = fromBase32(begun.body.secret);
  const code = (steps = 0): string => totp(secret, Date.now() + steps * 30_000);
  const confirmed = await browser.post('/dashboard/me/two-factor/confirm', { code: code() });
  expect(confirmed.body).toEqual({ message: 'Two-factor authentication is on.' });
  await deleteCodes();
  return { browser, backupCodes: begun.body.backup_codes, code };
}

async function firstFactor(email: string): Promise<Browser> {
  const browser = createBrowser(app.api.baseUrl);
  const answer = await browser.post('/dashboard/sign-in', { email, password: PASSWORD });
  expect(answer.body).toEqual({ status: 'second_factor' });
  return browser;
}

describe('one-time codes of this test', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('match RFC 6238 appendix B at %d s', (seconds, code) => {
    expect(totp(Buffer.from('12345678901234567890'), seconds * 1_000, 8)).toBe(code);
  });
});

describe('second factor', () => {
  it('is required only after a code confirmed it', async () => {
    const browser = await join(app, owner, 'late@acme.example', 'member');
    const begun = await browser.post('/dashboard/me/two-factor', { password: PASSWORD });
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Postrider:late(@|%40)acme\.example\?/);
    expect(begun.body.qr_svg).toContain('<svg');
    expect(begun.body.backup_codes).toHaveLength(10);
    expect((await signIn(app, 'late@acme.example')).cookies.has('postrider_session')).toBe(true);
    const wrong = await browser.post('/dashboard/me/two-factor/confirm', { code: '000000' });
    expect(wrong.body.errors).toHaveProperty('code');
    const code = totp(fromBase32(begun.body.secret), Date.now());
    expect((await browser.post('/dashboard/me/two-factor/confirm', { code })).status).toBe(200);
    expect((await browser.get('/dashboard/session')).body.person.two_factor).toBe(true);
    expect((await mailTo(app, 'late@acme.example')).text).toContain('Two-factor authentication was turned on');
    expect((await browser.post('/dashboard/me/two-factor', { password: PASSWORD })).body.name).toBe('conflict');
  });

  it('prevents sign-in with only the password', async () => {
    await withTwoFactor('half@acme.example');
    const browser = await firstFactor('half@acme.example');
    expect([...browser.cookies.keys()]).toEqual(['postrider_second_factor']);
    expect((await browser.get('/dashboard/session')).body.name).toBe('missing_api_key');
  });

  it('accepts the current and the previous code once each', async () => {
    const { code } = await withTwoFactor('coded@acme.example');
    // Waits until there is enough time left in the current 30-second step.
    while (Date.now() % 30_000 > 10_000) await new Promise((resolve) => setTimeout(resolve, 100));
    const browser = await firstFactor('coded@acme.example');
    const used = code();
    expect((await browser.post('/dashboard/sign-in/second-factor', { code: used })).body).toEqual({
      status: 'signed_in',
    });
    expect((await browser.get('/dashboard/session')).body.person.email).toBe('coded@acme.example');
    expect(browser.cookies.has('postrider_second_factor')).toBe(false);
    const again = await firstFactor('coded@acme.example');
    const replayed = await again.post('/dashboard/sign-in/second-factor', { code: used });
    expect(replayed.body.name).toBe('sign_in_failed');
    expect(again.cookies.has('postrider_session')).toBe(false);
    expect((await again.post('/dashboard/sign-in/second-factor', { code: code(1) })).body.status).toBe('signed_in');
    const before = await firstFactor('coded@acme.example');
    const spaced = `${code(-1).slice(0, 3)} ${code(-1).slice(3)}`;
    expect((await before.post('/dashboard/sign-in/second-factor', { code: spaced })).status).toBe(200);
    const old = await firstFactor('coded@acme.example');
    expect((await old.post('/dashboard/sign-in/second-factor', { code: code(-4) })).status).toBe(401);
  });

  it('accepts one code once for two concurrent sign-ins', async () => {
    const { code } = await withTwoFactor('twins@acme.example');
    const browsers = [await firstFactor('twins@acme.example'), await firstFactor('twins@acme.example')];
    const used = code();
    const answers = await Promise.all(
      browsers.map(async (one) => one.post('/dashboard/sign-in/second-factor', { code: used })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const second = browsers[answers.findIndex(({ status }) => status === 401)];
    expect((await second?.post('/dashboard/sign-in/second-factor', { code: code(1) }))?.body.status).toBe('signed_in');
  });

  it('accepts the same digits later even if they were wrong before', async () => {
    const { code } = await withTwoFactor('early@acme.example');
    const browser = await firstFactor('early@acme.example');
    const later = code(4);
    expect((await browser.post('/dashboard/sign-in/second-factor', { code: later })).status).toBe(401);
    const text = 'select count(*)::integer as codes from person_used_code where code_hash = $1';
    const [row] = await app.installation.db.query<{ codes: number }>({ name: '', text }, [sha256(later)]);
    expect(row?.codes).toBe(0);
  });

  it('does not count correct passwords, as for people without a second factor', async () => {
    await withTwoFactor('often@acme.example');
    for (let count = 0; count < 11; count += 1) await firstFactor('often@acme.example');
  });

  it('accepts each backup code once', async () => {
    const { backupCodes } = await withTwoFactor('backup@acme.example');
    const [code = ''] = backupCodes;
    const first = await firstFactor('backup@acme.example');
    expect((await first.post('/dashboard/sign-in/second-factor', { code })).status).toBe(200);
    const second = await firstFactor('backup@acme.example');
    expect((await second.post('/dashboard/sign-in/second-factor', { code })).status).toBe(401);
    expect((await second.post('/dashboard/sign-in/second-factor', { code: backupCodes[1] })).status).toBe(200);
  });

  it('allows five codes per sign-in and ten wrong ones in a row per person', async () => {
    const { code } = await withTwoFactor('guessed@acme.example');
    const attempt = async (browser: Browser, guess: string): Promise<Answer> =>
      browser.post('/dashboard/sign-in/second-factor', { code: guess });
    const first = await firstFactor('guessed@acme.example');
    for (let count = 0; count < 5; count += 1) expect((await attempt(first, '000000')).status).toBe(401);
    expect((await attempt(first, code())).status).toBe(401);
    const second = await firstFactor('guessed@acme.example');
    for (let count = 0; count < 5; count += 1) await attempt(second, '000000');
    const third = await firstFactor('guessed@acme.example');
    expect((await attempt(third, code())).status).toBe(401);
    await app.installation.db.script(`update person_two_factor set locked_until = now() - interval '1 second'
      where locked_until is not null`);
    const fourth = await firstFactor('guessed@acme.example');
    expect((await attempt(fourth, code())).status).toBe(200);
  });

  it('is checked only after the password and within ten minutes', async () => {
    const { code } = await withTwoFactor('timed@acme.example');
    const stranger = createBrowser(app.api.baseUrl);
    expect((await stranger.post('/dashboard/sign-in/second-factor', { code: code() })).status).toBe(401);
    const browser = await firstFactor('timed@acme.example');
    await app.installation.db.script(`update person_challenge set expires_at = now() - interval '1 second'`);
    expect((await browser.post('/dashboard/sign-in/second-factor', { code: code() })).status).toBe(401);
    expect(browser.cookies.has('postrider_session')).toBe(false);
  });

  it('of one person cannot complete the sign-in of another', async () => {
    const mine = await withTwoFactor('mine@acme.example');
    await withTwoFactor('theirs@acme.example');
    const browser = await firstFactor('theirs@acme.example');
    browser.cookies.set('postrider_session', mine.browser.cookies.get('postrider_session') ?? '');
    expect((await browser.post('/dashboard/sign-in/second-factor', { code: mine.code() })).status).toBe(401);
  });

  it('is skipped in a remembered browser until the password changes', async () => {
    const { browser: first, code } = await withTwoFactor('remembered@acme.example');
    const browser = await firstFactor('remembered@acme.example');
    const given = { code: code(), remember_device: true };
    expect((await browser.post('/dashboard/sign-in/second-factor', given)).status).toBe(200);
    await browser.post('/dashboard/sign-out');
    const credentials = { email: 'remembered@acme.example', password: PASSWORD };
    expect((await browser.post('/dashboard/sign-in', credentials)).body).toEqual({ status: 'signed_in' });
    const change = { current_password: PASSWORD, new_password: 'another good password' };
    expect((await first.post('/dashboard/me/password', change)).status).toBe(200);
    const again = await browser.post('/dashboard/sign-in', { ...credentials, password: change.new_password });
    expect(again.body).toEqual({ status: 'second_factor' });
  });

  it('signs in from a known network despite failed attempts from it', async () => {
    const { code } = await withTwoFactor('office@acme.example');
    const browser = await firstFactor('office@acme.example');
    expect((await browser.post('/dashboard/sign-in/second-factor', { code: code() })).status).toBe(200);
    await app.installation.db.script('update person_attempt set attempts = 1000');
    const credentials = { email: 'office@acme.example', password: PASSWORD };
    const stranger = createBrowser(app.api.baseUrl);
    expect((await stranger.post('/dashboard/sign-in', credentials)).status).toBe(429);
    expect((await browser.post('/dashboard/sign-in', credentials)).body).toEqual({ status: 'second_factor' });
    const second = await browser.post('/dashboard/sign-in/second-factor', { code: code(1) });
    expect(second.body).toEqual({ status: 'signed_in' });
  });

  it('is turned off with the password', async () => {
    const { browser } = await withTwoFactor('off@acme.example');
    expect((await browser.delete('/dashboard/me/two-factor', { password: 'wrong password' })).status).toBe(401);
    expect((await browser.delete('/dashboard/me/two-factor', { password: PASSWORD })).status).toBe(200);
    expect((await browser.get('/dashboard/session')).body.person.two_factor).toBe(false);
    expect((await signIn(app, 'off@acme.example')).cookies.has('postrider_session')).toBe(true);
  });

  it('is stored encrypted with the master secret', async () => {
    const browser = await join(app, owner, 'sealed@acme.example', 'member');
    const begun = await browser.post('/dashboard/me/two-factor', { password: PASSWORD });
    const text = 'select string_agg(to_jsonb(f)::text, chr(10)) as rows from person_two_factor f';
    const [row] = await app.installation.db.query<{ rows: string }>({ name: '', text }, []);
    const [code = ''] = begun.body.backup_codes as string[];
    const plain = fromBase32(begun.body.secret).toString();
    for (const secret of [begun.body.secret as string, plain, code]) expect(row?.rows).not.toContain(secret);
  });
});

describe('passkey', () => {
  async function add(browser: Browser, name = 'Laptop') {
    const authenticator = createAuthenticator(originOf());
    const options = await browser.post('/dashboard/me/passkeys/options');
    expect(options.status).toBe(200);
    const response = authenticator.create(options.body);
    const answer = await browser.post('/dashboard/me/passkeys', { name, response });
    expect(answer.status).toBe(201);
    return { authenticator, passkey: answer.body, response };
  }

  const originOf = (): string => app.api.baseUrl.replace('127.0.0.1', 'localhost');

  async function optionsOf(browser: Browser): Promise<{ challenge: string }> {
    return (await browser.post('/dashboard/sign-in/passkey/options')).body;
  }

  it('signs in without an address, a password or a code', async () => {
    const { browser } = await withTwoFactor('key@acme.example');
    const { authenticator, passkey } = await add(browser);
    expect((await browser.get('/dashboard/me/passkeys')).body.data).toEqual([passkey]);
    expect((await browser.get('/dashboard/session')).body.person.passkeys).toBe(1);
    const fresh = createBrowser(app.api.baseUrl);
    const options = await optionsOf(fresh);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const answer = await fresh.post('/dashboard/sign-in/passkey', { response: authenticator.get(options) });
    expect(answer.body).toEqual({ status: 'signed_in' });
    expect((await fresh.get('/dashboard/session')).body.person.email).toBe('key@acme.example');
    const [used] = (await browser.get('/dashboard/me/passkeys')).body.data;
    expect(used.last_used_at).not.toBeNull();
  });

  it('responds to one of our challenges once', async () => {
    const browser = await join(app, owner, 'replayed@acme.example', 'member');
    const { authenticator } = await add(browser);
    const fresh = createBrowser(app.api.baseUrl);
    const options = await optionsOf(fresh);
    const response = authenticator.get(options);
    const uses = await Promise.all([1, 2, 3].map(async () => fresh.post('/dashboard/sign-in/passkey', { response })));
    expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    const own = authenticator.get({ challenge: Buffer.alloc(32).toString('base64url') });
    expect((await fresh.post('/dashboard/sign-in/passkey', { response: own })).status).toBe(401);
    const late = await optionsOf(fresh);
    await app.installation.db.script(`update person_token set expires_at = now() - interval '1 second'`);
    expect((await fresh.post('/dashboard/sign-in/passkey', { response: authenticator.get(late) })).status).toBe(401);
  });

  it.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['with a counter that went back', { counter: 1 }],
  ])('%s does not sign in', async (name, spoilt) => {
    const browser = await join(app, owner, `spoilt-${name.replaceAll(' ', '-')}@acme.example`, 'member');
    const { authenticator } = await add(browser);
    const fresh = createBrowser(app.api.baseUrl);
    for (let count = 0; count < 2; count += 1) {
      const response = authenticator.get(await optionsOf(fresh));
      expect((await fresh.post('/dashboard/sign-in/passkey', { response })).status).toBe(200);
    }
    fresh.cookies.clear();
    const response = authenticator.get(await optionsOf(fresh), spoilt);
    const answer = await fresh.post('/dashboard/sign-in/passkey', { response });
    expect(answer.body.name).toBe('sign_in_failed');
    expect(fresh.cookies.size).toBe(0);
  });

  it('that is invented or malformed is refused', async () => {
    const fresh = createBrowser(app.api.baseUrl);
    const stranger = createAuthenticator(originOf());
    const unknown = stranger.get(await optionsOf(fresh));
    expect((await fresh.post('/dashboard/sign-in/passkey', { response: unknown })).status).toBe(401);
    const { challenge } = await optionsOf(fresh);
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge, type: 'webauthn.get' })).toString('base64url');
    const parts = { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' };
    const garbage = { ...unknown, response: parts };
    expect((await fresh.post('/dashboard/sign-in/passkey', { response: garbage })).status).toBe(401);
    const deep = { ...parts, clientDataJSON: Buffer.from('['.repeat(12_000)).toString('base64url') };
    expect((await fresh.post('/dashboard/sign-in/passkey', { response: { ...unknown, response: deep } })).status).toBe(
      401,
    );
    const huge = { ...parts, signature: 'A'.repeat(16_385) };
    expect((await fresh.post('/dashboard/sign-in/passkey', { response: { ...unknown, response: huge } })).status).toBe(
      422,
    );
    expect((await fresh.post('/dashboard/sign-in/passkey', { response: {} })).status).toBe(422);
  });

  it('can be added only by the person with the options, once, and to one person', async () => {
    const browser = await join(app, owner, 'first@acme.example', 'member');
    const other = await join(app, owner, 'second@acme.example', 'member');
    const { authenticator, response } = await add(browser);
    expect((await browser.post('/dashboard/me/passkeys', { name: 'Again', response })).status).toBe(401);
    const options = (await browser.post('/dashboard/me/passkeys/options')).body;
    const stolen = { name: 'Stolen', response: createAuthenticator(originOf()).create(options) };
    expect((await other.post('/dashboard/me/passkeys', stolen)).status).toBe(401);
    const theirs = (await other.post('/dashboard/me/passkeys/options')).body;
    const same = await other.post('/dashboard/me/passkeys', { name: 'Mine', response: authenticator.create(theirs) });
    expect(same.body.name).toBe('conflict');
    const unverified = (await other.post('/dashboard/me/passkeys/options')).body;
    const weak = createAuthenticator(originOf()).create(unverified, { isVerified: false });
    expect((await other.post('/dashboard/me/passkeys', { name: 'Weak', response: weak })).status).toBe(401);
  });

  it('requires the password a quarter of an hour after signing in', async () => {
    const browser = await join(app, owner, 'stale@acme.example', 'member');
    await app.installation.db.script(`update person_session set created_at = now() - interval '16 minutes'`);
    expect((await browser.post('/dashboard/me/passkeys/options')).body.name).toBe('forbidden');
    expect((await browser.post('/dashboard/me/passkeys/options', { password: 'wrong one' })).status).toBe(401);
    expect((await browser.post('/dashboard/me/passkeys/options', { password: PASSWORD })).status).toBe(200);
  });

  it('cannot be used after its owner deleted it', async () => {
    const browser = await join(app, owner, 'lost@acme.example', 'member');
    const { authenticator, passkey } = await add(browser);
    expect((await owner.delete(`/dashboard/me/passkeys/${passkey.id}`)).status).toBe(404);
    expect((await browser.delete(`/dashboard/me/passkeys/${passkey.id}`)).status).toBe(200);
    const fresh = createBrowser(app.api.baseUrl);
    const response = authenticator.get(await optionsOf(fresh));
    expect((await fresh.post('/dashboard/sign-in/passkey', { response })).status).toBe(401);
  });

  it('is limited to twenty', async () => {
    const browser = await join(app, owner, 'collector@acme.example', 'member');
    for (let count = 0; count < 20; count += 1) await add(browser, `Key ${count}`);
    expect((await browser.post('/dashboard/me/passkeys/options')).body.name).toBe('conflict');
  });
});
