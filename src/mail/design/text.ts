import { htmlToText } from '../html-to-text.ts';
import { mapText } from '../template.ts';
import { socialLinksOf, VIDEO_LABEL } from './media.ts';
import { addressOf, hasBrokenLiquid, inText, mergeTag, pieces } from './liquid.ts';
import type { Design, DesignMark, DesignNode, NodeOf } from './schema.ts';

const RULE = '----------';

/** Renders a design as plain text, with link addresses after the link text. Keeps the design's Liquid. */
export function textOfDesign({ content }: Design): string {
  return `${blocksText(content).trim()}\n`;
}

/** Renders blocks, each followed by an empty line, so that a condition can remove any block. */
function blocksText(nodes: readonly DesignNode[]): string {
  return nodes.map((node) => blockText(node)).join('');
}

function blockText(node: DesignNode): string {
  switch (node.type) {
    case 'section':
    case 'columns':
    case 'column':
      return blocksText(node.content);
    case 'condition': {
      const tag = `{% if ${node.attrs.when} %}`;
      const inner = blocksText(node.content);
      return hasBrokenLiquid(tag) ? inner : `${tag}${inner}{% endif %}`;
    }
    default: {
      const text = leafText(node);
      return text.trim() === '' ? '' : `${text}\n\n`;
    }
  }
}

function leafText(node: DesignNode): string {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return inlineText(node.content);
    case 'bulletList':
    case 'orderedList':
      return listText(node);
    case 'blockquote':
      return indented(blocksText(node.content).trim(), '> ', '> ');
    case 'horizontalRule':
      return RULE;
    case 'image':
      return imageText(node);
    case 'button':
    case 'video':
      return withAddress(inText(node.attrs.label ?? VIDEO_LABEL), node.attrs.href);
    default:
      return dataText(node);
  }
}

/** Renders social links, tables, and HTML blocks. */
function dataText(node: DesignNode): string {
  switch (node.type) {
    case 'social':
      return socialLinksOf(node)
        .map(({ href, name }) => withAddress(name, href))
        .join('\n');
    case 'table':
      return node.content.map(rowText).join('\n');
    case 'html':
      return textOfBlock(node.attrs.html);
    default:
      return '';
  }
}

function imageText({ attrs: { alt, href } }: NodeOf<'image'>): string {
  return alt === '' && href === undefined ? '' : withAddress(inText(alt), href);
}

function rowText({ content }: DesignNode): string {
  return content.map((cell) => inlineText(cell.content)).join(' | ');
}

function listText(list: DesignNode): string {
  const start = list.type === 'orderedList' ? (list.attrs.start ?? 1) : 0;
  return list.content
    .map((item, index) => {
      const mark = list.type === 'orderedList' ? `${start + index}. ` : '- ';
      const lines = item.content.map((node) => leafText(node)).join('\n');
      return indented(lines, mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}

/** Renders inline nodes. Adds the address of a link only once after adjacent nodes with the same link. */
function inlineText(nodes: readonly DesignNode[]): string {
  let out = '';
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'text') out += inText(node.text);
    else if (node.type === 'mergeTag') out += mergeTag(node.attrs.name, node.attrs.fallback);
    else if (node.type === 'hardBreak') out += '\n';
    const href = linkOf(node.marks);
    const next = nodes[index + 1];
    if (href !== undefined && (!next || linkOf(next.marks) !== href))
      out = withAddress(out, href, labelOf(nodes, index));
  }
  return out;
}

/** Returns the text of the link whose last node is at index `end`. */
function labelOf(nodes: readonly DesignNode[], end: number): string {
  const href = linkOf(nodes[end]?.marks ?? []);
  let label = '';
  for (let at = end; at >= 0 && linkOf(nodes[at]?.marks ?? []) === href; at -= 1)
    label = (nodes[at]?.text ?? '') + label;
  return label;
}

function linkOf(marks: readonly DesignMark[]): string | undefined {
  return marks.find((mark) => mark.type === 'link')?.attrs.href;
}

function withAddress(text: string, href: string | undefined, label = text): string {
  const address = href === undefined ? undefined : addressOf(href)?.replace(/^(?:mailto:|tel:)/i, '');
  if (address === undefined || label.trim() === address) return text;
  return text === '' ? address : `${text} (${address})`;
}

/** Converts the HTML of a block to text. Keeps Liquid tags unchanged. */
function textOfBlock(html: string): string {
  const cut = pieces(html);
  const text = mapText(
    cut.map((piece, index) => (piece.isLiquid ? { slot: String(index), as: 'html' } : piece.text)),
    htmlToText,
  );
  return text
    .map((part) => (typeof part === 'string' ? part : 'slot' in part ? (cut[Number(part.slot)]?.text ?? '') : ''))
    .join('')
    .trim();
}
