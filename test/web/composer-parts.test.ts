// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { pngOf } from '../support/tiny-images.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, openPage, photograph } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 375, height: 812 },
] as const;

describeWith(browser)('the block editor', () => {
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
    await context.addCookies([{ ...(await world.signIn('owner')), url: world.address }]);
  });
  afterEach(async () => release({ context, page }));

  async function post(path: string, options: Parameters<Page['request']['post']>[1]): Promise<Record<string, unknown>> {
    const answer = await page.request.post(world.address + path, {
      ...options,
      headers: { 'sec-fetch-site': 'same-origin', ...options?.headers },
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  async function draftOf(content: readonly object[]): Promise<string> {
    const envelope = {
      title: 'Spring',
      subject: 'Spring',
      from_name: 'Northwind',
      from_email: 'post@northwind.example',
    };
    const { id } = await post('/campaigns', { data: { ...envelope, design: { type: 'doc', content } } });
    return String(id);
  }

  async function keptImage(): Promise<string> {
    const headers = { 'content-type': 'application/octet-stream' };
    const { url } = await post('/images?name=tea.png', { data: pngOf(120, 80), headers });
    return String(url);
  }

  async function kept(id: string): Promise<readonly object[]> {
    const [row] = await rowsOf<{ design: { content: readonly object[] } }>(
      world.app.installation.db,
      'select design from campaign where account_id = $1 and id = $2',
      [world.accountId, id],
    );
    return row?.design.content ?? [];
  }

  const line = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

  it.each(WINDOWS)('does not cover buttons of a block with its toolbar at a width of $width pixels', async (size) => {
    await page.setViewportSize(size);
    const lines = Array.from({ length: 30 }, (_, index) => line(`Line ${index}`));
    const button = { type: 'button', attrs: { href: 'https://northwind.example/', label: 'Read more' } };
    const id = await draftOf([...lines, button, ...lines]);
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
    await page.locator('[data-block=button]').click();
    if (size.width < 1_000) await page.getByRole('button', { name: 'Settings: Button' }).click();
    const acts = page.getByRole('region', { name: 'Button', exact: true }).getByRole('button');
    expect(await acts.count()).toBe(4);
    for (const act of await acts.all()) {
      // Scroll the button to the top edge of the window, where the toolbar could cover it.
      await act.focus();
      const isCovered = await page.evaluate(`(() => {
        const button = document.activeElement;
        button.scrollIntoView({ block: 'start' });
        const { height, width, x, y } = button.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return document.querySelector('[role=toolbar]').contains(top);
      })()`);
      expect(isCovered).toBe(false);
    }
    await photograph(page, `block-buttons-${size.width}`);
    if (size.width < 1_000) await page.getByRole('button', { name: 'Settings: Button' }).click();
    // A moved block stays visible.
    await page.locator('[data-block=button]').click();
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Alt+ArrowUp');
    const [toolbar, block] = await Promise.all(
      [page.getByRole('toolbar', { name: 'Formatting' }), page.locator('[data-block=button]')].map(async (each) =>
        each.boundingBox(),
      ),
    );
    expect(block?.y).toBeGreaterThanOrEqual((toolbar?.y ?? 0) + (toolbar?.height ?? Infinity));
  });

  it('shows images of the account in its preview, but not those of other sites', async () => {
    const url = await keptImage();
    const image = (src: string): object => ({ type: 'image', attrs: { src, alt: 'Tea', width: 120 } });
    const asked: string[] = [];
    await context.route('https://elsewhere.example/**', async (route) => {
      asked.push(route.request().url());
      await route.abort();
    });
    const id = await draftOf([line('Look'), image(url), image('https://elsewhere.example/tea.png')]);
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const shown = page.frameLocator('iframe[title="Email preview"]').locator('img').first();
    await expect
      .poll(async () => {
        // Scroll again in each attempt, because the preview renders again while data is loading.
        await page.locator('iframe[title="Email preview"]').scrollIntoViewIfNeeded();
        return shown.evaluate((image: object) => Reflect.get(image, 'naturalWidth') as unknown);
      })
      .toBe(120);
    expect(asked).toEqual([]);
    await photograph(page, 'own-image');
    await page.getByLabel('Load remote images').check();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });

  it('contains a footer with the postal address and the unsubscribe link, so that no other footer is added', async () => {
    await page.setViewportSize(WINDOWS[0]);
    const id = await draftOf([line('Good news')]);
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
    await page.getByText('Good news').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/unsub');
    await page.getByRole('option', { name: 'Footer' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.pr-mail').getByText('account.address').waitFor();
    expect(await faultsInState(page, 'composer-footer')).toEqual([]);
    await page.setViewportSize(WINDOWS[0]);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const shown = page.frameLocator('iframe[title="Email preview"]');
    await shown.getByRole('link', { name: 'Unsubscribe' }).waitFor();
    expect(await shown.getByRole('link', { name: 'Unsubscribe' }).count()).toBe(1);
    expect(await shown.getByRole('link', { name: 'View in browser' }).count()).toBe(1);
  });

  it('pastes blocks that were copied in another email', async () => {
    await page.setViewportSize(WINDOWS[0]);
    const tag = { type: 'mergeTag', attrs: { name: 'contact.first_name', fallback: 'you' } };
    const hello = { type: 'text', text: 'Hello ', marks: [{ type: 'bold' }] };
    const column = { type: 'column', content: [line('In a column')] };
    const blocks = [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Our news' }] },
      { type: 'paragraph', attrs: { size: 'small' }, content: [hello, tag] },
      { type: 'image', attrs: { src: await keptImage(), alt: 'Tea', width: 120, padding: 8, radius: 4 } },
      { type: 'section', attrs: { background: '#eef2ff', padding: 16 }, content: [line('In a section')] },
      { type: 'columns', content: [column, column] },
      { type: 'condition', attrs: { when: 'contact.last_name' }, content: [line('In a condition')] },
      { type: 'button', attrs: { href: 'https://northwind.example/', label: 'Read more', background: '#0f766e' } },
      { type: 'social', attrs: { instagram: 'https://instagram.com/northwind' } },
    ];
    const [from, to] = [await draftOf(blocks), await draftOf([line('Replaced')])];
    const edit = async (id: string): Promise<void> => {
      await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
      await page.locator('.pr-mail > :first-child').click();
      await page.keyboard.press('Control+a');
    };
    await edit(from);
    await page.keyboard.press('Control+c');
    await edit(to);
    await page.keyboard.press('Control+v');
    await expect.poll(async () => kept(to)).toEqual(blocks);
    expect(await kept(from)).toEqual(blocks);
  });

  it("opens for an email that is added to an automation, with the account's sender", async () => {
    await page.request.patch(`${world.address}/dashboard/campaign-settings`, {
      data: { from_name: 'Tea of Northwind', from_email: 'tea@northwind.example' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    await openPage(page, `${world.address}/app/automations/${world.seeded['automation']}`, 'Three things that we make');
    await page.getByRole('button', { name: 'Add email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add email' });
    expect(await dialog.getByLabel('Sender name').inputValue()).toBe('Tea of Northwind');
    expect(await dialog.getByLabel('Sender email').inputValue()).toBe('tea@northwind.example');
    await dialog.getByLabel('Subject').fill('Two teas');
    await dialog.getByRole('button', { name: 'Add email' }).click();
    await dialog
      .getByText(/content|design|html/i)
      .first()
      .waitFor();
    await dialog
      .getByLabel('Text', { exact: true })
      .fill('Hello {{ contact.first_name }},\nhow are you?\n\n5 < 7 & more');
    await dialog.getByRole('button', { name: 'Add email' }).click();
    const written = page.getByRole('textbox', { name: 'Email content' });
    await written.waitFor();
    expect(await written.locator('p').allTextContents()).toEqual([
      'Hello {{ contact.first_name }},how are you?',
      '5 < 7 & more',
    ]);
    await page.getByText('From Tea of Northwind <tea@northwind.example>').click();
    expect(await page.getByLabel('Sender name').inputValue()).toBe('Tea of Northwind');
    await photograph(page, 'automation-mail');
  });
});
