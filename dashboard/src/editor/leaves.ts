import { Node, type Attributes } from '@tiptap/core';
import type { DOMOutputSpec } from '@tiptap/pm/model';
import { NETWORKS } from '../design-options.ts';
import { dataFlag, dataNumber, dataText, isAddress, isColour, pastedOf, textAlign } from './attributes.ts';

type Attrs = Readonly<Record<string, unknown>>;

/**
 * Returns the node definition for a block without content. When the block is copied, its properties are stored in the
 * `data-...` attributes of its element. Everything else in the element is only for display.
 */
function leaf(
  name: string,
  attributes: Attributes,
  shown: (attrs: Attrs) => readonly [look: Record<string, string>, inner: DOMOutputSpec],
): Node {
  return Node.create({
    name,
    group: 'simple',
    atom: true,
    selectable: true,
    draggable: true,
    isolating: true,
    addAttributes: () => attributes,
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: ({ HTMLAttributes, node }) => {
      const [look, inner] = shown(node.attrs);
      return ['div', { ...HTMLAttributes, 'data-block': name, ...look }, inner];
    },
  });
}

const HorizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'simple',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['div', { 'data-block': 'horizontalRule' }, ['hr']],
});

const Spacer = leaf('spacer', { height: { ...dataNumber('height', 4, 200), default: 24 } }, ({ height }) => [
  { style: `height: ${Number(height)}px` },
  ['span', `${Number(height)} px`],
]);

const Image = leaf(
  'image',
  {
    src: dataText('src', isAddress),
    alt: dataText('alt'),
    width: dataNumber('width', 1, 800),
    href: dataText('href', isAddress),
    textAlign,
    background: dataText('background', isColour),
    padding: dataNumber('padding', 0, 64),
    radius: dataNumber('radius', 0, 100),
    isLogo: dataFlag('logo', 'isLogo'),
  },
  ({ alt, background, padding, radius, src, textAlign: align, width }) => [
    alignLook(align),
    [
      'span',
      { class: 'pr-box', style: `${colours(background, undefined)}${pixelsOf('padding', padding)}` },
      pictureOf(String(src), typeof alt === 'string' ? alt : '', width, pixelsOf('border-radius', radius)),
    ],
  ],
).extend({
  parseHTML: () => [{ tag: 'div[data-block="image"][data-src]' }, { tag: 'img[src]', getAttrs: imageOf }],
});

/** Returns the URL and the alternative text of a pasted image with an HTTP or HTTPS URL, otherwise false. */
function imageOf(element: object): Attrs | false {
  const src = pastedOf(element, 'src') ?? '';
  return /^https?:\/\//i.test(src) && isAddress(src)
    ? { src, alt: (pastedOf(element, 'alt') ?? '').slice(0, 500) }
    : false;
}

/**
 * Renders an image. Images whose path starts with `/i/` are loaded from this server. Other images are not loaded,
 * because their servers would learn who is editing the email.
 */
function pictureOf(src: string, alt: string, width: unknown, style = ''): DOMOutputSpec {
  const own = /^https?:\/\/[^/]+(\/i\/[\w./-]+)$/.exec(src)?.[1];
  if (own === undefined) return ['span', { class: 'pr-picture' }, alt === '' ? src : `${alt} (${src})`];
  return ['img', { src: own, alt, style, ...(typeof width === 'number' && { width: String(width) }) }];
}

const Video = leaf(
  'video',
  {
    href: { ...dataText('href', isAddress), default: 'https://' },
    src: dataText('src', isAddress),
    alt: dataText('alt'),
    label: dataText('label'),
    width: dataNumber('width', 1, 800),
    textAlign,
  },
  ({ alt, label, src, textAlign: align, width }) => [
    alignLook(align),
    [
      'span',
      { class: 'pr-video' },
      pictureOf(String(src), typeof alt === 'string' ? alt : '', width),
      ['span', { class: 'pr-play' }, `▶ ${typeof label === 'string' && label !== '' ? label : 'Watch video'}`],
    ],
  ],
);

const Social = leaf(
  'social',
  {
    ...Object.fromEntries(Object.keys(NETWORKS).map((name) => [name, dataText(name, isAddress)])),
    textAlign,
  },
  (attrs) => {
    const names = Object.entries(NETWORKS).flatMap(([key, name]) => (typeof attrs[key] === 'string' ? [name] : []));
    return [
      alignLook(attrs['textAlign']),
      [
        'span',
        { class: 'pr-social' },
        names.join('  ') || 'Social links. Enter the URLs of your profiles in the settings.',
      ],
    ];
  },
);

const Button = leaf(
  'button',
  {
    href: { ...dataText('href', isAddress), default: 'https://' },
    label: { ...dataText('label'), default: 'Button' },
    background: dataText('background', isColour),
    color: dataText('color', isColour),
    textAlign,
  },
  ({ background, color, label, textAlign: align }) => [
    alignLook(align),
    ['span', { style: colours(background, color) }, String(label)],
  ],
);

/**
 * A block of HTML, which the editor shows as source code and never renders. It can only be pasted if it was copied in
 * this window, so that other pages cannot insert hidden HTML into an email.
 */
const OWN = String(crypto.getRandomValues(new Uint32Array(4)));
const Html = leaf('html', { html: { ...dataText('html'), default: '' } }, ({ html }) => [
  { 'data-own': OWN },
  ['code', String(html) === '' ? 'Empty HTML' : String(html).slice(0, 400)],
]).extend({ parseHTML: () => [{ tag: `div[data-block="html"][data-own="${OWN}"]` }] });

/** Renders no alignment for a block without one, so that a pasted copy has none either. */
function alignLook(align: unknown): Record<string, string> {
  return align === 'left' || align === 'center' || align === 'right' ? { style: `text-align: ${align}` } : {};
}

function pixelsOf(name: string, value: unknown): string {
  return typeof value === 'number' ? `${name}: ${value}px;` : '';
}

function colours(background: unknown, color: unknown): string {
  const ground = typeof background === 'string' && isColour(background) ? `background: ${background};` : '';
  return ground + (typeof color === 'string' && isColour(color) ? `color: ${color}` : '');
}

/** Blocks that have no content. */
export const LEAVES = [HorizontalRule, Spacer, Image, Video, Button, Social, Html];
