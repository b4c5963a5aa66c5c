// Place in a run: slow.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { becomeOwner, createBrowser, join, memberId, PASSWORD, type Browser } from '../support/people.ts';

let app: TestApp;
let owner: Browser;
let balancer: Server;
let entrance: string;

/** Header with which a test sets the client address for the load balancer. */
const CLIENT = 'x-test-client';

beforeAll(async () => {
  app = await startApp({ POSTRIDER_TRUSTED_PROXIES: '127.0.0.1' });
  owner = await becomeOwner(app);
  balancer = createServer((incoming, answer) => {
    const { [CLIENT]: client = '203.0.113.1', ...headers } = incoming.headers;
    const onward = request(
      `${app.api.baseUrl}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, 'x-forwarded-for': client } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(answer);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  // Safe cast: the server listens on a TCP port, so its address is an object.
  entrance = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((resolve) => balancer.close(resolve));
  await app.close();
});

beforeEach(async () => {
  await app.installation.db.script('delete from person_attempt');
});

async function tryPassword(browser: Browser, client: string, email: string, password: string): Promise<number> {
  const answer = await browser.post('/dashboard/sign-in', { email, password }, { [CLIENT]: client });
  return answer.status;
}

/** Returns a browser with which the user has already signed in and out, through the load balancer. */
async function knownBrowser(email: string, client: string): Promise<Browser> {
  const browser = createBrowser(entrance);
  expect(await tryPassword(browser, client, email, PASSWORD)).toBe(200);
  expect((await browser.post('/dashboard/sign-out')).status).toBe(200);
  return browser;
}

/** Uses up the password attempts that an address is allowed. */
async function tryTen(email: string): Promise<void> {
  const stranger = createBrowser(entrance);
  for (let count = 0; count < 10; count += 1) {
    expect(await tryPassword(stranger, `192.0.2.${count}`, email, 'not this one')).toBe(401);
  }
  expect(await tryPassword(stranger, '192.0.2.99', email, PASSWORD)).toBe(429);
}

/** Sets all existing counters of sign-in attempts to the given number. */
async function pretendAttempts(attempts: number): Promise<void> {
  await app.installation.db.script(`update person_attempt set attempts = ${attempts}`);
}

describe('behind a trusted load balancer', () => {
  it('wrong passwords block only the client that sent them', async () => {
    const browser = createBrowser(entrance);
    await tryPassword(browser, '198.51.100.7', 'nobody@acme.example', 'not this one');
    await pretendAttempts(100);
    expect(await tryPassword(browser, '198.51.100.7', 'ada@acme.example', PASSWORD)).toBe(429);
    expect(await tryPassword(createBrowser(entrance), '198.51.100.8', 'ada@acme.example', PASSWORD)).toBe(200);
  });

  it('all addresses of an IPv6 network count as one', async () => {
    const browser = createBrowser(entrance);
    const from = async (client: string, email: string) => tryPassword(browser, client, email, 'not this one');
    await from('2001:db8:1:2::1', 'first@acme.example');
    await pretendAttempts(99);
    expect(await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd', 'second@acme.example')).toBe(401);
    expect(await from('2001:db8:1:2::3', 'third@acme.example')).toBe(429);
    expect(await from('2001:db8:1:3::1', 'fourth@acme.example')).toBe(401);
  });

  it('requests for password links are limited by network too', async () => {
    const browser = createBrowser(entrance);
    const ask = async (client: string) =>
      (await browser.post('/dashboard/password-reset', { email: 'nobody@acme.example' }, { [CLIENT]: client })).status;
    expect(await ask('2001:db8:1:2::1')).toBe(202);
    await pretendAttempts(20);
    expect(await ask('2001:db8:1:2::2')).toBe(429);
    expect(await ask('2001:db8:1:3::2')).toBe(202);
  });
});

describe('known browser of a person', () => {
  it('can sign in despite attempts by others, also from the same network', async () => {
    await join(app, owner, 'known@acme.example', 'member');
    const browser = await knownBrowser('known@acme.example', '198.51.100.7');
    expect(browser.lastCookies().join()).not.toContain('postrider_known=;');
    await tryTen('known@acme.example');
    await pretendAttempts(1_000);
    expect(await tryPassword(browser, '192.0.2.1', 'known@acme.example', 'not this one')).toBe(401);
    expect(await tryPassword(browser, '192.0.2.1', 'KNOWN@acme.example', PASSWORD)).toBe(200);
  });

  it('has its own limit, after which it is treated as unknown', async () => {
    await join(app, owner, 'stolen@acme.example', 'member');
    const browser = await knownBrowser('stolen@acme.example', '198.51.100.7');
    await tryTen('stolen@acme.example');
    for (let count = 0; count < 10; count += 1) {
      expect(await tryPassword(browser, '192.0.2.1', 'stolen@acme.example', 'not this one')).toBe(401);
    }
    expect(await tryPassword(browser, '192.0.2.1', 'stolen@acme.example', PASSWORD)).toBe(429);
  });

  it('is recognized by a signed cookie that scripts cannot read', async () => {
    await join(app, owner, 'one@acme.example', 'member');
    const browser = createBrowser(entrance);
    await tryPassword(browser, '198.51.100.7', 'one@acme.example', PASSWORD);
    const set = browser.lastCookies().find((cookie) => cookie.startsWith('postrider_known=')) ?? '';
    expect(set).toMatch(/Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    const own = decodeURIComponent(browser.cookies.get('postrider_known') ?? '');
    const [, until, signature] = own.split('.');
    const ada = await memberId(owner, 'ada@acme.example');
    await tryTen('ada@acme.example');
    for (const value of [own, `${ada}.${until}.${signature}`, `${ada}.${until}.${'A'.repeat(43)}=`, '%', '']) {
      const other = createBrowser(entrance);
      other.cookies.set('postrider_known', value.includes('%') ? value : encodeURIComponent(value));
      expect(await tryPassword(other, '198.51.100.9', 'ada@acme.example', PASSWORD)).toBe(429);
    }
  });

  it('is forgotten when the password changes', async () => {
    const elsewhere = await join(app, owner, 'changed@acme.example', 'member');
    const browser = await knownBrowser('changed@acme.example', '198.51.100.7');
    const change = { current_password: PASSWORD, new_password: 'another good password' };
    expect((await elsewhere.post('/dashboard/me/password', change)).status).toBe(200);
    await tryTen('changed@acme.example');
    expect(await tryPassword(browser, '198.51.100.7', 'changed@acme.example', change.new_password)).toBe(429);
  });

  it('can be one that signed in by a link', async () => {
    const browser = await join(app, owner, 'linked@acme.example', 'member');
    expect(browser.cookies.has('postrider_known')).toBe(false);
    await browser.get('/dashboard/session');
    await browser.post('/dashboard/sign-out');
    await tryTen('linked@acme.example');
    const again = { email: 'linked@acme.example', password: PASSWORD };
    expect((await browser.post('/dashboard/sign-in', again)).status).toBe(200);
  });
});

describe('signed-in person', () => {
  it('can change the password while others try to guess it', async () => {
    const browser = await join(app, owner, 'busy@acme.example', 'member');
    await tryTen('busy@acme.example');
    const begun = await browser.post('/dashboard/me/two-factor', { password: PASSWORD });
    expect(begun.status).toBe(200);
    const change = { current_password: PASSWORD, new_password: 'another good password' };
    expect((await browser.post('/dashboard/me/password', change)).status).toBe(200);
  });

  it('has ten password attempts in a quarter of an hour', async () => {
    const browser = await join(app, owner, 'guessing@acme.example', 'member');
    const attempt = async (password: string) => (await browser.post('/dashboard/me/two-factor', { password })).status;
    for (let count = 0; count < 10; count += 1) expect(await attempt('not this one')).toBe(401);
    expect(await attempt(PASSWORD)).toBe(429);
  });
});
