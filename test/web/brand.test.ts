import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { pngOf } from '../support/tiny-images.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the brand in the dashboard', () => {
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
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  afterEach(async () => release({ context, page }));

  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  const press = async (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('is saved with an uploaded logo, shown in a preview, and applied to drafts on request', async () => {
    const answer = await page.request.post(`${world.address}/campaigns`, {
      data: {
        title: 'Spring',
        subject: 'Spring',
        from_name: 'Northwind',
        from_email: 'post@northwind.example',
        design: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] },
      },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const { id } = (await answer.json()) as { readonly id: number };
    const attrs = async (): Promise<unknown> => {
      const [row] = await rowsOf<{ attrs: unknown }>(
        world.app.installation.db,
        "select design -> 'attrs' as attrs from campaign where account_id = $1 and id = $2",
        [world.accountId, id],
      );
      return row?.attrs ?? null;
    };
    const before = await attrs();
    await openPage(page, `${world.address}/app/brand`, 'Social links');
    await press('Add image');
    await dialog('Add image')
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(160, 40) });
    await dialog('Add image').waitFor({ state: 'detached' });
    await page.getByLabel('Text color', { exact: true }).fill('#999999');
    await press('Save brand');
    await page.getByText(/The ratio is 2\.84:1/).waitFor();
    await page.getByLabel('Text color', { exact: true }).fill('');
    await page.getByLabel('Accent color', { exact: true }).fill('#0a7d4f');
    await page.getByLabel('Footer text').fill('You signed up on our website.');
    await press('Save brand');
    await page.getByText('Brand saved.').waitFor();
    expect(await attrs()).toEqual(before);
    await press(/^Apply to \d+ drafts?$/);
    expect(await faultsInState(page, 'brand-apply')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await press('Apply brand');
    await page.getByText(/^Brand applied to \d+ drafts?\.$/).waitFor();
    expect(await attrs()).toMatchObject({ accent: '#0a7d4f' });
    await page.getByRole('button', { name: /^Apply to/ }).waitFor({ state: 'detached' });
  });
});
