import { TypeGuards } from 'liquidjs';
import { escapeHtml } from '../template.ts';
import { COVER, coverLiquid, tokensOf } from '../template/cover.ts';
import { endOfBody, parseTemplateHtml } from '../template/parsed-html.ts';
import { MAX_MARKS } from '../template/source.ts';
import { planTracking, type WebLink } from '../track.ts';

/** Number of tracking elements besides links: the tracking pixel and the honeypot link. */
const OTHER_MARKS = 2;
/** Names of the Liquid blocks whose content is not parsed as Liquid. */
const UNREAD = new Set(['raw', 'comment']);
/** Matches the output that `named` returns. */
const NAMED = /\{\{links\[(\d+)\]\}\}/g;
/** Hides the honeypot link from people. */
const TRAP_STYLE = 'display:none;max-height:0;overflow:hidden;mso-hide:all';

/** The links of a campaign's HTML that can be tracked, in order, and the position of the tracking pixel. */
export interface CampaignPlan {
  readonly links: readonly WebLink[];
  readonly endAt: number;
}

/**
 * Prefix numbers of tracked links, the tracking pixel, and the honeypot link. A pixel or honeypot link without a number
 * is not inserted.
 */
export interface CampaignNumbers {
  /** Returns the prefix number for an address, or undefined to leave the address unchanged. */
  readonly link: (url: string) => number | undefined;
  readonly pixel: number | undefined;
  readonly trap: number | undefined;
}

/**
 * Finds the links in a campaign's HTML that can be tracked. Skips links with Liquid in their address, which differ per
 * recipient, and links in `raw` and `comment` blocks.
 */
export function planCampaign(html: string): CampaignPlan {
  const tokens = tokensOf(html);
  const unread: { begin: number; end: number }[] = [];
  let open: number | undefined;
  let marks = 0;
  for (const token of tokens) {
    if (!TypeGuards.isHTMLToken(token)) marks += 1;
    if (!TypeGuards.isTagToken(token)) continue;
    if (UNREAD.has(token.name)) open ??= token.begin;
    else if (open !== undefined && UNREAD.has(token.name.replace(/^end/, ''))) {
      unread.push({ begin: open, end: token.end });
      open = undefined;
    }
  }
  const links = planTracking(coverLiquid(html)).links.filter(
    ({ start, url }) => !url.includes(COVER) && !unread.some(({ begin, end }) => begin <= start && start < end),
  );
  const parsed = parseTemplateHtml(html);
  const endAt = parsed ? endOfBody(parsed) : html.length;
  return { links: links.slice(0, Math.max(0, MAX_MARKS - OTHER_MARKS - marks)), endAt };
}

/**
 * Replaces the address of each link that has a number with a Liquid output for the tracked URL. Inserts the honeypot
 * link and the tracking pixel.
 */
export function numberLinks(html: string, { endAt, links }: CampaignPlan, numbers: CampaignNumbers): string {
  const edits = links.flatMap(({ end, start, url }) => {
    const number = numbers.link(url);
    return number === undefined ? [] : [{ start, end, text: `"${named(number)}"` }];
  });
  const { pixel, trap } = numbers;
  const hidden = trap === undefined ? '' : trapOf(trap);
  const picture = pixel === undefined ? '' : pictureOf(pixel);
  edits.push({ start: endAt, end: endAt, text: hidden + picture });
  edits.sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let at = 0;
  for (const { end, start, text } of edits) {
    pieces.push(html.slice(at, start), text);
    at = end;
  }
  return pieces.join('') + html.slice(at);
}

/** The tracked element that a prefix number identifies: a link, the honeypot link (`trap`), or the tracking pixel. */
export type Tracked = { readonly url: string } | 'trap' | 'pixel';

/**
 * Reverses `numberLinks`: restores the original links, and removes the honeypot link and the tracking pixel.
 * `trackedBy` returns the meaning of a prefix number, or undefined if tracking did not add the prefix.
 */
export function withoutTracking(html: string, trackedBy: (number: number) => Tracked | undefined): string {
  const plain = (mark: string, number: string): string => {
    const tracked = trackedBy(Number(number));
    // Encode opening braces, because Liquid would interpret them.
    return typeof tracked === 'object' ? escapeHtml(tracked.url).replaceAll('{', '&#123;') : mark;
  };
  let own = html;
  for (const number of new Set([...html.matchAll(NAMED)].map(([, digits]) => Number(digits)))) {
    const tracked = trackedBy(number);
    if (tracked === 'trap') own = own.replace(trapOf(number), '');
    if (tracked === 'pixel') own = own.replace(pictureOf(number), '');
  }
  return own.replaceAll(NAMED, plain);
}

function trapOf(number: number): string {
  return `<a href="${named(number)}" style="${TRAP_STYLE}" aria-hidden="true" tabindex="-1" rel="nofollow"></a>`;
}

function pictureOf(number: number): string {
  return `<img src="${named(number)}" width="1" height="1" alt="">`;
}

function named(number: number): string {
  return `{{links[${number}]}}`;
}
