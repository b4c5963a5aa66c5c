/** A piece of HTML: a tag with its name and href, or text between tags with its entities decoded. */
export type HtmlToken =
  | {
      readonly kind: 'open' | 'close';
      readonly name: string;
      readonly href: string | undefined;
      readonly hidden: boolean;
    }
  | { readonly kind: 'text'; readonly text: string };

/** Elements whose content is not text of the mail. */
const RAW = new Set(['script', 'style', 'title', 'head']);
const MAX_TAG_CHARACTERS = 8_192;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  zwnj: '\u200c',
  shy: '\u00ad',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
};

/** Reads HTML from front to back in linear time, whatever is wrong with it; never throws. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const textEnd = open === -1 ? html.length : open;
    if (textEnd > at) yield { kind: 'text', text: decodeEntities(html.slice(at, textEnd)) };
    if (open === -1) return;
    const { token, next } = readMarkup(html, open);
    if (token) yield token;
    at = next;
  }
}

/** What begins with the '<' at `open`, and where reading goes on. */
function readMarkup(html: string, open: number): { token: HtmlToken | undefined; next: number } {
  if (html.startsWith('<!--', open)) return { token: undefined, next: after(html, '-->', open + 4) };
  // A lone '<' is text; to look for its end would take long where many of them stand before the next '>'.
  if (!/[a-zA-Z/!?]/.test(html[open + 1] ?? '')) return { token: { kind: 'text', text: '<' }, next: open + 1 };
  const end = html.indexOf('>', open + 1);
  // With no '>' left, nothing after it can be a tag.
  if (end === -1) return { token: { kind: 'text', text: decodeEntities(html.slice(open)) }, next: html.length };
  const tag = readTag(html.slice(open + 1, Math.min(end, open + MAX_TAG_CHARACTERS)));
  const isRaw = tag?.kind === 'open' && RAW.has(tag.name);
  return isRaw ? { token: undefined, next: afterClose(html, tag.name, end + 1) } : { token: tag, next: end + 1 };
}

/** Entities replaced by what they stand for; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z]{2,8});?/g, (whole, name: string) => {
    if (name[0] !== '#') return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isScalar = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
    return isScalar ? String.fromCodePoint(code) : '\ufffd';
  });
}

function readTag(source: string): Exclude<HtmlToken, { kind: 'text' }> | undefined {
  const name = /^\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(source)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const href = /\shref\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(source);
  const url = href?.[1] ?? href?.[2] ?? href?.[3];
  return {
    kind: source.startsWith('/') ? 'close' : 'open',
    name,
    href: url === undefined ? undefined : decodeEntities(url).trim(),
    hidden: /\sstyle\s?=\s?["'][^"']*display\s?:\s?none/i.test(source),
  };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** Behind `</name ...>`; the end of the text when the element is never closed. */
function afterClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s>]`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  return found ? after(html, '>', found.index) : html.length;
}
