import type { EmailAddress, Mailbox } from '../address.ts';
import type { MailingClass } from '../mail-class.ts';
import type { Brand } from '../design/brand.ts';
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
import { textOfHtml } from '../template/html-as-text.ts';
import { withHtmlFooter, withTextFooter } from './footer.ts';
import { DEFAULT_LANGUAGE, type Language } from '../languages/catalog.ts';
import type { OwnTexts } from '../languages/texts.ts';
import { confirmationForReaders, isDefaultConfirmation } from './confirmation.ts';
import { tooLarge, tooMuchCss } from './html-limits.ts';
import { inlineCss } from './inline-css.ts';
import { CAMPAIGN_LINKS, campaignNames, eventNames, type CampaignAccount } from './names.ts';
import { presenceInHtml, presenceInText, type Presence } from './presence.ts';

/**
 * The content of a campaign as its author submits it. All text, including HTML and the text in a design, may contain
 * Liquid.
 */
export interface CampaignContent {
  readonly subject: string;
  readonly previewText?: string | undefined;
  /** HTML and a design are mutually exclusive. A text-only message has neither. */
  readonly html?: string | undefined;
  /** Unvalidated JSON. */
  readonly design?: unknown;
  /** If absent, the text is generated from the HTML or the design. */
  readonly text?: string | undefined;
  /** Whether the rules in style elements are inlined. */
  readonly inlineCss?: boolean | undefined;
}

/** Data about the account and its contacts that content is checked against. */
export interface ContentFacts {
  readonly fields: readonly ContactField[];
  readonly account: CampaignAccount;
  /** IANA name of the time zone for dates. */
  readonly timeZone: string;
  /** Kind of email. Defaults to `campaign`. */
  readonly kind?: MailingClass | undefined;
  /** Language of the text that Postrider adds, for recipients whose language is unknown. Defaults to English. */
  readonly language?: Language | undefined;
  /** The account's custom strings, which replace the default strings. */
  readonly texts?: OwnTexts | undefined;
  /** The branding of the default confirmation email. */
  readonly brand?: Brand | undefined;
}

/** An error or warning about content. Its location is a line and column in a part, or a path in the design. */
export type ContentFault = TemplateFault | DesignFault;

/** Content that is ready to send, with a footer if it needs one. */
export interface PreparedContent {
  readonly subject: string;
  readonly previewText: string | undefined;
  readonly html: string | undefined;
  readonly text: string;
  readonly names: KnownNames;
  /** Warnings about merge tags that are used without a fallback and leave a gap for contacts without a value. */
  readonly warnings: readonly ContentFault[];
  /** Names of merge tags that are used without a fallback and leave a gap for contacts without a value. */
  readonly gaps: readonly string[];
  /** Elements that were missing from the content and are now in a footer. */
  readonly added: readonly ('address' | 'unsubscribe')[];
}

/** Content that cannot be sent, with its errors. */
export interface RefusedContent {
  readonly faults: readonly ContentFault[];
}

/** Placeholder sender. Templates compiled here are never sent. */
const NOBODY = { name: undefined, address: 'nobody@example.org' as EmailAddress } satisfies Mailbox;

/**
 * Prepares content for sending. Checks merge tags, renders a design as HTML, and adds a footer with the account's
 * postal address and the unsubscribe link if some recipients would not see them otherwise. Confirmation emails get no
 * footer and must contain a visible confirmation link. Pure.
 */
export function prepareContent(written: CampaignContent, facts: ContentFacts): PreparedContent | RefusedContent {
  const isDefault = facts.kind === 'confirmation' && isDefaultConfirmation(written);
  const content = isDefault ? confirmationForReaders(facts) : written;
  const given = sourceOf(content);
  if ('faults' in given) return given;
  const known = campaignNames(facts.fields, facts.account, facts.kind);
  const texts = [content.subject, content.previewText, given.html, given.text];
  const names = facts.kind === 'automation' ? { ...known, ...eventNames(texts) } : known;
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
    gaps: first.gaps,
    added,
  };
}

type Made = Given & Pick<PreparedContent, 'added'> & { readonly isAsGiven: boolean };

/** Adds footers, inlines styles if requested, and checks that the footers are visible. */
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

/** The HTML and text of the content, with the positions of design blocks in the HTML. */
export interface Given {
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly places?: RenderedDesign['places'];
}

/** Returns the HTML and text of the content, or its errors. Renders a design. */
export function sourceOf({ design, html, text }: CampaignContent): Given | RefusedContent {
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
  readonly gaps: readonly string[];
  /** Returns text generated from the HTML, or an empty string if the content already has text. */
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
  if ('faults' in compiled) return { faults: compiled.faults, warnings: [], gaps: [], makeText: () => '' };
  const shared = { names, links: linkPrefixes.length, work: createWork(), writeDate: createDateWriter(timeZone) };
  const makeText = (): string => {
    const part = text === undefined && html !== undefined ? compilePart('html', html, shared) : undefined;
    return part && 'tokens' in part ? textOfHtml(part.tokens, part.analysis.inQuery) : '';
  };
  return { faults: [], warnings: compiled.warnings, gaps: compiled.gaps, makeText };
}

/**
 * Returns which required elements all recipients see, for each part. Returns undefined if evaluating the style sheets
 * is too expensive.
 */
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

/** Adds missing footers. For a confirmation email, checks instead that every recipient can see a confirmation link. */
function withWhatItMustShow(
  given: Given,
  parsed: ParsedHtml | undefined,
  { account, kind, language = DEFAULT_LANGUAGE, texts }: ContentFacts,
): (Given & Pick<PreparedContent, 'added'>) | { readonly faults: readonly TemplateFault[] } {
  const has = presenceOf(parsed, given.text, kind === 'confirmation' ? '' : account.address);
  if (!has) return { faults: [tooMuchCss('checked')] };
  if (kind !== 'confirmation') return withFooters(given, parsed, has, { account, language, texts });
  const where = has.html?.confirm === false ? 'html' : has.text?.confirm === false ? 'text' : undefined;
  if (where === undefined) return { html: given.html, text: given.text, added: [] };
  const message = 'The email has no confirmation link that every recipient can see.';
  const fix = 'Add {{ confirm_url }} as the complete URL of a link or button, outside conditions and hidden elements.';
  return { faults: [{ where, line: 1, column: 1, message, fix }] };
}

/** Adds missing footers to the parts. A text part that is generated from the HTML contains the footer of the HTML. */
function withFooters(
  { text }: Given,
  parsed: ParsedHtml | undefined,
  has: NonNullable<ReturnType<typeof presenceOf>>,
  facts: Parameters<typeof withHtmlFooter>[2],
): Given & Pick<PreparedContent, 'added'> {
  const lacks = (what: 'address' | 'unsubscribe'): boolean => has.html?.[what] === false || has.text?.[what] === false;
  const hasAddress = facts.account.address.trim() !== '';
  const added = (['address', 'unsubscribe'] as const).filter(
    (what) => lacks(what) && (what !== 'address' || hasAddress),
  );
  return {
    html: parsed && has.html ? withHtmlFooter(parsed, has.html, facts) : undefined,
    text: text !== undefined && has.text ? withTextFooter(text, has.text, facts) : undefined,
    added,
  };
}

/** Inlines the styles if requested. Returns undefined if there is no HTML, or if inlining exceeds a limit. */
export function withStyles(html: string | undefined, { inlineCss: isWanted }: CampaignContent): string | undefined {
  return html !== undefined && isWanted ? inlineCss(html) : html;
}

/**
 * Returns an error if the unsubscribe link or the postal address is hidden, for example because the HTML ends inside a
 * comment.
 */
function unseenIn({ html, text }: Given, { account: { address }, kind }: ContentFacts): TemplateFault | undefined {
  if (kind === 'confirmation') return undefined;
  const parsed = html === undefined ? undefined : parseTemplateHtml(html);
  // The added footer may exceed the limits of the parser.
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

/**
 * If the content has a design, converts positions in the rendered HTML to paths in the design, and omits repeated
 * errors.
 */
export function placed(faults: readonly TemplateFault[], { html = '', places }: Given): ContentFault[] {
  if (!places) return [...faults];
  const starts = [0, ...[...html.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const hasHtml = faults.some(({ where }) => where === 'html');
  const found = faults
    // Skip errors in the text if the HTML has errors, because both are usually rendered from the same design blocks.
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
