import { decodeHTMLAttribute } from 'entities';
import { htmlTags, type HtmlTag } from './html-tags.ts';

/** A web link: its target, and the position of its `href` value in the HTML, including quotes. */
export interface WebLink {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** The links of an HTML body that can be tracked, in order, and the position of the tracking pixel. */
export interface TrackingPlan {
  readonly links: readonly WebLink[];
  readonly pixelAt: number;
}

/** Changes to the body. Each change is optional. */
export interface Replacements {
  /** Returns the URL that replaces the link's URL. */
  readonly link?: (url: string) => string;
  /** URL of the tracking pixel. */
  readonly pixel?: string;
}

/** Maximum number of tracked links. Further links stay unchanged. */
const MAX_LINKS = 1_000;
/** Maximum length of a tracked address, in characters. */
const MAX_URL_CHARACTERS = 2_000;
const LINKING = new Set(['a', 'area']);
const NO_TRACK = 'data-no-track';

/**
 * Finds the links that can be tracked, and the position of the tracking pixel: before the last `</body>`, or at the end
 * of HTML without this tag. Skips links with the attribute `data-no-track`.
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

/** Replaces the planned links and inserts the tracking pixel. */
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
  // If an attribute occurs twice, the first occurrence applies.
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
