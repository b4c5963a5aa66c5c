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

describeWith(browser)('changes to a live automation in the dashboard', () => {
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
  const bar = (): Locator => page.getByRole('region', { name: 'Draft changes' });
  const headings = async (list: string): Promise<readonly string[]> =>
    page.getByRole('list', { name: list, exact: true }).getByRole('heading').allTextContents();

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  /** Returns the types of the published steps, and the number of contacts at each. */
  async function published(): Promise<readonly string[]> {
    const rows = await rowsOf<{ kind: string; waiting: number }>(
      world.app.installation.db,
      `select kind, waiting from automation_item where automation_id = $1 and deleted_at is null order by send_order`,
      [world.seeded['automation']],
    );
    return rows.map(({ kind, waiting }) => `${kind} ${waiting}`);
  }

  it('are collected in a draft with the mouse, published with the effect on contacts, and restored', async () => {
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Three things that we make');
    const before = await published();
    expect(before).toEqual(['email 0', 'email 30', 'email 60']);
    await page.getByRole('button', { name: 'Add step', exact: true }).click();
    await dialog('Add step').getByRole('button', { name: 'Add step' }).click();
    await bar().getByText('1 step added.').waitFor();
    await page.getByText('New in this draft').waitFor();

    await page.getByRole('button', { name: 'Wait 2 days. Change the delay before Three things that we make' }).click();
    await page.getByLabel('Wait', { exact: true }).fill('9999');
    await press('Save');
    await page.getByText('whole number from 0 to 5000').waitFor();
    // Clear the log, because the browser logs the 422 response although the page handled it.
    complaints.splice(0);
    await page.getByLabel('Wait', { exact: true }).fill('4');
    await press('Save');
    await bar().getByText('1 step added, 1 step changed.').waitFor();

    await press('Actions for What would you like to read, {{ first_name }}?');
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await look('automation-draft-remove');
    await press('Remove step');
    await bar().getByText('1 step added, 1 step removed, 1 step changed.').waitFor();
    expect(await published()).toEqual(before);
    await look('automation-draft');

    await press('Publish');
    const form = dialog('Publish the draft?');
    const effects = form.getByRole('list', { name: 'Waiting contacts' }).getByRole('listitem');
    await effects.first().waitFor();
    expect(await effects.allTextContents()).toEqual([
      '30 waiting contacts stay at their steps.',
      // The counter of the removed email says 60, but no contacts wait there.
    ]);
    await look('automation-publish');
    await form.getByRole('button', { name: 'Publish draft' }).click();
    await page.getByText('Draft published.').waitFor();
    await bar().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Wait 1 day' }).waitFor();
    expect((await published()).map((each) => each.split(' ')[0])).toEqual(['email', 'email', 'wait']);

    await press('More actions for Welcome');
    await page.getByRole('menuitem', { name: 'History' }).click();
    await dialog('History').getByText('1 step added, 1 step removed, 1 step changed.').waitFor();
    await look('automation-draft-history');
    await dialog('History').getByRole('button', { name: 'Restore' }).click();
    await bar().getByText('1 step removed, 1 step changed.').waitFor();
    await press('Discard');
    await dialog('Discard the draft?').getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('Draft discarded.').waitFor();
    await bar().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Wait 1 day' }).waitFor();
  });

  it('are collected and published with the keyboard alone', async () => {
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Wait 1 day');
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
    await page.keyboard.press('Enter');
    await bar().getByText('2 steps added.').waitFor();

    // The wait is moved into the branch for contacts that meet the condition.
    await page.getByRole('button', { name: 'Move “Wait 1 day”' }).focus();
    await page.keyboard.press('Space');
    await page.getByText(/picked up/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^Last step, if yes: If the “project.created” event has occurred/).waitFor();
    await look('automation-drag');
    await page.keyboard.press('Space');
    await expect.poll(async () => headings('Steps if yes')).toEqual(['Wait 1 day']);
    await expect.poll(async () => page.locator(':focus').getAttribute('aria-label')).toBe('Move “Wait 1 day”');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByText('Position unchanged.').waitFor();
    expect(await headings('Steps if yes')).toEqual(['Wait 1 day']);

    await page.getByRole('button', { name: 'Publish', exact: true }).focus();
    await page.keyboard.press('Enter');
    const form = dialog('Publish the draft?');
    await form.getByRole('list', { name: 'Waiting contacts' }).waitFor();
    await form.getByRole('button', { name: 'Publish draft' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Draft published.').waitFor();
    await bar().waitFor({ state: 'detached' });
    expect((await published()).map((each) => each.split(' ')[0])).toEqual([
      'email',
      'email',
      'condition',
      'wait',
      'exit',
    ]);
  });

  it('include steps that are dragged into a branch and out of it again', async () => {
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Exit the automation');
    async function drag(handle: RegExp, to: Locator, above: number): Promise<void> {
      const from = await page.getByRole('button', { name: handle }).boundingBox();
      const target = await to.boundingBox();
      if (!from || !target) throw new Error('There is nothing to drag');
      await page.mouse.move(from.x + 8, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(target.x + 8, target.y + above, { steps: 8 });
      await page.mouse.up();
    }
    const handleOf = (words: RegExp): Locator => page.getByRole('button', { name: words });
    await drag(/^Move email 2/, handleOf(/^Move “Exit/), -30);
    await expect
      .poll(async () => headings('Steps if no'))
      .toEqual([expect.stringContaining('Three things that we make'), 'Exit the automation']);
    await bar().getByText('1 step moved.').waitFor();
    await drag(/^Move “Wait 1 day”/, handleOf(/^Move “If the “project/), -40);
    await expect.poll(async () => headings('Steps if yes').catch(() => [])).toEqual([]);
    await bar().getByText('2 steps moved.').waitFor();
    await press('Discard');
    await press('Discard draft');
    await page.getByText('Draft discarded.').waitFor();
    await expect.poll(async () => headings('Steps if yes')).toEqual(['Wait 1 day']);
    expect(await bar().count()).toBe(0);
  });

  it('include the trigger and the settings', async () => {
    const settings = async () =>
      rowsOf(
        world.app.installation.db,
        `select a.goal_event, t.type from automation a
         join automation_trigger t on t.account_id = a.account_id and t.automation_id = a.id where a.id = $1`,
        [world.seeded['automation']],
      );
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Exit the automation');
    const [before] = await settings();
    await press('More actions for Welcome');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const form = dialog('Automation settings');
    await form.getByText('take effect when you publish').waitFor();
    await form.getByLabel('Goal').fill('x'.repeat(129));
    await form.getByRole('button', { name: 'Save settings' }).click();
    await form.getByText(/^Goal must/).waitFor();
    // Clear the log, because the browser logs the 422 response although the page handled it.
    complaints.splice(0);
    await form.getByLabel('Goal').fill('order.placed');
    await form.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved in the draft.').waitFor();
    await bar().getByText('Changed: goal.').waitFor();

    await press('Change trigger');
    await dialog('Change trigger').getByLabel('Contact gets a tag').check();
    await dialog('Change trigger').getByRole('button', { name: 'Save changes' }).click();
    await dialog('Change trigger').getByText(/^Tag /).waitFor();
    complaints.splice(0);
    await dialog('Change trigger').getByLabel('Contact is created').check();
    await dialog('Change trigger').getByRole('button', { name: 'Save changes' }).click();
    await bar().getByText('Changed: trigger, goal.').waitFor();
    await page.getByText('When a contact is created').waitFor();
    expect(await settings()).toEqual([before]);
    await look('automation-draft-settings');
    await press('Publish');
    await dialog('Publish the draft?').getByText('Changed: trigger, goal.').waitFor();
    await press('Publish draft');
    await page.getByText('Draft published.').waitFor();
    await bar().waitFor({ state: 'detached' });
    expect(await settings()).toEqual([{ goal_event: 'order.placed', type: 'contact_created' }]);
  });

  it('include emails that are added to the draft', async () => {
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Exit the automation');
    await press('Add email');
    const form = dialog('Add email');
    await form.getByLabel('Subject').fill('One more thing');
    await form.getByLabel('Sender name').fill('Northwind');
    await form.getByLabel('Sender email').fill('news@northwind.example');
    await form.getByLabel('Text', { exact: true }).fill('Something new.');
    await form.getByRole('button', { name: 'Add email' }).click();
    await page.getByRole('textbox', { name: 'Email content' }).getByText('Something new.').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'One more thing' }).waitFor();
    await bar().getByText('1 step added.').waitFor();
    await press('Publish');
    await press('Publish draft');
    await page.getByText('Draft published.').waitFor();
    await bar().waitFor({ state: 'detached' });
    expect((await published()).filter((each) => each.startsWith('email'))).toHaveLength(3);
  });
});
