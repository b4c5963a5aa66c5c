import { describe, expect, it } from 'vitest';
import { prepareContent, type CampaignContent } from '../campaign/prepare.ts';
import { checkCampaign, type CampaignFacts } from './campaign.ts';
import { CLIPPED_FROM_BYTES } from './content.ts';
import type { Finding } from './finding.ts';

const WORDS = 'Our tea garden opens again on Saturday, with the first leaves of the year. '.repeat(4);
const ACCOUNT = { name: 'Tea', address: 'Main Street 1, 12345 Köln' };
const FACTS = { fields: [{ name: 'city', kind: 'text' }] as const, account: ACCOUNT, timeZone: 'UTC' };
const SENDER = { domain: 'x.example', isVerified: true, signingDomain: 'x.example', dmarcPolicy: 'none' };

function check(content: Partial<CampaignContent>, facts: Partial<CampaignFacts> = {}): readonly Finding[] {
  const whole = { subject: 'Tea on Saturday', previewText: 'The garden opens', html: `<p>${WORDS}</p>`, ...content };
  return checkCampaign({
    subject: whole.subject,
    previewText: whole.previewText,
    content: prepareContent(whole, FACTS),
    ownText: whole.text,
    address: ACCOUNT.address,
    sender: SENDER,
    ...facts,
  });
}

function one(id: string, content: Partial<CampaignContent>, facts: Partial<CampaignFacts> = {}): Finding | undefined {
  return check(content, facts).find((finding) => finding.id === id);
}

describe('checkCampaign', () => {
  it('passes every check for a valid campaign', () => {
    expect(check({}, { unsupported: [], linkResults: [] }).map(({ id, level }) => `${id} ${level}`)).toEqual([
      'merge-tags ok',
      'unsubscribe ok',
      'links ok',
      'alt-texts ok',
      'image-only ok',
      'contrast ok',
      'size ok',
      'link-answers ok',
      'text-part ok',
      'client-support ok',
      'postal-address ok',
      'sender ok',
      'subject ok',
      'preview-text ok',
    ]);
  });

  it.each(['design', 'plain text'])('accepts a campaign that is a %s', (kind) => {
    const design = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: WORDS }] }] };
    const found = kind === 'design' ? check({ html: undefined, design }) : check({ html: undefined, text: WORDS });
    expect(found.filter(({ level }) => level !== 'ok')).toEqual([]);
  });

  it('reports how many contacts lack a value for merge tags without a fallback', () => {
    const html = `<p>{{ first_name }} {{ contact.city }} ${WORDS}</p>`;
    const of = (first: number, city: number, contacts = 4_000): Partial<CampaignFacts> => ({
      missing: {
        contacts,
        data: [
          { name: 'first_name', missing: first },
          { name: 'contact.city', missing: city },
        ],
      },
    });
    expect(one('merge-tags', { html }, of(312, 1))).toMatchObject({
      level: 'warning',
      message:
        '312 of 4,000 contacts have no value for first_name, which has no fallback. ' +
        '1 of 4,000 contacts has no value for contact.city, which has no fallback.',
      where: [expect.stringContaining('first_name has no fallback'), expect.stringContaining('city has no fallback')],
    });
    expect(one('merge-tags', { html }, of(0, 0))).toMatchObject({
      level: 'ok',
      message: expect.stringContaining('all contacts in the audience (4,000) have a value'),
    });
    expect(one('merge-tags', { html }, of(0, 0, 0))).toMatchObject({ message: '2 merge tags have no fallback.' });
  });

  it('reports invalid merge tags and missing fallbacks with their position', () => {
    expect(one('merge-tags', { html: '<p>\n{{ frist_name }}</p>' })).toEqual({
      id: 'merge-tags',
      level: 'error',
      message: 'The content has an error.',
      fix: 'Did you mean first_name?',
      where: ['html line 2, column 4: frist_name is not a known name.'],
    });
    expect(one('merge-tags', { html: `<p>{{ city }} ${WORDS}</p>` })).toMatchObject({
      level: 'warning',
      where: ['html line 1, column 4: city has no fallback, so contacts without a value see nothing here.'],
    });
    const design = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'mergeTag', attrs: { name: 'citi' } }] }],
    };
    expect(one('merge-tags', { html: undefined, design })?.where).toEqual([
      'design content.0: citi is not a known name.',
    ]);
  });

  it('reports whether an unsubscribe link will be added and whether the postal address is missing', () => {
    expect(one('unsubscribe', {})?.message).toContain('will be added');
    expect(one('unsubscribe', { html: '<a href="{{ unsubscribe_url }}">x</a>' })?.message).toContain('The content has');
    expect(one('postal-address', {}, { address: ' ' })?.level).toBe('error');
  });

  it.each<readonly [string, Partial<typeof SENDER> | object]>([
    ['ok', {}],
    ['ok', { signingDomain: 'mail.x.example' }],
    ['ok', { domain: 'news.x.example' }],
    ['ok', { dmarcPolicy: undefined }],
    ['warning', { dmarcPolicy: null }],
    ['error', { isVerified: false }],
    ['error', { signingDomain: 'y.example' }],
    ['error', { signingDomain: 'notx.example' }],
    ['error', { signingDomain: undefined }],
  ])('rates the sender %s for %j', (level, sender) => {
    expect(one('sender', {}, { sender: { ...SENDER, ...sender } })?.level).toBe(level);
  });

  it('reports failed link requests and unsupported HTML', () => {
    const linkResults = [
      { url: 'https://x.example/', fault: undefined },
      { url: 'https://x.example/a', fault: 'It answers 404.' },
    ];
    expect(one('link-answers', {}, { linkResults })).toMatchObject({
      level: 'warning',
      where: ['https://x.example/a: It answers 404.'],
    });
    expect(one('link-answers', {})).toBeUndefined();
    const unsupported = [
      { title: 'target attribute', clients: ['gmail.ios'] },
      { title: 'display:flex', clients: ['outlook.windows'] },
    ];
    expect(one('client-support', {}, { unsupported })).toMatchObject({
      level: 'warning',
      where: ['display:flex: not supported by Outlook (windows)'],
    });
    expect(one('client-support', {}, { unsupported: unsupported.slice(0, 1) })?.level).toBe('ok');
    expect(one('client-support', {})).toBeUndefined();
  });
});

describe('link checks', () => {
  const link = (href: string) => `<p>${WORDS}<a href="${href}">x</a></p>`;
  it.each([
    ['ok', 'https://x.example/'],
    ['ok', 'mailto:a@x.example'],
    ['ok', 'tel:+49221'],
    ['ok', '#top'],
    ['ok', '{{ web_url }}'],
    ['ok', 'https://x.example/{{ city | default: "a" }}?q={{ email }}'],
    ['ok', 'https://{{ city | default: "a" }}.x.example/'],
    ['warning', ''],
    ['warning', '#'],
    ['warning', 'http://x.example/'],
    ['warning', 'https://192.0.2.1/'],
    ['warning', 'https://3221225985/'],
    ['warning', 'https://[2001:db8::1]/'],
    ['warning', 'https://bit.ly/abc'],
    ['warning', 'https://www.TinyURL.com/abc'],
    ['error', 'javascript:alert(1)'],
    ['error', ' java\tscript:alert(1)'],
    ['error', '&#106;avascript:alert(1)'],
    ['error', 'data:text/html,x'],
    ['error', 'file:///x'],
    ['error', 'http://localhost:3000/'],
    ['error', 'http://staging/'],
    ['error', 'https://shop.internal/'],
    ['error', 'http://127.0.0.1/'],
    ['error', 'http://10.1.2.3/'],
    ['error', 'http://172.20.0.1/'],
    ['error', 'http://192.168.1.1/'],
    ['error', 'http://[::1]/'],
    ['error', 'http://[fe80::1]/'],
    ['error', '/relative'],
    ['error', 'x.example/page'],
    ['error', 'https://'],
  ])('rate a link %s: %s', (level, href) => {
    expect(one('links', { html: link(href) })?.level).toBe(level);
  });

  it.each([
    ['http://{{ unsubscribe_url }}', 'error'],
    ['//{{ web_url }}', 'error'],
    ['{{ preferences_url }}x', 'error'],
    ['{{ view_in_browser_url }}/{{ email }}', 'error'],
    ['https://x.example/?u={{ unsubscribe_url }}', 'error'],
    ['https://x.example/{{ web_url }}', 'error'],
    ['mailto:{{ unsubscribe_url }}', 'error'],
    ['&nbsp;{{ unsubscribe_url }}', 'error'],
    ['https://x.example/share?u={{ web_url }}', 'ok'],
    ['mailto:?body={{ view_in_browser_url }}', 'ok'],
    ['{{ unsubscribe_url }}?utm_source=x', 'ok'],
    ['{{ preferences_url }}#top', 'ok'],
    [' {{ unsubscribe_url }} ', 'ok'],
    ['https://x.example/{{ city | default: "a" }}?u={{ web_url }}', 'ok'],
    ['{% if city %}{{ preferences_url }}{% else %}https://x.example/{% endif %}', 'ok'],
  ])('rate a link with the merge tag %s as %s', (href, level) => {
    const finding = one('links', { html: link(href) });
    expect(finding?.level).toBe(level);
    if (level !== 'error') return;
    expect(finding).toMatchObject({ fix: expect.stringContaining('href="{{ unsubscribe_url }}"'), where: [href] });
  });

  it('report broken links in the text part', () => {
    const text = `${WORDS}\nLeave: http://{{ unsubscribe_url }} or (https://x.example/?u={{ unsubscribe_url }}).`;
    const where = ['http://{{ unsubscribe_url }}', 'https://x.example/?u={{ unsubscribe_url }}'];
    for (const html of [undefined, `<p>${WORDS}</p>`]) {
      expect(one('links', { html, text })).toMatchObject({ level: 'error', where });
    }
    expect(one('links', { text: `${WORDS}\nLeave: {{ unsubscribe_url }}.` })?.level).toBe('ok');
  });

  it('find links after omitted tags and attributes with angle brackets', () => {
    const html = `<head><title>T</title><body><p title="a > b">${WORDS}<p><a title='>' href=http://x.example/>x`;
    expect(one('links', { html })?.where).toEqual(['http://x.example/']);
  });

  it('quote links as written, the most severe first', () => {
    expect(
      one('links', { html: link('http://x.example/') + link('javascript:{{ city | default: "x" }}') }),
    ).toMatchObject({
      level: 'error',
      where: ['javascript:{{ city | default: "x" }}', 'http://x.example/'],
    });
  });
});

describe('content checks', () => {
  it.each<readonly [string, string, string, Partial<CampaignContent>]>([
    ['size', 'warning', 'too much HTML', { html: `<p>${'x'.repeat(CLIPPED_FROM_BYTES)}</p>` }],
    [
      'alt-texts',
      'warning',
      'an image without alt text',
      { html: `<p>${WORDS}<img src="https://x.example/a.png"></p>` },
    ],
    ['alt-texts', 'ok', 'an empty alt text', { html: `<p>${WORDS}<img src="https://x.example/a.png" alt=""></p>` }],
    ['image-only', 'warning', 'an image without text', { html: '<img src="https://x.example/a.png" alt="x">' }],
    ['image-only', 'ok', 'an image and text', { html: `<img src="https://x.example/a.png" alt="x">${WORDS}` }],
    ['text-part', 'warning', 'a text that is too short', { html: `<p>${WORDS.repeat(10)}</p>`, text: 'See HTML.' }],
    ['text-part', 'ok', 'a text of its own', { text: WORDS }],
    ['preview-text', 'warning', 'no preview text', { previewText: ' ' }],
    ['preview-text', 'warning', 'a preview text that repeats the subject', { previewText: 'tea on saturday' }],
    ['preview-text', 'warning', 'a long preview text', { previewText: WORDS }],
    ['subject', 'error', 'no subject', { subject: ' ' }],
    ['subject', 'warning', 'a reply prefix', { subject: 'RE: tea' }],
    ['subject', 'warning', 'a forward prefix', { subject: ' Fwd: tea' }],
    ['subject', 'warning', 'capital letters', { subject: 'TEA ON SATURDAY' }],
    ['subject', 'warning', 'repeated exclamation marks', { subject: 'Tea!!' }],
    ['subject', 'warning', 'many emoji', { subject: 'Tea 🍵🍵🍵' }],
    ['subject', 'ok', 'one emoji', { subject: 'Tea 🍵' }],
    ['subject', 'warning', 'a long subject', { subject: 'x'.repeat(71) }],
    [
      'subject',
      'ok',
      'a long tag',
      { subject: 'Hi {{ contact.first_name | default: "to you, whoever you are that reads this line" }}' },
    ],
  ])('rate %s as %s for %s', (id, level, _name, content) => {
    expect(one(id, content)?.level).toBe(level);
  });

  it.each<readonly [string, string]>([
    ['warning', '<p style="color:#999999">x</p>'],
    ['warning', '<p style="color: #777 !important">x</p>'],
    ['warning', '<table><tr><td bgcolor="#000000">x</table>'],
    ['warning', '<div style="background:navy"><p>x</p></div>'],
    ['warning', '<p style="color:rgb(200, 200, 200)">{{ city | default: "x" }}</p>'],
    ['ok', '<h1 style="color:#888888">x</h1>'],
    ['ok', '<p style="color:#888888;font-size:24px">x</p>'],
    ['ok', '<p style="color:#999999"> &nbsp; </p>'],
    ['ok', '<p style="color:#999999;display:none">x</p>'],
    ['ok', '<div style="background:navy"><p style="color:white">x</p></div><p>x</p>'],
    ['ok', '<div style="background-image:url(x)"><p style="color:white">x</p></div>'],
    ['ok', '<p style="color:{{ city | default: "red" }}">x</p>'],
    ['ok', '<div style="background:navy"><a href="https://x.example/">x</a></div>'],
    ['ok', '<style>p{color:#fff}</style>'],
    ['warning', '<style>p{color:#fff}</style><p>x</p>'],
    ['ok', '<style>.a{background:navy}.a p{color:#fff}</style><div class="a"><p>x</p></div>'],
    ['ok', '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>x</p>'],
    ['ok', '<p style="color:#999999">&nbsp;<p>x'],
    ['ok', '<div hidden><p style="color:#999999">x</p></div>'],
  ])('rate the contrast %s for %s', (level, html) => {
    expect(one('contrast', { html: html + WORDS })?.level).toBe(level);
  });

  it.each([
    '<a href="',
    '<img ',
    '<p style="color:#999">x',
    '<p style="',
    '{{ city }}',
    '<a href="http://x">',
    ';',
    '</p>',
  ])('handle large HTML made of %j', (piece) => {
    expect(check({ html: piece.repeat(Math.floor(200_000 / piece.length)) }).length).toBeGreaterThan(4);
  });
});
