// Place in a run: slow.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Poller } from '../../src/base/poller.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { silentLog } from '../../src/base/log.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/index.ts';
import { startReplays } from '../../src/features/transactional/webhooks/replay-mover.ts';
import { startDnsServer, type DnsServer, type ZoneType } from '../support/dns-server.ts';
import { eventually } from '../support/app.ts';
import { status, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { openContext, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

/** Timeout for a flow, in milliseconds. The page of a domain polls every five seconds, and webhooks are retried. */
const FLOW_MS = 90_000;

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('pages of keys, domains, webhooks, and other objects', { timeout: FLOW_MS }, () => {
  let world: World;
  let dns: DnsServer;
  let receiver: WebhookReceiver;
  let replays: Poller;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    dns = await startDnsServer();
    receiver = await startWebhookReceiver();
    world = await startWorld({ POSTRIDER_RESOLVER: dns.address });
    await setWebhook(world.app.installation, { accountId: world.accountId, via: 'command' }, { url: receiver.url });
    replays = startReplays({ db: world.app.installation.db, log: silentLog });
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await replays?.close();
    await world?.close();
    await receiver?.close();
    await dns?.close();
  });

  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
  });
  afterEach(async () => release({ context, page }));

  async function open(path: string, shows: string): Promise<void> {
    await openPage(page, `${world.address}/app${path}`, shows);
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const says = (text: string) => page.getByText(text).first().waitFor();

  async function choose(action: string, of: string): Promise<void> {
    await button(`Actions for ${of}`).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  }

  it('rejects a key without a name, creates it, shows it once, uses it, renames it, rotates it, and revokes it', async () => {
    await open('/keys', 'Shop, production');
    await button('Create API key').click();
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    await dialog().getByText('Name must have 1 to 100 characters.').waitFor();
    await dialog().getByLabel('Name').fill('Newsletter');
    await dialog().getByLabel('Requests per minute').fill('many');
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    await dialog().locator('input[name=rate_per_minute][aria-invalid=true]').waitFor();
    await dialog().getByLabel('Requests per minute').fill('120');
    await dialog().getByLabel('For Amazon SES clients').check();
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    await dialog()
      .getByText(/AWS_ACCESS_KEY_ID=PRAK[A-Z0-9]{16}\s/)
      .waitFor();
    const key = (await dialog().locator('[data-secret]').textContent()) ?? '';
    expect(key).toMatch(/^pr_[A-Za-z0-9]{43}$/);
    expect((await world.app.client(key).get('/transactional/emails')).status).toBe(200);
    await button('I’ve saved it').click();
    await says('of 120');
    expect(await page.content()).not.toContain(key);

    await choose('Edit', 'Newsletter');
    await dialog().getByLabel('Name').fill('Weekly letter');
    await button('Save changes').click();
    await says('Weekly letter');
    await choose('Rotate', 'Weekly letter');
    await button('Rotate key').click();
    const next = (await dialog().locator('[data-secret]').textContent()) ?? '';
    await button('I’ve saved it').click();
    await page.getByText('ending', { exact: true }).waitFor();
    expect((await world.app.client(key).get('/transactional/emails')).status).toBe(200);

    await button('Actions for Weekly letter').first().click();
    await page.getByRole('menuitem', { name: 'Revoke', exact: true }).click();
    await button('Revoke key').click();
    await says('Weekly letter revoked.');
    const answers = await Promise.all(
      [key, next].map(async (each) => world.app.client(each).get('/transactional/emails')),
    );
    expect(answers.map(({ status: code }) => code).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('rejects a domain, adds one, and shows its records as found automatically', async () => {
    await open('/domains', 'northwind.example');
    await button('Add domain').click();
    await dialog().getByLabel('Domain').fill('https://nonsense');
    await dialog().getByRole('button', { name: 'Add domain' }).click();
    await dialog().getByText('must be a domain name without @ or protocol').waitFor();
    await dialog().getByLabel('Domain').fill('shop.example');
    await dialog().getByRole('button', { name: 'Add domain' }).click();
    await page.locator('h1', { hasText: 'shop.example' }).waitFor();
    expect(await page.locator('[data-record][data-valid=true]').count()).toBe(0);

    const { host, type, wanted } = await recordNamed('dkim1');
    dns.set(host, type, [wanted.slice(0, -9)]);
    const record = page.locator('[data-record=dkim1]');
    await record.getByText('incorrect').waitFor();
    await expect.poll(() => record.locator('mark').textContent()).toBe(wanted.slice(-9));
    dns.set(host, type, [wanted]);
    await page.locator('[data-record=dkim1][data-valid=true]').waitFor();
    await page.getByText('verified', { exact: true }).waitFor();

    const links = page.locator('[data-link-host]');
    await links.getByText('click.shop.example').waitFor();
    await button('Change host').click();
    await dialog().getByLabel('Host').fill('go.elsewhere.example');
    await button('Save changes').last().click();
    await dialog().getByText('must be a subdomain of shop.example').waitFor();
    await dialog().getByLabel('Host').fill('go.shop.example');
    await button('Save changes').last().click();
    await says('Links will use go.shop.example once the DNS record is found.');
    await links.getByText('go.shop.example').waitFor();

    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download zone file' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('shop.example.zone');
    expect(readFileSync(await file.path(), 'utf8')).toContain(`${host}.\t3600\tIN\tTXT\t"`);

    await button('Rotate key').click();
    await dialog().getByRole('button', { name: 'Rotate key' }).click();
    await page.locator('[data-record=dkim2]').waitFor();
    await button('Remove domain').click();
    await dialog().getByRole('button', { name: 'Remove domain' }).click();
    await page.waitForURL('**/app/domains');
    await page.getByRole('link', { name: 'shop.example', exact: true }).waitFor({ state: 'detached' });
  });

  /** Returns a DNS record of the domain whose page is open, as returned by the API. */
  async function recordNamed(name: string): Promise<{ host: string; type: ZoneType; wanted: string }> {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const response = await page.request.get(`${world.address}/dashboard/domains/${id}`);
    // domains.test.ts checks the response of this route against the API document.
    const { records } = (await response.json()) as {
      records: { name: string; host: string; type: ZoneType; wanted: string }[];
    };
    const found = records.find((each) => each.name === name);
    if (!found) throw new Error(`There is no record ${name}`);
    return found;
  }

  it('rejects a webhook, changes its URL, tests it, and rotates its secret', async () => {
    await open('/webhooks', 'Signing secret');
    await page.getByLabel('URL').fill('http://example.com/x');
    await button('Save changes').click();
    await page.locator('input[name=url][aria-invalid=true]').waitFor();
    await page.getByLabel('URL').fill(`${receiver.url}/elsewhere`);
    await button('Save changes').click();
    await says('Webhook updated.');

    receiver.answer(status(503));
    await button('Send test event').click();
    await page.getByText('Attempt 1').waitFor();
    await says('status 503');
    receiver.answer(status(200));
    await button('Resend').click();
    await page.getByText('received', { exact: true }).waitFor();

    await open('/webhooks', 'Signing secret');
    await button('Rotate secret').click();
    await dialog().getByRole('button', { name: 'Rotate secret' }).click();
    const secret = (await dialog().locator('[data-secret]').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await button('I’ve saved it').click();
    await button('Activate new secret').click();
    await button('Activate secret').click();
    await says('Requests are now signed only with the new secret.');

    await button('Remove webhook').click();
    await dialog().getByRole('button', { name: 'Remove webhook' }).click();
    await button('Set up webhook').waitFor();
    await page.getByLabel('URL').fill(receiver.url);
    await button('Set up webhook').click();
    await dialog().locator('[data-secret]').waitFor();
    await button('I’ve saved it').click();
    await says('Signing secret');
  });

  it('finds an outage on the timeline, selects it by drag and keyboard, and replays it', async () => {
    await open('/webhooks/time-machine?span=4h', '102 failed');
    const line = page.getByRole('application', { name: /Events over time/ });
    await line.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('region', { name: 'Selected range' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Selected range' }).waitFor({ state: 'detached' });

    const box = await line.boundingBox();
    if (!box) throw new Error('The time line is not shown');
    await page.mouse.move(box.x + box.width * 0.5, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await says('102 events failed between');
    expect(page.url()).toContain('from=');

    const before = receiver.requests.length;
    await page.getByLabel('Events per second').fill('0');
    await button('Send 102 events again').click();
    await page.locator('input[name=per_second][aria-invalid=true]').waitFor();
    await page.getByLabel('Events per second').fill('500');
    await page.getByLabel('Send to another URL').fill(receiver.url);
    await button('Send 102 events again').click();
    await page.locator('[data-replay=done]').waitFor();
    await says('200 × 102');
    expect(receiver.requests.length - before).toBe(102);
  });

  it('shows which part of a request is wrong in the signature debugger', async () => {
    await open('/webhooks/signature', 'Received request');
    await page.getByLabel('Body').fill('{"a":1}');
    await page.getByLabel('Headers').fill('Content-Type: application/json');
    await button('Verify signature').click();
    await page.getByRole('heading', { name: 'Header is missing' }).waitFor();
    const before = receiver.requests.length;
    expect((await world.client.post('/transactional/webhook/test', {})).status).toBe(202);
    const signed = await eventually('the test event is received', async () => receiver.requests[before]);
    const header = String(signed.headers['x-service-signature']);
    await page.getByLabel('Headers').fill(`X-Service-Signature: ${header}`);
    await page.getByLabel('Body').fill(JSON.stringify(signed.json, null, 2));
    await button('Verify signature').click();
    await page.getByRole('heading', { name: 'Body was changed' }).waitFor();
    await page.getByLabel('Body').fill(signed.body.toString());
    await button('Verify signature').click();
    await page.getByRole('heading', { name: 'Signature is valid' }).waitFor();
  });

  it('suppresses addresses in bulk, finds them, and removes them with a reason', async () => {
    await open('/suppressions', 'gone@example.org');
    await button('Add addresses').click();
    await dialog().getByLabel('Addresses').fill('one@example.com, broken@@example, two@example.com');
    await button('Add 3 addresses').click();
    await dialog().getByText('“broken@@example”').waitFor();
    await dialog().getByLabel('Addresses').fill('Ann <one@example.com>\ntwo@example.com');
    await button('Add 2 addresses').click();
    await page.getByText('two@example.com').first().waitFor();

    await page.getByRole('searchbox').fill('one@');
    await page.keyboard.press('Enter');
    await page.getByText('two@example.com').first().waitFor({ state: 'detached' });
    await button('Remove one@example.com').click();
    await button('Remove from list').click();
    await dialog().getByText('is required').waitFor();
    await dialog().getByLabel('Reason').fill('Said so by telephone');
    await button('Remove from list').click();
    await says('No addresses match');
    const acts = await world.app.installation.db.query<{ after: unknown }>(
      { name: '', text: `select after from audit_entry where action = 'suppression.remove' and subject = $1` },
      ['one@example.com'],
    );
    expect(acts).toEqual([{ after: { why: 'Said so by telephone' } }]);
  });

  it('rejects an alert, creates it, changes it, and deletes it', async () => {
    await open('/alerts', 'login_code');
    await button('Create alert').click();
    await dialog().getByRole('button', { name: 'Create alert' }).click();
    await dialog().locator('input[name=tag][aria-invalid=true]').waitFor();
    await dialog().getByLabel('Tag').fill('invoice');
    await dialog().getByLabel('Threshold (%)').fill('3');
    await dialog().getByRole('button', { name: 'Create alert' }).click();
    await says('bounce rate over 3% within 60 min');
    await choose('Edit', 'the alert for invoice');
    await dialog().getByLabel('Time window (minutes)').fill('120');
    await button('Save changes').click();
    await says('bounce rate over 3% within 2 h');
    await choose('Delete', 'the alert for invoice');
    await button('Delete alert').click();
    await page.getByText('bounce rate over 3%').first().waitFor({ state: 'detached' });
  });

  it('turns on tracking for a tag permanently', async () => {
    await open('/tags/receipt', 'Tracking');
    await page.getByLabel('Track opens').click();
    await says('Tracking setting saved. The change applies to new emails.');
    await open('/tags/receipt', 'Opened');
    await expect.poll(() => page.getByLabel('Track opens').isChecked()).toBe(true);
  });

  it('shows an email of the inbox in a frame that runs no scripts, and deletes all emails', async () => {
    await open('/inbox', 'Your login code is 481 552');
    await page.getByRole('link', { name: 'Your login code is 481 552' }).click();
    const frame = page.frameLocator('iframe[title="Email preview"]');
    await frame.getByText('Enter this code').waitFor();
    expect(await frame.locator('script').count()).toBe(0);
    await page.getByRole('tab', { name: 'Links (1)' }).click();
    await page.getByRole('link', { name: 'https://northwind.example/help' }).waitFor();
    await page.getByRole('tab', { name: 'Source' }).click();
    await says('DKIM-Signature');
    await open('/inbox', 'Your login code is 481 552');
    await button('Delete all emails').click();
    await dialog().getByRole('button', { name: 'Delete all emails', exact: true }).click();
    await says('No emails yet');
  });

  it('hides all actions that would be rejected from read-only users', async () => {
    const reader = await openContext(browser);
    await reader.addCookies([{ ...(await world.signIn('read_only')), url: world.address }]);
    const looked = await reader.newPage();
    for (const path of ['/keys', '/domains', '/suppressions', '/alerts']) {
      await openPage(looked, `${world.address}/app${path}`, 'example');
      expect(await looked.locator('main button', { hasText: /Create|\bAdd\b|Take off/ }).count()).toBe(0);
    }
    await reader.close();
  });
});
