// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { contrastOf, READABLE_CONTRAST } from '../../src/mail/contrast.ts';
import { startInBrand, type Brand } from '../../src/mail/design/brand.ts';
import { STARTING_DESIGNS } from '../../src/mail/design/starting.ts';
import { examineVariables, fillVariables } from '../../src/mail/template/variables.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { overflowOf, photograph, violationsOf } from './looks.ts';

const MAX_BYTES = 60_000;
/** Widths of a desktop email client's reading pane and of a phone. */
const WIDTHS = [600, 375];
/** A data URL, so that no server is needed to load the logo. */
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><rect width="160" height="48" rx="8" fill="#0f766e"/><text x="24" y="32" font-family="sans-serif" font-size="22" font-weight="bold" fill="#fff">Northwind</text></svg>',
)}`;
const LOGO_URL = 'https://images.example/logo.png';

const PLAIN: Brand = {
  accent: '',
  text: '',
  surface: '',
  background: '',
  font: '',
  logo: undefined,
  links: {},
  hasFooterText: false,
};
const BRANDED: Brand = {
  ...PLAIN,
  accent: '#0f766e',
  logo: { src: LOGO_URL, width: 160 },
  links: { instagram: 'https://instagram.com/northwind', linkedin: 'https://linkedin.com/company/northwind' },
  hasFooterText: true,
};
const SAMPLES: Readonly<Record<string, string>> = {
  'account.name': 'Northwind Tea',
  'account.address': '1 High Street, London',
  'account.footer_text': 'You receive this email because you subscribed on our website.',
};

/** axe rules that apply to whole pages only. An email client shows the email inside its own page. */
const OF_PAGES = /^(?:document-title|html-has-lang|html-lang-valid|landmark-one-main|page-has-heading-one|region) at /;

const browser: Browser | undefined = await openBrowser(import.meta.filename);

/** Returns the HTML of a starting design as a recipient receives it, with sample values for the required variables. */
function received(key: string, brand: Brand): string {
  const start = STARTING_DESIGNS.find((each) => each.key === key);
  if (!start) throw new Error(`There is no design ${key}`);
  const { design, preview_text: previewText, subject } = startInBrand(start, brand);
  const content = { subject, previewText, design };
  const found = examineVariables(content);
  const names = 'faults' in found ? [] : found.variables.filter(({ required }) => required).map(({ name }) => name);
  const filled = fillVariables(
    content,
    Object.fromEntries(names.map((name) => [name, SAMPLES[name] ?? 'https://northwind.example/'])),
  );
  if (!filled || !('html' in filled)) throw new Error(`The design ${key} cannot be rendered`);
  return filled.html ?? '';
}

/** Evaluates to the colors of each alternative text and of its background, as #rrggbb. */
const ALT_COLORS = `[...document.images].map((image) => {
  const hex = (color) => '#' + color.match(/\\d+/g).slice(0, 3).map((each) => Number(each).toString(16).padStart(2, '0')).join('');
  let ground = image;
  while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
  return [hex(getComputedStyle(image).color), hex(getComputedStyle(ground).backgroundColor)];
})`;

/** Returns the alternative texts without enough contrast, which axe does not check. */
async function unreadableAltsOf(page: Page): Promise<string[]> {
  const colors = await page.evaluate<readonly (readonly [string, string])[]>(ALT_COLORS);
  return colors.flatMap(([color, ground]) =>
    contrastOf(color, ground) < READABLE_CONTRAST ? [`alternative text in ${color} on ${ground}`] : [],
  );
}

describeWith(browser)('starter designs in a browser', () => {
  let context: BrowserContext;
  let page: Page;

  afterAll(async () => browser?.close());
  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    await page.route('https://images.example/**', (route) => route.abort());
    return async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await release({ context, page });
    };
  });

  const CASES = STARTING_DESIGNS.flatMap(({ key }) => [
    { key, name: 'without a brand', brand: PLAIN, hasImages: true },
    { key, name: 'with a brand', brand: BRANDED, hasImages: true },
    { key, name: 'with a brand and blocked images', brand: BRANDED, hasImages: false },
  ]);

  it.each(CASES)('$key is readable on every screen in light and dark mode $name', async (shown) => {
    const html = received(shown.key, shown.brand);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
    await page.setContent(shown.hasImages ? html.replaceAll(LOGO_URL, LOGO) : html);
    const faults: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = [
          ...(await violationsOf(page, 'opened')),
          ...(await overflowOf(page)),
          ...(await unreadableAltsOf(page)),
        ];
        faults.push(
          ...found.filter((fault) => !OF_PAGES.test(fault)).map((each) => `${width} ${colorScheme}: ${each}`),
        );
        const name = shown.name.replaceAll(' ', '-');
        await photograph(page, `starting-${shown.key}-${name}-${width}-${colorScheme}`, true);
      }
    }
    expect(faults).toEqual([]);
  });
});
