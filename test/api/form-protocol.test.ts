// Place in a run: slow.
import { Script } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStamps, type StampKind } from '../../src/features/campaigns/forms/stamps.ts';
import { purgeAttempts } from '../../src/features/campaigns/forms/index.ts';
import { isPublicPath } from '../../src/http/public-hosts.ts';
import { startApp } from '../support/app.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { entriesOf } from '../support/public-visits.ts';
import { shared } from '../support/shared.ts';
import { actionOfEmbed, deleteFormAttempts, newFormTenant, type FormTenant } from '../support/signup-forms.ts';

const ORIGIN = 'https://shop.example';
const AS_SCRIPT = { 'x-requested-with': 'XMLHttpRequest', origin: ORIGIN };
const DAY_MS = 24 * 60 * 60_000;

let tenant: FormTenant;

const app = shared(startApp);
beforeEach(async () => {
  await deleteFormAttempts(app.installation.db);
  tenant = await newFormTenant(app);
});

type Fields = Readonly<Record<string, string>>;

const REFUSED: readonly (readonly [name: string, fields: Fields, errors: unknown[]])[] = [
  ['no fields', {}, ['Please enter your email address.']],
  ['an invalid address', { email: 'bea@' }, [expect.stringMatching(/^Please check the email address/)]],
  ['a too long name', { email: 'bea@x.example', first_name: 'a'.repeat(192) }, [expect.stringContaining('first name')]],
  [
    'a name without an address',
    { last_name: 'a'.repeat(192) },
    [expect.any(String), expect.stringContaining('last name')],
  ],
];

/** Encodes fields in the same way as FormData on a page. */
function multipart(fields: Fields): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const post = async (
  url: string,
  body: string | FormData | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
const byScript = async (url: string, fields: Fields): Promise<Response> => post(url, multipart(fields), AS_SCRIPT);
const byBrowser = async (url: string, fields: Fields): Promise<Response> => post(url, new URLSearchParams(fields));
// The type is `any`, because bodies have many shapes, and the expectations check them.
// oxlint-disable-next-line typescript/no-explicit-any
const jsonOf = async (answer: Response): Promise<any> => answer.json();
const locationOf = (answer: Response): string => new URL(answer.headers.get('location') ?? '', answer.url).href;

/** Returns the signed timestamp of a form's page that was loaded the given time ago. */
function stampOf(form: { url: string }, agoMs: number, kind: StampKind = 'page'): string {
  const { clock, vault } = app.installation;
  return createStamps({ clock, vault }).make(kind, form.url.slice(-6), new Date(clock.now() - agoMs));
}

describe('embed with its script on a page of another site', () => {
  it('sends a preflight request, which is allowed', async () => {
    const action = actionOfEmbed(await tenant.newForm());
    const asked = {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-requested-with',
    };
    const answer = await fetch(action, { method: 'OPTIONS', headers: asked });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-requested-with');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('allows other sites at this URL only', async () => {
    const form = await tenant.newForm();
    const answers = await Promise.all(
      ['/forms', '/contacts', '/me', '/lists', '/dashboard/session', new URL(form.url).pathname].map(async (path) =>
        fetch(`${app.url}${path}`, { headers: { origin: ORIGIN } }),
      ),
    );
    const preflight = await fetch(`${app.url}/contacts`, { method: 'OPTIONS', headers: { origin: ORIGIN } });
    for (const answer of [...answers, preflight]) {
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(preflight.status).toBe(405);
  });

  it('can be framed by pages of this server only, and its follow-up pages by none', async () => {
    const { url } = await tenant.newForm();
    const framing = async (path: string): Promise<unknown[]> => {
      const { headers } = await fetch(path);
      return [
        /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1],
        headers.get('x-frame-options'),
      ];
    };
    expect(await framing(url)).toEqual(["'self'", 'SAMEORIGIN']);
    for (const path of [`${url}/thanks`, `${url}nothing`]) expect(await framing(path)).toEqual(["'none'", 'DENY']);
  });

  it('signs up with multipart and returns 200 with a minimal body', async () => {
    const form = await tenant.newForm();
    const entered = { first_name: 'Bea', last_name: 'Ode', email: 'Bea@X.example ', a_password: '' };
    const answer = await byScript(actionOfEmbed(form), entered);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await jsonOf(answer)).toEqual({ message: 'Thank you. You are signed up.' });
    const [contact] = await tenant.contacts();
    expect(contact).toMatchObject({ email: 'bea@x.example', first_name: 'Bea', last_name: 'Ode', form_id: form.id });
    expect(await tenant.membersOf(tenant.list)).toEqual([contact?.id]);
    expect((await tenant.ann.call('GET', `/forms/${form.id}`)).body.submissions_count).toBe(1);
  });

  it('returns the redirect URL', async () => {
    const form = await tenant.newForm({ redirect_url: 'https://müller.example/danke?a=b' });
    const answer = await byScript(actionOfEmbed(form), { email: 'bea@x.example' });
    expect((await jsonOf(answer)).redirect_url).toBe('https://xn--mller-kva.example/danke?a=b');
  });

  it.each(REFUSED)('returns 422 with error messages for %s', async (_name, fields, errors) => {
    const answer = await byScript(actionOfEmbed(await tenant.newForm()), fields);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([422, '*']);
    expect(await jsonOf(answer)).toEqual({ errors });
    expect(await tenant.contacts()).toEqual([]);
  });

  it('requires the checkbox if the form has one, and stores its text with the consent', async () => {
    const form = await tenant.newForm({ gdpr_required: true, consent_text: 'Yes, write to me.' });
    const action = actionOfEmbed(form);
    const refused = await byScript(action, { email: 'bea@x.example', gdpr: '0' });
    expect([refused.status, (await jsonOf(refused)).errors]).toEqual([422, [expect.stringContaining('box')]]);
    expect(await tenant.contacts()).toEqual([]);
    expect((await byScript(action, { email: 'bea@x.example', gdpr: '1' })).status).toBe(200);
    const consents = await rowsOf(
      tenant.db,
      'select text, source, ip_address from contact_consent where account_id = $1',
      [tenant.accountId],
    );
    expect(consents).toEqual([{ text: 'Yes, write to me.', source: 'form', ip_address: null }]);
  });

  it('accepts values of account fields in brackets or by name, and ignores others', async () => {
    const text = '0abe5601-7738-43c8-858f-81911ecf89ee';
    const number = 'e43c6471-b3ff-4541-80c5-964c62decd15';
    const { ann } = tenant;
    const { body: town } = await ann.call('POST', '/contact-fields', { label: 'Town', contact_field_type_id: text });
    const { body: age } = await ann.call('POST', '/contact-fields', { label: 'Age', contact_field_type_id: number });
    const action = actionOfEmbed(await tenant.newForm());
    const entered = {
      email: 'bea@x.example',
      'contact_fields[town]': 'Ulm',
      age: '41',
      utm_source: 'x',
      'contact_fields[no]': 'x',
    };
    expect((await byScript(action, entered)).status).toBe(200);
    const kept = { [town.id]: 'Ulm', [age.id]: '41' };
    expect((await tenant.contacts())[0]?.fields).toEqual(kept);
    // Empty values do not clear the values of existing fields.
    expect((await byBrowser(action, { ...entered, 'contact_fields[town]': '', age: '' })).status).toBe(303);
    expect((await tenant.contacts())[0]?.fields).toEqual(kept);
    const wrong = await byScript(action, { ...entered, age: 'old' });
    expect([wrong.status, await wrong.json()]).toEqual([422, { errors: ['Age must be a number like 42 or -1.5.'] }]);
  });
});

describe('embed without a script', () => {
  it('redirects to a confirmation page that can be reloaded', async () => {
    const form = await tenant.newForm();
    const answer = await byBrowser(actionOfEmbed(form), { email: 'bea@x.example', first_name: 'Bea' });
    expect([answer.status, locationOf(answer)]).toEqual([303, `${form.url}/thanks`]);
    const thanks = await fetch(locationOf(answer));
    expect([thanks.status, await thanks.text()]).toEqual([200, expect.stringContaining('<h1>Thank you</h1>')]);
    expect(await tenant.contacts()).toHaveLength(1);
  });

  it("redirects to the account's URL", async () => {
    const action = actionOfEmbed(await tenant.newForm({ redirect_url: 'http://acme.example/thanks#top' }));
    const answer = await byBrowser(action, { email: 'bea@x.example' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://acme.example/thanks#top']);
  });

  it('shows the form again with the entered values and errors, and accepts the correction', async () => {
    const form = await tenant.newForm();
    const answer = await byBrowser(actionOfEmbed(form), { email: 'bea@', first_name: '<Bea>', company: 'Acme' });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
    expect(page).toContain('role="alert"');
    expect(page).toContain('value="&lt;Bea&gt;"');
    expect(page).toContain('name="contact_fields[company]" value="Acme"');
    const { action, entries } = entriesOf(page);
    const mended = await byBrowser(new URL(action, answer.url).href, { ...entries, email: 'bea@x.example' });
    expect([mended.status, locationOf(mended)]).toEqual([303, `${form.url}/thanks`]);
  });

  it('redirects a reload of the action URL to the form', async () => {
    const form = await tenant.newForm();
    const answer = await fetch(actionOfEmbed(form), { redirect: 'manual' });
    expect([answer.status, locationOf(answer)]).toEqual([303, form.url]);
  });
});

describe('invalid or deleted form', () => {
  it.each([
    ['of an unknown account', (action: string) => action.replace(/form\/\w{6}/, 'form/zzzzzz')],
    ['with an unknown code', (action: string) => action.replace(/\w{6}$/, 'zzzzzz')],
    ['with an invalid code', (action: string) => `${action}%00'`],
    ['in another letter case', (action: string) => action.replace(/\w{6}$/, (code) => code.toUpperCase() + 'A')],
  ])('%s returns 404 with a message for scripts and a page for people', async (_name, change) => {
    const action = change(actionOfEmbed(await tenant.newForm()));
    const script = await byScript(action, { email: 'bea@x.example' });
    expect([script.status, script.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    const page = await byBrowser(action, { email: 'bea@x.example' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await tenant.contacts()).toEqual([]);
  });

  it('is closed when it is deleted, on its page, in its embeds and by its script', async () => {
    const form = await tenant.newForm();
    await tenant.ann.call('DELETE', `/forms/${form.id}`);
    const script = await byScript(actionOfEmbed(form), { email: 'bea@x.example' });
    expect([script.status, await script.json()]).toEqual([404, { errors: ['This form is closed.'] }]);
    for (const url of [form.url, `${form.url}.js`, `${form.url}/thanks`, actionOfEmbed(form)]) {
      expect((await fetch(url)).status).toBe(404);
    }
    expect((await byBrowser(form.url, { email: 'bea@x.example', stamp: stampOf(form, 5_000) })).status).toBe(404);
    expect(await tenant.contacts()).toEqual([]);
  });

  it('is closed when its account is', async () => {
    const form = await tenant.newForm();
    await rowsOf(tenant.db, 'update account set closed_at = now() where account_id = $1', [tenant.accountId]);
    expect((await fetch(form.url)).status).toBe(404);
    expect((await byScript(actionOfEmbed(form), { email: 'bea@x.example' })).status).toBe(404);
  });

  it("is not found under another account's code", async () => {
    const theirs = actionOfEmbed(await (await newFormTenant(app)).newForm());
    const mine = actionOfEmbed(await tenant.newForm());
    const mixed = `${mine.slice(0, -6)}${theirs.slice(-6)}`;
    expect((await byScript(mixed, { email: 'bea@x.example' })).status).toBe(404);
  });

  it('still signs up without its list if that is deleted', async () => {
    const action = actionOfEmbed(await tenant.newForm());
    await rowsOf(tenant.db, 'update contact_list set deleted_at = now() where id = $1', [tenant.list]);
    expect((await byScript(action, { email: 'bea@x.example' })).status).toBe(200);
    expect(await tenant.contacts()).toHaveLength(1);
    expect(await tenant.membersOf(tenant.list)).toEqual([]);
  });
});

describe('bots that fill in forms', () => {
  it('get an error if they fill in a hidden field, and people can continue', async () => {
    const form = await tenant.newForm();
    const entered = { email: 'bea@x.example', first_name: 'Bea', a_password: 'hunter2' };
    const script = await byScript(actionOfEmbed(form), entered);
    const sentence = `Please press the button again to confirm that you are human, or sign up at ${form.url}.`;
    expect([script.status, await script.json()]).toEqual([422, { errors: [sentence] }]);
    for (const [action, stamp] of [
      [actionOfEmbed(form), ''],
      [form.url, stampOf(form, 5_000)],
    ] as const) {
      const answer = await byBrowser(action, { ...entered, stamp });
      const page = await answer.text();
      expect([answer.status, await tenant.contacts()]).toEqual([422, []]);
      expect(page).toContain('press the button again');
      // The page does not contain the hidden field again, because a browser that has filled it in would do so again.
      expect(page).not.toContain('a_password');
      const { entries } = entriesOf(page);
      expect(entries).toMatchObject({ email: 'bea@x.example', first_name: 'Bea' });
      const again = await byBrowser(action, { ...entries, stamp: stampOf(form, 800, 'again') });
      expect(locationOf(again)).toBe(`${form.url}/thanks`);
      expect(await tenant.contacts()).toMatchObject([{ email: 'bea@x.example', first_name: 'Bea' }]);
      await rowsOf(tenant.db, 'delete from contact where account_id = $1', [tenant.accountId]);
    }
  });

  it.each([
    ['immediately', (form: { url: string }) => stampOf(form, 100)],
    ['a day later', (form: { url: string }) => stampOf(form, DAY_MS + 1_000)],
    ['before it was shown', (form: { url: string }) => stampOf(form, -60_000)],
    ['without having loaded it', () => ''],
    [
      'with an invented stamp',
      (form: { url: string }) => stampOf(form, 5_000).replace(/\.[^.]+$/, `.${'A'.repeat(16)}`),
    ],
    ['with the stamp of another form', () => stampOf({ url: 'zzzzzz' }, 5_000)],
  ])('must submit the form again if they submit it %s', async (_name, stamp) => {
    const form = await tenant.newForm();
    const answer = await byBrowser(form.url, { email: 'bea@x.example', first_name: 'Bea', stamp: stamp(form) });
    const page = await answer.text();
    expect([answer.status, await tenant.contacts()]).toEqual([422, []]);
    expect(page).toContain('press the button again');
    expect(page).toContain('value="bea@x.example"');
    // The new signed timestamp allows a faster submission, because the user only has to press the button again.
    expect(page).toContain('name="stamp" value="again.');
    const again = { email: 'bea@x.example', stamp: stampOf(form, 800, 'again') };
    expect(locationOf(await byBrowser(form.url, again))).toBe(`${form.url}/thanks`);
    expect(await tenant.contacts()).toHaveLength(1);
  });

  it('are accepted if they take as long as people', async () => {
    const form = await tenant.newForm();
    const answer = await byBrowser(form.url, { email: 'bea@x.example', stamp: stampOf(form, 2_500) });
    expect([answer.status, locationOf(answer)]).toEqual([303, `${form.url}/thanks`]);
  });

  it('change nothing with GET or HEAD', async () => {
    const form = await tenant.newForm();
    for (const url of [form.url, `${form.url}.js`, actionOfEmbed(form), `${form.url}/thanks`]) {
      await fetch(`${url}?email=bea@x.example`);
      await fetch(url, { method: 'HEAD' });
    }
    expect(await tenant.contacts()).toEqual([]);
  });
});

describe('rate limit of forms', () => {
  it('applies per address with the same response for known and unknown ones', async () => {
    const action = actionOfEmbed(await tenant.newForm());
    await tenant.ann.call('POST', '/contacts', { email: 'known@x.example' });
    for (const email of ['known@x.example', 'new@x.example']) {
      const answers = [];
      for (let count = 1; count <= 11; count += 1) answers.push(await byScript(action, { email }));
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
      const last = answers.at(-1);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(3_500);
      expect(await last?.json()).toEqual({ errors: [expect.stringContaining('Too many sign-ups')] });
    }
    const page = await byBrowser(action, { email: 'new@x.example' });
    expect([page.status, await page.text()]).toEqual([429, expect.stringContaining('Too many sign-ups')]);
  });

  it('accepts ten of a thousand concurrent sign-ups of one address and keeps one contact', async () => {
    const form = await tenant.newForm();
    const entered = new URLSearchParams({ email: 'bea@x.example' });
    const statuses: number[] = [];
    const one = async (): Promise<void> => {
      const answer = await post(actionOfEmbed(form), entered, AS_SCRIPT);
      await answer.body?.cancel();
      statuses.push(answer.status);
    };
    for (let sent = 0; sent < 1_000; sent += 20) await Promise.all(Array.from({ length: 20 }, one));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(990);
    expect(await tenant.contacts()).toHaveLength(1);
    expect((await tenant.ann.call('GET', `/forms/${form.id}`)).body.submissions_count).toBe(10);
  });

  it('applies per network and per account over all forms', async () => {
    const action = actionOfEmbed(await tenant.newForm());
    const count = async (): Promise<number> => (await rowsOf(tenant.db, 'select from form_attempt')).length;
    expect((await byScript(action, { email: 'a@x.example' })).status).toBe(200);
    // An attempt counts toward the limits of the address, the network, and the account.
    expect(await count()).toBe(3);
    await rowsOf(tenant.db, 'update form_attempt set attempts = 200 where attempts = 1');
    const other = actionOfEmbed(await (await newFormTenant(app)).newForm());
    expect((await byScript(other, { email: 'a@x.example' })).status).toBe(429);
    await rowsOf(tenant.db, `update form_attempt set began_at = now() - interval '61 minutes'`);
    expect((await byScript(other, { email: 'a@x.example' })).status).toBe(200);
  });

  it("does not reveal known addresses if the plan's contact limit is reached", async () => {
    const action = actionOfEmbed(await tenant.newForm());
    await tenant.ann.call('POST', '/contacts', { email: 'known@x.example' });
    await tenant.db.script(`insert into plan (name, contact_limit) values ('tiny', 1)`);
    await rowsOf(tenant.db, `update account set plan = 'tiny' where account_id = $1`, [tenant.accountId]);
    const reported = [];
    for (const email of ['known@x.example', 'new@x.example']) {
      const answer = await byScript(action, { email });
      reported.push([answer.status, await answer.json()]);
    }
    expect(reported[0]).toEqual(reported[1]);
    expect(reported[0]?.[0]).toBe(422);
    expect(await tenant.membersOf(tenant.list)).toEqual([]);
  });
});

describe('unusual request', () => {
  it.each([
    ['JSON', 'application/json', '{"email":"bea@x.example"}'],
    ['text', 'text/plain', 'email=bea@x.example'],
    ['no content type', '', 'email=bea@x.example'],
    ['multipart without a boundary', 'multipart/form-data', 'email'],
    ['invalid escapes', 'application/x-www-form-urlencoded', 'email=%zz'],
    ['prototype properties', 'application/x-www-form-urlencoded', '__proto__[email]=a@x.example'],
    ['NUL', 'application/x-www-form-urlencoded', 'email=a%00@x.example'],
    ['an object', 'application/x-www-form-urlencoded', 'email[a]=a@x.example'],
  ])('with %s is a form without an address', async (_name, type, body) => {
    const action = actionOfEmbed(await tenant.newForm());
    const answer = await post(action, body, { ...AS_SCRIPT, ...(type && { 'content-type': type }) });
    expect([answer.status, (await jsonOf(answer)).errors]).toEqual([422, [expect.stringContaining('email address')]]);
  });

  it('uses the last of repeated addresses, and the query', async () => {
    const action = actionOfEmbed(await tenant.newForm());
    const headers = { ...AS_SCRIPT, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(action, 'email=a@x.example&email=b@x.example', headers)).status).toBe(200);
    expect((await post(`${action}?email=c%40x.example`, '', headers)).status).toBe(200);
    expect((await tenant.contacts()).map(({ email }) => email)).toEqual(['b@x.example', 'c@x.example']);
  });

  it('with a too large body gets a page that other sites may read', async () => {
    const action = actionOfEmbed(await tenant.newForm());
    const answer = await byBrowser(action, { email: 'a@x.example', first_name: 'a'.repeat(70_000) });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([413, '*']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

it('counts of attempts are deleted within a day', async () => {
  const { db } = app.installation;
  const plant = `insert into form_attempt select sha256(n::text::bytea), 1, now() - n * interval '1 hour' from generate_series(0, 47) n`;
  await rowsOf(db, plant);
  await purgeAttempts({ db });
  expect(await rowsOf(db, 'select from form_attempt')).toHaveLength(24);
});

it('forms are served on custom hosts, but the API for them is not', () => {
  const isServed = ['/f/:code', '/f/:code/:step', '/form/:account/:code', '/js/form.js', '/forms', '/forms/:id'].map(
    isPublicPath,
  );
  expect(isServed).toEqual([true, true, true, true, false, false]);
});

describe('embed scripts', () => {
  it('are served to every site with a fixed type', async () => {
    const form = await tenant.newForm({ heading: '</script><b>News "of" \u2028' });
    for (const url of [`${app.url}/js/form.js`, `${form.url}.js`]) {
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
      const source = await answer.text();
      expect(source).not.toContain('</script>');
      // The script is valid JavaScript regardless of the strings that the account has set.
      expect(() => new Script(source)).not.toThrow();
    }
  });

  it('that add a form to a page are under 2 kB', async () => {
    const form = await tenant.newForm({ gdpr_required: true });
    expect((await (await fetch(`${form.url}.js`)).text()).length).toBeLessThan(2_000);
  });

  it('of an unknown form are an empty program', async () => {
    const answer = await fetch(`${app.url}/f/zzzzzz.js`);
    expect([answer.status, await answer.text()]).toEqual([404, '/* This form is closed. */\n']);
  });
});
