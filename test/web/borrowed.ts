import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openContext } from './looks.ts';

/** A browser profile with one page, which tests reuse one after the other. */
export interface Borrowed {
  readonly context: BrowserContext;
  readonly page: Page;
}

const YES_OR_NO = [() => true, () => false] as const;

/** Unused profiles. The one returned first is used first. */
const idle = new WeakMap<Browser, Borrowed[]>();

/** Profiles with changes that cannot be undone. */
const spoilt = new WeakSet<BrowserContext>();

const OF_PAGES = ['console', 'pageerror', 'dialog', 'popup', 'download', 'framenavigated'] as const;
const OF_REQUESTS = ['request', 'response', 'requestfailed', 'requestfinished'] as const;
/** Initial window size of a context. */
const WINDOW = { width: 1280, height: 720 };
/**
 * A file of every test server that runs no scripts. It has the origin of the pages, so the renderer process is kept.
 */
const STILL = '/app/mark.svg';

/**
 * Returns a profile without any state of earlier tests: no cookies, permissions, storage, routes, listeners, or other
 * pages. Its renderer process keeps its compiled scripts, which a new profile would have to compile again. Return it
 * with `release`, and call `spoil` before changes that cannot be undone.
 */
export async function borrow(browser: Browser | undefined): Promise<Borrowed> {
  const kept = browser && idle.get(browser)?.shift();
  if (kept) return kept;
  const context = await openContext(browser);
  return { context, page: await context.newPage() };
}

/** Returns a profile that has loaded nothing, for tests of missing script files. It is not reused. */
export async function borrowAnew(browser: Browser | undefined): Promise<Borrowed> {
  const context = await openContext(browser);
  spoil(context);
  return { context, page: await context.newPage() };
}

/** Marks the profile as not reusable, because a test sets a clock or adds a device. */
export function spoil(context: BrowserContext): void {
  spoilt.add(context);
}

/**
 * Clears the state of a test and keeps the profile for the next one. Profiles that cannot be cleared or are closed are
 * not kept.
 */
export async function release({ context, page }: Borrowed): Promise<void> {
  const browser = context.browser();
  const isKept = !spoilt.has(context) && (await clear(context, page).then(...YES_OR_NO));
  if (browser && isKept) idle.set(browser, [...(idle.get(browser) ?? []), { context, page }]);
  else await context.close();
}

/** Clears a profile. Rejects if the page cannot navigate to a file of its server. */
async function clear(context: BrowserContext, page: Page): Promise<void> {
  await Promise.all(context.pages().map(async (each) => (each === page ? undefined : each.close())));
  for (const event of ['page', ...OF_REQUESTS] as const) context.removeAllListeners(event);
  // Without a listener, a dialog before leaving the page does not block the browser.
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
