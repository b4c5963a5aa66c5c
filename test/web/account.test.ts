// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cookiesOf } from '../../src/app/people.ts';
import { createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, openPage, overflowOf, photograph, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('accounts and their operator in a browser', () => {
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
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    complaints = listenForComplaints(page);
  });

  afterEach(async () => {
    // Ignore console messages about expected error responses of the API.
    expect(complaints.filter((complaint) => !/status of (?:401|403|404|409|422)/.test(complaint))).toEqual([]);
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const dialog = (): Locator => page.getByRole('dialog');
  const press = async (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  async function choose(row: string, action: string): Promise<void> {
    await press(`Actions for ${row}`);
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    await dialog().waitFor();
  }

  /** Checks the accessibility of the open dialog and its layout on phones, and takes a screenshot. */
  async function look(name: string): Promise<void> {
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await photograph(page, name);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await overflowOf(page)).toEqual([]);
    await photograph(page, `${name}-375`);
    if (size) await page.setViewportSize(size);
  }

  it('shows a token once, and rejects it after it is revoked', async () => {
    await openPage(page, at('/apps'), 'No tokens yet');
    await page.getByRole('button', { name: 'Create token' }).first().click();
    await dialog().getByRole('button', { name: 'Create token' }).click();
    await dialog().locator('[aria-invalid=true]').waitFor();
    await dialog().getByLabel('Name').fill('Nightly report');
    await dialog().getByRole('button', { name: 'Create token' }).click();
    const token = (await dialog().locator('[data-secret]').textContent()) ?? '';
    await look('dialog-token');
    await press('I’ve saved it');
    const me = (): Promise<Response> => fetch(`${world.address}/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);
    await choose('Nightly report', 'Revoke');
    await press('Revoke token');
    await page.getByText('revoked', { exact: true }).waitFor();
    await expect.poll(async () => (await me()).status).toBe(401);
  });

  it("reports invalid redirect URIs by line, shows a client's secret once, rotates it, and deletes the client", async () => {
    await openPage(page, at('/apps'), 'Telephone app');
    await page.getByRole('button', { name: 'Create client' }).click();
    await dialog().getByLabel('Name').fill('Shop plugin');
    await dialog().getByLabel('Redirect URIs').fill('https://shop.example/back\nhttp://shop.example/back');
    await dialog().getByRole('button', { name: 'Create client' }).click();
    await dialog().getByText('Line 2 must use https, or http with a loopback address.').waitFor();
    await look('dialog-client');
    await dialog().getByLabel('Redirect URIs').fill('https://shop.example/back');
    await dialog().getByRole('button', { name: 'Create client' }).click();
    const first = await dialog().locator('[data-secret]').textContent();
    await press('I’ve saved it');
    await choose('Shop plugin', 'Rotate secret');
    await press('Rotate secret');
    await dialog().getByText('New secret for Shop plugin').waitFor();
    await expect.poll(() => dialog().locator('[data-secret]').textContent()).not.toBe(first);
    await press('I’ve saved it');
    await choose('Shop plugin', 'Delete');
    await press('Delete client');
    await page
      .getByRole('cell', { name: /Shop plugin/ })
      .first()
      .waitFor({ state: 'detached' });
  });

  it('disconnects an application', async () => {
    await openPage(page, at('/apps'), 'Assistant on the desk');
    await choose('Assistant on the desk', 'Disconnect');
    await press('Disconnect application');
    await page
      .getByRole('cell', { name: /Assistant on the desk/ })
      .first()
      .waitFor({ state: 'detached' });
  });

  it('changes a role, removes a member, and resends and withdraws an invitation', async () => {
    await openPage(page, at('/team'), 'lise@northwind.example');
    await choose('Linus Pauling', 'Change role');
    await dialog().getByRole('radio', { name: 'Admin' }).check();
    await look('dialog-role');
    await press('Save changes');
    await page.getByRole('row', { name: /Linus Pauling.*Admin/ }).waitFor();
    await world.app.installation.db.script(`update api_key set made_by = person.id from person
      where person.name = 'Barbara McClintock' and api_key.name = 'Shop, production'`);
    await choose('Barbara McClintock', 'Remove');
    await dialog().getByRole('list', { name: 'Keys that keep working' }).getByText('Shop, production').waitFor();
    await look('dialog-remove');
    await press('Remove Barbara McClintock');
    // Wait until the dialog is closed, because the rows behind an open dialog cannot be found by role.
    await page.getByText('Barbara McClintock removed from').waitFor();
    await page.getByRole('row', { name: /Barbara McClintock/ }).waitFor({ state: 'detached' });
    await openPage(page, at('/keys'), 'created by Barbara McClintock, who left');
    await look('keys-maker-left');
    await openPage(page, at('/team'), 'lise@northwind.example');
    await press('Actions for lise@northwind.example');
    await page.getByRole('menuitem', { name: 'Resend' }).click();
    await page.getByText('New link sent to lise@northwind.example').waitFor();
    await choose('lise@northwind.example', 'Withdraw');
    await press('Withdraw invitation');
    await page.getByRole('row', { name: /lise@northwind/ }).waitFor({ state: 'detached' });
  });

  it('saves settings automatically and shows errors at the field', async () => {
    await openPage(page, at('/account'), 'Name and time zone');
    const name = page.getByLabel('Name', { exact: true });
    const before = await name.inputValue();
    await name.fill('x'.repeat(300));
    await page.getByText('Not saved: fix the errors on this page.').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill(before);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Time zone', { exact: true }).fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Asia/Tokyo' }).waitFor();
    await openPage(page, at('/account/audit'), 'changed the account');
    await page.getByText('timezone: Europe/Berlin → Asia/Tokyo').waitFor();
  });

  it('turns on overage with a cap if the plan supports it, and shows when the monthly quota runs out', async () => {
    await world.app.installation.db.script(`update account set plan = 'paid' where account_id = ${world.accountId};
      update account_usage set used = 49999 where account_id = ${world.accountId} and month = date_trunc('month', now())`);
    await openPage(page, at('/usage'), 'the quota will be used up on');
    await page.locator('[data-chart=bars]').waitFor();
    await look('usage-short');
    await openPage(page, at('/account'), 'Continue sending');
    await page.getByLabel('Continue sending after the quota is used up').check();
    await page.getByLabel('Monthly overage limit (USD)').fill('20');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Overage settings saved. The changes apply starting with the next email you send.').waitFor();
    await openPage(page, at('/usage'), 'US dollars');
    await page.getByText('of 20 US dollars').waitFor();
  });

  it('shows a paused account the reason, sends its review request, and lets the operator approve it', async () => {
    await world.app.installation.db.script(`update account set paused_at = now(), plan = 'unlimited',
      pause_reason = 'bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%' where account_id = ${world.accountId}`);
    await openPage(page, at('/account/status'), 'bounce rate of 6.2%');
    await look('account-status-paused');
    await page.getByLabel('Message to the operator').fill('The old list is gone.');
    await press('Request review');
    await page.getByText('waiting for the operator').waitFor();
    await openPage(page, at(`/operator/accounts/${world.accountId}`), 'The old list is gone.');
    await press('Review request');
    await look('dialog-decide');
    await press('Approve');
    await page.getByText('Sending is not paused.').waitFor();
    await openPage(page, at('/account/status'), 'The account can send email.');
    await page.getByText('approved', { exact: true }).waitFor();
  });

  it('lets the operator restrict an account with a reason, lift the restriction, and turn off its email', async () => {
    await openPage(page, at('/operator/accounts?search=tailspin'), 'Tailspin Toys');
    await page.getByRole('link', { name: /Tailspin Toys/ }).click();
    await press('Restrict: Restriction');
    await dialog().getByLabel('Reason').fill('Mail to addresses that never asked for it.');
    await press('Restrict account');
    await page.getByText('The account API rejects the account’s requests.').waitFor();
    await page.getByText(/changed the account’s operator settings/).waitFor();
    await press('Lift: Restriction');
    await press('Lift restriction');
    await page.getByText('The account can use the account API.').waitFor();
    await press(/^Turn o(?:ff|n): Transactional email$/);
    await dialog()
      .getByRole('button', { name: /^Turn o/ })
      .click();
    await page.getByText(/^Sending is o(?:n|ff)\./).waitFor();
    await press('Edit account');
    await dialog().getByLabel('Name').fill('Tailspin');
    await press('Save changes');
    await page.getByRole('heading', { name: 'Tailspin', exact: true }).waitFor();
  });

  it('lets the operator create an account and a plan, and shows an invalid plan name at its field', async () => {
    await openPage(page, at('/operator/accounts'), 'Contoso');
    await press('Create account');
    await dialog().getByRole('button', { name: 'Create account' }).click();
    await dialog().locator('[aria-invalid=true]').waitFor();
    await dialog().getByLabel('Owner’s email address').fill('owner@wingtip.example');
    await dialog().getByLabel('Name').fill('Wingtip');
    await dialog().getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('link', { name: /Wingtip/ }).waitFor();
    await openPage(page, at('/operator/plans'), 'Emails per month');
    await press('Create plan');
    await dialog().getByLabel('Name').fill('Big plan');
    await dialog().getByLabel('Emails per month', { exact: true }).fill('many');
    await dialog().getByRole('button', { name: 'Create plan' }).click();
    await dialog().locator('[aria-invalid=true]').first().waitFor();
    await dialog().getByLabel('Emails per month', { exact: true }).fill('200,000');
    await dialog().getByLabel('Name').fill('big_plan');
    await look('dialog-plan');
    await dialog().getByRole('button', { name: 'Create plan' }).click();
    await page.getByRole('row', { name: /big plan.*200,000/ }).waitFor();
    await press('Edit big plan');
    await dialog().getByLabel('Emails per day').fill('10000');
    await press('Save changes');
    await page.getByRole('row', { name: /big plan.*10,000/ }).waitFor();
  });

  it('stops and resumes sending to a site', async () => {
    await openPage(page, at('/operator/queues'), 'gmail-smtp-in.l.google.com');
    await press('Pause gmail-smtp-in.l.google.com');
    await dialog().getByLabel('Reason').fill('Deferred for hours');
    await look('dialog-stop');
    await dialog().getByRole('button', { name: 'Pause site' }).click();
    await page.getByText('Deferred for hours').waitFor();
    await page.getByRole('row', { name: /google\.com.*paused/ }).waitFor();
    await press('Resume gmail-smtp-in.l.google.com');
    await dialog().getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Deferred for hours').waitFor({ state: 'detached' });
  });

  it('stops and resumes sending to all sites, and shows a drain', async () => {
    const { db } = world.app.installation;
    await db.script(`insert into queue_drain (until) values (now() + interval '40 minutes')`);
    await openPage(page, at('/operator/queues'), 'Not accepting new email');
    await press('Pause site');
    await dialog().getByLabel('Site').fill('*');
    await dialog().getByLabel('Reason').fill('Maintenance');
    await dialog().getByRole('button', { name: 'Pause site' }).click();
    await page.getByText('All sites', { exact: true }).waitFor();
    await look('queues-drained');
    await press('Resume all sites');
    await dialog().getByRole('button', { name: 'Resume' }).click();
    await page.getByText('All sites', { exact: true }).waitFor({ state: 'detached' });
    await db.script('delete from queue_drain');
    await page.getByText('Not accepting new email').waitFor({ state: 'detached' });
  });

  /** Signs in a new owner instead of the current user. The new owner's account is not the operator's account. */
  async function becomeOwnerOf(name: string): Promise<{ id: number; email: string }> {
    const { db } = world.app.installation;
    const { account } = await world.app.newAccount();
    await db.script(`update account set name = '${name}' where account_id = ${account.id}`);
    const email = `owner${account.id}@example.com`;
    const { id } = await createPerson(db, { name, email, membership: { accountId: account.id, role: 'owner' } });
    const { cookie } = await startSession(db, cookiesOf(world.app.installation), id, { accountId: account.id });
    const [cookieName = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
    await context.addCookies([{ name: cookieName, value, url: world.address }]);
    return { id: account.id, email };
  }

  it('shows the operator what will be deleted with an account, deletes it, and restores it', async () => {
    await openPage(page, at('/operator/accounts?search=tailspin'), 'Tailspin');
    await page.getByRole('link', { name: /Tailspin/ }).click();
    await press('Delete account');
    await dialog().getByText('sent before deletion').waitFor();
    const address =
      (await dialog()
        .getByText(/^Enter .* to confirm\.$/)
        .textContent()) ?? '';
    await dialog().getByLabel('Account email address').fill('else@tailspin.example');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await dialog().locator('[aria-invalid=true]').waitFor();
    await look('dialog-delete-operated');
    await dialog()
      .getByLabel('Account email address')
      .fill(address.slice('Enter '.length, address.indexOf(' to confirm')));
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('The account was deleted').waitFor();
    await look('operator-account-deleted');
    await press('Restore account');
    await page.getByText('This account has not been deleted.').waitFor();
  });

  it('warns the only owner, deletes the account, and signs them out', async () => {
    await becomeOwnerOf('Wide World Importers');
    await openPage(page, at('/security'), 'Delete your user account');
    await press('Delete your user account');
    await dialog().getByText('Invite another owner').waitFor();
    await look('dialog-delete-self-hindered');
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await openPage(page, at('/account'), 'Delete account');
    await press('Delete account');
    await dialog().getByText('access revoked immediately').waitFor();
    await dialog().getByLabel('Account name').fill('World');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await dialog().locator('[aria-invalid=true]').waitFor();
    await look('dialog-delete-account');
    await dialog().getByLabel('Account name').fill('Wide World Importers');
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('Forgot password?').waitFor();
  });

  it('deletes a person, who must enter the password if the sign-in is not recent', async () => {
    const { email, id } = await becomeOwnerOf('Fabrikam');
    await world.app.installation.db.script(
      `update membership set role = 'member' where account_id = ${id};
       update person_session set created_at = now() - interval '1 hour' where account_id = ${id}`,
    );
    await openPage(page, at('/security'), 'Delete your user account');
    await press('Delete your user account');
    await dialog().getByLabel('Your email').fill(email);
    await press('Delete user account');
    await dialog().getByLabel('Your password').waitFor();
    await look('dialog-delete-self');
    await world.app.installation.db.script(`update person_session set created_at = now() where account_id = ${id}`);
    await press('Cancel');
    await page.reload();
    await press('Delete your user account');
    await dialog().getByLabel('Your email').fill(email);
    await press('Delete user account');
    await page.getByText('Forgot password?').waitFor();
  });
});
