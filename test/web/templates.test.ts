// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('templates in the dashboard', () => {
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

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('saves an email as a template, edits the template, and starts a campaign from it', async () => {
    await openPage(page, at('/templates'), 'No templates yet');
    await look('templates-none');
    await openPage(page, at(`/campaigns/${world.seeded['campaign_draft']}/edit`), 'Meet us at the winter fair');
    await press('More actions');
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    await look('template-save');
    await dialog('Save as template').getByLabel('Name').fill('Fair letter');
    await press('Save template');
    await page.getByText('Template “Fair letter” saved.').waitFor();

    await openPage(page, at('/templates'), 'Fair letter');
    await page.frameLocator('iframe[src*="/templates/"]').getByText('The winter fair').waitFor();
    await look('templates');
    await page.getByRole('link', { name: 'Fair letter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Fair letter' }).waitFor();
    await page.getByLabel('Subject').fill('Meet us at {{ place }}');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Subject').fill('Meet us at {{ place');
    await page.getByText('Not saved: fix the errors on this page.').waitFor();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await page.getByLabel('Subject').fill('Meet us at the fair');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Alias').fill('fair-letter');
    await expect
      .poll(async () => rowsOf(world.app.installation.db, `select alias from template where name = 'Fair letter'`))
      .toEqual([{ alias: 'fair-letter' }]);
    await look('template');

    await press('Create campaign');
    await dialog('Create campaign').getByLabel('Subject').fill('The spring fair');
    await look('campaign-from-template');
    await press('Create draft');
    await page.getByRole('heading', { level: 1, name: 'Edit The spring fair' }).waitFor();
    const [made] = await rowsOf<object>(
      world.app.installation.db,
      `select c.html = t.html as is_same from campaign c join template t on t.account_id = c.account_id
       where c.account_id = $1 and c.title = 'The spring fair'`,
      [world.accountId],
    );
    expect(made).toEqual({ is_same: true });
  }, 180_000);

  it('creates, copies, finds, and deletes templates', async () => {
    await openPage(page, at('/templates?do=create'), 'Create template');
    await dialog('Create template').getByLabel('Name').fill('Monthly news');
    await look('template-create');
    await dialog('Create template').getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('textbox', { name: 'Email content' }).waitFor();
    await look('template-blocks');
    await openPage(page, at('/templates'), 'Starter designs');
    await page.frameLocator('iframe[src*="announcement"]').getByText('Your big news in a few words').waitFor();
    await look('templates-designs');
    await press('Announcement');
    await dialog('Create campaign').getByLabel('Subject').fill('We have news');
    await press('Create draft');
    await page.getByRole('heading', { level: 1, name: 'Edit We have news' }).waitFor();
    await page.getByText('Your big news in a few words').first().waitFor();
    // Editing the text keeps the sizes and rounded corners of the design.
    await page.getByText('One sentence that says what changes for your readers.').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Really.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await look('campaign-from-design');
    const [draft] = await rowsOf<{ design: object }>(
      world.app.installation.db,
      `select design from campaign where account_id = $1 and title = 'We have news'`,
      [world.accountId],
    );
    expect(draft?.design).toMatchObject({ attrs: { radius: 16 } });
    expect(JSON.stringify(draft?.design)).toMatch(/"size": ?"small"/);
    expect(JSON.stringify(draft?.design)).toContain('Really.');
    await openPage(page, at('/templates?query=monthly'), 'Monthly news');
    await press('Actions for Monthly news');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('link', { name: 'Copy of Monthly news' }).waitFor();
    await press('Actions for Monthly news');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await press('Delete template');
    await page.getByText('Template “Monthly news” deleted.').waitFor();
    await openPage(page, at('/templates?query=nothing'), 'No templates match your search');
  });

  it('shows templates to read-only users without actions', async () => {
    await release({ context, page });
    await begin('read_only');
    await openPage(page, at('/templates'), 'Fair letter');
    expect(await page.getByRole('button', { name: /^(?:Create|Actions)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Fair letter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fair letter' }).waitFor();
    await page.frameLocator('iframe[title="Email preview"]').getByText('The winter fair').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});
