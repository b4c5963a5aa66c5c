import { sha256 } from '../../../base/crypto.ts';
import type { Database, Tx } from '../../../base/db.ts';
import { pauseMailing } from '../../sending/mailings/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import { orImpossible } from './impossible.ts';
import type { FrozenContent, SendingParts } from './parts.ts';
import { insertWave, wavesOf, type VariantText, type WaveRow } from './wave-queries.ts';

/** What of a wave is decided before it has its mailing. */
export type WavePlan = Pick<
  WaveRow,
  'kind' | 'variant' | 'share' | 'most' | 'is_awaited' | 'wait_seconds' | 'gate_seconds'
>;

/** The content of a campaign as it is frozen: that of each variant, and by what another is told from it. */
export interface Frozen {
  readonly variants: ReadonlyMap<number, FrozenContent>;
  readonly content: Buffer;
}

/** What is frozen, and what is known of its sender. */
interface Freezing {
  readonly campaign: CampaignRow;
  readonly variants: readonly VariantText[];
  readonly sender: SenderFacts;
}

/** Freezes the content of all variants. Throws Impossible in the words of what is wrong with one. */
export async function freezeAll(
  tx: Tx,
  { contents }: SendingParts,
  accountId: number,
  { campaign, sender, variants }: Freezing,
): Promise<Frozen> {
  const frozen = new Map<number, FrozenContent>();
  for (const variant of [0, ...variants.map((one) => one.variant)]) {
    frozen.set(variant, await orImpossible(async () => contents.freeze(tx, accountId, campaign, variant, sender)));
  }
  return { variants: frozen, content: contentHash(campaign, variants) };
}

/** By what one content of a campaign is told from another. Pure. */
export function contentHash(campaign: CampaignRow, variants: readonly VariantText[]): Buffer {
  const { design, html, inlines_css: inlinesCss, plain_text: text, preview_text: preview, subject } = campaign;
  const { from_email: email, from_name: name, reply_to: replyTo } = campaign;
  const { tracks_clicks: clicks, tracks_opens: opens } = campaign;
  const own = [subject, preview, html, design, text, inlinesCss, name, email, replyTo, opens, clicks];
  return sha256(Buffer.from(JSON.stringify([own, variants])));
}

/**
 * Makes a wave with its mailing, which takes recipients. Where its variant is not known yet, it has the campaign's own
 * content until it is, and its recipients get the values that any of the variants needs.
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
    wave.gate_seconds,
  );
}

/** Waves whose recipients do not go to others. Pure. */
export function livingOf(waves: readonly WaveRow[]): WaveRow[] {
  return waves.filter((wave) => wave.replaced_by === null);
}

/** Pauses what is being sent of a campaign, also what is tried again; what is paused already stays so. */
export async function pauseWaves(db: Database, accountId: number, campaignId: number): Promise<void> {
  for (const wave of await wavesOf(db, accountId, campaignId)) {
    if (wave.started_at) await pauseMailing(db, accountId, wave.mailing_id);
  }
}
