import { escapeHtml } from '../template.ts';

/**
 * Liquid in the texts of a design. What looks like it stays as it is, everything else is escaped. That cannot be used to
 * bring markup in, whatever LiquidJS thinks of where a tag ends: a span with anything in it that would begin markup, or end
 * the attribute that it stands in, is text like any other.
 */
const SPAN = /\{\{(?:"[^"{}]*"|'[^'{}]*'|[^"'{}])*\}\}|\{%(?:"[^"{}]*"|'[^'{}]*'|[^"'{}])*?%\}/g;
const BEGINS_MARKUP = /<[a-zA-Z/!?]/;

/** A piece of a text: static, or a tag or output of Liquid. */
export interface Piece {
  readonly text: string;
  readonly isLiquid: boolean;
}

/** A text cut into what is static and what is Liquid. Linear. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const span of text.matchAll(SPAN)) {
    if (BEGINS_MARKUP.test(span[0])) continue;
    if (span.index > at) found.push({ text: text.slice(at, span.index), isLiquid: false });
    found.push({ text: span[0], isLiquid: true });
    at = span.index + span[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at), isLiquid: false });
  return found;
}

/** A text of the design as it stands between tags. */
export function inHtml(text: string): string {
  return pieces(text)
    .map((piece) => (piece.isLiquid ? piece.text : asStatic(piece.text)))
    .join('');
}

/** A text of the design as it stands in an attribute with double quotes. */
export function inAttribute(text: string): string {
  return pieces(text)
    .map((piece) => (piece.isLiquid ? (withSingleQuotes(piece.text) ?? asStatic(piece.text)) : asStatic(piece.text)))
    .join('');
}

/** A text of the design as it stands in plain text. */
export function inText(text: string): string {
  return pieces(text)
    .map((piece) => (piece.isLiquid ? piece.text : piece.text.replaceAll(/\{(?=[{%]|$)/g, '{{ "{" }}')))
    .join('');
}

/** Whether something in the text begins like Liquid and is none. */
export function hasBrokenLiquid(text: string): boolean {
  return pieces(text).some((piece) => !piece.isLiquid && /\{[{%]/.test(piece.text));
}

/** Whether the text is Liquid that no attribute can hold: it has both kinds of quotes in it. */
export function hasMixedQuotes(text: string): boolean {
  return pieces(text).some((piece) => piece.isLiquid && withSingleQuotes(piece.text) === undefined);
}

/** The output of a name, with what stands for it where there is no value. */
export function mergeTag(name: string, fallback: string | undefined): string {
  if (fallback === undefined || fallback === '') return `{{ ${name} }}`;
  const isPlain = !fallback.includes('"');
  const literal = isPlain || fallback.includes("'") ? `"${fallback.replaceAll('"', '”')}"` : `'${fallback}'`;
  return `{{ ${name} | default: ${literal} }}`;
}

/**
 * The address of a link or picture; undefined when it is none that may stand in a mail. It begins with its scheme, written
 * out, or with a merge tag behind which its path goes on: whatever the value is, what is static behind it names no scheme.
 */
export function addressOf(written: string): string | undefined {
  const address = written.trim();
  const all = pieces(address);
  const [first, second] = all;
  if (!first || all.some((piece) => !piece.isLiquid && /[\u0000-\u0020\u007f"<>\\{}]/.test(piece.text)))
    return undefined;
  if (!first.isLiquid) return /^(?:https?:\/\/.|https?:\/\/$|mailto:|tel:)/i.test(first.text) ? address : undefined;
  if (first.text.startsWith('{%')) return undefined;
  return !second || (!second.isLiquid && /^[/?#&]/.test(second.text)) ? address : undefined;
}

function asStatic(text: string): string {
  return escapeHtml(text).replaceAll('{', '&#123;');
}

/** Liquid whose literals have single quotes; undefined when one of them has such a quote in it. */
function withSingleQuotes(span: string): string | undefined {
  const single = span.replaceAll(/"([^"']*)"/g, "'$1'");
  return single.includes('"') ? undefined : single;
}
