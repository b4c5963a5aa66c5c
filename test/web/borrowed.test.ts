import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, borrowAgain, release, spoil } from './borrowed.ts';
import { openBrowser } from './browser.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('a returned browser profile', () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  const KEPT =
    'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, innerWidth, navigator.onLine])';

  it('is reused without any state of the previous test', async () => {
    const first = await borrow(browser);
    const heard: string[] = [];
    first.page.on('request', (request) => heard.push(request.url()));
    first.context.on('page', () => heard.push('a page'));
    await first.page.goto(address);
    const asGiven = await first.page.evaluate<string>(KEPT);
    await first.page.evaluate(
      `document.cookie = 'a=b'; localStorage.c = 'd'; sessionStorage.e = 'f'; addEventListener('beforeunload', (event) => event.preventDefault())`,
    );
    await first.page.locator('p').click();
    first.page.on('dialog', (dialog) => void dialog.dismiss());
    await first.context.newPage();
    await first.page.setViewportSize({ width: 400, height: 400 });
    await first.page.emulateMedia({ colorScheme: 'dark' });
    await first.context.grantPermissions(['notifications']);
    await first.context.route('**/*', (route) => route.abort());
    await first.page.route('**/*', (route) => route.abort());
    await first.context.setOffline(true);
    await release(first);

    const again = await borrow(browser);
    expect(again.page).toBe(first.page);
    expect(again.context.pages()).toEqual([again.page]);
    heard.length = 0;
    await again.page.goto(address);
    expect(await again.page.evaluate(KEPT)).toBe(asGiven);
    expect(await again.page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(false);
    expect(await again.page.evaluate('Notification.permission')).not.toBe('granted');
    expect(await again.context.cookies()).toEqual([]);
    await (await again.context.newPage()).close();
    expect(heard).toEqual([]);
    await release(again);
  });

  it('is not reused if it was spoiled, closed, or created separately, nor used by two tests at once', async () => {
    const spoilt = await borrow(browser);
    spoil(spoilt.context);
    await release(spoilt);
    const closed = await borrow(browser);
    expect(closed.context).not.toBe(spoilt.context);
    await closed.context.close();
    await release(closed);
    const own = await borrowAgain(browser);
    await release(own);
    const [one, other] = [await borrow(browser), await borrow(browser)];
    expect(new Set([spoilt, closed, own, one, other].map(({ context }) => context)).size).toBe(5);
  });
});
