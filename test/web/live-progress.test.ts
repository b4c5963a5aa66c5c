// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { HOSTILE } from './world-live-progress.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the live progress of a campaign in a browser', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    world = await startWorld();
    // Mark the first wave as passed, so that waiting for its results does not affect these tests.
    await world.app.installation.db.script(`update guarded_campaign set wave_state = 'passed'`);
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
  const of = (name: string): string => at(`/campaigns/${world.seeded[name]}`);
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  const lane = (name: string): Locator => page.getByRole('listitem', { name, exact: true });

  /** Removes expected browser errors about images of the hostile email that are not loaded. */
  function refusedPictures(): void {
    complaints = complaints.filter((each) => !/Loading the image .* violates .* "img-src data: /.test(each));
  }

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('reviews a draft with its checks, recipients, and exclusions, and schedules it in the time zone of Tokyo', async () => {
    const id = world.seeded['campaign_draft'];
    await rowsOf(
      world.app.installation.db,
      `update contact_stat set flags = 2 where contact_id in (
         select contact_id from list_member where account_id = $1 order by contact_id limit 3)`,
      [world.accountId],
    );
    await openPage(page, at(`/campaigns/${id}/review`), 'have unsubscribed');
    await page.getByText('No safeguard is holding this campaign.').waitFor();
    await page.getByText('No approval is needed.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).waitFor();
    await page.getByText('passed', { exact: true }).first().waitFor();
    await look('campaign-review-draft');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    const day = nextChangeOfClocks();
    await page.getByLabel('Date and time').fill(`${day}T02:30`);
    await page.getByText('Asia/Tokyo, UTC+9').waitFor();
    await page.getByRole('button', { name: 'Schedule campaign' }).click();
    await page.getByText('Campaign scheduled.').waitFor();
    const [row] = await rowsOf<{ at: Date; timezone: string; state: string }>(
      world.app.installation.db,
      'select scheduled_at as at, timezone, state from campaign where id = $1',
      [id],
    );
    expect(row).toEqual({ at: new Date(`${day}T02:30:00+09:00`), timezone: 'Asia/Tokyo', state: 'scheduled' });
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await page.getByRole('heading', { name: 'Reschedule' }).waitFor();
    expect(await page.getByLabel('Date and time').inputValue()).toBe(`${day}T02:30`);
    // In Berlin, clocks skip this local time on this day.
    await zone.fill('Berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await page.getByText('The clocks in Europe/Berlin go forward on this day and skip this time.').waitFor();
    await look('campaign-review-gap');
  });

  it('shows an error with its fix and a link to the place to fix it, and offers no actions to read-only users', async () => {
    await world.app.installation.db.script(
      `update campaign_settings set postal_address = '' where account_id = ${world.accountId}`,
    );
    await openPage(
      page,
      at(`/campaigns/${world.seeded['campaign_scheduled']}/review`),
      'The account has no postal address',
    );
    await page.getByRole('link', { name: 'Set postal address' }).waitFor();
    await world.app.installation.db.script(
      `update campaign_settings set postal_address = 'High Street 1, London' where account_id = ${world.accountId}`,
    );
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('link', { name: 'Set postal address' }).waitFor({ state: 'detached' });
    await release({ context, page });
    await begin('read_only');
    await openPage(
      page,
      at(`/campaigns/${world.seeded['campaign_scheduled']}/review`),
      'The audience is finalized when sending starts.',
    );
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /Send|Schedule/ })
        .count(),
    ).toBe(0);
    await openPage(page, of('campaign_live_progress'), 'Gmail and Google Workspace');
    expect(await page.getByRole('button', { name: /Pause|Resume/ }).count()).toBe(0);
  });

  it('shows the live progress of each provider lane, and pauses and resumes one', async () => {
    await openPage(page, of('campaign_live_progress'), 'Gmail and Google Workspace');
    await lane('Gmail and Google Workspace').getByText('backing off').waitFor();
    await lane('Gmail and Google Workspace')
      .getByText(/unusual rate of mail/)
      .waitFor();
    expect(await page.getByText('of somebody else').count()).toBe(0);
    await lane('Yahoo and AOL')
      .getByText('3,912 emails stay queued until you resume the provider lane.', { exact: false })
      .waitFor();
    await page.getByText('provider lane paused').first().waitFor();
    await look('campaign-lanes');
    await page.getByRole('button', { name: 'Pause Microsoft 365' }).click();
    await look('campaign-lane-question');
    await dialog('Pause sending to Microsoft 365?').getByRole('button', { name: 'Pause provider lane' }).click();
    await lane('Microsoft 365').getByText('paused', { exact: true }).waitFor();
    const paused = async (): Promise<unknown> =>
      rowsOf(
        world.app.installation.db,
        'select provider, is_lifted from mailing_provider_pause where source = $1 order by provider',
        [world.seeded['campaign_live_progress']],
      );
    expect(await paused()).toEqual([
      { provider: 'office365', is_lifted: false },
      { provider: 'yahoo', is_lifted: false },
    ]);
    await page.getByRole('button', { name: 'Resume Microsoft 365' }).click();
    await lane('Microsoft 365').getByText('paused', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(paused).toEqual([{ provider: 'yahoo', is_lifted: false }]);
    // The page updates without any user action.
    await world.app.installation.db.script(`update mailing_provider set delivered = 23456 where provider = 'google'`);
    await lane('Gmail and Google Workspace').getByText('23,456 delivered').waitFor();
  });

  it('reloads lanes that were loaded just before the end of their campaign', async () => {
    const id = world.seeded['campaign_live_progress'];
    let reads = 0;
    await page.route(`${world.address}/campaigns/${id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), status: 'sent' } });
    });
    await page.route(`${world.address}/dashboard/campaigns/${id}/lanes`, async (route) => {
      reads += 1;
      const response = await route.fetch();
      const read = await response.json();
      const lanes = read.lanes.map((each: object) => ({ ...each, deferred_count: 0, held_count: 0 }));
      const end = reads === 1 ? { status: 'sending' } : { status: 'sent', done_count: read.recipients_count };
      await route.fulfill({ response, json: { ...read, lanes, ...end } });
    });
    // The progress is collapsed once it is complete.
    await openPage(page, of('campaign_live_progress'), 'Delivery by mailbox provider');
    await page.getByText('Delivery by mailbox provider').click();
    await page
      .locator('dt', { hasText: /^Done$/ })
      .locator('+ dd', { hasText: '100' })
      .waitFor();
  });

  it('shows clicks on the email itself, which runs no scripts', async () => {
    const { db } = world.app.installation;
    const id = world.seeded['campaign'];
    const links =
      '<p><a href="https://northwind.example/catalogue"><b>The catalogue</b></a> ' +
      '<a href=https://northwind.example/about>About us</a> <a href="https://northwind.example/new">New</a></p>';
    await rowsOf(db, 'update campaign set html = $2 where id = $1', [id, `${links}${HOSTILE}`]);
    await openPage(page, of('campaign'), '80 contacts; raw');
    const frame = page.frameLocator('iframe[title="Email preview"]');
    await frame.getByText('22', { exact: false }).first().waitFor();
    await page.locator('iframe[title="Email preview"]').scrollIntoViewIfNeeded();
    const answer = await context.request.get(`${world.address}/dashboard/campaigns/${id}/link-map`);
    const body = await answer.text();
    const figures = [
      ...body.matchAll(/<span style="all:initial[^>]*>([\d,]+)(?: <span[^>]*>([\d,]+) raw<\/span>)?<\/span>/g),
    ];
    expect(figures.map(([, clicks, raw]) => [clicks, raw])).toEqual([
      ['22', '63'],
      ['0', '12'],
    ]);
    expect(body).not.toMatch(/<script|onerror=|href="?javascript|<form|srcdoc/i);
    expect(answer.headers()['content-security-policy']).toMatch(/^sandbox;/);
    expect(await page.title()).toBe('Autumn catalogue · Postrider');
    await look('campaign-link-map');
    refusedPictures();
    await page.getByRole('button', { name: 'As a list' }).click();
    await page.getByRole('row', { name: /northwind\.example\/catalogue.*22.*63/ }).waitFor();
  });

  it('chooses the winner of a test manually while the rest waits', async () => {
    await openPage(page, of('campaign_test'), 'Two gifts for you');
    const row = (name: RegExp): Locator => page.getByRole('row', { name });
    await row(/Two gifts for you.*leading.*22\.4%.*raw 43%/).waitFor();
    await page
      .getByText('4 hours after the start, the rest of the audience receives the version with the most opens.')
      .waitFor();
    await look('campaign-variants');
    await page.getByRole('button', { name: 'Choose variant 1' }).click();
    await dialog('End the test with this version?').getByRole('button', { name: 'End test' }).click();
    await row(/Two gifts for you.*winner/).waitFor();
    await page.getByText('The rest of the audience received “Two gifts for you”.').waitFor();
    const [campaign] = await rowsOf(world.app.installation.db, 'select winner from campaign where id = $1', [
      world.seeded['campaign_test'],
    ]);
    expect(campaign).toEqual({ winner: 1 });
  });

  it('lets the operator view waiting content, reject it with a reason, and resume a stopped campaign', async () => {
    await openPage(page, at('/operator/approvals'), 'A letter that waits');
    await page.getByRole('button', { name: 'Release An old list' }).click();
    await dialog('Release An old list?').getByRole('button', { name: 'Release campaign' }).click();
    await page.getByText('7.2% of its mails bounced').waitFor({ state: 'detached' });
    await look('operator-approvals-queue');
    await page.getByRole('link', { name: 'A letter that waits' }).click();
    await page.getByText('Holds the blocked word “lottery”.').waitFor();
    const frame = page.frameLocator('iframe[title="Email preview"]');
    await frame.getByText('Hello {{ contact.first_name }}').waitFor();
    expect(await page.title()).toBe('A letter that waits · Postrider');
    await look('operator-approval-content');
    await page.getByRole('button', { name: 'Reject' }).click();
    const asked = dialog('Reject this content?');
    await asked.getByRole('button', { name: 'Reject' }).click();
    await asked.getByText(/required to reject content/).waitFor();
    refusedPictures();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('operator-approval-reject');
    await asked.getByLabel('Reason').fill('No lotteries, please.');
    await asked.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('No pending approvals').waitFor();
    refusedPictures();
    const [decided] = await rowsOf(
      world.app.installation.db,
      'select state, reason from campaign_approval where campaign_id = $1',
      [world.seeded['approval_campaign']],
    );
    expect(decided).toEqual({ state: 'rejected', reason: 'No lotteries, please.' });
  });

  it('lets the operator view and change the safeguards of an account, which sees them in its status', async () => {
    await openPage(page, at(`/operator/accounts/${world.seeded['approval_account']}`), 'Campaign safeguards');
    await page.getByRole('button', { name: 'Edit safeguards' }).click();
    const form = dialog('Edit safeguards');
    await form.getByLabel('First wave: minimum audience').fill('many');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('must be a number.').waitFor();
    await look('operator-safeguards');
    await form.getByLabel('First wave: minimum audience').fill('5,000');
    await form.getByLabel('Send campaigns to engaged contacts only').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 setting is overridden for this account.').waitFor();
    await page.getByText('The operator turned on optimized mode.').waitFor();
    await page.getByText('If the audience has 5,000 contacts or more').waitFor();
    await openPage(page, at('/account/status'), 'Campaign safeguards');
    await page.getByText('Content approval').waitFor();
    await look('account-safeguards');
  });
});

/** Returns the day on which daylight saving time starts in Europe next year: the last Sunday of March. */
function nextChangeOfClocks(): string {
  const day = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 31));
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}
