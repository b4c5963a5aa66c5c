import { domainOf } from '../../../mail/address.ts';
import { feedbackId } from '../../../mail/feedback-id.ts';
import type { MailTemplate } from '../../../mail/skeleton.ts';
import { planTracking, rewriteHtml } from '../../../mail/track.ts';
import { linkPrefix } from '../../outcomes/tracking/for-delivery.ts';
import { cutText, linkMark, namesIn, withoutMarks } from './substitute.ts';
import type { VendorBatch } from './types.ts';

/** The template that the recipients of a batch share. */
export interface BatchTemplate {
  readonly template: MailTemplate;
  /** Names of the template's slots. */
  readonly names: ReadonlySet<string>;
  /** Target URLs of the numbered links, starting with number 1. */
  readonly links: readonly string[];
}

/** Account, signing domain, and base URL of links for a batch. */
interface Sending {
  readonly accountId: number;
  readonly signingDomain: string;
  /** Base URL of tracked links, without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * Splits the subject, bodies, and headers of a batch at their variables and, if tracking is enabled, adds numbered
 * links and the tracking pixel. Pure.
 */
export function templateOf(batch: VendorBatch, { accountId, baseUrl, signingDomain }: Sending): BatchTemplate {
  const { from, headers, pattern, replyTo, subject, text } = batch;
  const known = new Set(batch.recipients.flatMap(({ variables }) => Object.keys(variables)));
  const { html, links } = tracked(batch);
  const fields = withFeedbackId(headers, batch, accountId);
  const names = namesIn([subject, html, text, ...fields.map(({ value }) => value)], pattern, known);
  const cut = (whole: string) => cutText(whole, pattern, known);
  return {
    template: {
      from,
      replyTo,
      subject: cut(withoutMarks(subject)),
      html: html === undefined ? undefined : cut(html),
      text: text === undefined ? undefined : cut(withoutMarks(text)),
      headers: fields.map(({ name, value }) => ({ name, value: cut(withoutMarks(value)) })),
      linkPrefixes: [undefined, ...links].map((_, number) => linkPrefix(baseUrl, number)),
      ...(signingDomain !== domainOf(from.address) && { signingDomain }),
      ...(batch.tls && { tls: batch.tls }),
    },
    names,
    links,
  };
}

/**
 * Returns the HTML with placeholders for the link targets and with the tracking pixel. URLs with variables stay
 * unchanged, because they differ per recipient.
 */
function tracked({ html, pattern, track }: VendorBatch): { html: string | undefined; links: string[] } {
  if (html === undefined) return { html, links: [] };
  const plain = withoutMarks(html);
  if (!track.opens && !track.clicks) return { html: plain, links: [] };
  const plan = planTracking(plain);
  const fixed = plan.links.filter(({ url }) => !new RegExp(pattern.source).test(url));
  const links = track.clicks ? [...new Set(fixed.map(({ url }) => url))] : [];
  const numbered = rewriteHtml(
    plain,
    { ...plan, links: fixed },
    {
      ...(track.clicks && { link: (url) => linkMark(links.indexOf(url) + 1) }),
      ...(track.opens && { pixel: linkMark(0) }),
    },
  );
  return { html: numbered, links };
}

/** Adds our Feedback-ID unless the request already contains a Feedback-ID. */
function withFeedbackId(headers: VendorBatch['headers'], { tags, vendor }: VendorBatch, accountId: number) {
  if (headers.some(({ name }) => name.toLowerCase() === 'feedback-id')) return headers;
  return [...headers, feedbackId({ stream: tags.at(-1) ?? vendor, mailClass: 'campaign', accountId })];
}
