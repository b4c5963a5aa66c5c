// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { suppressionImport } from '../../src/features/sending/suppressions/index.ts';
import { startImports } from '../../src/features/tenants/imports/index.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage, overflowOf, goToPage, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const LONG = 'a-very-long-name-that-no-column-has-room-for-because-somebody-wanted-to-know';
const MANY = 60;

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('lists in a browser', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    world = await startWorld();
    await world.app.installation.db.script(rowsOf(world.accountId));
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    complaints = listenForComplaints(page);
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const links = (): Locator => page.locator('[data-row-link]');
  const query = (): string => new URL(page.url()).search;

  it('have newer and older pages with URLs, and the newer button never leaves the list', async () => {
    await openPage(page, at('/messages'), 'Number 60');
    const older = page.getByRole('button', { name: 'Older' });
    const newer = page.getByRole('button', { name: 'Newer' });
    await older.click();
    await page.getByText('Number 35', { exact: true }).waitFor();
    await older.click();
    await page.getByText('Number 10', { exact: true }).waitFor();
    const third = page.url();
    // Open the page by its URL, with an unrelated page before it in the history.
    await page.goto(at('/account'));
    await page.goto(third);
    await page.getByText('Number 10', { exact: true }).waitFor();
    await newer.click();
    await page.getByText('Number 35', { exact: true }).waitFor();
    expect(query()).toMatch(/^\?before=tm_/);
    await newer.click();
    await page.getByText('Number 60', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Number 35', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Number 10', { exact: true }).waitFor();
  });

  it('undo a filter with Back, treat a search as one step, and forget cleared filters', async () => {
    await openPage(page, at('/messages'), 'Number 60');
    const search = page.getByRole('searchbox');
    await search.pressSequentially('number 57');
    await search.press('Enter');
    await page.getByText('Number 60', { exact: true }).waitFor({ state: 'detached' });
    expect(await links().count()).toBe(1);
    await filterBy('Recipient contains', (popup) => popup.getByLabel('Recipient contains').fill('absent'));
    await page.getByText('No messages match these filters').waitFor();
    await page.goBack();
    await page.getByText('Number 57', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Number 60', { exact: true }).waitFor();
    expect(query()).toBe('');
    await expect.poll(() => search.inputValue()).toBe('');
    await page.goForward();
    await page.getByText('Number 60', { exact: true }).waitFor({ state: 'detached' });
    await search.fill('');
    await page.getByText('Number 60', { exact: true }).waitFor();
    await search.press('Enter');
    expect(query()).toBe('');
  });

  it('find messages by parts of recipients, words of the subject, tag, ID, code, and provider', async () => {
    const searches = [
      ['?search=katherine', 'Number 20'],
      ['?recipient=johnson%40nasa', 'Number 20'],
      ['?subject=umber+20', 'Number 20'],
      ['?search=lists.tag+20', 'Number 20'],
      ['?smtp_code=552&provider=yahoo', 'Number 30'],
    ] as const;
    await openPage(page, at('/messages'), 'Number 60');
    for (const [address, subject] of searches) {
      await goToPage(page, `/app/messages${address}`, subject);
      expect(await links().count()).toBe(1);
    }
    const search = page.getByRole('searchbox');
    await search.fill(world.seeded['message'] ?? '');
    await search.press('Enter');
    await page.locator('h1', { hasText: 'Your login code' }).waitFor();
  });

  it('show filters as typed conditions in chips that can be changed and removed', async () => {
    await openPage(page, at('/messages'), 'Number 60');
    await filterBy('Provider', (popup) => popup.getByLabel('Yahoo').check());
    await page.getByText('Number 30', { exact: true }).waitFor();
    await filterBy('SMTP code', (popup) => popup.getByLabel('SMTP code').fill('552'));
    await page.waitForURL('**/messages?provider=yahoo&smtp_code=552');
    await filterBy('Accepted from', (popup) => popup.getByLabel('Accepted from').fill('2020-02-29'));
    const chips = page.getByRole('list', { name: 'Filters' });
    await chips.getByText('29 Feb 2020').waitFor();
    await look('filter-chips');
    await chips.getByRole('button', { name: 'Remove filter: SMTP code 552' }).click();
    await page.waitForURL('**/messages?provider=yahoo&created_after=2020-02-29');
    await chips.getByRole('button', { name: 'Provider Yahoo', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Google').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/messages?provider=google&created_after=2020-02-29');
    await chips.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Number 60', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Subject contains' }).waitFor();
    await look('filter-builder');
  });

  it('store a condition with several values as an array in the URL', async () => {
    await openPage(page, at('/webhooks/log'), 'reader239@example.org');
    await filterBy('Response', async (popup) => {
      await popup.getByLabel('4xx').check();
      await popup.getByLabel('No response').check();
    });
    await page.waitForURL((url) => url.searchParams.getAll('answer[]').join() === '4xx,none');
    await page.getByRole('list', { name: 'Filters' }).getByText('4xx, rejected, No response').waitFor();
    await page.reload();
    await page.getByRole('list', { name: 'Filters' }).getByText('4xx, rejected, No response').waitFor();
  });

  it('truncate long values without breaking rows, and show the full text on hover and focus', async () => {
    await openPage(page, at('/messages?subject=Number'), 'Number 60');
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))`,
    );
    // The last row has no bottom border.
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    const full = page.locator('[data-full-text]');
    const row = page.getByRole('row', { name: /Number 58/ });
    await row.locator('[data-clip]', { hasText: LONG }).first().hover({ force: true });
    await full.getByText(LONG).waitFor();
    await page.mouse.move(0, 0);
    await full.waitFor({ state: 'detached' });
    await row.locator('[data-row-link]').focus();
    await page.keyboard.press('Tab');
    await full.getByText(LONG).waitFor();
    await page.keyboard.press('Escape');
    await full.waitFor({ state: 'detached' });
    await page.mouse.wheel(0, 700);
    const head = page.getByRole('columnheader', { name: 'Subject' });
    await expect.poll(async () => (await head.boundingBox())?.y).toBe(0);
  });

  it('select single rows, whole pages, and all matches, and export them', async () => {
    await openPage(page, at('/messages'), 'Number 60');
    await page.getByText(/^\d+ messages$/).waitFor();
    await page.getByRole('checkbox', { name: /^Select Number 59/ }).check();
    await page.getByRole('checkbox', { name: /^Select Number 57/ }).check();
    await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor();
    // The pointer is over the second row.
    const ground = async (name: string): Promise<string> =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .evaluate<string, HTMLElement>('(row) => getComputedStyle(row).backgroundColor');
    expect(await ground('Number 57')).toBe(await ground('Number 59'));
    await look('messages-selected');
    const chosen = await exported();
    expect(chosen.map((record) => /Number \d+/.exec(record)?.[0])).toEqual(['Number 59', 'Number 57']);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: /^Select all \d+ messages$/ }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^All \d+ messages selected$/ })
      .waitFor();
    expect((await exported()).length).toBeGreaterThan(MANY);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('Number 35', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Selected' }).count()).toBe(0);
  });

  it('send selected messages again, and keep a rejected message selected without affecting others', async () => {
    await world.app.installation.db.script(
      `update message set content = '\\x007b7d' where account_id = ${world.accountId} and subject = 'Your weekly summary'`,
    );
    await openPage(page, at('/messages?search=your'), 'Your weekly summary');
    for (const name of ['Your login code', 'Your weekly summary', 'Reset your password, to linus']) {
      await page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) }).check();
    }
    const selected = page.getByRole('region', { name: 'Selected' });
    await selected.getByRole('button', { name: 'Send again' }).click();
    const keys: (string | undefined)[] = [];
    await context.route('**/send-again', async (route, request) => {
      keys.push(request.headers()['idempotency-key']);
      return keys.length === 1 ? route.abort() : route.continue();
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Send 3 messages again?' }).waitFor();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('1 message sent again, 2 failed. Failed messages stay selected.').waitFor();
    await dialog.getByText('The server isn’t responding.').waitFor();
    await look('send-many-again');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('2 messages sent again, 1 failed. Failed messages stay selected.').waitFor();
    expect(await dialog.getByRole('link').allTextContents()).toEqual(['Your weekly summary']);
    await page.keyboard.press('Escape');
    await selected.getByText('1 selected').waitFor();
    // Retries use the same key, so that a message whose response was lost is not sent twice.
    expect([keys.length, keys[3] === keys[0], new Set(keys).size]).toEqual([5, true, 3]);
    expect(complaints.splice(0).filter((each) => !/422|ERR_FAILED/.test(each))).toEqual([]);
    const { body } = await world.client.get('/transactional/emails?search=your&per_page=100');
    const subjects: string[] = body.data.map(({ subject }: { subject: string }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Your login code'))).toHaveLength(2);
  });

  it('show a total for combined words and filters', async () => {
    await openPage(page, at('/messages?search=number&status=delivered'), 'Number 60');
    await page.getByText(/^6\d messages$/).waitFor();
  });

  it('lay out 100 rows at once, and update only the row that changes', async () => {
    await openPage(page, at('/suppressions?query=bulk'), 'bulk1@example.org');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    /** Returns how often the browser computed layouts and styles since the page was opened. */
    const computed = async (): Promise<number[]> => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return ['LayoutCount', 'RecalcStyleCount'].map((name) => metrics.find((one) => one.name === name)?.value ?? 0);
    };
    const costOf = async (act: () => Promise<unknown>): Promise<number> => {
      const before = await computed();
      await act();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const after = await computed();
      return Math.max(...after.map((value, index) => value - (before[index] ?? 0)));
    };
    await page.evaluate(`{
      const body = document.querySelector('tbody');
      window.touched = new Set();
      new MutationObserver((changes) => changes.forEach(({ target }) =>
        window.touched.add((target.nodeType === 1 ? target : target.parentElement).closest('tr')?.rowIndex ?? 'all')))
        .observe(body, { attributes: true, childList: true, subtree: true, characterData: true });
    }`);
    const touched = async (): Promise<unknown[]> => page.evaluate<unknown[]>('[...window.touched]');
    // One layout per row would result in more than 100 layouts, regardless of the speed of the machine.
    expect(
      await costOf(async () => page.getByRole('checkbox', { name: 'Select bulk50@example.org' }).check()),
    ).toBeLessThan(30);
    expect(await touched()).toEqual([50]);
    expect(
      await costOf(async () => {
        for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('j');
      }),
    ).toBeLessThan(30);
    expect(await touched()).toEqual([50]);
    // Whether text is truncated depends on the width, so all rows are checked again. This must not need more than a few
    // layout passes.
    expect(await costOf(async () => page.setViewportSize({ width: 1100, height: 900 }))).toBeLessThan(30);
    const perRow = await page.evaluate<number>(`document.querySelectorAll('tbody *').length / 100`);
    expect(perRow).toBeLessThan(40);
  });

  it('sort suppressed addresses and remove all matches together', async () => {
    await openPage(page, at('/suppressions?query=bulk'), 'bulk1@example.org');
    expect(await page.locator('tbody tr').count()).toBe(100);
    await page.getByText('1,234 addresses').waitFor();
    await page.getByRole('button', { name: 'Email', exact: true }).click();
    await page.waitForURL('**/suppressions?query=bulk&sort=address');
    await page.getByText('bulk1000@example.org').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Email' }).getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: 'Select all 1,234 addresses' }).click();
    await look('suppressions-selected');
    await page.getByRole('button', { name: 'Remove from list', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 1,234 addresses from the suppression list?' });
    await dialog.getByLabel('Reason').fill('They were never asked.');
    await look('suppressions-removal');
    await dialog.getByRole('button', { name: 'Remove from list' }).click();
    await page.getByText('No addresses match').waitFor();
    await goToPage(page, '/app/suppressions', 'gone@example.org');
    await goToPage(page, '/app/account/audit', '234 addresses');
    await page.getByText('stopped suppressing').first().waitFor();
  });

  it('import a file of suppressions with live progress, and export its rejected rows', async () => {
    await openPage(page, at('/suppressions?query=gone'), 'gone@example.org');
    await page.getByRole('link', { name: 'Import file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import suppressions' }).waitFor();
    await page.getByText('No longer wanted').waitFor({ state: 'detached' });
    await page.getByRole('progressbar', { name: /complaints\.txt/ }).waitFor();

    const sheet = { name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004\0\0') };
    await page.getByLabel('File', { exact: true }).setInputFiles(sheet);
    await page.getByText('The file is a zip archive: unpack it').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);

    await page.getByLabel('Note').fill('No longer wanted');
    const list = 'name,email\nAnn,ann@customer.example\nBob,bob at home\nCy,cy@customer.example\n';
    const file = { name: 'july.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByText('july.csv was uploaded').waitFor();
    const row = page.getByRole('row', { name: /july\.csv/ });
    await row.getByText('waiting', { exact: true }).waitFor();
    await row.getByText('0%').waitFor();
    // No job has processed the import before, so all progress from here on comes from the live stream.
    const { db } = world.app.installation;
    const runner = startImports({ db, log: silentLog, kinds: [suppressionImport('sandbox.localhost')] });
    await row.getByText('done', { exact: true }).waitFor();
    await runner.close();
    await row.getByText('2 added, 0 already on the list, 1 rejected').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Rejected rows' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^line,value,reason,column\r\n3,bob at home,/);

    await page.getByRole('button', { name: 'Cancel complaints.txt' }).click();
    const dialog = page.getByRole('dialog', { name: /Cancel the import/ });
    await dialog.waitFor();
    expect(await violationsOf(page, 'opened')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel import' }).click();
    await page
      .getByRole('row', { name: /complaints\.txt/ })
      .getByText('cancelled', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: 'Suppressions' }).last().click();
    await page.getByText('cy@customer.example').waitFor();
    await page.getByText('No longer wanted').first().waitFor();
  });

  it('label the numbers of tags on phones', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openPage(page, at('/tags'), 'login_code');
    const card = page.getByRole('row', { name: /login_code/ });
    for (const label of ['Sent', 'Delivered', 'Bounced']) await card.getByText(label, { exact: true }).waitFor();
    expect(await overflowOf(page)).toEqual([]);
  });

  it('show each status in the same color everywhere', async () => {
    await openPage(page, at('/messages?status=bounced'), 'nobody@example.net');
    const badge = await colourOf(page.getByRole('cell').getByText('bounced').first());
    await goToPage(page, `/app/messages/${world.seeded['bounced']}`, 'Reset your password');
    expect(await colourOf(page.getByText('bounced', { exact: true }).first())).toBe(badge);
  });

  async function colourOf(element: Locator): Promise<string> {
    return element.evaluate<string, HTMLElement>('(element) => getComputedStyle(element).color');
  }

  /** Adds a condition. */
  async function filterBy(label: string, fill: (popup: Locator) => Promise<void>): Promise<void> {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const popup = page.getByRole('dialog');
    await popup.getByRole('button', { name: label, exact: true }).click();
    await fill(popup);
    await popup.getByRole('button', { name: 'Apply' }).click();
    await popup.waitFor({ state: 'detached' });
  }

  async function exported(): Promise<string[]> {
    const href = await page.getByRole('link', { name: 'Export selected' }).getAttribute('href');
    const answer = await context.request.get(`${world.address}${href}`);
    return (await answer.text()).split('\r\n').slice(1, -1);
  }

  /** Checks the accessibility and the layout of the page in light and dark mode, at a wide and a narrow width. */
  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
  }
});

/** Returns SQL that inserts messages with ascending IDs, and 1,234 suppressed addresses. */
function rowsOf(accountId: number): string {
  return `
    create temporary table seeded as
      select n, (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(1, ${MANY}) n,
        lpad(to_hex((extract(epoch from now()) * 1000)::bigint + n), 12, '0') hex;
    insert into message (account_id, id, sender, subject, tag, head, content)
      select ${accountId}, id, 'Northwind <post@northwind.example>',
        case when n = 58 then '${LONG} ${LONG} ' else '' end || 'Number ' || n,
        case when n = 58 then '${LONG}' when n = 20 then 'lists.tag' end,
        json_build_object('to', json_build_array(case when n = 58 then '${LONG}@example.com'
            when n = 20 then 'katherine.johnson@nasa.example' else 'reader' || n || '@example.com' end),
          'cc', '[]'::json, 'bcc', '[]'::json, 'reply_to', '[]'::json, 'headers', '{}'::json),
        '\\x007b7d'
      from seeded;
    insert into delivery (account_id, message_id, recipient_no, recipient, status)
      select m.account_id, m.id, 0, m.head -> 'to' ->> 0, 7 from message m join seeded s on s.id = m.id
      where m.account_id = ${accountId};
    insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route, host,
        status, reason, conversation)
      select ${accountId}, id, 0, 1, now(), now(), 'deferred', 'direct', 'mta7.am0.yahoodns.net', '5.2.2',
        '552 5.2.2 Mailbox full', ''
      from seeded where n = 30;
    drop table seeded;
    insert into suppression (account_id, address, reason, detail, created_at)
      select ${accountId}, 'bulk' || n || '@example.org', 'manual', case when n = 3 then '${LONG} ${LONG}' end,
        now() - make_interval(mins => n) from generate_series(1, 1234) n;`;
}
