// Place in a run: slow.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cookiesOf } from '../../src/app/people.ts';
import { createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import { startApp, type Client, type TestApp } from '../support/app.ts';
import { curl } from '../support/curl.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { buildPages } from '../support/built-pages.ts';
import { faultsInState, listenForComplaints, openPage, goToPage } from './looks.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);
const run = promisify(execFile);
const LATER = '2026-11-21T08:15:00Z';

describeWith(browser)('a new account in the dashboard', () => {
  let app: TestApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let account: { readonly id: number; readonly email: string };
  let client: Client;

  beforeAll(async () => {
    await buildPages('dashboard');
    app = await startApp({ POSTRIDER_DELIVERY: 'direct', POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
    app.deliver();
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  beforeEach(async () => {
    ({ account, ...client } = await app.newAccount());
    ({ context, page } = await borrow(browser));
    const { id } = await createPerson(app.installation.db, {
      name: 'Grace Hopper',
      email: `grace${account.id}@example.com`,
      membership: { accountId: account.id, role: 'owner' },
    });
    const { cookie } = await startSession(app.installation.db, cookiesOf(app.installation), id, {
      accountId: account.id,
    });
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
    await context.addCookies([{ name, value, url: app.api.baseUrl }]);
    complaints = listenForComplaints(page);
  });

  afterEach(async () => {
    await release({ context, page });
  });

  const at = (path: string): string => `${app.api.baseUrl}/app${path}`;
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const script = async (text: string): Promise<void> => app.installation.db.script(text);

  /**
   * Checks the accessibility and the layout of the page and of an open dialog, in light and dark mode, at two widths.
   */
  async function checkQueue(name: string): Promise<void> {
    expect(await faultsInState(page, name, true)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  const send = async (as: Client, to = 'delivered@sandbox.localhost'): Promise<string> => {
    const { body, status } = await as.post('/transactional/emails', {
      from: 'onboarding@sandbox.localhost',
      to: [to],
      subject: 'Hello',
      text: 'x',
    });
    expect({ status, body }).toMatchObject({ status: 202 });
    return body.id;
  };

  it('shows the signing secret of a new webhook, and keeps typed input while the page reloads its data', async () => {
    await openPage(page, at('/webhooks'), 'Set up webhook');
    await page.getByLabel('URL').fill('http://127.0.0.1:8080/hook');
    const read = page.waitForResponse((response) => response.url().endsWith('/transactional/webhook'));
    // Browsers send this event when the window becomes visible again.
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await read;
    expect(await page.getByLabel('URL').inputValue()).toBe('http://127.0.0.1:8080/hook');
    const question = page.getByRole('alertdialog');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Messages' }).click();
    await question.getByRole('button', { name: 'Stay on page' }).click();
    expect(await page.getByLabel('URL').inputValue()).toBe('http://127.0.0.1:8080/hook');
    await press('Set up webhook');
    const shown = page.getByRole('dialog').locator('[data-secret]');
    expect(await shown.textContent()).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
    await page.getByRole('button', { name: 'Copy secret' }).waitFor();
    await checkQueue('webhook-secret');
    await press('I’ve saved it');
    await shown.waitFor({ state: 'detached' });
    // The confirmation dialog does not open when the user leaves the page after saving. It opens when the user leaves
    // after choosing another format, although the choice is not a form field.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    await page.goBack();
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: /^Compatible/ }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Messages' }).click();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  });

  it('tracks only the email sent with its own key on the first page, and keeps the key', async () => {
    await openPage(page, at('/welcome'), 'Your first email');
    await press('Create API key');
    const code = page.getByRole('region', { name: 'curl code' });
    await code.getByText(/Bearer pr_/).waitFor();
    const [, key = ''] = /Bearer (pr_[^']+)'/.exec((await code.textContent()) ?? '') ?? [];
    const question = page.getByRole('alertdialog', { name: 'Have you saved the key?' });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Messages' }).click();
    await question.getByRole('button', { name: 'Go back' }).click();
    expect(page.url()).toBe(at('/welcome'));
    await send(client);
    const looked = page.waitForResponse((response) => response.url().endsWith('/first-message'));
    expect(await (await looked).json()).toEqual({ message_id: null });
    expect(page.url()).toBe(at('/welcome'));
    const own = await send(app.client(key));
    await page
      .locator(`[data-own-mail=${own}]`)
      .getByRole('listitem')
      .filter({ hasText: 'Delivered' })
      .first()
      .waitFor();
    expect(await page.getByText(key, { exact: true }).first().isVisible()).toBe(true);
    expect(page.url()).toBe(at('/welcome'));
    await checkQueue('welcome-sent');
    await page.getByRole('link', { name: 'View message' }).click();
    await page.waitForURL(`**/messages/${own}`);
    expect(complaints).toEqual([]);
  });

  it('lists the next steps after the first email until they are dismissed or done', async () => {
    await openPage(page, at('/'), 'Recent messages');
    expect(await page.getByRole('heading', { name: 'Next steps' }).count()).toBe(0);
    await send(client);
    await page.reload();
    const step = (name: string): Locator => page.locator(`[data-step=${name}]`);
    await step('domain').waitFor();
    expect(
      await Promise.all(['domain', 'key', 'webhook', 'production'].map(async (n) => step(n).getAttribute('data-done'))),
    ).toEqual(['false', 'true', 'false', 'true']);
    await press('Hide checklist');
    await step('domain').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Recent messages' }).waitFor();
    await script(`update account set checklist_ended_at = null where account_id = ${account.id}`);
    await page.reload();
    await step('domain').waitFor();
    await openPage(page, at('/webhooks'), 'Set up webhook');
    await page.getByLabel('URL').fill('http://127.0.0.1:8080/hook');
    await press('Set up webhook');
    await press('I’ve saved it');
    await addVerified('done.example');
    await openPage(page, at('/'), 'Recent messages');
    await expect.poll(async () => endedAt()).not.toBeNull();
    expect(await step('domain').count()).toBe(0);
    // Once the checklist has been completed, it does not reappear if a step is undone.
    await script(`delete from webhook where account_id = ${account.id}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Recent messages' }).waitFor();
    expect(await step('domain').count()).toBe(0);
  });

  async function endedAt(): Promise<unknown> {
    const [row] = await app.installation.db.query<{ readonly checklist_ended_at: Date | null }>(
      { name: '', text: 'select checklist_ended_at from account where account_id = $1' },
      [account.id],
    );
    return row?.checklist_ended_at ?? null;
  }

  async function addVerified(name: string): Promise<void> {
    await script(`insert into domain (account_id, name, status, records, verified_at)
      values (${account.id}, '${name}', 'verified', '[]', '${LATER}')`);
  }

  it('warns first on a domain page of a server without a public name, and shows no record with that name', async () => {
    await openPage(page, at('/domains'), 'No domains yet');
    await page.getByRole('button', { name: 'Add domain' }).first().click();
    await page.getByRole('dialog').getByLabel('Domain').fill('northwind.example');
    await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
    await page.locator('[data-before-publishing]').waitFor();
    expect(await page.locator('[data-before-publishing]').textContent()).toMatch(/Set POSTRIDER_HOSTNAME/);
    expect(
      await Promise.all(
        (await page.locator('[data-record]').all()).map(async (each) => each.getAttribute('data-record')),
      ),
    ).toEqual(['dkim1', 'dmarc']);
    expect(await page.locator('main').textContent()).not.toMatch(/10 localhost|a:localhost/);
    await checkQueue('domain-nameless');
  });

  it('offers no actions for objects that do not exist', async () => {
    await openPage(page, at('/keys'), 'API keys');
    for (const [noun, path] of [
      ['message', '/messages/tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41'],
      ['domain', '/domains/999999'],
      ['webhook event', '/webhooks/deliveries/wdl_019aa5b02c6f7d1a9b3f5c2e8d7a6b41'],
    ]) {
      await goToPage(page, `/app${path}`, `${noun} not found`);
      expect(await page.locator('main').getByRole('button').count()).toBe(0);
    }
    await checkQueue('unknown');
  });

  describeWith(curl())('displayed code works unchanged', () => {
    const shell = async (code: string): Promise<string> => (await run('sh', ['-c', code])).stdout;
    const runners: Readonly<Record<string, (code: string) => Promise<string>>> = {
      curl: shell,
      Node: async (code) => (await run(process.execPath, ['--input-type=module', '-e', code])).stdout,
      ...(existsOnPath('python3') && { Python: async (code: string) => (await run('python3', ['-c', code])).stdout }),
      ...(existsOnPath('ruby') && { Ruby: async (code: string) => (await run('ruby', ['-e', code])).stdout }),
      ...(existsOnPath('php') && { PHP: async (code: string) => (await run('php', ['-r', code.slice(6)])).stdout }),
    };

    it('on the first page, in each installed language', async () => {
      // Email addresses can contain characters that are special in shells and programming languages.
      await script(
        `update account set email = 'o''neil$HOME\`id\`@tenants${account.id}.example' where account_id = ${account.id}`,
      );
      await openPage(page, at('/welcome'), 'Your first email');
      await press('Create API key');
      for (const [language, runCode] of Object.entries(runners)) {
        await page.getByRole('tab', { name: language, exact: true }).click();
        const code = page.getByRole('region', { name: `${language} code` });
        await code.getByText(/Bearer pr_/).waitFor();
        expect(await runCode((await code.textContent()) ?? ''), language).toMatch(/tm_[0-9a-f]{32}/);
      }
      await page.getByRole('tab', { name: 'MCP', exact: true }).click();
      const [, key = ''] =
        /Bearer (pr_[^']+)'/.exec((await page.getByRole('region', { name: 'MCP code' }).textContent()) ?? '') ?? [];
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list-messages', arguments: {} } };
      const accept = { accept: 'application/json, text/event-stream' };
      expect((await app.client(key).post('/mcp', call, accept)).status).toBe(200);
    });

    it('for a new key with any permissions, and for a new token', async () => {
      await addKeyDomain('keys.example');
      await addKeyDomain('later.example', 'pending');
      await openPage(page, at('/keys'), 'API keys');
      for (const [name, unticked, domain, answer] of KEYS) {
        await page.getByRole('button', { name: 'Create API key' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill(name);
        for (const scope of unticked) await dialog.getByLabel(scope).uncheck();
        if (domain !== '') {
          await dialog.getByRole('combobox').click();
          await page.getByRole('option', { name: domain }).click();
        }
        await dialog.getByRole('button', { name: 'Create API key' }).click();
        await runShown(name, answer);
      }
      await page.getByText('later.example isn’t verified yet.').waitFor();
      await checkQueue('new-key-unverified');
      await goToPage(page, '/app/apps', 'Create token');
      await page.getByRole('button', { name: 'Create token' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill('Website');
      await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
      await runShown('Website', / 200$/);
    });

    async function runShown(name: string, answer: RegExp): Promise<void> {
      const dialog = page.getByRole('dialog', { name: `${name} created` });
      const code = dialog.getByRole('region');
      await code.getByText(/Bearer p[rt]_/).waitFor();
      const text = (await code.textContent()) ?? '';
      expect(await shell(text.replace('curl ', `curl -s -w ' %{http_code}' `)), name).toMatch(answer);
      if (name !== 'of a domain to come') await press('I’ve saved it');
    }

    async function addKeyDomain(name: string, status = 'verified'): Promise<void> {
      const { addDomain } = await import('../../src/features/sending/domains/index.ts');
      const { domainPartsOf } = await import('../../src/app/domain-parts.ts');
      const { id } = await addDomain(domainPartsOf(app.installation), account.id, name);
      if (status !== 'verified') return;
      await script(`update domain set status = 'verified', verified_at = now() where id = ${id};
        update domain_key set state = 'active', published_at = now(), active_from = now() where domain_id = ${id}`);
    }
  });
});

/** New API keys: the name, the scopes that are turned off, the domain, and the expected output of the example code. */
const KEYS = [
  ['sends from the sandbox', [], '', /tm_[0-9a-f]{32}.* 202$/],
  ['sends from its own domain', ['Manage'], 'keys.example', /tm_[0-9a-f]{32}.* 202$/],
  ['only reads', ['Send email', 'Manage'], '', /"data":.* 200$/],
  ['only manages', ['Send email', 'Read'], '', /"data":.* 200$/],
  ['of a domain to come', ['Manage'], 'later.example', /domain_not_verified/],
] as const;

function existsOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));
}
