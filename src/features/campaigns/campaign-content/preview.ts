import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { readerValues } from '../../../mail/campaign/reader-language.ts';
import { tokenTable, type TokenTable } from '../../../mail/link-purpose.ts';
import { createLinkTokens } from '../../outcomes/tracking/index.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { contentOfVariant } from './contents.ts';
import { factsOf } from './facts.ts';
import { plainTemplate, withSomeSender } from './freeze.ts';
import type { ContentParts } from './parts.ts';
import { fieldErrors } from './refusals.ts';
import { variantLanguage } from './queries.ts';
import { readerOf, shownTo, slotsOfTemplate, type Reader, type ReaderParts } from './show.ts';

/** The variant to preview, and the contact whose values are used. */
export interface Asked {
  readonly variant: number;
  readonly contactId: number | undefined;
}

export interface PreviewParts extends ContentParts, Pick<ReaderParts, 'filterParts'> {}

/** Recipient ID in links of messages without a recipient. */
export const NO_CONTACT = 0;

/** Returns the template of a campaign without tracking. Throws validation_error for errors in the content. */
export async function templateToShow(
  parts: Pick<ContentParts, 'baseUrl' | 'html' | 'unsubscribeHost'>,
  db: Db,
  accountId: number,
  campaign: CampaignRow,
  variant: number,
) {
  const facts = await factsOf(parts, db, accountId, campaign);
  const content = await contentOfVariant(db, accountId, campaign, variant);
  const prepared = await parts.html.run(accountId, 'prepareContent', content, facts);
  if ('faults' in prepared) throw invalid(fieldErrors(prepared.faults, variant));
  return {
    facts,
    prepared,
    template: await plainTemplate(parts, accountId, withSomeSender(campaign), { facts, prepared }),
  };
}

/**
 * Returns the email as rendered for a contact. The links have no recipient, so that opening them does not unsubscribe
 * the contact.
 */
export async function previewCampaign(
  parts: PreviewParts,
  accountId: number,
  campaign: CampaignRow,
  { contactId, variant }: Asked,
) {
  const { db, html, vault } = parts;
  const { template } = await templateToShow(parts, db, accountId, campaign, variant);
  const slots = await slotsOfTemplate(html, accountId, template, variant);
  const reader = await readerOf(parts, accountId, campaign, { contactId, slots });
  const tokens = tokensOfNobody(vault, accountId, campaign);
  const values = await inLanguageOf(db, accountId, { campaignId: campaign.id, variant }, reader.values);
  const shown = await shownTo(html, accountId, { template, variant }, { values, tokens });
  return {
    campaign_id: campaign.id,
    variant,
    contact_id: reader.contactId,
    email: reader.email,
    subject: shown.subject,
    preview_text: shown.previewText,
    html: shown.html,
    text: shown.text,
  };
}

/**
 * Returns a contact's values with the language of the variant, so that the footer is shown in the language of the
 * content. If the variant has no language, returns the values unchanged.
 */
export async function inLanguageOf(
  db: Db,
  accountId: number,
  { campaignId, variant }: { readonly campaignId: number; readonly variant: number },
  values: Reader['values'],
): Promise<Reader['values']> {
  const [found] = variant === 0 ? [] : await variantLanguage(db, accountId, campaignId, variant);
  if (!found?.language) return values;
  const { texts } = await readCampaignSettings(db, accountId);
  return { ...values, ...readerValues(found.language, texts) };
}

/** Returns link tokens that do not belong to any contact, for previews, test emails and pages that can be shared. */
export function tokensOfNobody(
  vault: ContentParts['vault'],
  accountId: number,
  { id, kind }: Pick<CampaignRow, 'id' | 'kind'>,
): TokenTable {
  const tokenOf = createLinkTokens(vault);
  return tokenTable((purpose) => tokenOf({ kind, accountId, source: id, recipient: NO_CONTACT }, purpose));
}
