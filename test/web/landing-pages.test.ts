// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { pngOf } from '../support/tiny-images.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('landing pages and images in the dashboard', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    world = await startWorld();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  beforeEach(async () => {
    await begin('owner');
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    await release({ context, page });
  });

  async function begin(role: 'owner' | 'read_only'): Promise<void> {
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn(role)), url: world.address }]);
    await page.setViewportSize({ width: 1280, height: 900 });
    complaints = listenForComplaints(page);
  }

  const at = (path: string): string => `${world.address}/app${path}`;
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const file = (name: string, bytes: Buffer) => ({ name, mimeType: 'image/png', buffer: bytes });

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('uploads an image, rejects other files, shows the image, and deletes it', async () => {
    await openPage(page, at('/images'), 'No images yet');
    await look('images-none');
    await page.getByRole('button', { name: 'Add image' }).first().click();
    await dialog('Add image')
      .getByLabel('Image', { exact: true })
      .setInputFiles(file('safeguard.png', Buffer.from('no picture')));
    await dialog('Add image')
      .getByText(/PNG|picture|image/i)
      .first()
      .waitFor();
    await dialog('Add image').getByRole('button', { name: 'Try again' }).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('images-refused');
    await dialog('Add image').getByLabel('Image', { exact: true }).setInputFiles(file('safeguard.png', pngOf()));
    await page.getByText('“safeguard.png” added').waitFor();
    await page.getByText('safeguard.png', { exact: true }).waitFor();
    await look('images');
    await press('Actions for safeguard.png');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await press('Delete image');
    await page.getByText('No images yet').waitFor();
  });

  it('creates a landing page, edits its text, adds an image, publishes it, and unpublishes it', async () => {
    await openPage(page, at('/landing-pages?do=create'), 'Create landing page');
    await dialog('Create landing page').getByRole('button', { name: 'Create landing page' }).click();
    await dialog('Create landing page')
      .getByText(/^Title /)
      .waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('landing-page-create');
    await page.getByLabel('Title', { exact: true }).fill('The Garden Post');
    await dialog('Create landing page').getByRole('button', { name: 'Create landing page' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Garden Post' }).waitFor();
    const preview = page.frameLocator('iframe[title="Landing page preview"]');
    await preview.getByRole('heading', { name: 'The Garden Post' }).waitFor();

    await page.getByLabel('Text', { exact: true }).fill('# What you get\n\nOne mail a month, and **no** advertising.');
    await press('Add image');
    await dialog('Add image').getByLabel('Image', { exact: true }).setInputFiles(file('hedge.png', pngOf()));
    await page.getByText('“hedge.png” added').waitFor();
    await dialog('Add image').waitFor({ state: 'detached' });
    await page.getByLabel('Alt text').fill('A gate in a hedge');
    await press('Save changes');
    await preview.getByRole('heading', { name: 'What you get' }).waitFor();
    await preview.getByRole('img', { name: 'A gate in a hedge' }).waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await look('landing-page');

    await page.getByLabel('URL slug').fill('Not A Slug');
    await press('Save changes');
    await page.getByText(/^URL slug must/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await page.getByLabel('URL slug').fill('garden-post');
    await press('Save changes');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

    const address = `${world.address}/l/garden-post`;
    expect((await fetch(address)).status).toBe(404);
    await press('Publish');
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();
    expect((await fetch(address)).status).toBe(200);
    await press('Unpublish');
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    await expect.poll(async () => (await fetch(address)).status).toBe(404);

    await openPage(page, at('/images'), 'hedge.png');
    await press('Actions for hedge.png');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await press('Delete image');
    await dialog(/Delete image “hedge.png”/)
      .getByRole('alert')
      .waitFor();
    expect(complaints.splice(0).every((each) => each.includes('409'))).toBe(true);

    await openPage(page, at('/landing-pages'), 'The Garden Post');
    await look('landing-pages');
    await page.getByRole('link', { name: 'The Garden Post' }).click();
    await press('More actions for The Garden Post');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await press('Delete landing page');
    await page.waitForURL('**/app/landing-pages');
    await page.getByText('No landing pages yet').waitFor();
  });

  it('offers no actions to read-only users, and reports that a page does not exist', async () => {
    await release({ context, page });
    await begin('read_only');
    await openPage(page, at('/landing-pages'), 'No landing pages yet');
    expect(await page.getByRole('button', { name: /Create/ }).count()).toBe(0);
    await page.goto(at('/landing-pages/999999'));
    await page.getByText('Landing page not found').waitFor();
    complaints.splice(0);
    await openPage(page, at('/images'), 'hedge.png');
    expect(await page.getByRole('button', { name: /Add|Actions/ }).count()).toBe(0);
  });

  it('removes a sent campaign from the archive and adds it again', async () => {
    await openPage(page, at(`/campaigns/${world.seeded['campaign']}`), 'Show in the public archive');
    const shown = page.getByRole('switch', { name: /^Show in the public archive/ });
    expect(await shown.isChecked()).toBe(true);
    await page.getByText('The archive is turned off for this account').waitFor();
    await shown.click();
    await page.getByText('This campaign isn’t listed in the archive').waitFor();
    expect(await shown.isChecked()).toBe(false);
    await shown.click();
    await page.getByText('The archive is turned off for this account').waitFor();
  });
});
