// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('a field with choices', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;

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
  });

  afterEach(async () => {
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const field = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('combobox', { name, exact: true });
  const option = (name: string | RegExp): Locator => page.getByRole('option', { name });
  const chip = (name: string): Locator => page.getByRole('button', { name: `Remove ${name}`, exact: true });

  /** Returns the option that Enter would choose, which is the one that screen readers announce. */
  async function highlighted(of: Locator): Promise<string | undefined> {
    const id = await of.getAttribute('aria-activedescendant');
    return id === null ? undefined : ((await page.locator(`[id="${id}"]`).textContent()) ?? undefined);
  }

  async function named(table: 'contact_list' | 'contact_tag', name: string): Promise<number> {
    const rows = await rowsOf(
      world.app.installation.db,
      `select 1 from ${table} where account_id = $1 and lower(name) = lower($2)`,
      [world.accountId, name],
    );
    return rows.length;
  }

  async function openImport(): Promise<void> {
    await openPage(page, at(`/contacts/import?import=${world.seeded['ready_import']}`), 'Import settings');
  }

  const starts = (): string[] => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/start') && asked.push(request.url()));
    return asked;
  };

  it('chooses the first match with Enter and does not start the import', async () => {
    await openImport();
    const started = starts();
    const lists = field('Add to lists');
    await lists.click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('prod');
    await expect.poll(async () => highlighted(lists)).toBe('Product news');
    await page.keyboard.press('Enter');
    await chip('Product news').waitFor();
    // No text is typed and no option is highlighted, so these keys choose nothing.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Newsletter');
    await page.keyboard.press('Enter');
    await chip('Newsletter').waitFor();
    expect([await chip('Product news').count(), started]).toEqual([1, []]);
  });

  it('offers to create a missing list or tag, creates it with Enter, and selects it', async () => {
    await openImport();
    const started = starts();
    const lists = field('Add to lists');
    await lists.click();
    await page.keyboard.type('  Stand in Hall 7 ');
    await option('Create list “Stand in Hall 7”').waitFor();
    await expect.poll(async () => highlighted(lists)).toBe('Create list “Stand in Hall 7”');
    // While an editable list is open, its component hides the rest of the page from screen readers.
    const ofOpenList = /^(?:aria-hidden-focus|page-has-heading-one) /;
    expect((await faultsInState(page, 'create-list')).filter((fault) => !ofOpenList.test(fault))).toEqual([]);
    await page.keyboard.press('Enter');
    await chip('Stand in Hall 7').waitFor();
    await page.getByText('Created and selected list “Stand in Hall 7”.').waitFor();
    expect(await named('contact_list', 'Stand in Hall 7')).toBe(1);
    // The field now offers the new list as a choice. If a user types its name in another case, the field does not offer
    // to create it again.
    await page.keyboard.type('stand IN hall 7');
    await option('Stand in Hall 7').waitFor();
    expect(await option(/^Create list/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await field('Add tags').fill('Met at the stand');
    await option('Create tag “Met at the stand”').click();
    await chip('Met at the stand').waitFor();
    expect([await named('contact_tag', 'Met at the stand'), started]).toEqual([1, []]);
  });

  it('prefers existing choices to new ones', async () => {
    await openImport();
    const lists = field('Add to lists');
    await lists.fill('news');
    await option('Create list “news”').waitFor();
    await expect.poll(async () => highlighted(lists)).toMatch(/^(?:Newsletter|Product news)$/);
  });

  it('selects a choice that was created by another user in the meantime', async () => {
    await openImport();
    const tags = field('Add tags');
    await tags.fill('Made elsewhere');
    await option('Create tag “Made elsewhere”').waitFor();
    await world.app.installation.db.script(
      `insert into contact_tag (account_id, name, color) values (${world.accountId}, 'made ELSEWHERE', '#475569')`,
    );
    await tags.press('Enter');
    await chip('made ELSEWHERE').waitFor();
    expect(await named('contact_tag', 'Made elsewhere')).toBe(1);
  });

  it('shows the error of a rejected name and selects nothing', async () => {
    await openImport();
    const lists = field('Add to lists');
    await lists.fill('x'.repeat(192));
    await lists.press('Enter');
    await page.getByText(/191 characters/).waitFor();
    expect(await page.getByRole('button', { name: /^Remove x/ }).count()).toBe(0);
  });

  it('blocks the form until the new choice is created', async () => {
    await openPage(page, at('/contacts?do=add'), 'Consent text');
    const dialog = page.getByRole('dialog', { name: 'Add contact' });
    await dialog.getByLabel('Email address').fill('held@reader.example');
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/contacts')) bodies.push(request.postData() ?? '');
    });
    const created = Promise.withResolvers<void>();
    await page.route('**/lists', async (route) => {
      if (route.request().method() === 'POST') await created.promise;
      await route.continue();
    });
    await field('Lists', dialog).fill('Held list');
    await field('Lists', dialog).press('Enter');
    await page.getByText('Creating list “Held list”').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    created.resolve();
    await chip('Held list').waitFor();
    expect(bodies).toEqual([]);
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await page.waitForURL(/\/contacts\/\d+$/);
    const [{ id } = { id: 0 }] = await rowsOf<{ id: number }>(
      world.app.installation.db,
      `select id::integer from contact_list where name = 'Held list'`,
      [],
    );
    expect(JSON.parse(bodies[0] ?? '{}').lists).toEqual([id]);
  });

  it('creates the trigger list of an automation in a field with a single choice', async () => {
    await openPage(page, at('/automations?do=create'), 'Contact is added to a list');
    const dialog = page.getByRole('dialog');
    const list = field('List', dialog);
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname));
    await list.click();
    await list.fill('product');
    await expect.poll(async () => highlighted(list)).toBe('Product news');
    await list.press('Enter');
    await expect.poll(async () => list.inputValue()).toBe('Product news');
    await list.press('Enter');
    await list.fill('Welcome series');
    await list.press('Enter');
    await page.getByText('Created and selected list “Welcome series”.').waitFor();
    await expect.poll(async () => list.inputValue()).toBe('Welcome series');
    expect(asked).toEqual(['/lists']);
    // If the server rejects a name, the selection does not change.
    await list.fill('y'.repeat(192));
    await list.press('Enter');
    await page.getByText(/191 characters/).waitFor();
    await list.press('Tab');
    await expect.poll(async () => list.inputValue()).toBe('Welcome series');
  });

  it('does nothing on Enter if no choice matches and none may be created', async () => {
    await openPage(page, at('/webhooks'), 'Signing secret');
    const events = field('Events');
    const asked: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()));
    await events.fill('zzz');
    await page.getByText('No matches.').waitFor();
    await events.press('Enter');
    await events.press('Enter');
    expect([asked, await events.inputValue()]).toEqual([[], 'zzz']);
  });

  it.each([
    ['/campaigns/{campaign_draft}/review', 'Lists', 'Autumn guests', 'list'],
    ['/campaigns/{campaign_draft}/review', 'Excluded lists', 'Autumn staff', 'list'],
    ['/campaigns/{campaign_draft}/review', 'Excluded tags', 'Asked for less', 'tag'],
    ['/forms?do=create', 'Lists', 'From the dialog', 'list'],
    ['/contacts/{contact}', 'Tags', 'Wrote back', 'tag'],
    ['/forms/{form}', 'Lists', 'From the form', 'list'],
  ] as const)('on %s in “%s” creates a %s', async (pattern, label, name, kind) => {
    const path = pattern.replace(/\{(\w+)\}/, (_whole, key: string) => world.seeded[key] ?? '');
    await page.goto(at(path));
    await field(label).fill(name);
    await option(`Create ${kind} “${name}”`).waitFor();
    await field(label).press('Enter');
    await chip(name).waitFor();
    expect(await named(kind === 'list' ? 'contact_list' : 'contact_tag', name)).toBe(1);
  });
});
