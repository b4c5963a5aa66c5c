// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACTIONS } from '../../dashboard/src/actions.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, borrowAgain, release, type Borrowed } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, openPage, overflowOf, photograph, pressBoth, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('navigation', () => {
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
    await begin(await borrow(browser));
  });

  afterEach(async () => {
    await release({ context, page });
  });

  async function begin(borrowed: Borrowed): Promise<void> {
    ({ context, page } = borrowed);
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    complaints = listenForComplaints(page);
  }

  /** Starts again with an empty browser cache. */
  async function reloadPage(): Promise<void> {
    await release({ context, page });
    await begin(await borrowAgain(browser));
  }

  const at = (path: string): string => `${world.address}/app${path}`;
  const heading = (text: string | RegExp) => page.getByRole('heading', { level: 1, name: text });

  /** Types into the palette and waits for the first choice. */
  async function ask(text: string, offers: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill(text);
    await page.getByRole('option', { name: offers }).and(page.locator('[data-highlighted]')).waitFor();
    await page.keyboard.press('Enter');
  }

  it('opens a domain, an address, and an object from the palette, and reports what it cannot find', async () => {
    await openPage(page, at('/'), 'Recent messages');
    await ask('northwind.example', 'Domain northwind.example');
    await page.waitForURL(`**/domains/${world.seeded['domain']}`);
    await ask('Webhook rep', 'Webhook replay');
    await heading('Webhook replay').waitFor();
    await ask('tag receipt', 'Tag receipt');
    await page.waitForURL('**/tags/receipt');
    await ask('ada@example.com', 'Messages to ada@example.com');
    await page.waitForURL(/\/messages\?.*ada%40example\.com/);

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await field.fill('nothing of that name');
    await page.getByText('No results for “nothing of that name”').waitFor();
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await field.fill('elsewhere.example');
    await page.getByText('This account has no domain elsewhere.example.').waitFor();
    await page.getByRole('option', { name: 'Add domain' }).and(page.locator('[data-highlighted]')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add domain' }).waitFor();
    expect(page.url()).not.toContain('do=');
    // Ignore a 404, because the palette requested a domain that does not exist.
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('starts every action from the palette on any page', async () => {
    await openPage(page, at('/'), 'Recent messages');
    for (const { asks, label, to } of ACTIONS) {
      await ask(label, label);
      await page.waitForURL(`**${to}`);
      // Skip passkeys, because they need a host name, and this server has only an IP address.
      if (asks === undefined || asks === 'passkey') continue;
      await page.locator('[role=dialog]').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog]').first().waitFor({ state: 'detached' });
    }
    await ask('theme dark', 'Change theme to dark');
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    await ask('keyboard', 'Show keyboard shortcuts');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('g m').waitFor();
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ask('sign out', 'Sign out');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints.filter((each) => !each.includes('401'))).toEqual([]);
  });

  it('switches to another account from the palette', async () => {
    const { account } = await world.app.newAccount();
    await world.app.installation.db.script(
      `update account set name = 'Fabrikam' where account_id = ${account.id};
       insert into membership (account_id, person_id, role)
         select ${account.id}, max(person_id), 'member' from membership where account_id = ${world.accountId};`,
    );
    await openPage(page, at('/'), 'Recent messages');
    await ask('fabri', 'Switch to Fabrikam');
    await page.getByRole('button', { name: /^Fabrikam/ }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await field.fill('northwind');
    await page.getByRole('option', { name: 'Switch to Northwind' }).waitFor();
    // The user is a member of an account that is not the operator's, so unavailable actions are hidden.
    await field.fill('make a plan');
    await page.getByText('No results for').waitFor();
  });

  it('has separate navigation with a link back for the settings and the installation', async () => {
    await openPage(page, at('/'), 'Recent messages');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.getByRole('link', { name: 'Team' }).count()).toBe(0);
    expect(await pages.getByRole('heading').allTextContents()).toEqual([
      'Transactional',
      'Audience',
      'Campaigns',
      'Sending',
    ]);
    // The navigation has at most 12 entries, even for the operator.
    expect(await pages.getByRole('link').count()).toBe(12);
    await pages.getByRole('button', { name: 'Audience' }).click();
    expect(await pages.getByRole('link', { name: 'Contacts' }).count()).toBe(0);
    await page.reload();
    await pages.getByRole('button', { name: 'Audience', expanded: false }).click();
    await pages.getByRole('link', { name: 'Contacts' }).waitFor();
    await pages.getByRole('link', { name: 'Settings', exact: true }).click();
    await heading('Account').waitFor();
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Audit log' }).click();
    await heading('Audit log').waitFor();
    await expect.poll(() => settings.locator('[aria-current=page]').allTextContents()).toEqual(['Audit log']);

    await settings.getByRole('button', { name: 'All pages' }).click();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Pages');
    await pages.getByRole('link', { name: 'Installation' }).click();
    const installation = page.getByRole('navigation', { name: 'Installation' });
    await installation.getByRole('link', { name: 'Queues' }).click();
    await heading('Queues').waitFor();
    await pressBoth(page, ['g', 'g'], heading('Account'));
    await pressBoth(page, ['g', 't'], heading('Tags'));
    await page.getByRole('navigation', { name: 'Related pages' }).getByRole('link', { name: 'Tags' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('marks the tab and the entry of a page with filters as current', async () => {
    await openPage(page, at('/contacts?status=active'), 'Contacts');
    for (const name of ['Related pages', 'Pages']) {
      const current = page.getByRole('navigation', { name, exact: true }).locator('[aria-current=page]');
      await expect.poll(() => current.allTextContents()).toEqual(['Contacts']);
    }
  });

  it('returns the focus after the palette and the phone menu close', async () => {
    const focused = page.locator(':focus');
    await openPage(page, at('/messages'), 'barbara@example.edu');
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused.getAttribute('type')).toBe('search');
    // The shortcuts dialog returns the focus to the same element.
    await ask('keyboard', 'Show keyboard shortcuts');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused.getAttribute('type')).toBe('search');
    await ask('tags', 'Tags');
    await expect.poll(() => focused.textContent()).toBe('Tags');

    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Menu');
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Menu');
    expect(complaints).toEqual([]);
  });

  it('uses the whole width of the window for pages that request it', async () => {
    await page.setViewportSize({ width: 1920, height: 900 });
    const widthOf = (): Promise<number> =>
      page.evaluate<number>('document.querySelector("h1").closest("header").clientWidth');
    await world.app.installation.db.script(
      `insert into delivery (account_id, message_id, recipient_no, recipient, status, next_at)
         select account_id, message_id, 9, recipient, 1, now() + interval '1 day' from delivery
         where account_id = ${world.accountId} limit 1`,
    );
    await openPage(page, at('/operator/queues'), 'mail.example.org');
    expect(await widthOf()).toBeGreaterThan(1_500);
    // Each refresh adds a data point with its timestamp to the chart of the queue.
    const chart = page.locator('[data-chart=bars]');
    await chart.focus();
    await page.keyboard.press('End');
    await page.getByText(/^Waiting 1$/).waitFor();
    await photograph(page, 'queues-waiting');
    await openPage(page, at('/webhooks/time-machine'), 'Webhook replay');
    expect(await widthOf()).toBeGreaterThan(1_500);
    await openPage(page, at('/tags'), 'password_reset');
    expect(await widthOf()).toBeLessThan(1_120);
  });

  it('clears a search field when its filter is cleared elsewhere', async () => {
    await openPage(page, at('/operator/accounts'), 'Tailspin Toys');
    const field = page.getByRole('searchbox', { name: 'Search by name or email' });
    await field.fill('nobody-at-all');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show all accounts' }).click();
    await page.getByText('Tailspin Toys').first().waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).not.toContain('nobody');
    await page.getByText('Tailspin Toys').first().waitFor();
  });

  const messages = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Messages' });

  it('keeps the navigation after a click while offline, shows the problem, and continues when the server is back', async () => {
    await reloadPage();
    await openPage(page, at('/'), 'Recent messages');
    await context.setOffline(true);
    await messages().click();
    await page.getByRole('heading', { name: 'The server isn’t responding' }).waitFor();
    expect(page.url()).toBe(at('/messages'));
    expect(await violationsOf(page, 'all')).toEqual([]);
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowOf(page)).toEqual([]);
      await photograph(page, `offline-${width}`);
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'The server isn’t responding' }).waitFor();
    // Pages that are already loaded stay available.
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await messages().click();
    await page.getByRole('heading', { name: 'The server isn’t responding' }).waitFor();
    await context.setOffline(false);
    await page.getByText('barbara@example.edu').first().waitFor();
  });

  it('retries failed requests after a click', async () => {
    await openPage(page, at('/'), 'Recent messages');
    await context.route('**/transactional/emails?*', async (route) => route.abort());
    await messages().click();
    await page.getByText('The server isn’t responding.').waitFor();
    await context.unroute('**/transactional/emails?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('barbara@example.edu').first().waitFor();
  });

  it('reloads the page after an upgrade with a notice, but not endlessly', async () => {
    await reloadPage();
    await openPage(page, at('/'), 'Recent messages');
    let isGone = true;
    let asked = 0;
    await context.route(/assets\/transactional-[\w-]+\.js/, async (route) => {
      asked += 1;
      return isGone ? route.fulfill({ status: 404 }) : route.continue();
    });
    await messages().click();
    await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor();
    // The script is requested when the pointer is over the link, on the click, and again after the reload.
    expect(asked).toBeLessThanOrEqual(6);
    await page.getByText('Postrider was upgraded, so the page was reloaded.').waitFor();
    isGone = false;
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByText('barbara@example.edu').first().waitFor();
  });

  it('reports a part of the page that cannot be loaded, and keeps the input', async () => {
    await reloadPage();
    await context.route(/assets\/palette-[\w-]+\.js/, async (route) => route.fulfill({ status: 404 }));
    await openPage(page, at('/security'), 'this session');
    await page.getByLabel('Name', { exact: true }).fill('Ada King');
    await page.keyboard.press('Control+k');
    await page.getByText(/^Postrider was upgraded. Save your work/).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada King');
  });
});
