import { beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';
import { pngOf, postImage } from '../support/tiny-images.ts';

const app = shared(startApp);
let ann: TestPerson;

beforeEach(async () => {
  ann = await newPerson(app, (await app.newAccount()).account.id);
});

const BRAND = {
  accent_color: '#0a7d4f',
  text_color: '#222222',
  surface_color: '#fffdf7',
  background_color: '#eef6f2',
  font: 'verdana',
  footer_text: 'You signed up at acme.example.',
  social_links: { instagram: 'https://www.instagram.com/acme' },
};

const setBrand = async (brand: object) => {
  const { body, status } = await ann.call('PATCH', '/campaign-settings', brand);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const newLogo = async (person = ann) => (await postImage(app, person.token, pngOf(400, 100))).body;

describe('the brand of an account', () => {
  it('is part of the campaign settings, with the URL of the logo', async () => {
    const { id, url } = await newLogo();
    expect(await setBrand({ ...BRAND, logo_image_id: id })).toMatchObject({
      ...BRAND,
      logo_image_id: id,
      logo_url: url,
    });
    expect(await setBrand({ social_links: { github: 'https://github.com/acme', instagram: null } })).toMatchObject({
      accent_color: BRAND.accent_color,
      social_links: { github: 'https://github.com/acme' },
    });
    expect(await setBrand({ logo_image_id: null })).toMatchObject({ logo_image_id: null, logo_url: null });
  });

  it.each<[object, string, string]>([
    [{ text_color: '#999999' }, 'text_color', '4.5:1 with `surface_color` (#ffffff). The ratio is 2.84:1.'],
    [{ surface_color: '#222222' }, 'surface_color', '4.5:1 with `text_color` (#1f2328). The ratio is 1.00:1.'],
    [{ background_color: 'red' }, 'background_color', 'must be a hex color, for example #0a7d4f.'],
    [{ font: 'Comic Sans' }, 'font', 'must be one of sans, verdana'],
    [{ footer_text: 'x'.repeat(501) }, 'footer_text', 'at most 500 characters'],
    [{ social_links: { twiter: 'https://x.com/a' } }, 'social_links.twiter', 'is not a known network.'],
    [{ social_links: { instagam: 'https://x.com/a' } }, 'social_links.instagam', 'Did you mean "instagram"?'],
    [{ social_links: { x: 'javascript:alert(1)' } }, 'social_links.x', 'must be a URL that starts with https://'],
    [{ social_links: { x: 'https://x.com/{{ contact.email }}' } }, 'social_links.x', 'must be a URL'],
    [{ logo_image_id: 99_999_999 }, 'logo_image_id', 'must be the ID of one of your images.'],
    [{ logo_image_id: 'logo.png' }, 'logo_image_id', ''],
  ])('is refused by field: %j', async (brand, field, sentence) => {
    const { body, status } = await ann.call('PATCH', '/campaign-settings', brand);
    expect([status, body.errors]).toEqual([422, { [field]: [expect.stringContaining(sentence)] }]);
  });

  it('accepts light text on a dark background', async () => {
    expect(await setBrand({ text_color: '#eeeeee', surface_color: '#111111' })).toMatchObject({
      text_color: '#eeeeee',
    });
  });

  it('cannot use the logo of another account, and keeps its own logo from being deleted', async () => {
    const bea = await newPerson(app, (await app.newAccount()).account.id);
    const { id: theirs } = await newLogo(bea);
    const { body } = await ann.call('PATCH', '/campaign-settings', { logo_image_id: theirs });
    expect(body.errors).toEqual({ logo_image_id: ['must be the ID of one of your images.'] });
    const { id } = await newLogo();
    await setBrand({ logo_image_id: id });
    expect(await ann.call('DELETE', `/images/${id}`)).toMatchObject({
      status: 409,
      body: { usages: [{ type: 'campaign_settings', title: 'Logo of the brand' }] },
    });
    await setBrand({ logo_image_id: null });
    expect((await ann.call('DELETE', `/images/${id}`)).status).toBe(200);
  });

  it('is the look of starter designs and of a blank email', async () => {
    const { id, url } = await newLogo();
    await setBrand({ ...BRAND, logo_image_id: id });
    const { body } = await ann.call('GET', '/starting-designs');
    const [blank, newsletter] = body.data;
    expect(blank).toMatchObject({ key: 'blank', design: { attrs: { font: 'verdana', accent: '#0a7d4f' } } });
    expect(blank.design.content[0].attrs).toMatchObject({ src: url, isLogo: true, width: 200 });
    expect(JSON.stringify(newsletter.design)).toContain(url);
  });

  it('is the look of the confirmation email that the account has not edited', async () => {
    const { id, url } = await newLogo();
    await setBrand({ ...BRAND, logo_image_id: id });
    const { body } = await ann.call('GET', '/double-opt-in');
    const { body: shown } = await ann.call('POST', `/campaigns/${body.campaign_id}/preview`, {});
    expect(shown.html).toContain(`<img src="${url}"`);
    expect(shown.html).toContain('background-color:#0a7d4f;color:#ffffff');
    expect(shown.html).toContain('font-family:Verdana,Geneva,Tahoma,sans-serif;color:#222222');
  });

  it('adds the footer text above the postal address, and as a merge tag', async () => {
    await setBrand({ ...BRAND, postal_address: '1 High Street', from_email: 'news@acme.example' });
    const { body } = await ann.call('POST', '/campaigns', {
      title: 'x',
      subject: 'x',
      html: '<p>{{ account.footer_text }}</p>',
      from_name: 'Acme',
      from_email: 'news@acme.example',
    });
    const { html } = (await ann.call('POST', `/campaigns/${body.id}/preview`, {})).body;
    expect(html).toMatch(
      /^<p>You signed up at acme\.example\.<\/p>[^]*You signed up at acme\.example\.<br>[^<]+<br>1 High Street/,
    );
  });

  it('is the look of public pages, whose logo is served from the same host', async () => {
    const { id } = await newLogo();
    await setBrand({ ...BRAND, logo_image_id: id });
    const { body: list } = await ann.call('POST', '/lists', { name: 'News' });
    const { body: form } = await ann.call('POST', '/forms', { title: 'x', lists: [list.id] });
    const page = await fetch(form.url);
    const source = await page.text();
    expect(Buffer.byteLength(source)).toBeLessThan(6_000);
    expect(source).toContain('--surface:#fffdf7');
    expect(source).toContain('--canvas:#eef6f2');
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self'");
    const [, src = '', width, height] =
      /<img class="logo" src="([^"]+)" alt="[^"]*" width="(\d+)" height="(\d+)"/.exec(source) ?? [];
    expect([width, height]).toEqual(['160', '40']);
    expect((await fetch(new URL(src, form.url))).status).toBe(200);
  });
});

describe('drafts', () => {
  const newDraft = async (content: object) => {
    const envelope = { title: 'x', subject: 'x', from_name: 'Acme', from_email: 'news@acme.example' };
    const { body } = await ann.call('POST', '/campaigns', { ...envelope, ...content });
    return body.id as number;
  };
  const design = (attrs?: object) => ({
    type: 'doc',
    ...(attrs && { attrs }),
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
  });

  it('that consist of blocks get the brand, and others stay unchanged', async () => {
    const plain = await newDraft({ design: design({ radius: 8 }) });
    const html = await newDraft({ html: '<p>x</p>' });
    const test = { share: 50, rule: 'opens', hours: 2 };
    const variant = await newDraft({ html: '<p>x</p>', ab_test: test, variants: [{ design: design() }] });
    expect((await ann.call('GET', '/campaign-settings/drafts')).body).toEqual({ count: 0 });
    await setBrand({ accent_color: '#0a7d4f', font: 'serif' });
    expect((await ann.call('GET', '/campaign-settings/drafts')).body).toEqual({ count: 2 });
    const before = (await ann.call('GET', `/campaigns/${html}`)).body;
    expect(await ann.call('POST', '/campaign-settings/drafts')).toMatchObject({ status: 200, body: { updated: 2 } });
    expect((await ann.call('GET', `/campaigns/${plain}`)).body.design).toEqual(
      design({ accent: '#0a7d4f', font: 'serif', radius: 8 }),
    );
    expect((await ann.call('GET', `/campaigns/${variant}`)).body.variants[0].design.attrs).toEqual({
      accent: '#0a7d4f',
      font: 'serif',
    });
    expect((await ann.call('GET', `/campaigns/${html}`)).body).toEqual(before);
    expect((await ann.call('GET', '/campaign-settings/drafts')).body).toEqual({ count: 0 });
    expect((await ann.call('POST', '/campaign-settings/drafts')).body).toEqual({ updated: 0 });
  });

  it('of other accounts stay unchanged', async () => {
    const id = await newDraft({ design: design() });
    const bea = await newPerson(app, (await app.newAccount()).account.id);
    await bea.call('PATCH', '/campaign-settings', { accent_color: '#0a7d4f' });
    expect((await bea.call('POST', '/campaign-settings/drafts')).body).toEqual({ updated: 0 });
    expect((await ann.call('GET', `/campaigns/${id}`)).body.design).toEqual(design());
  });
});
