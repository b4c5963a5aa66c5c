// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openContext, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const CONTACTS = 200_000;
const CAMPAIGNS = 300;
/** Number of contacts that the account has in addition to those that this test inserts. */
const OTHERS = { contacts: 240 };
const COUNT = new Intl.NumberFormat('en');

const browser: Browser | undefined = await openBrowser(import.meta.filename);

/** With WEB_SCREENS=1, the test prints the milliseconds from each click until the content is visible. */
describeWith(browser)('an account with 200,000 contacts and 300 campaigns in a browser', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    world = await startWorld();
    const { db } = world.app.installation;
    await plantContacts(db, world.accountId, { count: CONTACTS, prefix: 'crowd' });
    await rowsOf(
      db,
      `insert into campaign (account_id, title, subject, html, from_name, from_email, state, started_at, sent_at, created_at)
       select $1, 'Letter ' || n, 'Letter number ' || n, repeat('<p>Hello</p>', 2000), 'Northwind', 'post@northwind.example',
         'sent', now() - n * interval '1 day', now() - n * interval '1 day', now() - n * interval '1 day'
       from generate_series(1, $2::integer) n`,
      [world.accountId, CAMPAIGNS],
    );
    await db.script('analyze contact; analyze contact_stat; analyze campaign');
    context = await openContext(browser);
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    complaints = listenForComplaints(page);
    await openPage(page, `${world.address}/app/`, 'Recent messages');
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /**
   * Measures the time from an action until its result is visible, and checks the page at both widths and in light and
   * dark mode.
   */
  async function measured(name: string, act: () => Promise<void>, shows: string | RegExp): Promise<void> {
    const from = performance.now();
    await act();
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    const ms = Math.round(performance.now() - from);
    if (process.env['WEB_SCREENS'] !== undefined) process.stdout.write(`${name}: ${ms} ms\n`);
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect(await faultsInState(page, `large-${name}`)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(complaints).toEqual([]);
  }

  const total = COUNT.format(CONTACTS + OTHERS.contacts);
  const link = async (name: string): Promise<void> => page.getByRole('link', { name, exact: true }).first().click();

  it('lists the campaigns, sorts them, and finds them by title', async () => {
    await measured('campaigns', async () => link('Campaigns'), 'A new workshop');
    const search = page.getByRole('searchbox');
    await search.fill('Letter number 299');
    await measured('campaign-search', async () => search.press('Enter'), 'Letter 299');
  });

  it('lists, filters, and searches the contacts', async () => {
    await measured('contacts', async () => link('Contacts'), `${total} contacts`);
    const search = page.getByRole('searchbox');
    await search.fill('crowd123456@planted');
    await measured('contact-search', async () => search.press('Enter'), '1 contact: address or name contains');
  });

  it('counts the contacts of a segment while it is edited', async () => {
    await openPage(page, `${world.address}/app/contacts?filter%5Bnever_opened%5D=true`, 'never opened');
    const save = page.getByRole('button', { name: 'Save as segment' });
    await measured('segment-count', async () => save.click(), /^[\d,]+ contacts match now/);
    await page.keyboard.press('Escape');
  });

  it('finds contacts and campaigns in the palette', async () => {
    const find = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill(text);
    };
    await measured('palette-contact', async () => find('crowd77777@'), /crowd77777@planted\.example/);
    await page.keyboard.press('Escape');
    await measured('palette-campaign', async () => find('Letter 123'), 'Letter 123');
    await page.keyboard.press('Escape');
  });
});
