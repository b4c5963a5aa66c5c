// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import type { Poller } from '../../src/base/poller.ts';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { startBulkActions } from '../../src/features/audience/bulk-actions/index.ts';
import { runImports } from '../support/contact-files.ts';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { FILE } from './world-audience.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('an audience in a browser', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let running: Poller[] = [];

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
    await Promise.all(running.map((one) => one.close()));
    running = [];
    expect(complaints).toEqual([]);
    await release({ context, page });
  });

  async function begin(role: 'owner' | 'read_only'): Promise<void> {
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn(role)), url: world.address }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    complaints = listenForComplaints(page);
  }

  const at = (path: string): string => `${world.address}/app${path}`;
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });

  it('filters contacts by conditions with live counts, which Back undoes', async () => {
    await openPage(page, at('/contacts'), '240 contacts');
    await openCondition('Status');
    const popup = page.getByRole('dialog');
    await popup.getByLabel('Unsubscribed', { exact: true }).check();
    await popup.getByText('15 matches').waitFor();
    await popup.getByLabel('Active', { exact: true }).check();
    await popup.getByText('198 matches').waitFor();
    await look('audience-condition');
    await popup.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('198 contacts: status is active').waitFor();
    await openCondition('In any of these lists');
    await popup.getByLabel('Product news').check();
    await popup.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('status is active, in list "Product news"').waitFor();
    // A flag has no value to choose, so it is applied as soon as it is selected.
    await openCondition('Never opened');
    await page.getByText(/never opened, in list "Product news"/).waitFor();
    const query = new URL(page.url()).searchParams;
    expect([query.get('filter[status]'), query.get('filter[never_opened]')]).toEqual(['active', 'true']);
    await page.goBack();
    await page.goBack();
    await page.getByText('198 contacts: status is active').waitFor();
    await page.goBack();
    await page.getByText('240 contacts').waitFor();
    await page.getByRole('searchbox').fill('grace hop');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('1 contact: address or name contains "grace hop"').waitFor();
  });

  it('shows numbered pages of contacts, with the page in the URL', async () => {
    await openPage(page, at('/contacts?filter%5Bstatus%5D=active'), '198 contacts');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.waitForURL((url) => !url.searchParams.has('page'));
    await page.goto(at('/contacts?page=99'));
    await page.getByText('No contacts on this page').waitFor();
    await page.getByRole('button', { name: 'Go to first page' }).click();
    await page.getByRole('link', { name: /^a-very-long-address/ }).waitFor();
  });

  it('copies a filter as an API request and exports it as a file', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPage(
      page,
      at('/contacts?filter%5Bstatus%5D=bounced&filter%5Bin_list_ids%5D%5B%5D=1'),
      'status is bounced',
    );
    await page.getByRole('button', { name: 'Copy as API call' }).click();
    await page.getByText('with a personal access token').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^curl 'http.*\/contacts\?filter%5Bstatus%5D=bounced&filter%5Bin_list_ids%5D%5B%5D=1' -H/);
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog('Export contacts').getByText('status is bounced, in list').waitFor();
    await look('audience-export');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^CSV/ }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^contacts-.*\.csv$/);
  });

  it('saves a filter as a segment, which can be opened, changed, and deleted', async () => {
    await openPage(page, at('/contacts?filter%5Bstatus%5D=unconfirmed'), 'status is unconfirmed');
    await page.getByRole('button', { name: 'Save as segment' }).click();
    const form = dialog('Save segment');
    await form.getByText('15 contacts match now').waitFor();
    await look('audience-segment');
    await form.getByRole('button', { name: 'Save segment' }).click();
    await form.getByText(/Name is required|Name must/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await form.getByLabel('Name').fill('Have yet to confirm');
    await form.getByRole('button', { name: 'Save segment' }).click();
    await page.getByText('“Have yet to confirm” created').waitFor();

    await page.getByRole('link', { name: 'Segments' }).click();
    await page.getByRole('link', { name: 'Have yet to confirm' }).click();
    await page.getByText('15 contacts: in segment "Have yet to confirm"').waitFor();
    await page.getByRole('button', { name: 'Edit segment' }).click();
    const change = dialog('Edit segment');
    await change.getByText('15 contacts match now').waitFor();
    await change.getByRole('button', { name: 'Remove condition Status' }).click();
    await change.getByText('Add at least one condition').waitFor();
    // All steps use only the keyboard. A new condition gets the focus.
    await change.getByRole('button', { name: 'Add condition' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Campaign', exact: true }).waitFor();
    await page.keyboard.type('Campaign');
    await page.keyboard.press('Enter');
    await select(change, 'Value of Campaign', 'Six things for the autumn');
    await change.getByText('1 contact matches now').waitFor();
    await change.getByRole('button', { name: 'Add group' }).click();
    const group = change.getByRole('group', { name: 'Group 1', exact: true });
    await select(group, 'Condition', 'Status');
    await select(group, 'Value of Status', 'Bounced');
    await change.getByText('0 contacts match now').waitFor();
    await group.getByRole('button', { name: 'None' }).click();
    await change.getByText('1 contact matches now').waitFor();
    await look('audience-segment-groups');
    await change.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('1 contact: in segment').waitFor();

    await page.getByRole('link', { name: 'Segments' }).click();
    const row = page.getByRole('row', { name: /Have yet to confirm/ });
    await row.getByText(/opened campaign/).waitFor();
    await row.getByRole('button', { name: 'Actions for Have yet to confirm' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(/Delete segment/)
      .getByRole('button', { name: 'Delete segment' })
      .click();
    await row.waitFor({ state: 'detached' });
  });

  it('counts all matching contacts, adds a tag to them, and shows the progress', async () => {
    const { clock, db } = world.app.installation;
    running.push(startBulkActions({ clock, db, log: silentLog, filterParts: FILTER_PARTS, ceiling: 10_000 }));
    await openPage(page, at('/contacts?filter%5Bstatus%5D=active'), '198 contacts');
    await page.getByLabel('Select all rows on this page').check();
    await page.getByRole('button', { name: 'Select all 198 contacts' }).click();
    await page.getByRole('button', { name: 'Edit tags and lists' }).click();
    await choose('Tag', 'Press');
    const apply = page.getByRole('button', { name: 'Apply “Press” to 198 contacts' });
    await apply.waitFor();
    await look('audience-bulk');
    expect(await taggedWith('Press')).toBeLessThan(30);
    await apply.click();
    await page.getByText('198 contacts now have the tag “Press”.').waitFor();
    expect(await taggedWith('Press')).toBeGreaterThanOrEqual(198);
    await look('audience-bulk-done');
    await dialog(/Press/).getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('198 contacts').first().waitFor();
  });

  it('changes selected rows one by one, and keeps a rejected one selected', async () => {
    await openPage(page, at('/contacts'), '240 contacts');
    const boxes = page.getByRole('checkbox', { name: /^Select .*@/ });
    await boxes.nth(1).check();
    await boxes.nth(3).check();
    await page.getByRole('button', { name: 'Edit tags and lists' }).click();
    await choose('Tag', 'Wrote-to-us');
    await look('audience-ticked');
    await page.getByLabel('Add to a list').check();
    await choose('List', 'Product news');
    let isRefused = false;
    await page.route('**/lists/*/contacts', async (route) => {
      if (isRefused) return route.continue();
      isRefused = true;
      return route.fulfill({ status: 409, json: { message: 'It is being changed.' } });
    });
    await page.getByRole('button', { name: 'Add 2 contacts to “Product news”' }).click();
    await page.getByText('It is being changed.').waitFor();
    await page.getByText('1 of 2 updated.').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('409'))).toBe(true);
    await page.getByRole('button', { name: 'Add 1 contact to “Product news”' }).click();
    await page.getByText('2 contacts are now in the list “Product news”.').waitFor();
    await page.getByText('1 selected').waitFor({ state: 'detached' });
  });

  it('maps a file while showing its errors, imports it, and undoes the import', async () => {
    await openPage(page, at('/contacts/import'), 'guests-of-the-stand.csv');
    const file = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByText('1 of 5 rows would be rejected. 1 value would be omitted.').waitFor();
    await page.getByText('Signup date must be a date like 2026-01-31').waitFor();
    await look('audience-mapping');
    // A column that is not imported has no errors.
    await choose('Signup date', 'Ignore this column');
    await page.getByText(/^1 of 5 rows would be rejected\.$/).waitFor();
    await choose('City', 'Full name');
    await choose('City', 'City');
    await choose('Add to lists', 'Product news');
    await page.keyboard.press('Escape');
    await page.getByLabel('Source of consent').fill('Signed at our stand');
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.getByText('waiting', { exact: true }).waitFor();
    running.push(runImports(world.app));
    await page.getByText('done', { exact: true }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Rejected rows' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^line,value,reason,column\r\n3,bruno at reader.example,/);
    await page.getByRole('link', { name: 'Go to contacts' }).click();
    await page.getByText('244 contacts').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await look('audience-undo');
    await dialog(/Undo the import/)
      .getByRole('button', { name: 'Undo import' })
      .click();
    await page.getByText('4 of 4 deleted.').waitFor();
  });

  it('does not start an import until each unknown status is mapped or its column is marked as not about consent', async () => {
    await openPage(page, at('/contacts/import'), 'guests-of-the-stand.csv');
    const rows =
      'Email,Status,Newsletter,Joined\nzora@reader.example,Active,yes,3/4/2026\nyann@reader.example,Junk,no,4/4/2026\n' +
      'xaver@reader.example,Gone fishing,yes,5/4/2026\nwanda@reader.example,,maybe,6/4/2026\n';
    const file = { name: 'statuses.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByText('Choose a status for 3 more values to start the import.').waitFor();
    await page.getByText('4 rows are shown. No rows would be rejected.').waitFor();
    await look('audience-consent');
    const press = async (): Promise<void> => page.getByRole('button', { name: 'Start import' }).click();
    const pick = async (label: string, option: string): Promise<void> => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await press();
    // No request was sent, and the first value without a status has the focus.
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Choose a status');
    await pick('Status: Gone fishing', 'Unsubscribed');
    await pick('Status: Empty', 'Unconfirmed');
    await page.getByText('Choose a status for 1 more value to start the import.').waitFor();
    await page
      .getByRole('region', { name: 'Newsletter' })
      .getByRole('button', { name: 'Not a consent column' })
      .click();
    await page.getByText(/^Choose a status for/).waitFor({ state: 'detached' });
    await pick('Dates', 'Day first: 3/4 is April 3');
    await press();
    await page.getByText('waiting', { exact: true }).waitFor();
    running.push(runImports(world.app));
    await page.getByText('done', { exact: true }).waitFor();
    const found = await rowsOf<{ email: string; left: boolean; waits: boolean }>(
      world.app.installation.db,
      `select email, unsubscribed_at is not null as left, confirmed_at is null as waits from contact
       where email in ('zora@reader.example', 'yann@reader.example', 'xaver@reader.example', 'wanda@reader.example')
       order by email desc`,
      [],
    );
    expect(found.map(({ left, waits }) => [left, waits])).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
    await page.getByRole('button', { name: 'Undo import' }).click();
    await dialog(/Undo the import/)
      .getByRole('button', { name: 'Undo import' })
      .click();
    await page.getByText('4 of 4 deleted.').waitFor();
  });

  it('shows a file in the chosen encoding, without the titles above its header', async () => {
    await openPage(page, at('/contacts/import'), 'guests-of-the-stand.csv');
    const text = Buffer.from(
      'Guests,\n2026,\nEmail,First name\nzoe@reader.example,Zo_\nbo@reader.example,"Bo\n',
      'latin1',
    );
    text[text.indexOf('_')] = 0x89;
    const file = { name: 'encoded.csv', mimeType: 'text/csv', buffer: text };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByText('The data starts at line 3. 2 earlier lines won’t be imported.').waitFor();
    await page.getByText('Line 5 has a quotation mark that is not closed. The line will be rejected.').waitFor();
    await choose('Encoding', 'Windows-1252');
    await page.getByRole('cell', { name: 'Zo‰' }).waitFor();
    await look('audience-encoding');
    await choose('Encoding', 'IBM437');
    await page.getByRole('cell', { name: 'Zoë' }).waitFor();
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.getByText('IBM437').waitFor();
  });

  it('edits a contact in place, adds lists and tags, and shows errors at their fields', async () => {
    await openPage(page, at(`/contacts/${world.seeded['contact']}`), 'Six things for the autumn');
    await page.getByLabel('First name').fill('Rear Admiral Grace');
    await page.locator('h1', { hasText: 'Rear Admiral Grace Hopper' }).waitFor();
    await page.getByLabel('Orders').fill('many');
    await page.getByText(/^Orders must be a number/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('audience-contact-fault');
    await page.getByLabel('Orders').fill('8');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Finnish' }).click();
    const language = async (): Promise<unknown> =>
      rowsOf(world.app.installation.db, 'select language from contact where id = $1', [world.seeded['contact']]);
    await expect.poll(language).toEqual([{ language: 'fi' }]);
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Unknown' }).click();
    await expect.poll(language).toEqual([{ language: null }]);
    const timezone = async (): Promise<unknown> =>
      rowsOf(world.app.installation.db, 'select timezone from contact where id = $1', [world.seeded['contact']]);
    await page.getByLabel('Time zone', { exact: true }).fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await expect.poll(timezone).toEqual([{ timezone: 'Asia/Tokyo' }]);
    await page.getByLabel('Time zone', { exact: true }).fill('unkn');
    await page.getByRole('option', { name: 'Unknown' }).click();
    await expect.poll(timezone).toEqual([{ timezone: null }]);
    await choose('Tags', 'Fair');
    await page.getByRole('button', { name: 'Remove Fair' }).waitFor();
    await page.getByRole('button', { name: 'Remove Newsletter' }).click();
    await page.getByRole('button', { name: 'Remove Newsletter' }).waitFor({ state: 'detached' });
    await page.getByText('Gave consent').waitFor();
    await page.getByText('Receipt for order 20418').waitFor();
    const kept = async (): Promise<unknown> => {
      const [contact] = await rowsOf<{ fields: object; lists: number }>(
        world.app.installation.db,
        `select fields, (select count(*)::integer from list_member where contact_id = $1) as lists from contact where id = $1`,
        [world.seeded['contact']],
      );
      return [Object.values(contact?.fields ?? {}).includes('8'), contact?.lists];
    };
    await expect.poll(kept).toEqual([true, 1]);
  });

  it('adds a contact with consent, unsubscribes it, deletes it, and erases it', async () => {
    await openPage(page, at('/contacts?do=add'), 'Consent text');
    await look('audience-add');
    const form = dialog('Add contact');
    await form.getByLabel('Email address').fill('not an address');
    await form.getByRole('button', { name: 'Add contact' }).click();
    await form.getByText(/^Email address must/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await form.getByLabel('Email address').fill('vera@reader.example');
    await form.getByLabel('Consent text').fill('Reported me at the fair that she wants it');
    await form.getByRole('button', { name: 'Add contact' }).click();
    await page.getByText('Reported me at the fair').waitFor();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await dialog(/Unsubscribe vera/)
      .getByRole('button', { name: 'Unsubscribe' })
      .click();
    await page.getByText('unsubscribed', { exact: true }).waitFor();
    await page.getByText('Unsubscribed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    const erase = dialog('Erase vera@reader.example?');
    await look('audience-erase');
    await erase.getByLabel('Email address').fill('somebody@reader.example');
    await erase.getByRole('button', { name: 'Erase person' }).click();
    await erase.getByText(/^Email address /).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await erase.getByLabel('Email address').fill('vera@reader.example');
    await erase.getByRole('button', { name: 'Erase person' }).click();
    await dialog('Erasure started').getByText('waiting').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.waitForURL('**/app/contacts');
    await page.getByRole('link', { name: /^emmy.curie7@/ }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(/Delete emmy/)
      .getByRole('button', { name: 'Delete contact' })
      .click();
    await page.getByText('emmy.curie7@reader.example was deleted').waitFor();
    complaints.splice(0);
  });

  it('reports that a contact does not exist', async () => {
    await openPage(page, at('/contacts/999999'), 'Contact not found');
    expect(complaints.splice(0).every((each) => each.includes('404'))).toBe(true);
  });

  it('creates and deletes a list, and shows what uses a list that cannot be deleted', async () => {
    await openPage(page, at('/lists?do=create'), 'Create list');
    await dialog('Create list').getByLabel('Name').fill('Autumn walks');
    await dialog('Create list').getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('link', { name: 'Autumn walks' }).click();
    await page.getByText('No contacts in this list yet').waitFor();
    const usages = [
      { type: 'form', id: 5, title: 'Sign up for walks' },
      { type: 'automation', id: 2, title: 'Welcome to the walks' },
    ];
    await page.route('**/lists/*', async (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 409,
            json: { message: 'The list is in use. The `usages` field shows where the list is used.', usages },
          })
        : route.continue(),
    );
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog(/Delete list/)
        .getByRole('button', { name: 'Delete list' })
        .click();
    };
    await remove();
    const used = dialog('Autumn walks is in use');
    await used.getByText('Welcome to the walks').waitFor();
    await look('audience-list-used');
    expect(complaints.splice(0).every((each) => each.includes('409'))).toBe(true);
    await used.getByRole('button', { name: 'Close' }).last().click();
    await page.unroute('**/lists/*');
    await remove();
    await page.waitForURL('**/app/lists');
    await page.getByText('“Autumn walks” deleted').waitFor();
    complaints.splice(0);
  });

  it('removes members from a list', async () => {
    await openPage(page, at(`/lists/${world.seeded['contact_list']}`), 'members');
    await page.getByRole('searchbox').fill('mary.goodall');
    await page.getByRole('searchbox').press('Enter');
    await page
      .getByRole('checkbox', { name: /^Select mary.goodall/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Remove from list' }).click();
    await page.getByRole('button', { name: 'Remove 1 contact from “Newsletter”' }).click();
    await page.getByText('1 contact is no longer in the list “Newsletter”.').waitFor();
  });

  it('shows tags with colors and fields with types', async () => {
    await openPage(page, at('/contact-tags?do=create'), 'Preview:');
    await page.getByLabel('Name', { exact: true }).fill('Walker');
    await page.getByLabel('Teal').check();
    await look('audience-tag');
    await dialog('Create tag').getByRole('button', { name: 'Create tag' }).click();
    await page.getByRole('link', { name: 'Walker' }).waitFor();
    await openPage(page, at('/fields?do=create'), 'Create field');
    await page.getByLabel('Label').fill('Shoe size');
    await page.getByLabel('Number').check();
    await look('audience-field');
    await dialog('Create field').getByRole('button', { name: 'Create field' }).click();
    await page.getByText('{{ contact.shoe_size }}').waitFor();
    const [made] = await rowsOf<{ color: string; type: string }>(
      world.app.installation.db,
      `select color, (select type from contact_field where name = 'shoe_size') as type from contact_tag where name = 'Walker'`,
    );
    expect(made).toEqual({ color: '#0F766E', type: 'number' });
  });

  it('creates, edits, and deletes topics', async () => {
    await openPage(page, at('/topics?do=create'), 'Create topic');
    await dialog('Create topic').getByLabel('Name', { exact: true }).fill('Walks');
    await dialog('Create topic').getByLabel('Description').fill('New walks, once a month');
    await dialog('Create topic').getByLabel('Not subscribed').check();
    await look('audience-topic');
    await dialog('Create topic').getByRole('button', { name: 'Create topic' }).click();
    await page.getByText('New walks, once a month').waitFor();
    const stored = async () =>
      rowsOf(world.app.installation.db, `select name, description, is_opt_in from topic where name like 'Walk%'`);
    expect(await stored()).toEqual([{ name: 'Walks', description: 'New walks, once a month', is_opt_in: false }]);
    await page.getByRole('button', { name: 'Actions for Walks' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog('Edit topic').getByLabel('Name', { exact: true }).fill('Walks and talks');
    await dialog('Edit topic').getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Walks and talks').waitFor();
    await page.getByRole('button', { name: 'Actions for Walks and talks' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete topic' }).click();
    await page.getByText('Topic “Walks and talks” deleted.').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('shows everything to read-only users, without actions', async () => {
    await release({ context, page });
    await begin('read_only');
    await openPage(page, at('/contacts?do=add'), 'contacts');
    expect(await page.getByRole('button', { name: /Add|Save/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await openPage(page, at(`/contacts/${world.seeded['contact']}`), 'Six things for the autumn');
    await page.getByText('Arlington').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await look('audience-read-only');
    await openPage(page, at('/contacts/import'), 'guests-of-the-stand.csv');
    expect(await page.getByLabel('File', { exact: true }).count()).toBe(0);
  });

  async function openCondition(label: string): Promise<void> {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
  }

  async function choose(field: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: field, exact: true }).fill(option);
    await page
      .getByRole('option', { name: new RegExp(`^${option}`) })
      .first()
      .click();
  }

  async function select(within: Locator, field: string, option: string): Promise<void> {
    await within.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  async function taggedWith(name: string): Promise<number> {
    const [tag] = await rowsOf<{ members: number }>(
      world.app.installation.db,
      `select count(*)::integer as members from tag_member m join contact_tag t on t.account_id = m.account_id and t.id = m.tag_id
       where t.name = $1`,
      [name],
    );
    return tag?.members ?? 0;
  }

  /** Checks the accessibility and the layout of the page in light and dark mode, wide and narrow. */
  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
