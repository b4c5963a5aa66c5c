// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStamps } from '../../src/features/campaigns/forms/stamps.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWith } from '../support/loud-skip.ts';
import { newPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { pictureOfHills, postImage } from '../support/tiny-images.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { listenForComplaints, overflowOf, photograph, violationsOf } from './looks.ts';

const SENDER = 'The Garden Post';
const LISTS = [
  'Weekly news',
  'Offers, and what is left of last season at half the price',
  'A-very-long-word'.repeat(8),
];
/** Minimum height of buttons in CSS pixels (WCAG 2.5.8 requires 24). */
const MIN_BUTTON_PIXELS = 44;
const TEXT_FIELD = '0abe5601-7738-43c8-858f-81911ecf89ee';
/** Maximum size of a page with its styles, in bytes and uncompressed. */
const PAGE_BYTES = 6_000;

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the pages for recipients', () => {
  let app: TestApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let requests: string[];
  let token: string;
  let preferencesToken: string;
  let contactId: number;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  beforeEach(async () => {
    const { db, vault } = app.installation;
    const accountId = (await app.newAccount()).account.id;
    const person = await newPerson(app, accountId);
    await rowsOf(db, 'update account set name = $2 where account_id = $1', [accountId, SENDER]);
    const given = { email: 'ann@there.example', first_name: 'Ann' };
    contactId = (await person.call('POST', '/contacts', given)).body.id;
    for (const name of LISTS) {
      const { body } = await person.call('POST', '/lists', { name });
      await person.call('POST', `/lists/${body.id}/contacts`, { contact_id: contactId });
    }
    const named = { kind: 'campaign', accountId, source: 1, recipient: contactId } as const;
    token = createLinkTokens(vault)(named, 'unsubscribe');
    preferencesToken = createLinkTokens(vault)(named, 'preferences');
    ({ context, page } = await borrow(browser));
    complaints = listenForComplaints(page);
    requests = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).host}`));
  });

  afterEach(async () => {
    // Chromium logs error responses to the console. They are expected here.
    expect(complaints.filter((complaint) => !/status of (?:404|410|422)/.test(complaint))).toEqual([]);
    const { host } = new URL(app.api.baseUrl);
    expect(requests.filter((request) => !request.endsWith(` ${host}`))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await release({ context, page });
  });

  const open = async (path: string): Promise<unknown> => page.goto(`${app.api.baseUrl}${path}`);
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const shows = async (heading: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name: heading }).waitFor();

  async function isSubscribed(): Promise<boolean> {
    const text = 'select from contact where id = $1 and unsubscribed_at is null';
    return (await rowsOf(app.installation.db, text, [contactId])).length === 1;
  }

  /** Checks the page in light and dark mode and at two widths, and takes a screenshot of each variant. */
  async function look(name: string): Promise<void> {
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [375, 1440]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 812 });
        // In dark mode, only colors differ.
        const found = await violationsOf(page, colorScheme === 'light' ? 'all' : 'colours');
        faults.push(...found, ...(await overflowOf(page)));
        await photograph(page, `public-${name}-${colorScheme}-${width}`, true);
      }
    }
    for (const button of await page.getByRole('button').all()) {
      const height = (await button.boundingBox())?.height ?? 0;
      if (height < MIN_BUTTON_PIXELS) faults.push(`a button is ${height} pixels high`);
    }
    expect(faults).toEqual([]);
  }

  it('unsubscribe, undo it, and link to the preferences, all by keyboard', async () => {
    await open(`/u/${token}`);
    await shows('Unsubscribe?');
    expect(await page.title()).toBe(`Unsubscribe? · ${SENDER}`);
    await look('ask');
    expect(await isSubscribed()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shows('You have been unsubscribed');
    await look('done');
    expect(await isSubscribed()).toBe(false);
    // Reloading the page and submitting again has the same effect.
    await page.reload();
    await press('Undo');
    await shows('You are subscribed again');
    await look('undone');
    expect(await isSubscribed()).toBe(true);
    await page.getByRole('link').click();
    await shows('Your preferences');
  });

  it('let recipients choose, and keep the choices', async () => {
    await open(`/preferences/${preferencesToken}`);
    await shows('Your preferences');
    await page.getByLabel('Weekly news').uncheck();
    await page.getByLabel('Track my opens and clicks').uncheck();
    await look('preferences');
    await press('Save preferences');
    await page.getByRole('status').waitFor();
    await look('saved');
    for (const isFresh of [false, true]) {
      if (isFresh) await open(`/preferences/${preferencesToken}`);
      expect(await page.getByLabel('Weekly news').isChecked()).toBe(false);
      expect(await page.getByLabel('Offers').isChecked()).toBe(true);
      expect(await page.getByLabel('Track my opens and clicks').isChecked()).toBe(false);
    }
    await press('Unsubscribe from everything');
    await shows('You have been unsubscribed');
    expect(await isSubscribed()).toBe(false);
    await page.getByRole('link', { name: 'Preferences' }).click();
    await page.getByText('You will not receive newsletters').waitFor();
    await look('left');
  });

  it('ask new subscribers to confirm, thank them, and report expired links', async () => {
    const { db, vault } = app.installation;
    await rowsOf(db, 'update contact set confirmed_at = null where id = $1', [contactId]);
    const [signUp] = await rowsOf<{ account_id: number }>(
      db,
      `insert into contact_sign_up (account_id, contact_id, signed_up_at, expires_at)
       select account_id, id, now(), now() + interval '1 day' from contact where id = $1 returning account_id`,
      [contactId],
    );
    const named = {
      kind: 'confirmation',
      accountId: signUp?.account_id ?? 0,
      source: 1,
      recipient: contactId,
    } as const;
    const path = `/confirm/${createLinkTokens(vault)(named, 'confirm')}`;
    await open(path);
    await shows('Confirm your subscription');
    await look('confirm');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shows('Your subscription is confirmed');
    await look('confirmed');
    await open(path);
    await shows('Your subscription is confirmed');
    const expire = `update contact_sign_up set confirmed_at = null, expires_at = now() where contact_id = $1`;
    await rowsOf(db, expire, [contactId]);
    await open(path);
    await shows('This link has expired');
    await look('expired');
  });

  it('report what is wrong with a link', async () => {
    await open('/u/forged');
    await shows('Unknown link');
    await look('unknown');
  });

  /** Moves the timestamp of a form's page into the past, as if a person had taken the time to fill in the form. */
  async function readSlowly(url: string): Promise<void> {
    const { clock, vault } = app.installation;
    const stamp = createStamps({ clock, vault }).make('page', url.slice(-6), new Date(clock.now() - 5_000));
    await page.evaluate(`document.querySelector('[name=stamp]').value = ${JSON.stringify(stamp)}`);
  }

  it('sign up a subscriber with a form', async () => {
    const accountId = (await app.newAccount()).account.id;
    const ann = await newPerson(app, accountId);
    await rowsOf(app.installation.db, 'update account set name = $2 where account_id = $1', [accountId, SENDER]);
    const { id: list } = (await ann.call('POST', '/lists', { name: 'Letters' })).body;
    const given = {
      title: 'Newsletter',
      heading: 'A letter from the garden, once a month',
      description: 'What to sow, what to leave alone, and one thing that went wrong.\n\nNo offers.',
      gdpr_required: true,
      lists: [list],
    };
    const { body: form } = await ann.call('POST', '/forms', given);
    const { pathname } = new URL(form.url);
    const answer = await fetch(form.url);
    const source = await answer.text();
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(PAGE_BYTES);
    expect(source).not.toContain('<script');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    await open(pathname);
    await shows(given.heading);
    await look('form');
    // After an error, the form shows the error and keeps the input.
    await page.getByLabel('First name').fill('Bea');
    await page.getByLabel('Email address').fill('bea@nowhere');
    await page.getByLabel('I agree').check();
    await readSlowly(form.url);
    await press('Sign up');
    await page.getByRole('alert').getByText('Please check the email address').waitFor();
    await look('form-refused');
    await page.getByLabel('Email address').fill('bea@there.example');
    await readSlowly(form.url);
    await press('Sign up');
    await shows('Thank you');
    await look('form-thanks');
    const text = 'select email, first_name from contact where account_id = $1';
    expect(await rowsOf(app.installation.db, text, [accountId])).toEqual([
      { email: 'bea@there.example', first_name: 'Bea' },
    ]);
    await open(`${pathname}/check-your-mail`);
    await shows('Check your email');
    await look('form-check');
    await page.getByRole('link', { name: 'sign up again' }).click();
    await shows(given.heading);
    await open('/f/zzzzzz');
    await shows('This form is closed');
    await look('form-closed');
  });

  it('show the maximum number of fields on a form', async () => {
    const { ann } = await newOwner();
    const { id: list } = (await ann.call('POST', '/lists', { name: 'Letters' })).body;
    const fields: string[] = [];
    for (let at = 1; at <= 20; at += 1) {
      const label = at === 20 ? 'A-very-long-word'.repeat(8) : `Question ${at}`;
      const asked = { label, contact_field_type_id: TEXT_FIELD };
      fields.push((await ann.call('POST', '/contact-fields', asked)).body.name);
    }
    const { body: form } = await ann.call('POST', '/forms', { title: 'Twenty questions', lists: [list], fields });
    await open(new URL(form.url).pathname);
    await shows('Twenty questions');
    expect(await page.getByLabel(/^Question /).count()).toBe(19);
    await look('form-twenty');
  });

  async function newOwner() {
    const accountId = (await app.newAccount()).account.id;
    await rowsOf(app.installation.db, 'update account set name = $2 where account_id = $1', [accountId, SENDER]);
    return { accountId, ann: await newPerson(app, accountId) };
  }

  it('sign up a subscriber on a landing page', async () => {
    const { accountId, ann } = await newOwner();
    const { id: list } = (await ann.call('POST', '/lists', { name: 'Letters' })).body;
    const form = { title: 'Newsletter', heading: 'Get the next letter', gdpr_required: true, lists: [list] };
    const { id: formId } = (await ann.call('POST', '/forms', form)).body;
    const { id: imageId } = (await postImage(app, ann.token, pictureOfHills())).body;
    const title = 'A letter from the garden, once a month';
    const { body: made } = await ann.call('POST', '/landing-pages', {
      title,
      form_id: formId,
      image_id: imageId,
      image_alt: 'Hills in the evening',
      text:
        'I keep a garden on a **north slope**, where everything comes two weeks late.\n\n' +
        '## What is in it\n- What to sow now, and what to leave alone\n- One thing that went wrong\n- A picture, and [what I read](https://books.example/)\n\n' +
        'No offers, and nobody else gets your address.',
    });
    await open(new URL(made.preview_url).pathname + new URL(made.preview_url).search);
    await shows(title);
    await page.getByText('This page is not published').waitFor();
    await look('landing-preview');
    const { url } = (await ann.call('PATCH', `/landing-pages/${made.id}`, { is_published: true })).body;
    await page.goto(url);
    await shows(title);
    await page.getByRole('img', { name: 'Hills in the evening' }).waitFor();
    await expect.poll(async () => page.evaluate<number>('document.images[0].naturalWidth')).toBe(1_200);
    await look('landing');
    await page.getByLabel('Email address').fill('bea@there.example');
    await page.getByLabel('I agree').check();
    // Wait, because visitors who submit the form too quickly are asked to submit it again.
    await expect
      .poll(async () => page.evaluate<number>('performance.now()'), { timeout: 15_000 })
      .toBeGreaterThan(2_500);
    await press('Sign up');
    await shows('Thank you');
    const text = 'select email from contact where account_id = $1';
    expect(await rowsOf(app.installation.db, text, [accountId])).toEqual([{ email: 'bea@there.example' }]);
    const plain = { form_id: formId, image_id: null, title: 'Notes', text: 'Short, and rarely.' };
    await ann.call('PATCH', `/landing-pages/${made.id}`, plain);
    await page.goto(url);
    await shows('Notes');
    await look('landing-plain');
    await ann.call('DELETE', `/forms/${formId}`);
    await page.reload();
    await page.getByText('You cannot sign up at the moment').waitFor();
    await look('landing-closed');
    await open('/l/nothing-here');
    await shows('Page not found');
  });

  it('show a sent campaign in the archive', async () => {
    const { accountId, ann } = await newOwner();
    const subjects = [
      'Late frost, early beans',
      'What {{ first_name | default: "you" }} can leave alone',
      LISTS[2] ?? '',
    ];
    for (const subject of [...Array.from({ length: 14 }, (_, at) => `Letter ${at + 1}`), ...subjects]) {
      await rowsOf(
        app.installation.db,
        `insert into campaign (account_id, title, subject, html, from_name, from_email, state, sent_at)
         values ($1, 'x', $2, $3, 'Ann', 'ann@there.example', 'sent', now())`,
        [accountId, subject, '<html lang="en"><body><h1>Hello {{ first_name | default: "you" }}</h1></body></html>'],
      );
    }
    const set = { archives: true, archive_title: 'Letters from the garden' };
    const { archive_url: url } = (await ann.call('PATCH', '/campaign-settings', set)).body;
    await page.goto(url);
    await shows('Letters from the garden');
    const source = await (await fetch(url)).text();
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(PAGE_BYTES);
    await look('archive');
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'Letter 1', exact: false }).first().waitFor();
    await look('archive-older');
    await page.getByRole('link', { name: 'Newer' }).click();
    await page.getByRole('link', { name: 'What you can leave alone' }).click();
    await shows('Hello you');
    await page.getByRole('link', { name: 'Unsubscribe' }).click();
    await page.getByText('a shared copy of an email').waitFor();
    await look('archive-copy');
  });
});
