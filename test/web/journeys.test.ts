// Place in a run: slow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram, type Program } from '../flows/program.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { describeWith } from '../support/loud-skip.ts';
import { pngOf } from '../support/tiny-images.ts';
import { PASSWORD } from '../support/people.ts';
import { openBrowser } from './browser.ts';
import { buildPages } from '../support/built-pages.ts';
import { listenForComplaints, openContext, openPage } from './looks.ts';

/**
 * Covers what a new user does on the first day, starting with the URL that Postrider prints. The user does everything
 * in the dashboard.
 */

const browser: Browser | undefined = await openBrowser(import.meta.filename);
/** Long timeout, because an email takes several seconds to arrive: two jobs poll for it. */
const ARRIVES_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

describeWith(browser)('the first day', () => {
  let test: TestDatabase;
  let program: Program;
  let dataDir: string;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let baseUrl: string;

  beforeAll(async () => {
    await buildPages('dashboard');
    test = await createTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'postrider-journeys-'));
    program = runProgram(['start'], {
      DATABASE_URL: test.url,
      POSTRIDER_SECRET: 'a secret that only tests use, long enough',
      POSTRIDER_UNSAFE_DURABILITY: '1',
      POSTRIDER_DATA: dataDir,
      POSTRIDER_WORKERS: '1',
      POSTRIDER_INBOX_PORT: '0',
      PORT: '0',
    });
    const [, address = ''] = await program.printed(/Dashboard {4}(http:\S+)/);
    baseUrl = new URL(address).origin;
    context = await openContext(browser);
    page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    complaints = listenForComplaints(page);
    await page.goto(address);
    await page.getByLabel('Company').fill('Acme');
    await page.getByLabel('Your name').fill('Hedy Lamarr');
    await page.getByLabel('Email').fill('hedy@acme.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Get started');
    await page.getByRole('heading', { name: 'Your first email' }).waitFor();
    await openPage(page, at('/campaign-settings'), 'Postal address');
    await page.getByLabel('Postal address').fill('Main Street 1\n12345 Town');
    await press('Save address');
    // Wait until the input is saved. Otherwise, the browser would ask before leaving the page.
    await page.getByText('Settings saved.').waitFor();
    await openPage(page, at('/lists?do=create'), 'Create list');
    await dialog('Create list').getByLabel('Name').fill('Newsletter');
    await dialog('Create list')
      .getByRole('button', { name: /^Create/ })
      .click();
    await page
      .getByRole('heading', { level: 1, name: 'Newsletter' })
      .or(page.getByRole('link', { name: 'Newsletter' }))
      .first()
      .waitFor();
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await program?.stop();
    await test?.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const at = (path: string): string => `${baseUrl}/app${path}`;
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  /** Waits for an email in the inbox and opens it. */
  async function openMail(subject: string): Promise<void> {
    await openPage(page, at('/inbox'), 'Inbox');
    await page.getByText(subject).first().waitFor({ timeout: ARRIVES_MS });
    await page.getByText(subject).first().click();
  }

  it('signs up through a form, confirms, and gets the first email of an automation, which its timeline counts', async () => {
    await openPage(page, at('/automations?do=create'), 'Create automation');
    await page.getByLabel('Title').fill('Welcome');
    await page.getByRole('combobox', { name: 'List' }).fill('News');
    await page.getByRole('option', { name: 'Newsletter' }).click();
    await dialog('Create automation').getByRole('button', { name: 'Create automation' }).click();
    await press('Add email');
    const mail = dialog('Add email');
    await mail.getByLabel('Subject', { exact: true }).fill('Good to have you');
    await mail.getByLabel('Sender name').fill('Acme');
    await mail.getByLabel('Sender email').fill('news@sandbox.localhost');
    await mail.getByLabel('Text', { exact: true }).fill('Hello {{ contact.first_name | default: "there" }}.');
    await mail.getByRole('button', { name: 'Add email' }).click();
    await page.getByRole('textbox', { name: 'Email content' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Good to have you' }).waitFor();
    await press('Activate automation');
    await page.getByRole('dialog').getByRole('button', { name: 'Activate automation' }).click();
    await page.getByRole('button', { name: 'Pause automation', exact: true }).waitFor();
    const automation = page.url();

    await openPage(page, at('/forms?do=create'), 'Create form');
    await page.getByLabel('Title', { exact: true }).fill('The Acme letter');
    await dialog('Create form').getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Acme letter' }).waitFor();
    const form = await page.getByRole('link', { name: 'Open page' }).getAttribute('href');

    const reader = await context.newPage();
    await reader.goto(form ?? '');
    await reader.getByLabel('First name').fill('Bea');
    await reader.getByLabel('Email address').fill('bea@reader.example');
    // The server rejects forms that are submitted faster than a person could fill them in, so wait.
    await reader.waitForTimeout(2_500);
    await reader.getByRole('button', { name: 'Sign up' }).click();
    await reader.getByText(/mail/i).first().waitFor();

    await openMail('Please confirm your subscription');
    await page.getByRole('tab', { name: /^Links/ }).click();
    const [confirmation] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /\/confirm\// }).click(),
    ]);
    await confirmation.getByRole('button').first().click();
    await confirmation
      .getByText(/thank|confirmed/i)
      .first()
      .waitFor();

    await openMail('Good to have you');
    await page.frameLocator('iframe').getByText('Hello Bea.').waitFor();
    await page.goto(automation);
    await expect
      .poll(
        async () =>
          page.getByRole('list', { name: 'Emails' }).getByText('sent', { exact: true }).locator('..').textContent(),
        {
          timeout: ARRIVES_MS,
        },
      )
      .toContain('1');
    await openPage(page, at('/contacts'), 'bea@reader.example');
    await page.getByRole('link', { name: 'bea@reader.example' }).click();
    await page.getByRole('link', { name: /^Signed up through the form/ }).waitFor();
    await page.getByText('Confirmed the email address').waitFor();
    expectNoComplaint();
  }, 240_000);

  it('imports a file, reviews and sends a campaign, follows a link in the email, and shows the click in the report', async () => {
    await openPage(page, at('/contacts/import'), 'Import contacts');
    const rows = 'email,first name\ncora@reader.example,Cora\ndan@reader.example,Dan\n';
    const file = { name: 'readers.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Start import' }).waitFor();
    await page.getByRole('combobox', { name: 'Add to lists', exact: true }).fill('News');
    await page.getByRole('option', { name: 'Newsletter' }).click();
    // Escape closes the list if it is open, and does not change the selection.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByLabel('Source of consent').fill('Signed at our stand');
    await press('Start import');
    await page.getByText('done', { exact: true }).waitFor({ timeout: ARRIVES_MS });

    await openPage(page, at('/campaigns?do=create'), 'Create draft');
    await page.getByLabel('Subject', { exact: true }).fill('Tea for {{ contact.first_name }}');
    await page.getByLabel('Sender name').fill('Acme');
    await page.getByLabel('Sender email').fill('news@sandbox.localhost');
    await press('Create draft');
    await page.getByRole('heading', { level: 1, name: /^Edit Tea for/ }).waitFor();
    const id = /campaigns\/(\d+)\/edit/.exec(page.url())?.[1] ?? '';
    await writeBlocks();
    await press('Preview');
    await page
      .frameLocator('iframe[title="Email preview"]')
      .getByRole('heading', { name: 'Our first letter' })
      .waitFor();
    await page.getByRole('link', { name: 'Review', exact: true }).click();
    await page.getByRole('combobox', { name: 'Lists', exact: true }).fill('News');
    await page.getByRole('option', { name: 'Newsletter' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText('3contacts will receive this campaign').waitFor();
    await page.getByRole('button', { name: 'Check again' }).waitFor();
    await press('Send now');
    await press('Send campaign');
    await page.getByText('sent', { exact: true }).first().waitFor({ timeout: ARRIVES_MS });

    await openMail('Tea for Cora');
    const mail = page.frameLocator('iframe');
    await mail.getByText('Hello Cora').waitFor();
    await mail.getByRole('heading', { name: 'Our first letter' }).waitFor();
    await mail.getByRole('link', { name: 'This is new' }).waitFor();
    await page.getByRole('tab', { name: /^Links/ }).click();
    const link = await page.getByRole('link', { name: /\/t\/l\/1\// }).getAttribute('href');
    // Clicks within two seconds of the delivery, or with a script's user agent, count as bot clicks.
    await page.waitForTimeout(2_500);
    const answer = await fetch(link ?? '', { redirect: 'manual', headers: { 'user-agent': FIREFOX } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${baseUrl}/healthz`]);

    await openPage(page, at(`/campaigns/${id}`), 'Results');
    await expect
      .poll(
        async () => {
          await openPage(page, at(`/campaigns/${id}`), 'Results');
          return page.locator('main').textContent();
        },
        { timeout: ARRIVES_MS, interval: 3_000 },
      )
      .toMatch(/Clicked33.33%/);
    expectNoComplaint();
  }, 240_000);

  it('sends a letter from a starter design to the imported contacts in 12 actions, and schedules a copy in 6', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const sender = { from_name: 'Acme', from_email: 'news@sandbox.localhost' };
    await page.request.patch(`${baseUrl}/dashboard/campaign-settings`, { data: sender, headers });
    await openPage(page, at('/templates'), 'Starter designs');
    let actions = 0;
    const act = async (action: Promise<void>): Promise<void> => {
      await action;
      actions += 1;
    };
    await act(press('Newsletter'));
    await act(dialog('Create campaign').getByLabel('Subject').fill('Our monthly letter'));
    await act(press('Create draft'));
    await page.getByRole('heading', { level: 1, name: 'Edit Our monthly letter' }).waitFor();
    // The design has columns, buttons, and a merge tag.
    await act(page.getByText('Then give the details').click());
    await act(press('Block'));
    await act(page.getByRole('menuitem', { name: 'Image', exact: true }).click());
    await act(
      dialog('Add image')
        .getByLabel('Image', { exact: true })
        .setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: pngOf(40, 20) }),
    );
    await page.locator('.pr-mail [data-block=image] img').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await act(page.getByRole('link', { name: 'Review', exact: true }).click());
    await act(page.getByRole('combobox', { name: 'Lists', exact: true }).fill('News'));
    await act(page.getByRole('option', { name: 'Newsletter' }).click());
    await page.getByText(/contacts? will receive this campaign/).waitFor();
    await act(press('Send now'));
    await act(press('Send campaign'));
    expect(actions).toBeLessThanOrEqual(12);
    await page.getByText('sent', { exact: true }).first().waitFor({ timeout: ARRIVES_MS });
    await openMail('Our monthly letter');
    await page.frameLocator('iframe').getByRole('heading', { name: 'This month’s story in one line' }).waitFor();

    await openPage(page, at('/campaigns'), 'Our monthly letter');
    actions = 0;
    await act(press('Actions for Our monthly letter'));
    await act(page.getByRole('menuitem', { name: 'Duplicate' }).click());
    await page.getByRole('heading', { level: 1, name: 'Edit Copy of Our monthly letter' }).waitFor();
    await act(page.getByRole('link', { name: 'Review', exact: true }).click());
    // The review suggests the next full hour.
    await act(press('Schedule campaign'));
    await page.getByText('Campaign scheduled.').waitFor();
    expect(actions).toBeLessThanOrEqual(6);
    expectNoComplaint();
  }, 240_000);

  /**
   * Checks that the browser reported no errors, except for expected rejections and for tracking pixels, because
   * previews do not load them.
   */
  function expectNoComplaint(): void {
    const isExpected = (each: string): boolean => each.includes('422') || /Loading the image '[^']*\/t\//.test(each);
    expect(complaints.splice(0).filter((each) => !isExpected(each))).toEqual([]);
  }

  /** Writes a heading, text with a merge tag, and a button. */
  async function writeBlocks(): Promise<void> {
    const blocks = page.getByRole('textbox', { name: 'Email content' });
    const put = async (kind: string): Promise<void> => {
      await press('Block');
      await page.getByRole('menuitem', { name: kind, exact: true }).click();
      // The block is inserted after the menu has closed.
      await page.locator('.pr-mail:focus').waitFor();
    };
    await blocks.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await put('Heading');
    await page.keyboard.type('Our first letter');
    await put('Text');
    await page.keyboard.type('Hello ');
    await press('Merge tag');
    await page.getByLabel('Fallback').fill('friend');
    await press('Insert');
    await blocks.locator('[data-block=mergeTag]').waitFor();
    await put('Button');
    await page.getByLabel('Button text', { exact: true }).fill('This is new');
    await page.getByLabel('Link URL').fill(`${baseUrl}/healthz`);
    await page.getByText('Saved', { exact: true }).waitFor();
  }
});
