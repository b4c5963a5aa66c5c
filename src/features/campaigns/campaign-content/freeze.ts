import type { Tx } from '../../../base/db.ts';
import { domainOf, type EmailAddress, isFault, type Mailbox, parseAddress } from '../../../mail/address.ts';
import { CAMPAIGN_LINKS } from '../../../mail/campaign/names.ts';
import type { ContentFacts, PreparedContent } from '../../../mail/campaign/prepare.ts';
import { type CampaignPlan, numberLinks } from '../../../mail/campaign/track.ts';
import { withUnsubscribeHeaders } from '../../../mail/campaign/unsubscribe-headers.ts';
import { feedbackId } from '../../../mail/feedback-id.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { PAGE_PATHS } from '../../../mail/link-purpose.ts';
import type { KnownNames, TemplateSource } from '../../../mail/template/source.ts';
import { linkPrefix, TRAP } from '../../outcomes/tracking/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import type { ContentParts } from './parts.ts';
import { holdNumbers, insertLinks, numberedLinks } from './queries.ts';

/** Highest link number that fits in the URL of a tracked link. */
const MAX_LINK_NO = 99_999;

/** Link numbers by URL. The honeypot link has the URL `TRAP`. */
type LinkNumbers = ReadonlyMap<string, number>;

/** Sender of a campaign and the fields that its headers are built from. */
export type CampaignSender = Pick<CampaignRow, 'id' | 'kind' | 'from_name' | 'from_email' | 'reply_to'>;

/** Email address at a reserved domain (RFC 2606, section 3). */
const NOBODY = 'nobody@example.org';

/**
 * Returns the campaign with a placeholder sender if the sender is missing or invalid, so that the campaign can be
 * previewed. The confirmation email exists before the account has a sender. Pure.
 */
export function withSomeSender<Campaign extends CampaignSender>(campaign: Campaign): Campaign {
  return isFault(parseAddress(campaign.from_email.trim())) ? { ...campaign, from_email: NOBODY } : campaign;
}

/** Paths of the recipient pages, in the order of `CAMPAIGN_LINKS`. */
const PAGES: Readonly<Record<(typeof CAMPAIGN_LINKS)[number], string>> = {
  unsubscribe_url: PAGE_PATHS.unsubscribe,
  preferences_url: PAGE_PATHS.preferences,
  web_url: PAGE_PATHS.view,
  confirm_url: PAGE_PATHS.confirm,
};

/** Returns the URL prefixes of the recipient pages, which are followed by the recipient's token. */
export function pagePrefixes(baseUrl: string): string[] {
  return CAMPAIGN_LINKS.map((name) => `${baseUrl}${PAGES[name]}`);
}

/**
 * Returns the template of a campaign with its content, sender and headers, but without tracking. The campaign must have
 * a sender.
 */
export async function plainTemplate(
  parts: Pick<ContentParts, 'baseUrl' | 'unsubscribeHost'>,
  accountId: number,
  campaign: CampaignSender,
  { facts, prepared }: { readonly facts: ContentFacts; readonly prepared: PreparedContent },
): Promise<TemplateSource> {
  const from = { name: campaign.from_name || undefined, address: addressOf(campaign.from_email) };
  const own = await headedParts(parts, accountId, campaign, { domain: domainOf(from.address), names: prepared.names });
  return {
    from,
    replyTo: campaign.reply_to ? [{ name: undefined, address: addressOf(campaign.reply_to) }] : [],
    subject: prepared.subject,
    previewText: prepared.previewText,
    html: prepared.html,
    text: prepared.text,
    ...own,
    timeZone: facts.timeZone,
  };
}

/**
 * Returns the headers, link prefixes and names for a campaign's template. A confirmation email has no list headers,
 * because the contact is not subscribed yet, and is marked so that autoresponders do not reply to it.
 */
async function headedParts(
  parts: Pick<ContentParts, 'baseUrl' | 'unsubscribeHost'>,
  accountId: number,
  { id, kind }: CampaignSender,
  { domain, names }: { readonly domain: string; readonly names: KnownNames },
): Promise<Pick<TemplateSource, 'headers' | 'linkPrefixes' | 'names'>> {
  const feedback = feedbackId({ stream: String(id), mailClass: kind, accountId });
  const linkPrefixes = pagePrefixes(parts.baseUrl());
  if (kind === 'confirmation') {
    return { headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }, feedback], linkPrefixes, names };
  }
  const headers = [{ name: 'List-ID', value: `<${accountId}.campaigns.${domain}>` }, feedback];
  return withUnsubscribeHeaders({ headers, linkPrefixes, names }, await parts.unsubscribeHost(accountId, domain));
}

/**
 * Adds tracked links and the honeypot link to the template of a campaign that tracks clicks, and the tracking pixel if
 * the campaign tracks opens. Stores the link numbers. Links in the text part are not tracked. Confirmation emails are
 * returned unchanged.
 */
export async function trackedTemplate(
  tx: Tx,
  parts: Pick<ContentParts, 'baseUrl' | 'trackingBase'> & { readonly html: Pick<HtmlWork, 'run'> },
  accountId: number,
  campaign: Pick<CampaignRow, 'id' | 'kind' | 'tracks_clicks' | 'tracks_opens'>,
  template: TemplateSource,
): Promise<TemplateSource> {
  const { html } = template;
  // Contacts are not tracked before they have given consent.
  if (campaign.kind === 'confirmation') return template;
  if (html === undefined || (!campaign.tracks_clicks && !campaign.tracks_opens)) return template;
  const plan = await parts.html.run(accountId, 'planCampaign', html);
  const own = [...template.linkPrefixes.slice(0, CAMPAIGN_LINKS.length), `${parts.baseUrl()}/t/`];
  const links = campaign.tracks_clicks
    ? plan.links.filter(({ url }) => !own.some((prefix) => url.startsWith(prefix)))
    : [];
  const urls = withTrap(links.map(({ url }) => url));
  const numbers = urls.length > 0 ? await numberAddresses(tx, accountId, campaign.id, urls) : new Map<string, number>();
  const base = (await parts.trackingBase(accountId, domainOf(template.from.address))) ?? parts.baseUrl();
  const tracked = withNumbers(
    template,
    { html, plan: { ...plan, links } },
    { base, numbers, opens: campaign.tracks_opens },
  );
  // The pixel cannot be inserted into HTML that ends inside a tag or an attribute, so the email is sent without
  // tracking.
  return 'faults' in (await parts.html.run(accountId, 'readTemplate', tracked)) ? template : tracked;
}

function withNumbers(
  template: TemplateSource,
  { html, plan }: { readonly html: string; readonly plan: CampaignPlan },
  { base, numbers, opens }: { readonly base: string; readonly numbers: LinkNumbers; readonly opens: boolean },
): TemplateSource {
  const prefixes = [...template.linkPrefixes];
  const indexes = new Map<number, number>();
  const indexOf = (number: number | undefined): number | undefined => {
    if (number === undefined) return undefined;
    const index = indexes.get(number) ?? prefixes.push(linkPrefix(base, number)) - 1;
    indexes.set(number, index);
    return index;
  };
  const tracked = numberLinks(html, plan, {
    link: (url) => indexOf(numbers.get(url)),
    pixel: opens ? indexOf(0) : undefined,
    trap: indexOf(numbers.get(TRAP)),
  });
  return { ...template, html: tracked, linkPrefixes: prefixes, isTracked: true };
}

function addressOf(text: string): Mailbox['address'] {
  const parsed = parseAddress(text.trim());
  if (isFault(parsed)) throw new Error(`Invalid address in campaign: ${parsed.fault}`);
  return parsed satisfies EmailAddress;
}

/**
 * Numbers the links of a campaign. A URL has the same number in all variants and versions, and a number is never reused
 * for another URL. URLs beyond the first 99,999 get no number.
 */
async function numberAddresses(
  tx: Tx,
  accountId: number,
  campaignId: number,
  urls: readonly string[],
): Promise<LinkNumbers> {
  await holdNumbers(tx, accountId, campaignId);
  const known = await numberedLinks(tx, accountId, campaignId);
  const numbers = new Map(known.map(({ link_no: number, url }) => [url, number]));
  const first = (known.at(-1)?.link_no ?? 0) + 1;
  const fresh = [...new Set(urls)].filter((url) => !numbers.has(url)).slice(0, Math.max(0, MAX_LINK_NO + 1 - first));
  if (fresh.length > 0) {
    const added = fresh.map((_url, index) => first + index);
    await insertLinks(tx, accountId, campaignId, added, fresh);
    for (const [index, url] of fresh.entries()) numbers.set(url, first + index);
  }
  return numbers;
}

/** Returns the URLs that get link numbers: the given URLs and, if there are any, the honeypot link. */
function withTrap(urls: readonly string[]): readonly string[] {
  return urls.length === 0 ? urls : [...urls, TRAP];
}
