import type { CampaignContent } from '../../../mail/campaign/prepare.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import type { VariantText } from './queries.ts';

/** The fields of a campaign that determine its content. */
export type CampaignText = Pick<
  CampaignRow,
  | 'id'
  | 'kind'
  | 'subject'
  | 'preview_text'
  | 'html'
  | 'design'
  | 'plain_text'
  | 'inlines_css'
  | 'timezone'
  | 'from_name'
  | 'from_email'
>;

/**
 * Returns the content of a campaign or of a variant. A variant with its own body does not use the text part of the
 * campaign, because that text part belongs to the campaign's own body. Pure.
 */
export function contentOf(campaign: CampaignText, variant?: VariantText): CampaignContent {
  const body = variant && hasBody(variant) ? variant : campaign;
  const text = variant?.plain_text ?? body.plain_text;
  return {
    subject: variant?.subject ?? campaign.subject,
    previewText: given(variant?.preview_text ?? campaign.preview_text),
    html: given(body.html),
    design: body.design ?? undefined,
    text: given(text),
    inlineCss: campaign.inlines_css,
  };
}

function hasBody({ design, html }: VariantText): boolean {
  return given(html) !== undefined || (design !== null && design !== undefined);
}

function given(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || text.trim() === '' ? undefined : text;
}
