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

describeWith(browser)('campaigns in a browser', () => {
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
    await page.setViewportSize({ width: 1440, height: 900 });
    complaints = listenForComplaints(page);
  }

  const at = (path: string): string => `${world.address}/app${path}`;
  const of = (name: string): string => at(`/campaigns/${world.seeded[name]}`);
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });

  it('lists campaigns with status, audience, statistics, and effects of safeguards', async () => {
    await openPage(page, at('/campaigns'), 'warming up');
    const row = (name: RegExp): Locator => page.getByRole('row', { name });
    await row(/Autumn catalogue.*sent.*Newsletter.*190.*42\.11%.*11\.05%/).waitFor();
    await row(/A new workshop.*sending.*warming up, 23 h left/).waitFor();
    await row(/Not for anybody yet.*draft.*No audience yet/).waitFor();
    await page.getByText('The campaign “A new workshop” is warming up its sender domain.').waitFor();
    await look('campaigns-list');
    await page.getByRole('button', { name: 'Opened' }).click();
    await page.waitForURL(/sort=-open_rate/);
    await page.getByRole('searchbox', { name: 'Search by title or subject' }).fill('workshop');
    await page.keyboard.press('Enter');
    await row(/Autumn catalogue/).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Drafts/ }).click();
    await page.getByText('No campaigns match').waitFor();
    await page.getByRole('link', { name: 'Show all campaigns' }).click();
    await row(/Autumn catalogue/).waitFor();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as API call' }).click();
    await page.getByText('Replace $POSTRIDER_TOKEN with a personal access token').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(
      /^curl 'http.*\/campaigns' .* -d '\{/,
    );
    await page.getByRole('button', { name: 'Actions for Not for anybody yet' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(/Delete draft/)
      .getByRole('button', { name: 'Delete draft' })
      .click();
    await row(/Not for anybody yet/).waitFor({ state: 'detached' });
  });

  it('offers to create a campaign and shows the API request if there are none', async () => {
    const statuses = { all: 0, draft: 0, scheduled: 0, in_progress: 0, sent: 0, cancelled: 0 };
    await page.route('**/dashboard/campaigns', async (route) =>
      route.fulfill({ json: { current_page: 1, last_page: 1, total: 0, statuses, data: [] } }),
    );
    await openPage(page, at('/campaigns'), 'No campaigns yet');
    await page.getByRole('button', { name: 'Copy as API call' }).waitFor();
    await look('campaigns-none');
    await page.getByRole('button', { name: 'Create campaign' }).last().click();
    await dialog('Create campaign').getByLabel('Subject').waitFor();
  });

  it('reports statistics with and without bots, the timeline, links, and pages of contacts', async () => {
    await openPage(page, of('campaign'), '80 contacts; raw 68.95%');
    await page.getByText('185 of 190 contacts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'As a list' }).click();
    await page.getByText('https://northwind.example/catalogue').waitFor();
    await page.getByRole('button', { name: 'Days' }).click();
    await page.getByRole('application', { name: /^Opens, over time/ }).waitFor();
    expect(await faultsInState(page, 'campaign-report', true)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('tab', { name: 'Bounced' }).click();
    await page.getByText('5 contacts', { exact: true }).last().waitFor();
    expect(new URL(page.url()).search).toBe('?links=list&people=bounced');
    await page.getByRole('tab', { name: 'Did not open' }).click();
    await page.getByText('110 contacts', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Unsubscribed' }).click();
    await page.getByRole('table', { name: 'Unsubscribed' }).getByRole('link').first().click();
    await page.waitForURL(/\/app\/contacts\/\d+$/);
  });

  it('creates a draft to resend a campaign to contacts who did not open it', async () => {
    await openPage(page, of('campaign'), '80 contacts; raw');
    await page.getByRole('button', { name: 'Resend campaign' }).click();
    const form = dialog('Resend campaign');
    await look('campaign-resend');
    await form.getByRole('textbox', { name: 'Subject' }).fill('Did you see our catalogue?');
    await form.getByRole('button', { name: 'Create draft' }).click();
    await page.locator('h1', { hasText: 'Resend: Autumn catalogue' }).waitFor();
    await page.getByText(`Did not open campaign ${world.seeded['campaign']}`).waitFor();
    const [made] = await rowsOf<object>(
      world.app.installation.db,
      'select state, subject, resend_audience from campaign where resend_of = $1',
      [world.seeded['campaign']],
    );
    expect(made).toEqual({ state: 'draft', subject: 'Did you see our catalogue?', resend_audience: 'non_openers' });
  });

  it('previews a draft, schedules it, and makes it a draft again', async () => {
    // While another campaign is in warm-up, the user cannot schedule a campaign.
    await openPage(page, of('campaign_draft'), 'as seen by');
    await page.frameLocator('iframe[title="Email preview"]').getByText('The winter fair').waitFor();
    await look('campaign-ahead');
    await page.getByRole('link', { name: 'Review and send' }).click();
    await page.getByText('Europe/Berlin, UTC').waitFor();
    await page.getByText('is warming up its sender domain').first().waitFor();
    await page.getByRole('button', { name: 'Schedule campaign' }).click();
    await page
      .getByRole('alert')
      .getByText(/is warming up its sender domain/)
      .waitFor();
    expect(complaints.splice(0).every((each) => each.includes('403'))).toBe(true);
    await world.app.installation.db.script(`update guarded_campaign set wave_state = 'passed'`);
    await page.getByRole('button', { name: 'Schedule campaign' }).click();
    await page.getByText('scheduled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Unschedule' }).click();
    await page.getByText('Not scheduled').waitFor();
    await page.getByRole('link', { name: 'Review and send' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    const asked = dialog('Send “The winter fair” now?');
    await asked.getByText(/will be sent to \d+ contacts/).waitFor();
    await look('campaign-send');
    await asked.getByRole('button', { name: 'Send campaign' }).click();
    await page.getByText('Sending starts in a moment.').waitFor();
    const [row] = await rowsOf<{ is_due: boolean; state: string }>(
      world.app.installation.db,
      'select state, scheduled_at <= now() as is_due from campaign where id = $1',
      [world.seeded['campaign_draft']],
    );
    expect(row).toEqual({ state: 'scheduled', is_due: true });
  });

  it('copies the last campaign and schedules the copy in six actions', async () => {
    await openPage(page, at('/campaigns'), 'Autumn catalogue');
    let actions = 0;
    const press = async (control: Locator): Promise<void> => {
      actions += 1;
      await control.click();
    };
    await press(page.getByRole('button', { name: 'Actions for Autumn catalogue', exact: true }));
    await press(page.getByRole('menuitem', { name: 'Duplicate' }));
    await page.locator('h1', { hasText: 'Edit Copy of Autumn catalogue' }).waitFor();
    await press(page.getByRole('link', { name: 'Review', exact: true }));
    await page.getByLabel('Date and time').fill('2036-12-01T09:00');
    actions += 1;
    await press(page.getByRole('button', { name: 'Schedule campaign' }));
    await page.getByText('Campaign scheduled.').waitFor();
    expect(actions).toBeLessThanOrEqual(6);
    const copies = await rowsOf<object>(
      world.app.installation.db,
      `select c.state, c.html = o.html as is_same, c.list_ids = o.list_ids as is_for_same, c.scheduled_at > now() as is_ahead
       from campaign c join campaign o on o.id = $1 where c.title = 'Copy of Autumn catalogue'`,
      [world.seeded['campaign']],
    );
    expect(copies).toEqual([{ state: 'scheduled', is_same: true, is_for_same: true, is_ahead: true }]);
  });

  it('does not offer to send a campaign without recipients', async () => {
    const created = async (path: string, data: object): Promise<number> => {
      const response = await page.request.post(`${world.address}${path}`, {
        data,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      return (await response.json()).id;
    };
    const list = await created('/lists', { name: 'Nobody yet' });
    const content = { subject: 'Hello', html: '<p>Hello</p>', from_name: 'Acme', from_email: 'news@northwind.example' };
    const id = await created('/campaigns', { ...content, title: 'To nobody', lists: [list] });
    await openPage(page, at(`/campaigns/${id}/review`), 'contacts will receive this campaign');
    await page.getByRole('button', { name: 'Send now' }).click();
    const asked = dialog('This campaign has no recipients');
    await asked.getByText('Unsubscribed, bounced, unconfirmed, and suppressed contacts are excluded.').waitFor();
    expect(await asked.getByRole('button', { name: 'Send campaign' }).count()).toBe(0);
    await asked.getByRole('button', { name: 'Close', exact: true }).last().click();
    await asked.waitFor({ state: 'detached' });
  });

  it('shows content errors in place of the preview', async () => {
    await world.app.installation.db.script(
      `update campaign set html = '<p>{{ contact.shoe }}</p>' where id = ${world.seeded['campaign_scheduled']}`,
    );
    await openPage(page, of('campaign_scheduled'), 'Fix these errors before sending:');
    await page.getByText('contact.shoe is not a known name').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await page.getByRole('button', { name: 'Unschedule' }).click();
    await page.getByText('The campaign is now a draft').waitFor();
  });

  it('pauses, resumes, and cancels a campaign while it is being sent', async () => {
    await openPage(page, of('campaign_sending'), 'Sent to 940 of 3,000 contacts');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('A team member paused this campaign').waitFor();
    await look('campaign-held');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Sending in progress').waitFor();
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await look('campaign-cancel');
    await dialog(/^Cancel/)
      .getByRole('button', { name: 'Cancel campaign' })
      .click();
    await page.getByText('cancelled', { exact: true }).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it('changes settings and shows errors at their fields', async () => {
    await openPage(page, at('/campaign-settings'), 'This address appears at the end of every campaign');
    await page.getByLabel('Postal address').fill('Northwind Ltd\n2 High Street\nLondon');
    await page.getByRole('button', { name: 'Save address' }).click();
    await page.getByText('Settings saved.').first().waitFor();
    await page.getByLabel('Email', { exact: true }).fill('no address');
    await page.getByRole('button', { name: 'Save sender' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('campaign-settings-fault');
    await page.getByLabel('Email', { exact: true }).fill('news@northwind.example');
    await page.getByRole('button', { name: 'Save sender' }).click();
    await page.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
    await page.getByLabel('Track opens').uncheck();
    await page.getByRole('button', { name: 'Save tracking' }).click();
    await page.getByLabel('Publish sent campaigns').check();
    await page.getByRole('button', { name: 'Save archive' }).click();
    await page.getByRole('link', { name: /\/archive\// }).waitFor();
    const kept = async (): Promise<unknown> =>
      rowsOf(
        world.app.installation.db,
        'select postal_address, from_email, tracks_opens from campaign_settings where account_id = $1',
        [world.accountId],
      );
    await expect.poll(kept).toEqual([
      {
        postal_address: 'Northwind Ltd\n2 High Street\nLondon',
        from_email: 'news@northwind.example',
        tracks_opens: false,
      },
    ]);
  });

  it('replaces a text in one language, shows the text as readers see it, and names an unknown placeholder', async () => {
    await openPage(page, at('/campaign-settings'), 'Leave a field empty to keep the default text shown above it.');
    await page.getByRole('combobox', { name: 'Text language' }).click();
    await page.getByRole('option', { name: 'German', exact: true }).click();
    await page.getByRole('combobox', { name: 'Part' }).click();
    await page.getByRole('option', { name: 'Confirmation page' }).click();
    const field = page.getByLabel('Klicken Sie auf die Schaltfläche, um Newsletter von {sender} zu erhalten.');
    await field.fill('Ein Klick, und {absender} schreibt Ihnen.');
    await page.getByRole('button', { name: 'Save wording' }).click();
    await page.getByText('contains {absender}, which is unknown').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('campaign-settings-texts');
    await field.fill('Ein Klick, und {sender} schreibt Ihnen.');
    await page.getByRole('button', { name: 'Save wording' }).click();
    await page.getByText('Readers see “Ein Klick, und Acme schreibt Ihnen.”').waitFor();
    const texts = async (): Promise<unknown> =>
      rowsOf(world.app.installation.db, 'select texts from campaign_settings where account_id = $1', [world.accountId]);
    await expect
      .poll(texts)
      .toEqual([{ texts: { de: { 'confirm.text': 'Ein Klick, und {sender} schreibt Ihnen.' } } }]);
  });

  it('shows reports and settings to read-only users without actions', async () => {
    await release({ context, page });
    await begin('read_only');
    await openPage(page, of('campaign'), '80 contacts; raw');
    // Search only the main content, because the navigation also has a button named Sending.
    const actions = page.getByRole('main').getByRole('button', { name: /Send|Schedule|Delete/ });
    expect(await actions.count()).toBe(0);
    await openPage(page, at('/campaign-settings'), 'Track clicks');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await look('campaign-settings-read-only');
  });

  it('reports that a campaign does not exist', async () => {
    await openPage(page, at('/campaigns/999999'), 'Campaign not found');
    expect(complaints.splice(0).every((each) => each.includes('404'))).toBe(true);
  });

  /** Checks the accessibility and the layout of the page in light and dark mode, wide and narrow. */
  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
