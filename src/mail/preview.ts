import { escapeHtml } from './template.ts';

/** Color scheme of the preview. */
export type PreviewMode = 'light' | 'dark';

/** Elements that are removed with their content, most of them because they run code or embed other documents. */
const LEFT_OUT_WHOLE = new Set(['script', 'iframe', 'object', 'applet', 'noembed', 'frameset', 'portal', 'template']);
/** Elements whose tags are removed but whose content is kept. */
const LEFT_OUT = new Set(['base', 'meta', 'link', 'embed', 'form', 'frame', 'noscript', 'param', 'fencedframe']);
/** Attributes that are removed, because they navigate, run scripts, or move the focus. */
const LEADING = /^(?:on.*|ping|action|formaction|target|srcdoc|autofocus|xlink:href)$/;
const MAX_SHOWN_LINK = 2_000;
/** Maximum length of an element name, in characters. */
const MAX_NAME = 64;

/**
 * Media features that always match (`ALWAYS`) and never match (`NEVER`). They can replace `prefers-color-scheme` at any
 * position in a media query.
 */
const ALWAYS = '(min-width:0px)';
const NEVER = '(min-width:99999999px)';
const COLOR_SCHEME = /\(\s{0,99}prefers-color-scheme\s{0,99}:\s{0,99}(dark|light)\s{0,99}\)/gi;

/**
 * Prepares the HTML of an email for a sandboxed frame: removes scripts, embedded documents, and link targets, and
 * applies the styles for the given color scheme.
 */
export function previewOfHtml(html: string, mode: PreviewMode, markOf: MarkOf = () => ''): string {
  return withoutLeads(
    html.replaceAll(COLOR_SCHEME, (_query, wanted: string) => {
      return wanted.toLowerCase() === mode ? ALWAYS : NEVER;
    }),
    markOf,
  );
}

/** Returns trusted HTML to insert at the start of a link. `href` is the raw value of the link's attribute. */
export type MarkOf = (href: string) => string;

/** Returns a page that shows a text-only email. */
export function previewOfText(text: string, mode: PreviewMode): string {
  const colors = mode === 'dark' ? '#eee;background:#111' : '#111;background:#fff';
  return (
    '<!doctype html><html><head><meta charset="utf-8"></head>' +
    `<body style="margin:16px;color:${colors}"><pre style="white-space:pre-wrap;overflow-wrap:anywhere;` +
    `font:14px/1.5 ui-monospace,monospace">${escapeHtml(text)}</pre></body></html>`
  );
}

function withoutLeads(html: string, markOf: MarkOf): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) {
      pieces.push(html.slice(at));
      break;
    }
    pieces.push(html.slice(at, open));
    const { next, text } = readTag(html, open, markOf);
    pieces.push(text);
    at = next;
  }
  return pieces.join('');
}

interface Read {
  /** HTML that replaces the markup in the preview. */
  readonly text: string;
  /** Offset after the markup. */
  readonly next: number;
}

/** Returns the HTML that replaces the tag, comment, or declaration at `open`, and the offset after it. */
function readTag(html: string, open: number, markOf: MarkOf): Read {
  if (html.startsWith('<!--', open)) return readComment(html, open);
  const first = html.charCodeAt(open + 1);
  if (first === EXCLAMATION || first === QUESTION) return readDeclaration(html, open);
  if (!isLetter(first) && first !== SLASH) return { text: '&lt;', next: open + 1 };
  const end = endOfTag(html, open + 1);
  // Drop an unclosed tag with the rest of the email, as browsers do.
  if (end === -1) return { text: '', next: html.length };
  const isClosing = first === SLASH;
  const name = nameIn(html.slice(isClosing ? open + 2 : open + 1, Math.min(end, open + MAX_NAME)));
  if (LEFT_OUT_WHOLE.has(name)) return { text: '', next: isClosing ? end + 1 : behindClosing(html, name, end + 1) };
  if (LEFT_OUT.has(name)) return { text: '', next: end + 1 };
  const source = html.slice(open, end + 1);
  return { text: isClosing ? source : rewrite(source, name, markOf), next: end + 1 };
}

function nameIn(text: string): string {
  return /^[a-z][^\s/>]*/i.exec(text)?.[0].toLowerCase() ?? '';
}

function readDeclaration(html: string, open: number): Read {
  const end = html.indexOf('>', open);
  return end === -1 ? { text: '', next: html.length } : { text: html.slice(open, end + 1), next: end + 1 };
}

/** Copies a comment unchanged, but drops an unclosed comment. */
function readComment(html: string, open: number): Read {
  const end = html.indexOf('-->', open + 4);
  return end === -1 ? { text: '', next: html.length } : { text: html.slice(open, end + 3), next: end + 3 };
}

const [SLASH, EXCLAMATION, QUESTION, QUOTE, APOSTROPHE, GREATER, EQUALS] = [47, 33, 63, 34, 39, 62, 61];

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Returns the offset of the '>' that closes the tag, ignoring quoted values, or -1 if the tag is not closed. */
function endOfTag(html: string, from: number): number {
  let quote = 0;
  let last = 0;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at;
    else if ((code === QUOTE || code === APOSTROPHE) && last === EQUALS) quote = code;
    if (code > 32) last = code;
  }
  return -1;
}

/** Returns the offset after `</name>`, or the end of the HTML if the element is not closed. */
function behindClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  if (!found) return html.length;
  const end = html.indexOf('>', found.index);
  return end === -1 ? html.length : end + 1;
}

const ATTRIBUTE = /([^\s"'>/=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Removes the attributes of a tag that navigate or run scripts. Keeps the URL of a link as its title. */
function rewrite(source: string, name: string, markOf: MarkOf): string {
  const inside = source.slice(1 + name.length, -1);
  const kept: string[] = [];
  let target: string | undefined;
  for (const [whole, attribute = '', , ...values] of inside.matchAll(ATTRIBUTE)) {
    const key = attribute.toLowerCase();
    if (LEADING.test(key) || (key === 'title' && name === 'a')) continue;
    if (key === 'href') target = values.find((value) => value !== undefined) ?? '';
    else kept.push(whole);
  }
  if (target !== undefined) {
    kept.push('href="#"', `title="${target.slice(0, MAX_SHOWN_LINK).replaceAll('"', '&quot;')}"`);
  }
  const mark = target === undefined || name !== 'a' ? '' : markOf(target);
  return `<${[name, ...kept].join(' ')}${inside.endsWith('/') ? ' /' : ''}>${mark}`;
}
