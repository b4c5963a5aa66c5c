import { Node, type Attributes } from '@tiptap/core';
import type { DOMOutputSpec } from '@tiptap/pm/model';
import { dataNumber, dataText, isAddress, isColour, pastedOf, textAlign } from './attributes.ts';

type Attrs = Readonly<Record<string, unknown>>;

/** The element of a block without content. `data-...` are what is copied, the rest is what is seen. */
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
  },
  ({ alt, src, textAlign: align, width }) => [
    alignLook(align),
    pictureOf(String(src), typeof alt === 'string' ? alt : '', width),
  ],
).extend({
  parseHTML: () => [{ tag: 'div[data-block="image"][data-src]' }, { tag: 'img[src]', getAttrs: imageOf }],
});

/** A picture of another page that is pasted: where it lies, if that is the web. */
function imageOf(element: object): Attrs | false {
  const src = pastedOf(element, 'src') ?? '';
  return /^https?:\/\//i.test(src) && isAddress(src)
    ? { src, alt: (pastedOf(element, 'alt') ?? '').slice(0, 500) }
    : false;
}

/** Pictures of this server are shown, by their path on it; those of others would tell them who writes what. */
function pictureOf(src: string, alt: string, width: unknown): DOMOutputSpec {
  const own = /^https?:\/\/[^/]+(\/i\/[\w./-]+)$/.exec(src)?.[1];
  if (own === undefined) return ['span', { class: 'pr-picture' }, alt === '' ? src : `${alt} (${src})`];
  return ['img', { src: own, alt, ...(typeof width === 'number' && { width: String(width) }) }];
}

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
 * HTML as it is. It is shown as what is written, never as what it says; and it is pasted only where it was copied from a
 * page of this window: nothing of elsewhere brings HTML of its own into a mail unseen.
 */
const OWN = String(crypto.getRandomValues(new Uint32Array(4)));
const Html = leaf('html', { html: { ...dataText('html'), default: '' } }, ({ html }) => [
  { 'data-own': OWN },
  ['code', String(html) === '' ? 'Empty HTML' : String(html).slice(0, 400)],
]).extend({ parseHTML: () => [{ tag: `div[data-block="html"][data-own="${OWN}"]` }] });

function alignLook(align: unknown): Record<string, string> {
  return { style: `text-align: ${align === 'center' || align === 'right' ? align : 'left'}` };
}

function colours(background: unknown, color: unknown): string {
  const ground = typeof background === 'string' && isColour(background) ? `background: ${background};` : '';
  return ground + (typeof color === 'string' && isColour(color) ? `color: ${color}` : '');
}

/** Blocks that nothing stands in. */
export const LEAVES = [HorizontalRule, Spacer, Image, Button, Html];
