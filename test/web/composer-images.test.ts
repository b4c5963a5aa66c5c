// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { animatedPng, GIF, noise, pngOf, pngOfRows } from '../support/tiny-images.ts';
import { borrow, borrowAgain, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

interface Block {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, string | number>>;
}

describeWith(browser)('images and merge tags in the composer', () => {
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
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  afterEach(async () => release({ context, page }));

  const mail = (): Locator => page.getByRole('textbox', { name: 'Email content' });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  async function openDraft(content: readonly object[], more: object = {}): Promise<string> {
    const answer = await page.request.post(`${world.address}/campaigns`, {
      data: {
        title: 'Spring',
        subject: 'Spring',
        from_name: 'Northwind',
        from_email: 'post@northwind.example',
        design: { type: 'doc', content },
        ...more,
      },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const { id } = (await answer.json()) as { id: number };
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
    return String(id);
  }

  async function kept(id: string): Promise<readonly Block[]> {
    const [row] = await rowsOf<{ design: { content: readonly Block[] } }>(
      world.app.installation.db,
      'select design from campaign where account_id = $1 and id = $2',
      [world.accountId, id],
    );
    return row?.design.content ?? [];
  }

  /** Uploads an image without changes, with these query parameters. */
  async function upload(file: Buffer, query: Readonly<Record<string, string>>): Promise<void> {
    const answer = await page.request.post(`${world.address}/images?${new URLSearchParams(query)}`, {
      data: file,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
    });
    expect(answer.ok()).toBe(true);
  }

  const line = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

  it('reduces a large image before the upload, and inserts it again from the library with its alt text', async () => {
    const id = await openDraft([line('Look')]);
    await mail().click();
    await press('Block');
    await page.getByRole('menuitem', { name: 'Image', exact: true }).click();
    await dialog('Add image').getByLabel('Alt text', { exact: true }).fill('Hills in spring');
    await dialog('Add image')
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'hills.png', mimeType: 'image/png', buffer: noise(2_000, 200) });
    await dialog('Add image').waitFor({ state: 'detached' });
    await expect.poll(async () => (await kept(id))[1]?.attrs).toMatchObject({ alt: 'Hills in spring', width: 552 });
    const [image] = await rowsOf<object>(
      world.app.installation.db,
      'select name, alt, width, height from image where account_id = $1 order by id desc limit 1',
      [world.accountId],
    );
    expect(image).toEqual({ name: 'hills.png', alt: 'Hills in spring', width: 1_600, height: 160 });

    await mail().click();
    await press('Block');
    await page.getByRole('menuitem', { name: 'Video', exact: true }).click();
    await dialog('Add image').getByRole('searchbox').fill('in spring');
    await page.keyboard.press('Enter');
    expect(await faultsInState(page, 'image-library')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog('Add image').getByRole('button', { name: 'hills.png' }).click();
    await expect.poll(async () => (await kept(id)).map(({ attrs }) => attrs?.['alt'])).toContain('Hills in spring');
    await expect.poll(async () => (await kept(id)).map(({ type }) => type)).toContain('video');
  });

  it('crops an image before the upload by keyboard and by dragging, and warns about large files', async () => {
    const id = await openDraft([line('Look')]);
    await mail().click();
    await press('Block');
    await page.getByRole('menuitem', { name: 'Image', exact: true }).click();
    await dialog('Add image').getByLabel('Make large images smaller').uncheck();
    await dialog('Add image').getByLabel('Crop the image before the upload').check();
    const choose = async (name: string, buffer: Buffer): Promise<void> =>
      dialog('Add image').getByLabel('Image', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('moving.gif', GIF);
    await dialog('Add image')
      .getByText(/can’t be cropped/)
      .waitFor();
    await choose('hills.png', noise(1_200, 600));
    const crop = dialog('Crop image');
    await crop.getByRole('button', { name: '1:1' }).click();
    const numbers = async (): Promise<readonly string[]> =>
      Promise.all(
        ['Width', 'Height', 'Distance from left', 'Distance from top'].map((name) =>
          crop.getByLabel(name, { exact: true }).inputValue(),
        ),
      );
    expect(await numbers()).toEqual(['600', '600', '300', '0']);
    await crop.getByLabel('Width').focus();
    await page.keyboard.press('ArrowDown');
    await crop.getByLabel('Distance from left').fill('10');
    expect(await numbers()).toEqual(['599', '599', '10', '0']);
    expect(await faultsInState(page, 'image-crop')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    const stage = crop.getByRole('img', { name: 'Image to crop' });
    const { height = 0, width = 0, x = 0, y = 0 } = (await stage.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.75, y + height * 0.1);
    await page.mouse.down();
    await page.mouse.move(x + width, y + height * 0.6, { steps: 4 });
    await page.mouse.up();
    expect(await numbers()).toEqual(['300', '300', '900', '60']);
    await crop.getByRole('button', { name: 'Free' }).click();
    await crop.getByLabel('Distance from left').fill('0');
    await crop.getByLabel('Width').fill('800');
    await press('Upload cropped image');
    await crop.waitFor({ state: 'detached' });
    await expect.poll(async () => (await kept(id))[1]?.type).toBe('image');
    const [image] = await rowsOf<object>(
      world.app.installation.db,
      'select name, width, height from image where account_id = $1 order by id desc limit 1',
      [world.accountId],
    );
    expect(image).toEqual({ name: 'hills.png', width: 800, height: 300 });
    await page.getByText(/^800 × 300 pixels, .* Images over .* load slowly on phones\.$/).waitFor();
  });

  it('crops an image of the library into a new image with its alt text and folder, by keyboard', async () => {
    const row = Buffer.concat([
      Buffer.alloc(1),
      Buffer.alloc(600, '\xc8\0\0', 'latin1'),
      Buffer.alloc(600, '\0\0\xc8', 'latin1'),
    ]);
    const labels = { alt: 'A flag', folder: 'Flags' };
    await upload(
      pngOfRows(
        400,
        Array.from({ length: 200 }, () => row),
      ),
      { name: 'flag.png', ...labels },
    );
    await openPage(page, `${world.address}/app/images`, 'flag.png');
    await page.getByRole('button', { name: 'Actions for flag.png' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const crop = dialog('Crop “flag.png”');
    await crop.getByLabel('Width').fill('200');
    await crop.getByLabel('Distance from left').fill('200');
    expect(await faultsInState(page, 'image-crop-library')).toEqual([]);
    await crop.getByRole('button', { name: 'Save as new image' }).press('Enter');
    await crop.waitFor({ state: 'detached' });
    await page.getByText('“flag (cropped).png” added.').waitFor();
    await page.getByText('flag (cropped).png', { exact: true }).waitFor();
    const images = await rowsOf<object>(
      world.app.installation.db,
      "select name, alt, folder, width, height from image where account_id = $1 and name like 'flag%' order by id",
      [world.accountId],
    );
    expect(images).toEqual([
      { name: 'flag.png', ...labels, width: 400, height: 200 },
      { name: 'flag (cropped).png', ...labels, width: 200, height: 200 },
    ]);
    const corner = `(async () => { const image = document.querySelector('main li img');
      await image.decode();
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(image, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data]; })()`;
    expect(await page.evaluate(corner)).toEqual([0, 0, 200, 255]);
    const focused = async (): Promise<unknown> => page.evaluate('document.activeElement.getAttribute("aria-label")');
    await expect.poll(focused).toBe('Actions for flag.png');
  });

  it('gives the reason if an image of the library cannot be cropped, and can try again', async () => {
    await upload(animatedPng(), { name: 'moving.png' });
    await upload(GIF, { name: 'moving.gif' });
    await upload(pngOf(13, 9), { name: 'still.png' });
    await release({ context, page });
    // A profile that has loaded the script before would take it from its cache.
    ({ context, page } = await borrowAgain(browser));
    await context.addCookies([{ ...(await world.signIn('owner')), url: world.address }]);
    await openPage(page, `${world.address}/app/images`, 'still.png');
    const open = async (name: string): Promise<Locator> => {
      await press(`Actions for ${name}`);
      await page.getByRole('menuitem', { name: 'Crop' }).click();
      return dialog(`Crop “${name}”`);
    };
    await page.route('**/assets/crop-image-*.js', async (route) => route.abort());
    await open('still.png');
    await page.getByText(/^Postrider was upgraded\. Save your work/).waitFor();
    await page.unrouteAll();
    for (const name of ['moving.png', 'moving.gif']) {
      const crop = await open(name);
      await crop.getByText(/can’t be cropped, because it is damaged or may be animated/).waitFor();
      expect(await crop.getByRole('button', { name: 'Save as new image' }).count()).toBe(0);
      await crop.getByRole('button', { name: 'Cancel' }).click();
      await crop.waitFor({ state: 'detached' });
    }
    await page.route('**/i/*', async (route) => route.abort());
    const crop = await open('still.png');
    await crop.getByText(/^The server isn’t responding\./).waitFor();
    await page.unrouteAll();
    await crop.getByRole('button', { name: 'Try again' }).click();
    await crop.getByRole('img', { name: 'Image to crop' }).waitFor();
  });

  it('finds images by their folder in the library', async () => {
    await upload(pngOf(11, 9), { name: 'tea.png' });
    await upload(pngOf(12, 9), { name: 'cup.png' });
    await openPage(page, `${world.address}/app/images`, 'tea.png');
    await press('Actions for tea.png');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Folder', { exact: true }).fill('Spring letters');
    await press('Save image');
    const folder = page.getByRole('button', { name: 'Show images in folder Spring letters' });
    await folder.waitFor();
    expect(await faultsInState(page, 'images-folder', true)).toEqual([]);
    await folder.click();
    await page.getByText('cup.png').waitFor({ state: 'detached' });
    expect(await page.getByText('tea.png').isVisible()).toBe(true);
    expect(await page.getByRole('searchbox').inputValue()).toBe('Spring letters');
  });

  it('uploads images in pasted HTML, and offers copies of images on other servers', async () => {
    const id = await openDraft([line('Begin')]);
    await mail().click();
    await page.keyboard.press('Control+End');
    const html =
      `<p>One</p><img src="data:image/png;base64,${pngOf(9, 7).toString('base64')}" alt="A dot"><p>Two</p>` +
      '<img src="data:image/png;base64,AAAA" alt="Damaged"><img src="https://elsewhere.invalid/tea.png" alt="Tea"><p>Three</p>';
    await page.evaluate(`(() => { const data = new DataTransfer();
      data.setData('text/html', ${JSON.stringify(html)});
      const paste = { bubbles: true, cancelable: true, clipboardData: data };
      document.querySelector('.pr-mail').dispatchEvent(new ClipboardEvent('paste', paste)); })()`);
    await expect
      .poll(async () => (await kept(id)).map(({ attrs, type }) => `${type} ${String(attrs?.['alt'] ?? '')}`.trim()))
      .toEqual(['paragraph', 'image A dot', 'paragraph', 'image Tea', 'paragraph']);
    expect((await kept(id))[1]?.attrs?.['src']).toMatch(/\/i\/\d+-[\da-f]{32}$/);
    await page.getByText(/^“pasted-2\.png” wasn’t uploaded/).waitFor();
    await page.getByText('1 image is on other servers').waitFor();
    await press('Upload a copy');
    await page.getByText(/tea\.png wasn’t copied\. The image cannot be downloaded/).waitFor();
    expect((await kept(id))[3]?.attrs?.['src']).toBe('https://elsewhere.invalid/tea.png');
  });

  it('shows how many contacts have no value for a merge tag, until it has a fallback', async () => {
    const [list] = await rowsOf<{ list_id: number; contacts: number }>(
      world.app.installation.db,
      `select list_id, count(*) as contacts from list_member m join contact_stat s using (account_id, contact_id)
       where account_id = $1 and s.flags = 0 group by list_id order by 2 desc limit 1`,
      [world.accountId],
    );
    const tag = { type: 'mergeTag', attrs: { name: 'contact.last_name' } };
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Hello ' }, tag] };
    await rowsOf(world.app.installation.db, "update contact set last_name = '' where account_id = $1", [
      world.accountId,
    ]);
    await openDraft([paragraph], { lists: [list?.list_id] });
    await page.getByText(/^\d+ of \d+ contacts have no value for “Last name”/).waitFor();
    await mail().locator('[data-block=mergeTag]').click();
    await page.getByLabel('Fallback').fill('en');
    await page.getByText(/have no value for/).waitFor({ state: 'detached' });
  });
});
