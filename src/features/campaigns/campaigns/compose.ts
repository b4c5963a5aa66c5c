import { invalid } from '../../../base/refusal.ts';
import type { CampaignSettings } from '../campaign-settings/index.ts';
import type { VariantContent } from './content-schema.ts';
import type { CampaignRow, CampaignVariantRow, DraftColumns } from './queries.ts';
import type { DraftChange } from './schema.ts';

/** What people write of a campaign. */
export type DraftFields = Pick<
  CampaignRow,
  | 'title'
  | 'subject'
  | 'preview_text'
  | 'html'
  | 'design'
  | 'plain_text'
  | 'inlines_css'
  | 'from_name'
  | 'from_email'
  | 'reply_to'
  | 'list_ids'
  | 'tag_ids'
  | 'segment_ids'
  | 'excluded_list_ids'
  | 'excluded_tag_ids'
  | 'excluded_segment_ids'
  | 'engaged_only'
  | 'tracks_opens'
  | 'tracks_clicks'
  | 'spread_hours'
  | 'test_share'
  | 'test_rule'
  | 'test_hours'
  | 'timezone'
>;

/** What is written of a mail that belongs to something else, before it is kept. */
export type MailFields = DraftFields & Pick<CampaignRow, 'id' | 'kind'>;

/** A campaign of which nothing is said, in an account with these settings. */
export function blankDraft(settings: Pick<CampaignSettings, 'tracks_opens' | 'tracks_clicks'>): DraftFields {
  return {
    title: '',
    subject: '',
    preview_text: null,
    html: null,
    design: null,
    plain_text: null,
    inlines_css: false,
    from_name: '',
    from_email: '',
    reply_to: null,
    list_ids: [],
    tag_ids: [],
    segment_ids: [],
    excluded_list_ids: [],
    excluded_tag_ids: [],
    excluded_segment_ids: [],
    engaged_only: false,
    tracks_opens: settings.tracks_opens,
    tracks_clicks: settings.tracks_clicks,
    spread_hours: 0,
    test_share: null,
    test_rule: null,
    test_hours: null,
    timezone: null,
  };
}

/** What a change makes of a campaign. Pure. */
export function composed(change: DraftChange, before: DraftFields): DraftFields {
  return {
    ...composedContent(change, before),
    list_ids: change.lists ?? before.list_ids,
    tag_ids: change.tags ?? before.tag_ids,
    segment_ids: change.segments ?? before.segment_ids,
    excluded_list_ids: change.excludedLists ?? before.excluded_list_ids,
    excluded_tag_ids: change.excludedTags ?? before.excluded_tag_ids,
    excluded_segment_ids: change.excludedSegments ?? before.excluded_segment_ids,
    engaged_only: change.engagedOnly ?? before.engaged_only,
    tracks_opens: change.tracksOpens ?? before.tracks_opens,
    tracks_clicks: change.tracksClicks ?? before.tracks_clicks,
    spread_hours: change.spreadHours ?? before.spread_hours,
    test_share: orKept(change.test, before.test_share, ({ share }) => share),
    test_rule: orKept(change.test, before.test_rule, ({ rule }) => rule),
    test_hours: orKept(change.test, before.test_hours, ({ hours }) => hours),
    timezone: change.timezone ?? before.timezone,
  };
}

function composedContent(change: DraftChange, before: DraftFields) {
  const { design, html, previewText, replyTo, text } = change;
  return {
    title: change.title ?? before.title,
    subject: change.subject ?? before.subject,
    preview_text: previewText === undefined ? before.preview_text : previewText,
    html: html === undefined ? before.html : html,
    design: design === undefined ? before.design : design,
    plain_text: text === undefined ? before.plain_text : text,
    inlines_css: change.inlinesCss ?? before.inlines_css,
    from_name: change.fromName ?? before.from_name,
    from_email: change.fromEmail ?? before.from_email,
    reply_to: replyTo === undefined ? before.reply_to : replyTo,
  };
}

function orKept<T, V>(given: T | null | undefined, kept: V | null, pick: (given: T) => V): V | null {
  if (given === undefined) return kept;
  return given === null ? null : pick(given);
}

/** As the rows that they become. */
export function variantRows(campaignId: number, variants: readonly VariantContent[]): CampaignVariantRow[] {
  return variants.map(({ design, html, previewText, subject, text }, index) => ({
    campaign_id: campaignId,
    variant: index + 1,
    subject,
    preview_text: previewText,
    html,
    design,
    plain_text: text,
  }));
}

/** Throws validation_error for a campaign that nothing stands in, and for variants that nobody tries. */
export function requireWhole(fields: DraftFields, variants: readonly CampaignVariantRow[]): void {
  const { design, html, plain_text: text, test_share: share } = fields;
  if (html === null && design === null && text === null) {
    throw invalid({ html: ['is required unless `design` or `text` is given.'] });
  }
  if (variants.length > 0 && share === null) {
    throw invalid({
      ab_test: [
        'is required if `variants` is given. `ab_test` sets the share of the audience in the test and how the winner is decided.',
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

/** The fields as a statement takes them. */
export function columnsOf(fields: DraftFields): DraftColumns {
  return [
    fields.title,
    fields.subject,
    fields.preview_text,
    fields.html,
    jsonOf(fields.design),
    fields.plain_text,
    fields.inlines_css,
    fields.from_name,
    fields.from_email,
    fields.reply_to,
    fields.list_ids,
    fields.tag_ids,
    fields.segment_ids,
    fields.excluded_list_ids,
    fields.excluded_tag_ids,
    fields.excluded_segment_ids,
    fields.engaged_only,
    fields.tracks_opens,
    fields.tracks_clicks,
    fields.spread_hours,
    fields.test_share,
    fields.test_rule,
    fields.test_hours,
    fields.timezone,
  ];
}

/** A design as a statement takes it. */
export function jsonOf(design: unknown): string | null {
  return design === null || design === undefined ? null : JSON.stringify(design);
}
