import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { isFault, parseMailbox, type Mailbox } from '../address.ts';
import { compileTemplate } from '../template/compile.ts';
import { CAMPAIGN_LINKS } from './names.ts';
import { prepareContent, type CampaignContent, type ContentFacts, type PreparedContent } from './prepare.ts';

const FACTS: ContentFacts = {
  fields: [
    { name: 'city', kind: 'text' },
    { name: 'vip', kind: 'boolean' },
  ],
  account: { name: 'Tea & Co', address: 'Main Street 1\n12345 Köln\nGermany' },
  timeZone: 'Europe/Berlin',
};
const LEGAL = '<p>Tea &amp; Co, Main Street 1, 12345 Köln (Germany) <a href="{{ unsubscribe_url }}">Leave</a></p>';
const BODY = `<html><body><p>Hi {{ first_name | default: "you" }}</p>${LEGAL}</body></html>`;

describe('prepareContent', () => {
  it('leaves complete content unchanged', () => {
    const prepared = ready({ subject: 'Hi', html: BODY });
    expect(prepared.html).toBe(BODY);
    expect(prepared.added).toEqual([]);
    expect(prepared.text).toBe(
      'Hi {{ first_name | default: "you" }}\n\nTea & Co, Main Street 1, 12345 Köln (Germany) Leave ({{ unsubscribe_url }})\n',
    );
  });

  it('renders every merge tag for the recipient', async () => {
    const html =
      '<body>{{ first_name }} {{ contact.first_name }} {{ contact.city }} {{ city }} {{ account.name }} {{ account.address }} ' +
      '<a href="{{ web_url }}">w</a> <a href="{{ view_in_browser_url }}">v</a> <a href="{{ preferences_url }}">p</a></body>';
    const mail = await mailOf(ready({ subject: 'For {{ first_name }}', previewText: 'From {{ city }}', html }));
    expect(mail.subject).toBe('For Ann');
    expect(mail.html).toMatch(/^<body><div style="display:none[^>]*>From Köln&#847;/);
    expect(mail.html).toContain('Ann Ann Köln Köln Tea &amp; Co Main Street 1\n12345 Köln\nGermany');
    expect(mail.html).toContain('<a href="https://t.example/w/tok">w</a> <a href="https://t.example/w/tok">v</a>');
    expect(mail.html).toContain('<a href="https://t.example/p/tok">p</a>');
    expect(mail.html).toContain('<a href="https://t.example/u/tok"');
    expect(mail.text).toContain('Unsubscribe (https://t.example/u/tok)');
  });

  it('accepts a design or text alone', async () => {
    const design = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi {{ city }}' }] }],
    };
    const designed = ready({ subject: 'Hi', design });
    expect(designed.html).toContain('Hi {{ city }}</p>');
    expect(designed.text).toMatch(
      /^Hi \{\{ city \}\}\n\n-- \nTea & Co\nMain Street 1\n12345 Köln\nGermany\n\{\{ contact\.unsubscribe_label \| default: "Unsubscribe" \}\}: /,
    );
    const plain = ready({ subject: 'Hi', text: 'Hi' });
    expect(plain.html).toBeUndefined();
    expect((await mailOf(plain)).text).toContain('Unsubscribe: https://t.example/u/tok');
  });

  it("keeps the author's text and adds a missing footer", () => {
    expect(ready({ subject: 'Hi', html: BODY, text: 'Mine {{ unsubscribe_url }}' })).toMatchObject({
      text: 'Mine {{ unsubscribe_url }}\n\n-- \nTea & Co\nMain Street 1\n12345 Köln\nGermany\n',
      added: ['address'],
    });
  });
});

describe('footer', () => {
  const ADDRESS = '<p>Main Street 1, 12345 Köln, Germany</p>';
  const LINK = '<a href="{{ unsubscribe_url }}">x</a>';
  it.each<readonly [string, string, readonly string[]]>([
    ['nothing', '<p>Hi</p>', ['address', 'unsubscribe']],
    ['an address', ADDRESS, ['unsubscribe']],
    ['a merged address', '<p>{{ account.address | newline_to_br }}</p>', ['unsubscribe']],
    ['a link', LINK, ['address']],
    ['a written-out unsubscribe URL', '<p>{{ unsubscribe_url }}</p>', ['address']],
    ['a link for some recipients', `{% if vip %}${LINK}{% endif %}${ADDRESS}`, ['unsubscribe']],
    ['an address for some recipients', `{% unless vip %}${ADDRESS}{% endunless %}${LINK}`, ['address']],
    ['a link in a loop', `{% for x in (1..0) %}${LINK}{% endfor %}${ADDRESS}`, ['unsubscribe']],
    ['a link in an HTML comment', `<!-- ${LINK} -->${ADDRESS}`, ['unsubscribe']],
    ['a link in a Liquid comment', `{% comment %}${LINK}{% endcomment %}${ADDRESS}`, ['unsubscribe']],
    ['a link in a raw block', `{% raw %}${LINK}{% endraw %}${ADDRESS}`, ['unsubscribe']],
    ['a hidden link', `<div style="display: none">${LINK}</div>${ADDRESS}`, ['unsubscribe']],
    ['a link in a style sheet', `<style>/* {% comment %}${LINK}{% endcomment %} */</style>${ADDRESS}`, ['unsubscribe']],
  ])('adds what is missing to content with %s', (_name, html, added) => {
    const prepared = ready({ subject: 'Hi', html: `<body>${html}</body>` });
    expect(prepared.added).toEqual(added);
    for (const [what, words] of [
      ['address', '12345 Köln<br>Germany'],
      ['unsubscribe', '>{{ contact.unsubscribe_label | default: "Unsubscribe" }}</a>'],
    ] as const) {
      expect(prepared.html?.includes(words)).toBe(added.includes(what));
    }
  });

  it.each(['http://{{ unsubscribe_url }}', '{{ unsubscribe_url }}?a=1', 'mailto:{{ unsubscribe_url }}'])(
    'adds an unsubscribe link to a design whose button has another address than the merge tag: %s',
    (href) => {
      for (const kind of ['campaign', 'automation'] as const) {
        const dead = prepareContent({ subject: 'Hi', design: buttonTo(href) }, { ...FACTS, kind });
        expect(dead).toMatchObject({ added: ['address', 'unsubscribe'] });
        const live = prepareContent({ subject: 'Hi', design: buttonTo('{{ unsubscribe_url }}') }, { ...FACTS, kind });
        expect(live).toMatchObject({ added: ['address'] });
      }
    },
  );

  const SEEN = `${LINK}${ADDRESS}`;
  it.each([
    'http://{{ unsubscribe_url }}',
    'https://{{unsubscribe_url}}',
    '//{{ unsubscribe_url }}',
    'HTTP://{{ unsubscribe_url }}',
    '{{ unsubscribe_url }}x',
    '{{ unsubscribe_url }}/',
    '{{ unsubscribe_url }}.html',
    '{{ unsubscribe_url }}{{ email }}',
    '{{ email }}{{ unsubscribe_url }}',
    '{% if vip %}https://x.example/{% endif %}{{ unsubscribe_url }}',
    '&nbsp;{{ unsubscribe_url }}',
    '&#104;ttp://{{ unsubscribe_url }}',
    'https://x.example/?u={{ unsubscribe_url }}',
    'https://x.example/#{{ unsubscribe_url }}',
    'mailto:{{ unsubscribe_url }}',
    'mailto:a@x.example?body={{ unsubscribe_url }}',
    'javascript:{{ unsubscribe_url }}',
    '%7B%7B%20unsubscribe_url%20%7D%7D',
    '&#123;&#123; unsubscribe_url }}',
    '{{ unsubscribe_url | url_encode }}',
    '{{ unsubscribe_url | upcase }}',
    '{{ unsubscribe_url }}?utm_source=x',
    '{{ preferences_url }}',
  ])("adds an unsubscribe link if the author's link is not only the merge tag: %s", (href) => {
    const prepared = ready({ subject: 'Hi', html: `<a href="${href}">x</a>${ADDRESS}` });
    expect(prepared.added).toEqual(['unsubscribe']);
    expect(prepared.html).toContain('<a href="{{ unsubscribe_url }}" style=');
  });

  it.each([
    '<a href="{{ unsubscribe_url }}">x</a>',
    "<A HREF = ' {{- unsubscribe_url -}}\n' >x</A>",
    '<a href="{{unsubscribe_url}}"><img src="x" alt=""></a>',
    '<a href="{{ unsubscribe_url }}">{{ city }}</a>',
    '<p>Leave: {{ unsubscribe_url }}.',
    '<p>({{ unsubscribe_url }})',
    '<table><tr><td><a href="{{ unsubscribe_url }}">x<tr><td>y</table>',
    '<div style="visibility:hidden"><a style="visibility:visible" href="{{ unsubscribe_url }}">x</a></div>',
    '<details open><a href="{{ unsubscribe_url }}">x</a></details>',
    '<style>.a{display:none}@media (max-width:480px){.a{display:block}.b{display:none}}</style><p class="a">{{ unsubscribe_url }}</p><p class="b">{{ unsubscribe_url }}</p>',
    '<style>@media print{a{display:none}}</style><a href="{{ unsubscribe_url }}">x</a>',
    '<style>a:hover{opacity:.8}</style><a href="{{ unsubscribe_url }}">x</a>',
    '<div style="background-image:url(x)"><a style="color:#fff" href="{{ unsubscribe_url }}">x</a></div>',
    '<table bgcolor="navy"><tr><td><a style="color:#fff" href="{{ unsubscribe_url }}">x</a></table>',
    '<div style="color:{{ city }}"><a href="{{ unsubscribe_url }}">x</a></div>',
  ])('adds no second link if all recipients see one: %s', (html) => {
    expect(ready({ subject: 'Hi', html: `${html}${ADDRESS}` }).added).toEqual([]);
  });

  it.each([
    '<div hidden>$</div>',
    '<div style=display:none>$</div>',
    `<div style="font-family:'Arial';display:none">$</div>`,
    `<div style='font-family:"A;B";DISPLAY:NONE'>$</div>`,
    '<style>.f{display:none}</style><div class="f">$</div>',
    '<style>table .f>p{visibility:hidden}</style><table><tr><td class="x f"><p>$</p></table>',
    '<style>[data-x]{opacity:0}</style><div data-x>$</div>',
    '<style>@media (max-width:600px){.f{display:none!important}}</style><div class="f">$</div>',
    '<style>@media only screen and (min-width:601px){.f{display:none}}</style><div class="f">$</div>',
    '<style>@media (prefers-color-scheme:dark){.f{font-size:0}}</style><div class="f">$</div>',
    '<style>@supports (display:grid){.f{display:none}}</style><div class="f">$</div>',
    '<style media="(max-width:600px)">.f{display:none}</style><div class="f">$</div>',
    '<style>{% if vip %}.f{display:none}{% endif %}</style><div class="f">$</div>',
    '<style>.f{display:none}</style><div class="{% if vip %}f{% endif %}">$</div>',
    '<div style="{% if vip %}display:none{% endif %}">$</div>',
    '<div style="display:{{ city }}">$</div>',
    '<div {% if vip %}hidden{% endif %}>$</div>',
    '<style>.f{display:block!important}</style><div class="f" style="display:none">$</div>',
    '<div style="visibility:collapse">$</div>',
    '<div style="opacity:0.0">$</div>',
    '<div style="font-size:0">$</div>',
    '<div style="font-size:1px">$</div>',
    '<div style="max-height:0;overflow:hidden">$</div>',
    '<div style="width:0;overflow:hidden">$</div>',
    '<div style="position:absolute;top:-9999px">$</div>',
    '<div style="text-indent:-9999px">$</div>',
    '<div style="position:absolute;clip:rect(0,0,0,0)">$</div>',
    '<div style="mso-hide:all">$</div>',
    '<!--[if !mso]><!--><div>$</div><!--<![endif]-->',
    '<!--[if mso]>$<![endif]-->',
    '<details>$</details>',
    '<template>$</template>',
    '<noscript>$</noscript>',
    '<title>$</title>',
    '<textarea>$</textarea>',
    '<video>$</video>',
    '<dialog>$</dialog>',
  ])('ignores content that is hidden from some recipients: %s', (html) => {
    expect(ready({ subject: 'Hi', html: `<p>Hi</p>${html.replace('$', SEEN)}` }).added).toEqual([
      'address',
      'unsubscribe',
    ]);
  });

  it.each([
    '<a style="color:#ffffff" href="{{ unsubscribe_url }}">x</a>',
    '<a style="color:transparent" href="{{ unsubscribe_url }}">x</a>',
    '<div style="background:#222"><font color="#222222">{{ unsubscribe_url }}</font></div>',
    '<a href="{{ unsubscribe_url }}"></a>',
    '<a href="{{ unsubscribe_url }}">&nbsp;&zwnj; </a>',
    '<a href="{{ unsubscribe_url }}"><img src="x" width="1" height="1"></a>',
    '<a href="{{ unsubscribe_url }}"><span style="display:none">x</span></a>',
    '<a href="{{ unsubscribe_url }}">{% if vip %}x{% endif %}</a>',
    '{% if vip %}<a href="{{ unsubscribe_url }}">{% endif %}x{% if vip %}</a>{% endif %}',
    '<a href="https://x.example/">{{ unsubscribe_url }}</a>',
    '<a href="https://x.example/" href="{{ unsubscribe_url }}">x</a>',
    '<a data-href="{{ unsubscribe_url }}">x</a>',
    '<img src="{{ unsubscribe_url }}" alt="x">',
    '<form action="{{ unsubscribe_url }}"><button>x</button></form>',
    '<p>http://{{ unsubscribe_url }}</p>',
    '<p>{{ unsubscribe_url }}x</p>',
    '<p>{{ city }}{{ unsubscribe_url }}</p>',
  ])("adds an unsubscribe link if the author's link cannot be followed: %s", (html) => {
    expect(ready({ subject: 'Hi', html: `${html}${ADDRESS}` }).added).toEqual(['unsubscribe']);
  });

  it.each([
    ['Leave: {{ unsubscribe_url }}', []],
    ['Leave ({{unsubscribe_url}}).', []],
    ['<{{ unsubscribe_url }}>', []],
    ['http://{{ unsubscribe_url }}', ['unsubscribe']],
    ['https://x.example/?u={{ unsubscribe_url | url_encode }}', ['unsubscribe']],
    ['{{ unsubscribe_url }}x', ['unsubscribe']],
    ['{{ unsubscribe_url }}.html', ['unsubscribe']],
    ['{{ unsubscribe_url | url_encode }}', ['unsubscribe']],
    ['{% if vip %}{{ unsubscribe_url }}{% endif %}', ['unsubscribe']],
  ])('checks the unsubscribe link in the text part: %s', (text, added) => {
    const whole = `${text}\nMain Street 1, 12345 Köln, Germany`;
    expect(ready({ subject: 'Hi', text: whole }).added).toEqual(added);
  });

  it('stays visible despite style sheets for links and tables', () => {
    const html = '<style>a,td{color:#ffffff!important;background:#ffffff!important}</style><p>Hi</p>';
    expect(ready({ subject: 'Hi', html }).added).toEqual(['address', 'unsubscribe']);
  });

  it.each([
    '<style>body{visibility:hidden}</style><p>Hi</p>',
    '<body style="display:none"><p>Hi</p></body>',
    '<p>Hi</p><!--[if !mso]><!-->',
    '<textarea>',
    '<select>',
  ])('rejects HTML that would hide the footer: %s', (html) => {
    expect(faultsOf({ subject: 'Hi', html })[0]?.message).toContain('would be hidden');
  });

  it.each([
    ['<html><body>a</body></html>', 'a', '</body></html>'],
    ['<p>a</p>', '<p>a</p>', ''],
    [
      '<body>{% if vip %}a</body>{% else %}b</body>{% endif %}',
      '<body>{% if vip %}a</body>{% else %}b</body>{% endif %}',
      '',
    ],
    ['<body>a<!-- </body> --></body>', 'a<!-- </body> -->', '</body>'],
    ['<body>a {{ "</body>" }}</body>', 'a {{ "</body>" }}', '</body>'],
    ['<!doctype html><head><title>T</title><body><p>a', '<body><p>a', ''],
    ['<!doctype html><title>T</title><p>a<p>b</html>', '<p>b', '</html>'],
    ['<body><table><tr><td>a</body>', '<td>a', '</body>'],
    ['<html><body>a</body></html>\n<html><body>b</body></html>', '<body>b', '</body></html>'],
    ['<body>a<script>"</body>"</script></body>', '</script>', '</body>'],
    ['<body><p title="</body>">a</p></body>', 'a</p>', '</body>'],
  ])('is placed before the end of the body of %s', (html, before, after) => {
    const footed = ready({ subject: 'Hi', html }).html ?? '';
    const begin = footed.indexOf('<table role="presentation"');
    expect(footed.slice(0, begin).endsWith(before)).toBe(true);
    expect(footed.slice(footed.lastIndexOf('</table>\n') + 9)).toBe(after);
  });

  it.each(['<p>a</p><!-- ', '<div style="display:none">', '<style>', '<script>'])(
    'rejects HTML whose open element or comment would hide the footer: %s',
    (html) => {
      const prepared = prepareContent({ subject: 'Hi', html: `<p>a</p>${html}` }, FACTS);
      expect(prepared).toMatchObject({
        faults: [{ where: 'html', message: expect.stringContaining('would be hidden') }],
      });
    },
  );

  it("inserts the account's address as text, without interpreting Liquid or HTML", async () => {
    const account = { name: '{{ city }}', address: '{% if %} <b>1</b> {' };
    const prepared = ready({ subject: 'Hi', html: '<p>a</p>', text: 'a' }, { ...FACTS, account });
    const mail = await mailOf(prepared);
    expect(mail.html).toContain('&#123;&#123; city }}<br>&#123;% if %} &lt;b&gt;1&lt;/b&gt; &#123;');
    expect(mail.text).toContain('{{ city }}\n{% if %} <b>1</b> {\n');
  });

  it('has no postal address if the account has none', () => {
    const prepared = ready({ subject: 'Hi', html: '<p>a</p>' }, { ...FACTS, account: { name: 'x', address: ' ' } });
    expect(prepared.added).toEqual(['unsubscribe']);
  });
});

describe('preview text', () => {
  it.each([
    ['<p>a</p>', ''],
    ['{{ city }} <p>a</p>', ''],
    ['<!doctype html><title>T</title><p>a', '<!doctype html><title>T</title>'],
    ['<!doctype html><head><style>p{}</style></head><p>a', '<!doctype html><head><style>p{}</style></head>'],
    ['<!doctype html><title>T</title>{% if vip %}<p>a{% else %}<p>b{% endif %}', '<!doctype html><title>T</title>'],
    ['<!-- <body> --><html><body class="x"><p>a', '<!-- <body> --><html><body class="x">'],
    ['<!-- made -->\n<!doctype html><html><body><p>a', '<!-- made -->\n<!doctype html><html><body>'],
  ])('is placed at the start of the body of %s', async (html, before) => {
    const mail = await mailOf(ready({ subject: 'Hi', html, previewText: 'News' }));
    const [head = ''] = (mail.html ?? '').split(
      '<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">News',
    );
    expect(head).toBe(before);
  });
});

describe('confirmation email', () => {
  const ASKING: ContentFacts = { ...FACTS, kind: 'confirmation', account: { name: 'x', address: '' } };
  const LINK = '<a href="{{ confirm_url }}">Yes</a>';

  it('gets no footer, and keeps its confirmation link in the generated text', () => {
    const html = `<body><p>Hi</p>${LINK}</body>`;
    expect(ready({ subject: 'Hi', html }, ASKING)).toMatchObject({
      html,
      text: 'Hi\n\nYes ({{ confirm_url }})\n',
      added: [],
    });
    expect(ready({ subject: 'Hi', text: '{{ confirm_url }}' }, ASKING).text).toBe('{{ confirm_url }}');
  });

  it.each<readonly [string, CampaignContent]>([
    ['html', { subject: 'Hi', html: '<p>Hi</p>' }],
    ['html', { subject: 'Hi', html: `<p>{% if vip %}${LINK}{% endif %}</p>` }],
    ['html', { subject: 'Hi', html: `<!-- ${LINK} --><p style="display:none">{{ confirm_url }}</p>` }],
    ['text', { subject: 'Hi', html: LINK, text: 'Hi' }],
    ...[
      'http://{{ confirm_url }}',
      '{{ confirm_url }}x',
      '{{ confirm_url }}?a=1',
      'https://x.example/?u={{ confirm_url }}',
    ].flatMap(
      (href) =>
        [
          ['html', { subject: 'Hi', html: `<a href="${href}">Yes</a>` }],
          ['text', { subject: 'Hi', html: LINK, text: `Yes: ${href}` }],
        ] as const,
    ),
    ['design', { subject: 'Hi', design: { type: 'doc', content: [{ type: 'paragraph' }] } }],
    ['design', { subject: 'Hi', design: buttonTo('http://{{ confirm_url }}') }],
  ])('reports in %s that some recipients would not see the confirmation link: %j', (where, content) => {
    expect(prepareContent(content, ASKING)).toMatchObject({
      faults: [{ where, message: 'The email has no confirmation link that every recipient can see.' }],
    });
  });

  it('is the only class that may use confirm_url', () => {
    for (const kind of [undefined, 'campaign', 'automation'] as const) {
      expect(prepareContent({ subject: 'Hi', html: LINK }, { ...FACTS, kind })).toMatchObject({
        faults: [{ where: 'html', message: 'confirm_url is not a known name.' }],
      });
    }
  });
});

describe('invalid content', () => {
  it('reports the errors of every part with line, column and the nearest name', () => {
    expect(
      faultsOf({ subject: '{{ frist_name }}', html: '<p>\n {{ contact.citi }}</p>', text: '{{ unsubscribe }}' }),
    ).toEqual([
      {
        where: 'subject',
        line: 1,
        column: 4,
        message: 'frist_name is not a known name.',
        fix: 'Did you mean first_name?',
      },
      {
        where: 'html',
        line: 2,
        column: 5,
        message: 'contact.citi is not a known name.',
        fix: 'Did you mean contact.city?',
      },
      {
        where: 'text',
        line: 1,
        column: 4,
        message: 'unsubscribe is not a known name.',
        fix: 'Did you mean unsubscribe_url?',
      },
    ]);
  });

  it('reports an error in a design once, by the path of its block', () => {
    const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
    const design = {
      type: 'doc',
      content: [
        text('Hi {{ city }}'),
        { type: 'section', content: [text('{{ citi }}')] },
        { type: 'button', attrs: { href: 'https://x.example/{{ zip_code }}', label: 'x' } },
        { type: 'condition', attrs: { when: 'vipp' }, content: [text('x')] },
      ],
    };
    expect(faultsOf({ subject: 'Hi', design })).toMatchObject([
      { where: 'design', path: 'content.1.content.0', message: 'citi is not a known name.', fix: 'Did you mean city?' },
      { where: 'design', path: 'content.2', message: 'zip_code is not a known name.' },
      { where: 'design', path: 'content.3', message: 'vipp is not a known name.', fix: 'Did you mean vip?' },
    ]);
    expect(faultsOf({ subject: 'Hi', design: { type: 'doc', content: [{ type: 'x' }] } })).toMatchObject([
      { where: 'design', path: 'content.0.type' },
    ]);
  });

  it('warns about the block whose merge tag leaves a gap', () => {
    const design = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'mergeTag', attrs: { name: 'city' } }] }],
    };
    expect(ready({ subject: 'Hi', design }).warnings).toMatchObject([{ where: 'design', path: 'content.0' }]);
  });

  it.each<readonly [CampaignContent, string]>([
    [{ subject: 'x' }, 'The campaign has no content.'],
    [{ subject: 'x', html: 'x', design: { type: 'doc' } }, 'The content has both a design and HTML.'],
    [{ subject: 'x', html: 'x'.repeat(1_000_001) }, 'This field has 1000001 characters.'],
    [{ subject: 'x', html: 'x'.repeat(1_000_000) }, 'characters.'],
    [
      { subject: 'x', html: '<p>a</p><div style="display:none">{% if vip %}b</div>c{% endif %}' },
      'Plain text cannot be generated',
    ],
  ])('rejects invalid content: case %#', (content, message) => {
    expect(faultsOf(content)[0]?.message).toContain(message);
  });
});

describe('hostile content', () => {
  it.each([
    ['elements', '<p>'.repeat(100_001)],
    ['nested elements', '<div>'.repeat(501)],
    ['nested elements, counting the footer', '<div>'.repeat(495)],
    ['attributes', `<p ${Array.from({ length: 201 }, (_, number) => `a${number}`).join(' ')}>`],
  ])('rejects HTML with too many %s', (_what, html) => {
    expect(faultsOf({ subject: 'x', html })[0]?.message).toBe(
      'The HTML is too large, or its elements are nested too deeply.',
    );
  });

  it.each([
    ['long', `<style>${'a{b:c}'.repeat(45_000)}</style><p>x`],
    [
      'costly because they match too many elements',
      `<style>${'div div div div{display:block}'.repeat(3_000)}</style>${'<div>'.repeat(450)}${'<div>x</div>'.repeat(20_000)}`,
    ],
  ])('rejects style sheets that are too %s', (_what, html) => {
    expect(faultsOf({ subject: 'x', html })[0]?.message).toContain('The style sheets cannot be');
  });

  it('adds the footer even if the generated text is too long, and rejects it for its length', () => {
    const html = '<ul>'.repeat(11) + '<li>a'.repeat(90_000);
    const prepared = prepareContent({ subject: 'x', html }, FACTS);
    if ('faults' in prepared) throw new Error(prepared.faults[0]?.message);
    expect(prepared.added).toEqual(['address', 'unsubscribe']);
    expect(prepared.text.length).toBeGreaterThan(1_000_000);
  });

  const PIECES = [
    '<',
    '<a ',
    '<a href="',
    '<!--',
    '{{',
    '{%',
    '{% if vip %}',
    '{{ city }}',
    '<div class="a b c">',
    '<p style="',
    '</div>',
    '<style>',
    '<div style="display:none">',
    '&',
    '</body>',
    '{% raw %}',
    '{{ "',
    "'",
    '\n',
    '<svg><',
    '{',
  ];
  it.each(PIECES)('handles half a megabyte of %j', (piece) => {
    const html = piece.repeat(Math.floor(500_000 / piece.length));
    expect(typeof prepareContent({ subject: 'x', html, inlineCss: true }, FACTS)).toBe('object');
  });
});

/** Returns a design with one button. */
function buttonTo(href: string): object {
  return { type: 'doc', content: [{ type: 'button', attrs: { href, label: 'Yes' } }] };
}

function ready(content: CampaignContent, facts = FACTS): PreparedContent {
  const prepared = prepareContent(content, facts);
  if ('faults' in prepared) throw new Error(JSON.stringify(prepared.faults));
  return prepared;
}

function faultsOf(content: CampaignContent): readonly { readonly message: string }[] {
  const prepared = prepareContent(content, FACTS);
  return 'faults' in prepared ? prepared.faults : [];
}

async function mailOf({ html, names, previewText, subject, text }: PreparedContent) {
  const compiled = compileTemplate({
    subject,
    previewText,
    html,
    text,
    names,
    from: mailbox('news@x.example'),
    replyTo: [],
    headers: [],
    linkPrefixes: CAMPAIGN_LINKS.map((name) => `https://t.example/${name.slice(0, 1)}/`),
    timeZone: FACTS.timeZone,
  });
  if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
  const mail = compiled.render({
    to: mailbox('ann@y.example'),
    messageId: '1@x.example',
    date: new Date(0),
    values: { email: 'ann@y.example', first_name: 'Ann', city: 'Köln' },
    linkToken: () => 'tok',
  });
  const head = mail.headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return PostalMime.parse(Buffer.concat([Buffer.from(`${head}\r\n`), mail.body]));
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
