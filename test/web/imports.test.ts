import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { startImports, type RunningImports } from '../../src/features/tenants/imports/index.ts';
import { suppressionImport } from '../../src/features/sending/suppressions/index.ts';
import { describeWith } from '../support/loud-skip.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, openContext, openPage, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser('importing a file');

describeWith(browser)('importing suppressions', () => {
  let world: World;
  let page: Page;
  let complaints: string[];
  let runner: RunningImports | undefined;

  beforeAll(async () => {
    world = await startWorld();
    const context = await openContext(browser);
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    page = await context.newPage();
    complaints = listenForComplaints(page);
  }, 180_000);

  afterAll(async () => {
    await runner?.close();
    await browser?.close();
    await world?.close();
  });

  it('is sent, worked through while one looks on, and its refused rows are saved', async () => {
    await openPage(page, `${world.address}/app/suppressions`, 'gone@example.org');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import suppressions' }).waitFor();
    await page.getByText('No longer wanted').waitFor({ state: 'detached' });
    await page.getByRole('progressbar', { name: /complaints\.txt/ }).waitFor();

    const sheet = { name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004\0\0') };
    await page.getByLabel('File', { exact: true }).setInputFiles(sheet);
    await page.getByText('The file is no text: save the sheet as CSV').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);

    await page.getByLabel('Note').fill('No longer wanted');
    const list = 'name,email\nAnn,ann@customer.example\nBob,bob at home\nCy,cy@customer.example\n';
    const file = { name: 'july.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByText('july.csv has arrived').waitFor();
    const row = page.getByRole('row', { name: /july\.csv/ });
    await row.getByText('waiting', { exact: true }).waitFor();
    await row.getByText('0 %').waitFor();
    // Nobody worked on it until now: what is shown from here on was told by the stream.
    const { db } = world.app.installation;
    runner = startImports({ db, log: silentLog, kinds: [suppressionImport('sandbox.localhost')] });
    await row.getByText('done', { exact: true }).waitFor();
    await row.getByText('2 added, 0 on the list already, 1 refused').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Refused rows' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^line,value,reason\r\n3,bob at home,/);

    await page.getByRole('button', { name: 'Cancel complaints.txt' }).click();
    const dialog = page.getByRole('dialog', { name: /Cancel the import/ });
    await dialog.waitFor();
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel the import' }).click();
    await page
      .getByRole('row', { name: /complaints\.txt/ })
      .getByText('cancelled', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: 'Suppressions' }).last().click();
    await page.getByText('cy@customer.example').waitFor();
    await page.getByText('No longer wanted').first().waitFor();
    expect(complaints).toEqual([]);
  });
});
