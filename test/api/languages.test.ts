// Place in a run: slow.
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStamps } from '../../src/features/campaigns/forms/stamps.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { LANGUAGES, type Language } from '../../src/mail/languages/catalog.ts';
import { textsIn } from '../../src/mail/languages/texts.ts';
import type { TestApp } from '../support/app.ts';
import { addVerifiedDomain } from '../support/campaign-contents.ts';
import { startConfirming, type Confirming } from '../support/confirmation-emails.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { actionOfEmbed, deleteFormAttempts, newFormTenant, type FormTenant } from '../support/signup-forms.ts';
import { createSignUps } from '../support/sign-ups.ts';
import { languageOf } from '../support/language.ts';

const EMAIL = 'bea@there.example';
const SENDER = '庭園通信';
/** Maximum size, in bytes, of a page with its styles, uncompressed. */
const PAGE_BYTES = 6_000;

let confirming: Confirming;
let app: TestApp;
let tenant: FormTenant;
let does: ReturnType<typeof createSignUps>;

beforeAll(async () => {
  confirming = await startConfirming();
  ({ app } = confirming);
  does = createSignUps(app);
});
afterAll(() => confirming.close());
beforeEach(async () => {
  await deleteFormAttempts(app.installation.db);
  tenant = await newFormTenant(app);
  await addVerifiedDomain(app, tenant.accountId, `garden${tenant.accountId}.example`);
  await rowsOf(tenant.db, 'update account set name = $2 where account_id = $1', [tenant.accountId, SENDER]);
});

/** Requests a page like a browser that prefers the given languages. */
async function open(url: string, languages: string, fields?: Readonly<Record<string, string>>) {
  const answer = await fetch(url, {
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    headers: { 'accept-language': languages },
  });
  const source = await answer.text();
  const [, language, direction = 'ltr'] = /<html lang="([^"]+)"(?: dir="(rtl)")?/.exec(source) ?? [];
  return { status: answer.status, source, language, direction, url: answer.url };
}

async function signUp(form: { readonly url: string }, languages: string, email = EMAIL) {
  const { clock, vault } = app.installation;
  const stamp = createStamps({ clock, vault }).make('page', form.url.slice(-6), new Date(clock.now() - 5_000));
  return open(form.url, languages, { email, stamp });
}

async function contactNamed(email = EMAIL) {
  const [row] = await rowsOf<{ id: number; language: string | null }>(
    tenant.db,
    'select id, language from contact where account_id = $1 and email = $2',
    [tenant.accountId, email],
  );
  return row;
}

/** Returns the paths of the pages that belong to a contact. */
async function pathsOf(contactId: number) {
  const tokenOf = createLinkTokens(app.installation.vault);
  const named = { kind: 'campaign', accountId: tenant.accountId, source: 1, recipient: contactId } as const;
  return {
    leave: `${app.url}/u/${tokenOf(named, 'unsubscribe')}`,
    preferences: `${app.url}/preferences/${tokenOf(named, 'preferences')}`,
    confirm: `${app.url}${await does.pathOf(tenant.accountId, contactId)}`,
  };
}

const title = (source: string): string => /<h1>(.*?)<\/h1>/.exec(source)?.[1] ?? '';

describe('a reader whose browser prefers de-AT', () => {
  it('reads the pages and the confirmation email in German from sign-up to unsubscription', async () => {
    const form = await tenant.newForm();
    expect(await open(form.url, 'de-AT,de;q=0.9,en;q=0.8')).toMatchObject({ status: 200, language: 'de' });
    const thanks = await signUp(form, 'de-AT,de;q=0.9,en;q=0.8');
    expect([thanks.language, title(thanks.source)]).toEqual(['de', 'Bitte prüfen Sie Ihr Postfach']);
    const contact = await contactNamed();
    expect(contact?.language).toBe('de-AT');
    const raw = await confirming.emailTo(EMAIL);
    const mail = await PostalMime.parse(raw);
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre Anmeldung');
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain(`Newsletter von ${SENDER} bestellt`);
    expect(mail.text).toContain('ignorieren Sie diese E-Mail');
    expect(mail.html).not.toMatch(/Confirm|confirmer/);
    const paths = await pathsOf(contact?.id ?? 0);
    // The browser's language does not matter once the contact's language is known.
    expect(await open(paths.confirm, 'fr')).toMatchObject({ status: 200, language: 'de' });
    expect(title((await open(paths.confirm, 'fr', {})).source)).toBe('Ihre Anmeldung ist bestätigt');
    expect(title((await open(paths.leave, 'fr')).source)).toBe('Newsletter abbestellen?');
  });

  it('keeps a language that is known', async () => {
    const form = await tenant.newForm();
    await signUp(form, 'de-AT');
    await signUp(form, 'fr-FR');
    expect((await contactNamed())?.language).toBe('de-AT');
  });

  it('gets the confirmation email in German if they are confirmed already and their language is unknown', async () => {
    const email = 'known1@planted.example';
    await tenant.ann.call('PATCH', '/campaign-settings', { language: 'fr' });
    const [contactId = 0] = await plantContacts(tenant.db, tenant.accountId, { count: 1, prefix: 'known' });
    const form = await tenant.newForm();
    await signUp(form, 'de-AT', email);
    const mail = await PostalMime.parse(await confirming.emailTo(email));
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre Anmeldung');
    expect((await contactNamed(email))?.language).toBeNull();
    const { confirm } = await pathsOf(contactId);
    expect((await open(confirm, 'en', {})).language).toBe('de');
    expect((await contactNamed(email))?.language).toBe('de-AT');
  });

  it.each([
    ['', null],
    ['fi-FI', null],
    ['de-AT', 'it'],
  ])('does not change the language of a confirmed contact to that of the account (%s, %s)', async (accepted, known) => {
    await tenant.ann.call('PATCH', '/campaign-settings', { language: 'fr' });
    const { body } = await tenant.ann.call('POST', '/contacts', { email: EMAIL, language: known });
    await rowsOf(tenant.db, 'update contact set confirmed_at = now() where id = $1', [body.id]);
    await rowsOf(tenant.db, 'update contact_stat set flags = 0 where contact_id = $1', [body.id]);
    const form = await tenant.newForm();
    await signUp(form, accepted);
    expect((await contactNamed())?.language).toBe(known);
    const { confirm } = await pathsOf(body.id);
    expect((await open(confirm, 'en', {})).language).toBe(known ?? 'fr');
    expect((await contactNamed())?.language).toBe(known);
  });

  it('reads a form with its own language in that language', async () => {
    const form = await tenant.newForm({ language: 'pt-pt' });
    expect(form.language).toBe('pt-PT');
    expect(await open(form.url, 'de-AT')).toMatchObject({ language: 'pt-PT' });
    expect(form.embed.html).toContain('>Apelido</label>');
    await signUp(form, 'de-AT');
    expect((await contactNamed())?.language).toBe('pt-PT');
  });

  it('gets messages of an embedded form in the language of the account', async () => {
    await tenant.ann.call('PATCH', '/campaign-settings', { language: 'it' });
    const form = await tenant.newForm();
    const { body: again } = await tenant.ann.call('GET', `/forms/${form.id}`);
    expect(again.embed.html).toContain('>Indirizzo e-mail</label>');
    const headers = { 'accept-language': 'de-AT', 'x-requested-with': 'XMLHttpRequest' };
    const body = new URLSearchParams({ email: 'x' });
    const answer = await fetch(actionOfEmbed(form), { method: 'POST', body, headers });
    expect(await answer.json()).toEqual({ errors: [textsIn(languageOf('it')).text('form.error.email.invalid')] });
  });

  it('reads errors in German if the account is unknown', async () => {
    for (const path of ['/f/zzzzzz', '/u/forged', '/preferences/x', '/confirm/x', '/view/x', '/archive/x', '/l/x']) {
      expect([path, await open(app.url + path, 'de-AT')]).toEqual([
        path,
        expect.objectContaining({ status: 404, language: 'de' }),
      ]);
    }
    const large = await open(`${app.url}/u/x`, 'de-AT', { visit: 'x'.repeat(100_000) });
    expect(large).toMatchObject({ status: 413, language: 'de' });
  });
});

describe('the language of a contact', () => {
  it('is set, changed, and deleted by the API in canonical form', async () => {
    const { ann } = tenant;
    const { body } = await ann.call('POST', '/contacts', { email: EMAIL, language: 'PT-br' });
    expect(body.language).toBe('pt-BR');
    const path = `/contacts/${body.id}`;
    expect((await ann.call('PATCH', path, { first_name: 'Bea' })).body.language).toBe('pt-BR');
    expect((await ann.call('PATCH', path, { language: 'fi' })).body.language).toBe('fi');
    expect((await ann.call('PATCH', path, { language: null })).body.language).toBeNull();
    const contacts = [{ email: EMAIL, language: 'sv-FI' }];
    expect((await ann.call('POST', '/contacts/batch', { contacts })).status).toBe(200);
    expect((await contactNamed())?.language).toBe('sv-FI');
  });

  it('is refused by name with the nearest known tag', async () => {
    const { ann } = tenant;
    const refused = async (...call: Parameters<typeof ann.call>) => (await ann.call(...call)).body.errors;
    const fault = [expect.stringMatching(/"german" is not a known language\. Did you mean "de"\?$/)];
    expect(await refused('POST', '/contacts', { email: EMAIL, language: 'german' })).toEqual({ language: fault });
    const contacts = [{ email: EMAIL }, { email: 'x@there.example', language: 'german' }];
    expect(await refused('POST', '/contacts/batch', { contacts })).toEqual({ 'contacts.1.language': fault });
    expect(await refused('PATCH', '/campaign-settings', { language: 'german' })).toEqual({ language: fault });
    expect(await refused('POST', '/forms', { title: 'x', lists: [tenant.list], language: 'fi' })).toEqual({
      language: [expect.stringContaining('must be a language that Postrider is translated into: ar, cs')],
    });
    expect(await refused('PATCH', '/campaign-settings', { accent_color: 'green' })).toEqual({
      accent_color: ['must be a hex color, for example #0a7d4f.'],
    });
  });

  it('is chosen on the preferences page, and only changed if the choice changes', async () => {
    const { body } = await tenant.ann.call('POST', '/contacts', { email: EMAIL, language: 'de-AT' });
    const { preferences } = await pathsOf(body.id);
    const shown = await open(preferences, 'en');
    expect(shown.source).toMatch(/<option value="de"\s+selected>Deutsch<\/option>/);
    await open(preferences, 'en', { shown: '', tracked: 'yes', was: 'de', language: 'de' });
    expect((await contactNamed())?.language).toBe('de-AT');
    const saved = await open(preferences, 'en', { shown: '', tracked: 'yes', was: 'de', language: 'ar' });
    expect(saved).toMatchObject({ language: 'ar', direction: 'rtl' });
    expect((await contactNamed())?.language).toBe('ar');
    await open(preferences, 'en', { shown: '', tracked: 'yes', was: 'ar', language: 'klingon' });
    expect((await contactNamed())?.language).toBe('ar');
  });

  it('is the language of the account if it is unknown or has no texts', async () => {
    await tenant.ann.call('PATCH', '/campaign-settings', { language: 'fr-CA' });
    const { body } = await tenant.ann.call('POST', '/contacts', { email: EMAIL });
    const { leave } = await pathsOf(body.id);
    expect((await open(leave, 'de')).language).toBe('fr');
    await tenant.ann.call('PATCH', `/contacts/${body.id}`, { language: 'fi' });
    expect((await open(leave, 'de')).language).toBe('fr');
  });
});

describe('the texts of an account', () => {
  const texts = {
    de: {
      'form.button': 'Jetzt abonnieren',
      'confirm.text': 'Noch ein Klick, dann schreibt Ihnen {sender}.',
      'confirmation.subject': 'Nur noch ein Klick',
      'confirmation.text': 'Willkommen bei {sender}! Bitte <bestätigen>:'.replace('<bestätigen>', 'bestätigen'),
      'footer.unsubscribe': 'Keine Post mehr & tschüss',
      'preferences.heading': 'Ihre Wahl',
    },
  };

  it('replace those of pages, the confirmation email, and the footer in their language only', async () => {
    const email = 'own@there.example';
    const { ann } = tenant;
    expect((await ann.call('PATCH', '/campaign-settings', { texts })).body.texts).toEqual(texts);
    const form = await tenant.newForm();
    expect((await open(form.url, 'de-AT')).source).toContain('Jetzt abonnieren');
    expect((await open(form.url, 'fr')).source).toContain(textsIn(languageOf('fr')).text('form.button'));
    await signUp(form, 'de-AT', email);
    const mail = await PostalMime.parse(await confirming.emailTo(email));
    expect(mail.subject).toBe('Nur noch ein Klick');
    expect(mail.html).toContain(`Willkommen bei ${SENDER}!`);
    expect(mail.html).toContain(textsIn(languageOf('de')).text('confirmation.button'));
    const contact = await contactNamed(email);
    const paths = await pathsOf(contact?.id ?? 0);
    expect((await open(paths.confirm, 'en')).source).toMatch(/Noch ein Klick, dann schreibt Ihnen <bdi>/);
    expect(title((await open(paths.preferences, 'en')).source)).toBe('Ihre Wahl');
    const domain = `garden${tenant.accountId}.example`;
    await ann.call('PATCH', '/campaign-settings', { postal_address: 'Main Street 1' });
    const content = { title: 'x', subject: 'x', html: '<p>x</p>', from_name: 'x', from_email: `a@${domain}` };
    const { body } = await ann.call('POST', '/campaigns', { ...content, variants: [{ language: 'de', subject: 'y' }] });
    const footer = async (given: object) => (await ann.call('POST', `/campaigns/${body.id}/preview`, given)).body.html;
    expect(await footer({ variant: 1 })).toContain('Keine Post mehr &amp; tschüss');
    expect(await footer({ contact_id: contact?.id })).toContain('Keine Post mehr &amp; tschüss');
    expect(await footer({})).toContain(textsIn(languageOf('en')).text('footer.unsubscribe'));
    await ann.call('PATCH', '/campaign-settings', { language: 'de' });
    expect(await footer({})).toContain('Keine Post mehr &amp; tschüss');
  });

  it('are kept unless a change names them, and restored with null', async () => {
    const { ann } = tenant;
    await ann.call('PATCH', '/campaign-settings', { texts });
    await ann.call('PATCH', '/campaign-settings', { texts: { fr: { 'form.button': 'Je m’abonne' } } });
    const change = { de: { 'form.button': null, 'preferences.heading': ' ' }, fr: { 'form.button': null } };
    const { body } = await ann.call('PATCH', '/campaign-settings', { texts: change });
    const { 'form.button': _button, 'preferences.heading': _heading, ...kept } = texts.de;
    expect(body.texts).toEqual({ de: kept });
    const { body: listed } = await tenant.ann.session.call('GET', '/dashboard/campaign-settings/texts?language=de');
    expect(listed.data.find(({ key }: { key: string }) => key === 'confirm.text')).toEqual({
      key: 'confirm.text',
      standard: expect.stringContaining('{sender}'),
      own: texts.de['confirm.text'],
      sample: 'Noch ein Klick, dann schreibt Ihnen Acme.',
    });
    expect(listed.data.map(({ key }: { key: string }) => key)).not.toContain('problem.404');
    const unknown = await tenant.ann.session.call('GET', '/dashboard/campaign-settings/texts?language=xx');
    expect(unknown).toMatchObject({ status: 422, body: { errors: { language: [expect.any(String)] } } });
  });

  it('are shown in previews of the pages and of the confirmation email', async () => {
    const { ann } = tenant;
    await ann.call('PATCH', '/campaign-settings', { texts, accent_color: '#0a7d4f' });
    const preview = async (query: string) =>
      ann.session.call('GET', `/dashboard/campaign-settings/texts/preview?${query}`);
    const mail = (await preview('page=confirmation&language=de')).body;
    expect(mail.subject).toBe('Nur noch ein Klick');
    expect(mail.html).toContain(`Willkommen bei ${SENDER}! Bitte bestätigen:`);
    expect(mail.html).not.toContain('{{');
    const { body: confirm } = await preview('page=confirm&language=de');
    expect(confirm.subject).toBeNull();
    expect(confirm.html).toMatch(/<html lang="de".*Noch ein Klick, dann schreibt Ihnen <bdi>/s);
    expect(confirm.html).toContain('--accent:');
    expect((await preview('page=preferences&language=ar')).body.html).toContain('dir="rtl"');
    for (const name of ['confirmed', 'form', 'check', 'thanks', 'unsubscribe', 'unsubscribed', 'archive']) {
      const { body, status } = await preview(`page=${name}&language=ja`);
      expect([name, status, wordsOn(body.html ?? '').match(/[a-z]{2,}/gi)]).toEqual([name, 200, null]);
    }
    expect((await preview('page=footer')).body.errors).toHaveProperty('page');
    expect((await preview('page=form&language=xx')).body.errors).toHaveProperty('language');
  });

  it.each([
    [{ german: {} }, 'texts.german', 'Did you mean "de"?'],
    [{ 'de-AT': {} }, 'texts.de-AT', 'Use "de".'],
    [{ fi: {} }, 'texts.fi', 'Use one of ar, cs'],
    [{ de: { 'form.buton': 'x' } }, 'texts.de.form.buton', 'Did you mean "form.button"?'],
    [{ de: { 'problem.404': 'x' } }, 'texts.de.problem.404', 'is not the key of a text.'],
    [
      { de: { 'confirm.text': 'Von {sendr}' } },
      'texts.de.confirm.text',
      'contains {sendr}, which is unknown. Use only {sender}.',
    ],
    [{ de: { 'confirm.text': 'Von {sender' } }, 'texts.de.confirm.text', 'has an incomplete placeholder or tag.'],
    [{ de: { 'confirm.text': 'Von {{ account.name }}' } }, 'texts.de.confirm.text', 'has an incomplete placeholder'],
    [{ de: { 'confirm.text': "Von '{{ x }}'" } }, 'texts.de.confirm.text', 'must not contain braces.'],
    [{ de: { 'form.button': 'Los <b>jetzt</b>' } }, 'texts.de.form.button', 'contains <b>, which is unknown.'],
    [{ de: { 'form.button': 'x'.repeat(501) } }, 'texts.de.form.button', 'must have at most 500 characters.'],
    [{ de: { 'form.button': 'a\nb' } }, 'texts.de.form.button', 'line breaks'],
    [{ de: { 'footer.unsubscribe': 'a "b"' } }, 'texts.de.footer.unsubscribe', 'quotation marks'],
  ])('are refused by field: %j', async (given, field, sentence) => {
    const { body, status } = await tenant.ann.call('PATCH', '/campaign-settings', { texts: given });
    expect([status, body.errors], JSON.stringify(body)).toEqual([
      422,
      { [field]: [expect.stringContaining(sentence)] },
    ]);
  });
});

it('shows the accent color of the account on public pages in readable shades', async () => {
  await tenant.ann.call('PATCH', '/campaign-settings', { accent_color: '#FFE000' });
  const form = await tenant.newForm();
  const { source } = await open(form.url, 'en');
  const [light, dark] = [...source.matchAll(/:root\{--accent:(#[\da-f]{6});--on/g)].map(([, color]) => color);
  expect(dark).toBe('#ffe000');
  expect(light).toMatch(/^#[0-7][\da-f][0-6][\da-f]00$/);
});

/** Returns the HTML of the pages in the language of a visitor, by page name. */
async function pagesIn(language: Language): Promise<Map<string, string>> {
  const { accountId, ann, db } = tenant;
  await ann.call('PATCH', '/campaign-settings', { language, archives: true });
  const form = await tenant.newForm({ title: SENDER, gdpr_required: true });
  const email = `${language.toLowerCase()}@there.example`;
  await does.signUp(accountId, email, { language });
  const contact = await contactNamed(email);
  const paths = await pathsOf(contact?.id ?? 0);
  await rowsOf(db, 'insert into list_member (account_id, list_id, contact_id) values ($1, $2, $3)', [
    accountId,
    tenant.list,
    contact?.id,
  ]);
  await rowsOf(db, 'update contact_list set name = $2 where account_id = $1', [accountId, SENDER]);
  const { body: landing } = await ann.call('POST', '/landing-pages', { title: SENDER, form_id: form.id, text: SENDER });
  const { body: settings } = await ann.call('GET', '/campaign-settings');
  const pages = new Map<string, string>();
  const see = async (name: string, url: string, fields?: Readonly<Record<string, string>>): Promise<string> => {
    const { source } = await open(url, language, fields);
    pages.set(name, source);
    return source;
  };
  await see('form', form.url);
  await see('form with errors', form.url, { email: '', first_name: 'x'.repeat(200), last_name: 'x'.repeat(200) });
  await see('form again', form.url, { email, gdpr: '1' });
  await see('thanks', `${form.url}/thanks`);
  await see('check', `${form.url}/check-your-mail`);
  await see('closed form', `${app.url}/f/zzzzzz`);
  await see('confirm', paths.confirm);
  await see('confirmed', paths.confirm, {});
  await see('preferences', paths.preferences);
  await see('saved preferences', paths.preferences, { shown: '', tracked: 'yes' });
  const asked = await see('unsubscribe', paths.leave);
  const visit = /name="visit" value="([^"]+)"/.exec(asked)?.[1] ?? '';
  const left = await see('unsubscribed', paths.leave, { visit });
  await see('preferences after unsubscribing', paths.preferences);
  await see('undone', paths.leave, { undo: /name="undo" value="([^"]+)"/.exec(left)?.[1] ?? '' });
  await see('not undone', paths.leave, { undo: 'x' });
  await see('unknown link', `${app.url}/u/x`);
  await see('unknown tracked link', `${app.url}/t/c/x?u=https://example.com`);
  await see('unknown numbered link', `${app.url}/t/l/1/x`);
  const [nobody] = [await pathsOf(0)];
  await see('test link', nobody.leave);
  await see('test confirmation', nobody.confirm);
  await see('archive', settings.archive_url);
  await see('shared copy', `${settings.archive_url}?copy`);
  await see('end of the archive', `${settings.archive_url}?page=2`);
  await see('missing archive', `${app.url}/archive/x`);
  await see('landing page', landing.preview_url);
  await see('missing email', `${app.url}/view/x`);
  await see('error', `${app.url}/u/x`, { visit: 'x'.repeat(100_000) });
  await rowsOf(db, 'update contact_sign_up set confirmed_at = null, expires_at = now() where account_id = $1', [
    accountId,
  ]);
  await see('expired confirmation', paths.confirm);
  return pages;
}

/** Returns the strings that a page displays or that screen readers read, without URLs and the names of languages. */
function wordsOn(source: string): string {
  const body = source
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<select.*?<\/select>/s, '')
    .replace(/<meta[^>]*>/g, '');
  const attributes = [...body.matchAll(/(?:title|alt|aria-label|placeholder)="([^"]*)"/g)].map(([, text]) => text);
  return `${body.replace(/<[^>]*>/g, ' ')} ${attributes.join(' ')}`.replace(/&[#\w]+;/g, ' ').replace(/\S+@\S+/g, ' ');
}

describe('every public page', () => {
  it.each(LANGUAGES)(
    'has the language, the direction, and at most 6 kB in %s',
    { timeout: 120_000 },
    async (language) => {
      const pages = await pagesIn(language);
      expect(pages.size).toBeGreaterThan(20);
      for (const [name, source] of pages) {
        const head = `<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}`;
        expect([name, source.includes(head)]).toEqual([name, true]);
        // The landing page has its own styles and shows the account's text.
        if (name !== 'landing page') expect([name, Buffer.byteLength(source) <= PAGE_BYTES]).toEqual([name, true]);
        expect([name, source.includes('<script')]).toEqual([name, false]);
      }
    },
  );

  it.each(['ja', 'zh-Hans', 'ar'] as const)(
    'shows no English word in %s, which has other letters',
    { timeout: 120_000 },
    async (language) => {
      for (const [name, source] of await pagesIn(languageOf(language))) {
        expect([name, wordsOn(source).match(/[a-z]{2,}/gi)]).toEqual([name, null]);
      }
    },
  );
});

it('writes the footer of a campaign in the language of each reader', async () => {
  const { ann } = tenant;
  await ann.call('PATCH', '/campaign-settings', { language: 'es' });
  const { body: campaign } = await ann.call('POST', '/campaigns', {
    title: 'x',
    subject: '{{ contact.language | default: "-" }}',
    html: '<p>Hi</p>',
    plain_text: 'Hi',
    lists: [tenant.list],
    from_name: SENDER,
    from_email: `a@garden${tenant.accountId}.example`,
  });
  const labels: Record<string, unknown> = {};
  for (const language of ['de-AT', 'ja', 'ar', 'fi', null]) {
    const { body: contact } = await ann.call('POST', '/contacts', { email: `${language}@there.example`, language });
    const { body } = await ann.call('POST', `/campaigns/${campaign.id}/preview`, { contact_id: contact.id });
    const link = />([^<>]+)<\/a> &middot; <a/.exec(body.html)?.[1];
    const lang = /lang="([^"]+)" dir="auto"/.exec(body.html)?.[1];
    labels[String(language)] = [body.subject, lang, link, body.text.includes(`${link} (http`)];
  }
  expect(labels).toEqual({
    'de-AT': ['de-AT', 'de', 'Abmelden', true],
    ja: ['ja', 'ja', '配信停止', true],
    ar: ['ar', 'ar', 'إلغاء الاشتراك', true],
    fi: ['fi', 'es', 'Darse de baja', true],
    null: ['-', 'es', 'Darse de baja', true],
  });
});
