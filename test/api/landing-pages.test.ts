import { beforeEach, describe, expect, it } from 'vitest';
import { startApp, type Answer } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';
import { pngOf, postImage } from '../support/tiny-images.ts';

let ann: TestPerson;
let accountId: number;
let list: number;

const app = shared(startApp);
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
  await rowsOf(app.installation.db, `update account set name = 'Garden & Co' where account_id = $1`, [accountId]);
  list = await plantGroup(app.installation.db, accountId, 'list', 'News');
});

async function newForm(more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const answer = await ann.call('POST', '/forms', { title: 'Sign up', lists: [list], ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function newPage(more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const given = { title: 'The Garden Post', form_id: more['form_id'] ?? (await newForm()).id, ...more };
  const answer = await ann.call('POST', '/landing-pages', given);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function newImage(width = 2): Promise<{ readonly id: number; readonly url: string }> {
  return (await postImage(app, ann.token, pngOf(width))).body;
}

async function open(url: string) {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe('landing page', () => {
  it('has a URL with its title and is not public until it is published', async () => {
    const page = await newPage({ title: 'Wächst & blüht: ßo schön!' });
    expect(page.slug).toMatch(/^wachst-bluht-sso-schon-[a-z0-9]{6}$/);
    expect(page.url).toBe(`${app.api.baseUrl}/l/${page.slug}`);
    const { html, status } = await open(page.url);
    expect([status, html.includes('Page not found')]).toEqual([404, true]);
  });

  it('is public and indexable while it is published', async () => {
    const image = await newImage();
    const { url, ...page } = await newPage({
      text: 'What to **sow**.\n\n- One mail a month',
      image_id: image.id,
      image_alt: 'A "safeguard"',
      is_published: 'yes',
    });
    expect([page.is_published, page.published_at, page.image_url]).toEqual([true, expect.any(String), image.url]);
    const { headers, html, status } = await open(url);
    expect([status, headers.get('x-robots-tag'), headers.get('set-cookie'), headers.get('referrer-policy')]).toEqual([
      200,
      null,
      null,
      'no-referrer',
    ]);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'$/,
    );
    expect(html).toContain('<h1>The Garden Post</h1>');
    expect(html).toContain('<p>What to <strong>sow</strong>.</p>');
    const [, hero = ''] = /<img class="hero"([^>]*)>/.exec(html) ?? [];
    expect(hero).toContain(`src="..${new URL(image.url).pathname}" alt="A &quot;safeguard&quot;"`);
    expect(hero).toContain('width="2" height="1"');
    expect(html).not.toContain('<script');
    const metas = Object.fromEntries(
      [...html.matchAll(/<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"/g)].map(([, name, content]) => [
        name,
        content,
      ]),
    );
    expect(metas).toMatchObject({
      description: 'What to sow. One mail a month',
      'og:type': 'website',
      'og:title': 'The Garden Post',
      'og:url': url,
      'og:description': 'What to sow. One mail a month',
      'og:image': image.url,
      'og:site_name': 'Garden &amp; Co',
    });
    expect(html).toContain(`<link rel="canonical" href="${url}"`);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await ann.call('PATCH', `/landing-pages/${page.id}`, { is_published: false })).body.published_at).toBe(
      page.published_at,
    );
    expect((await open(url)).status).toBe(404);
  });

  it('is at most 6 kB without its image, with a consent form', async () => {
    const { id } = await newForm({ gdpr_required: true, heading: 'Get the next one' });
    const image = await newImage();
    const { url } = await newPage({
      form_id: id,
      image_id: image.id,
      image_alt: 'A gate in a hedge',
      text: `${'What to sow, what to pick, and what to leave alone. '.repeat(6)}\n\n- One mail a month\n- No advertising`,
      is_published: true,
    });
    const { html } = await open(url);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(6_000);
  });

  it('has a preview before it is published, which is not indexable', async () => {
    const [page, other] = [await newPage(), await newPage()];
    const { headers, html, status } = await open(page.preview_url);
    expect([status, html.includes('Preview. This page is not published.')]).toEqual([200, true]);
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(html).not.toMatch(/og:|canonical/);
    const key = new URL(page.preview_url).search;
    const wrong = [`${other.url}${key}`, `${page.url}?preview=`, `${page.url}?preview=x`, `${page.url}?preview[]=x`];
    for (const url of wrong) expect([url, (await open(url)).status]).toEqual([url, 404]);
    await ann.call('PATCH', `/landing-pages/${page.id}`, { is_published: true });
    const published = await open(page.preview_url);
    expect([published.html.includes('Preview. '), published.headers.get('x-robots-tag')]).toEqual([false, null]);
  });

  it("escapes its owner's texts", async () => {
    const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const { id } = await newForm({ heading: evil });
    const { url } = await newPage({ form_id: id, title: evil, text: evil, description: evil, is_published: true });
    const { html } = await open(url);
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script&gt;alert(1)');
  });

  it('lets people sign up', async () => {
    const { url } = await newPage({ is_published: true });
    const { html } = await open(url);
    const action = new URL(/<form method="post"\s+action="([^"]+)"/.exec(html)?.[1] ?? '', url);
    expect(action.pathname).toMatch(/^\/f\/[a-z0-9]{6}$/);
    const stamp = /name="stamp" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const body = new URLSearchParams({ email: 'bea@x.example', stamp });
    const answer = await fetch(action, { method: 'POST', body });
    // Visitors who submit the form too quickly must press the button again on the form's page.
    expect([answer.status, (await answer.text()).includes('Please press the button again')]).toEqual([422, true]);
  });

  it("allows redirects to its form's target", async () => {
    const { id } = await newForm({ redirect_url: 'https://acme.example/thanks' });
    const { url } = await newPage({ form_id: id, is_published: true });
    expect((await open(url)).headers.get('content-security-policy')).toContain("form-action 'self' https: http:;");
  });

  it('stays when its form is deleted and explains that sign-up is not possible', async () => {
    const { id } = await newForm();
    const { url } = await newPage({ form_id: id, is_published: true });
    await ann.call('DELETE', `/forms/${id}`);
    const { html, status } = await open(url);
    expect([status, html.includes('You cannot sign up at the moment'), html.includes('<form')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('is not shown for a restricted or closed account', async () => {
    const { preview_url: preview, url } = await newPage({ is_published: true });
    for (const column of ['restricted_at', 'closed_at']) {
      const set = async (value: string) =>
        rowsOf(app.installation.db, `update account set ${column} = ${value} where account_id = $1`, [accountId]);
      await set('now()');
      expect([(await open(url)).status, (await open(preview)).status]).toEqual([404, 404]);
      await set('null');
    }
    expect((await open(url)).status).toBe(200);
  });
});

describe('slug of a landing page', () => {
  it('is unique across accounts, and available again after a change', async () => {
    const page = await newPage({ slug: ' Garden-Post ', is_published: true });
    expect(page.slug).toBe('garden-post');
    const bea = await newPerson(app, (await app.newAccount()).account.id);
    const theirs = await plantGroup(app.installation.db, 1, 'list', 'x').then(async () =>
      bea.call('POST', '/lists', { name: 'x' }),
    );
    const form = (await bea.call('POST', '/forms', { title: 'x', lists: [theirs.body.id] })).body.id;
    const wanted = { title: 'x', form_id: form, slug: 'garden-post' };
    const refused = await bea.call('POST', '/landing-pages', wanted);
    expect([refused.status, refused.body.errors]).toEqual([422, { slug: [expect.stringMatching(/is already used/)] }]);
    expect((await ann.call('PATCH', `/landing-pages/${page.id}`, { slug: 'the-post' })).body.url).toMatch(
      /\/l\/the-post$/,
    );
    expect((await open(page.url)).status).toBe(404);
    expect((await bea.call('POST', '/landing-pages', wanted)).status).toBe(201);
    const back = await ann.call('PATCH', `/landing-pages/${page.id}`, { title: 'Lost', slug: 'garden-post' });
    expect(back.status).toBe(422);
    expect((await ann.call('GET', `/landing-pages/${page.id}`)).body).toMatchObject({
      title: 'The Garden Post',
      slug: 'the-post',
    });
  });

  it('is assigned to one page for concurrent requests', async () => {
    const forms: number[] = [];
    for (let count = 0; count < 4; count += 1) forms.push((await newForm()).id);
    const answers = await Promise.all(
      forms.map(async (form_id) => ann.call('POST', '/landing-pages', { title: 'x', form_id, slug: 'all-at-once' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
    expect((await ann.call('GET', '/landing-pages')).body.total).toBe(1);
  });
});

describe('content of a landing page', () => {
  it('prevents its image from being deleted until the page is', async () => {
    const image = await newImage();
    const page = await newPage({ image_id: image.id });
    const kept = await ann.call('DELETE', `/images/${image.id}`);
    expect([kept.status, kept.body.usages]).toEqual([
      409,
      [{ type: 'landing_page', id: page.id, title: 'The Garden Post' }],
    ]);
    expect((await ann.call('DELETE', `/landing-pages/${page.id}`)).body).toEqual({
      message: 'The landing page was deleted.',
    });
    expect((await ann.call('DELETE', `/images/${image.id}`)).status).toBe(200);
  });

  it('prevents a list of its form from being deleted while it is published', async () => {
    const page = await newPage();
    const usages = async () =>
      (await ann.call('DELETE', `/lists/${list}`)).body.usages?.map(({ type }: { type: string }) => type);
    expect(await usages()).toEqual(['form']);
    await ann.call('PATCH', `/landing-pages/${page.id}`, { is_published: true });
    const { body, status } = await ann.call('DELETE', `/lists/${list}`);
    expect([status, body.usages[1]]).toEqual([409, { type: 'landing_page', id: page.id, title: page.title }]);
    await ann.call('DELETE', `/forms/${page.form_id}`);
    expect((await ann.call('DELETE', `/lists/${list}`)).status).toBe(200);
  });

  it('has its own form, which links to the page', async () => {
    const [one, two] = [await newForm(), await newForm()];
    const page = await newPage({ form_id: one.id });
    const pageOf = async (id: number) => (await ann.call('GET', `/forms/${id}`)).body.landing_page_id;
    expect([await pageOf(one.id), await pageOf(two.id)]).toEqual([page.id, null]);
    const second = await ann.call('POST', '/landing-pages', { title: 'x', form_id: one.id });
    expect([second.status, second.body.errors]).toEqual([
      422,
      { form_id: [expect.stringMatching(new RegExp(`is already used by landing page ${page.id}\\.`))] },
    ]);
    await ann.call('PATCH', `/landing-pages/${page.id}`, { form_id: two.id });
    expect([await pageOf(one.id), await pageOf(two.id)]).toEqual([null, page.id]);
    await ann.call('DELETE', `/landing-pages/${page.id}`);
    expect(await pageOf(two.id)).toBeNull();
  });

  it('uses a form once for concurrent requests', async () => {
    const { id } = await newForm();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => ann.call('POST', '/landing-pages', { title: 'x', form_id: id })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  });
});
