import type { ContentFault, PreparedContent, RefusedContent } from '../campaign/prepare.ts';
import { htmlToText } from '../html-to-text.ts';
import { judgeAltTexts, judgeImageOnly, judgeSize, judgeText } from './content.ts';
import { type Finding, fine, found } from './finding.ts';
import { brokenLinksInText } from '../campaign/merge-links.ts';
import { htmlFacts, type HtmlFacts, type Link } from './html-facts.ts';
import { judgeLinkAnswers, judgeLinks, type LinkResult } from './links.ts';
import { judgePreviewText, judgeSubject } from './subject.ts';
import { judgeSupport, type Unsupported } from './support.ts';
import { judgeWords } from './words.ts';
import { contrastOf, READABLE_CONTRAST } from '../contrast.ts';
import { COVER } from '../template/cover.ts';
import type { HtmlNode } from '../html-document.ts';
import type { Look } from '../html-look.ts';
import { isTextSeen } from '../html-styles.ts';

/** Minimum contrast of large text (WCAG 2.2, 1.4.3). */
const LARGE_CONTRAST = 3;

/** Data about the From domain and its authentication. */
export interface SenderFacts {
  readonly domain: string;
  readonly isVerified: boolean;
  /** Domain of the DKIM signature. Undefined without a signature. */
  readonly signingDomain: string | undefined;
  /** The policy in the domain's DMARC record. Null if there is no record, undefined if DNS was not checked. */
  readonly dmarcPolicy: string | null | undefined;
}

/** Data about an unsent campaign that the checks need. */
export interface CampaignFacts {
  readonly subject: string;
  readonly previewText: string | undefined;
  /** Result of `prepareContent`. */
  readonly content: PreparedContent | RefusedContent;
  /** The plain text that the author wrote. */
  readonly ownText: string | undefined;
  /** The account's postal address. */
  readonly address: string;
  /** Whether this is a confirmation email, which needs neither a footer nor an unsubscribe link. */
  readonly asksToConfirm?: boolean | undefined;
  readonly sender: SenderFacts;
  /** HTML and CSS features that some email clients do not support. Undefined if not checked. */
  readonly unsupported?: readonly Unsupported[] | undefined;
  /** Results of fetching the links. Undefined if the links were not fetched. */
  readonly linkResults?: readonly LinkResult[] | undefined;
  /** Contacts without a value for merge tags that have no fallback. Undefined if they were not counted. */
  readonly missing?: MissingCounts | undefined;
  /** Words that the installation blocks in campaigns. If empty, this check is skipped. */
  readonly blockedWords?: readonly string[];
}

/** The number of contacts in the audience and, for each merge tag, the number of contacts without a value. */
export interface MissingCounts {
  readonly contacts: number;
  readonly data: readonly { readonly name: string; readonly missing: number }[];
}

/** Runs the checks on an unsent campaign. Skips checks whose data is missing. Pure. */
export function checkCampaign(campaign: CampaignFacts): Finding[] {
  const { blockedWords = [], content, previewText, subject } = campaign;
  const ofParts = 'faults' in content ? [] : checkParts(content, campaign);
  return [
    judgeMergeTags(content, campaign.missing),
    ...ofParts,
    ...(campaign.asksToConfirm ? [] : [judgeAddress(campaign.address)]),
    judgeSender(campaign.sender),
    judgeSubject(subject),
    judgePreviewText(previewText, subject),
    ...(blockedWords.length > 0 ? [judgeWords(textsOf(campaign), blockedWords)] : []),
  ];
}

/** Returns the subject and the preview text, and the text of the content if the content is valid. */
function textsOf({ content, previewText = '', subject }: CampaignFacts): string[] {
  return [subject, previewText, ...('faults' in content ? [] : [htmlToText(content.html ?? ''), content.text])];
}

function checkParts(
  content: PreparedContent,
  { asksToConfirm, linkResults, ownText, unsupported }: CampaignFacts,
): Finding[] {
  const { html } = content;
  const facts = html === undefined ? undefined : htmlFacts(html, true);
  const inText = brokenLinksInText(ownText ?? '').map((written): Link => ({ written, href: written, isBroken: true }));
  const links = [...(facts?.links ?? []), ...inText];
  const ofHtml = facts
    ? [judgeLinks(links), judgeAltTexts(facts), judgeImageOnly(facts), judgeContrast(facts), judgeSize(facts.html)]
    : inText.map(() => judgeLinks(links)).slice(0, 1);
  return [
    ...(asksToConfirm ? [] : [judgeUnsubscribe(content)]),
    ...ofHtml,
    ...(linkResults ? [judgeLinkAnswers(linkResults)] : []),
    judgeText(facts, ownText),
    ...(facts && unsupported ? [judgeSupport(unsupported)] : []),
  ];
}

/** Reports errors in the content, and merge tags without a fallback. */
function judgeMergeTags(content: PreparedContent | RefusedContent, missing: MissingCounts | undefined): Finding {
  if ('faults' in content) {
    const { faults } = content;
    const message = faults.length === 1 ? 'The content has an error.' : `The content has ${faults.length} errors.`;
    return found('merge-tags', 'error', message, { fix: faults[0]?.fix ?? '', where: faults.map(placeOf) });
  }
  const { warnings } = content;
  if (warnings.length === 0)
    return fine('merge-tags', 'All merge tags are valid, and have a fallback where one is needed.');
  if (missing && missing.contacts > 0) return judgeMissing(content, missing);
  const message = `${warnings.length} merge ${warnings.length === 1 ? 'tag has' : 'tags have'} no fallback.`;
  return found('merge-tags', 'warning', message, { fix: warnings[0]?.fix ?? '', where: warnings.map(placeOf) });
}

function judgeMissing({ warnings }: PreparedContent, { contacts, data }: MissingCounts): Finding {
  const gaps = data.filter(({ missing }) => missing > 0);
  const all = contacts.toLocaleString('en-US');
  if (gaps.length === 0) {
    const message = `All merge tags are valid, and all contacts in the audience (${all}) have a value for each tag without a fallback.`;
    return fine('merge-tags', message);
  }
  const counts = gaps.map(({ missing, name }) => {
    const verb = missing === 1 ? 'has' : 'have';
    return `${missing.toLocaleString('en-US')} of ${all} contacts ${verb} no value for ${name}, which has no fallback.`;
  });
  return found('merge-tags', 'warning', counts.join(' '), {
    fix: warnings[0]?.fix ?? '',
    where: warnings.map(placeOf),
  });
}

function placeOf(fault: ContentFault): string {
  const at = 'path' in fault ? fault.path : `line ${fault.line}, column ${fault.column}`;
  return `${fault.where}${at === '' ? '' : ` ${at}`}: ${fault.message}`;
}

/** Reports whether the unsubscribe link is in the content or will be added in a footer. */
function judgeUnsubscribe({ added }: PreparedContent): Finding {
  const isAdded = added.includes('unsubscribe');
  return fine(
    'unsubscribe',
    isAdded ? 'A footer with an unsubscribe link will be added.' : 'The content has an unsubscribe link.',
  );
}

function judgeAddress(address: string): Finding {
  if (address.trim() !== '') return fine('postal-address', 'The account has a postal address.');
  const fix = 'Set the postal address in the campaign settings. Most countries require it by law in bulk email.';
  return found('postal-address', 'error', 'The account has no postal address.', { fix });
}

/**
 * Checks that receivers can authenticate the domain of the From address (RFC 7489, section 3.1), and that the domain
 * has a DMARC record.
 */
function judgeSender({ dmarcPolicy, domain, isVerified, signingDomain }: SenderFacts): Finding {
  if (!isVerified) {
    const fix = 'Publish the DNS records shown on the domain’s page.';
    return found('sender', 'error', `The domain ${domain} is not verified.`, { fix });
  }
  if (signingDomain === undefined || !areAligned(domain, signingDomain)) {
    const by = signingDomain === undefined ? 'has no DKIM signature' : `is signed by ${signingDomain}`;
    const fix = 'Sign the email with a DKIM key for the From domain.';
    return found('sender', 'error', `Email from ${domain} ${by}.`, { fix });
  }
  if (dmarcPolicy === null) {
    const fix = `Publish a TXT record at _dmarc.${domain}: v=DMARC1; p=none`;
    return found(
      'sender',
      'warning',
      `The domain ${domain} has no DMARC record. Large mailbox providers require a DMARC record.`,
      {
        fix,
      },
    );
  }
  return fine('sender', `Email from ${domain} is signed by ${signingDomain}.`);
}

/**
 * Returns whether two domains are aligned (relaxed, but without a public suffix list): they are equal, or one is a
 * subdomain of the other.
 */
function areAligned(from: string, signing: string): boolean {
  return from === signing || from.endsWith(`.${signing}`) || signing.endsWith(`.${from}`);
}

/** Checks the contrast of text on a large screen. Skips text whose colors are unknown, as on background images. */
function judgeContrast({ elements, looks, outputsAt }: HtmlFacts): Finding {
  const faint = new Set<string>();
  const isWritten = (node: HtmlNode): boolean => {
    if ('value' in node) return node.value.replaceAll(COVER, '').trim() !== '';
    return 'data' in node && outputsAt.has(node.sourceCodeLocation?.startOffset ?? -1);
  };
  for (const element of elements) {
    const look = looks.get(element);
    const pair = look && faintPair(look);
    if (pair !== undefined && element.childNodes.some((node) => isWritten(node))) faint.add(pair);
  }
  if (faint.size === 0) return fine('contrast', 'All text with known colors has sufficient contrast.');
  const message = 'Some text has low contrast against its background.';
  const fix = 'Use colors with a contrast ratio of at least 4.5, or 3 for large text.';
  return found('contrast', 'warning', message, { fix, where: [...faint] });
}

/**
 * Returns the colors and the contrast of an element whose visible text has too little contrast. Returns undefined for
 * other elements.
 */
function faintPair(look: Look): string | undefined {
  const { color, ground, isLarge } = look;
  if (!isTextSeen(look) || color === undefined || ground === undefined) return undefined;
  const ratio = contrastOf(color, ground);
  return ratio >= (isLarge ? LARGE_CONTRAST : READABLE_CONTRAST)
    ? undefined
    : `${color} on ${ground} (${ratio.toFixed(1)})`;
}
