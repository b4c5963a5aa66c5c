import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Number of milliseconds after which a page that is still empty is considered broken. */
const SHOWN_MS = 30_000;
const CHORD_TIMEOUT_MS = 3_000;

/**
 * Returns a new browser profile with animations turned off. With animations, axe could measure colors in the middle of
 * a fade.
 */
export async function openContext(browser: Browser | undefined): Promise<BrowserContext> {
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
  context.setDefaultTimeout(SHOWN_MS);
  return context;
}

/**
 * If WEB_SCREENS or WEB_PAGE is set, takes a screenshot of the page and stores it as `test-results/screens/<name>.png`.
 * Screenshots are only for people to look at. Tests do not compare them.
 */
export async function photograph(page: Page, name: string, isWholePage = false): Promise<void> {
  if (process.env['WEB_SCREENS'] === undefined && process.env['WEB_PAGE'] === undefined) return;
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage: isWholePage });
}

/**
 * Collects everything that the browser reports from now on: errors and warnings on the console, such as violations of
 * the content security policy and failed requests, script errors, and dialogs, which are dismissed.
 */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Ignore errors about the icon. When a profile is cleared, the browser requests the icon itself, and can report an
    // error at any later time.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return complaints;
}

/**
 * Presses two keys one after another, and repeats this until the element appears. On a slow machine, the time between
 * the two keys can be too long.
 */
export async function pressBoth(page: Page, keys: readonly [string, string], shown: Locator): Promise<void> {
  for (;;) {
    for (const key of keys) await page.keyboard.press(key);
    const isShown = shown.waitFor({ timeout: CHORD_TIMEOUT_MS }).then(
      () => true,
      () => false,
    );
    if (await isShown) return;
  }
}

/** Opens a page and waits until it is complete. */
export async function openPage(page: Page, address: string, shows: string): Promise<void> {
  await page.goto(address);
  await settle(page, shows);
}

/**
 * Opens a page like `openPage`, but without reloading the dashboard, as if the user had followed a link. Opens an
 * unknown URL first, so that elements of the previous page are not mistaken for elements of the new page.
 */
export async function goToPage(page: Page, path: string, shows: string): Promise<void> {
  await pushAddress(page, NOWHERE);
  await page.locator('h1', { hasText: NO_PAGE }).waitFor();
  await pushAddress(page, path);
  if (path !== NOWHERE) await page.locator('h1', { hasText: NO_PAGE }).waitFor({ state: 'detached' });
  await settle(page, shows);
}

const NOWHERE = '/app/no/such/page';
const NO_PAGE = 'Page not found';

async function pushAddress(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

async function settle(page: Page, shows: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
}

/** Axe setting that disables a rule. */
const OFF = { enabled: false } as const;
/** Rules about colors, which take most of axe's time. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Settings for the rules of axe. The region rules are off for open menus, which are on top of the page and outside of
 * all its regions.
 */
const RULES = {
  all: {},
  opened: { rules: { region: OFF } },
  /**
   * Accessibility rules for a page that was already checked at another width. Color rules are off, because colors do
   * not depend on the width.
   */
  opened_again: { rules: Object.fromEntries(['region', ...COLOURS].map((rule) => [rule, OFF])) },
  all_again: { rules: Object.fromEntries(COLOURS.map((rule) => [rule, OFF])) },
  colours: { runOnly: COLOURS },
};

/**
 * Returns the violations that axe finds on a page. `wanted` selects the settings in RULES: after a check of the same
 * page, only the rules whose results a change of the width or the colors can affect need to be checked again.
 */
export async function violationsOf(page: Page, wanted: keyof typeof RULES): Promise<string[]> {
  const options = { resultTypes: ['violations'], iframes: false, ...RULES[wanted] };
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
        id + ' at ' + target.join(' ') + ': ' + failureSummary.split('\\n').slice(1).join(' '))))`,
  );
}

/**
 * Describes up to three elements that make the page wider than the window, and all elements with a scroll bar for a few
 * pixels. Returns an empty list if the page fits.
 */
export async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `(() => {
      const nameOf = (each) => each.tagName + '.' + each.className;
      const all = [...document.querySelectorAll('main *')];
      const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth + 1;
      const wide = all.filter((each) => isWide && each.getBoundingClientRect().right > innerWidth + 1).slice(0, 3);
      const scrolling = all.filter((each) => {
        const excess = each.scrollHeight - each.clientHeight;
        return excess > 0 && excess < 5 && /auto|scroll/.test(getComputedStyle(each).overflowY);
      });
      return [
        ...(isWide ? ['scrolls sideways'] : []),
        ...wide.map((each) => 'because of ' + nameOf(each)),
        ...scrolling.map((each) => nameOf(each) + ' scrolls by a few pixels'),
      ];
    })()`,
  );
}

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 375, height: 900 };

/**
 * Both color schemes at both widths, ordered so that the width rarely changes. In dark mode, only the colors differ.
 */
const STATE_VIEWS = [
  { mode: 'light', size: WIDE, rules: 'opened' },
  { mode: 'light', size: NARROW, rules: 'opened_again' },
  { mode: 'dark', size: NARROW, rules: undefined },
  { mode: 'dark', size: WIDE, rules: 'colours' },
] as const;

/**
 * Checks the current page, including dialogs and lists that are open, in light and dark mode and at both widths. Takes
 * screenshots named `<name>-<light or dark>-<width>.png`. Afterwards, the page is wide and in dark mode.
 */
export async function faultsInState(page: Page, name: string, isWholePage = false): Promise<string[]> {
  const faults: string[] = [];
  for (const { mode, rules, size } of STATE_VIEWS) {
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme=${mode}]`).waitFor({ state: 'attached' });
    await page.setViewportSize(size);
    if (rules !== undefined) faults.push(...(await violationsOf(page, rules)));
    faults.push(...(await overflowOf(page)));
    await photograph(page, `${name}-${mode}-${size.width}`, isWholePage);
  }
  return faults;
}
