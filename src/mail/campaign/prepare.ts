import type { EmailAddress, Mailbox } from '../address.ts';
import type { MailingClass } from '../mail-class.ts';
import { MAX_HTML_ATTRIBUTES, MAX_HTML_DEPTH, MAX_HTML_NODES } from '../html-document.ts';
import { readDesign } from '../design/read.ts';
import { renderDesign, type RenderedDesign } from '../design/render.ts';
import type { DesignFault } from '../design/walk.ts';
import { compileTemplate } from '../template/compile.ts';
import { createDateWriter } from '../template/dates.ts';
import { createWork } from '../template/language.ts';
import type { ContactField } from '../template/names.ts';
import { compilePart } from '../template/part.ts';
import type { KnownNames, TemplateFault } from '../template/source.ts';
import { parseTemplateHtml, type ParsedHtml } from '../template/parsed-html.ts';
import { textOfHtml } from '../template/text-of-html.ts';
import { withHtmlFooter, withTextFooter } from './footer.ts';
import { inlineCss } from './inline-css.ts';
import { CAMPAIGN_LINKS, campaignNames, type CampaignAccount } from './names.ts';
import { presenceInHtml, presenceInText, type Presence } from './presence.ts';

/** The content of a campaign as its author gives it; texts, HTML and the texts of a design are Liquid. */
export interface CampaignContent {
  readonly subject: string;
  readonly previewText?: string | undefined;
  /** One of the two, or neither for a mail of text alone. */
  readonly html?: string | undefined;
  /** JSON, of which nothing is known yet. */
  readonly design?: unknown;
  /** Made from the HTML or the design when it is absent. */
  readonly text?: string | undefined;
  /** Whether rules of style elements are written into the elements that they are for. */
  readonly inlineCss?: boolean | undefined;
}

/** What is known of those who send and get it. */
export interface ContentFacts {
  readonly fields: readonly ContactField[];
  readonly account: CampaignAccount;
  /** IANA name of the zone in which dates are shown. */
  readonly timeZone: string;
  /** What the content is for; a campaign without it. */
  readonly kind?: MailingClass | undefined;
}

/** What is wrong with a content, or may be, and where: a line and column of a part, or a path of the design. */
export type ContentFault = TemplateFault | DesignFault;

/** A content that can be sent: the texts of a `TemplateSource`, with what the law asks for in them. */
export interface PreparedContent {
  readonly subject: string;
  /** The template puts it in, unseen, where the body begins. */
  readonly previewText: string | undefined;
  readonly html: string | undefined;
  readonly text: string;
  readonly names: KnownNames;
  /** Merge tags that leave a gap where somebody has no value. */
  readonly warnings: readonly ContentFault[];
  /** What the content lacked, and a footer now has. */
  readonly added: readonly ('address' | 'unsubscribe')[];
}

/** A content that cannot be sent, and all that is wrong with it. */
export interface RefusedContent {
  readonly faults: readonly ContentFault[];
}

/** Nobody gets what is compiled here, so that nobody has to have sent it. */
const NOBODY = { name: undefined, address: 'nobody@example.org' as EmailAddress } satisfies Mailbox;

/**
 * Makes of a content what is sent: merge tags are looked at, a design is written as HTML, and a footer has the postal address
 * and the link to unsubscribe where some recipient would not see them. A mail that asks to confirm has no footer, and must show
 * the link to confirm itself. Pure; the time that it takes is bounded by the limits of templates and designs.
 */
export function prepareContent(content: CampaignContent, facts: ContentFacts): PreparedContent | RefusedContent {
  const given = sourceOf(content);
  if ('faults' in given) return given;
  const names = campaignNames(facts.fields, facts.account, facts.kind);
  const first = examine(given, content, facts, names);
  if (first.faults.length > 0) return { faults: placed(first.faults, given) };
  const made = make(given, content, facts);
  if ('faults' in made) return { faults: placed(made.faults, given) };
  const { added, html, isAsGiven } = made;
  const last = isAsGiven ? first : examine(made, content, facts, names);
  if (last.faults.length > 0) return { faults: placed(last.faults, given) };
  const text = made.text ?? last.makeText();
  return {
    subject: content.subject,
    previewText: content.previewText,
    html,
    text,
    names,
    warnings: placed(first.warnings, given),
    added,
  };
}

type Made = Given & Pick<PreparedContent, 'added'> & { readonly isAsGiven: boolean };

/** The parts of a content with footers and styles, both of which must be seen. */
function make(
  given: Given,
  content: CampaignContent,
  facts: ContentFacts,
): Made | { readonly faults: readonly TemplateFault[] } {
  const parsed = given.html === undefined ? undefined : parseTemplateHtml(given.html);
  if (given.html !== undefined && !parsed) return { faults: [tooLarge()] };
  const whole = withWhatItMustShow(given, parsed, facts);
  if ('faults' in whole) return whole;
  const html = withStyles(whole.html, content);
  if (whole.html !== undefined && html === undefined) return { faults: [tooMuchCss('inlined')] };
  const { added, text } = whole;
  const isAsGiven = html === given.html && text === given.text;
  const unseen = isAsGiven ? undefined : unseenIn({ html, text }, facts);
  return unseen ? { faults: [unseen] } : { html, text, added, isAsGiven };
}

/** The HTML and text of a content, and where blocks stand in the HTML. */
interface Given {
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly places?: RenderedDesign['places'];
}

function sourceOf({ design, html, text }: CampaignContent): Given | RefusedContent {
  if (design === undefined || design === null) {
    if (html !== undefined || text !== undefined) return { html, text };
    const fix = 'Add HTML, a design, or text.';
    return { faults: [{ where: 'html', line: 1, column: 1, message: 'The campaign has no content.', fix }] };
  }
  if (html !== undefined) {
    const fix = 'Remove the design or the HTML.';
    return { faults: [{ where: 'design', path: '', message: 'The content has both a design and HTML.', fix }] };
  }
  const read = readDesign(design);
  if ('faults' in read) return { faults: read.faults };
  const rendered = renderDesign(read);
  return { html: rendered.html, text: text ?? rendered.text, places: rendered.places };
}

interface Examined {
  readonly faults: readonly TemplateFault[];
  readonly warnings: readonly TemplateFault[];
  /** The text that the HTML shows. */
  readonly makeText: () => string;
}

function examine(
  { html, text }: Given,
  { previewText, subject }: CampaignContent,
  { timeZone }: ContentFacts,
  names: KnownNames,
): Examined {
  const linkPrefixes = CAMPAIGN_LINKS.map(() => 'https://example.org/');
  const source = {
    from: NOBODY,
    replyTo: [],
    subject,
    previewText,
    html,
    text,
    headers: [],
    linkPrefixes,
    names,
    timeZone,
  };
  const compiled = compileTemplate(source);
  if ('faults' in compiled) return { faults: compiled.faults, warnings: [], makeText: () => '' };
  const shared = { names, links: linkPrefixes.length, work: createWork(), writeDate: createDateWriter(timeZone) };
  const makeText = (): string => {
    const part = text === undefined && html !== undefined ? compilePart('html', html, shared) : undefined;
    return part && 'tokens' in part ? textOfHtml(part.tokens, part.analysis.inQuery) : '';
  };
  return { faults: [], warnings: compiled.warnings, makeText };
}

/** What all recipients see of the parts that a content has; undefined when its style sheets are too much work. */
function presenceOf(
  parsed: ParsedHtml | undefined,
  text: string | undefined,
  address: string,
  isGenerous = false,
): { readonly html: Presence | undefined; readonly text: Presence | undefined } | undefined {
  const ofHtml = parsed && presenceInHtml(parsed, address, isGenerous);
  if (parsed && !ofHtml) return undefined;
  return { html: ofHtml, text: text === undefined ? undefined : presenceInText(text, address) };
}

/** The parts with what all recipients must be shown; or that an author forgot what only they can put in its place. */
function withWhatItMustShow(
  given: Given,
  parsed: ParsedHtml | undefined,
  { account, kind }: ContentFacts,
): (Given & Pick<PreparedContent, 'added'>) | { readonly faults: readonly TemplateFault[] } {
  const has = presenceOf(parsed, given.text, kind === 'confirmation' ? '' : account.address);
  if (!has) return { faults: [tooMuchCss('checked')] };
  if (kind !== 'confirmation') return withFooters(given, parsed, has, account);
  const where = has.html?.confirm === false ? 'html' : has.text?.confirm === false ? 'text' : undefined;
  if (where === undefined) return { html: given.html, text: given.text, added: [] };
  const message = 'The email has no confirmation link that every recipient can see.';
  const fix = 'Add {{ confirm_url }} as the complete URL of a link or button, outside conditions and hidden elements.';
  return { faults: [{ where, line: 1, column: 1, message, fix }] };
}

/** The parts with footers of what they lack. A text that is made from the HTML has what the HTML has. */
function withFooters(
  { text }: Given,
  parsed: ParsedHtml | undefined,
  has: NonNullable<ReturnType<typeof presenceOf>>,
  account: ContentFacts['account'],
): Given & Pick<PreparedContent, 'added'> {
  const lacks = (what: 'address' | 'unsubscribe'): boolean => has.html?.[what] === false || has.text?.[what] === false;
  const hasAddress = account.address.trim() !== '';
  const added = (['address', 'unsubscribe'] as const).filter(
    (what) => lacks(what) && (what !== 'address' || hasAddress),
  );
  return {
    html: parsed && has.html ? withHtmlFooter(parsed, has.html, account) : undefined,
    text: text !== undefined && has.text ? withTextFooter(text, has.text, account) : undefined,
    added,
  };
}

/** The HTML with its rules in the elements, where that is wanted; undefined where they are for too many. */
function withStyles(html: string | undefined, { inlineCss: isWanted }: CampaignContent): string | undefined {
  return html !== undefined && isWanted ? inlineCss(html) : html;
}

function tooMuchCss(what: 'checked' | 'inlined'): TemplateFault {
  const message = `The style sheets cannot be ${what}, because they are too long or match too many elements.`;
  return { where: 'html', line: 1, column: 1, message, fix: 'Use fewer rules, or do not inline the styles.' };
}

function tooLarge(): TemplateFault {
  const message = 'The HTML is too large, or its elements are nested too deeply.';
  const fix = `Use at most ${MAX_HTML_NODES} elements and comments, ${MAX_HTML_DEPTH} levels and ${MAX_HTML_ATTRIBUTES} attributes per element, and close each element.`;
  return { where: 'html', line: 1, column: 1, message, fix };
}

/** A fault when a part hides the footer that it was given, as HTML does that ends in a comment. */
function unseenIn({ html, text }: Given, { account: { address }, kind }: ContentFacts): TemplateFault | undefined {
  if (kind === 'confirmation') return undefined;
  const parsed = html === undefined ? undefined : parseTemplateHtml(html);
  // The footer is an element deeper than what it was put behind.
  if (html !== undefined && !parsed) return tooLarge();
  const seen = presenceOf(parsed, text, address, true);
  const isHidden = (shown: Presence | undefined): boolean =>
    shown !== undefined && (!shown.unsubscribe || (!shown.address && address.trim() !== ''));
  const where = !seen || isHidden(seen.html) ? 'html' : isHidden(seen.text) ? 'text' : undefined;
  if (where === undefined) return undefined;
  const message =
    'The unsubscribe link or the postal address would be hidden, because an earlier element is not closed or an element hides the whole email.';
  const fix =
    'Close comments, tags, and hidden elements, or put {{ unsubscribe_url }} and {{ account.address }} where all recipients see them.';
  return { where, line: 1, column: 1, message, fix };
}

/** Faults by the paths of the design that the HTML was made of. */
function placed(faults: readonly TemplateFault[], { html = '', places }: Given): ContentFault[] {
  if (!places) return [...faults];
  const starts = [0, ...[...html.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const hasHtml = faults.some(({ where }) => where === 'html');
  const found = faults
    // The text is made of the same blocks.
    .filter(({ where }) => where !== 'text' || !hasHtml)
    .map((fault): ContentFault => {
      if (fault.where !== 'html' && fault.where !== 'text') return fault;
      const at = (starts[fault.line - 1] ?? 0) + fault.column - 1;
      const path = fault.where === 'html' ? (places.findLast((place) => place.at <= at)?.path ?? '') : 'content';
      return { where: 'design', path, message: fault.message, fix: fault.fix };
    });
  return found.filter((fault, index) => {
    const same = (other: ContentFault): boolean =>
      other.message === fault.message && 'path' in other && 'path' in fault && other.path === fault.path;
    return found.findIndex((other) => same(other)) === index || !('path' in fault);
  });
}
