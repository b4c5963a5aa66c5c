import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { openBrowser } from './browser.ts';
import { openContext, openPage, overflowOf, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser('pages whose server is away, or was upgraded');

describeWith(browser)('a server that is away, or another one by now', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  beforeEach(async () => {
    context = await openContext(browser);
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    page = await context.newPage();
    await openPage(page, at('/'), 'Newest messages');
  });

  afterEach(async () => {
    await context.close();
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const tags = () => page.getByRole('link', { name: 'Tags', exact: true });

  it('a click while offline keeps the navigation, says what is amiss, and goes on when the server is back', async () => {
    await context.setOffline(true);
    await tags().click();
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    expect(page.url()).toBe(at('/tags'));
    expect(await violationsOf(page, 'all')).toEqual([]);
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowOf(page)).toEqual([]);
      await page.screenshot({ path: `test-results/screens/offline-${width}.png` });
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    // A page that is here already stays in reach.
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await tags().click();
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'password_reset' }).waitFor();
  });

  it('what could not be read is read again at a click', async () => {
    await context.route('**/transactional/tags?*', async (route) => route.abort());
    await tags().click();
    await page.getByText('The server did not answer.').waitFor();
    await context.unroute('**/transactional/tags?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'password_reset' }).waitFor();
  });

  it('after an upgrade the page is loaded anew, with a word about it, and not for ever', async () => {
    let isGone = true;
    let asked = 0;
    await context.route(/assets\/transactional-[\w-]+\.js/, async (route) => {
      asked += 1;
      return isGone ? route.fulfill({ status: 404 }) : route.continue();
    });
    await tags().click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    // Once for the pointer above the link, once for the click, and the same after loading anew.
    expect(asked).toBeLessThanOrEqual(6);
    await page.getByText('Postrider was upgraded, so the page was loaded anew.').waitFor();
    isGone = false;
    await page.getByRole('button', { name: 'Load it anew' }).click();
    await page.getByRole('link', { name: 'password_reset' }).waitFor();
  });

  it('a part of the page that cannot be had says so, and leaves what was filled in', async () => {
    await context.route(/assets\/palette-[\w-]+\.js/, async (route) => route.fulfill({ status: 404 }));
    await openPage(page, at('/security'), 'this one');
    await page.getByLabel('Name', { exact: true }).fill('Ada King');
    await page.keyboard.press('Control+k');
    await page.getByText(/^Postrider was upgraded. Save what you have begun/).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada King');
  });
});
