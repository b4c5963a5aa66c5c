import { invalid } from '../../../base/refusal.ts';
import { oneBody } from '../../transactional/mail-content/index.ts';
import type { CampaignSettings } from '../campaign-settings/index.ts';
import type { VariantContent } from './content-schema.ts';
import type { CampaignVariantRow } from './queries.ts';
import { CAMPAIGN, type CampaignRow, type DraftChange, type DraftFields } from './resource.ts';

/** Fields of a confirmation or automation email, which may not be stored yet. */
export type MailFields = DraftFields & Pick<CampaignRow, 'id'>;

/** Returns an empty draft with the tracking settings of the account. */
export function blankDraft(settings: Pick<CampaignSettings, 'tracks_opens' | 'tracks_clicks'>): DraftFields {
  const { tracks_clicks, tracks_opens } = settings;
  return { ...CAMPAIGN.blank, tracks_opens, tracks_clicks };
}

/** Returns the fields of a campaign after a change. Pure. */
export function composed(change: DraftChange, before: DraftFields): DraftFields {
  const { ab_test: test, schedule: _schedule, variants: _variants, ...columns } = change;
  return {
    ...before,
    ...columns,
    ...oneBody(columns),
    ...(test !== undefined && {
      test_share: test?.share ?? null,
      test_rule: test?.rule ?? null,
      test_hours: test?.hours ?? null,
    }),
  };
}

/** Converts the variants of a request, or of another campaign, to database rows. */
export function variantRows(campaign_id: number, variants: readonly VariantContent[]): CampaignVariantRow[] {
  return variants.map(({ design, html, language, plain_text, preview_text, subject }, index) => {
    const content = { language, subject, preview_text, html, design, plain_text };
    return { campaign_id, variant: index + 1, ...content };
  });
}

/**
 * Throws validation_error for a campaign without content, for variants without an A/B test or languages, for an A/B
 * test without variants, and for an A/B test of variants with languages.
 */
export function requireWhole(fields: DraftFields, variants: readonly CampaignVariantRow[]): void {
  const { design, html, plain_text: text, test_share: share } = fields;
  if (html === null && design === null && text === null) {
    throw invalid({ html: ['is required unless `design` or `text` is given.'] });
  }
  const isByLanguage = variants.some(({ language }) => language !== null);
  if (isByLanguage && share !== null) {
    throw invalid({
      ab_test: [
        'must be null if any variant has a `language`. Run an A/B test or send the campaign in several languages, but not both.',
      ],
    });
  }
  if (variants.length > 0 && share === null && !isByLanguage) {
    throw invalid({
      ab_test: [
        'is required if any variant has no `language`. `ab_test` sets the share of the audience in the test and the rule for choosing the winner.',
      ],
    });
  }
  if (variants.length === 0 && share !== null) {
    throw invalid({
      variants: [
        'are required if `ab_test` is given. Add at least one variant to test against the campaign’s own content.',
      ],
    });
  }
}
