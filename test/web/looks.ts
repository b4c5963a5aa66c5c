import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Milliseconds after which an empty page counts as broken. */
const SHOWN_MS = 30_000;
const CHORD_HEARD_MS = 3_000;

/** Returns a new browser profile without animations, because axe would measure colors in the middle of a fade. */
export async function openContext(browser: Browser | undefined): Promise<BrowserContext> {
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
  context.setDefaultTimeout(SHOWN_MS);
  return context;
}

/**
 * Takes a screenshot of the page, `test-results/screens/<name>.png`, if WEB_SCREENS or WEB_PAGE is set. Screenshots are
 * for people and are not compared.
 */
export async function photograph(page: Page, name: string, isWholePage = false): Promise<void> {
  if (process.env['WEB_SCREENS'] === undefined && process.env['WEB_PAGE'] === undefined) return;
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage: isWholePage });
}

/**
 * Collects everything that the browser reports from now on: errors of scripts, content security policy, and requests.
 */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser requests the icon itself when a profile is cleared on an image without an icon, and reports it at any
    // later time.
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
 * Presses two keys one after the other until the element appears, because on a slow machine they may be too far apart.
 */
export async function pressBoth(page: Page, keys: readonly [string, string], shown: Locator): Promise<void> {
  for (;;) {
    for (const key of keys) await page.keyboard.press(key);
    const isShown = shown.waitFor({ timeout: CHORD_HEARD_MS }).then(
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
 * Opens a page like `openPage` within the loaded program, as links do. Visits an unknown URL first, so that nothing of
 * the previous page is mistaken for the new one.
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

/** A disabled rule. */
const OFF = { enabled: false } as const;
/** Color rules, which take most of axe's time. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Rule sets of axe. An open menu is above the page and outside all of its regions. */
const RULES = {
  all: {},
  opened: { rules: { region: OFF } },
  /** For a page that was already checked at another width, which does not affect colors. */
  opened_again: { rules: Object.fromEntries(['region', ...COLOURS].map((rule) => [rule, OFF])) },
  all_again: { rules: Object.fromEntries(COLOURS.map((rule) => [rule, OFF])) },
  colours: { runOnly: COLOURS },
};

/**
 * Returns the violations that axe finds on a page: all of them, or if only its width or colors have changed, those that
 * depend on that.
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

/** Returns the elements that make the page wider than the window, or nothing if it fits. */
export async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1 ? [] :
      ['scrolls sideways', ...[...document.querySelectorAll('main *')]
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 3).map((each) => 'because of ' + each.tagName + '.' + each.className)]`,
  );
}

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 375, height: 900 };

/** Both color schemes at both widths, with few changes of the width. In dark mode, only colors differ. */
const STATE_VIEWS = [
  { mode: 'light', size: WIDE, rules: 'opened' },
  { mode: 'light', size: NARROW, rules: 'opened_again' },
  { mode: 'dark', size: NARROW, rules: undefined },
  { mode: 'dark', size: WIDE, rules: 'colours' },
] as const;

/**
 * Checks the current page, including open dialogs and lists, light and dark, wide and narrow. Takes screenshots:
 * `<name>-<light or dark>-<width>.png`. The page is wide and dark afterwards.
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
