// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

/** Number of key presses after which an element counts as unreachable. */
const MAX_PRESSES = 150;

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
    expect(await headings('Steps if no')).toEqual(['Email 3: Need help getting started?']);
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
    await expect.poll(async () => headings('Steps if no')).toEqual(['Email 3: Need help getting started?']);

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
    await expect.poll(async () => page.locator(':focus').getAttribute('aria-label')).toBe('Move “Exit the automation”');

    await enterAt(page.getByRole('button', { name: 'Add step', exact: true }));
    const form = dialog('Add step');
    await chooseIn(form.getByRole('combobox', { name: 'Wait', exact: true }), 'Until a time on a weekday');
    await chooseIn(form.getByRole('combobox', { name: 'Time zone' }), 'The contact’s time zone');
    await form.getByText('If the time zone of a contact is unknown').waitFor();
    await look('automation-step-weekday');
    await enterAt(form.getByRole('button', { name: 'Add step' }));
    await page.getByRole('heading', { name: 'Wait until Monday at 09:00 in the contact’s time zone' }).waitFor();
  });

  /** Presses a key until the condition holds. */
  async function pressUntil(key: string, isDone: () => Promise<boolean>): Promise<void> {
    for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
      if (await isDone()) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${MAX_PRESSES} presses of ${key} were not enough`);
  }

  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    await pressUntil('Tab', async () => (await target.and(page.locator(':focus')).count()) === 1);
  }

  async function enterAt(target: Locator): Promise<void> {
    await tabTo(target);
    await page.keyboard.press('Enter');
  }

  async function typeInto(field: Locator, text: string): Promise<void> {
    await tabTo(field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }

  async function chooseIn(field: Locator, choice: string): Promise<void> {
    await enterAt(field);
    const option = page.getByRole('option', { name: choice, exact: true });
    await option.waitFor();
    await pressUntil('ArrowDown', async () => (await option.getAttribute('data-highlighted')) !== null);
    await page.keyboard.press('Enter');
    await field.filter({ hasText: choice }).waitFor();
  }

  /** Moves a step with its handle, the arrow key, and Space, until the announced position matches. */
  async function moveStep(handle: RegExp, key: string, position: RegExp): Promise<void> {
    await tabTo(page.getByRole('button', { name: handle }));
    await page.keyboard.press('Space');
    await page.getByText(/picked up/).waitFor();
    await pressUntil(key, async () => (await page.getByText(position).count()) > 0);
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Timeline' }).getByText('Step moved.').waitFor();
  }

  async function addMailByKeyboard(subject: string): Promise<void> {
    await enterAt(page.getByRole('button', { name: 'Add email', exact: true }));
    const form = dialog('Add email');
    await typeInto(form.getByLabel('Subject'), subject);
    await typeInto(form.getByLabel('Sender name'), 'Northwind');
    await typeInto(form.getByLabel('Sender email'), 'news@northwind.example');
    await typeInto(form.getByLabel('Text', { exact: true }), `About: ${subject}`);
    await enterAt(form.getByRole('button', { name: 'Add email' }));
    await page.getByRole('textbox', { name: 'Email content' }).getByText(`About: ${subject}`).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: subject }).waitFor();
  }

  it('make up the onboarding recipe with its condition, built with the keyboard alone', async () => {
    await openPage(page, at('/automations'), 'Automations');
    await enterAt(page.getByRole('button', { name: 'Create automation', exact: true }));
    await typeInto(page.getByLabel('Title'), 'Keyboard onboarding');
    await tabTo(page.getByLabel('Contact is added to a list'));
    await pressUntil('ArrowDown', async () => page.getByLabel('Contact is created').isChecked());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Keyboard onboarding' }).waitFor();
    for (const subject of ['Create your first project', 'Invite your team', 'Need help getting started?']) {
      await addMailByKeyboard(subject);
    }
    for (const subject of ['Invite your team', 'Need help getting started?']) {
      await enterAt(page.getByRole('button', { name: `Wait 1 day. Change the delay before ${subject}` }));
      await typeInto(page.getByLabel('Wait', { exact: true }), '0');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Immediately. Change the delay before ${subject}` }).waitFor();
    }

    const form = dialog('Add step');
    await enterAt(page.getByRole('button', { name: 'Add step', exact: true }));
    await chooseIn(form.getByRole('combobox', { name: 'Wait', exact: true }), 'Until an event');
    await typeInto(form.getByLabel('Event name'), 'project.created');
    await typeInto(form.getByLabel('At most'), '3');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wait for the “project.created” event, for at most 3 days' }).waitFor();
    await enterAt(page.getByRole('button', { name: 'Add step', exact: true }));
    await chooseIn(form.getByRole('combobox', { name: 'Type' }), 'Condition');
    await typeInto(form.getByLabel('Event name'), 'project.created');
    await page.keyboard.press('Enter');
    await expect.poll(async () => headings('Steps if no').catch(() => [])).toEqual(['Exit the automation']);

    await moveStep(/^Move “Wait for the “project.created” event/, 'ArrowUp', /^Before “Invite your team”\.$/);
    await moveStep(
      /^Move email 2, Invite your team/,
      'ArrowDown',
      /, if yes: If the “project.created” event has occurred/,
    );
    await expect.poll(async () => headings('Steps if yes').catch(() => [])).toEqual(['Email 3: Invite your team']);
    await moveStep(/^Move email 2, Need help getting started/, 'ArrowDown', /^Before “Exit the automation”, if no: /);
    await expect
      .poll(async () => headings('Steps if no'))
      .toEqual(['Email 3: Need help getting started?', 'Exit the automation']);
    await enterAt(page.getByRole('button', { name: 'Actions for Exit the automation' }));
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await enterAt(page.getByRole('dialog').getByRole('button', { name: 'Remove step' }));
    await expect.poll(async () => headings('Steps if no')).toEqual(['Email 3: Need help getting started?']);
    expect(await faultsInState(page, 'automation-keyboard', true)).toEqual([]);
    await useRecipe('Onboarding');
    expect(await storedSteps('Keyboard onboarding')).toEqual(await storedSteps('Onboarding'));
  });

  /** Returns the stored steps of the latest automation with this title, without their IDs. */
  async function storedSteps(title: string): Promise<readonly unknown[]> {
    const rows = await rowsOf(
      world.app.installation.db,
      `select i.kind, i.delay_hours, i.settings, i.branch, i.send_order, p.send_order as parent, c.subject
       from automation_item i
       left join automation_item p on p.account_id = i.account_id and p.id = i.parent_id
       left join campaign c on c.account_id = i.account_id and c.id = i.campaign_id
       where i.deleted_at is null and i.automation_id = (select max(id) from automation where title = $1)
       order by i.send_order`,
      [title],
    );
    expect(rows).toHaveLength(5);
    return rows;
  }

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
