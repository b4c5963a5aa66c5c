// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { pngOf } from '../support/tiny-images.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('editing an email with blocks', () => {
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
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn('owner')), url: world.address }]);
    await page.setViewportSize({ width: 1280, height: 900 });
    complaints = listenForComplaints(page);
    id = await draftOf([{ type: 'paragraph', content: [{ type: 'text', text: 'Begin here' }] }]);
  });
  afterEach(async () => {
    // The browser reports each image on another site that the preview is not allowed to load.
    expect(complaints.filter((each) => !each.includes('Content Security Policy'))).toEqual([]);
    await release({ context, page });
  });

  const mail = (): Locator => page.getByRole('textbox', { name: 'Email content' });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const saved = async (): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();
  const put = async (kind: string): Promise<void> => {
    await press('Block');
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
    // The block is inserted after the menu has closed, and keys that are typed before that are lost.
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  const write = async (text: string): Promise<void> => {
    await mail().and(page.locator(':focus')).waitFor();
    await page.keyboard.type(text);
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
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
  }

  /**
   * Moves the caret to the end of the given text, and repeats this until the caret stays there. After a script has
   * focused the text, the caret moves to the start a moment later.
   */
  async function caretBehind(text: string): Promise<void> {
    await expect
      .poll(async () => {
        const before = await page.evaluate('getSelection().focusOffset');
        await page.keyboard.press('Control+End');
        return before;
      })
      .toBe(text.length);
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

  it('keeps blocks that were inserted, configured, and edited after a reload', async () => {
    await open();
    await mail().click();
    await page.keyboard.press('Control+End');
    await put('Heading');
    await write('What is new');
    await put('Button');
    await page.getByLabel('Button text', { exact: true }).fill('To the shop');
    await page.getByLabel('Link URL').fill('northwind.example/shop');
    await put('Two columns');
    await write('left');
    await put('Section');
    await put('Condition');
    await page.getByRole('combobox', { name: 'Show if' }).fill('Last');
    await page.getByRole('option', { name: 'Last name' }).click();
    await mail().getByText('left').click();
    await page.keyboard.press('End');
    await press('Merge tag');
    await page.getByLabel('Fallback').fill('friend');
    await press('Insert');
    await put('Image');
    await page
      .getByRole('dialog', { name: 'Add image' })
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'spring.png', mimeType: 'image/png', buffer: pngOf() });
    await page.getByRole('dialog', { name: 'Add image' }).waitFor({ state: 'detached' });
    await page.getByLabel('Alt text').fill('A tree in bloom');
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

  it('inserts blocks with a slash, and moves and deletes them by keyboard', async () => {
    await open();
    await mail().focus();
    await caretBehind('Begin here');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/sp');
    await expect.poll(async () => mail().getAttribute('aria-activedescendant')).toBe('pr-slash-0');
    await look('composer-slash');
    await page.keyboard.press('Enter');
    await expect.poll(kinds).toEqual(['paragraph', 'spacer']);
    // Undo reverts one move at a time, even if the moves follow each other quickly.
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Control+z');
    await expect.poll(kinds).toEqual(['spacer', 'paragraph']);
    // Tab moves from the text to the settings of the block.
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Move up (Alt+↑)' }).and(page.locator(':focus')).waitFor();
    for (let each = 0; each < 3; each += 1) await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Delete spacer' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(kinds).toEqual(['paragraph']);
    await page.keyboard.press('Control+z');
    await expect.poll(kinds).toEqual(['spacer', 'paragraph']);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await saved();
  });

  it('removes everything except the text from pasted hostile HTML', async () => {
    await open();
    await mail().click();
    const hostile =
      '<p>words <script>window.ran = 1</script><img src="x" onerror="window.ran = 2"><a href="javascript:window.ran=3">led</a></p>' +
      '<div data-block="html" data-html="&lt;script&gt;window.ran=4&lt;/script&gt;">x</div>' +
      '<div data-block="button" data-href="javascript:window.ran=5" data-label="press" data-background="red;x:url(//e)"></div>' +
      '<iframe srcdoc="<script>parent.ran = 6</script>"></iframe><svg onload="window.ran = 7"></svg>' +
      '<div data-block="section" data-background="url(//evil.example)" style="background:url(//evil.example)"><p style="position:fixed">in</p></div>' +
      '<span data-block="mergeTag" data-name="x }}{{ y">tag</span>';
    await page.evaluate(
      `(() => { const data = new DataTransfer(); data.setData('text/html', ${JSON.stringify(hostile)});
        document.querySelector('.pr-mail').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()`,
    );
    await mail().getByText('led').waitFor();
    await saved();
    const design = JSON.stringify(await kept());
    expect(design).toContain('words');
    expect(design).not.toMatch(/script|onerror|onload|iframe|evil|red;|"html"|"link"|mergeTag/);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.locator('.pr-mail script, .pr-mail iframe, .pr-mail svg').count()).toBe(0);
  });

  it('uploads a pasted or dropped image to the account and inserts it', async () => {
    await open();
    await mail().click();
    const png = pngOf().toString('base64');
    const give = (kind: 'paste' | 'drop', name: string): string =>
      `(() => { const data = new DataTransfer();
        const bytes = Uint8Array.from(atob('${png}'), (each) => each.charCodeAt(0));
        data.items.add(new File([bytes], '${name}', { type: 'image/png' }));
        const box = document.querySelector('.pr-mail'); const { left, top } = box.getBoundingClientRect();
        const at = { bubbles: true, cancelable: true, clientX: left + 40, clientY: top + 10 };
        box.dispatchEvent('${kind}' === 'paste' ? new ClipboardEvent('paste', { ...at, clipboardData: data })
          : new DragEvent('drop', { ...at, dataTransfer: data })); })()`;
    await page.evaluate(give('paste', 'pasted.png'));
    await expect.poll(kinds).toEqual(['paragraph', 'image']);
    await page.evaluate(give('drop', 'dropped.png'));
    await expect.poll(async () => (await kinds()).filter((kind) => kind === 'image')).toHaveLength(2);
    expect(JSON.stringify(await kept())).toMatch(/"src":"https?:[^"]*\/i\//);
  });

  it('shows errors of the server next to the text with a link to their position, and saves after they are fixed', async () => {
    await open();
    await mail().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' {{ broken');
    await page.getByRole('alert').getByText('A merge tag is not valid').waitFor();
    expect(complaints.splice(0).filter((each) => !/422|Content Security Policy/.test(each))).toEqual([]);
    await look('composer-fault');
    complaints.splice(0);
    await page.getByRole('alert').getByRole('button', { name: 'Text' }).click();
    await caretBehind('Begin here {{ broken');
    for (let each = 0; each < ' {{ broken'.length; each += 1) await page.keyboard.press('Backspace');
    await saved();
    await page.getByText('Fix these errors before sending:').first().waitFor({ state: 'detached' });
    // Ignore the errors of saves that happened while the fix was only partly typed.
    complaints = complaints.filter((each) => !each.includes('422'));
  });

  it('saves a fix that was typed while the error response was on its way', async () => {
    await open();
    let answers = 0;
    // Wait longer than the autosave delay.
    await page.route(`**/campaigns/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH' || (answers += 1) > 1) return route.continue();
      await new Promise((done) => setTimeout(done, 3_000));
      return route.fulfill({ status: 422, json: { message: 'Not so.', errors: { design: ['Not so.'] } } });
    });
    await mail().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' {{ broken');
    await page.getByText('Saving', { exact: true }).waitFor();
    for (let each = 0; each < ' {{ broken'.length; each += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type(' again');
    await saved();
    expect(JSON.stringify(await kept())).toContain('Begin here again');
    complaints.splice(0);
  });

  it('does not overwrite changes of another tab without confirmation', async () => {
    await open();
    const elsewhere = async (subject: string): Promise<void> => {
      const changed = await page.request.patch(`${world.address}/campaigns/${id}`, {
        data: { subject },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(changed.status()).toBe(200);
    };
    const subject = async (): Promise<string | undefined> => {
      const read = await page.request.get(`${world.address}/campaigns/${id}`);
      return ((await read.json()) as { subject: string }).subject;
    };
    await elsewhere('Theirs');
    await page.getByLabel('Subject').fill('Mine');
    await page.getByText('This email was changed by someone else').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('409'))).toBe(true);
    expect(await subject()).toBe('Theirs');
    await look('composer-other');
    await press('Load other version');
    await expect.poll(async () => page.getByLabel('Subject').inputValue()).toBe('Theirs');
    await page.getByText('This email was changed by someone else').waitFor({ state: 'detached' });
    await elsewhere('Theirs again');
    await page.getByLabel('Subject').fill('Mine at last');
    await press('Keep my version');
    complaints.splice(0);
    await expect.poll(subject).toBe('Mine at last');
    await page.getByLabel('Subject').fill('And on');
    await expect.poll(subject).toBe('And on');
  });

  it('keeps the preview as a contact, on a phone, and in dark mode while the email is edited', async () => {
    const found = await rowsOf<{ email: string }>(
      world.app.installation.db,
      'select email from contact where account_id = $1 order by id desc limit 1',
      [world.accountId],
    );
    const email = found[0]?.email ?? '';
    await open();
    await mail().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' for {{ contact.email }}');
    await expect
      .poll(async () => JSON.stringify(await kept()))
      .toContain('"mergeTag","attrs":{"name":"contact.email"}');
    // Discard the errors of saves that the server rejected because a tag was only partly typed.
    complaints.splice(0);
    await press('Preview');
    await press('Preview as contact');
    await page.getByRole('searchbox', { name: 'Name or email' }).fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: email }).click();
    const seen = page.frameLocator('iframe[title="Email preview"]');
    await seen.getByText(`Begin here for ${email}`).waitFor();
    await press('Phone');
    await press('Dark mode');
    await look('composer-preview');
    await press('Write');
    await look('composer-phone-dark');
    // The middle of the line is the merge tag, which a click would select.
    await mail()
      .getByText('Begin here')
      .click({ position: { x: 8, y: 8 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('Look: ');
    await press('Preview');
    await seen.getByText(`Look: Begin here for ${email}`).waitFor();
    const frame = page.locator('iframe[title="Email preview"]');
    expect((await frame.boundingBox())?.width).toBe(375);
    expect(await frame.getAttribute('src')).toContain('mode=dark');
    expect(await frame.getAttribute('sandbox')).toBe('');
    await press('Plain text');
    await seen.locator('pre').getByText(`Look: Begin here for ${email}`).waitFor();
  });
});
