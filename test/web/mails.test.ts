// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { renderDesign } from '../../src/mail/design/render.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newSender, plantCampaign, plantContact } from '../support/campaign-contents.ts';
import { designOf, EXAMPLES } from '../support/designs.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { overflowOf, photograph, violationsOf } from './looks.ts';

/** Widths of the narrowest common phone, a typical phone, and the window of a desktop email client. */
const WIDTHS = [320, 375, 900];
/**
 * axe rules that apply only to whole pages and are ignored here. An email is shown inside a page that has its own
 * title, headings, and regions.
 */
const OF_PAGES = /: (?:document-title|heading-order|landmark-one-main|page-has-heading-one) at /;

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('emails with blocks in a browser', () => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(() => {});
  afterAll(async () => browser?.close());
  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    // The images in the example emails do not exist.
    await page.route(/^https?:\/\/(?!localhost|127\.)/, (route) => route.abort());
    return async () => release({ context, page });
  });

  async function faultsAt(width: number): Promise<string[]> {
    await page.setViewportSize({ width, height: 800 });
    const found = [...(await violationsOf(page, 'opened')), ...(await overflowOf(page))];
    return found.map((fault) => `${width}: ${fault}`).filter((fault) => !OF_PAGES.test(fault));
  }

  it.each(EXAMPLES)('fit on a phone and are accessible with %s', async (name, blocks) => {
    await page.setContent(renderDesign(designOf(blocks)).html);
    const faults: string[] = [];
    for (const width of WIDTHS) {
      faults.push(...(await faultsAt(width)));
      await photograph(page, `design-${name}-${width}`, true);
    }
    expect(faults).toEqual([]);
  });

  it('are shown in the browser as they were sent, run no scripts, and fit on a phone', async () => {
    const app: TestApp = await startApp();
    try {
      const sender = await newSender(app);
      const { html } = renderDesign(designOf(EXAMPLES.flatMap(([, blocks]) => blocks)));
      const campaign = await plantCampaign(app, sender, {
        html: html.replace('</body>', '<script>document.title = "ran"</script></body>'),
      });
      const contactId = await plantContact(app, sender.accountId, {
        email: 'ann@there.example',
        firstName: 'Ann',
        fields: { city: ['text', 'Köln'] },
      });
      const token = createLinkTokens(app.installation.vault)(
        {
          kind: 'campaign',
          accountId: sender.accountId,
          source: campaign.id,
          recipient: contactId,
        },
        'view',
      );
      await page.goto(`${app.api.baseUrl}/view/${token}`);
      expect(await page.title()).not.toBe('ran');
      // The sandbox of the page also prevents axe from running.
      const shown = (await page.content()).replace(/<script>.*?<\/script>/s, '');
      await page.goto('about:blank');
      await page.setContent(shown);
      const faults: string[] = [];
      for (const width of WIDTHS) {
        faults.push(...(await faultsAt(width)));
        await photograph(page, `view-${width}`, true);
      }
      expect(faults).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
