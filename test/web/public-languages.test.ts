// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createStamps } from '../../src/features/campaigns/forms/stamps.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { LANGUAGES } from '../../src/mail/languages/catalog.ts';
import { textsIn } from '../../src/mail/languages/texts.ts';
import { authorizationUrl, registerClient, signedIn } from '../api/oauth-browser.ts';
import { eventually, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { addVerifiedDomain } from '../support/campaign-contents.ts';
import { startConfirming, type Confirming } from '../support/confirmation-emails.ts';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { newFormTenant, type FormTenant } from '../support/signup-forms.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, overflowOf, photograph, violationsOf } from './looks.ts';

const SENDER = 'The Garden Post';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the pages for readers', () => {
  let app: TestApp;
  let confirming: Confirming;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    confirming = await startConfirming();
    ({ app } = confirming);
  });
  afterEach(async () => context?.close());
  afterAll(async () => {
    await browser?.close();
    await confirming.close();
  });

  /** Opens a browser profile that prefers a language. */
  async function openIn(locale: string): Promise<Page> {
    if (!browser) throw new Error('There is no browser');
    context = await browser.newContext({ reducedMotion: 'reduce', locale, timezoneId: 'UTC' });
    context.setDefaultTimeout(30_000);
    return context.newPage();
  }

  async function newTenant(): Promise<FormTenant> {
    const tenant = await newFormTenant(app);
    await addVerifiedDomain(app, tenant.accountId, `garden${tenant.accountId}.example`);
    await rowsOf(tenant.db, 'update account set name = $2 where account_id = $1', [tenant.accountId, SENDER]);
    return tenant;
  }

  /** Sends an email, shares its delivery, and returns the path of the public page. */
  async function shareDelivery(): Promise<string> {
    const tenant = await app.newAccount();
    const { account } = tenant;
    const { session } = await newPerson(app, account.id);
    const domain = `shared${account.id}.example`;
    await addVerifiedDomain(app, account.id, domain);
    const recipient = `ann@there${account.id}.example`;
    const email = { from: `a@${domain}`, to: [recipient], subject: 'Hi', text: 'Hi' };
    const { body: message } = await tenant.post('/transactional/emails', email);
    await confirming.emailTo(recipient);
    const { body: link } = await session.call('POST', `/dashboard/messages/${message.id}/shares`, { recipient });
    return new URL(link.url).pathname;
  }

  /** Signs in to the dashboard, and returns the URL at which an app requests access to the account. */
  async function requestAuthorization(): Promise<string> {
    const { cookie } = await signedIn(app);
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(cookie) ?? [];
    await context?.addCookies([{ name, value, url: app.url }]);
    const { client_id: clientId } = await registerClient(app.url, { client_name: SENDER });
    return authorizationUrl(app.url, clientId).href;
  }

  /** Moves the timestamp of a form's page into the past, as if a person had taken the time to fill in the form. */
  async function readSlowly(page: Page, url: string): Promise<void> {
    const { clock, vault } = app.installation;
    const stamp = createStamps({ clock, vault }).make('page', url.slice(-6), new Date(clock.now() - 5_000));
    await page.evaluate(`document.querySelector('[name=stamp]').value = ${JSON.stringify(stamp)}`);
  }

  it('lead a reader with de-AT in German from sign-up to unsubscription', async () => {
    const tenant = await newTenant();
    const form = await tenant.newForm();
    const page = await openIn('de-AT');
    const complaints = listenForComplaints(page);
    const shows = async (heading: string) => page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.goto(form.url);
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.getByLabel('Vorname').fill('Bea');
    await page.getByLabel('E-Mail-Adresse').fill('bea@there.example');
    await readSlowly(page, form.url);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await shows('Bitte prüfen Sie Ihr Postfach');
    const raw = await confirming.emailTo('bea@there.example');
    const path = /\/confirm\/[\w-]+/.exec(raw.replaceAll('=\r\n', ''))?.[0] ?? '';
    await page.goto(`${app.url}${path}`);
    await shows('Anmeldung bestätigen');
    await page.getByRole('button', { name: 'Anmeldung bestätigen' }).click();
    await shows('Ihre Anmeldung ist bestätigt');
    const [contact] = await rowsOf<{ id: number }>(tenant.db, 'select id from contact where account_id = $1', [
      tenant.accountId,
    ]);
    const named = { kind: 'campaign', accountId: tenant.accountId, source: 1, recipient: contact?.id ?? 0 } as const;
    await page.goto(`${app.url}/u/${createLinkTokens(app.installation.vault)(named, 'unsubscribe')}`);
    await shows('Newsletter abbestellen?');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await shows('Sie sind abgemeldet');
    expect(complaints).toEqual([]);
  });

  it.each(LANGUAGES)('are accessible and fit the screen in %s', { timeout: 300_000 }, async (language) => {
    const tenant = await newTenant();
    const { accountId, ann, db } = tenant;
    await ann.call('PATCH', '/campaign-settings', { language, archives: true, accent_color: '#0a7d4f' });
    const form = await tenant.newForm({ gdpr_required: true });
    const given = { email: `${language}@there.example`, language, lists: [tenant.list] };
    const { id: contactId } = (await ann.call('POST', '/contacts', given)).body;
    const tokenOf = createLinkTokens(app.installation.vault);
    const named = { kind: 'campaign', accountId, source: 1, recipient: contactId } as const;
    const confirmation = await eventually('the confirmation email is created', async () => {
      const [row] = await rowsOf<{ campaign_id: number }>(
        db,
        'select campaign_id from confirmation_mail where account_id = $1',
        [accountId],
      );
      return row?.campaign_id;
    });
    const asked = { kind: 'confirmation', accountId, source: confirmation, recipient: contactId } as const;
    const { body: landing } = await ann.call('POST', '/landing-pages', { title: SENDER, form_id: form.id, text: 'x' });
    const { body: settings } = await ann.call('GET', '/campaign-settings');
    const page = await openIn(language);
    const faults: string[] = [];
    const look = async (name: string): Promise<void> => {
      expect([name, await page.evaluate('document.documentElement.lang')]).toEqual([name, language]);
      const { direction } = textsIn(language);
      expect([name, await page.evaluate('document.documentElement.dir || "ltr"')]).toEqual([name, direction]);
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 812 });
        const found = [...(await violationsOf(page, width === 375 ? 'all' : 'all_again')), ...(await overflowOf(page))];
        faults.push(...found.map((fault) => `${name} at ${width}: ${fault}`));
        await photograph(page, `language-${language}-${name}-${width}`, true);
      }
    };
    const open = async (name: string, url: string): Promise<void> => {
      await page.goto(url);
      await look(name);
    };
    /** Submits the first form of the page, even if its fields are invalid. */
    const submit = async (name: string): Promise<void> => {
      await page.evaluate('document.forms[0].noValidate = true');
      await page.locator('form button').first().click();
      await page.waitForLoadState();
      await look(name);
    };
    const nobody = { ...named, recipient: 0 };
    await open('form', form.url);
    await submit('form-faults');
    await open('check', `${form.url}/check-your-mail`);
    await open('thanks', `${form.url}/thanks`);
    await open('form-closed', `${app.url}/f/zzzzzz`);
    await open('confirm', `${app.url}/confirm/${tokenOf(asked, 'confirm')}`);
    await submit('confirmed');
    await open('preferences', `${app.url}/preferences/${tokenOf(named, 'preferences')}`);
    await submit('preferences-saved');
    await open('unsubscribe', `${app.url}/u/${tokenOf(named, 'unsubscribe')}`);
    await submit('unsubscribed');
    await submit('undone');
    await open('archive', `${settings.archive_url}?copy`);
    await open('archive-missing', `${app.url}/archive/x`);
    await open('landing', landing.preview_url);
    await open('unknown', `${app.url}/u/x`);
    await open('unknown-tracked', `${app.url}/t/c/x`);
    await open('email-missing', `${app.url}/view/x`);
    await open('test-link', `${app.url}/u/${tokenOf(nobody, 'unsubscribe')}`);
    await open('delivery', `${app.url}${await shareDelivery()}`);
    await open('delivery-missing', `${app.url}/route/x`);
    await open('consent', await requestAuthorization());
    const words = await page.evaluate<string>('document.body.innerText');
    if (language !== 'en') expect(words).not.toMatch(/authorize|will be able|signed in/i);
    await open('consent-expired', `${app.url}/oauth/consent/${'x'.repeat(20)}`);
    expect(faults).toEqual([]);
  });
});
