import type { Db } from '../../../base/db.ts';
import { sha256 } from '../../../base/crypto.ts';
import type { ReadContent } from '../../../mail/checks/blocked.ts';
import { readDesign } from '../../../mail/design/read.ts';
import { renderDesign } from '../../../mail/design/render.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { variantsOfCampaign, type VariantRow } from './approval-queries.ts';

/** Content of all variants of a campaign, and its hash. */
export interface CampaignContents {
  /** SHA-256 hash, in hexadecimal, of the sender and the content of all variants. */
  readonly hash: string;
  /** The campaign's own content, followed by its variants. */
  readonly contents: readonly ReadContent[];
}

type Written = Pick<VariantRow, 'subject' | 'preview_text' | 'html' | 'design' | 'plain_text'>;

/** Reads the content of all variants of a campaign and its hash. */
export async function readContents(db: Db, accountId: number, campaign: CampaignRow): Promise<CampaignContents> {
  const variants = await variantsOfCampaign(db, accountId, campaign.id);
  return contentsOf(campaign, variants);
}

/** Returns the content of all variants of a campaign and its hash. Pure. */
export function contentsOf(campaign: CampaignRow, variants: readonly VariantRow[]): CampaignContents {
  const written: Written[] = [campaign, ...variants.map((variant) => withOwn(campaign, variant))];
  const sent = [
    campaign.from_name,
    campaign.from_email,
    campaign.reply_to,
    campaign.inlines_css,
    written.map((one) => [one.subject, one.preview_text, one.html, one.design, one.plain_text]),
  ];
  return { hash: sha256(JSON.stringify(sent)).toString('hex'), contents: written.map(readable) };
}

/** Fills the empty fields of a variant from the campaign. A variant has either HTML or a design, not both. */
function withOwn(campaign: CampaignRow, variant: VariantRow): Written {
  const hasBody = variant.html !== null || variant.design !== null;
  return {
    subject: variant.subject ?? campaign.subject,
    preview_text: variant.preview_text ?? campaign.preview_text,
    html: hasBody ? variant.html : campaign.html,
    design: hasBody ? variant.design : campaign.design,
    plain_text: variant.plain_text ?? campaign.plain_text,
  };
}

function readable({ design, html, plain_text: text, preview_text: previewText, subject }: Written): ReadContent {
  const body = html || htmlOfDesign(design);
  return { subject: subject ?? '', previewText: previewText ?? '', html: body || undefined, text: text ?? undefined };
}

/** Returns undefined if there is no design, or if the design has errors and thus cannot be sent. */
function htmlOfDesign(given: unknown): string | undefined {
  if (given === null || given === undefined) return undefined;
  const design = readDesign(given);
  return 'faults' in design ? undefined : renderDesign(design).html;
}
