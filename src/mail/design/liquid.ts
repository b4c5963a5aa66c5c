import { escapeHtml } from '../template.ts';

/** Matches Liquid in the text of a design. */
const SPAN = /\{\{(?:"[^"{}]*"|'[^'{}]*'|[^"'{}])*\}\}|\{%(?:"[^"{}]*"|'[^'{}]*'|[^"'{}])*?%\}/g;
const BEGINS_MARKUP = /<[a-zA-Z/!?]/;

/** A segment of text: static text, or a Liquid tag or output. */
export interface Piece {
  readonly text: string;
  readonly isLiquid: boolean;
}

/** Splits text into static text and Liquid. Liquid that contains the start of an HTML tag counts as static text. */
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

/** Escapes text from the design for use between HTML tags. Keeps Liquid unchanged. */
export function inHtml(text: string): string {
  return pieces(text)
    .map((piece) => (piece.isLiquid ? piece.text : asStatic(piece.text)))
    .join('');
}

/**
 * Escapes text from the design for use in a double-quoted attribute. Keeps Liquid whose literals can be written in
 * single quotes.
 */
export function inAttribute(text: string): string {
  return pieces(text)
    .map((piece) => (piece.isLiquid ? (withSingleQuotes(piece.text) ?? asStatic(piece.text)) : asStatic(piece.text)))
    .join('');
}

/** Escapes text from the design for use in plain text. Keeps Liquid unchanged. */
export function inText(text: string): string {
  return pieces(text)
    .map((piece) => (piece.isLiquid ? piece.text : piece.text.replaceAll(/\{(?=[{%]|$)/g, '{{ "{" }}')))
    .join('');
}

/** Returns whether text contains the start of an invalid Liquid tag. */
export function hasBrokenLiquid(text: string): boolean {
  return pieces(text).some((piece) => !piece.isLiquid && /\{[{%]/.test(piece.text));
}

/**
 * Returns whether text contains Liquid with double quotes that cannot be replaced with single quotes. Such Liquid
 * cannot be used in an attribute.
 */
export function hasMixedQuotes(text: string): boolean {
  return pieces(text).some((piece) => piece.isLiquid && withSingleQuotes(piece.text) === undefined);
}

/** Returns the Liquid code that inserts a merge tag, with its fallback if there is one. */
export function mergeTag(name: string, fallback: string | undefined): string {
  if (fallback === undefined || fallback === '') return `{{ ${name} }}`;
  const isPlain = !fallback.includes('"');
  const literal = isPlain || fallback.includes("'") ? `"${fallback.replaceAll('"', '”')}"` : `'${fallback}'`;
  return `{{ ${name} | default: ${literal} }}`;
}

/**
 * Returns the address of a link or image, or undefined if it is not allowed in an email. An address must start with
 * `https:`, `http:`, `mailto:`, `tel:`, or a merge tag. Only a path, query, or fragment may follow that merge tag, so
 * that no merged value can add a scheme to static text.
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

/**
 * Replaces the double quotes around literals in Liquid with single quotes. Returns undefined if that is not possible,
 * because a literal contains the other kind of quote.
 */
function withSingleQuotes(span: string): string | undefined {
  const single = span.replaceAll(/'[^']*'|"([^"']*)"/g, (literal: string, inner: string | undefined) =>
    inner === undefined ? literal : `'${inner}'`,
  );
  return single.includes('"') ? undefined : single;
}
