import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openContext } from './looks.ts';

/** A profile with one page, which tests use in turn. */
export interface Borrowed {
  readonly context: BrowserContext;
  readonly page: Page;
}

const YES_OR_NO = [() => true, () => false] as const;

/** Profiles that nobody uses now; what was given back first is lent first. */
const idle = new WeakMap<Browser, Borrowed[]>();

/** Profiles in which something was done that cannot be taken back. */
const spoilt = new WeakSet<BrowserContext>();

const OF_PAGES = ['console', 'pageerror', 'dialog', 'popup', 'download', 'framenavigated'] as const;
const OF_REQUESTS = ['request', 'response', 'requestfailed', 'requestfinished'] as const;
/** What a context is made with. */
const WINDOW = { width: 1280, height: 720 };
/** A file of every server of ours, which runs nothing. It has the origin of the pages, whose process so stays. */
const STILL = '/app/mark.svg';

/**
 * A profile that remembers nothing of the tests before: no cookie, permission, storage, route, listener or other page. Its
 * process stays, with the scripts that it has compiled, which a profile of its own compiles anew: give it back with
 * `giveBack`, and say `spoil` before what cannot be taken back.
 */
export async function borrow(browser: Browser | undefined): Promise<Borrowed> {
  const kept = browser && idle.get(browser)?.shift();
  if (kept) return kept;
  const context = await openContext(browser);
  return { context, page: await context.newPage() };
}

/** A profile that has loaded nothing yet, for tests of what a file of the program that is missing comes to. It is not kept. */
export async function borrowAnew(browser: Browser | undefined): Promise<Borrowed> {
  const context = await openContext(browser);
  spoil(context);
  return { context, page: await context.newPage() };
}

/** Says that a test sets a clock or adds a device: the profile ends with it. */
export function spoil(context: BrowserContext): void {
  spoilt.add(context);
}

/** Ends what a test began and keeps the profile for the next; one that cannot be cleared, or is closed, is not kept. */
export async function giveBack({ context, page }: Borrowed): Promise<void> {
  const browser = context.browser();
  const isKept = !spoilt.has(context) && (await clear(context, page).then(...YES_OR_NO));
  if (browser && isKept) idle.set(browser, [...(idle.get(browser) ?? []), { context, page }]);
  else await context.close();
}

/** Rejects when the page cannot be left for a file of its server. */
async function clear(context: BrowserContext, page: Page): Promise<void> {
  await Promise.all(context.pages().map(async (each) => (each === page ? undefined : each.close())));
  for (const event of ['page', ...OF_REQUESTS] as const) context.removeAllListeners(event);
  // Without a listener the browser is not held by a page that asks whether it may be left.
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
