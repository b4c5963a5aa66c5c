import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlTags } from '../html-tags.ts';
import { designOf, paragraph, text } from '../../../test/support/designs.ts';
import { readDesign } from './read.ts';
import { renderDesign } from './render.ts';
import type { Design } from './schema.ts';

const BAD_ADDRESSES = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//x.example/',
  '/x',
  'www.x.example',
  '{% if vip %}javascript:{% endif %}alert(1)',
  'java{{ last_name }}script:alert(1)',
  '{{ last_name }}javascript:alert(1)',
  '{{ last_name }}:alert(1)',
  '{{ a }}{{ b }}javascript:alert(1)',
  'https://x.example/" onclick="alert(1)',
  'https://x.example/<b>',
  '{{ "a" | append: \'b\' }} onclick=x',
  'file:///etc/passwd',
];

describe('addresses in designs', () => {
  it.each(BAD_ADDRESSES)('are rejected by path, and render no link without validation: %s', (href) => {
    const nodes = [
      { type: 'paragraph', content: [text('x', { type: 'link', attrs: { href } })] },
      { type: 'button', attrs: { href, label: 'x' } },
      { type: 'image', attrs: { src: href, alt: '', href } },
      { type: 'video', attrs: { src: href, alt: '', href } },
      { type: 'social', attrs: { x: href } },
    ];
    const read = readDesign({ type: 'doc', content: nodes });
    expect('faults' in read ? read.faults.map(({ path }) => path) : []).toEqual([
      'content.0.content.0.marks.0.attrs.href',
      'content.1.attrs.href',
      'content.2.attrs.href',
      'content.2.attrs.src',
      'content.3.attrs.href',
      'content.3.attrs.src',
      'content.4.attrs.x',
    ]);
    expectHarmless(renderDesign(unread(nodes)).html);
  });

  it.each([
    'https://x.example/{{ city | default: "x" }}?a=1&b=2',
    'mailto:a@x.example',
    'tel:+49',
    '{{ unsubscribe_url }}',
    '{{ web_url }}?x=1',
    'HTTP://X.example',
  ])('accept %s', (href) =>
    expect(readDesign({ type: 'doc', content: [{ type: 'button', attrs: { href, label: 'x' } }] })).not.toHaveProperty(
      'faults',
    ),
  );
});

describe('untrusted texts', () => {
  const TEXTS = [
    '<script>alert(1)</script>',
    '</p><img src=x onerror=alert(1)>',
    '{{ "<script>alert(1)</script>" }}',
    '{% raw %}{{ "<img src=x onerror=alert(1)>" }}{% endraw %}',
    '{{ "}}<script>alert(1)</script>" }}',
    '{{ "',
    '" }} <script>',
    '{{ \'}}\' | append: "<script>" }}',
    '{% comment %}<script>{% endcomment %}',
    '{{ x }}<!--',
    '-->',
    '{% if a <b onmouseover=x %}',
    '{{ a" onload="x }}',
    '{{ \'a" onload="x\' }}',
    '{',
    '{<script>{ x }}',
  ];

  it.each(TEXTS)('inject no markup in any position: %s', (words) => {
    const nodes = [
      paragraph(words),
      { type: 'heading', attrs: { level: 1 }, content: [text(words, { type: 'bold' })] },
      { type: 'image', attrs: { src: 'https://x.example/a.png', alt: words } },
      { type: 'button', attrs: { href: 'https://x.example/', label: words } },
      {
        type: 'video',
        attrs: { href: 'https://x.example/', src: 'https://x.example/a.png', alt: words, label: words },
      },
      { type: 'social', attrs: { x: words } },
      { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [text(words)] }] }] },
      { type: 'condition', attrs: { when: words }, content: [paragraph('x')] },
      { type: 'paragraph', content: [{ type: 'mergeTag', attrs: { name: words, fallback: words } }] },
    ];
    expectHarmless(renderDesign(unread(nodes), { previewText: words }).html);
  });

  it('inject no markup, for random texts', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '"',
      "'",
      '<script',
      '<img onerror=x',
      '>',
      ' ',
      'x',
      '{',
      '&',
      '<!--',
      '|',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (one, other) => {
        const words = [one.join(''), other.join('')];
        const nodes = [
          { type: 'paragraph', content: words.map((word) => text(word)) },
          { type: 'image', attrs: { src: 'https://x.example/a.png', alt: words.join('') } },
        ];
        expectHarmless(renderDesign(unread(nodes)).html);
      }),
      { numRuns: 500 },
    );
  });

  it('do not break out of styles', () => {
    const bad = '#fff;background:url(javascript:x)"><script>';
    const attrs = { background: bad, surface: bad, text: bad, accent: bad, font: bad, width: bad };
    const nodes = [
      { type: 'section', attrs: { background: bad, padding: bad }, content: [paragraph('x')] },
      { type: 'spacer', attrs: { height: bad } },
      { type: 'heading', attrs: { level: bad, textAlign: bad }, content: [text('x')] },
      {
        type: 'button',
        attrs: { href: 'https://x.example/', label: 'x', background: bad, color: bad, textAlign: bad },
      },
      {
        type: 'image',
        attrs: { src: 'https://x.example/', alt: '', width: bad, background: bad, padding: bad, radius: bad },
      },
      { type: 'orderedList', attrs: { start: bad }, content: [] },
    ];
    const read = readDesign({ type: 'doc', attrs, content: nodes });
    expect('faults' in read && read.faults.length).toBeGreaterThanOrEqual(15);
    const { html } = renderDesign(unread(nodes, attrs));
    expectHarmless(html);
    expect(html).not.toContain('url(');
  });
});

/** Builds a design without schema validation, in the form in which an editor renders it. */
function unread(nodes: readonly unknown[], attrs: unknown = {}): Design {
  const whole = (node: unknown): unknown => {
    const { attrs: given = {}, content = [], marks = [], text: words = '', type } = node as Record<string, never>;
    return { type, attrs: given, text: words, marks, content: (content as unknown[]).map((child) => whole(child)) };
  };
  return whole({ type: 'doc', attrs, content: nodes }) as Design;
}

/** Asserts that no element, attribute, or address in the HTML can run code in a browser. Liquid is left in place. */
function expectHarmless(html: string): void {
  const known = new Set(EXPECTED_TAGS);
  for (const tag of htmlTags(html)) {
    expect(known).toContain(tag.name);
    for (const { name, value } of tag.attributes) {
      expect(name).not.toMatch(/^on/);
      if (name === 'href' || name === 'src') expect(value).toMatch(/^(https?:|mailto:|tel:|(?:\{|&#123;){2})/i);
    }
  }
}

const EXPECTED_TAGS = [
  'html',
  'head',
  'meta',
  'title',
  'style',
  'body',
  'div',
  'table',
  'tr',
  'td',
  'th',
  'p',
  'h1',
  'h3',
  'a',
  'img',
  'strong',
  'ol',
  'li',
];

describe('large designs', () => {
  it('are read without delay if they are deep or wide', () => {
    const deep: Record<string, unknown> = { type: 'condition', attrs: { when: 'vip' }, content: [] };
    let inner = deep;
    for (let depth = 0; depth < 20_000; depth += 1) {
      const next = { type: 'condition', attrs: { when: 'vip' }, content: [] };
      inner['content'] = [next];
      inner = next;
    }
    expect(readDesign({ type: 'doc', content: [deep] })).toMatchObject({
      faults: [{ message: 'Nodes are nested too deeply.' }],
    });
    const wide = Array.from({ length: 100_000 }, () => ({ type: 'spacer', attrs: { height: 4 } }));
    expect(readDesign({ type: 'doc', content: wide })).toMatchObject({
      faults: [{ message: 'The design has more than 5000 nodes.' }],
    });
    for (const piece of ['{{', '{{ "', "{% '", '{', '<', '{{ x', '{{ "}}']) {
      const words = piece.repeat(Math.floor(19_000 / piece.length));
      expect(renderDesign(unread(Array.from({ length: 20 }, () => paragraph(words)))).html).toContain('</html>');
    }
    expect(designOf([paragraph('x')]).type).toBe('doc');
  });
});
