import { statement } from '../../../base/db.ts';

/** A group of recipients that a campaign is sent to at the same time. */
export interface WaveRow {
  readonly wave_no: number;
  readonly kind: 'all' | 'first' | 'test' | 'rest';
  /** Null while the wave waits for the winner of the A/B test. */
  readonly variant: number | null;
  readonly mailing_id: string;
  readonly recipients: number;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly slots: readonly string[];
  readonly content: Buffer | null;
  readonly share: number;
  readonly most: number | null;
  readonly is_awaited: boolean;
  readonly wait_seconds: number;
  readonly safeguard_seconds: number;
  readonly replaced_by: number | null;
}

/** Results of one variant. */
export interface CampaignCounts {
  readonly variant: number;
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
  readonly openers: number;
  readonly clickers: number;
  readonly raw_openers: number;
  readonly raw_clickers: number;
  readonly opens: number;
  readonly clicks: number;
  readonly raw_opens: number;
  readonly raw_clicks: number;
}

/** A variant in addition to the campaign's own content. */
export interface VariantText {
  readonly variant: number;
  /** The language whose readers get the variant. Null if the variant is part of an A/B test. */
  readonly language: string | null;
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: unknown;
  readonly plain_text: string | null;
}

/** Returns all waves of a campaign in order. Uses the primary key. */
export const wavesOf = statement<[accountId: number, campaignId: number], WaveRow>(
  'campaign_waves_find',
  `select wave_no, kind, variant, mailing_id, recipients, started_at, ended_at, slots, content, share, most, is_awaited,
     wait_seconds, safeguard_seconds, replaced_by
   from campaign_wave where account_id = $1 and campaign_id = $2 order by wave_no`,
);

export const insertWave = statement<
  [
    accountId: number,
    campaignId: number,
    waveNo: number,
    kind: WaveRow['kind'],
    variant: number | null,
    mailingId: string,
    slots: readonly string[],
    content: Buffer,
    share: number,
    most: number | null,
    isAwaited: boolean,
    waitSeconds: number,
    safeguardSeconds: number,
  ],
  unknown
>(
  'campaign_waves_insert',
  `insert into campaign_wave (account_id, campaign_id, wave_no, kind, variant, mailing_id, slots, content, share, most,
     is_awaited, wait_seconds, safeguard_seconds)
   values ($1, $2, $3, $4, $5, $6, $7::text[], $8, $9, $10, $11, $12, $13)`,
);

/** Adds to the recipient count of a wave, or subtracts if the number is negative. Uses the primary key. */
export const addToWave = statement<
  [accountId: number, campaignId: number, waveNo: number, recipients: number],
  unknown
>(
  'campaign_waves_add',
  `update campaign_wave set recipients = recipients + $4 where account_id = $1 and campaign_id = $2 and wave_no = $3`,
);

/** Records that a wave was started. Uses the primary key. */
export const recordWaveStarted = statement<
  [accountId: number, campaignId: number, waveNo: number, variant: number | null],
  unknown
>(
  'campaign_waves_started',
  `update campaign_wave set started_at = now(), variant = $4
   where account_id = $1 and campaign_id = $2 and wave_no = $3 and started_at is null`,
);

/** Records that a wave has ended. Uses the primary key. */
export const recordWaveEnded = statement<[accountId: number, campaignId: number, waveNo: number], unknown>(
  'campaign_waves_ended',
  `update campaign_wave set ended_at = now()
   where account_id = $1 and campaign_id = $2 and wave_no = $3 and ended_at is null`,
);

/** Records that a wave was replaced by another wave. Uses the primary key. */
export const recordWaveReplaced = statement<
  [accountId: number, campaignId: number, waveNo: number, replacedBy: number],
  unknown
>(
  'campaign_waves_replaced',
  `update campaign_wave set replaced_by = $4 where account_id = $1 and campaign_id = $2 and wave_no = $3`,
);

/** Deletes the waves of a campaign and returns their mailings. Uses the primary key. */
export const deleteWaves = statement<[accountId: number, campaignId: number], { readonly mailing_id: string }>(
  'campaign_waves_delete',
  'delete from campaign_wave where account_id = $1 and campaign_id = $2 returning mailing_id',
);

/** Returns the counters of a campaign by variant. Uses the primary key. */
export const countsOf = statement<[accountId: number, campaignId: number], CampaignCounts>(
  'campaign_waves_counts',
  `select variant, sent, bounced, complained, unsubscribed, openers, clickers, raw_openers, raw_clickers, opens, clicks,
     raw_opens, raw_clicks
   from campaign_count where account_id = $1 and campaign_id = $2 order by variant`,
);

/** Returns the variants of a campaign. Uses the primary key. */
export const variantTexts = statement<[accountId: number, campaignId: number], VariantText>(
  'campaign_waves_variants',
  `select variant, language, subject, preview_text, html, design, plain_text from campaign_variant
   where account_id = $1 and campaign_id = $2 order by variant`,
);

/** Returns the languages of contacts. Uses the primary key. */
export const languagesOfContacts = statement<
  [accountId: number, contactIds: readonly number[]],
  { readonly id: number; readonly language: string | null }
>('campaign_waves_languages', 'select id, language from contact where account_id = $1 and id = any($2::bigint[])');
