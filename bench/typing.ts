import type { Browser, CDPSession, Page } from 'playwright-core';
import { startApi } from '../src/app/api.ts';
import { cookiesOf } from '../src/app/people.ts';
import { createPerson, startSession } from '../src/features/tenants/people/index.ts';
import { buildPages } from '../test/support/built-pages.ts';
import { rowsOf } from '../test/support/planted-contacts.ts';
import { openBrowser } from '../test/web/browser.ts';
import { openPage } from '../test/web/looks.ts';
import { judged, median, percentile, row } from './measure.ts';
import { closing, withStack, type Stack } from './stack.ts';

const PARAGRAPHS = 200;
const KEYS = 200;
const WARM_UP_KEYS = 20;
/** Time between two key presses, in milliseconds: about 120 words per minute. */
const KEY_EVERY_MS = 100;
const MAX_MS = 16;
const SENTENCE = 'The garden opens again on Saturday, and the first leaves of the year are ready to taste. ';

/**
 * Types in the block editor, in the middle of an email with 200 paragraphs and of an email with one paragraph. Measures
 * the time from each key press until the browser has painted the next frame. Waiting for the frame is included, so the
 * lowest possible median is 8 ms at 60 frames per second. `npm run bench -- typing 500` uses an email with 500
 * paragraphs.
 */
export async function benchTyping(paragraphs = PARAGRAPHS): Promise<void> {
  await buildPages('dashboard');
  const browser = await openBrowser(import.meta.filename);
  if (!browser) return;
  await closing(Promise.resolve(browser), async () =>
    withStack({ POSTRIDER_LOG: 'silent' }, async ({ installation }) => {
      await closing(startApi(installation), async ({ baseUrl }) => {
        const page = await signedIn(browser, installation, baseUrl);
        for (const count of [1, paragraphs]) {
          const { times, workMs } = await typedIn(page, baseUrl, count);
          row(`${count} paragraphs, median`, `${judged(median(times), { most: MAX_MS })} ms`);
          row(`${count} paragraphs, p95`, `${judged(percentile(times, 0.95), { most: MAX_MS })} ms`);
          row(`${count} paragraphs, main thread`, `${workMs.toFixed(1)} ms`);
        }
      });
    }),
  );
}

async function signedIn(browser: Browser, installation: Stack['installation'], baseUrl: string): Promise<Page> {
  const [account] = await rowsOf<{ account_id: number }>(installation.db, 'select account_id from account limit 1');
  const membership = { accountId: account?.account_id ?? 0, role: 'owner' } as const;
  const { id } = await createPerson(installation.db, { name: 'Ada', email: 'ada@example.com', membership });
  const { cookie } = await startSession(installation.db, cookiesOf(installation), id, membership);
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.context().addCookies([{ name, value, url: baseUrl }]);
  return page;
}

/** Returns the times of all key presses, and how long the main thread is busy for each key, in milliseconds. */
async function typedIn(
  page: Page,
  baseUrl: string,
  paragraphs: number,
): Promise<{ readonly times: readonly number[]; readonly workMs: number }> {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: SENTENCE.repeat(4) }] };
  const answer = await page.request.post(`${baseUrl}/campaigns`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      title: 'Typing',
      subject: 'Typing',
      from_name: 'Bench',
      from_email: 'onboarding@sandbox.localhost',
      design: { type: 'doc', content: Array.from({ length: paragraphs }, () => paragraph) },
    },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
  const { id } = (await answer.json()) as { readonly id: number };
  await openPage(page, `${baseUrl}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
  await page
    .locator('.pr-mail p')
    .nth(Math.floor(paragraphs / 2))
    .click();
  await page.evaluate(MEASURE);
  // The first keys compile the code of the editor.
  await press(page, WARM_UP_KEYS);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await busyMs(session);
  await press(page, KEYS);
  const workMs = ((await busyMs(session)) - before) / KEYS;
  await session.detach();
  const times = await page.evaluate<readonly number[]>('window.times');
  return { times: times.slice(WARM_UP_KEYS), workMs };
}

/** Returns how long the main thread of a page has been busy since the measurement was enabled, in milliseconds. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
}

async function press(page: Page, keys: number): Promise<void> {
  for (let key = 0; key < keys; key += 1) await page.keyboard.press('e', { delay: KEY_EVERY_MS });
}

/** Collects the time from each key press until the task after the next animation frame. */
const MEASURE = `window.times = [];
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.times.push(performance.now() - timeStamp);
    port2.postMessage('');
  }), { capture: true });`;
