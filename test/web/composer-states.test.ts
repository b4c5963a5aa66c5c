// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, openPage, overflowOf, photograph, violationsOf } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 375, height: 900 };

const text = (content: string): object => ({ type: 'text', text: content });
const paragraph = (...content: readonly object[]): object => ({ type: 'paragraph', content });
const item = (content: string): object => ({ type: 'listItem', content: [paragraph(text(content))] });
const SRC = 'https://images.example/tea.png';

const BLOCKS = [
  { type: 'heading', attrs: { level: 1 }, content: [text('A heading')] },
  paragraph(text('Hello '), { type: 'mergeTag', attrs: { name: 'contact.first_name', fallback: 'you' } }),
  { type: 'image', attrs: { src: SRC, alt: 'A cup of tea', width: 300 } },
  { type: 'video', attrs: { src: SRC, alt: 'A film about tea', href: 'https://northwind.example/film' } },
  { type: 'button', attrs: { href: 'https://northwind.example/', label: 'Read more' } },
  { type: 'bulletList', content: [item('A point')] },
  { type: 'orderedList', content: [item('A step')] },
  { type: 'blockquote', content: [paragraph(text('A quotation'))] },
  {
    type: 'table',
    content: [
      { type: 'tableRow', content: [{ type: 'tableCell', attrs: { isHeader: true }, content: [text('A price')] }] },
      { type: 'tableRow', content: [{ type: 'tableCell', content: [text('4.20')] }] },
    ],
  },
  { type: 'horizontalRule' },
  { type: 'spacer', attrs: { height: 40 } },
  {
    type: 'columns',
    content: ['left', 'right'].map((side) => ({ type: 'column', content: [paragraph(text(`On the ${side}`))] })),
  },
  { type: 'section', attrs: { background: '#eef2ff' }, content: [paragraph(text('In a section'))] },
  { type: 'condition', attrs: { when: 'contact.last_name' }, content: [paragraph(text('In a condition'))] },
  { type: 'social', attrs: { instagram: 'https://instagram.com/northwind' } },
  { type: 'html', attrs: { html: '<p>Own HTML</p>' } },
];

/** Places to click, which select a block of each kind, and the heading of its settings. */
const SELECTED: readonly (readonly [settings: string, place: string])[] = [
  ['Heading', 'A heading'],
  ['Text', 'Hello'],
  ['Merge tag', '[data-block=mergeTag]'],
  ['Image', '[data-block=image]'],
  ['Video', '[data-block=video]'],
  ['Button', '[data-block=button]'],
  ['List', 'A point'],
  ['Numbered list', 'A step'],
  ['Quote', 'A quotation'],
  ['Table', 'A price'],
  ['Divider', '[data-block=horizontalRule]'],
  ['Spacer', '[data-block=spacer]'],
  ['Columns', 'On the left'],
  ['Section', 'In a section'],
  ['Condition', 'In a condition'],
  ['Social links', '[data-block=social]'],
  ['HTML', '[data-block=html]'],
];

describeWith(browser)('the composer', () => {
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
    await page.setViewportSize(WIDE);
  });
  afterEach(async () => release({ context, page }));

  const mail = (): Locator => page.getByRole('textbox', { name: 'Email content' });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  async function openDraft(content: readonly object[]): Promise<void> {
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
    expect(made.status(), await made.text()).toBe(201);
    const { id } = (await made.json()) as { readonly id: number };
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
  }

  /** Checks the page in all views, and makes it wide and light again. */
  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize(WIDE);
  }

  it('is accessible with a block of each kind selected, at both widths', async () => {
    await openDraft(BLOCKS);
    const faults: string[] = [];
    for (const [settings, place] of SELECTED) {
      await (place.startsWith('[') ? mail().locator(place) : mail().getByText(place)).first().click();
      const region = page.getByRole('region', { name: settings, exact: true }).first();
      await region.waitFor();
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size);
        // On small screens, the settings open on request and then stay open.
        if (size === NARROW && !(await region.isVisible())) await press(`Settings: ${settings}`);
        await region.waitFor();
        const found = [
          ...(await violationsOf(page, size === WIDE ? 'opened' : 'opened_again')),
          ...(await overflowOf(page)),
        ];
        faults.push(...found.map((fault) => `${settings}, ${size.width}: ${fault}`));
        await photograph(page, `composer-selected-${settings.toLowerCase().replaceAll(' ', '-')}-${size.width}`);
      }
      await page.setViewportSize(WIDE);
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it('is accessible while the email is empty, and with the settings of the email', async () => {
    await openDraft([]);
    await page.getByText('The email has no content.').waitFor();
    await look('composer-empty');
    await mail().click();
    await page.keyboard.type('Hello');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByText('The email has no content.').waitFor({ state: 'detached' });
    await page.getByText('Email settings', { exact: true }).click();
    await look('composer-email-settings');
  });

  it('is accessible with its menus and dialogs open', async () => {
    await openDraft(BLOCKS);
    await mail().getByText('Hello').click();
    const close = async (opened: 'menu' | 'dialog' | 'listbox'): Promise<void> => {
      await page.keyboard.press('Escape');
      await page.getByRole(opened).waitFor({ state: 'hidden' });
    };
    for (const [name, opened] of [
      ['Block', 'menu'],
      ['More actions', 'menu'],
      ['Link', 'dialog'],
      ['Merge tag', 'dialog'],
      ['Send test', 'dialog'],
    ] as const) {
      await press(name);
      await page.getByRole(opened).waitFor();
      await look(`composer-opened-${name.toLowerCase().replaceAll(' ', '-')}`);
      await close(opened);
    }
    await page.getByRole('combobox', { name: 'Text style' }).click();
    await page.getByRole('listbox').waitFor();
    await look('composer-opened-text-style');
    await close('listbox');
  });

  it('is accessible in dark mode, at the width of a phone, and as plain text', async () => {
    await openDraft(BLOCKS);
    await press('Dark mode');
    await look('composer-dark');
    await press('Phone');
    await look('composer-dark-phone');
    await press('Plain text');
    await page.frameLocator('iframe[title="Email preview"]').locator('pre').waitFor();
    await look('composer-plain-text');
  });
});
