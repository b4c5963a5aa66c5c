// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import type { Role } from '../../src/http/principal.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, openPage, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

/** Evaluates to the parts of field names that are broken across lines other than after a dot or an underscore. */
const BROKEN_NAMES = `[...document.querySelectorAll('dd code')].flatMap((code) =>
  [...code.childNodes].flatMap((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [...range.getClientRects()].filter(({ width }) => width > 0).length > 1 ? [part.textContent] : [];
  }),
)`;

describeWith(browser)('the page to connect a client', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    world = await startWorld();
    // All adapters are enabled for the operator's own account.
    await world.app.installation.db.script(
      `update account set is_operator = false where account_id = ${world.accountId}`,
    );
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    complaints = listenForComplaints(page);
    await world.app.installation.db.script(`delete from vendor_adapter where account_id = ${world.accountId}`);
  });

  afterEach(async () => {
    // Chromium logs error responses of the API to the console. They are expected here.
    expect(complaints.filter((complaint) => !/status of (?:401|403|404|409|422)/.test(complaint))).toEqual([]);
    await release({ context, page });
  });

  async function open(role: Role = 'admin'): Promise<void> {
    await context.addCookies([{ ...(await world.signIn(role)), url: world.address }]);
    await openPage(page, `${world.address}/app/connect`, 'Vendor compatibility');
  }

  async function pick(client: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: client }).click();
  }

  const lines = async (): Promise<string> => (await page.locator('pre').first().textContent()) ?? '';
  const makeKey = (): Promise<void> => page.getByRole('button', { name: 'Create API key' }).click();

  it('inserts a new key into the code, which then sends, and keeps separate keys for other clients', async () => {
    await open();
    expect(await lines()).toContain('<your API key>');
    await page.getByLabel('Or use an existing key').fill('pr_of_mine');
    expect(await lines()).toContain('pr_of_mine');
    await makeKey();
    await page.getByText('This key is shown only once').waitFor();
    const [key = ''] = /pr_\w{20,}/.exec(await lines()) ?? [];
    const me = await fetch(`${world.address}/transactional/usage`, { headers: { authorization: `Bearer ${key}` } });
    expect(me.status).toBe(200);
    expect(await violationsOf(page, 'all')).toEqual([]);
    await pick('Postrider client for Node.js');
    expect(await lines()).not.toContain(key);
    await pick('curl, or any HTTP client');
    expect(await lines()).toContain(key);
  });

  it('asks before the user leaves the page with a key that was not copied', async () => {
    await open();
    await makeKey();
    await page.getByText('This key is shown only once').waitFor();
    await page.getByRole('link', { name: 'Messages', exact: true }).first().click();
    await page.getByRole('button', { name: 'Leave page' }).waitFor();
    expect(page.url()).toContain('/app/connect');
  });

  it('shows access keys for Amazon SES clients, and no field for an existing key', async () => {
    await open();
    await pick('Amazon SES’s client for Node.js');
    expect(await page.getByLabel('Or use an existing key').count()).toBe(0);
    expect(await lines()).toContain('<your secret access key>');
    await makeKey();
    await page.getByText('This secret is shown only once').waitFor();
    expect(await lines()).not.toContain('<your');
    // The displayed secret is the same as the secret in the code example.
    const [secret = ''] = /(?<=secretAccessKey: ")[^"]+/.exec(await lines()) ?? [];
    expect(await page.locator('code', { hasText: secret }).count()).toBeGreaterThan(0);
  });

  it('lists how each field of the client’s requests is handled', async () => {
    await open();
    expect(await page.getByText('Supported fields').count()).toBe(0);
    await pick('SendGrid’s client for Node.js');
    await page.getByText('Supported fields').click();
    const list = page.getByRole('region', { name: 'POST /v3/mail/send' });
    await list.getByText('ip_pool_name').waitFor();
    expect(await list.textContent()).toContain("The domain's delivery route determines the sending IP address.");
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await page.evaluate(BROKEN_NAMES)).toEqual([]);
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  it('reports that an adapter is off until it is turned on below', async () => {
    await open();
    await pick('Mailgun’s client for Node.js');
    const note = page.getByText('Mailgun compatibility is off for this account');
    await note.waitFor();
    await page.getByRole('switch', { name: 'Mailgun' }).click();
    await page.getByText('Mailgun compatibility is on.').waitFor();
    await note.waitFor({ state: 'detached' });
  });

  it('reports that the operator turned an adapter off, and shows no switch', async () => {
    await switchAdapter(world.app.installation.db, world.accountId, 'mailgun', false);
    await open();
    await pick('Mailgun’s client for Node.js');
    await page.getByText('The operator has turned off Mailgun compatibility for this account').waitFor();
    await page.getByText('Ask the operator to turn compatibility back on').waitFor();
    expect(await page.getByRole('switch', { name: 'Mailgun' }).isDisabled()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Postmark' }).isDisabled()).toBe(false);
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  it('links to the domains for Ghost until a domain is verified, and then shows the code', async () => {
    const { db } = world.app.installation;
    const names = (status: string) =>
      `update domain set status = '${status}' where account_id = ${world.accountId} and name = 'northwind.example'`;
    await db.script(`create table domain_before as select * from domain where account_id = ${world.accountId};
      update domain set status = 'pending' where account_id = ${world.accountId}`);
    await open();
    await pick('Ghost newsletters');
    await page.getByText('you haven’t verified a domain yet').waitFor();
    expect(await page.getByRole('button', { name: 'Create API key' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Go to domains' }).getAttribute('href')).toBe('/app/domains');
    await db.script(names('verified'));
    await page.reload();
    await pick('Ghost newsletters');
    await page.getByText('for northwind.example only').waitFor();
    await makeKey();
    await page.getByText('This key is shown only once').waitFor();
    expect(await lines()).toMatch(/bulkEmail__mailgun__apiKey=pr_\w+/);
    await db.script(
      `update domain set status = b.status from domain_before b where domain.id = b.id; drop table domain_before`,
    );
  });

  it('tells users who may not create keys whom to ask, and accepts an existing key', async () => {
    await open('member');
    await page.getByText('Your role doesn’t allow you to create API keys. Ask an admin to create a key.').waitFor();
    expect(await page.getByRole('button', { name: 'Create API key' }).count()).toBe(0);
    await page.getByLabel('Or use an existing key').fill('pr_given');
    expect(await lines()).toContain('pr_given');
    await page.getByText('Only owners and admins can change these settings.').waitFor();
    expect(await page.getByRole('switch', { name: 'Mailgun' }).isDisabled()).toBe(true);
  });
});
