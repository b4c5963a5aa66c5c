import { describe, expect, it } from 'vitest';
import { examineVariables, fillVariables, type ContentWithVariables } from './variables.ts';

const content = (html: string, more: Partial<ContentWithVariables> = {}): ContentWithVariables => ({
  subject: 'Hello',
  html,
  ...more,
});

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
  ])('finds the variables in %s', (html, variables) => {
    expect(examineVariables(content(html))).toEqual({ variables });
  });

  it('finds the variables in all parts once', () => {
    const given = content('{{ a }}', {
      subject: '{{ b }} {{ a }}',
      previewText: '{{ c | default: "" }}',
      text: '{{ d }}',
    });
    expect(examineVariables(given)).toEqual({
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
    expect(examineVariables({ subject: 'x', design })).toEqual({
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
});
