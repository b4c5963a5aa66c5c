import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { isFault, parseMailbox, type Mailbox } from '../address.ts';
import type { ComposedMail } from '../compose.ts';
import { planTracking } from '../track.ts';
import type { LinkTokens } from '../link-purpose.ts';
import { compileTemplate, type CompiledTemplate } from './compile.ts';
import { mergeNames } from './names.ts';
import type { TemplateSource } from './source.ts';

const NAMES = mergeNames({
  fields: [
    { name: 'city', kind: 'text' },
    { name: 'orders', kind: 'number' },
    { name: 'born', kind: 'date' },
    { name: 'vip', kind: 'boolean' },
    { name: 'size', kind: 'text' },
    { name: '2nd-name', kind: 'text' },
  ],
  account: { name: 'Tea & Co', postal_address: '' },
  links: { unsubscribe_url: 0 },
});

const ANN = { email: 'ann+tea@example.com', first_name: 'Ann <b>', city: 'Köln', orders: '3', born: '2026-03-01' };

describe('template with plain merges', () => {
  it('is compiled to a skeleton, including names with fallbacks', async () => {
    const compiled = compiledOf({
      subject: '{{ first_name | default: "You" }}, news',
      html: '<p>{{ contact.first_name }} of {{ city | default: "somewhere" }}, {{ account.name }}</p>',
      text: '{{ contact["2nd-name"] }}{{ contact.size }}{{ born }} {{ orders }}',
    });
    expect(compiled.isSkeleton).toBe(true);
    const mail = await parsed(render(compiled, ANN));
    expect(mail.subject).toBe('Ann <b>, news');
    expect(mail.html).toBe('<p>Ann &lt;b&gt; of Köln, Tea &amp; Co</p>\n');
    expect(mail.text).toBe('2026-03-01 3\n');
    const nobody = await parsed(render(compiled, { first_name: '' }));
    expect(nobody.subject).toBe('You, news');
    expect(nobody.html).toContain('of somewhere');
  });

  it('requests each link token once per purpose', async () => {
    const asked: string[] = [];
    const compiled = compiledOf({
      html: '<a href="{{ links[1] }}">go</a> <a href="{{ unsubscribe_url }}">leave</a>',
      headers: [{ name: 'List-Unsubscribe', value: '<{{ unsubscribe_url }}>' }],
    });
    const composed = render(compiled, ANN, (purpose) => `t-${purpose}${asked.push(purpose)}`);
    const mail = await parsed(composed);
    // The header is rendered first, so its link gets the first token.
    const [go, leave] = ['https://t.example/1/t-tracking2', 'https://t.example/u/t-unsubscribe1'];
    expect(mail.html).toContain(`href="${go}"`);
    expect(mail.html).toContain(`href="${leave}"`);
    expect(mail.text).toBe(`go (${go}) leave (${leave})\n`);
    expect(composed.headers.find(({ name }) => name === 'List-Unsubscribe')?.value).toBe(`<${leave}>`);
    expect(asked).toEqual(['unsubscribe', 'tracking']);
  });

  it('renders the same output as LiquidJS', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (value) => {
        const pieces =
          '{{ city }}|{{ city | default: "x" }}|{{ orders }}|{{ born }}|<a href="{{ city }}">a</a>' +
          '<a href="https://x.example/{{ city }}?q={{ city }}">b</a><i style="color: {{ city }}" title="{{ city }}">c</i>';
        const values = { city: value, orders: value, born: value };
        const plain = compiledOf({ html: pieces, text: 'x' });
        const computed = compiledOf({ html: `{% if true %}${pieces}{% endif %}`, text: 'x' });
        expect([plain.isSkeleton, computed.isSkeleton]).toEqual([true, false]);
        const [one, other] = [await parsed(render(plain, values)), await parsed(render(computed, values))];
        expect(other.html).toBe(one.html);
      }),
      { numRuns: 200 },
    );
  });
});

describe('template with computed parts', () => {
  it('renders conditions and filters for each recipient', async () => {
    const compiled = compiledOf({
      subject: '{% if vip %}For you{% else %}For all{% endif %}',
      html: '<p>{% if orders > 2 %}{{ first_name | upcase }}{% else %}Hello{% endif %}</p>',
      text: '{% unless city %}Where are you?{% endunless %}{{ born | date: "%-d %B" }}',
    });
    const ann = await parsed(render(compiled, { ...ANN, vip: 'true' }));
    expect([ann.subject, ann.html, ann.text]).toEqual(['For you', '<p>ANN &lt;B&gt;</p>\n', '1 March\n']);
    const bob = await parsed(render(compiled, { orders: '1', vip: 'false' }));
    expect([bob.subject, bob.html, bob.text]).toEqual(['For all', '<p>Hello</p>\n', 'Where are you?\n']);
  });

  it('renders the same bytes each time, without values of other recipients', () => {
    const compiled = compiledOf({
      html: '{% assign who = first_name | default: "you" %}{% if orders %}{{ who }} {{ orders | plus: 1 }}{% endif %}',
      text: '{% for n in (1..orders) %}{{ who }}{{ forloop.index }}{% endfor %}'.replace('{{ who }}', ''),
    });
    const first = Buffer.from(render(compiled, ANN).body);
    render(compiled, { first_name: 'Bob', orders: '7' });
    expect(render(compiled, ANN).body).toEqual(first);
    expect(render(compiled, {}).body.toString()).not.toMatch(/Ann|Bob/);
  });

  it('generates a text with the conditions of the HTML', async () => {
    const compiled = compiledOf({
      html:
        '<h1>News</h1>{% if vip %}<p>Dear {{ first_name }}</p>{% else %}<p>Hello</p>{% endif %}' +
        '<p><a href="https://x.example/?who={{ email }}">go</a></p>',
    });
    const text = 'News\n\nDear Ann <b>\n\ngo (https://x.example/?who=ann%2Btea%40example.com)\n';
    expect((await parsed(render(compiled, { ...ANN, vip: 'true' }))).text).toBe(text);
    expect((await parsed(render(compiled, {}))).text).toContain('News\n\nHello\n\ngo');
  });

  it('keeps captured HTML as HTML, and converts it to text where text is needed', async () => {
    const compiled = compiledOf({
      html: '{% capture x %}<b>{{ city }}</b>{% endcapture %}{{ x }}<i title="{{ x }}"></i>{{ x | strip_html | append: "!" }}',
      text: 'x',
    });
    const { html } = await parsed(render(compiled, { city: 'A & B' }));
    expect(html).toBe('<b>A &amp; B</b><i title="&lt;b&gt;A &amp; B&lt;/b&gt;"></i>A &amp; B!\n');
  });

  it('treats a name without a value as empty in every comparison', async () => {
    const asked = [
      'city',
      'city == ""',
      'city == blank',
      'city == nil',
      'city != ""',
      'city == "x"',
      'city contains "x"',
    ];
    const text = asked.map((condition) => `{% if ${condition} %}1{% else %}0{% endif %}`).join('');
    const compiled = compiledOf({ text: `${text}{{ city.size }}` });
    expect((await parsed(render(compiled, {}))).text).toBe('0111000\n');
    expect((await parsed(render(compiled, { city: 'x' }))).text).toBe('10001111\n');
  });

  it("formats dates in the account's time zone, across daylight saving changes", async () => {
    const compiled = compiledOf({ text: '{{ born | date: "%F %R" }}' });
    const shown = async (born: string) => (await parsed(render(compiled, { born }))).text?.trim();
    expect(await shown('2026-03-29T00:59:00Z')).toBe('2026-03-29 01:59');
    expect(await shown('2026-03-29T01:00:00Z')).toBe('2026-03-29 03:00');
    expect(await shown('2026-10-25T02:00:00+02:00')).toBe('2026-10-25 02:00');
    expect(await shown('2026-12-31')).toBe('2026-12-31 00:00');
    expect(await shown('2026-12-31 23:30:00')).toBe('2026-12-31 23:30');
    expect(await shown('soon')).toBe('soon');
    expect(await shown('now')).toBe('now');
  });
});

describe('the preview text', () => {
  it.each([
    ['at the start of the body', '<html><body class="x"><p>Hi</p>', '<html><body class="x">', '<p>Hi</p>'],
    ['at the start of HTML without a body tag', '<p>Hi</p>', '', '<p>Hi</p>'],
  ])('is hidden %s, and is not in the text', async (_, html, before, after) => {
    const compiled = compiledOf({ html, previewText: 'Tea & {{ city }}{% if vip %}<3{% endif %}' });
    const mail = await parsed(render(compiled, { city: '<Köln>', vip: 'true' }));
    const hidden = '<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">Tea &amp; &lt;Köln&gt;&lt;3';
    // The filler prevents inboxes with room for more characters from showing the first words of the body.
    const [filler = ''] = /(?:&#847;&zwnj;&nbsp;){100,140}/.exec(mail.html ?? '') ?? [];
    expect(mail.html?.trimEnd()).toBe(`${before}${hidden}${filler}</div>${after}`);
    expect(filler).not.toBe('');
    expect(mail.text).toBe('Hi\n');
  });
});

describe('values in HTML', () => {
  const naughty = [
    ...naughtyStrings,
    '" onclick="x',
    "' onclick='x",
    '<script>x</script>',
    '--><b>',
    '</title><b>',
    '`',
    '\u2028',
  ];

  it('never change the markup, in any position', async () => {
    const html =
      '<title>{{ city }}</title><!-- {{ city }} --><p title="{{ city }}" class=\'{{ city }}\'>{{ city }}</p>' +
      '<a href="https://x.example/{{ city }}?q={{ city }}#{{ city }}">a</a><i style="color: {{ city }}">i</i>' +
      '{% if city %}<b id="{{ city | upcase }}">{{ city | append: "<" }}</b>{% endif %}';
    const compiled = compiledOf({ html, text: 'x' });
    const tagsOf = async (city: string) => {
      const written = (await parsed(render(compiled, { city }))).html ?? '';
      return [...written.matchAll(/<[/!a-zA-Z][^>]*?(?=[\s>])/g)].map(([tag]) => tag);
    };
    const plain = await tagsOf('x');
    for (const value of naughty) if (value !== '') expect(await tagsOf(value)).toEqual(plain);
  });

  it.each([
    ['javascript:alert(1)', ''],
    [' JaVa\nScript\t:alert(1)', ''],
    ['\u0001javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['vbscript:x', ''],
    ['https://x.example/a b?c="d"', 'https://x.example/a%20b?c=%22d%22'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['//x.example/%41%', '//x.example/%41%25'],
    ['a/b', 'a/b'],
  ])('cannot set a scheme that runs code: %j', async (value, expected) => {
    const links = [
      '<a href="{{ city }}">',
      '<a href="{% if city %}{{ city }}{% endif %}">',
      "<a href='\n{{ city | strip }}'>",
    ];
    for (const link of links) {
      const { html } = await parsed(render(compiledOf({ html: link, text: 'x' }), { city: value }));
      expect(/href=["']\n?(.*)["']/.exec(html ?? '')?.[1]?.replaceAll('&amp;', '&')).toBe(expected);
    }
  });

  it('cannot change the target of a link', async () => {
    const compiled = compiledOf({ html: '<a href="https://x.example/?q={{ city }}&amp;r=1">x</a>', text: 'x' });
    const { html } = await parsed(render(compiled, { city: 'a&r=2#b' }));
    expect(planTracking(html ?? '').links.map(({ url }) => url)).toEqual(['https://x.example/?q=a%26r%3D2%23b&r=1']);
  });

  it('cannot start another style declaration', async () => {
    const compiled = compiledOf({ html: '<i style="color: {{ city }}">x</i>', text: 'x' });
    expect((await parsed(render(compiled, { city: '#fa0' }))).html).toContain('"color: #fa0"');
    expect((await parsed(render(compiled, { city: 'red;background:url(x)' }))).html).toContain('"color: "');
  });
});

describe('header fields', () => {
  it('stay on one line for any value, condition or template', () => {
    const compiled = compiledOf({
      subject: 'Hi {{ city }}\r\nBcc: a@example.com{% if city %}{{ city | append: "\n" }}{% endif %}',
      headers: [{ name: 'X-City', value: '{{ city }}{% if city %}{{ city }}{% endif %}' }],
      text: 'x',
    });
    const { headers } = render(compiled, { city: 'a\r\nBcc: b@example.com\u2028\u0085' });
    for (const { name, value } of headers) {
      if (!['Subject', 'X-City'].includes(name)) continue;
      expect(value.replaceAll('\r\n ', ' ')).not.toMatch(/[\r\n]/);
    }
    expect(headers.map(({ name }) => name)).not.toContain('Bcc');
  });
});

function compiledOf(given: Partial<TemplateSource>): CompiledTemplate {
  const compiled = compileTemplate({
    from: mailbox('news@example.org'),
    replyTo: [],
    subject: 'News',
    headers: [],
    linkPrefixes: ['https://t.example/u/', 'https://t.example/1/'],
    names: NAMES,
    timeZone: 'Europe/Berlin',
    ...given,
  });
  if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
  return compiled;
}

function render(
  compiled: CompiledTemplate,
  values: Record<string, string>,
  linkToken: LinkTokens = () => 'token',
): ComposedMail {
  const date = new Date('2026-11-21T10:00:00Z');
  return compiled.render({ to: mailbox('ann@example.com'), messageId: '1@example.org', date, values, linkToken });
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

async function parsed({ body, headers }: ComposedMail) {
  const head = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return PostalMime.parse(Buffer.concat([Buffer.from(`${head}\r\n`), body]));
}
