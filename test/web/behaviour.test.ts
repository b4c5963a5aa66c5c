// Place in a run: slow.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { createKey } from '../../src/features/tenants/access/index.ts';
import { eventually } from '../support/app.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import {
  listenForComplaints,
  openContext,
  openPage,
  overflowOf,
  photograph,
  pressBoth,
  goToPage,
  violationsOf,
} from './looks.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { WEB_PAGES } from './pages.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the dashboard in a browser', () => {
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
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;

  async function send(to: string, subject: string, more: object = {}): Promise<string> {
    const from = 'Northwind <post@northwind.example>';
    const { body, status } = await world.client.post('/transactional/emails', {
      from,
      to: [to],
      subject,
      text: 'x',
      ...more,
    });
    expect({ status, body }).toMatchObject({ status: 202 });
    return body.id;
  }

  it('can be used entirely by keyboard', async () => {
    await openPage(page, at('/'), 'Recent messages');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('content');

    await pressBoth(page, ['g', 'm'], page.locator('h1', { hasText: 'Messages' }));
    await page.locator('[data-row-link]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const first = await page.locator('[data-row-link]').first().textContent();
    await expect.poll(() => page.locator(':focus').textContent()).toBe(first);

    await page.keyboard.press('/');
    await expect.poll(() => page.locator(':focus').getAttribute('type')).toBe('search');
    await page.keyboard.type('linus@example.net');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/messages?search=linus%40example.net');
    await page.locator('[data-row-link]', { hasText: 'ada@' }).first().waitFor({ state: 'detached' });

    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Reset your password' }).waitFor();
    const tab = page.getByRole('tab', { name: 'SMTP conversation' });
    await tab.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('iframe[title="Email preview"]').waitFor();
    expect(page.url()).toContain('show=preview');
    expect(complaints).toEqual([]);
  });

  it('opens a page by its name and a message by its ID from the palette', async () => {
    await openPage(page, at('/'), 'Recent messages');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('mess');
    await page.getByRole('option', { name: 'Messages' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Messages' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill(world.seeded['message'] ?? '');
    await page.getByRole('option', { name: /^Message tm_/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Your login code' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('opens accessible overlays, light and dark, which trap the focus', async () => {
    await openPage(page, at(`/messages/${world.seeded['message']}`), 'Accepted');
    const openers = [
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('?'),
      () => page.getByRole('button', { name: 'Send again' }).click(),
      () => page.getByRole('button', { name: /ada\d+@example\.com/ }).click(),
    ];
    for (const open of openers) {
      await open();
      await page.locator('[role=dialog], [role=menu]').first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await paint(colorScheme);
        expect(await violationsOf(page, 'opened')).toEqual([]);
      }
      await page.keyboard.press('Tab');
      // In a dialog, Tab cycles through the elements. In a menu, Tab closes the menu.
      const isInside = `document.activeElement.closest('[role=dialog]') !== null || !document.querySelector('[role=dialog]')`;
      // The focus guards of a dialog have the focus for a moment.
      await eventually(
        'the focus is inside the dialog or menu',
        async () => (await page.evaluate<boolean>(isInside)) || undefined,
      );
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'detached' });
      await page.locator('h1').click();
    }
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Messages' }).waitFor();
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('reads a chart point by point', async () => {
    await openPage(page, at('/'), 'Recent messages');
    const chart = page.getByRole('application', { name: /Emails over time/ });
    await chart.focus();
    await page.keyboard.press('End');
    const caption = page.locator('figure', { has: chart }).locator('figcaption');
    await expect
      .poll(() => caption.textContent())
      .toMatch(/Sent [\d,]+Delivered[\d,]+In transit[\d,]+Bounced or failed[\d,]+/);
    const day = caption.locator('> span').last();
    const last = await day.textContent();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => day.textContent()).not.toBe(last);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => day.textContent()).toBe(last);
  });

  it('zooms a chart by drag and keyboard, keeps the zoom in the URL, and resets it', async () => {
    await openPage(page, at('/'), 'Recent messages');
    const chart = page.getByRole('application', { name: /Emails over time/ });
    expect(await chart.getAttribute('data-chart')).toBe('bars');
    const sent = page.locator('dt', { hasText: 'Sent' }).locator('xpath=following-sibling::dd');
    const whole = await sent.textContent();
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart is not shown');
    await page.mouse.move(box.x + box.width * 0.3, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 70, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=.*&to=/);
    await expect.poll(() => sent.textContent()).not.toBe(whole);
    const closer = await sent.textContent();
    await page.reload();
    await expect.poll(() => sent.textContent()).toBe(closer);
    await page.getByRole('button', { name: 'Show full period' }).click();
    await expect.poll(() => sent.textContent()).toBe(whole);
    await chart.focus();
    for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/from=.*&to=/);
    await page.keyboard.press('Escape');
    await expect.poll(() => sent.textContent()).toBe(whole);
    expect(page.url()).not.toContain('from=');

    await goToPage(page, '/app/tags/summary', 'Tracking');
    const multiples = page.getByRole('group', { name: 'summary' });
    expect(await multiples.getByRole('application').count()).toBe(2);
    await multiples.getByRole('application', { name: /^Bounced/ }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => multiples.locator('figcaption').first().textContent()).toMatch(/^Bounced \d+\d+ \w+$/);
    expect(complaints).toEqual([]);
  });

  it('shows the actions of a message in one row on phones', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openPage(page, at(`/messages/${world.seeded['message']}`), 'Accepted');
    const names = ['Suppress recipient', 'Share', 'Send again'];
    const tops = await Promise.all(
      names.map(async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y),
    );
    expect(new Set(tops).size).toBe(1);
    expect(await overflowOf(page)).toEqual([]);
  });

  it('shows a sent message and its changing status in the list without a reload', async () => {
    await openPage(page, at('/messages'), 'barbara@example.edu');
    await send('katherine@example.com', 'Trajectory');
    const row = page.getByRole('row', { name: /katherine@example\.com/ });
    await row.waitFor();
    await row.getByText('delivered').waitFor();
    expect(complaints).toEqual([]);
  });

  it('sends a message again to another address and opens it', async () => {
    await openPage(page, at(`/messages/${world.seeded['message']}`), 'Accepted');
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send again' });
    const field = dialog.getByLabel('To');
    await field.fill('no address');
    await dialog.getByRole('button', { name: 'Send message', exact: true }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await expect.poll(() => field.getAttribute('aria-describedby')).not.toBeNull();
    await field.fill('hedy@example.com');
    await dialog.getByRole('button', { name: 'Send message', exact: true }).click();
    await page.getByText('to hedy@example.com').waitFor();
    expect(page.url()).not.toContain(world.seeded['message']);
    await page.getByText('delivered', { exact: true }).first().waitFor();
  });

  it('suppresses the recipient of a message and removes the suppression', async () => {
    const id = await send('joan@example.com', 'Hello');
    await openPage(page, at(`/messages/${id}`), 'Suppress recipient');
    await page.getByRole('button', { name: 'Suppress recipient' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suppress' }).click();
    await page.getByRole('button', { name: 'Remove suppression' }).click();
    const { body } = await world.client.get('/transactional/suppressions?query=joan@example.com');
    expect(body.data).toHaveLength(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Suppress recipient' }).waitFor();
  });

  it('shares the route of a message with a person without an account, and revokes the link', async () => {
    await openPage(page, at(`/messages/${world.seeded['bounced']}`), 'Accepted');
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share message route' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = (await dialog.locator('[data-secret]').textContent()) ?? '';
    await dialog.getByRole('button', { name: /^Revoke link/ }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await paint(colorScheme);
      expect(await violationsOf(page, 'opened')).toEqual([]);
    }
    await photograph(page, 'share-dialog');
    const stranger = await openContext(browser);
    const shared = await stranger.newPage();
    const heard = listenForComplaints(shared);
    await openPage(shared, link, 'No such user here');
    await checkQueue(shared, 'shared-route');
    expect(heard).toEqual([]);
    await dialog.getByRole('button', { name: /^Revoke link/ }).click();
    await dialog.getByRole('button', { name: /^Revoke link/ }).waitFor({ state: 'detached' });
    await openPage(shared, link, 'Page not found');
    await checkQueue(shared, 'shared-route-none');
    await stranger.close();
    expect(complaints).toEqual([]);
  });

  /** Emulates a light or dark theme of the system, and waits until the page has applied it. */
  async function paint(colorScheme: 'light' | 'dark'): Promise<void> {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
  }

  /**
   * Checks the accessibility and the layout of a page that the server renders, in light and dark mode, at a wide and a
   * narrow width.
   */
  async function checkQueue(shown: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 375]) {
        await shown.setViewportSize({ width, height: 900 });
        await shown.emulateMedia({ colorScheme });
        // In dark mode, only colors differ.
        const found = await violationsOf(shown, colorScheme === 'light' ? 'all' : 'colours');
        expect([...found, ...(await overflowOf(shown))]).toEqual([]);
        await photograph(shown, `${name}-${colorScheme}-${width}`, true);
      }
    }
  }

  it('exports the filtered messages as a file', async () => {
    await openPage(page, at('/messages?status=bounced'), 'nobody@example.net');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^messages-\d{4}-\d\d-\d\d\.csv$/);
    const records = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(records[0]).toBe('id,created_at,status,from,to,subject,tag,updated_at');
    expect(records.filter((record) => record.includes(',bounced,'))).toHaveLength(records.length - 2);
    expect(records.join('')).toContain('nobody@example.net');
    expect(complaints).toEqual([]);
  });

  it('shares one stream between many tabs, which all receive the events', async () => {
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/dashboard/live')) streams.push(request.url());
    });
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    for (const tab of tabs) await openPage(tab, at('/messages'), 'Messages');
    await send('mary@example.com', 'To all tabs');
    for (const tab of tabs) await tab.getByRole('row', { name: /mary@example\.com/ }).waitFor();
    expect(streams).toHaveLength(1);
  });

  it('remembers the chosen theme', async () => {
    await openPage(page, at('/'), 'Overview');
    await page.getByRole('button', { name: /ada\d+@example\.com/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    await page.reload();
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  });

  it('reports that the server does not respond and what to do, and continues when it does', async () => {
    await openPage(page, at('/welcome'), 'Your first email');
    await context.route('**/transactional/emails?*', (route) => route.abort());
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await page.getByText('The server isn’t responding.').waitFor();
    await page.getByText(/Check that the server is running/).waitFor();
    await context.unroute('**/transactional/emails?*');
    await page.reload();
    await page.locator('[data-row-link]').first().waitFor();
  });

  it('redirects users who are not signed in to the sign-in page', async () => {
    await context.clearCookies();
    await page.goto(at('/messages?status=bounced'));
    await page.waitForURL(/\/app\/sign-in\?next=/);
    expect(decodeURIComponent(page.url())).toContain('/messages?status=bounced');
  });

  it('blocks inline scripts with the Content-Security-Policy', async () => {
    await openPage(page, at('/'), 'Overview');
    const ran = await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      return window.ran === true;
    })()`);
    expect(ran).toBe(false);
  });

  it('runs no hostile names of people, accounts, keys, and notes on any page', async () => {
    const { db } = world.app.installation;
    const [script = '', image = ''] = HOSTILE_TEXTS;
    await createKey(db, { accountId: world.accountId, name: image, scopes: ['transactional:read'] });
    const { value } = await world.signIn('owner', `${image}${script}`);
    await db.script(
      `update account set name = '${script.replaceAll("'", "''")}' where account_id = ${world.accountId}`,
    );
    await world.client.post('/transactional/suppressions', { address: 'eve@example.net', detail: image });
    await context.addCookies([{ name: 'postrider_session', value, url: world.address }]);
    await openPage(page, at('/'), script);
    for (const { path } of WEB_PAGES.filter(({ isPlain, name }) => isPlain !== true && name !== 'not-found')) {
      await goToPage(page, `/app${typeof path === 'string' ? path : path(world)}`, script);
      expect(await page.evaluate('window.wasRun === undefined')).toBe(true);
    }
    // The frame of an email that is waiting for approval does not load images.
    expect(complaints.filter((each) => !/^console: Loading the image '.*approval\/x' violates/.test(each))).toEqual([]);
    complaints.splice(0);
    await db.script(`update account set name = 'Northwind' where account_id = ${world.accountId}`);
  }, 240_000);

  it('shows hostile texts unchanged in every part of a message', async () => {
    const ids = [];
    for (const text of HOSTILE_TEXTS) {
      ids.push(await send('eve@example.com', text, { html: `<p>${text}</p>${text}`, headers: { 'X-Note': text } }));
    }
    await openPage(page, at('/messages?to=eve@example.com'), 'eve@example.com');
    const shown = await eventually('all hostile rows are shown', async () => {
      const rows = await page.getByRole('row').allTextContents();
      return rows.filter((row) => row.includes('eve@')).length === HOSTILE_TEXTS.length ? rows.join('\n') : undefined;
    });
    for (const text of HOSTILE_TEXTS) expect(shown).toContain(text);
    for (const [index, id] of ids.entries()) {
      await openPage(page, at(`/messages/${id}?show=preview`), 'Preview');
      await expect.poll(() => page.locator('h1').textContent()).toBe(HOSTILE_TEXTS[index]);
      await page.frameLocator('iframe').locator('body').waitFor();
      await page.getByRole('tab', { name: 'Headers' }).click();
      await page.getByText('X-Note').waitFor();
    }
    expect(await page.evaluate('window.wasRun === undefined')).toBe(true);
    expect(
      complaints.filter((complaint) => !/^console: (?:Blocked script|Refused to|Loading)/.test(complaint)),
    ).toEqual([]);
  }, 180_000);
});
