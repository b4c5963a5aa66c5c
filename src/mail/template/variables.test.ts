import { describe, expect, it } from 'vitest';
import { examineVariables, fillVariables, type ContentWithVariables } from './variables.ts';

const content = (html: string, more: Partial<ContentWithVariables> = {}): ContentWithVariables => ({
  subject: 'Hello',
  html,
  ...more,
});

/** A variable whose value is a list or an object. */
const list = (name: string) => ({ name, required: false, isText: false, isStructure: true });

describe('examineVariables', () => {
  it.each([
    ['{{ name }}', [{ name: 'name', required: true }]],
    ['{{ name | default: "you" }}', [{ name: 'name', required: false }]],
    ['{% if vip %}x{% endif %}', [{ name: 'vip', required: false }]],
    ['{% if name %}{{ name }}{% endif %}', [{ name: 'name', required: false }]],
    ['{{ order.total | upcase }}', [{ name: 'order.total', required: true }]],
    ['{{ order.items.size }}', [{ name: 'order.items', required: true }]],
    ['{% assign a = b %}{{ a }}', [{ name: 'b', required: false }]],
    ['{% for item in items %}{{ item }}{% endfor %}', [{ name: 'items', required: false }]],
    ['{% for n in (1..3) %}{{ n }}{% endfor %}', []],
    [
      '{% for item in items %}{{ item.name }}{% for tag in item.tags %}{{ tag }}{% endfor %}{% endfor %}',
      [list('items')],
    ],
    [
      '{{ order.number }}{% for item in order.items %}{{ item }}{% endfor %}{% if order %}x{% endif %}',
      [{ ...list('order'), required: true }],
    ],
    [
      '{% if order %}{{ order.number }}{% endif %}{{ name }}',
      [list('order'), { name: 'name', required: true, isText: true }],
    ],
    ['{{ items | join: ", " }}', [{ name: 'items', required: true, isText: false }]],
    ['{{ body | raw }}', [{ name: 'body', required: true, isText: true }]],
  ])('finds the variables in %s', (html, variables) => {
    expect(examineVariables(content(html))).toMatchObject({ variables });
  });

  it('finds the variables in all parts once', () => {
    const given = content('{{ a }}', {
      subject: '{{ b }} {{ a }}',
      previewText: '{{ c | default: "" }}',
      text: '{{ d }}',
    });
    expect(examineVariables(given)).toMatchObject({
      variables: [
        { name: 'b', required: true },
        { name: 'a', required: true },
        { name: 'c', required: false },
        { name: 'd', required: true },
      ],
    });
  });

  it('finds the variables in a design', () => {
    const design = {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'mergeTag', attrs: { name: 'first_name', fallback: 'there' } }] },
        { type: 'button', attrs: { href: '{{ reset_url }}', label: 'Reset' } },
      ],
    };
    expect(examineVariables({ subject: 'x', design })).toMatchObject({
      variables: [
        { name: 'first_name', required: false },
        { name: 'reset_url', required: true },
      ],
    });
  });

  it.each([
    ['{{ name', 'html', /./],
    ['{{ name | shout }}', 'html', /shout is not a known filter/],
    ['<p {{ name }}>', 'html', /./],
    ['<script>alert(1)</script>', 'html', /<script> is a script/],
    ['<p onclick="x()">', 'html', /onclick is a script/],
    ['<a href="java&#10;script:x">x</a>', 'html', /href is a script/],
    ['<iframe src="https://x.example"></iframe>', 'html', /<iframe> is a script/],
    ['{{ a }}{{ a.b }}', 'html', /a\.b and a cannot both be variables/],
    ['{{ a.b }}{% assign c = a %}', 'html', /a and a\.b cannot both be variables/],
    ['{% for a in b %}{{ a.constructor }}{% endfor %}', 'html', /a cannot have a property constructor/],
    ['{% for a in b %}{{ a.c.__proto__ }}{% endfor %}', 'html', /a cannot have a property __proto__/],
    ['{% for a in b %}{{ a[c] }}{% endfor %}', 'html', /a cannot have a property with a computed name/],
    ['{% if a %}{{ a.valueOf }}{% endif %}', 'html', /a cannot have a property valueOf/],
    ['{% assign a = "x" %}{{ a.b }}', 'html', /a has no property b/],
    ['{{ ["a b"] }}', 'html', /not a known name/],
    [`{{ ${'x'.repeat(101)} }}`, 'html', /not a known name/],
    [Array.from({ length: 101 }, (_none, at) => `{{ v${at} }}`).join(''), 'html', /more than 100 variables/],
  ])('rejects %s', (html, where, message) => {
    expect(examineVariables(content(html))).toMatchObject({
      faults: [{ where, message: expect.stringMatching(message) }],
    });
  });

  it('allows 100 variables and a name of 100 characters', () => {
    const many = Array.from({ length: 100 }, (_none, at) => `{{ v${at} }}`).join('');
    expect(examineVariables(content(many))).toHaveProperty('variables.length', 100);
    expect(examineVariables(content(`{{ ${'x'.repeat(100)} }}`))).toHaveProperty('variables.length', 1);
  });
});

describe('fillVariables', () => {
  it('escapes values in HTML but not in the subject and the text', () => {
    const given = content('<p title="{{ name }}">{{ name }}</p>', { subject: 'For {{ name }}', text: 'Hi {{ name }}' });
    expect(fillVariables(given, { name: 'A & <b>"B"</b>' })).toEqual({
      subject: 'For A & <b>"B"</b>',
      html: '<p title="A &amp; &lt;b&gt;&quot;B&quot;&lt;/b&gt;">A &amp; &lt;b&gt;&quot;B&quot;&lt;/b&gt;</p>',
      text: 'Hi A & <b>"B"</b>',
    });
  });

  it('does not evaluate Liquid or open addresses in values', () => {
    const given = content('<a href="{{ url }}">{{ name }}</a>');
    expect(fillVariables(given, { name: '{{ url }}', url: 'javascript:alert(1)' })).toMatchObject({
      html: '<a href="">{{ url }}</a>',
    });
  });

  it('removes line breaks from the subject', () => {
    expect(fillVariables(content('x', { subject: '{{ a }}' }), { a: 'one\r\nBcc: two' })).toMatchObject({
      subject: expect.not.stringMatching(/[\r\n]/),
    });
  });

  it('compares numbers and booleans by value', () => {
    const given = content(
      '{% if total > 9 %}large{% else %}small{% endif %} {% if paid %}paid{% else %}open{% endif %}',
    );
    expect(fillVariables(given, { total: 10, paid: false })).toMatchObject({ html: 'large open' });
  });

  it('names missing and unknown variables', () => {
    const given = content('{{ a }}{{ b | default: "x" }}{{ c }}');
    expect(fillVariables(given, { c: '', d: 1 })).toEqual({ missing: ['a'], unknown: ['d'] });
    expect(fillVariables(given, { a: 1, c: '' })).toMatchObject({ html: '1x' });
  });

  it('makes the text from the HTML, and inserts the preview text', () => {
    const given = content('<body><h1>Hi {{ a }}</h1></body>', { previewText: 'See {{ a }}' });
    const filled = fillVariables(given, { a: 'B' });
    expect(filled).toMatchObject({ text: expect.stringContaining('Hi B'), html: expect.stringContaining('See B') });
  });

  it('gives up on content that is too costly', () => {
    const loop = '{% for a in (1..999) %}{% for b in (1..999) %}x{% endfor %}{% endfor %}';
    expect(fillVariables(content(loop), {})).toBeUndefined();
  });

  const ITEMS = [
    { name: 'A & <b>', price: 3, tags: ['x', '<y>'], size: 'XL' },
    { name: 'B', price: 0, tags: [], address: { city: 'Ghent' } },
  ];

  it.each([
    [
      '{% for i in items %}{{ forloop.index }} {{ i.name }} {{ i.price }} {{ i.size }};{% endfor %}',
      '1 A &amp; &lt;b&gt; 3 XL;2 B 0 ;',
    ],
    ['{% for i in items %}{% for t in i.tags %}{{ t }},{% else %}none{% endfor %}{% endfor %}', 'x,&lt;y&gt;,none'],
    [
      '{% for i in items %}{% if i.price > 1 %}{{ i.price | times: 2 }}{% endif %}{{ i.address.city }}{% endfor %}',
      '6Ghent',
    ],
    [
      '{{ items.size }} {% for i in items limit: 1 %}<a title="{{ i.name }}" href="/?q={{ i.name }}">x</a>{% endfor %}',
      '2 <a title="A &amp; &lt;b&gt;" href="/?q=A%20%26%20%3Cb%3E">x</a>',
    ],
    ['{% for i in items %}{% if i.none == "" %}empty{% endif %}{{ i.none.deeper }}{% endfor %}', 'emptyempty'],
  ])('reads lists in %s', (html, filled) => {
    expect(fillVariables(content(html), { items: ITEMS })).toMatchObject({ html: filled });
  });

  it.each([
    [{ order: { number: 7, items: [{ name: 'A' }, { name: 'B' }] } }, '7 AB'],
    [{ order: { number: '<i>' } }, '&lt;i&gt; none'],
    [{ order: '' }, 'no order'],
    [{}, 'no order'],
  ])('reads the properties of %j', (values, filled) => {
    const html =
      '{% if order %}{{ order.number }} {% for i in order.items %}{{ i.name }}{% else %}none{% endfor %}{% else %}no order{% endif %}';
    expect(fillVariables(content(html), values)).toMatchObject({ html: filled });
  });

  it('treats empty lists as missing, and joins lists of texts', () => {
    const given = content('{% if items %}{{ items | join: ", " }}{% else %}none{% endif %}');
    expect(fillVariables(given, { items: [] })).toMatchObject({ html: 'none' });
    expect(fillVariables(given, { items: ['a', '<b>'] })).toMatchObject({ html: 'a, &lt;b&gt;' });
  });

  it('names lists and objects that the content would insert as text', () => {
    expect(fillVariables(content('{{ a }}{{ b }}{% if c %}{% endif %}'), { a: [1], b: {}, c: [2] })).toEqual({
      notText: ['a', 'b'],
    });
  });

  it('inserts HTML with the filter raw, and its text into the text', () => {
    const given = content('<p>{{ a | raw }}</p><i title="{{ a | raw }}">{{ a }}</i>');
    expect(fillVariables(given, { a: '<b>x &amp; y</b>' })).toMatchObject({
      html: '<p><b>x &amp; y</b></p><i title="&lt;b&gt;x &amp; y&lt;/b&gt;">&lt;b&gt;x &amp;amp; y&lt;/b&gt;</i>',
      text: 'x & y\n\n<b>x &amp; y</b>\n',
    });
  });

  it('gives up on lists that make the content too large', () => {
    const loop = '{% for a in list %}{% for b in list %}{% for c in list %}x{% endfor %}{% endfor %}{% endfor %}';
    expect(fillVariables(content(loop), { list: Array.from({ length: 25 }, () => 1) })).toBeUndefined();
    const long = '{% for a in list %}{{ a }}{% endfor %}';
    expect(
      fillVariables(content(long), { list: Array.from({ length: 60 }, () => 'x'.repeat(10_000)) }),
    ).toBeUndefined();
  });
});
