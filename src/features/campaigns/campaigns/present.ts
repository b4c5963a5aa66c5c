import { htmlOfDesign } from '../../../mail/design/html.ts';
import { withLivingGroups } from './audience.ts';
import type { CampaignParts } from './parts.ts';
import { timeZoneOf } from './plan.ts';
import { variantsOfCampaigns, type CampaignVariantRow } from './queries.ts';
import { CAMPAIGN, type CampaignRow, type PresentedCampaign } from './resource.ts';

/** Data that a campaign's API representation contains in addition to its row. */
interface Around {
  readonly variants: readonly CampaignVariantRow[];
  readonly badges: readonly string[];
  /** Time zone of the account, for campaigns that do not set one. */
  readonly timezone: string;
}

type Presenting = Pick<CampaignParts, 'badgesOf' | 'db'>;

/** Returns campaigns of the account in API format. Deleted lists, tags and segments are left out of the audiences. */
export async function presentCampaigns(
  { badgesOf, db }: Presenting,
  accountId: number,
  rows: readonly CampaignRow[],
): Promise<PresentedCampaign[]> {
  const living = await withLivingGroups(db, accountId, rows);
  const ids = rows.map(({ id }) => id);
  const variants = Map.groupBy(
    ids.length > 0 ? await variantsOfCampaigns(db, accountId, ids) : [],
    (variant) => variant.campaign_id,
  );
  const timezone = rows.some((row) => row.timezone === null) ? await timeZoneOf(db, accountId) : 'UTC';
  // Skip drafts, because they have no badges.
  const begun = rows.flatMap(({ id, state }) => (state === 'draft' ? [] : [id]));
  const badges = begun.length > 0 ? await badgesOf(db, accountId, begun) : new Map<number, readonly string[]>();
  return living.map((row) =>
    presentCampaign(row, { variants: variants.get(row.id) ?? [], badges: badges.get(row.id) ?? [], timezone }),
  );
}

export async function presentOne(parts: Presenting, accountId: number, row: CampaignRow): Promise<PresentedCampaign> {
  const [presented] = await presentCampaigns(parts, accountId, [row]);
  if (!presented) throw new Error('Campaign missing from results');
  return presented;
}

/** Returns a campaign in API format. Pure. */
export function presentCampaign(row: CampaignRow, { badges, timezone, variants }: Around): PresentedCampaign {
  return CAMPAIGN.present(row, {
    shown_html: row.html ?? (row.design === null ? null : htmlOfDesign(row.design)),
    shown_timezone: row.timezone ?? timezone,
    badges,
    variants: variants.map(presentVariant),
    ab_test: testOf(row),
  });
}

function presentVariant({
  design,
  html,
  language,
  plain_text: text,
  preview_text: preview,
  subject,
  variant,
}: CampaignVariantRow) {
  return { variant, language, subject, preview_text: preview, html, design, text };
}

function testOf({ test_hours: hours, test_rule: rule, test_share: share, winner }: CampaignRow) {
  return share === null ? null : { share, rule, hours, winner };
}
