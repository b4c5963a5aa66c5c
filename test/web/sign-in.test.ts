// Place in a run: slow.
import { createServer } from 'node:http';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { destinationOf } from '../../dashboard/src/pages/sign-in/destination.ts';
import { ensureOwner } from '../../src/app/first-start.ts';
import { cookiesOf, createPersonMailer } from '../../src/app/people.ts';
import { inviteByOperator, startSession } from '../../src/features/tenants/people/index.ts';
import { fromBase32, totp } from '../support/authenticator.ts';
import {
  createBrowser,
  join as joinByApi,
  mailTo,
  PASSWORD,
  tokenIn,
  type Browser as Caller,
} from '../support/people.ts';
import { authorizationUrl } from '../api/oauth-browser.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release, spoil } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, openPage, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

describe('destinationOf', () => {
  it.each([
    [undefined, '/app'],
    ['', '/app'],
    ['/', '/app'],
    ['/messages?status=bounced', '/app/messages?status=bounced'],
    ['/app/messages', '/app/messages'],
    ['/oauth/consent/abc', '/oauth/consent/abc'],
    ['/dashboard/messages/export?tag=x', '/dashboard/messages/export?tag=x'],
    ['/dashboard/messages/tm_1/source?download=1', '/dashboard/messages/tm_1/source?download=1'],
    ['/contacts/export?format=json', '/contacts/export?format=json'],
    ['/domains/7/zone-file', '/domains/7/zone-file'],
    ['/contacts/export/../7', '/app/contacts/7'],
    ['/dashboard/messages/export/../../session', '/app'],
    ['/dashboard/session', '/app'],
    ['/sign-in?next=/keys', '/app'],
    ['/app/reset', '/app'],
    ['https://elsewhere.example/', '/app'],
    ['//elsewhere.example/', '/app'],
    ['/\\elsewhere.example/', '/app'],
    ['/.//elsewhere.example', '/app'],
    ['/app//elsewhere.example', '/app'],
    ['/oauth/../../elsewhere', '/app/elsewhere'],
    ['/oauth/..//elsewhere.example', '/app'],
    ['/\t/elsewhere.example', '/app'],
    ['javascript:alert(1)', '/app'],
    ['keys', '/app'],
  ])('redirects %j to %s', (next, expected) => {
    expect(destinationOf(next)).toBe(expected);
  });
});

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('sign-in in a browser', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let owner: Caller;

  beforeAll(async () => {
    world = await startWorld();
    owner = createBrowser(world.address);
    const { name, value } = await world.signIn();
    owner.cookies.set(name, value);
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    complaints = listenForComplaints(page);
  });

  afterEach(async () => {
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  async function enterPassword(email: string, password = PASSWORD): Promise<void> {
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Sign in');
  }

  /** Adds a new member through the dashboard and leaves them signed in. */
  async function joinByPages(email: string, name: string): Promise<void> {
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    await openPage(page, at('/team'), 'jocelyn@northwind.example');
    await press('Invite member');
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('cell', { name: email, exact: true }).waitFor();
    const { text } = await mailTo(world.app, email, (mail) => mail.includes('/app/invitation#'));
    await context.clearCookies();
    await page.goto(at(`/invitation#token=${tokenIn(text)}`));
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Join Northwind');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** Adds a new member through the API and signs them in. */
  async function join(email: string): Promise<void> {
    const { cookies } = await joinByApi(world.app, owner, email, 'member');
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: world.address })));
  }

  it('creates the owner at the first start, shows errors at the field, and keeps the token out of the URL', async () => {
    const { firstStartToken = '' } = await ensureOwner(world.app.installation);
    await page.goto(at(`/first-start#token=${firstStartToken}`));
    await page.getByLabel('Your name').fill('Hedy Lamarr');
    expect(page.url()).toBe(at('/first-start'));
    expect(await page.getByLabel('Email').inputValue()).toBe('owner@postrider.localhost');
    await page.getByLabel('Company').fill('Acme');
    await page.getByLabel('Email').fill('hedy');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await press('Get started');
    await page.locator('[aria-invalid=true]').first().waitFor();
    await page.getByLabel('Email').fill('hedy@acme.example');
    await press('Get started');
    await page.getByText('Password must have at least 10 characters.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Get started');
    await page.waitForURL(at('/welcome'));
    await page.getByRole('heading', { name: 'Your first email' }).waitFor();
    await page.getByText('Acme', { exact: true }).first().waitFor();

    await page.goto(at(`/first-start#token=${firstStartToken}`));
    await page.getByText('Open the full link that the server printed').waitFor();
  });

  it('accepts an invitation, signs out, reports a wrong password, and returns to the page after sign-in', async () => {
    await joinByPages('mae@northwind.example', 'Mae Jemison');
    await page.getByRole('button', { name: /mae@northwind\.example/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/app\/sign-in/);
    await page.goto(at('/messages?status=bounced'));
    await page.waitForURL(/next=/);
    await enterPassword('mae@northwind.example', 'not the password');
    await page.getByText('The email address or the password is wrong.').waitFor();
    await enterPassword('mae@northwind.example');
    await page.waitForURL(at('/messages?status=bounced'));
    await page.getByText('nobody@example.net').first().waitFor();
  });

  it('rejects an invitation that was already accepted and says what to do', async () => {
    await join('sally@northwind.example');
    const { text } = await mailTo(world.app, 'sally@northwind.example');
    await page.goto(at(`/invitation#token=${tokenIn(text)}`));
    await page.getByRole('alert').waitFor();
    expect(page.url()).toBe(at('/invitation'));
  });

  it('responds equally to every request for a reset link, and sets a new password with the link', async () => {
    await join('katherine@northwind.example');
    await context.clearCookies();
    const answers = [];
    for (const email of ['katherine@northwind.example', 'nobody-at-all@northwind.example']) {
      await openPage(page, at('/reset'), 'Send link');
      await page.getByLabel('Email').fill(email);
      await press('Send link');
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      answers.push((await page.locator('main').textContent())?.replace(email, ''));
    }
    expect(answers[0]).toBe(answers[1]);

    const { text } = await mailTo(world.app, 'katherine@northwind.example', (mail) => mail.includes('/app/reset#'));
    await page.goto(at(`/reset#token=${tokenIn(text)}`));
    await page.getByText('Setting a new password signs you out everywhere.').waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await page.getByLabel('New password', { exact: true }).fill('another long password');
    await press('Set password');
    await page.getByText('Ended: 1 session, 0 access tokens, and 0 connected applications.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enterPassword('katherine@northwind.example', 'another long password');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('sets up a second factor with a QR code, requires it at the next sign-in, and accepts a backup code', async () => {
    await join('grace2@northwind.example');
    await openPage(page, at('/security'), 'this session');
    await press('Set up');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await press('Continue');
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    const width = await page.evaluate<number>(`document.querySelector('[role=dialog] img').naturalWidth`);
    expect(width).toBeGreaterThan(0);
    expect(await violationsOf(page, 'opened')).toEqual([]);
    const secret = (await dialog.locator('code').first().textContent()) ?? '';
    const codes = await dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allTextContents();
    await dialog.getByLabel('Code from the authenticator app').fill('000000');
    await press('Turn on');
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Code from the authenticator app').fill(totp(fromBase32(secret), Date.now()));
    await press('Turn on');
    await page.getByRole('button', { name: 'Turn off' }).waitFor();

    await context.clearCookies();
    await openPage(page, at('/sign-in'), 'Forgot password?');
    await enterPassword('grace2@northwind.example');
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await press('Use a backup code');
    await page.getByLabel('Backup code').fill(codes[0] ?? '');
    await press('Sign in');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('confirms a new address with its link, and ends other sessions and the old password', async () => {
    await join('rosalind@northwind.example');
    const [person] = await world.app.installation.db.query<{ id: number; account_id: number }>(
      {
        name: '',
        text: `select id, last_account_id as account_id from person where email = 'rosalind@northwind.example'`,
      },
      [],
    );
    const origin = { address: '198.51.100.9', userAgent: 'curl/8.5.0' };
    await startSession(world.app.installation.db, cookiesOf(world.app.installation), person?.id ?? 0, { origin });
    await openPage(page, at('/security'), '198.51.100.9');
    await press('End the session on curl');
    await page.getByText('198.51.100.9').waitFor({ state: 'detached' });
    await page.getByLabel('Name', { exact: true }).fill('Rosalind Franklin');
    await press('Save profile');
    await page.getByText('Profile updated.').waitFor();

    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await press('Change password');
    await page.getByText('New password must have at least 10 characters.').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('a double helix of words');
    await press('Change password');
    await page.getByText('Password changed.').waitFor();

    await page.getByLabel('New email').fill('rosalind@kings.example');
    await page.getByLabel('Your password').fill('a double helix of words');
    await press('Change email');
    await page.getByText('Check the inbox of rosalind@kings.example').waitFor();
    const { text } = await mailTo(world.app, 'rosalind@kings.example');
    await page.goto(at(`/confirm-email#token=${tokenIn(text)}`));
    await press('Confirm address');
    await page.getByText('You now sign in with rosalind@kings.example.').waitFor();
    expect(page.url()).toBe(at('/confirm-email'));
    await context.clearCookies();
    await openPage(page, at('/sign-in'), 'Forgot password?');
    await enterPassword('rosalind@kings.example', 'a double helix of words');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('accepts an invitation to another account for a signed-in person and switches to it', async () => {
    const { installation } = world.app;
    await join('dorothy@northwind.example');
    const { account } = await world.app.newAccount();
    await inviteByOperator(
      { db: installation.db, sendMail: createPersonMailer(installation), baseUrl: () => world.address },
      account.id,
      { email: 'dorothy@northwind.example', role: 'read_only' },
    );
    const { text } = await mailTo(world.app, 'dorothy@northwind.example', (mail) => mail.includes(account.email));
    await page.goto(at(`/invitation#token=${tokenIn(text)}`));
    await page.getByText('You already sign in with this address').waitFor();
    await press(`Join ${account.email}`);
    await page.getByRole('button', { name: new RegExp(account.email) }).waitFor();
  });

  it("shows an application's consent page after sign-in, and lists the grant", async () => {
    await join('annie@northwind.example');
    await context.clearCookies();
    const application = createServer((_request, response) => response.end('Back in the application.'));
    onTestFinished(() => void application.close());
    application.listen(8123, '127.0.0.1');
    const back = 'http://127.0.0.1:8123/callback';
    const client = world.seeded['oauth_client'] ?? '';
    await page.goto(authorizationUrl(world.address, client, { redirect_uri: back, scope: 'account:read' }).href);
    await page.waitForURL(/\/app\/sign-in\?next=/);
    await enterPassword('annie@northwind.example');
    await page.getByRole('heading', { name: /Newsletter plugin/ }).waitFor();
    await press('Authorize');
    await page.getByText('Back in the application.').waitFor();
    await openPage(page, at('/apps'), 'Newsletter plugin');
    await page.getByText('Read the account’s contacts, lists, campaigns, and domains').waitFor();
  });

  it('adds a passkey, signs in with it, and reports a browser without a passkey', async () => {
    const local = world.address;
    await join('valentina@northwind.example');
    await page.goto(`${local}/app/sign-in`);
    spoil(context);
    const device = await addDevice(page);
    await enterPassword('valentina@northwind.example');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await openPage(page, `${local}/app/security`, 'No passkeys yet');
    await page.getByRole('button', { name: 'Add passkey' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('cell', { name: 'Chrome on Linux' }).first().waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Passkeys' }).getByRole('row').count()).toBe(2);

    await context.clearCookies();
    await page.goto(`${local}/app/sign-in`);
    await press('Sign in with a passkey');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    await context.clearCookies();
    await page.goto(`${local}/app/sign-in`);
    await device.send('WebAuthn.setUserVerified', { authenticatorId: await idOf(device), isUserVerified: false });
    await press('Sign in with a passkey');
    await page.getByText('The browser didn’t provide a passkey.').waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  it('shows the pages to read-only users without actions that change the account', async () => {
    await context.addCookies([{ ...(await world.signIn('read_only')), url: world.address }]);
    const pages = [
      ['/apps', 'No connected applications'],
      ['/team', 'jocelyn@northwind.example'],
      ['/account', 'Only owners and admins can change these settings'],
      ['/account/status', 'The account can send'],
      ['/usage', 'This month'],
    ] as const;
    for (const [path, shows] of pages) {
      await openPage(page, at(path), shows);
      const buttons = await page.locator('main').getByRole('button').allTextContents();
      expect(
        buttons.filter((text) => text !== ''),
        path,
      ).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('hides actions from members that only other roles may use', async () => {
    await context.addCookies([{ ...(await world.signIn('member')), url: world.address }]);
    await openPage(page, at('/team'), 'jocelyn@northwind.example');
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).allTextContents()).toHaveLength(1);
    expect(await page.getByRole('link', { name: 'Queues' }).count()).toBe(0);
    await openPage(page, at('/operator/queues'), 'Operators only');
    await openPage(page, at('/account/audit'), 'Only owners and admins can view the audit log');
    expect(complaints).toEqual([]);
  });
});

const ids = new WeakMap<CDPSession, string>();

/** Adds a virtual authenticator that approves every request to the browser. */
async function addDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  ids.set(session, authenticatorId);
  return session;
}

async function idOf(session: CDPSession): Promise<string> {
  return ids.get(session) ?? '';
}
