import { sha256 } from '../../../base/crypto.ts';
import type { Database, Tx } from '../../../base/db.ts';
import { pauseMailing, startMailing } from '../../sending/mailings/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import type { FrozenContent, SendingParts } from './parts.ts';
import { isHalt, orStop, type Stop } from './step.ts';
import { isSentWith, recipientsOf, type WavePlan } from './wave-plan.ts';
import { insertWave, recordWaveStarted, wavesOf, type VariantText, type WaveRow } from './wave-queries.ts';

const HOUR_MS = 3_600_000;

/** The frozen content of all variants, and a hash of the content. */
interface Frozen {
  readonly variants: ReadonlyMap<number, FrozenContent>;
  readonly content: Buffer;
}

/** Freezes the content of all variants. Returns a reason to stop if a variant has errors. */
export async function freezeContent(
  tx: Tx,
  { contents }: SendingParts,
  accountId: number,
  of: { readonly campaign: CampaignRow; readonly variants: readonly VariantText[]; readonly sender: SenderFacts },
): Promise<Frozen | Stop> {
  const { campaign, sender, variants } = of;
  const frozen = new Map<number, FrozenContent>();
  for (const variant of [0, ...variants.map((one) => one.variant)]) {
    const content = await orStop(async () => contents.freeze(tx, accountId, campaign, variant, sender));
    if (isHalt(content)) return content;
    frozen.set(variant, content);
  }
  return { variants: frozen, content: contentHash(campaign, variants) };
}

/** Returns a hash of the content, the sender, and the tracking settings of a campaign and its variants. Pure. */
export function contentHash(campaign: CampaignRow, variants: readonly VariantText[]): Buffer {
  const { design, html, inlines_css: inlinesCss, plain_text: text, preview_text: preview, subject } = campaign;
  const { from_email: email, from_name: name, reply_to: replyTo } = campaign;
  const { tracks_clicks: clicks, tracks_opens: opens } = campaign;
  const own = [subject, preview, html, design, text, inlinesCss, name, email, replyTo, opens, clicks];
  return sha256(Buffer.from(JSON.stringify([own, variants])));
}

/**
 * Creates a wave and its mailing, so that recipients can be added. If the variant is not known yet, the mailing has the
 * campaign's own content, and recipients have all values that the variants need.
 */
export async function addWave(
  tx: Tx,
  { makeMailing }: SendingParts,
  of: { readonly accountId: number; readonly campaign: CampaignRow; readonly waveNo: number },
  wave: WavePlan,
  { content, variants }: Frozen,
): Promise<void> {
  const { accountId, campaign, waveNo } = of;
  const own = variants.get(wave.variant ?? 0);
  if (!own) throw new Error(`Campaign ${campaign.id} has no variant ${wave.variant}`);
  const slots = wave.variant === null ? [...new Set([...variants.values()].flatMap((one) => one.slots))] : own.slots;
  const mailing = { ...own.template, mailClass: campaign.kind, source: campaign.id } as const;
  const mailingId = await makeMailing(tx, accountId, mailing);
  await insertWave(
    tx,
    accountId,
    campaign.id,
    waveNo,
    wave.kind,
    wave.variant,
    mailingId,
    slots,
    content,
    wave.share,
    wave.most,
    wave.is_awaited,
    wave.wait_seconds,
    wave.safeguard_seconds,
  );
}

/**
 * Starts the delivery of waves. If a campaign is spread over several hours, each wave gets a part of that time in
 * proportion to its recipients. Waves that are sent together in several languages share one part. A first wave or a
 * test is sent without delay, because its results determine how the rest is sent.
 */
export async function startWaves(
  tx: Tx,
  accountId: number,
  campaign: CampaignRow,
  starts: readonly { readonly wave: WaveRow; readonly variant: number | null }[],
): Promise<void> {
  const waves = starts.map(({ wave }) => wave);
  for (const { variant, wave } of starts) {
    const isMeasured = wave.kind === 'first' || wave.kind === 'test';
    const together = recipientsOf(waves.filter(isSentWith(wave)));
    const part = campaign.recipients > 0 ? Math.min(1, together / campaign.recipients) : 1;
    const spreadMs = isMeasured ? 0 : Math.round(campaign.spread_hours * HOUR_MS * part);
    await startMailing(tx, accountId, wave.mailing_id, { spreadMs });
    await recordWaveStarted(tx, accountId, campaign.id, wave.wave_no, variant);
  }
}

/** Pauses all started waves of a campaign, including retries. */
export async function pauseWaves(db: Database, accountId: number, campaignId: number): Promise<void> {
  for (const wave of await wavesOf(db, accountId, campaignId)) {
    if (wave.started_at) await pauseMailing(db, accountId, wave.mailing_id);
  }
}
