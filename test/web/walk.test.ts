// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, openContext, openPage, overflowOf, photograph, goToPage, violationsOf } from './looks.ts';
import { WEB_PAGES, type WebPage } from './pages.ts';
import { startWorld, type World } from './world.ts';

/** Selects one or more pages, for example WEB_PAGE=messages,message. */
const ONLY = process.env['WEB_PAGE']?.split(',');
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 375, height: 812 };

const VIEWS = [
  { mode: 'light', size: WIDE, rules: 'all' },
  { mode: 'light', size: NARROW, rules: 'all_again' },
  { mode: 'dark', size: NARROW, rules: undefined },
  { mode: 'dark', size: WIDE, rules: 'colours' },
] as const;

const browser: Browser | undefined = await openBrowser(import.meta.filename);
const pages = WEB_PAGES.filter(({ name }) => ONLY === undefined || ONLY.includes(name));

describeWith(browser)('all pages in a browser', () => {
  let world: World;
  let signedIn: Page;
  let nobody: BrowserContext;
  let complaints: string[];

  beforeAll(async () => {
    world = await startWorld();
    nobody = await openContext(browser);
    const context = await openContext(browser);
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    signedIn = await context.newPage();
    complaints = listenForComplaints(signedIn);
    await openPage(signedIn, `${world.address}/app`, 'Overview');
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it.each(pages)('include $name, which is accessible and fits, light and dark, wide and narrow', async (row) => {
    const { page, heard } = await pageFor(row);
    await page.setViewportSize(WIDE);
    const path = typeof row.path === 'string' ? row.path : row.path(world);
    if (row.isPlain === true) await openPage(page, `${world.address}/app${path}`, row.shows);
    else await goToPage(page, `/app${path}`, row.shows);
    const faults: string[] = [];
    for (const { mode, rules, size } of VIEWS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme=${mode}]`).waitFor({ state: 'attached' });
      const found = rules === undefined ? [] : await violationsOf(page, rules);
      found.push(...(await overflowOf(page)));
      faults.push(...found.map((fault) => `${mode} ${size.width}: ${fault}`));
      await photograph(page, `${row.name}-${mode}-${size.width}`, true);
    }
    if (row.isPlain === true) await page.close();
    // Ignore blocked images in the frame of an email that is waiting for approval.
    const said = heard.splice(0).filter((each) => !/^console: Loading the image '.*approval\/x' violates/.test(each));
    expect([...faults, ...said]).toEqual([]);
  });

  /**
   * Returns the browser tab in which to open a page. Each page that requires no sign-in is opened in a new tab, because
   * such pages read their parameters only when they load.
   */
  async function pageFor(row: WebPage): Promise<{ readonly page: Page; readonly heard: string[] }> {
    if (row.isPlain !== true) return { page: signedIn, heard: complaints };
    const page = await nobody.newPage();
    return { page, heard: listenForComplaints(page) };
  }
});
