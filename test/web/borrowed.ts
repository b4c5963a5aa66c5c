import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openContext } from './looks.ts';

/** A browser profile with one page. Only one test uses it at a time. */
export interface Borrowed {
  readonly context: BrowserContext;
  readonly page: Page;
}

const YES_OR_NO = [() => true, () => false] as const;

/** Unused profiles. The profile that was released first is reused first. */
const idle = new WeakMap<Browser, Borrowed[]>();

/** Profiles with changes that cannot be undone. */
const spoilt = new WeakSet<BrowserContext>();

const OF_PAGES = ['console', 'pageerror', 'dialog', 'popup', 'download', 'framenavigated'] as const;
const OF_REQUESTS = ['request', 'response', 'requestfailed', 'requestfinished'] as const;
/** Initial window size of a browser context. */
const WINDOW = { width: 1280, height: 720 };
/**
 * Path of a file without scripts that every test server provides. Unused profiles show this file. It has the same
 * origin as the pages, so the browser keeps the renderer process.
 */
const STILL = '/app/mark.svg';

/**
 * Returns a profile without any state from earlier tests: no cookies, permissions, storage, routes, listeners, or other
 * pages. The renderer process of the profile keeps its compiled scripts, which a new profile would have to compile
 * again. The caller must return the profile with `release`, and call `spoil` before changes that cannot be undone.
 */
export async function borrow(browser: Browser | undefined): Promise<Borrowed> {
  const kept = browser && idle.get(browser)?.shift();
  if (kept) return kept;
  const context = await openContext(browser);
  return { context, page: await context.newPage() };
}

/** Returns a new profile that has not loaded anything, for tests of missing script files. The profile is not reused. */
export async function borrowAgain(browser: Browser | undefined): Promise<Borrowed> {
  const context = await openContext(browser);
  spoil(context);
  return { context, page: await context.newPage() };
}

/** Marks a profile as not reusable. Used by tests that set a clock or add a device. */
export function spoil(context: BrowserContext): void {
  spoilt.add(context);
}

/**
 * Clears the state that a test has left in a profile, so that the next test can use the profile. A profile is discarded
 * if it cannot be cleared or is closed.
 */
export async function release({ context, page }: Borrowed): Promise<void> {
  const browser = context.browser();
  const isKept = !spoilt.has(context) && (await clear(context, page).then(...YES_OR_NO));
  if (browser && isKept) idle.set(browser, [...(idle.get(browser) ?? []), { context, page }]);
  else await context.close();
}

/** Clears a profile. Rejects if the page cannot navigate to a file on its server. */
async function clear(context: BrowserContext, page: Page): Promise<void> {
  await Promise.all(context.pages().map(async (each) => (each === page ? undefined : each.close())));
  for (const event of ['page', ...OF_REQUESTS] as const) context.removeAllListeners(event);
  // Remove all dialog listeners. Without a listener, a dialog that opens when the page navigates away does not block
  // the browser.
  for (const event of [...OF_PAGES, ...OF_REQUESTS]) page.removeAllListeners(event);
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
    context.setOffline(false),
    page.setViewportSize(WINDOW),
    page.mouse.move(0, 0),
    page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' }),
  ]);
  await page.goto(new URL(STILL, page.url()).href);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
}
