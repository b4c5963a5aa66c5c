// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { inRun } from '../support/long-run.ts';
import { openBrowser } from './browser.ts';
import { openContext, openPage } from './looks.ts';
import { WEB_PAGES } from './pages.ts';
import { startWorld, type World } from './world.ts';

/** Maximum cumulative layout shift (CLS) that is rated as good: https://web.dev/articles/cls */
const GOOD = 0.1;
/**
 * Maximum simulated latency of a response, in milliseconds. On the internet, responses arrive at different times, but
 * without simulated latency, they would all arrive at once.
 */
const SLOWEST_ANSWER_MS = 200;
const MAX_LOADS = 3;
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 375, height: 812 },
] as const;
/**
 * Pages to test: the report of a campaign in each status, the pages with the largest shifts, and those of an editor. Long
 * runs test all pages of signed-in users.
 */
const CHOSEN = [
  'campaign',
  'campaign-sending',
  'campaign-paused',
  'campaign-draft',
  'campaign-office',
  'campaign-test',
  'campaign-review',
  'campaigns',
  'overview',
  'contact',
  'team',
  'apps',
  'form',
  'tag-charts',
  'operator-accounts',
  'brand',
  'templates-empty',
  'images-empty',
  'not-found',
];
const MEASURED = inRun(
  CHOSEN,
  WEB_PAGES.filter(({ isPlain }) => isPlain !== true).map(({ name }) => name),
);

const OBSERVER = `window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the layout shift of a page while it loads', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    context = await openContext(browser);
    await context.addCookies([{ ...(await world.signIn()), url: world.address }]);
    page = await context.newPage();
    await page.addInitScript(OBSERVER);
    let answers = 0;
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() === 'fetch') {
        answers += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, (answers * 70) % SLOWEST_ANSWER_MS);
        });
      }
      await route.continue();
    });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /**
   * Returns the smallest shift of several loads. On a busy machine, responses can take longer than the page waits for
   * them.
   */
  async function leastShift(address: string, shows: string): Promise<number> {
    let least = Infinity;
    for (let load = 0; load < MAX_LOADS && least >= GOOD; load += 1) {
      await openPage(page, address, shows);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      least = Math.min(least, await page.evaluate<number>('window.shift'));
    }
    return least;
  }

  it.each(MEASURED)('of %s is less than 0.1, wide and narrow', async (name) => {
    const shown = WEB_PAGES.find((each) => each.name === name);
    if (!shown) throw new Error(`There is no page ${name}`);
    const path = typeof shown.path === 'string' ? shown.path : shown.path(world);
    const shifts: number[] = [];
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      shifts.push(await leastShift(`${world.address}/app${path}`, shown.shows));
    }
    expect(shifts.filter((shift) => shift >= GOOD)).toEqual([]);
  });

  it.each(['blocks', 'HTML'] as const)('of the composer for %s is less than 0.1, wide and narrow', async (format) => {
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }];
    const made = await page.request.post(`${world.address}/campaigns`, {
      data: {
        title: 'Spring',
        subject: 'Spring',
        from_name: 'Northwind',
        from_email: 'post@northwind.example',
        ...(format === 'HTML' ? { html: '<p>Hello</p>' } : { design: { type: 'doc', content } }),
      },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const { id } = (await made.json()) as { readonly id: number };
    const shifts: number[] = [];
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      shifts.push(await leastShift(`${world.address}/app/campaigns/${id}/edit`, 'Hello'));
    }
    expect(shifts.filter((shift) => shift >= GOOD)).toEqual([]);
  });

  it('includes the year for dates of other years', async () => {
    await openPage(page, `${world.address}/app/contact-tags`, 'VIP');
    const dates = await page.evaluate<readonly (readonly [string, string])[]>(
      `[...document.querySelectorAll('time')].map((each) => [each.dateTime.slice(0, 4), each.textContent])`,
    );
    const others = dates.filter(([year]) => year !== String(new Date().getUTCFullYear()));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(([year, text]) => !text.includes(year))).toEqual([]);
  });
});
