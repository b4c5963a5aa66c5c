import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { tokenTable, type TokenTable } from '../../../mail/link-purpose.ts';
import { createLinkTokens } from '../../outcomes/tracking/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { contentOfVariant } from './contents.ts';
import { factsOf } from './facts.ts';
import { plainTemplate, withSomeSender } from './freeze.ts';
import type { ContentParts } from './parts.ts';
import { fieldErrors } from './refusals.ts';
import { readerOf, shownTo, slotsOfTemplate, type ReaderParts } from './show.ts';

/** What is looked at: a variant, with the values of a contact. */
export interface Asked {
  readonly variant: number;
  readonly contactId: number | undefined;
}

export interface PreviewParts extends ContentParts, Pick<ReaderParts, 'filterParts'> {}

/** Who a link of a mail that nobody got is of: no contact. */
export const NO_CONTACT = 0;

/** A campaign as it would be sent, without tracking. Throws validation_error with what is wrong with its content. */
export async function templateToShow(
  parts: Pick<ContentParts, 'baseUrl' | 'html' | 'unsubscribeHost'>,
  db: Db,
  accountId: number,
  campaign: CampaignRow,
  variant: number,
) {
  const facts = await factsOf(db, accountId, campaign);
  const content = await contentOfVariant(db, accountId, campaign, variant);
  const prepared = await parts.html.run(accountId, 'prepareContent', content, facts);
  if ('faults' in prepared) throw invalid(fieldErrors(prepared.faults, variant));
  return {
    facts,
    prepared,
    template: await plainTemplate(parts, accountId, withSomeSender(campaign), { facts, prepared }),
  };
}

/** The mail of a contact, its links those of nobody, so that looking at it unsubscribes no one. */
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
  const shown = await shownTo(html, accountId, { template, variant }, { values: reader.values, tokens });
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

/** Tokens of links of a campaign's mail that belong to no contact: of a preview, a test, or a page that may be passed on. */
export function tokensOfNobody(
  vault: ContentParts['vault'],
  accountId: number,
  { id, kind }: Pick<CampaignRow, 'id' | 'kind'>,
): TokenTable {
  const tokenOf = createLinkTokens(vault);
  return tokenTable((purpose) => tokenOf({ kind, accountId, source: id, recipient: NO_CONTACT }, purpose));
}
