// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { plantAutomation } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('automations in the dashboard', () => {
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
  const subjects = async (): Promise<readonly string[]> =>
    page.getByRole('list', { name: 'Emails' }).getByRole('heading').allTextContents();

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  /**
   * Returns the emails of the automation with this title in order, each with its delay and whether the automation is
   * active.
   */
  async function kept(title: string): Promise<readonly { subject: string; delay_hours: number; active: boolean }[]> {
    return rowsOf(
      world.app.installation.db,
      `select c.subject, i.delay_hours, a.active from automation a
       join automation_item i on i.account_id = a.account_id and i.automation_id = a.id and i.deleted_at is null
       join campaign c on c.account_id = i.account_id and c.id = i.campaign_id
       where a.title = $1 order by i.send_order`,
      [title],
    );
  }

  async function addMail(subject: string): Promise<void> {
    await press('Add email');
    const form = dialog('Add email');
    await form.getByLabel('Subject').fill(subject);
    await form.getByLabel('Sender name').fill('Northwind');
    await form.getByLabel('Sender email').fill('news@northwind.example');
    await form.getByLabel('Text', { exact: true }).fill('Good to have you here.\n\nMore comes tomorrow.');
    await form.getByRole('button', { name: 'Add email' }).click();
    // The email has blocks and the given sender.
    await page.getByRole('textbox', { name: 'Email content' }).getByText('Good to have you here.').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: subject }).waitFor();
  }

  it('search the log of events and show the properties of an event', async () => {
    await openPage(page, at('/automations'), 'Come back');
    await page.getByRole('navigation', { name: 'Related pages' }).getByRole('link', { name: 'Events' }).click();
    const table = page.getByRole('table', { name: 'Events' });
    await table.getByText('account.opened').first().waitFor();
    await page.getByRole('searchbox', { name: 'Search by event name or email' }).fill('PLACED');
    await page.keyboard.press('Enter');
    await page.getByText('40 events').waitFor();
    expect(new URL(page.url()).search).toBe('?query=PLACED');
    expect(await table.getByText('account.opened').count()).toBe(0);
    await page.getByRole('button', { name: 'Details of order.placed' }).first().press('Enter');
    await dialog('order.placed').getByRole('region', { name: 'Properties' }).getByText('"order_total"').waitFor();
    await look('event');
    await dialog('order.placed').getByRole('link').click();
    await page.waitForURL(/contacts\/\d+$/);
  });

  it('are created, filled with emails, scheduled, reordered, and activated', async () => {
    await openPage(page, at('/automations?do=create'), 'Create automation');
    await dialog('Create automation').getByRole('button', { name: 'Create automation' }).click();
    await page.getByText('Title is required').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('automation-create');
    await page.getByLabel('Title').fill('Tea for beginners');
    await page.getByRole('combobox', { name: 'List' }).fill('Product');
    await page.getByRole('option', { name: 'Product news' }).click();
    await dialog('Create automation').getByRole('button', { name: 'Create automation' }).click();
    await page.getByText('When a contact is added to “Product news”').waitFor();

    await press('Add email');
    await dialog('Add email').getByRole('button', { name: 'Add email' }).click();
    await dialog('Add email')
      .getByText(/^Subject /)
      .waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('automation-add-mail');
    await dialog('Add email').getByRole('button', { name: 'Cancel' }).click();
    for (const subject of ['Green', 'Black', 'White']) await addMail(subject);
    await page.getByRole('button', { name: /^Immediately/ }).waitFor();

    await page.getByRole('button', { name: 'Wait 1 day. Change the delay before Black' }).click();
    await page.getByLabel('Wait', { exact: true }).fill('999999');
    await press('Save');
    await page.getByText(/^Wait must/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('automation-delay');
    await page.getByLabel('Wait', { exact: true }).fill('3');
    await press('Save');
    await page.getByText('Wait 3 days').waitFor();

    const handle = page.getByRole('button', { name: /^Move email 3, White/ });
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.getByText('Position 1 of 3.').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('Email moved to position 1 of 3.').waitFor();
    await expect
      .poll(async () => (await kept('Tea for beginners')).map(({ subject }) => subject))
      .toEqual(['White', 'Green', 'Black']);
    await expect.poll(async () => page.locator(':focus').getAttribute('aria-label')).toBe('Move email 1, White');

    await press('Activate automation');
    await dialog('Activate “Tea for beginners”?')
      .getByText('Contacts who match the trigger after activation enter')
      .waitFor();
    await look('automation-activate');
    await dialog('Activate “Tea for beginners”?').getByRole('button', { name: 'Activate automation' }).click();
    await page.getByRole('button', { name: 'Pause automation', exact: true }).waitFor();
    expect(await kept('Tea for beginners')).toEqual([
      { subject: 'White', delay_hours: 24, active: true },
      { subject: 'Green', delay_hours: 0, active: true },
      { subject: 'Black', delay_hours: 72, active: true },
    ]);
  });

  it('allow an email to be dragged to another position, and cancel the drag with Escape', async () => {
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Three things that we make');
    const before = await kept('Welcome');
    const from = await page.getByRole('button', { name: /^Move email 1/ }).boundingBox();
    const to = await page.getByRole('button', { name: /^Move email 2/ }).boundingBox();
    if (!from || !to) throw new Error('There is nothing to drag');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + 60, { steps: 8 });
    await page.getByText('Position 2 of 3.').waitFor();
    await page.mouse.up();
    const order = [before[1], before[0], before[2]].map((row) => row?.subject);
    // Contacts are in the automation, so the new order is saved in a draft.
    await page.getByText('1 step moved.').waitFor();
    await expect.poll(async () => (await subjects())[0]).toContain(order[0]);
    expect(await kept('Welcome')).toEqual(before);
    await press('Publish');
    await press('Publish draft');
    await expect.poll(async () => (await kept('Welcome')).map(({ subject }) => subject)).toEqual(order);
    await page.getByRole('heading', { name: 'Draft changes' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: /^Move email 2/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByText('Position unchanged.').waitFor();
    expect((await kept('Welcome')).map(({ subject }) => subject)).toEqual(order);
  });

  it('show why an email is held, what pausing does, and what deleting ends', async () => {
    await openPage(page, at('/automations'), 'needs attention');
    await page.getByRole('link', { name: 'Welcome' }).click();
    await page.getByText('The content waits for the operator.').waitFor();
    await press('Pause automation');
    await dialog('Pause “Welcome”?').getByText('keep their places').waitFor();
    await dialog('Pause “Welcome”?').getByRole('button', { name: 'Pause automation' }).click();
    await page.getByText('No contacts enter the automation, and no emails are sent.', { exact: true }).waitFor();
    expect((await kept('Welcome')).every(({ active }) => !active)).toBe(true);

    await press('Actions for Welcome to the workshop');
    await page.getByRole('menuitem', { name: 'Edit subject and sender' }).click();
    await dialog('Subject and sender').getByLabel('Subject').fill('Hello from the workshop');
    await press('Save changes');
    await page.getByRole('heading', { name: 'Hello from the workshop' }).waitFor();
    await press('More actions for Welcome');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Copy of Welcome' }).waitFor();
    await press('Actions for Hello from the workshop');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Hello from the workshop' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Actions for Hello from the workshop' }).last().click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await look('automation-remove-mail');
    await press('Remove email');
    await expect.poll(() => page.getByRole('heading', { name: 'Hello from the workshop' }).count()).toBe(1);
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Hello from the workshop');

    await press('More actions for Welcome');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await look('automation-delete');
    await press('Delete automation');
    await page.waitForURL('**/app/automations');
    await page.getByText('“Welcome” deleted').waitFor();
    await page.goto(at(`/automations/${world.seeded['automation']}`));
    await page.getByText('Automation not found').waitFor();
    complaints.splice(0);
  });

  it('have a goal and quiet hours', async () => {
    await openPage(page, at('/automations'), 'Come back');
    await page.getByRole('link', { name: 'Come back' }).click();
    await press('More actions for Come back');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await dialog('Automation settings').getByLabel('Goal').fill('order.placed');
    await dialog('Automation settings').getByLabel('Quiet hours start').fill('22:00');
    await look('automation-settings');
    await dialog('Automation settings').getByRole('button', { name: 'Save settings' }).click();
    await dialog('Automation settings').getByText('24-hour time, for example 09:00').waitFor();
    // Clear the log, because the browser logs the 422 response although the page handled it.
    complaints.splice(0);
    await dialog('Automation settings').getByLabel('Quiet hours end').fill('08:00');
    await dialog('Automation settings').getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved.').waitFor();
    await press('More actions for Come back');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    expect(await dialog('Automation settings').getByLabel('Goal').inputValue()).toBe('order.placed');
    expect(await dialog('Automation settings').getByLabel('Quiet hours end').inputValue()).toBe('08:00');
    await dialog('Automation settings').getByLabel('Goal').fill('');
    for (const label of ['Quiet hours start', 'Quiet hours end']) {
      await dialog('Automation settings').getByLabel(label).fill('');
    }
    await dialog('Automation settings').getByRole('button', { name: 'Save settings' }).click();
    await dialog('Automation settings').waitFor({ state: 'detached' });
  });

  it('are visible to read-only users without actions', async () => {
    await release({ context, page });
    await begin('read_only');
    await openPage(page, at('/automations'), 'Come back');
    expect(await page.getByRole('button', { name: 'Create automation' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Come back' }).click();
    await page.getByText('End', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(?:Activate|Change|Add email|More)/ }).count()).toBe(0);
    await look('automation-read-only');
  });

  it('show other steps with the branches of conditions, their contacts, and the goal', async () => {
    const { db } = world.app.installation;
    const [sample] = await rowsOf<{ account_id: number }>(
      db,
      `select account_id from automation where title = 'Welcome'`,
    );
    const accountId = sample?.account_id ?? 0;
    const { id, items } = await plantAutomation(db, accountId, { type: 'event', event: 'cart.left' }, [0, 24], {
      from: 'news@northwind.example',
    });
    const insert = async (kind: string, order: number, settings: object) => {
      const [row] = await rowsOf<{ id: number }>(
        db,
        `insert into automation_item (account_id, automation_id, kind, send_order, delay_hours, settings, waiting, sent, met)
         values ($1, $2, $3, $4, 0, $5, 12, 188, 61) returning id`,
        [accountId, id, kind, order, JSON.stringify(settings)],
      );
      return row?.id;
    };
    await insert('wait', 2, { event: 'order.placed', timeout_minutes: 4_320 });
    const condition = await insert('condition', 3, {
      event: 'order.placed',
      filter: { status: 'engaged' },
      event_property: { name: 'order.total', operator: 'greater_than', value: '100' },
    });
    const exit = await insert('exit', 4, {});
    await rowsOf(db, `update automation_item set parent_id = $2, branch = 'yes' where id = $1`, [exit, condition]);
    await rowsOf(db, `update automation_item set parent_id = $2, branch = 'no', send_order = 5 where id = $1`, [
      items[1]?.id,
      condition,
    ]);
    await rowsOf(
      db,
      `update automation set title = 'Abandoned cart', goal_event = 'order.placed', goals = 61 where id = $1`,
      [id],
    );
    await openPage(page, at(`/automations/${id}`), 'Abandoned cart');
    await page.getByText('When your application sends the “cart.left” event').waitFor();
    await page.getByRole('heading', { name: 'Wait for the “order.placed” event, for at most 3 days' }).waitFor();
    await page
      .getByRole('heading', {
        name: 'If the contact matches: status is engaged, and the “order.placed” event has occurred since the contact entered, and the event’s order.total is greater than 100',
      })
      .waitFor();
    const branches = ['Steps if yes', 'Steps if no'].map((name) => page.getByRole('list', { name }));
    const headings = await Promise.all(branches.map(async (each) => each.getByRole('heading').allTextContents()));
    expect(headings).toEqual([['Exit the automation'], ['Email 2: Mail 2']]);
    await page.getByText('Goal: order.placed').waitFor();
    await look('automation-flow');
  });
});
