// Place in a run: slow.
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStamps } from '../../src/features/campaigns/forms/stamps.ts';
import { createLinkTokens, type TrackedRecipient } from '../../src/features/outcomes/tracking/index.ts';
import type { LinkPurpose } from '../../src/mail/link-purpose.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, plantCampaign, plantContact, type Sender } from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { entriesOf } from '../support/public-visits.ts';
import { createSignUps } from '../support/sign-ups.ts';
import { actionOfEmbed, deleteFormAttempts } from '../support/signup-forms.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { pngOf, postImage } from '../support/tiny-images.ts';

/** Tests attacks on the public pages by clients without an account. */

// The type is `any`, because bodies have many shapes, and the expectations check them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const TEXT_FIELD = '0abe5601-7738-43c8-858f-81911ecf89ee';
const UUID = '019a0000-0000-7000-8000-00000000aaaa';
const AS_SCRIPT = { 'x-requested-with': 'XMLHttpRequest' };

let app: TestApp;
let sink: SmtpSink;
let does: ReturnType<typeof createSignUps>;
let sender: Sender;
let list: number;
let form: Json;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_DOUBLE_OPT_IN: 'on',
  });
  does = createSignUps(app);
});
afterAll(async () => {
  await app.close();
  await sink.close();
});
beforeEach(async () => {
  await deleteFormAttempts(app.installation.db);
  sender = await newSender(app);
  list = (await made('POST', '/lists', { name: 'News' })).id;
  form = await made('POST', '/forms', { title: 'Newsletter', lists: [list] });
});

async function made(method: string, path: string, body: unknown): Promise<Json> {
  const answer = await sender.ann.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

/** Returns all rows by table. Can be limited to tables whose names match a pattern. */
async function everything(named = /^/): Promise<Record<string, string>> {
  const { db } = app.installation;
  const tables = await rowsOf<{ name: string }>(
    db,
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    [],
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => named.test(table.name))) {
    const text = `select coalesce(md5(string_agg(r, E'\\n' order by r)), '') as hash from (select t::text as r from ${name} t) s`;
    found[name] = (await rowsOf<{ hash: string }>(db, text, []))[0]?.hash ?? '';
  }
  return found;
}

const open = async (
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; html: string; headers: Headers }> => {
  const answer = await fetch(new URL(path, app.url), { redirect: 'manual', ...init });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
};
const post = async (path: string, body: RequestInit['body'] = new URLSearchParams(), headers = {}) =>
  open(path, { method: 'POST', body: body ?? null, headers });

/** Returns the timestamp of a form's page that was opened five seconds ago. */
function stampOf({ url }: { readonly url: string }): string {
  const { clock, vault } = app.installation;
  return createStamps({ clock, vault }).make('page', url.slice(-6), new Date(clock.now() - 5_000));
}

const tokenOf = (named: TrackedRecipient, purpose: LinkPurpose = 'unsubscribe'): string =>
  createLinkTokens(app.installation.vault)(named, purpose);

/** Creates an unconfirmed contact through a sign-up. Returns the contact's token for each type of link. */
async function signedUp(email = 'bea@there.example') {
  const { accountId } = sender;
  await does.signUp(accountId, email, { listIds: [list] });
  const recipient = (await does.contactOf(accountId, email))?.id ?? 0;
  const confirm = await does.pathOf(accountId, recipient);
  const { id: source } = await plantCampaign(app, sender);
  return {
    recipient,
    confirmation: confirm.replace('/confirm/', ''),
    campaign: tokenOf({ kind: 'campaign', accountId, source, recipient }),
    preferences: tokenOf({ kind: 'campaign', accountId, source, recipient }, 'preferences'),
    automation: tokenOf({ kind: 'automation', accountId, source, recipient }),
    transactional: tokenOf({ kind: 'transactional', accountId, source: UUID, recipient }),
    mailing: tokenOf({ kind: 'mailing', accountId, source: UUID, recipient }),
  };
}

/** Returns the paths of all public pages. */
async function publicPaths(): Promise<string[]> {
  const { campaign, confirmation, preferences } = await signedUp();
  const image = (await postImage(app, sender.ann.token, pngOf())).body;
  const page = await made('POST', '/landing-pages', { title: 'Tea', form_id: form.id, is_published: true });
  const { archive_url: archive } = await made('PATCH', '/campaign-settings', { archives: true });
  const sent = await plantCampaign(app, sender);
  await rowsOf(app.installation.db, `update campaign set state = 'sent', sent_at = now() where id = $1`, [sent.id]);
  const pathOf = (url: string): string => new URL(url).pathname;
  return [
    ...['', '.js', '/thanks', '/check-your-mail'].map((end) => `${pathOf(form.url)}${end}`),
    pathOf(actionOfEmbed(form)),
    pathOf(page.url),
    `${pathOf(page.url)}?${new URL(page.preview_url).searchParams.toString()}`,
    pathOf(image.url),
    pathOf(archive),
    `${pathOf(archive)}/${sent.id}`,
    `/confirm/${confirmation}`,
    `/u/${campaign}`,
    `/preferences/${preferences}`,
  ];
}

describe('tokens', () => {
  it('confirm a contact only if they are of that kind', async () => {
    const { confirmation, recipient: _recipient, ...others } = await signedUp();
    const before = await everything();
    for (const [kind, token] of Object.entries(others)) {
      for (const method of ['GET', 'POST']) {
        const { html, status } = await open(`/confirm/${token}`, { method });
        expect([kind, method, status, html.includes('Unknown link')]).toEqual([kind, method, 404, true]);
      }
    }
    expect(await everything()).toEqual(before);
    expect((await post(`/confirm/${confirmation}`)).status).toBe(200);
  });

  it('of messages without a campaign neither unsubscribe nor show preferences', async () => {
    const { mailing, transactional } = await signedUp();
    const before = await everything();
    for (const path of ['/u/', '/preferences/']) {
      for (const token of [mailing, transactional]) {
        for (const method of ['GET', 'POST']) expect((await open(`${path}${token}`, { method })).status).toBe(404);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('that were changed, truncated, or extended are rejected', async () => {
    const { campaign, confirmation, preferences } = await signedUp();
    const before = await everything();
    for (const [path, token] of [
      ['/confirm/', confirmation],
      ['/u/', campaign],
      ['/preferences/', preferences],
    ] as const) {
      const changed = Array.from(
        token,
        (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
      );
      const others = [
        token.slice(0, -1),
        `${token}A`,
        `${token}%3D`,
        token.toUpperCase(),
        `${token}.${token}`,
        '%00',
        '..%2f..',
      ];
      for (const given of [...changed, ...others]) {
        const { status } = await post(`${path}${given}`, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }));
        expect([path, given, status]).toEqual([path, given, 404]);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('of a contact affect no other, regardless of other parameters', async () => {
    const { campaign, recipient } = await signedUp();
    const other = await plantContact(app, sender.accountId, { email: 'cas@there.example' });
    const stranger = await newSender(app);
    const theirs = await plantContact(app, stranger.accountId, { email: 'dan@there.example' });
    const said = new URLSearchParams({
      contact_id: String(other),
      recipient: String(other),
      account_id: String(stranger.accountId),
      email: 'cas@there.example',
      token: 'x',
    });
    expect((await post(`/u/${campaign}?${said}`, said)).status).toBe(200);
    const left = `select id from contact where unsubscribed_at is not null and id = any($1)`;
    const ids = [recipient, other, theirs];
    expect(await rowsOf(app.installation.db, left, [ids])).toEqual([{ id: recipient }]);
  });

  it('cannot join lists that the page did not show, of the same or another account', async () => {
    const { preferences, recipient } = await signedUp();
    const hidden = (await made('POST', '/lists', { name: 'Board' })).id;
    const stranger = await newSender(app);
    const theirs = (await stranger.ann.call('POST', '/lists', { name: 'Theirs' })).body.id;
    const body = new URLSearchParams({ shown: [list, hidden, theirs].join(','), tracked: 'yes' });
    for (const id of [list, hidden, theirs]) body.append('list', String(id));
    expect((await post(`/preferences/${preferences}`, body)).status).toBe(200);
    const members = 'select account_id, list_id from list_member where contact_id = $1';
    expect(await rowsOf(app.installation.db, members, [recipient])).toEqual([
      { account_id: sender.accountId, list_id: list },
    ]);
  });

  it('for undoing work only for their own contact', async () => {
    const bea = await signedUp();
    const cas = await signedUp('cas@there.example');
    const asked = entriesOf((await open(`/u/${bea.campaign}`)).html);
    const done = entriesOf((await post(`/u/${bea.campaign}`, new URLSearchParams(asked.entries))).html);
    expect(done.entries['undo']).toEqual(expect.any(String));
    await post(`/u/${cas.campaign}`);
    expect((await post(`/u/${cas.campaign}`, new URLSearchParams(done.entries))).status).toBe(410);
    expect((await does.contactOf(sender.accountId, 'cas@there.example'))?.unsubscribed_at).toBeInstanceOf(Date);
    expect((await post(`/u/${bea.campaign}`, new URLSearchParams(done.entries))).status).toBe(200);
  });

  it('for the preview of a page show no other page, and other numbers return 404', async () => {
    const page = await made('POST', '/landing-pages', { title: 'Tea', form_id: form.id });
    const { id } = await made('POST', '/forms', { title: 'Another', lists: [list] });
    const other = await made('POST', '/landing-pages', { title: 'Coffee', form_id: id });
    const preview = new URL(page.preview_url).search;
    expect((await open(page.preview_url)).status).toBe(200);
    expect((await open(`${other.url}${preview}`)).status).toBe(404);
    expect((await open(`${page.preview_url}A`)).status).toBe(404);
    const { archive_url: archive } = await made('PATCH', '/campaign-settings', { archives: true });
    const stranger = await newSender(app);
    const theirs = await plantCampaign(app, stranger);
    await rowsOf(app.installation.db, `update campaign set state = 'sent', sent_at = now() where id = $1`, [theirs.id]);
    const numbers = [theirs.id, 0, -1, '1e1', '9'.repeat(20), '1%00'];
    for (const number of numbers) expect((await open(`${archive}/${number}`)).status).toBe(404);
    const { url } = (await postImage(app, sender.ann.token, pngOf())).body;
    const [, hash = ''] = /-([0-9a-f]+)$/.exec(url) ?? [];
    for (const name of [`1-${'0'.repeat(hash.length)}`, `${'9'.repeat(15)}-${hash}`, hash, `1-${hash}'`]) {
      expect((await open(`/i/${name}`)).status).toBe(404);
    }
  });
});

describe('requests', () => {
  it('with GET or HEAD and any parameters change no rows', async () => {
    const paths = await publicPaths();
    const said = new URLSearchParams({
      _method: 'POST',
      email: 'cas@there.example',
      stamp: stampOf(form),
      'List-Unsubscribe': 'One-Click',
      shown: String(list),
    });
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'DELETE', ...AS_SCRIPT };
    const before = await everything();
    for (const path of paths) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await open(`${path}${path.includes('?') ? '&' : '?'}${said}`, { method, headers });
        expect([path, status]).toEqual([path, path.startsWith('/form/') ? 303 : 200]);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('with an unsupported method are refused and change no rows', async () => {
    const paths = await publicPaths();
    const before = await everything();
    for (const path of paths) {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { headers, html, status } = await open(path, { method, body: 'email=a@there.example' });
        expect([path, method, status]).toEqual([path, method, 405]);
        expect(headers.get('allow')).toContain('GET');
        expect(html).not.toContain('there.example');
      }
    }
    expect(await everything()).toEqual(before);
  });
});

describe('forms of an account', () => {
  it.each(['restricted_at', 'closed_at'])('with %s set are closed on every page', async (column) => {
    const page = await made('POST', '/landing-pages', { title: 'Tea', form_id: form.id, is_published: true });
    await rowsOf(app.installation.db, `update account set ${column} = now() where account_id = $1`, [sender.accountId]);
    const before = await everything();
    for (const url of [form.url, `${form.url}.js`, `${form.url}/thanks`, actionOfEmbed(form), page.url]) {
      expect([url, (await open(url)).status]).toEqual([url, 404]);
    }
    const entered = new URLSearchParams({ email: 'bea@there.example', stamp: stampOf(form) });
    expect((await post(form.url, entered)).status).toBe(404);
    expect((await post(actionOfEmbed(form), entered)).status).toBe(404);
    const reported = await post(actionOfEmbed(form), entered, AS_SCRIPT);
    expect([reported.status, JSON.parse(reported.html)]).toEqual([404, { errors: ['This form is closed.'] }]);
    expect(await everything()).toEqual(before);
  });
});

describe('URLs with a trailing slash', () => {
  it('redirect to the page without it, because links and forms are relative', async () => {
    const paths = (await publicPaths()).filter((path) => !path.includes('?'));
    for (const path of paths) {
      const { headers, status } = await open(`${path}/?a=b%20c`);
      expect([path, status]).toEqual([path, 308]);
      const leadsTo = new URL(headers.get('location') ?? '', new URL(`${path}/`, app.url));
      expect([leadsTo.origin, leadsTo.pathname, leadsTo.search]).toEqual([app.url, path, '?a=b%20c']);
      const twice = await open(`${path}//`);
      expect(new URL(twice.headers.get('location') ?? '', new URL(`${path}//`, app.url)).pathname).toBe(path);
    }
  });

  it('accept posts and redirect to existing pages', async () => {
    for (const url of [form.url, actionOfEmbed(form)]) {
      const entered = new URLSearchParams({ email: 'bea@there.example', stamp: stampOf(form) });
      const { headers, status } = await post(`${url}/`, entered);
      expect(status).toBe(303);
      const leadsTo = new URL(headers.get('location') ?? '', `${url}/`).href;
      expect(leadsTo).toBe(`${form.url}/check-your-mail`);
    }
    // The error page for a rejected POST contains a form that can be submitted again.
    for (const address of [`${form.url}/`, `${actionOfEmbed(form)}/`, `${actionOfEmbed(form)}//`]) {
      const refused = await post(address, new URLSearchParams({ email: 'dan@', stamp: stampOf(form) }));
      expect([address, refused.status]).toEqual([address, 422]);
      const { action, entries } = entriesOf(refused.html);
      const mended = new URLSearchParams({ ...entries, email: 'dan@there.example', stamp: stampOf(form) });
      const { headers, status } = await post(new URL(action, address).href, mended);
      expect([address, status]).toEqual([address, 303]);
      expect(new URL(headers.get('location') ?? '', new URL(action, address)).href).toBe(`${form.url}/check-your-mail`);
    }
    const { campaign } = await signedUp('cas@there.example');
    // One-click requests are not redirected, because mail clients do not follow redirects.
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await post(`/u/${campaign}/`, oneClick)).status).toBe(200);
    expect((await does.contactOf(sender.accountId, 'cas@there.example'))?.unsubscribed_at).toBeInstanceOf(Date);
  });
});

describe('bodies', () => {
  const type = (value: string) => ({ 'content-type': value });

  it.each([
    ['JSON', '{"email":"a@there.example","first_name":{"$ne":1}}', 'application/json'],
    ['an array', '[1]', 'application/json'],
    ['XML', '<email>a@there.example</email>', 'text/xml'],
    ['NUL', 'email=a@there.example&first_name=a%00b', 'application/x-www-form-urlencoded'],
    ['a lone surrogate', 'email=a@there.example&first_name=%ED%A0%80', 'application/x-www-form-urlencoded'],
    ['invalid UTF-8', 'email=a@there.example&first_name=%ff%fe', 'application/x-www-form-urlencoded'],
    ['a prototype property', '__proto__[email]=a@there.example&constructor[x]=1', 'application/x-www-form-urlencoded'],
    ['deep nesting', `email${'[a]'.repeat(200)}=a@there.example`, 'application/x-www-form-urlencoded'],
    ['many fields', 'a=1&'.repeat(12_000), 'application/x-www-form-urlencoded'],
    [
      'a multipart prototype property',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\na@there.example\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
    [
      'a multipart lone surrogate',
      '--x\r\ncontent-disposition: form-data; name="email"\r\ncontent-type: text/plain; charset=utf-16le\r\n\r\n\0\xd8\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
  ])('that are unusual create no sign-up and are refused with a message: %s', async (_name, body, mime) => {
    const before = await everything();
    for (const url of [form.url, actionOfEmbed(form)]) {
      const { headers, status } = await post(url, Buffer.from(body, 'latin1'), type(mime));
      expect(status).toBe(422);
      expect(headers.get('content-type')).toContain('text/html');
    }
    expect(await everything()).toEqual(before);
  });

  it('with NUL or a lone surrogate in the address are refused, as are very long ones', async () => {
    for (const query of ['email=a%00', 'email=%ED%A0%80', `email=${'a'.repeat(8_000)}`, 'email[a][b]=c']) {
      for (const url of [form.url, actionOfEmbed(form)]) {
        expect([400, 414, 422, 431]).toContain((await post(`${url}?${query}`)).status);
      }
    }
  });

  it('that are too large are refused and not stored', async () => {
    const { campaign, confirmation, preferences } = await signedUp();
    const before = await everything();
    const large = new URLSearchParams({ email: 'a@there.example', first_name: 'a'.repeat(100_000) });
    const parts = new FormData();
    parts.set('email', 'a@there.example');
    parts.set('first_name', 'a'.repeat(100_000));
    for (const path of [
      form.url,
      actionOfEmbed(form),
      `/confirm/${confirmation}`,
      `/u/${campaign}`,
      `/preferences/${preferences}`,
    ]) {
      for (const body of [large, parts]) expect([path, (await post(path, body)).status]).toEqual([path, 413]);
    }
    expect(await everything()).toEqual(before);
  });

  it('with repeated fields use the last value, and unknown fields are ignored', async () => {
    const stranger = await newSender(app);
    const theirs = (await stranger.ann.call('POST', '/lists', { name: 'Theirs' })).body.id;
    const body = new URLSearchParams([
      ['email', 'a@there.example'],
      ['email', 'b@there.example'],
      ['first_name', 'A'],
      ['first_name', 'B'],
      ['lists[]', String(theirs)],
      ['list_ids', String(theirs)],
      ['account_id', String(stranger.accountId)],
      ['form_id', '1'],
      ['confirmed_at', '2020-01-01'],
      ['double_opt_in', 'false'],
      ['id', '1'],
    ]);
    expect((await post(actionOfEmbed(form), body, AS_SCRIPT)).status).toBe(200);
    const contact = await does.contactOf(sender.accountId, 'b@there.example');
    expect(contact).toMatchObject({ first_name: 'B', confirmed_at: null, form_id: form.id, lists: [list] });
    const [others] = await rowsOf(
      app.installation.db,
      'select count(*)::integer as contacts from contact where account_id = $1',
      [stranger.accountId],
    );
    expect(others).toEqual({ contacts: 0 });
  });
});

describe('entered text', () => {
  /** Sends a confirmation email that shows fields of the contact, and returns the email. */
  async function mailFor(
    fields: Readonly<Record<string, string>>,
    email: string,
  ): Promise<{ mail: Email; raw: string }> {
    const { body } = await sender.ann.call('GET', '/double-opt-in');
    await sender.ann.call('PATCH', `/campaigns/${body.campaign_id}`, {
      subject: 'Confirm, {{ contact.first_name }} {{ contact.city }}',
      html:
        '<p>Dear {{ contact.first_name }}|{{ contact.last_name }}|{{ contact.city }}.</p>' +
        '<p title="{{ contact.first_name }}"><a href="{{ confirm_url }}">Confirm</a></p>',
    });
    const answer = await post(actionOfEmbed(form), new URLSearchParams({ email, ...fields }), AS_SCRIPT);
    expect([answer.status, answer.html]).toEqual([200, expect.stringContaining('confirm')]);
    const message = await eventually('the email arrives', async () =>
      sink.messages.find(({ to }) => to.includes(email)),
    );
    // The outcome is recorded a moment after the server has accepted the email.
    await eventually('the outcome is recorded', async () => {
      const rows = await rowsOf(
        app.installation.db,
        `select from contact_stat s join contact c on c.account_id = s.account_id and c.id = s.contact_id
         where c.email = $1 and s.first_sent_at is not null`,
        [email],
      );
      return rows.length > 0 || undefined;
    });
    return { mail: await PostalMime.parse(message.data), raw: message.data.toString('latin1') };
  }

  const textIn = (html = ''): string =>
    /Dear (.*?)\.<\/p>/s
      .exec(html)?.[1]
      ?.replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&') ?? '';

  beforeAll(() => {
    app.deliver();
  });
  beforeEach(async () => {
    await made('POST', '/contact-fields', { label: 'City', contact_field_type_id: TEXT_FIELD });
  });

  it.each([
    ['html', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['quote', `"><b onmouseover='x'>&amp;`],
    ['liquid', '{{ account.name }}{% for i in (1..99) %}x{% endfor %}{{ confirm_url }}'],
    ['filter', '{{ "x" | append: contact.email }}{%- raw -%}'],
    ['emoji', '👩🏽‍🚀 Zoë 漢字'],
    ['rtl', 'שלום \u202eevil\u202c مرحبا'],
  ])('is escaped in the confirmation email and on every page: %s', async (name, text) => {
    const email = `${name}@there.example`;
    const { mail, raw } = await mailFor({ first_name: text, last_name: text, 'contact_fields[city]': text }, email);
    expect(textIn(mail.html)).toBe([text, text, text].join('|'));
    expect(mail.html).not.toMatch(/<(?:script|img|b)\b/);
    expect(mail.subject).toBe(`Confirm, ${text} ${text}`);
    expect(raw.match(/^Subject:/gm)).toHaveLength(1);
    const [contact] = await rowsOf<Json>(app.installation.db, 'select first_name from contact where email = $1', [
      email,
    ]);
    expect(contact.first_name).toBe(text);
    // The error page shows all values that were entered.
    const entered = { email: `${text}@`, first_name: text, last_name: text, 'contact_fields[city]': text, gdpr: text };
    const { html, status } = await post(
      form.url,
      new URLSearchParams({ ...entered, [text]: text, stamp: stampOf(form) }),
    );
    expect(status).toBe(422);
    expect(html).not.toMatch(/<(?:script|img|b)\b/);
    const shown = entriesOf(html).entries;
    expect([shown['first_name'], shown['last_name'], shown['contact_fields[city]']]).toEqual([text, text, text]);
    const { pathname } = new URL(/href="([^"]+\/confirm\/[^"]+)"/.exec(mail.html ?? '')?.[1] ?? '');
    for (const method of ['GET', 'POST']) {
      const page = await open(pathname, { method });
      expect(page.status).toBe(200);
      expect(page.html).not.toMatch(/<(?:script|img|b)\b/);
    }
  });

  it.each([
    ['crlf', 'Eve\r\nBcc: all@evil.example\r\n\r\n<p>Body</p>'],
    ['lf', 'Eve\nBcc: all@evil.example'],
    ['cr', 'Eve\rBcc: all@evil.example'],
    ['vt', 'Eve\u000bBcc: all@evil.example\u0085\u2028Bcc: all@evil.example'],
    ['encoded', '=?utf-8?q?Eve=0D=0ABcc:_all@evil.example?='],
  ])('adds no header to the email: %s', async (name, text) => {
    const email = `${name}@there.example`;
    const { mail, raw } = await mailFor({ first_name: text, last_name: text, 'contact_fields[city]': text }, email);
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^bcc/im);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(mail.to?.map(({ address }) => address)).toEqual([email]);
    const [contact] = await rowsOf<Json>(
      app.installation.db,
      'select first_name, last_name from contact where email = $1',
      [email],
    );
    // As in the API, a name must be a single line.
    expect(contact.first_name).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(contact.last_name).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  });

  it.each([
    ['two addresses', 'a@there.example, b@there.example'],
    ['two lines', 'a@there.example\r\nb@there.example'],
    ['a header', 'a@there.example\r\nBcc: b@there.example'],
    ['a name', 'Eve <a@there.example>'],
    ['a host without a dot', 'a@localhost'],
    ['a number as the host', 'a@[127.0.0.1]'],
    ['a full-width sign', 'a＠there.example'],
    ['an invisible character in the host', 'a@the\u202ere.example'],
    ['an invalid IDN', 'a@xn--ü.example'],
    ['a too long address', `${'a'.repeat(65)}@there.example`],
    ['an address of 100 kB', `a@${'b.'.repeat(20_000)}example`],
  ])('is refused as an address: %s', async (_name, email) => {
    // Compare only these tables, because other tables change while emails are delivered.
    const audience = /^(?:contact|list|form)/;
    const before = await everything(audience);
    const { html, status } = await post(actionOfEmbed(form), new URLSearchParams({ email }), AS_SCRIPT);
    expect([status, JSON.parse(html).errors]).toEqual([422, [expect.stringContaining('email address')]]);
    expect(await everything(audience)).toEqual(before);
  });

  it('is one contact for all notations of an international address', async () => {
    for (const email of ['BEA@Bücher.example', 'bea@xn--bcher-kva.example', ' bea@bu\u0308cher.example ']) {
      expect((await post(actionOfEmbed(form), new URLSearchParams({ email }), AS_SCRIPT)).status).toBe(200);
    }
    const found = await rowsOf(app.installation.db, 'select email from contact where account_id = $1', [
      sender.accountId,
    ]);
    expect(found).toEqual([{ email: 'bea@xn--bcher-kva.example' }]);
  });
});

it('in a thousand posts from forty connections sends one email and gets only 303 or 429', async () => {
  const email = 'bea@there.example';
  const entered = { email, first_name: 'Bea', stamp: stampOf(form) };
  const statuses = new Map<number, number>();
  let left = 1_000;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { status } = await post(form.url, new URLSearchParams(entered));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 40 }, lane));
  expect(Object.fromEntries(statuses)).toEqual({ 303: 10, 429: 990 });
  expect(await does.mailsTo(sender.accountId, email)).toBe(1);
  const found = await rowsOf(app.installation.db, 'select email from contact where account_id = $1', [
    sender.accountId,
  ]);
  expect(found).toEqual([{ email }]);
  await eventually('the email arrives', async () => sink.messages.find(({ to }) => to.includes(email)));
}, 180_000);
