import { invalid, Refusal } from '../../../base/refusal.ts';
import type { ContentFacts, ContentFault } from '../../../mail/campaign/prepare.ts';
import type { MailPreview } from '../../../mail/html-jobs.ts';
import { createLinkReader, linkNumberOf, TRAP } from '../../outcomes/tracking/index.ts';
import { findCampaign, type CampaignRow } from '../campaigns/index.ts';
import { withoutTracking, type Tracked } from '../../../mail/campaign/track.ts';
import { writtenContentOf } from '../../sending/mailings/index.ts';
import { contentOfVariant } from './contents.ts';
import { factsOf } from './facts.ts';
import { plainTemplate, withSomeSender } from './freeze.ts';
import { NO_CONTACT, tokensOfNobody } from './preview.ts';
import { fieldErrors } from './refusals.ts';
import type { ContentParts } from './parts.ts';
import { mailSent, numberedLinks, type SentRow } from './queries.ts';
import { createTemplateCache } from './template-cache.ts';
import { slotsToRead } from './recipients.ts';
import { recipientAsReader, shownTo, slotsOfTemplate } from './show.ts';
import type { TemplateSource } from '../../../mail/template/source.ts';

/** An email that is opened in a browser. */
export interface ViewedMail extends MailPreview {
  readonly accountId: number;
  /** Whether the link is from a test email, which was not sent to a contact. */
  readonly isTest: boolean;
}

/**
 * Returns the email that a `web_url` link points to, or undefined if the token is invalid or the email can no longer be
 * rendered.
 */
export type MailViewer = (token: string) => Promise<ViewedMail | undefined>;

type ContentField = ContentFacts['fields'][number];

/** Matches the template error for an unknown name. */
const UNKNOWN_NAME = /^(?:contact\.)?([a-z0-9_]+) is not a known name\.$/;

/** The content of a campaign as contacts received it. */
interface SentTemplate {
  readonly template: TemplateSource;
  /** Contact fields for `recipientAsReader`. */
  readonly slots: readonly string[];
}

/**
 * Creates a viewer that shows an email as the contact received it. The viewer uses the content that was sent, or the
 * current content of the variant if the sent content is no longer stored, with the contact's current values. Readers
 * share these pages, so the unsubscribe, preferences, and confirmation links do not belong to any contact.
 */
export function createViewer(parts: ContentParts): MailViewer {
  const { clock, db, html, vault } = parts;
  const readToken = createLinkReader(vault, 'view');
  const kept = createTemplateCache<SentTemplate>(clock);

  const open: MailViewer = async (token) => {
    const named = readToken(token);
    if (!named || named.kind === 'transactional' || named.kind === 'mailing') return undefined;
    const { accountId, recipient: contactId, source } = named;
    const campaign = await findCampaign(db, accountId, source);
    if (campaign?.kind !== named.kind) return undefined;
    // For NO_CONTACT, this query finds no row.
    const [sent] = await mailSent(db, accountId, campaign.id, contactId);
    const variant = sent?.variant ?? campaign.winner ?? 0;
    const key = `${accountId} ${campaign.id} ${variant} ${sent?.mailing_id} ${campaign.updated_at.getTime()}`;
    const { slots, template } = await kept(key, async () => sentTemplate(parts, accountId, campaign, variant, sent));
    const reader = await recipientAsReader(db, accountId, contactId, slots);
    const tokens = { ...tokensOfNobody(vault, accountId, campaign), view: token };
    const values = reader?.values ?? {};
    const shown = await shownTo(html, accountId, { template, variant }, { values, tokens });
    return { ...shown, accountId, isTest: contactId === NO_CONTACT };
  };
  return async (token) => {
    try {
      return await open(token);
    } catch (error) {
      // Content that can no longer be rendered cannot be shown.
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
}

/**
 * Returns the content that was sent for a variant or, if it is no longer stored, the current content. Also returns the
 * contact fields that the content uses.
 */
export async function sentTemplate(
  parts: ContentParts,
  accountId: number,
  campaign: CampaignRow,
  variant: number,
  sent: SentRow | undefined,
): Promise<SentTemplate> {
  const frozen = await frozenTemplate(parts, accountId, campaign.id, sent);
  const template = frozen ?? (await presentTemplate(parts, accountId, campaign, variant));
  const read = await slotsOfTemplate(parts.html, accountId, template, variant);
  const slots = (frozen && sent?.slots) ?? (await slotsToRead(parts.db, accountId, read));
  return { template, slots };
}

/** Returns the content of a mailing without tracking, or undefined if the content is no longer stored. */
async function frozenTemplate(
  { db }: ContentParts,
  accountId: number,
  campaignId: number,
  sent: SentRow | undefined,
): Promise<TemplateSource | undefined> {
  const template = sent?.mailing_id ? await writtenContentOf(db, accountId, sent.mailing_id) : undefined;
  if (template?.html === undefined || !template.isTracked) return template;
  const urls = new Map((await numberedLinks(db, accountId, campaignId)).map((link) => [link.link_no, link.url]));
  const trackedBy = (index: number): Tracked | undefined => {
    const number = linkNumberOf(template.linkPrefixes[index] ?? '');
    if (number === undefined) return undefined;
    if (number === 0) return 'pixel';
    const url = urls.get(number);
    return url === TRAP ? 'trap' : { url: url ?? '' };
  };
  return { ...template, html: withoutTracking(template.html, trackedBy) };
}

/** Returns the current content of a variant. Fields that have been deleted have no value. */
export async function presentTemplate(
  parts: ContentParts,
  accountId: number,
  campaign: CampaignRow,
  variant: number,
): Promise<TemplateSource> {
  const { db, html } = parts;
  const known = await factsOf(parts, db, accountId, campaign);
  const content = await contentOfVariant(db, accountId, campaign, variant);
  let facts = known;
  let prepared = await html.run(accountId, 'prepareContent', content, facts);
  if ('faults' in prepared) {
    facts = { ...known, fields: [...known.fields, ...lostFields(prepared.faults)] };
    prepared = await html.run(accountId, 'prepareContent', content, facts);
  }
  if ('faults' in prepared) throw invalid(fieldErrors(prepared.faults, variant));
  return plainTemplate(parts, accountId, withSomeSender(campaign), { facts, prepared });
}

/** Returns the fields that a template uses but that no longer exist. */
export function lostFields(faults: readonly ContentFault[]): ContentField[] {
  const names = faults.flatMap(({ message }) => UNKNOWN_NAME.exec(message)?.[1] ?? []);
  return [...new Set(names)].map((name) => ({ name, kind: 'text' }));
}
