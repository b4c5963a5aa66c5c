import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, openContext, openPage, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser('forms: files, drafts, dialogs that ask, where the focus goes');

describeWith(browser)('forms, in a browser', () => {
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
    context = await openContext(browser);
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    page = await context.newPage();
    complaints = listenForComplaints(page);
  });

  afterEach(async () => {
    await context.close();
  });

  const at = (path: string): string => `${world.address}/app${path}`;

  it('a file of addresses is read into the field, and one that is empty, too large or of another kind is refused', async () => {
    await openPage(page, at('/suppressions'), 'gone@example.org');
    await page.getByRole('button', { name: 'Add addresses' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add addresses' });
    const field = dialog.getByLabel('From a file');
    const give = async (name: string, text: string): Promise<void> =>
      field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await give('picture.png', 'x');
    await dialog.getByText('“picture.png” is not taken: the name of the file must end in .csv or .txt.').waitFor();
    await give('none.csv', '');
    await dialog.getByText('“none.csv” is empty.').waitFor();
    await give('all.csv', 'x'.repeat(1_000_001));
    await dialog.getByText('“all.csv” has 1 MB, and at most 1 MB are taken.').waitFor();
    await give('list.csv', 'email,name\nzoe@example.org,Zoë\nyan@example.org,Yan\n');
    await dialog.getByText('2 addresses found in the text.').waitFor();
    expect(await dialog.getByLabel('Addresses').inputValue()).toContain('zoe@example.org,Zoë');
    await dialog.getByText('list.csv').waitFor();
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await page.screenshot({ path: 'test-results/screens/file-field.png' });
    await dialog.getByRole('button', { name: 'Add 2 addresses' }).click();
    await page.getByRole('cell', { name: 'zoe@example.org', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
