// Place in a run: slow.
import { rmSync } from 'node:fs';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { createTestDatabase } from '../support/db.ts';
import { countersOf, passHours } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { entriesOf } from '../support/public-visits.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

/** Covers the steps from a form to the last email, with the program as users run it. */

const SECRET = 'a secret that only tests use, long enough';
/** ID of the field type for text. */
const TEXT = '0abe5601-7738-43c8-858f-81911ecf89ee';
const HTML =
  '<p>Hello {{ contact.first_name | default: "you" }} of {{ contact.city }}, <a href="https://shop.example/tea">tea</a></p>';

let app: TestApp;
let dataDir: string;
let program: Program;
let sender: Sender;
let sink: SmtpSink;
let baseUrl: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  const test = await createTestDatabase();
  // Double opt-in is on, as for every new account.
  app = await startApp({ POSTRIDER_DOUBLE_OPT_IN: 'on' }, test);
  dataDir = scratchFolder('postrider-journey-');
  program = runProgram(['start'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: SECRET,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_DATA: dataDir,
    POSTRIDER_WORKERS: '1',
    // The content of this account needs no approval.
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PORT: '0',
  });
  [, baseUrl = ''] = await program.printed(/API {10}(http:\S+)/);
});
afterAll(async () => {
  await program.stop();
  await app.close();
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(async () => {
  sender = await newSender(app);
});

// The type is `any`, because bodies have many shapes, and the expectations check them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

async function call(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${sender.ann.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said: Json = await answer.json();
  expect(answer.ok, `${method} ${path}: ${JSON.stringify(said)}`).toBe(true);
  return said;
}

/** Returns the app's URL for an address in an email or on a page, whatever host the address has. */
const here = (url: string): string => `${baseUrl}${new URL(url, baseUrl).pathname}`;

async function mailsTo(address: string): Promise<Email[]> {
  const found = sink.messages.filter(({ to }) => to.includes(address));
  return Promise.all(found.map(async ({ data }) => PostalMime.parse(data)));
}

const mailOf = async (address: string, number: number): Promise<Email> =>
  eventually(`email ${number} to ${address} arrives`, async () => (await mailsTo(address))[number - 1]);

const headerOf = (mail: Email, key: string): string => mail.headers.find((field) => field.key === key)?.value ?? '';

/** Opens a page and submits its form as a browser does, twice if requested. Resolves with the redirect target. */
async function signUpAt(pageUrl: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const send = async (page: string, shownAt: string) => {
    const { action, entries } = entriesOf(page);
    const url = new URL(action, shownAt).href;
    const body = new URLSearchParams({ ...entries, ...fields });
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    const leadsTo = new URL(answer.headers.get('location') ?? '', url).href;
    return { url, leadsTo, status: answer.status, page: await answer.text() };
  };
  const first = await send(await (await fetch(pageUrl)).text(), pageUrl);
  // The test is faster than any person, so the form asks the user to press the button again, unless the machine was
  // slow.
  if (first.status === 303) return first.leadsTo;
  expect([first.status, first.page.includes('press the button again')]).toEqual([422, true]);
  return eventually('the form is accepted', async () => {
    const { leadsTo, status } = await send(first.page, first.url);
    return status === 303 ? leadsTo : undefined;
  });
}

const contactOf = async (email: string): Promise<Json> =>
  (await call('GET', `/contacts?email=${encodeURIComponent(email)}`)).data[0];

/**
 * Creates a list, a form, and an automation that sends two emails to new members of the list: one immediately, and one
 * after a day.
 */
async function makeWelcome(): Promise<{ readonly form: Json; readonly automation: Json; readonly mails: Json[] }> {
  const list = await call('POST', '/lists', { name: 'Tea club' });
  await call('POST', '/contact-fields', { label: 'City', contact_field_type_id: TEXT });
  const form = await call('POST', '/forms', { title: 'Tea by mail', lists: [list.id], gdpr_required: true });
  const automation = await call('POST', '/automations', {
    title: 'Welcome',
    trigger_type: 'apply_list',
    trigger_list_id: list.id,
    active: true,
  });
  const mails = [];
  for (const [subject, delay_hours] of [
    ['Welcome, {{ contact.first_name }}', 0],
    ['A day later', 24],
  ]) {
    const from = { from_name: 'Tea', from_email: `news@${sender.domain}` };
    mails.push(
      await call('POST', `/automations/${automation.id}/emails`, { subject, html: HTML, delay_hours, ...from }),
    );
  }
  return { form, automation, mails };
}

/** Follows the emails: the confirmation request with its button, and the first email with its unsubscribe link. */
async function goThrough(email: string, { automation, mails }: Awaited<ReturnType<typeof makeWelcome>>): Promise<void> {
  const asking = await mailOf(email, 1);
  expect(asking.subject).toBe('Please confirm your subscription');
  const link = here(/href="([^"]+\/confirm\/[^"]+)"/.exec(asking.html ?? '')?.[1] ?? '');
  for (const method of ['HEAD', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
  expect((await contactOf(email)).confirmed_at).toBeNull();
  expect((await call('GET', `/automations/${automation.id}`)).entered_count).toBe(0);
  expect(await mailsTo(email)).toHaveLength(1);

  expect((await fetch(link, { method: 'POST', body: new URLSearchParams() })).status).toBe(200);
  expect((await contactOf(email)).confirmed_at).toEqual(expect.any(String));
  const welcome = await mailOf(email, 2);
  expect(welcome.subject).toBe('Welcome, Bea');
  expect(welcome.html).toContain('Hello Bea of Hull &amp; &lt;b&gt;Bath&lt;/b&gt;,');

  expect(headerOf(welcome, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [oneClick = ''] = /https?:[^>]+/.exec(headerOf(welcome, 'list-unsubscribe')) ?? [];
  expect((await fetch(here(oneClick))).status).toBe(200);
  expect((await contactOf(email)).unsubscribed_at).toBeNull();
  const left = await fetch(here(oneClick), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(left.status).toBe(200);
  expect((await contactOf(email)).unsubscribed_at).toEqual(expect.any(String));

  await passHours(app.installation.db, sender.accountId, automation.id, 48);
  const { db } = app.installation;
  await eventually('the contact leaves the automation', async () => {
    const { ended } = await countersOf(db, sender.accountId, automation.id);
    return ended === 1 || undefined;
  });
  const shown = await call('GET', `/automations/${automation.id}`);
  expect(shown).toMatchObject({ entered_count: 1, waiting_count: 0, finished_count: 0, left_count: 1 });
  const [{ campaign_id: id }] = mails;
  await eventually('the results of the email are counted', async () => {
    const text = `select from campaign_count where account_id = $1 and campaign_id = $2
      having sum(sent) = 1 and sum(unsubscribed) = 1`;
    return (await rowsOf(db, text, [sender.accountId, id])).length > 0 || undefined;
  });
  const stats = await call('GET', `/campaigns/${id}/stats`);
  expect(stats).toMatchObject({ sent_count: 1, unsubscribe_count: 1, unsubscribe_rate: 100, bounce_count: 0 });
  expect(await mailsTo(email)).toHaveLength(2);
}

describe('new subscriber', () => {
  it('confirms a sign-up on a form page by the button, is welcomed by name, and gets nothing after unsubscribing', async () => {
    const welcome = await makeWelcome();
    const fields = {
      email: 'bea@read.example',
      first_name: 'Bea',
      'contact_fields[city]': 'Hull & <b>Bath</b>',
      gdpr: '1',
    };
    expect(await signUpAt(here(welcome.form.url), fields)).toBe(`${here(welcome.form.url)}/check-your-mail`);
    await goThrough('bea@read.example', welcome);
    const { id } = await contactOf('bea@read.example');
    const [consent] = (await call('GET', `/contacts/${id}/consents`)).data;
    expect(consent).toMatchObject({ source: 'form', text: expect.stringContaining('I agree') });
  }, 120_000);

  it('can do the same on a landing page', async () => {
    const welcome = await makeWelcome();
    const page = await call('POST', '/landing-pages', {
      title: 'The Tea Post',
      form_id: welcome.form.id,
      is_published: true,
    });
    const fields = {
      email: 'cas@read.example',
      first_name: 'Bea',
      'contact_fields[city]': 'Hull & <b>Bath</b>',
      gdpr: '1',
    };
    expect(await signUpAt(here(page.url), fields)).toBe(`${here(welcome.form.url)}/check-your-mail`);
    await goThrough('cas@read.example', welcome);
  }, 120_000);
});
