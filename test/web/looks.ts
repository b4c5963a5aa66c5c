import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A page that shows nothing for so long has a fault. */
const SHOWN_MS = 30_000;
const CHORD_HEARD_MS = 3_000;

/** A browser's profile of its own, without motion, because axe sees colours in the middle of a fade. */
export async function openContext(browser: Browser | undefined): Promise<BrowserContext> {
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
  context.setDefaultTimeout(SHOWN_MS);
  return context;
}

/**
 * A picture of what a page shows now, `test-results/screens/<name>.png`: for people, so none is taken unless WEB_SCREENS or
 * WEB_PAGE asks for them. Nothing is compared with it.
 */
export async function photograph(page: Page, name: string, isWholePage = false): Promise<void> {
  if (process.env['WEB_SCREENS'] === undefined && process.env['WEB_PAGE'] === undefined) return;
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage: isWholePage });
}

/** Whatever the browser complains of from now on: errors of scripts, of the policy, of requests. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Asked for by the browser itself where a profile is cleared, on a picture that names no icon; told at any time after.
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

/** Presses one key after the other until that shows something: a slow machine may keep them too far apart to mean anything. */
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

/** Opens a page and waits until everything on it is there. */
export async function openPage(page: Page, address: string, shows: string): Promise<void> {
  await page.goto(address);
  await settle(page, shows);
}

/**
 * As `openPage`, within the program that is loaded already, as links do it. Over an address that is no page, so that nothing
 * of the page before is taken for this one.
 */
export async function turnTo(page: Page, path: string, shows: string): Promise<void> {
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

/** A rule that is not asked for. */
const OFF = { enabled: false } as const;
/** Looking at colours is most of axe's work. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe is asked for; a menu that is open stands above the page and in none of its regions. */
const RULES = {
  all: {},
  opened: { rules: { region: OFF } },
  /** Where the same page was looked at in another width, which colours do not depend on. */
  opened_again: { rules: Object.fromEntries(['region', ...COLOURS].map((rule) => [rule, OFF])) },
  all_again: { rules: Object.fromEntries(COLOURS.map((rule) => [rule, OFF])) },
  colours: { runOnly: COLOURS },
};

/** What axe finds wrong with a page: everything, or, where only its width or its colours have changed, what depends on that. */
export async function violationsOf(page: Page, wanted: keyof typeof RULES): Promise<string[]> {
  const options = { resultTypes: ['violations'], iframes: false, ...RULES[wanted] };
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
        id + ' at ' + target.join(' ') + ': ' + failureSummary.split('\\n').slice(1).join(' '))))`,
  );
}

/** What makes the page wider than the window; none when it fits. */
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

/** Both colour schemes at both widths, with the width changed seldom; all but colours is the same in the dark. */
const STATE_VIEWS = [
  { mode: 'light', size: WIDE, rules: 'opened' },
  { mode: 'light', size: NARROW, rules: 'opened_again' },
  { mode: 'dark', size: NARROW, rules: undefined },
  { mode: 'dark', size: WIDE, rules: 'colours' },
] as const;

/**
 * What is wrong with what a page shows now, dialogs and lists that are open included, light and dark, wide and narrow; and
 * pictures of it: `<name>-<light or dark>-<width>.png`. The page is wide and dark afterwards.
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
