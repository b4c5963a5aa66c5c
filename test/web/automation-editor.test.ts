import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('steps of an automation in the dashboard', () => {
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
    await context.addCookies([{ ...(await world.signIn('owner')), url: world.address }]);
    await page.setViewportSize({ width: 1280, height: 900 });
    complaints = listenForComplaints(page);
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const headings = async (list: string): Promise<readonly string[]> =>
    page.getByRole('list', { name: list, exact: true }).getByRole('heading').allTextContents();

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  async function useRecipe(title: string): Promise<void> {
    await openPage(page, at('/automations'), 'Automations');
    await press('Use a recipe');
    const form = dialog('Create automation from a recipe');
    await form.getByLabel(title, { exact: false }).first().check();
    await form.getByLabel('Sender name').fill('Northwind');
    await form.getByLabel('Sender email').fill('news@northwind.example');
    if (title === 'Onboarding') await look('automation-recipes');
    await form.getByRole('button', { name: 'Create automation' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }

  it('come from a recipe, and are changed with the mouse', async () => {
    await useRecipe('Onboarding');
    await page.getByRole('heading', { name: 'Wait for the “project.created” event, for at most 3 days' }).waitFor();
    expect(await headings('Steps if yes')).toEqual(['Email 2: Invite your team']);
    expect(await headings('Steps if no')).toEqual(['Email 3: Do you need help?']);
    await look('automation-onboarding');

    await press('Actions for Wait for the “project.created” event, for at most 3 days');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = dialog('Edit step');
    await form.getByLabel('At most').fill('0');
    await form.getByRole('button', { name: 'Save step' }).click();
    await form.getByText('whole number of minutes').waitFor();
    // Clear the log, because the browser logs the 422 response although the page handled it.
    complaints.splice(0);
    await look('automation-step-edit');
    await form.getByLabel('At most').fill('5');
    await form.getByRole('button', { name: 'Save step' }).click();
    await page.getByRole('heading', { name: 'Wait for the “project.created” event, for at most 5 days' }).waitFor();

    await page.getByRole('button', { name: /^Add step if yes/ }).click();
    await dialog('Add step').getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Change the contact' }).click();
    await dialog('Add step').getByRole('combobox', { name: 'Add tags' }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await dialog('Add step').getByRole('button', { name: 'Add step' }).click();
    await expect.poll(async () => (await headings('Steps if yes'))[1]).toMatch(/^Add the tag/);

    await page.getByRole('button', { name: /^Actions for Add the tag/ }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(async () => (await headings('Steps if no'))[0]).toMatch(/^Add the tag/);
    await page.getByRole('button', { name: /^Actions for Add the tag/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await press('Remove step');
    await expect.poll(async () => headings('Steps if no')).toEqual(['Email 3: Do you need help?']);

    await press('More actions for Onboarding');
    await page.getByRole('menuitem', { name: 'History' }).click();
    await dialog('History').getByRole('button', { name: 'Restore' }).first().waitFor();
    await look('automation-history');
    await dialog('History').getByRole('button', { name: 'Restore' }).first().click();
    await expect.poll(async () => (await headings('Steps if no'))[0]).toMatch(/^Add the tag/);
  });

  it('are added with the keyboard alone', async () => {
    await openPage(page, at('/automations?do=create'), 'Create automation');
    await page.getByLabel('Title').fill('By keyboard');
    await page.getByLabel('Contact is created').check();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();

    await page.getByRole('button', { name: 'Add step', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog('Add step').waitFor();
    await expect.poll(async () => page.locator(':focus').getAttribute('role')).toBe('combobox');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Condition' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog('Add step').getByLabel('Event name').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('project.created');
    await look('automation-step-add');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^If the “project.created” event has occurred/ }).waitFor();
    expect(await headings('Steps if no')).toEqual(['Exit the automation']);

    const menu = page.getByRole('button', { name: 'Actions for Exit the automation' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(async () => headings('Steps if yes')).toEqual(['Exit the automation']);
  });

  it('show their waiting contacts, and what they would do with a contact', async () => {
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Welcome');
    await page.getByRole('button', { name: /^Show 30 waiting contacts/ }).click();
    await dialog('30 waiting contacts').getByRole('link', { name: 'grace@example.org' }).waitFor();
    await look('automation-step-contacts');
    await page.keyboard.press('Escape');

    await useRecipe('Onboarding');
    await press('More actions for Onboarding');
    await page.getByRole('menuitem', { name: 'Test with a contact' }).click();
    const test = dialog('Test automation');
    await test.getByLabel('Events').fill('project.created');
    await test.getByRole('searchbox', { name: 'Name or email' }).fill('grace');
    await page.keyboard.press('Enter');
    await test.getByRole('button', { name: 'grace@example.org' }).click();
    const steps = test.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem');
    await steps.first().waitFor();
    const texts = (await steps.allTextContents()).map((text) => text.replace(/ · .*/, ''));
    expect(texts).toEqual([
      'Create your first projectEmail is sent',
      'Wait for the “project.created” event, for at most 3 daysEvent ends the wait',
      'If the “project.created” event has occurred since the contact enteredYes',
      'Invite your teamEmail is sent',
    ]);
    await look('automation-test');
    await test.getByRole('button', { name: 'Test another contact' }).click();
    await test.getByLabel('Events').waitFor();
  });

  it('of every recipe are created, with the segment or the field of the trigger', async () => {
    for (const title of ['Welcome', 'Abandoned cart', 'Birthday', 'Re-engagement', 'Net Promoter Score']) {
      await useRecipe(title);
      await page.getByText(TRIGGERS[title] ?? '').waitFor();
    }
  });
});

const TRIGGERS: Readonly<Record<string, string>> = {
  Welcome: 'When a contact is created',
  'Abandoned cart': 'When your application sends the “cart.updated” event',
  Birthday: 'On the date in “Birthday”, every year',
  'Re-engagement': 'When a contact enters the segment “Inactive contacts”',
  'Net Promoter Score': 'When your application sends the “order.delivered” event',
};
