// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release, spoil } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage, photograph, pressBoth, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('dashboard forms in a browser', () => {
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
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;

  it('reads a file of addresses into the field, and rejects empty, too large, and unsupported files', async () => {
    await openPage(page, at('/suppressions'), 'gone@example.org');
    await page.getByRole('button', { name: 'Add addresses' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add addresses' });
    const field = dialog.getByLabel('From a file');
    const give = async (name: string, text: string): Promise<void> =>
      field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await give('picture.png', 'x');
    await dialog.getByText('“picture.png” can’t be used. The file name must end in .csv or .txt.').waitFor();
    await give('none.csv', '');
    await dialog.getByText('“none.csv” is empty.').waitFor();
    await give('all.csv', 'x'.repeat(1_000_001));
    await dialog.getByText('“all.csv” is 1 MB. The maximum size is 1 MB.').waitFor();
    await give('list.csv', 'email,name\nzoe@example.org,Zoë\nyan@example.org,Yan\n');
    await dialog.getByText('2 addresses found.').waitFor();
    expect(await dialog.getByLabel('Addresses').inputValue()).toContain('zoe@example.org,Zoë');
    await dialog.getByText('list.csv').waitFor();
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await photograph(page, 'file-field');
    await dialog.getByRole('button', { name: 'Add 2 addresses' }).click();
    await page.getByRole('cell', { name: 'zoe@example.org', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  const focused = () => page.locator(':focus');
  /** Clicks outside any dialog. */
  const clickOutside = async (): Promise<void> => page.mouse.click(5, 5);

  async function look(name: string, isListOpen = false): Promise<void> {
    // While an editable list is open, its component hides the rest of the page from screen readers.
    const ofOpenList = /^(?:aria-hidden-focus|page-has-heading-one) /;
    const faults = await faultsInState(page, name);
    expect(faults.filter((fault) => !isListOpen || !ofOpenList.test(fault))).toEqual([]);
  }

  it('asks before a dialog discards input, closes it immediately without input, and returns the focus', async () => {
    await openPage(page, at('/'), 'Overview');
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    const open = page.getByRole('button', { name: 'Create API key' }).first();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    for (const close of [
      async () => page.keyboard.press('Escape'),
      clickOutside,
      async () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await open.click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => focused().textContent()).toContain('Create API key');

      await open.click();
      await dialog.getByLabel('Name').fill('Half written');
      await close();
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Half written');
      await close();
      await question.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => focused().textContent()).toContain('Create API key');
    }
    await open.click();
    await dialog.getByLabel('Name').fill('Half written');
    await page.keyboard.press('Escape');
    await look('dialog-question');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    // The user can also leave the dialog with the browser's Back button.
    await page.evaluate('history.back()');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(page.url()).toBe(at('/keys'));
    await dialog.waitFor();
    expect(complaints).toEqual([]);
  });

  it('asks before it closes a secret that is shown once, and returns the focus after the next dialog', async () => {
    await openPage(page, at('/keys'), 'Shop, production');
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shown once');
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shown once created' });
    const question = page.getByRole('alertdialog', { name: 'Have you saved the key?' });
    const secret = await dialog.locator('[data-secret]').textContent();
    for (const close of [
      async () => page.keyboard.press('Escape'),
      clickOutside,
      async () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await close();
      await question.getByRole('button', { name: 'Go back' }).click();
      expect(await dialog.locator('[data-secret]').textContent()).toBe(secret);
    }
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused().textContent()).toContain('Create API key');

    // When a dialog that was opened from a menu closes, the focus returns to the button of the menu.
    const menu = page.getByRole('button', { name: 'Actions for Shown once' });
    await menu.click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused().getAttribute('aria-label')).toBe('Actions for Shown once');
  });

  it('focuses the first invalid field of a rejected form and announces the number of errors', async () => {
    await openPage(page, at('/keys'), 'Shop, production');
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Requests per second').fill('many');
    await dialog.getByLabel('Requests per minute').fill('more');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    await dialog.getByRole('status').getByText('2 fields need your attention.').waitFor({ state: 'attached' });
    await expect.poll(() => focused().getAttribute('name')).toBe('rate_per_second');
    await dialog.getByLabel('Requests per second').fill('');
    await dialog.getByLabel('Requests per minute').fill('');
    await page.keyboard.press('Enter');
    await dialog.getByRole('status').getByText('1 field needs your attention.').waitFor({ state: 'attached' });
    await expect.poll(() => focused().getAttribute('name')).toBe('name');
  });

  it('focuses the heading of a new page, without a focus ring after a click', async () => {
    await openPage(page, at('/messages'), 'Messages');
    expect(await focused().count()).toBe(0);
    const ring = async (): Promise<string> =>
      page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    await page.getByRole('link', { name: 'Suppressions', exact: true }).click();
    await expect.poll(() => focused().textContent()).toBe('Suppressions');
    expect(await ring()).toBe('none');
    // Changing the filters does not open another page.
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

  it('shows that a form has unsaved changes and asks before the user leaves the page', async () => {
    await openPage(page, at('/security'), 'this session');
    const name = page.getByLabel('Name', { exact: true });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.goBack();
    await name.fill('Ada King');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await question.getByRole('button', { name: 'Stay on page' }).click();
    expect(await name.inputValue()).toBe('Ada King');
    expect(page.url()).toBe(at('/security'));
    const known = page.waitForResponse((answer) => answer.url() === `${new URL(page.url()).origin}/dashboard/session`);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    // Wait until the session has been reloaded. Until then, the page would open with the old name.
    await (await known).finished();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.goBack();
    await name.fill('Ada Lovelace');
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    // When the user closes a tab, the browser shows its own confirmation dialog.
    await page.goBack();
    await name.fill('Ada Lovelace');
    expect(await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(false);
  });

  it('shows that it saves automatically, reports failures, and saves then', async () => {
    await openPage(page, at('/account'), 'Europe/Berlin');
    await context.route('**/dashboard/account', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Name', { exact: true }).fill('Northwind Traders');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByText('Not saved: The server isn’t responding.').waitFor();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('button', { name: 'Stay on page' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Not saved: The server isn’t responding.').waitFor();
    await context.unroute('**/dashboard/account');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Northwind Traders' }).waitFor();
    const report = page.getByRole('switch', { name: /Accept messages to suppressed recipients/ });
    await report.check();
    await expect.poll(async () => (await world.client.get('/transactional/usage')).status).toBe(200);
    await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).waitFor();
    await look('combobox', true);
    await page.keyboard.press('Escape');
  });

  it('selects several choices by typing and removes them, and shows a few choices as radio buttons', async () => {
    await openPage(page, at('/webhooks'), 'Signing secret');
    const events = page.getByRole('combobox', { name: 'Events' });
    await events.fill('supp');
    await page.getByRole('option', { name: /Suppressed/ }).click();
    await page.getByRole('button', { name: 'Remove Delayed' }).click();
    await events.click();
    await page.getByRole('option', { name: /Clicked/ }).waitFor();
    await look('multi-select', true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save changes', exact: true }).click();
    await page.getByText('Webhook updated.').waitFor();
    const { body } = await world.client.get('/transactional/webhook');
    expect(body.events).toContain('suppressed');
    expect(body.events).not.toContain('delayed');

    await openPage(page, at('/apps'), 'Applications');
    await page.getByRole('button', { name: 'Create client' }).first().click();
    await page.getByRole('radio', { name: /On a user’s device/ }).check();
    await look('radio-group');
  });

  it('rejects a skipped hour and asks about a repeated hour in a range in another time zone', async () => {
    spoil(context);
    await page.clock.setFixedTime('2026-10-26T12:00:00Z');
    await openPage(page, at('/webhooks/time-machine'), 'Choose dates');
    await page.getByRole('button', { name: 'Choose dates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose dates' });
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await dialog.getByLabel('From').fill('2026-03-29T02:30');
    await dialog
      .getByText('The clocks in Europe/Berlin go forward on this day and skip this time. 02:30 would be 03:30.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Show range' }).click();
    await expect.poll(() => focused().getAttribute('type')).toBe('datetime-local');
    await dialog.getByLabel('From').fill('2026-10-25T02:30');
    await dialog.getByRole('radio', { name: 'Second, UTC+1' }).check();
    await dialog.getByLabel('Until').fill('2026-10-25T04:00');
    await dialog.getByText('Europe/Berlin, UTC+1').first().waitFor();
    await look('date-time');
    await dialog.getByRole('button', { name: 'Show range' }).click();
    await page.waitForURL(/from=2026-10-25T01%3A30%3A00.000Z&to=2026-10-25T03%3A00%3A00.000Z/);
  });

  it('opens an audit log entry next to the log, which stays usable', async () => {
    await openPage(page, at('/account/audit'), 'changed the account');
    await page
      .getByRole('button', { name: /^Details: / })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Changes').waitFor();
    await look('sheet');
    await page
      .getByRole('button', { name: /^Details: / })
      .nth(1)
      .click();
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => focused().getAttribute('aria-label')).toMatch(/^Details: /);
    expect(complaints).toEqual([]);
  });
});
