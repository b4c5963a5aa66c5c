import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, giveBack, spoil } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage, photograph, pressBoth, violationsOf } from './looks.ts';
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
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    complaints = listenForComplaints(page);
  });

  afterEach(async () => {
    await giveBack({ context, page });
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
    await photograph(page, 'file-field');
    await dialog.getByRole('button', { name: 'Add 2 addresses' }).click();
    await page.getByRole('cell', { name: 'zoe@example.org', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  const focused = () => page.locator(':focus');
  /** Beside any dialog, where a click is one outside of it. */
  const clickOutside = async (): Promise<void> => page.mouse.click(5, 5);

  async function look(name: string, isListOpen = false): Promise<void> {
    // While a list is open that is typed into, its component hides the rest from who hears the page.
    const ofOpenList = /^(?:aria-hidden-focus|page-has-heading-one) /;
    const faults = await faultsInState(page, name);
    expect(faults.filter((fault) => !isListOpen || !ofOpenList.test(fault))).toEqual([]);
  }

  it('a dialog asks before it drops what was filled in, closes at once where nothing was, and gives the focus back', async () => {
    await openPage(page, at('/'), 'Overview');
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    const open = page.getByRole('button', { name: 'Create a key' }).first();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    const question = page.getByRole('alertdialog', { name: 'Drop what you filled in?' });
    for (const close of [
      async () => page.keyboard.press('Escape'),
      clickOutside,
      async () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await open.click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => focused().textContent()).toContain('Create a key');

      await open.click();
      await dialog.getByLabel('Name').fill('Half written');
      await close();
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Half written');
      await close();
      await question.getByRole('button', { name: 'Drop it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => focused().textContent()).toContain('Create a key');
    }
    await open.click();
    await dialog.getByLabel('Name').fill('Half written');
    await page.keyboard.press('Escape');
    await look('dialog-question');
    await question.getByRole('button', { name: 'Go on filling in' }).click();
    // Back is a way out of it too.
    await page.evaluate('history.back()');
    await question.getByRole('button', { name: 'Go on filling in' }).click();
    expect(page.url()).toBe(at('/keys'));
    await dialog.waitFor();
    expect(complaints).toEqual([]);
  });

  it('a secret that is shown once is not closed without a question, and the dialog after it gives the focus back', async () => {
    await openPage(page, at('/keys'), 'Shop, production');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shown once');
    await page.getByRole('dialog').getByRole('button', { name: 'Create the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shown once is made' });
    const question = page.getByRole('alertdialog', { name: 'Have you kept the key?' });
    const secret = await dialog.locator('[data-secret]').textContent();
    for (const close of [
      async () => page.keyboard.press('Escape'),
      clickOutside,
      async () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await close();
      await question.getByRole('button', { name: 'Back to it' }).click();
      expect(await dialog.locator('[data-secret]').textContent()).toBe(secret);
    }
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused().textContent()).toContain('Create a key');

    // What a menu opened gives the focus back to the button of the menu.
    const menu = page.getByRole('button', { name: 'Actions for Shown once' });
    await menu.click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused().getAttribute('aria-label')).toBe('Actions for Shown once');
  });

  it('a refused form gives the focus to the first wrong field and says how many there are', async () => {
    await openPage(page, at('/keys'), 'Shop, production');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByLabel('Requests a second').fill('many');
    await dialog.getByLabel('Requests a minute').fill('more');
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await dialog.getByRole('status').getByText('2 fields need a look.').waitFor({ state: 'attached' });
    await expect.poll(() => focused().getAttribute('name')).toBe('rate_per_second');
    await dialog.getByLabel('Requests a second').fill('');
    await dialog.getByLabel('Requests a minute').fill('');
    await page.keyboard.press('Enter');
    await dialog.getByRole('status').getByText('1 field needs a look.').waitFor({ state: 'attached' });
    await expect.poll(() => focused().getAttribute('name')).toBe('name');
  });

  it('the heading of a page that was turned to has the focus, without a ring for who clicked', async () => {
    await openPage(page, at('/'), 'Newest messages');
    expect(await focused().count()).toBe(0);
    const ring = async (): Promise<string> =>
      page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    await page.getByRole('link', { name: 'Suppressions', exact: true }).click();
    await expect.poll(() => focused().textContent()).toBe('Suppressions');
    expect(await ring()).toBe('none');
    // Filters are no other page.
    await page.getByRole('searchbox').fill('gone');
    await page.keyboard.press('Enter');
    await page.waitForURL(/query=gone/);
    expect(await page.locator('h1:focus').count()).toBe(0);
    await page.locator('h1').click();
    await pressBoth(page, ['g', 't'], page.locator('h1', { hasText: 'Tags' }));
    await expect.poll(() => focused().textContent()).toBe('Tags');
    expect(await page.locator('h1:focus').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('a form says that it is not saved, and a page is not left with it without a question', async () => {
    await openPage(page, at('/security'), 'this one');
    const name = page.getByLabel('Name', { exact: true });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.goBack();
    await name.fill('Ada King');
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await name.inputValue()).toBe('Ada King');
    expect(page.url()).toBe(at('/security'));
    const known = page.waitForResponse((answer) => answer.url() === `${new URL(page.url()).origin}/dashboard/session`);
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByText('Not saved yet').waitFor({ state: 'detached' });
    // Until then the page would begin with the name of before.
    await (await known).finished();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.goBack();
    await name.fill('Ada Lovelace');
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await question.getByRole('button', { name: 'Leave the page' }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    // A tab that is closed asks in the words of the browser.
    await page.goBack();
    await name.fill('Ada Lovelace');
    expect(await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(false);
  });

  it('what saves itself says so, says when it could not, and saves it then', async () => {
    await openPage(page, at('/account'), 'Europe/Berlin');
    await context.route('**/dashboard/account', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Name', { exact: true }).fill('Northwind Traders');
    await page.getByText('Not saved yet').waitFor();
    await page.getByText('Not saved: The server did not answer.').waitFor();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Not saved: The server did not answer.').waitFor();
    await context.unroute('**/dashboard/account');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Northwind Traders' }).waitFor();
    const report = page.getByRole('switch', { name: /Accept and report them/ });
    await report.check();
    await expect.poll(async () => (await world.client.get('/transactional/usage')).status).toBe(200);
    await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).waitFor();
    await look('combobox', true);
    await page.keyboard.press('Escape');
  });

  it('several of a list are chosen by typing and taken out again, one of a few is a radio', async () => {
    await openPage(page, at('/webhooks'), 'Signing secret');
    const events = page.getByRole('combobox', { name: 'Events' });
    await events.fill('supp');
    await page.getByRole('option', { name: /Suppressed/ }).click();
    await page.getByRole('button', { name: 'Take out Delayed' }).click();
    await events.click();
    await page.getByRole('option', { name: /Clicked/ }).waitFor();
    await look('multi-select', true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The webhook is changed.').waitFor();
    const { body } = await world.client.get('/transactional/webhook');
    expect(body.events).toContain('suppressed');
    expect(body.events).not.toContain('delayed');

    await openPage(page, at('/apps'), 'Applications');
    await page.getByRole('button', { name: 'Create a client' }).first().click();
    await page.getByRole('radio', { name: /Where it can keep no secret/ }).check();
    await look('radio-group');
  });

  it('a range by date and time in another zone: an hour that is skipped is refused, one that comes twice is asked about', async () => {
    spoil(context);
    await page.clock.setFixedTime('2026-10-26T12:00:00Z');
    await openPage(page, at('/webhooks/time-machine'), 'By date and time');
    await page.getByRole('button', { name: 'By date and time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose by date and time' });
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await dialog.getByLabel('From').fill('2026-03-29T02:30');
    await dialog
      .getByText('The clocks of Europe/Berlin are put forward that day and skip this time. 02:30 would be 03:30.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Show it' }).click();
    await expect.poll(() => focused().getAttribute('type')).toBe('datetime-local');
    await dialog.getByLabel('From').fill('2026-10-25T02:30');
    await dialog.getByRole('radio', { name: 'The second, UTC+1' }).check();
    await dialog.getByLabel('Until').fill('2026-10-25T04:00');
    await dialog.getByText('Europe/Berlin, UTC+1').first().waitFor();
    await look('date-time');
    await dialog.getByRole('button', { name: 'Show it' }).click();
    await page.waitForURL(/from=2026-10-25T01%3A30%3A00.000Z&to=2026-10-25T03%3A00%3A00.000Z/);
  });

  it('a line of the audit log opens beside the log, which stays in use', async () => {
    await openPage(page, at('/account/audit'), 'changed the account');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('What changed').waitFor();
    await look('sheet');
    await page
      .getByRole('button', { name: /^Details of/ })
      .nth(1)
      .click();
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => focused().getAttribute('aria-label')).toMatch(/^Details of/);
    expect(complaints).toEqual([]);
  });
});
