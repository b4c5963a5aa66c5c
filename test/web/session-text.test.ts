// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { createBrowser, join, PASSWORD, signIn } from '../support/people.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, openPage, photograph } from './looks.ts';
import { startWorld, type World } from './world.ts';

const ADA = 'ada@northwind.example';
const GRACE = 'mary@northwind.example';
/** An image of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('input when the session ends or the network fails', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    const owner = createBrowser(world.address);
    const { name, value } = await world.signIn();
    owner.cookies.set(name, value);
    await join(world.app, owner, ADA, 'owner');
    await join(world.app, owner, GRACE, 'owner');
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    await signInAs(ADA);
  });

  afterEach(async () => {
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const sheet = (tab: Page = page) => tab.getByRole('dialog', { name: 'Sign in again' });
  const contactPath = (): string => `/contacts/${world.seeded['contact']}`;

  async function signInAs(email: string): Promise<void> {
    const { cookies } = await signIn(world.app, email);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: world.address })));
  }

  async function endSessions(): Promise<void> {
    await world.app.installation.db.script('delete from person_session');
    const status = async (): Promise<number> =>
      (await context.request.get(`${world.address}/dashboard/session`)).status();
    await expect.poll(status).toBe(401);
  }

  async function signInAgain(email = ADA, tab: Page = page): Promise<void> {
    await sheet(tab).getByLabel('Email', { exact: true }).fill(email);
    await sheet(tab).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await sheet(tab).getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function firstName(): Promise<unknown> {
    const [row] = await rowsOf<{ first_name: string }>(
      world.app.installation.db,
      'select first_name from contact where id = $1',
      [world.seeded['contact']],
    );
    return row?.first_name;
  }

  it('is saved on the page of a contact after the same person has signed in again', async () => {
    await openPage(page, at(contactPath()), 'Six things for the autumn');
    await endSessions();
    await page.getByLabel('First name').fill('Grace Brewster');
    await sheet().waitFor();
    expect(await page.getByText(/Unauthenticated|access token/).count()).toBe(0);
    expect(await faultsInState(page, 'session-ended-contact')).toEqual([]);
    await signInAgain();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace Brewster');
    expect(await firstName()).toBe('Grace Brewster');
  });

  it('is saved in a campaign, and the dialog to add a contact continues', async () => {
    const id = world.seeded['campaign_draft'];
    const other = await context.newPage();
    await openPage(other, at('/contacts?do=add'), 'Consent text');
    const form = other.getByRole('dialog', { name: 'Add contact' });
    await form.getByLabel('Email address').fill('kept@reader.example');
    await openPage(page, at(`/campaigns/${id}/edit`), 'Inboxes show this text after the subject.');
    await endSessions();
    await page.getByLabel('Subject').fill('Typed after the session had ended');
    await sheet().waitFor();
    await other.bringToFront();
    await form.getByRole('button', { name: 'Add contact' }).click();
    await sheet(other).waitFor();
    // A single sign-in lets both tabs continue.
    await signInAgain(ADA, other);
    await other.waitForURL(/\/contacts\/\d+$/);
    await page.bringToFront();
    await sheet().waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    const [campaign] = await rowsOf<{ subject: string }>(
      world.app.installation.db,
      'select subject from campaign where id = $1',
      [id],
    );
    expect(campaign?.subject).toBe('Typed after the session had ended');
  });

  it.each([
    ['/contacts', 'Wolfeschlegel'],
    ['/lists', 'Product news'],
    ['/forms', 'A letter a month'],
    ['/automations', 'Come back'],
    ['/campaigns', 'Autumn catalogue'],
  ])('on %s opens the sign-in above the page and shows its data afterwards', async (path, shows) => {
    await openPage(page, at('/tags'), 'password_reset');
    await endSessions();
    await page.evaluate(`history.pushState({}, '', '/app${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
    await sheet().waitFor();
    expect(await page.getByText(/Unauthenticated|access token/).count()).toBe(0);
    await signInAgain();
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
  });

  it('resumes without a second sign-in if another tab has signed in before the 401 response arrives', async () => {
    await openPage(page, at(contactPath()), 'Six things for the autumn');
    let refused = 0;
    await page.route('**/contacts/*', async (route) => {
      if (route.request().method() !== 'PATCH' || refused > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 401, json: { message: 'Unauthenticated' } });
    });
    await page.getByLabel('First name').fill('Grace of two tabs');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect([refused, await sheet().count(), await firstName()]).toEqual([1, 0, 'Grace of two tabs']);
  });

  it('is not saved for another person who signs in, because the page reloads', async () => {
    await openPage(page, at(contactPath()), 'Six things for the autumn');
    const before = await firstName();
    await endSessions();
    await page.getByLabel('First name').fill('Typed by Ada');
    await sheet().waitFor();
    const changes: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()));
    await signInAgain(GRACE);
    await page.waitForURL(at(''));
    await page.getByRole('button', { name: new RegExp(GRACE) }).waitFor();
    expect([changes, await firstName()]).toEqual([[], before]);
  });

  it('is not sent with the session of another person that this tab does not know about', async () => {
    await openPage(page, at(contactPath()), 'Six things for the autumn');
    const before = await firstName();
    await page.route('**/contacts/*', async (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 401, json: { message: 'Unauthenticated' } })
        : route.continue(),
    );
    await signInAs(GRACE);
    await page.getByLabel('First name').fill('Typed by Ada');
    await page.getByRole('button', { name: new RegExp(GRACE) }).waitFor();
    expect(await firstName()).toBe(before);
  });

  it('uploads a file after the user has signed in again', async () => {
    await openPage(page, at('/images?do=add'), 'Add image');
    await endSessions();
    await page.locator('input[type=file]').setInputFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: GIF });
    await sheet().waitFor();
    await signInAgain();
    await page.getByText('dot.gif').first().waitFor();
    await expect
      .poll(async () => rowsOf(world.app.installation.db, `select 1 from image where name = 'dot.gif'`, []))
      .toHaveLength(1);
  });

  it('opens the sign-in when the event stream is rejected', async () => {
    const stream = '**/dashboard/live';
    // Send a short retry time, so that the browser soon reopens the stream.
    await page.route(stream, async (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'retry: 100\n\n' }),
    );
    await openPage(page, at('/fields'), 'contact.birthday');
    await endSessions();
    await page.unroute(stream);
    await sheet().waitFor();
  });

  it('opens the sign-in for a preview after the session has ended, and shows it afterwards', async () => {
    await openPage(page, at(`/messages/${world.seeded['message']}?show=preview`), 'Your login code is 481 552');
    const inside = page.frameLocator('iframe').getByText('Not you?');
    await inside.waitFor();
    await endSessions();
    await page.getByLabel('Load remote images').check();
    await sheet().waitFor();
    await signInAgain();
    await sheet().waitFor({ state: 'detached' });
    await inside.waitFor();
  });

  it.each(['/contacts/export', '/contacts/{contact}/data', '/domains/{domain}/zone-file'])(
    'on %s redirects browsers to the sign-in and returns a problem to programs',
    async (pattern) => {
      const path = pattern.replace(/\{(\w+)\}/, (_whole, name: string) => world.seeded[name] ?? '');
      const asked = `${world.address}${path}`;
      const led = await fetch(asked, { headers: { 'sec-fetch-dest': 'document' }, redirect: 'manual' });
      expect([led.status, led.headers.get('location')]).toEqual([303, `/app/sign-in?next=${encodeURIComponent(path)}`]);
      expect((await fetch(asked)).status).toBe(401);
    },
  );

  it('is saved when the browser is online again, and the page asks before the user leaves', async () => {
    await openPage(page, at(contactPath()), 'Six things for the autumn');
    await context.setOffline(true);
    await page.getByLabel('First name').fill('Grace offline');
    await page.getByText('Not saved: The server isn’t responding.').waitFor();
    expect(await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(false);
    await context.setOffline(false);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await firstName()).toBe('Grace offline');
  });

  it('is sent again after a pause if the server failed, but not if it rejected the request', async () => {
    await openPage(page, at(contactPath()), 'Six things for the autumn');
    const answers = [503, 502];
    const statuses: number[] = [];
    await page.route('**/contacts/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      const status = answers.shift();
      statuses.push(status ?? 200);
      return status === undefined ? route.continue() : route.fulfill({ status, json: { message: 'Not now.' } });
    });
    await page.getByLabel('First name').fill('Grace after a while');
    await page.getByText('Not saved: Not now.').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect([statuses, await firstName()]).toEqual([[503, 502, 200], 'Grace after a while']);
    await photograph(page, 'saved-after-a-while');
  });
});
