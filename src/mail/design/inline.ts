import { addressOf, inAttribute, inHtml, mergeTag } from './liquid.ts';
import type { DesignMark, DesignNode } from './schema.ts';
import { MONO, type Theme } from './theme.ts';

/** Texts, merge tags and breaks of a block as HTML. */
export function inlineHtml(nodes: readonly DesignNode[], theme: Theme): string {
  return nodes.map((node) => marked(node.marks, contentOf(node), theme)).join('');
}

function contentOf(node: DesignNode): string {
  if (node.type === 'text') return inHtml(node.text);
  if (node.type === 'mergeTag') return inHtml(mergeTag(node.attrs.name, node.attrs.fallback));
  return node.type === 'hardBreak' ? '<br>' : '';
}

const TAGS: Partial<Readonly<Record<DesignMark['type'], readonly [begin: string, end: string]>>> = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  underline: ['<span style="text-decoration:underline">', '</span>'],
  strike: ['<span style="text-decoration:line-through">', '</span>'],
  code: [`<span style="font-family:${MONO};font-size:14px">`, '</span>'],
};

/** Marks stand around what they mark, the first of them outermost; a link without an address marks nothing. */
function marked(marks: readonly DesignMark[], content: string, theme: Theme): string {
  return marks.toReversed().reduce((inner, mark) => {
    if (mark.type === 'link') return linked(mark.attrs.href, inner, `color:${theme.accent};text-decoration:underline`);
    const [begin = '', end = ''] = TAGS[mark.type] ?? [];
    return `${begin}${inner}${end}`;
  }, content);
}

/** HTML within a link; by itself when the address is none that a mail may lead to. */
export function linked(href: string | undefined, inner: string, style: string, className = 'pr-link'): string {
  const address = href === undefined ? undefined : addressOf(href);
  if (address === undefined) return inner;
  const named = className === '' ? '' : ` class="${className}"`;
  return `<a href="${inAttribute(address)}"${named} style="${style}">${inner}</a>`;
}
