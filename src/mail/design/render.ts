import { PREHEADER_BEGIN, preheaderEnd } from '../preheader.ts';
import { addressOf, hasBrokenLiquid, inAttribute, inHtml, mergeTag } from './liquid.ts';
import { imageHtml, socialHtml, videoHtml } from './media.ts';
import type { Design, DesignMark, DesignNode, NodeOf } from './schema.ts';
import { textOfDesign } from './text.ts';
import {
  alignOf,
  colorOf,
  DOCUMENT_END,
  documentBegin,
  GUTTER,
  inkOn,
  MONO,
  pixels,
  type Theme,
  themeOf,
} from './theme.ts';

const TAGS: Partial<Readonly<Record<DesignMark['type'], readonly [begin: string, end: string]>>> = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  underline: ['<span style="text-decoration:underline">', '</span>'],
  strike: ['<span style="text-decoration:line-through">', '</span>'],
  code: [`<span style="font-family:${MONO};font-size:14px">`, '</span>'],
};

/** A design rendered as an email. Liquid in the design is kept as Liquid. */
export interface RenderedDesign {
  readonly html: string;
  readonly text: string;
  /** Offset in the HTML and path in the design for each block, in order. */
  readonly places: readonly { readonly at: number; readonly path: string }[];
}

export interface RenderOptions {
  /** Preview text for HTML that is sent without a template. Templates insert their own preview text. */
  readonly previewText?: string | undefined;
}

/** HTML under construction, with the positions of its blocks. */
interface Out {
  html: string;
  readonly places: { at: number; path: string }[];
  theme: Theme;
}

/** Renders a design as HTML and text. Escapes text and URLs, but copies HTML blocks unchanged. */
export function renderDesign(design: Design, { previewText }: RenderOptions = {}): RenderedDesign {
  const theme = themeOf(design);
  const preheader = previewText ? `${PREHEADER_BEGIN}${inHtml(previewText)}${preheaderEnd(previewText.length)}\n` : '';
  const [first] = design.content;
  // A colored section at the start extends to the edge of the content.
  const isFlush = first?.type === 'section' && first.attrs.background !== undefined;
  const out: Out = { html: documentBegin(theme, preheader, isFlush), places: [], theme };
  writeBlocks(design.content, 'content', theme.width, out);
  out.html += DOCUMENT_END;
  return { html: out.html, text: textOfDesign(design), places: out.places };
}

function writeBlocks(nodes: readonly DesignNode[], path: string, width: number, out: Out): void {
  for (const [index, node] of nodes.entries()) writeBlock(node, `${path}.${index}`, width, out);
}

function writeBlock(node: DesignNode, path: string, width: number, out: Out): void {
  out.places.push({ at: out.html.length, path });
  switch (node.type) {
    case 'spacer': {
      const height = pixels(node.attrs.height, 24);
      out.html += `<tr><td height="${height}" style="height:${height}px;font-size:0;line-height:0">&nbsp;</td></tr>\n`;
      return;
    }
    case 'html':
      out.html += `<tr><td>${node.attrs.html}</td></tr>\n`;
      return;
    case 'condition': {
      const tag = `{% if ${node.attrs.when} %}`;
      // Omit the tags of an invalid condition, so that its content is always shown.
      const isTag = !hasBrokenLiquid(tag) && inHtml(tag) === tag;
      if (isTag) out.html += tag;
      writeBlocks(node.content, `${path}.content`, width, out);
      if (isTag) out.html += '{% endif %}\n';
      return;
    }
    case 'section':
      writeSection(node, path, width, out);
      return;
    case 'columns':
      writeColumns(node, path, width, out);
      return;
    default:
      out.html += `<tr><td style="padding:0 ${GUTTER}px 16px">`;
      writeContent(node, path, width - 2 * GUTTER, out);
      out.html += '</td></tr>\n';
  }
}

function writeContent(node: DesignNode, path: string, width: number, out: Out): void {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'bulletList':
    case 'orderedList':
    case 'blockquote':
      writeText(node, path, out);
      return;
    case 'horizontalRule':
      out.html +=
        '<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr>' +
        '<td class="pr-line" height="1" style="height:1px;border-top:1px solid #d4d4d8;font-size:0;line-height:0">&nbsp;</td></tr></table>';
      return;
    case 'image':
      out.html += imageHtml(node, width, out.theme);
      return;
    case 'video':
      out.html += videoHtml(node, width, out.theme);
      return;
    case 'social':
      out.html += socialHtml(node, out.theme);
      return;
    case 'table':
      out.html += tableHtml(node, out.theme);
      return;
    case 'button':
      out.html += buttonHtml(node, out.theme);
      return;
    default:
  }
}

const HEADINGS: Readonly<Record<number, string>> = {
  1: 'font-size:28px;line-height:36px;font-weight:bold',
  2: 'font-size:22px;line-height:30px;font-weight:bold',
  3: 'font-size:18px;line-height:26px;font-weight:bold',
};
const PLAIN = 'font-size:16px;line-height:24px';
const SIZES: Readonly<Record<string, string>> = {
  small: 'font-size:13px;line-height:20px',
  large: 'font-size:19px;line-height:28px',
};

/** Writes a paragraph, heading, list, or quote. `after` is the bottom margin in px, which quotes ignore. */
function writeText(node: DesignNode, path: string, out: Out, after = 0): void {
  const { font, text } = out.theme;
  const look = `margin:${after === 0 ? '0' : `0 0 ${after}px`};color:${text};font-family:${font}`;
  if (node.type === 'paragraph' || node.type === 'heading') out.html += lineHtml(node, look, out.theme);
  if (node.type === 'blockquote') {
    out.html +=
      '<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr>' +
      '<td class="pr-line" style="border-left:4px solid #d4d4d8;padding:0 0 0 16px">';
    writeTexts(node.content, path, out, 8);
    out.html += '</td></tr></table>';
  }
  if (node.type === 'bulletList' || node.type === 'orderedList') writeList(node, path, out, `${look};${PLAIN}`);
}

/** Renders a paragraph or a heading. `look` is the style that all text blocks share. */
function lineHtml(node: NodeOf<'paragraph'> | NodeOf<'heading'>, look: string, theme: Theme): string {
  const inner = inlineHtml(node.content, theme) || '&nbsp;';
  const end = `text-align:${alignOf(node.attrs.textAlign)}`;
  if (node.type === 'paragraph') {
    return `<p class="pr-text" style="${look};${SIZES[node.attrs.size ?? ''] ?? PLAIN};${end}">${inner}</p>`;
  }
  const level = Object.hasOwn(HEADINGS, node.attrs.level) ? node.attrs.level : 3;
  return `<h${level} class="pr-text" style="${look};${HEADINGS[level]};${end}">${inner}</h${level}>`;
}

function writeList(list: NodeOf<'bulletList'> | NodeOf<'orderedList'>, path: string, out: Out, look: string): void {
  const name = list.type === 'bulletList' ? 'ul' : 'ol';
  const first = list.type === 'orderedList' ? pixels(list.attrs.start, 1) : 1;
  const start = first === 1 ? '' : ` start="${first}"`;
  out.html += `<${name}${start} class="pr-text" style="${look};padding:0 0 0 24px">`;
  for (const [index, item] of list.content.entries()) {
    const at = `${path}.content.${index}`;
    out.places.push({ at: out.html.length, path: at });
    out.html += '<li style="margin:0 0 4px">';
    writeTexts(item.content, at, out, 0);
    out.html += '</li>';
  }
  out.html += `</${name}>`;
}

function writeTexts(nodes: readonly DesignNode[], path: string, out: Out, between: number): void {
  for (const [index, node] of nodes.entries()) {
    const at = `${path}.content.${index}`;
    out.places.push({ at: out.html.length, path: at });
    writeText(node, at, out, index < nodes.length - 1 ? between : 0);
  }
}

/** Renders a data table. Screen readers announce it as a table, unlike the tables that are used for layout. */
function tableHtml({ content }: NodeOf<'table'>, { font, text, ...theme }: Theme): string {
  const look = `border:1px solid #d4d4d8;padding:8px 12px;color:${text};font-family:${font};${PLAIN};vertical-align:top`;
  const rows = content.map((row) => {
    const cells = row.content.map((cell) => {
      // Safe cast: rows contain only cells.
      const { attrs, content: inner } = cell as NodeOf<'tableCell'>;
      const name = attrs.isHeader === true ? 'th' : 'td';
      const style = `${look};text-align:${alignOf(attrs.textAlign)}${name === 'th' ? ';font-weight:bold' : ''}`;
      const html = inlineHtml(inner, { font, text, ...theme }) || '&nbsp;';
      return `<${name} class="pr-text pr-line" style="${style}">${html}</${name}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table width="100%" border="0" cellspacing="0" cellpadding="0" style="border-collapse:collapse">${rows.join('\n')}</table>`;
}

/**
 * Renders a button. The table cell has the background color, and the padding for Outlook. For other clients, the link
 * has the padding, so that the whole button is clickable.
 */
function buttonHtml({ attrs }: NodeOf<'button'>, { accent, font }: Theme): string {
  const background = colorOf(attrs.background, accent);
  const color = colorOf(attrs.color, inkOn(background));
  const style =
    `display:inline-block;padding:12px 24px;color:${color};background-color:${background};border-radius:6px;` +
    `font-family:${font};font-size:16px;line-height:20px;font-weight:bold;text-decoration:none;mso-padding-alt:0`;
  return (
    `<table role="presentation" align="${alignOf(attrs.textAlign)}" border="0" cellspacing="0" cellpadding="0" style="border-collapse:separate"><tr>` +
    `<td align="center" bgcolor="${background}" style="background-color:${background};border-radius:6px;mso-padding-alt:12px 24px">` +
    `${linked(attrs.href, inHtml(attrs.label), style, '')}</td></tr></table>`
  );
}

function writeSection({ attrs, content }: NodeOf<'section'>, path: string, width: number, out: Out): void {
  const { theme } = out;
  const background = colorOf(attrs.background, theme.surface);
  const isFilled = attrs.background !== undefined;
  const look = isFilled ? ` class="pr-section" bgcolor="${background}"` : '';
  out.html +=
    `<tr><td${look} style="${isFilled ? `background-color:${background};` : ''}padding:${pixels(attrs.padding, 24)}px 0">\n` +
    '<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0">\n';
  out.theme = { ...theme, text: inkOn(background, theme.text), accent: inkOn(background, theme.accent) };
  writeBlocks(content, `${path}.content`, width, out);
  out.theme = theme;
  out.html += '</table>\n</td></tr>\n';
}

/**
 * Writes columns as inline blocks with a maximum width, which wrap on narrow screens. Outlook shows them as a table.
 */
function writeColumns({ content }: NodeOf<'columns'>, path: string, room: number, out: Out): void {
  const width = Math.floor(room / Math.max(1, content.length));
  out.html +=
    '<tr><td align="center" style="font-size:0;line-height:0">\n' +
    `<!--[if mso]><table role="presentation" width="${room}" border="0" cellspacing="0" cellpadding="0"><tr><![endif]-->\n`;
  for (const [index, column] of content.entries()) {
    out.html +=
      `<!--[if mso]><td width="${width}" valign="top"><![endif]-->\n` +
      `<div class="pr-column" style="display:inline-block;width:100%;max-width:${width}px;vertical-align:top">\n` +
      '<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" style="text-align:left">\n';
    const at = `${path}.content.${index}`;
    out.places.push({ at: out.html.length, path: at });
    writeBlocks(column.content, `${at}.content`, width, out);
    out.html += '</table>\n</div>\n<!--[if mso]></td><![endif]-->\n';
  }
  out.html += '<!--[if mso]></tr></table><![endif]-->\n</td></tr>\n';
}

/** Renders the text, merge tags and line breaks in a block as HTML. */
function inlineHtml(nodes: readonly DesignNode[], theme: Theme): string {
  return nodes.map((node) => marked(node.marks, contentOf(node), theme)).join('');
}

function contentOf(node: DesignNode): string {
  if (node.type === 'text') return inHtml(node.text);
  if (node.type === 'mergeTag') return inHtml(mergeTag(node.attrs.name, node.attrs.fallback));
  return node.type === 'hardBreak' ? '<br>' : '';
}

/** Wraps content in its marks, with the first mark outermost. Omits links without a valid URL. */
function marked(marks: readonly DesignMark[], content: string, theme: Theme): string {
  return marks.toReversed().reduce((inner, mark) => {
    if (mark.type === 'link') return linked(mark.attrs.href, inner, `color:${theme.accent};text-decoration:underline`);
    const [begin = '', end = ''] = TAGS[mark.type] ?? [];
    return `${begin}${inner}${end}`;
  }, content);
}

/** Wraps HTML in a link. If the URL is not allowed in an email, returns the HTML unchanged. */
function linked(href: string | undefined, inner: string, style: string, className = 'pr-link'): string {
  const address = href === undefined ? undefined : addressOf(href);
  if (address === undefined) return inner;
  const named = className === '' ? '' : ` class="${className}"`;
  return `<a href="${inAttribute(address)}"${named} style="${style}">${inner}</a>`;
}
