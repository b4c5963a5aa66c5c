import { TypeGuards } from 'liquidjs';
import { escapeHtml } from '../template.ts';
import { COVER, coverLiquid, tokensOf } from '../template/cover.ts';
import { endOfBody, parseTemplateHtml } from '../template/parsed-html.ts';
import { MAX_MARKS } from '../template/source.ts';
import { planTracking, type WebLink } from '../track.ts';

/** Marks that are put in beside links: the picture and the trap. */
const OTHER_MARKS = 2;
/** Blocks whose content nobody reads as Liquid. */
const UNREAD = new Set(['raw', 'comment']);
/** As `named` writes them. */
const NAMED = /\{\{links\[(\d+)\]\}\}/g;
/** Followed by programs that fetch every address of a mail, and by nobody who reads it. */
const TRAP_STYLE = 'display:none;max-height:0;overflow:hidden;mso-hide:all';

/** What of a campaign's HTML can be tracked: its links in order, and where the picture may stand. */
export interface CampaignPlan {
  readonly links: readonly WebLink[];
  readonly endAt: number;
}

/** Where links of a mail lead by the number of their prefix; what is undefined is left out. */
export interface CampaignNumbers {
  /** The number of the prefix that an address is written with; undefined leaves it as it is. */
  readonly link: (url: string) => number | undefined;
  readonly pixel: number | undefined;
  readonly trap: number | undefined;
}

/**
 * Finds the links of a campaign's HTML that may be tracked. An address with Liquid in it is another for each recipient, and
 * is left as it is: so are links to unsubscribe and the like. Nothing is tracked where Liquid is not read.
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

/** The HTML with numbered links, the trap and the picture, as Liquid that names their prefixes. */
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

/** What a prefix leads to that tracking put in. */
export type Tracked = { readonly url: string } | 'trap' | 'pixel';

/**
 * The HTML with its links as they were written before `numberLinks`, and without the trap and the picture. `trackedBy` knows
 * what the prefix of a number leads to; undefined for those that tracking did not put in.
 */
export function withoutTracking(html: string, trackedBy: (number: number) => Tracked | undefined): string {
  const plain = (mark: string, number: string): string => {
    const tracked = trackedBy(Number(number));
    // Liquid would read braces of an address.
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
