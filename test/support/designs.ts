import { readDesign } from '../../src/mail/design/read.ts';
import type { Design } from '../../src/mail/design/schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** Returns a design that contains these blocks. Throws if the design is invalid. */
export function designOf(content: readonly Json[], attrs: Json = {}): Design {
  const design = readDesign({ type: 'doc', attrs, content });
  if ('faults' in design) throw new Error(JSON.stringify(design.faults));
  return design;
}

/** Returns a text node. */
export function text(words: string, ...marks: readonly Json[]): Json {
  return { type: 'text', text: words, marks };
}

/** Returns a paragraph that contains one text node. */
export function paragraph(words: string): Json {
  return { type: 'paragraph', content: [text(words)] };
}

const row = (...content: readonly Json[]): Json => ({ type: 'tableRow', content });
const cell = (...content: readonly Json[]): Json => ({ type: 'tableCell', content });
const item = (...content: readonly Json[]): Json => ({ type: 'listItem', content });

/** Examples of all blocks. The name of each example is the name of its golden file. */
export const EXAMPLES: readonly (readonly [name: string, blocks: readonly Json[]])[] = [
  [
    'paragraph',
    [
      paragraph('Plain & <simple> "text" {curly} 5 > 3.'),
      { type: 'paragraph', attrs: { textAlign: 'center' }, content: [text('one'), { type: 'hardBreak' }, text('two')] },
      { type: 'paragraph' },
    ],
  ],
  [
    'marks',
    [
      {
        type: 'paragraph',
        content: [
          text('bold', { type: 'bold' }),
          text(' italic', { type: 'italic' }),
          text(' underline', { type: 'underline' }),
          text(' strike', { type: 'strike' }),
          text(' code', { type: 'code' }),
          text(' a ', {
            type: 'link',
            attrs: { href: 'https://x.example/?a=1&b=2', target: '_blank', rel: 'noopener' },
          }),
          text('link', { type: 'link', attrs: { href: 'https://x.example/?a=1&b=2', target: null } }, { type: 'bold' }),
          text(' to ann@x.example', { type: 'link', attrs: { href: 'mailto:ann@x.example' } }),
        ],
      },
    ],
  ],
  [
    'heading',
    [1, 2, 3].map((level) => ({
      type: 'heading',
      attrs: { level, textAlign: null },
      content: [text(`Level ${level}`)],
    })),
  ],
  [
    'lists',
    [
      {
        type: 'bulletList',
        content: [
          item(paragraph('one')),
          item(paragraph('two'), {
            type: 'orderedList',
            attrs: { start: 3, type: null },
            content: [item(paragraph('three')), item(paragraph('four'))],
          }),
        ],
      },
      { type: 'orderedList', content: [item(paragraph('first'), paragraph('still first')), item(paragraph('second'))] },
    ],
  ],
  ['quote', [{ type: 'blockquote', content: [paragraph('To be,'), paragraph('or not.')] }]],
  ['divider', [{ type: 'horizontalRule' }]],
  ['spacer', [paragraph('above'), { type: 'spacer', attrs: { height: 32 } }, paragraph('below')]],
  [
    'image',
    [
      { type: 'image', attrs: { src: 'https://x.example/a.png', alt: 'A "cat" & {{ first_name | default: "you" }}' } },
      { type: 'image', attrs: { src: 'https://x.example/b.png', alt: '', width: 120, textAlign: 'center' } },
      {
        type: 'image',
        attrs: { src: 'https://x.example/c.png', alt: 'Shop', href: 'https://x.example/shop', width: 300 },
      },
      {
        type: 'image',
        attrs: { src: 'https://x.example/d.png', alt: 'Tea', background: '#eef2ff', padding: 16, radius: 12 },
      },
    ],
  ],
  [
    'video',
    [
      { type: 'video', attrs: { href: 'https://x.example/film', src: 'https://x.example/film.png', alt: 'A film' } },
      {
        type: 'video',
        attrs: {
          href: 'https://x.example/film?for={{ email }}',
          src: 'https://x.example/film.png',
          alt: '',
          label: 'Play & enjoy, {{ first_name | default: "you" }}',
          width: 300,
          textAlign: 'center',
        },
      },
    ],
  ],
  [
    'social',
    [
      {
        type: 'social',
        attrs: {
          mastodon: 'https://x.example/@acme',
          instagram: 'https://x.example/acme?a=1&b=2',
          textAlign: 'center',
        },
      },
      paragraph('between'),
      { type: 'social' },
    ],
  ],
  [
    'table',
    [
      {
        type: 'table',
        content: [
          row({ type: 'tableCell', attrs: { isHeader: true }, content: [text('Tea')] }, cell(), cell()),
          row(
            cell(text('Assam & co', { type: 'bold' })),
            cell({ type: 'mergeTag', attrs: { name: 'city', fallback: 'here' } }),
            { type: 'tableCell', attrs: { textAlign: 'right' }, content: [text('3.50')] },
          ),
        ],
      },
    ],
  ],
  [
    'button',
    [
      {
        type: 'button',
        attrs: { href: 'https://x.example/go?for={{ email }}', label: 'Go, {{ first_name | default: "you" }}' },
      },
      {
        type: 'button',
        attrs: { href: '{{ preferences_url }}', label: 'Choose', background: '#FFCC00', textAlign: 'right' },
      },
    ],
  ],
  [
    'columns',
    [
      {
        type: 'columns',
        content: [
          { type: 'column', content: [paragraph('left')] },
          { type: 'column', content: [paragraph('right')] },
        ],
      },
      {
        type: 'columns',
        content: ['a', 'b', 'c'].map((name) => ({
          type: 'column',
          content: [{ type: 'image', attrs: { src: `https://x.example/${name}.png`, alt: name } }],
        })),
      },
    ],
  ],
  [
    'section',
    [
      { type: 'section', attrs: { background: '#eef2ff', padding: 32 }, content: [paragraph('within')] },
      { type: 'section', content: [] },
    ],
  ],
  [
    'condition',
    [
      {
        type: 'condition',
        attrs: { when: 'orders > 2' },
        content: [paragraph('Thank you, {% if vip %}friend{% else %}you{% endif %}.')],
      },
      paragraph('Always.'),
    ],
  ],
  [
    'html',
    [
      {
        type: 'html',
        attrs: { html: '<p title="x">Mine, <a href="https://x.example/?c={{ city }}">{{ city }}</a></p>' },
      },
    ],
  ],
  [
    'merge-tag',
    [
      {
        type: 'paragraph',
        content: [
          text('Hello '),
          {
            type: 'mergeTag',
            attrs: { name: 'contact.first_name', fallback: 'there "you"' },
            marks: [{ type: 'bold' }],
          },
          text(', '),
          { type: 'mergeTag', attrs: { name: 'city', fallback: null } },
          text(' {{ contact.last_name | default: "friend" }} & co'),
        ],
      },
    ],
  ],
];
