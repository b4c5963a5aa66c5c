import { decodeHTMLAttribute } from 'entities';
import { htmlTags, type HtmlTag } from './html-tags.ts';

/** A link to the web: where it leads, and where the value of its `href` stands in the HTML, quotes included. */
export interface WebLink {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** What of an HTML body can be tracked: its links in order, and where an invisible picture may stand. */
export interface TrackingPlan {
  readonly links: readonly WebLink[];
  readonly pixelAt: number;
}

/** What is put into the body; whatever is absent leaves it as it is. */
export interface Replacements {
  /** The address to write instead of a link's. */
  readonly link?: (url: string) => string;
  /** Address of the invisible picture. */
  readonly pixel?: string;
}

/** Every tracked link makes the mail longer by about 150 bytes: the links beyond this stay as they are. */
const MAX_LINKS = 1_000;
/** Escaped it must still fit into a request line on its way back. */
const MAX_URL_CHARACTERS = 2_000;
const LINKING = new Set(['a', 'area']);
const NO_TRACK = 'data-no-track';

/**
 * Finds the links that may be tracked and the place of the picture: before the last `</body>`, else the end. Reads HTML
 * as browsers do, in linear time whatever is wrong with it. Links with the attribute `data-no-track` are left out.
 */
export function planTracking(html: string): TrackingPlan {
  const links: WebLink[] = [];
  let pixelAt = html.length;
  for (const tag of htmlTags(html)) {
    if (tag.isClose && tag.name === 'body') pixelAt = tag.start;
    if (tag.isClose || !LINKING.has(tag.name) || links.length >= MAX_LINKS) continue;
    const link = linkOf(tag);
    if (link) links.push(link);
  }
  return { links, pixelAt };
}

/** The HTML with the plan's links replaced and the picture put in. */
export function rewriteHtml(html: string, plan: TrackingPlan, { link, pixel }: Replacements): string {
  const edits = link
    ? plan.links.map(({ url, start, end }) => ({ start, end, text: `"${encodeAttribute(link(url))}"` }))
    : [];
  if (pixel !== undefined) {
    const text = `<img src="${encodeAttribute(pixel)}" width="1" height="1" alt="">`;
    edits.push({ start: plan.pixelAt, end: plan.pixelAt, text });
    edits.sort((a, b) => a.start - b.start);
  }
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    pieces.push(html.slice(at, start), text);
    at = end;
  }
  return pieces.join('') + html.slice(at);
}

function linkOf(tag: HtmlTag): WebLink | undefined {
  if (tag.attributes.some(({ name }) => name === NO_TRACK)) return undefined;
  // Of attributes that are given twice the first counts.
  const href = tag.attributes.find(({ name }) => name === 'href');
  if (!href) return undefined;
  const url = decodeHTMLAttribute(href.value).trim();
  if (url.length > MAX_URL_CHARACTERS) return undefined;
  if (!/^https?:\/\//i.test(url) || url.includes('\0') || !url.isWellFormed() || !URL.canParse(url)) return undefined;
  return { url, start: href.start, end: href.end };
}

function encodeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
