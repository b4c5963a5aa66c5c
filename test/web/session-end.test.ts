// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { createBrowser, join, PASSWORD, signIn } from '../support/people.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const ADA = 'ada@northwind.example';
const GRACE = 'mary@northwind.example';
/**
 * Maximum number of requests that a page sends when it is opened and clicked. A tab that keeps sending requests would
 * exceed this by far.
 */
const A_HANDFUL = 12;

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('a session that ends while its pages are open', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    const owner = createBrowser(world.address);
    const { name, value } = await world.signIn();
    owner.cookies.set(name, value);
    await join(world.app, owner, ADA, 'owner');
    await join(world.app, owner, GRACE, 'owner');
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    const { cookies } = await signIn(world.app, ADA);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: world.address })));
  });

  afterEach(async () => {
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const sheet = (tab: Page) => tab.getByRole('dialog', { name: 'Sign in again' });

  /**
   * Deletes all sessions. Resolves when all processes reject them. Until then, some processes may have them in their
   * caches.
   */
  async function endSessions(): Promise<void> {
    await world.app.installation.db.script('delete from person_session');
    const status = async (): Promise<number> =>
      (await context.request.get(`${world.address}/dashboard/session`)).status();
    await expect.poll(status).toBe(401);
  }

  /** Returns an array to which the URL of each further request from the tab is added. */
  function listen(tab: Page): string[] {
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(request.url()));
    return asked;
  }

  async function signInAgain(tab: Page, email: string, password = PASSWORD): Promise<void> {
    await sheet(tab).getByLabel('Email', { exact: true }).fill(email);
    await sheet(tab).getByLabel('Password', { exact: true }).fill(password);
    await sheet(tab).getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('asks to sign in above the page, stops all requests, and resumes in every tab', async () => {
    const other = await context.newPage();
    await openPage(other, at('/security'), 'this session');
    await other.getByLabel('Name', { exact: true }).fill('A name that is not saved');
    await openPage(page, at('/keys'), 'Shop, production');
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Name').fill('Half written');
    const asked = listen(page);
    const askedByOther = listen(other);
    await endSessions();
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    await sheet(page).waitFor();
    await other.bringToFront();
    await other.getByRole('button', { name: 'Save profile' }).click();
    await sheet(other).waitFor();
    expect(page.url()).toBe(at('/keys'));
    await page.bringToFront();
    expect(await faultsInState(page, 'sign-in-again')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('Escape');
    await signInAgain(page, ADA, 'not the password');
    await sheet(page).getByText('The email address or the password is wrong.').waitFor();
    expect(asked.length).toBeLessThanOrEqual(A_HANDFUL);
    expect(askedByOther.length).toBeLessThanOrEqual(A_HANDFUL);

    await signInAgain(page, ADA);
    // The request that was rejected when the session had ended is now repeated.
    await page.getByRole('dialog', { name: 'Half written created' }).waitFor();
    await sheet(other).waitFor({ state: 'detached' });
    expect(await other.getByLabel('Name', { exact: true }).inputValue()).toBe('A name that is not saved');
    expect(await other.title()).toBe('Sign-in and security · Postrider');
    await other.getByText('Profile updated.').waitFor();
  });

  it('does not mention API keys when the cookie is missing, and detects the end automatically', async () => {
    await openPage(page, at('/tags'), 'password_reset');
    await context.clearCookies();
    await page.getByRole('link', { name: 'login_code' }).click();
    await sheet(page).waitFor();
    expect(await page.getByText(/has no API key|Bearer/).count()).toBe(0);
    await signInAgain(page, ADA);
    await page.getByText('Tracking').waitFor();
    expect(page.url()).toBe(at('/tags/login_code'));
  });

  it('shows no data of the previous user to another person', async () => {
    const other = await context.newPage();
    await openPage(other, at('/keys'), 'Shop, production');
    await openPage(page, at('/security'), 'this session');
    await page.getByLabel('Name', { exact: true }).fill('Typed by Ada');
    await endSessions();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('button', { name: 'Leave page' }).click();
    await sheet(page).waitFor();
    await signInAgain(page, GRACE);
    await page.waitForURL(at(''));
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: new RegExp(GRACE) }).waitFor();
      expect(await tab.getByText(ADA).count()).toBe(0);
    }
  });

  it('downloads a file after signing in again, from the page and from a new tab, without showing a problem', async () => {
    await openPage(page, at('/messages'), 'barbara@example.edu');
    await endSessions();
    await page.getByRole('link', { name: 'Export', exact: true }).click();
    await sheet(page).waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), signInAgain(page, ADA)]);
    expect(saved.suggestedFilename()).toMatch(/\.csv$/);
    await sheet(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(at('/messages'));

    await endSessions();
    const own = await context.newPage();
    await own.goto(`${world.address}/dashboard/messages/export?status=bounced`);
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
    await own.getByLabel('Email', { exact: true }).fill(ADA);
    await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const [file] = await Promise.all([
      own.waitForEvent('download'),
      own.getByRole('button', { name: 'Sign in', exact: true }).click(),
    ]);
    expect(file.url()).toBe(`${world.address}/dashboard/messages/export?status=bounced`);
    await own.getByRole('heading', { name: 'Overview' }).waitFor();
    // Clients other than browsers get an error response.
    expect((await fetch(`${world.address}/dashboard/messages/export`)).status).toBe(401);
  });

  it('clears the other tabs after sign-out', async () => {
    const other = await context.newPage();
    await openPage(other, at('/keys'), 'Shop, production');
    await openPage(page, at('/'), 'Overview');
    await page.getByRole('button', { name: new RegExp(ADA) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const tab of [page, other]) await tab.waitForURL(/\/app\/sign-in/);
    expect(await other.getByText('Shop, production').count()).toBe(0);
  });
});
