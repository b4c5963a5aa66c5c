// Place in a run: slow.
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('forms in the dashboard', () => {
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

  async function begin(role: 'owner' | 'member' | 'read_only'): Promise<void> {
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn(role)), url: world.address }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    complaints = listenForComplaints(page);
  }

  const at = (path: string): string => `${world.address}/app${path}`;
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  const preview = (): FrameLocator => page.frameLocator('iframe[title="Form preview"]');
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('creates a form, previews it, embeds it, changes its text, and deletes it', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPage(page, at('/forms?do=create'), 'Create form');
    await dialog('Create form').getByRole('button', { name: 'Create form' }).click();
    await page.getByText(/^Title /).waitFor();
    await page.getByText(/^Lists must/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('forms-create');
    await page.getByLabel('Title', { exact: true }).fill('Autumn walks');
    await page.getByRole('combobox', { name: 'Lists', exact: true }).fill('Product');
    await page.getByRole('option', { name: 'Product news' }).click();
    await dialog('Create form').getByRole('button', { name: 'Create form' }).click();

    await page.getByRole('heading', { level: 1, name: 'Autumn walks' }).waitFor();
    await preview().getByRole('heading', { name: 'Autumn walks' }).waitFor();
    await preview().getByRole('button', { name: 'Sign up' }).waitFor();

    await page.getByLabel('Heading').fill('Walk with us');
    await page.getByLabel('Button').fill('I come along');
    await page.getByLabel('Require a consent checkbox').check();
    await page.getByLabel('Consent text').fill('Write to me about walks');
    await page.getByLabel('Always').check();
    await page.getByRole('combobox', { name: 'Custom fields', exact: true }).click();
    const [asked = ''] = await page.getByRole('option').allTextContents();
    await page.getByRole('option', { name: asked, exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Unsaved changes').waitFor();
    await press('Save changes');
    await preview().getByRole('heading', { name: 'Walk with us' }).waitFor();
    await preview().getByRole('button', { name: 'I come along' }).waitFor();
    await preview().getByText('Write to me about walks').waitFor();
    await preview().getByLabel(asked).waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

    await page.getByLabel('Redirect URL').fill('nowhere');
    await press('Save changes');
    await page.getByText(/^Redirect URL must be a URL/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('form-fault');
    await page.getByLabel('Redirect URL').fill('');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German', exact: true }).click();
    await page.getByText('Unsaved changes').waitFor();
    await press('Save changes');
    const language = async () =>
      rowsOf(world.app.installation.db, `select language from form where title = 'Autumn walks'`);
    await expect.poll(language).toEqual([{ language: 'de' }]);

    const [made] = await rowsOf<{ id: number; code: string }>(
      world.app.installation.db,
      `select id, code, heading, button, gdpr_required, consent_text, double_opt_in from form where title = 'Autumn walks'`,
    );
    expect(made).toMatchObject({
      heading: 'Walk with us',
      button: 'I come along',
      gdpr_required: true,
      consent_text: 'Write to me about walks',
      double_opt_in: true,
    });
    for (const [way, code] of [
      ['Script', '<script'],
      ['HTML', '<form'],
      ['Link', '<a '],
    ] as const) {
      await press(way);
      await press(`Copy the ${way.toLowerCase()}`);
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain(code);
      expect(copied).toContain(made?.code);
    }

    await press('More actions for Autumn walks');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Copy of Autumn walks' }).waitFor();
    await openPage(page, at(`/forms/${made?.id}`), 'Embed the form');
    await press('More actions for Autumn walks');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await look('form-delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete form' }).click();
    await page.waitForURL('**/app/forms');
    await page.getByText('“Autumn walks” deleted').waitFor();
    await page.getByRole('link', { name: 'A letter a month', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Autumn walks', exact: true }).count()).toBe(0);
    await page.goto(at(`/forms/${made?.id}`));
    await page.getByText('Form not found').waitFor();
    complaints.splice(0);
  });

  it("allows the form's page to be framed only by the dashboard, and sends nothing from the frame", async () => {
    await openPage(page, at(`/forms/${world.seeded['form']}`), 'Embed the form');
    await preview().getByRole('heading', { name: 'News from the workshop' }).waitFor();
    await preview().getByLabel('Email address').fill('bea@reader.example');
    await preview().getByRole('checkbox').check();
    await preview().getByRole('button', { name: 'Write to me' }).click();
    await expect.poll(() => complaints.join(' ')).toContain('Blocked form submission');
    complaints.splice(0);
    expect(await signedUp('bea@reader.example')).toBe(0);
    // Other sites cannot show the page of the form in a frame, because it has the origin of this server.
    const other = await context.newPage();
    const form = await page.getByRole('link', { name: 'Open page' }).getAttribute('href');
    await other.route('https://other.example/', async (route) =>
      route.fulfill({ contentType: 'text/html', body: `<title>Other</title><iframe src="${form}"></iframe>` }),
    );
    await other.goto('https://other.example/');
    await expect.poll(() => other.frames()[1]?.url() ?? '').toMatch(/^chrome-error:/);
  });

  it('shows the settings of a form to read-only users', async () => {
    await release({ context, page });
    await begin('read_only');
    await openPage(page, at(`/forms/${world.seeded['form']}`), 'Newsletter, Product news');
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await look('form-read-only');
    await openPage(page, at('/double-opt-in'), 'Only owners and admins can change this setting');
    expect(await page.getByLabel('HTML').count()).toBe(0);
    await look('double-opt-in-read-only');
  });

  it('asks users of an account without lists to create one first', async () => {
    const none = { current_page: 1, last_page: 1, per_page: 50, from: null, to: null, total: 0, data: [] };
    await page.route('**/lists?*', async (route) => route.fulfill({ json: none }));
    await openPage(page, at('/forms?do=create'), 'you don’t have any lists yet');
    await look('forms-no-list');
    await dialog('Create form').getByRole('button', { name: 'Create list' }).click();
    await dialog('Create list').waitFor();
  });

  it('edits the confirmation email and shows why it cannot be sent', async () => {
    await openPage(page, at('/double-opt-in'), 'Waiting for confirmation');
    const mail = page.frameLocator('iframe[title="Email preview"]');
    await mail.getByRole('link', { name: 'Confirm subscription' }).waitFor();
    await page.getByLabel('Subject').fill('Was that you?');
    await page.getByLabel('HTML').fill('<h1>Was that you?</h1><p><a href="{{ confirm_url }}">It was me</a></p>');
    await press('Save changes');
    await mail.getByRole('link', { name: 'It was me' }).waitFor();
    await page.getByText('Subject Was that you?').waitFor();
    await page.getByLabel('Subject').fill('');
    await press('Save changes');
    await page.getByText('Subject must not be empty').waitFor();
    await page.getByLabel('Subject').fill('Was that you?');
    await page.getByLabel('HTML').fill('<p>Was that you?</p>');
    await press('Save changes');
    await page.getByText(/^HTML .*confirm_url/).waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('double-opt-in-fault');
    const stand = async (status: string): Promise<void> =>
      world.app.installation.db.script(
        `update domain set status = '${status}' where account_id = ${world.accountId} and name = 'northwind.example'`,
      );
    await stand('failed');
    try {
      const said = page.getByText('The confirmation email can’t be sent.');
      let saves = 0;
      // Save the email several times, each time with a change. Only a change triggers the check of the domain, and the
      // check uses a value that is cached for a second.
      const saidAfterSave = async (): Promise<boolean> => {
        saves += 1;
        await page.getByLabel('HTML').fill(`<p><a href="{{ confirm_url }}">It was me, ${saves}</a></p>`);
        await press('Save changes');
        return said.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      };
      await expect.poll(saidAfterSave).toBe(true);
      await look('double-opt-in-unsendable');
    } finally {
      await stand('verified');
    }
  });

  it('turns double opt-in on and off', async () => {
    await openPage(page, at('/double-opt-in'), 'Waiting for confirmation');
    const toggle = page.getByRole('switch', { name: /^Require confirmation/ });
    const isOn = async (): Promise<unknown> =>
      (
        await rowsOf<{ double_opt_in: boolean }>(
          world.app.installation.db,
          'select double_opt_in from account where account_id = $1',
          [world.accountId],
        )
      )[0]?.double_opt_in;
    for (const wanted of [true, false]) {
      await toggle.click();
      await expect.poll(isOn).toBe(wanted);
      await expect.poll(async () => toggle.isChecked()).toBe(wanted);
    }
  });

  async function signedUp(email: string): Promise<number> {
    return (await rowsOf(world.app.installation.db, 'select id from contact where email = $1', [email])).length;
  }
});
