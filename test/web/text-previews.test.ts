import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { openPage, photograph } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the preview of public texts', () => {
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
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn('owner')), url: world.address }]);
  });
  afterEach(async () => release({ context, page }));

  it('shows the email and the pages in the chosen language', async () => {
    await openPage(page, `${world.address}/app/campaign-settings`, 'This address appears at the end of every campaign');
    const email = page.locator('iframe[title="Preview: Confirmation email"]');
    await email.scrollIntoViewIfNeeded();
    const button = email.contentFrame().getByRole('link', { name: 'Confirm subscription' });
    await button.waitFor();
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThan(20);
    await photograph(page, 'text-preview-email');
    await page.getByLabel('Text language').click();
    await page.getByRole('option', { name: /^Deutsch|^German/ }).click();
    await page.getByLabel('Part', { exact: true }).click();
    await page.getByRole('option', { name: 'Preferences page' }).click();
    const preferences = page.locator('iframe[title="Preview: Preferences page"]');
    await preferences.scrollIntoViewIfNeeded();
    await preferences.contentFrame().getByRole('button', { name: 'Einstellungen speichern' }).waitFor();
    await photograph(page, 'text-preview-page');
  });
});
