// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { buildPages } from '../support/built-pages.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, overflowOf, photograph, violationsOf } from './looks.ts';

/**
 * The widths and color schemes of a page. After the first check, only the rules that the last change can affect are
 * checked.
 */
const VIEWS = [
  { colorScheme: 'light', width: 375, rules: 'all' },
  { colorScheme: 'light', width: 1280, rules: 'all_again' },
  { colorScheme: 'light', width: 1600, rules: 'all_again' },
  { colorScheme: 'dark', width: 1600, rules: 'colours' },
] as const;
const PAGES = [
  '',
  'quick-start',
  'reliability',
  'errors',
  'dashboard',
  'api',
  'api/contacts',
  'search?q=webhook',
  'gone',
];

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the documentation in a browser', () => {
  let app: TestApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    await buildPages('docs');
    app = await startApp();
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });
  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    complaints = listenForComplaints(page);
  });
  afterEach(async () => {
    expect(complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await release({ context, page });
  });

  it.each(PAGES)('is readable at /docs/%s, light and dark, wide and narrow', async (path) => {
    const faults: string[] = [];
    await page.goto(`${app.api.baseUrl}/docs${path === '' ? '' : `/${path}`}`);
    for (const { colorScheme, rules, width } of VIEWS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      faults.push(...(await violationsOf(page, rules)), ...(await overflowOf(page)));
      const name = path.replaceAll(/[^a-z]+/g, '-') || 'home';
      await photograph(page, `docs-${name}-${colorScheme}-${width}`);
    }
    expect(faults).toEqual([]);
  });

  it('can be used by keyboard: skip to the text, search, and open a result', async () => {
    await page.goto(`${app.api.baseUrl}/docs`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('rotate domain');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search: rotate domain' }).waitFor();
    await page.getByRole('link', { name: 'Rotate a DKIM key' }).click();
    await page.getByRole('heading', { level: 1, name: 'DNS' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#rotate-a-dkim-key');
  });
});
