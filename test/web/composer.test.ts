import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { pngOf } from '../support/tiny-images.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openContext, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser('the editor of blocks');

describeWith(browser)('writing a mail as blocks', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let id: string;

  beforeAll(async () => {
    world = await startWorld();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  beforeEach(async () => {
    context = await openContext(browser);
    await context.addCookies([{ ...(await world.signIn('owner')), url: world.address }]);
    page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    complaints = listenForComplaints(page);
    id = await draftOf([{ type: 'paragraph', content: [{ type: 'text', text: 'Begin here' }] }]);
  });
  afterEach(async () => {
    // Pictures of other sites are not fetched by a preview, and its frame says so.
    expect(complaints.filter((each) => !each.includes('Content Security Policy'))).toEqual([]);
    await context.close();
  });

  const mail = (): Locator => page.getByRole('textbox', { name: 'What the mail says' });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const saved = async (): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();
  const put = async (kind: string): Promise<void> => {
    await press('Block');
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  };

  async function draftOf(content: readonly object[]): Promise<string> {
    const made = await page.request.post(`${world.address}/campaigns`, {
      data: {
        title: 'Spring',
        subject: 'Spring',
        from_name: 'Northwind',
        from_email: 'post@northwind.example',
        design: { type: 'doc', content },
      },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(made.status()).toBe(201);
    return String(((await made.json()) as { id: number }).id);
  }

  async function open(): Promise<void> {
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Here come your postal address');
  }

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name, true)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  interface Block {
    readonly type: string;
    readonly attrs?: Readonly<Record<string, unknown>>;
    readonly content?: readonly Block[];
    readonly text?: string;
  }

  async function kept(): Promise<readonly Block[]> {
    const [row] = await rowsOf<{ design: Block | null }>(
      world.app.installation.db,
      'select design from campaign where account_id = $1 and id = $2',
      [world.accountId, id],
    );
    return row?.design?.content ?? [];
  }
  const kinds = async (): Promise<string[]> => (await kept()).map(({ type }) => type);

  it('blocks that were put in, set and written are there after the page was loaded anew', async () => {
    await open();
    await mail().click();
    await page.keyboard.press('Control+End');
    await put('Heading');
    await page.keyboard.type('What is new');
    await put('Button');
    await page.getByLabel('Words').fill('To the shop');
    await page.getByLabel('Leads to').fill('northwind.example/shop');
    await put('Two columns');
    await page.keyboard.type('left');
    await put('Section');
    await put('Condition');
    await page.getByRole('combobox', { name: 'Only if' }).fill('Last');
    await page.getByRole('option', { name: 'Last name' }).click();
    await mail().getByText('left').click();
    await page.keyboard.press('End');
    await press('Merge field');
    await page.getByLabel('If it is empty').fill('friend');
    await press('Put it in');
    await put('Picture');
    await page
      .getByRole('dialog', { name: 'Add an image' })
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'spring.png', mimeType: 'image/png', buffer: pngOf() });
    await page.getByLabel('What it shows').fill('A tree in bloom');
    await saved();
    const design = await kept();
    expect(design.map(({ type }) => type)).toEqual(['paragraph', 'heading', 'button', 'columns', 'section']);
    expect(design[2]?.attrs).toEqual({ href: 'https://northwind.example/shop', label: 'To the shop' });
    expect(JSON.stringify(design[3])).toContain('"mergeTag","attrs":{"name":"contact.first_name","fallback":"friend"}');
    expect(JSON.stringify(design[3])).toContain('"alt":"A tree in bloom"');
    expect(design[4]?.content?.[0]).toMatchObject({ type: 'condition', attrs: { when: 'contact.last_name' } });
    await look('composer');
    await open();
    await mail().getByText('To the shop').waitFor();
    expect(await mail().getByRole('img', { name: 'A tree in bloom' }).isVisible()).toBe(true);
    expect(await kept()).toEqual(design);
  });
});
