import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../web/browser.ts';
import { authorizationUrl, registerClient, signedIn } from './oauth-browser.ts';

const browser = await openBrowser(import.meta.filename);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// `openBrowser` has already reported that these tests did not run.
if (browser) describe('consent page in a browser', () => testPage(browser));
else it('consent page is not tested without a browser', () => expect(browser).toBeUndefined());

function testPage(chromium: Browser): void {
  let app: TestApp;
  let base: string;
  let client: { readonly server: Server; readonly url: string; readonly asked: string[] };
  let clientId: string;

  beforeAll(async () => {
    app = await startApp();
    base = app.api.baseUrl;
    client = await startClient();
    ({ client_id: clientId } = await registerClient(base, { redirect_uris: [`${client.url}/callback`] }));
  });
  afterAll(async () => {
    await chromium.close();
    client.server.close();
    await app.close();
  });

  async function openSignedIn(colorScheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
    const { cookie } = await signedIn(app);
    const equals = cookie.indexOf('=');
    const context = await chromium.newContext({ colorScheme });
    await context.addCookies([{ name: cookie.slice(0, equals), value: cookie.slice(equals + 1), url: base }]);
    return context;
  }

  const request = (): string => authorizationUrl(base, clientId, { redirect_uri: `${client.url}/callback` }).href;

  it('redirects the browser to the client when Allow or Refuse is pressed, through all redirects', async () => {
    const context = await openSignedIn();
    const page = await context.newPage();
    for (const [button, result] of [
      ['Authorize', /\?code=.+&state=the\+state&iss=/],
      ['Deny', /\?error=access_denied/],
    ] as const) {
      await page.goto(request());
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(/\/landed$/);
      expect(client.asked.at(-1)).toMatch(result);
    }
    await context.close();
  });

  it('shows nothing in a frame of another site', async () => {
    const context = await openSignedIn();
    const page = await context.newPage();
    await page.goto(`${client.url}/frame?${encodeURIComponent(request())}`);
    await expect.poll(() => page.frames()[1]?.url() ?? '').toMatch(/^chrome-error:/);
    await context.close();
  });

  it.each(['light', 'dark'] as const)('is accessible (%s)', async (scheme) => {
    const context = await openSignedIn(scheme);
    const page = await context.newPage();
    await page.goto(request());
    // The policy of the page does not allow scripts, so the debugger injects the accessibility checker.
    const session = await context.newCDPSession(page);
    await session.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    await page.evaluate(AXE);
    const violations = await page.evaluate('axe.run().then((found) => found.violations.map(({ id }) => id))');
    expect(violations).toEqual([]);
    await context.close();
  });
}

/**
 * Starts a local client that accepts the redirect and then redirects to a page without the code. The client can also
 * show a URL in a frame.
 */
async function startClient() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/callback')) {
      asked.push(url);
      response.writeHead(302, { location: '/landed' }).end();
    } else if (url.startsWith('/frame?')) {
      const source = decodeURIComponent(url.slice('/frame?'.length)).replaceAll('&', '&amp;');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${source}"></iframe>`);
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end('Done');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { server, asked, url: `http://127.0.0.1:${port}` };
}
