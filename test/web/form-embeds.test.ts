// Place in a run: slow.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStamps } from '../../src/features/campaigns/forms/stamps.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWith } from '../support/loud-skip.ts';
import { deleteFormAttempts, newFormTenant, type FormTenant } from '../support/signup-forms.ts';
import { createSignUps } from '../support/sign-ups.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, photograph, violationsOf } from './looks.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

/** A page of another site, with its own origin, content, and content security policy. */
interface OtherSite {
  readonly url: string;
  show(content: string, policy?: string): void;
  close(): void;
}

async function startOtherSite(): Promise<OtherSite> {
  let page = { content: '', policy: '' };
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page.policy !== '') response.setHeader('content-security-policy', page.policy);
    response.end(`<!doctype html><html lang="en"><title>A shop</title>
      <style>input { background: hotpink !important } h2 { display: none }</style>
      <main><h1>A shop</h1>${page.content}</main></html>`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    show: (content, policy = '') => {
      page = { content, policy };
    },
    close: () => server.close(),
  };
}

describeWith(browser)('forms embedded in another site', () => {
  let app: TestApp;
  let site: OtherSite;
  let tenant: FormTenant;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    app = await startApp();
    site = await startOtherSite();
  });
  afterAll(async () => {
    site.close();
    await browser?.close();
    await app.close();
  });
  beforeEach(async () => {
    await deleteFormAttempts(app.installation.db);
    tenant = await newFormTenant(app);
    ({ context, page } = await borrow(browser));
    complaints = listenForComplaints(page);
  });
  afterEach(async () => {
    // Ignore the icon, which Chromium requests from every site, and error responses, which Chromium logs.
    expect(complaints.filter((each) => !/favicon|status of (?:404|422)/.test(each))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await release({ context, page });
  });

  const emails = async (): Promise<string[]> => (await tenant.contacts()).map(({ email }) => email);
  const press = async (): Promise<void> => page.getByRole('button', { name: 'Sign up' }).click();

  it('accept sign-ups through the plain form with its script, which shows errors and then thanks', async () => {
    site.show((await tenant.newForm({ gdpr_required: true })).embed.html);
    await page.goto(site.url);
    await page.getByLabel('First name').fill('Bea');
    await page.getByLabel('Email address').fill('bea@nowhere');
    await page.getByLabel('I agree').check();
    await press();
    await page.getByRole('status').getByText('Please check the email address').waitFor();
    await page.getByLabel('Email address').fill('bea@x.example');
    await press();
    await page.getByText('Thank you. You are signed up.').waitFor();
    expect(page.url()).toBe(site.url);
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await tenant.contacts()).toMatchObject([{ email: 'bea@x.example', first_name: 'Bea' }]);
  });

  it('accept sign-ups through two plain forms on one page, once each', async () => {
    const first = await tenant.newForm({ button: 'First' });
    const second = await tenant.newForm({ button: 'Second' });
    site.show(first.embed.html + second.embed.html);
    await page.goto(site.url);
    await page.locator(`#${second.url.slice(-6)} [name=email]`).fill('bea@x.example');
    await page.getByRole('button', { name: 'Second' }).click();
    await page.getByText('Thank you. You are signed up.').waitFor();
    const counts = await Promise.all(
      [first, second].map(async ({ id }) => (await tenant.ann.call('GET', `/forms/${id}`)).body.submissions_count),
    );
    expect(counts).toEqual([0, 1]);
  });

  it('accept sign-ups through the plain form where third-party scripts are blocked', async () => {
    const form = await tenant.newForm();
    site.show(form.embed.html, "script-src 'none'");
    await page.goto(site.url);
    await page.getByLabel('Email address').fill('bea@x.example');
    await press();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(page.url()).toBe(`${form.url}/thanks`);
    expect(await emails()).toEqual(['bea@x.example']);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('Content Security Policy')]);
  });

  it('hide the honeypot where inline styles are blocked, and accept subscribers whose browser filled it in', async () => {
    const form = await tenant.newForm();
    const noStyles = "style-src 'none'";
    const root = (isShadow: boolean) => `document${isShadow ? ".querySelector('main > div').shadowRoot" : ''}`;
    for (const [at, { content, isShadow, policy }] of [
      { content: form.embed.html, policy: noStyles, isShadow: false },
      { content: form.embed.script, policy: noStyles, isShadow: true },
      { content: form.embed.html, policy: `${noStyles}; script-src 'none'`, isShadow: false },
    ].entries()) {
      site.show(content, policy);
      await page.goto(site.url);
      const email = page.getByLabel('Email address');
      await email.fill(`bea${at}@x.example`);
      expect(await page.locator('[name=a_password]').isVisible()).toBe(false);
      await page.evaluate(`${root(isShadow)}.querySelector('[name=a_password]').value = 'hunter2'`);
      await press();
      await page.getByText('press the button again').waitFor();
      expect(await emails()).toHaveLength(at);
      await press();
      await page
        .getByText(/Thank you/)
        .first()
        .waitFor();
      expect(await emails()).toHaveLength(at + 1);
    }
    expect(
      complaints
        .splice(0)
        .filter((each) => !each.includes('status of 422'))
        .join('\n'),
    ).toMatch(/^(?:.*Content Security Policy.*\n?)+$/);
  });

  it('redirect to the configured page', async () => {
    const target = `${site.url}thanks`;
    const form = await tenant.newForm({ redirect_url: target });
    for (const [at, embed] of [form.embed.html, form.embed.script].entries()) {
      site.show(embed);
      await page.goto(site.url);
      await page.getByLabel('Email address').fill(`bea${at}@x.example`);
      await press();
      await page.waitForURL(target);
    }
    // The redirect also works on the form's own page, although its content security policy limits redirects.
    await page.goto(form.url);
    await page.getByLabel('Email address').fill('bea2@x.example');
    const { clock, vault } = app.installation;
    const stampWith = async (kind: 'page' | 'again', agoMs: number): Promise<void> => {
      const stamp = createStamps({ clock, vault }).make(kind, form.url.slice(-6), new Date(clock.now() - agoMs));
      await page.evaluate(`document.querySelector('[name=stamp]').value = ${JSON.stringify(stamp)}`);
    };
    // Sets the page's timestamp to the current time, because a slow machine may have opened the page a while ago.
    await stampWith('page', 0);
    await press();
    await page.getByText('press the button again').waitFor();
    // Set the timestamp back, as if the user had taken the time to read the message.
    await stampWith('again', 1_000);
    await press();
    await page.waitForURL(target);
    expect(await emails()).toEqual(['bea0@x.example', 'bea1@x.example', 'bea2@x.example']);
  });

  it('accept sign-ups through the script, isolated from the styles of the page', async () => {
    const form = await tenant.newForm({
      gdpr_required: true,
      heading: 'News & <i>more</i>',
      description: 'One mail a month.\n\nNo more.',
    });
    site.show(form.embed.script);
    await page.goto(site.url);
    const heading = page.getByRole('heading', { name: 'News & <i>more</i>' });
    await heading.waitFor();
    const colour = `getComputedStyle(document.querySelector('main > div').shadowRoot.querySelector('[name=email]')).backgroundColor`;
    expect(await page.evaluate(colour)).not.toBe('rgb(255, 105, 180)');
    expect(await violationsOf(page, 'all')).toEqual([]);
    await photograph(page, 'form-embed-script', true);
    await page.getByLabel('First name').fill('Bea');
    await page.getByLabel('Email address').fill('bea@nowhere');
    await page.getByLabel('I agree').check();
    await press();
    await page.getByText('Please check the email address').waitFor();
    await page.getByLabel('Email address').fill('bea@x.example');
    await press();
    await page.getByText('Thank you. You are signed up.').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await tenant.contacts()).toMatchObject([{ email: 'bea@x.example', first_name: 'Bea' }]);
  });

  it("accept sign-ups through the script where the page's policy allows only the script itself", async () => {
    const form = await tenant.newForm();
    const { origin } = new URL(app.api.baseUrl);
    site.show(form.embed.script, `default-src 'none'; script-src ${origin}; connect-src 'none'`);
    await page.goto(site.url);
    await page.getByLabel('Email address').fill('bea@x.example');
    await press();
    // The script is not allowed to send requests in the background, so the form is submitted normally.
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await emails()).toEqual(['bea@x.example']);
    expect(complaints.splice(0).join(' ')).toContain('Content Security Policy');
  });

  it("redirect confirmed subscribers to the configured page, and new ones on the form's page to their email provider", async () => {
    const does = createSignUps(app);
    const target = `${site.url}confirmed`;
    const form = await tenant.newForm({ double_opt_in: true });
    site.show(form.embed.html);
    await page.goto(site.url);
    await page.getByLabel('Email address').fill('bea@x.example');
    await press();
    await page.getByText('open the email that we sent you').waitFor();
    const contact = await does.contactOf(tenant.accountId, 'bea@x.example');
    expect(contact?.confirmed_at).toBeNull();
    await tenant.ann.call('PATCH', `/forms/${form.id}`, { redirect_url: target });
    await page.goto(`${app.api.baseUrl}${await does.pathOf(tenant.accountId, contact?.id ?? 0)}`);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await page.waitForURL(target);
    expect((await does.contactOf(tenant.accountId, 'bea@x.example'))?.confirmed_at).toBeInstanceOf(Date);
  });

  it('insert nothing into the page if the form is closed', async () => {
    const form = await tenant.newForm();
    await tenant.ann.call('DELETE', `/forms/${form.id}`);
    site.show(form.embed.script);
    await page.goto(site.url);
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  it("open the form's page through the link", async () => {
    const form = await tenant.newForm({ title: 'Our letters' });
    site.show(form.embed.link);
    await page.goto(site.url);
    await page.getByRole('link', { name: 'Our letters' }).click();
    await page.getByRole('heading', { name: 'Our letters' }).waitFor();
  });
});
