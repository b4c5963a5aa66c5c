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

describe('a campaign before it is sent', () => {
  it('with nothing wrong in it is fine in every respect', () => {
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

  it.each(['design', 'plain text'])('may be a %s', (kind) => {
    const design = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: WORDS }] }] };
    const found = kind === 'design' ? check({ html: undefined, design }) : check({ html: undefined, text: WORDS });
    expect(found.filter(({ level }) => level !== 'ok')).toEqual([]);
  });

  it('says where its merge tags are broken, or leave gaps', () => {
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

  it('says who adds the link to unsubscribe, and that the account needs an address', () => {
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
  ])('is %s from a sender with %j', (level, sender) => {
    expect(one('sender', {}, { sender: { ...SENDER, ...sender } })?.level).toBe(level);
  });

  it('says what others found out about its links and its HTML', () => {
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

describe('links', () => {
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
  ])('are %s with %s', (level, href) => {
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
  ])('that have more than the merge tag of a link in them, as %s, are %s', (href, level) => {
    const finding = one('links', { html: link(href) });
    expect(finding?.level).toBe(level);
    if (level !== 'error') return;
    expect(finding).toMatchObject({ fix: expect.stringContaining('href="{{ unsubscribe_url }}"'), where: [href] });
  });

  it('of a text are named where they lead nowhere', () => {
    const text = `${WORDS}\nLeave: http://{{ unsubscribe_url }} or (https://x.example/?u={{ unsubscribe_url }}).`;
    const where = ['http://{{ unsubscribe_url }}', 'https://x.example/?u={{ unsubscribe_url }}'];
    for (const html of [undefined, `<p>${WORDS}</p>`]) {
      expect(one('links', { html, text })).toMatchObject({ level: 'error', where });
    }
    expect(one('links', { text: `${WORDS}\nLeave: {{ unsubscribe_url }}.` })?.level).toBe('ok');
  });

  it('are found where tags are left out or attributes have brackets', () => {
    const html = `<head><title>T</title><body><p title="a > b">${WORDS}<p><a title='>' href=http://x.example/>x`;
    expect(one('links', { html })?.where).toEqual(['http://x.example/']);
  });

  it('are named as they are written, the worst first', () => {
    expect(
      one('links', { html: link('http://x.example/') + link('javascript:{{ city | default: "x" }}') }),
    ).toMatchObject({
      level: 'error',
      where: ['javascript:{{ city | default: "x" }}', 'http://x.example/'],
    });
  });
});

describe('the content', () => {
  it.each<readonly [string, string, string, Partial<CampaignContent>]>([
    ['size', 'warning', 'much', { html: `<p>${'x'.repeat(CLIPPED_FROM_BYTES)}</p>` }],
    ['alt-texts', 'warning', 'a picture without', { html: `<p>${WORDS}<img src="https://x.example/a.png"></p>` }],
    ['alt-texts', 'ok', 'an empty one', { html: `<p>${WORDS}<img src="https://x.example/a.png" alt=""></p>` }],
    ['image-only', 'warning', 'a picture alone', { html: '<img src="https://x.example/a.png" alt="x">' }],
    ['image-only', 'ok', 'a picture and words', { html: `<img src="https://x.example/a.png" alt="x">${WORDS}` }],
    ['text-part', 'warning', 'a text of nothing', { html: `<p>${WORDS.repeat(10)}</p>`, text: 'See HTML.' }],
    ['text-part', 'ok', 'a text of its own', { text: WORDS }],
    ['preview-text', 'warning', 'no preview', { previewText: ' ' }],
    ['preview-text', 'warning', 'the subject again', { previewText: 'tea on saturday' }],
    ['preview-text', 'warning', 'a long preview', { previewText: WORDS }],
    ['subject', 'error', 'no subject', { subject: ' ' }],
    ['subject', 'warning', 'an answer', { subject: 'RE: tea' }],
    ['subject', 'warning', 'a forwarded one', { subject: ' Fwd: tea' }],
    ['subject', 'warning', 'capitals', { subject: 'TEA ON SATURDAY' }],
    ['subject', 'warning', 'marks', { subject: 'Tea!!' }],
    ['subject', 'warning', 'emoji', { subject: 'Tea 🍵🍵🍵' }],
    ['subject', 'ok', 'some emoji', { subject: 'Tea 🍵' }],
    ['subject', 'warning', 'length', { subject: 'x'.repeat(71) }],
    [
      'subject',
      'ok',
      'a long tag',
      { subject: 'Hi {{ contact.first_name | default: "to you, whoever you are that reads this line" }}' },
    ],
  ])('%s is %s with %s', (id, level, _name, content) => {
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
  ])('contrast is %s in %s', (level, html) => {
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
  ])('of many of %j is judged or refused', (piece) => {
    expect(check({ html: piece.repeat(Math.floor(200_000 / piece.length)) }).length).toBeGreaterThan(4);
  });
});
