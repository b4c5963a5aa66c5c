import type { Tx } from '../../../base/db.ts';
import { addRecipients, pauseMailing, takeUnsent } from '../../sending/mailings/index.ts';
import type { SenderFacts } from '../campaigns/index.ts';
import { MOVED_AT_ONCE } from './limits.ts';
import { loseRecipients } from './queries.ts';
import { campaignOf, hold, type Turn } from './step.ts';
import { addToWave, noteWaveEnded, noteWaveReplaced, variantTexts, wavesOf, type WaveRow } from './wave-queries.ts';
import { addWave, contentHash, freezeAll, livingOf } from './waves.ts';

/**
 * Where the content of a campaign was changed while it was paused, has everybody who has no outcome yet go over to waves with
 * the new content. They are taken out of the old mailing and added to the new one in one transaction, so that each is in
 * exactly one, whenever the process dies. What a worker has in hand is left to it until it comes back: the old mailing is
 * paused, so that this is soon; the new waves start when nothing of the old ones is left.
 */
export async function moveUnsent(turn: Turn): Promise<'done' | 'more' | 'waits'> {
  const { claimed, parts } = turn;
  const { account_id: accountId, id } = claimed;
  const sender = await parts.contents.senderOf(accountId, await campaignOf(parts.db, turn));
  await parts.db.transaction(async (tx) => {
    await hold(tx, turn, ['preparing']);
    await replaceChanged(tx, turn, sender);
  });
  for (const wave of await wavesOf(parts.db, accountId, id)) {
    if (wave.replaced_by === null || wave.ended_at) continue;
    // It may be on its way still, when whoever paused the campaign died.
    if (wave.started_at) await pauseMailing(parts.db, accountId, wave.mailing_id);
    for (let isDone = false; !isDone;) {
      if (turn.isOver()) return 'more';
      const moved = await parts.db.transaction(async (tx) => moveSome(tx, turn, wave.wave_no));
      if (moved === 'waits') return moved;
      isDone = moved === 'done';
    }
  }
  return 'done';
}

/** Whether the content is another than that of waves which have something left to be sent. */
export async function isChanged(tx: Tx, turn: Turn, waves: readonly WaveRow[]): Promise<boolean> {
  const campaign = await campaignOf(tx, turn);
  const content = contentHash(campaign, await variantTexts(tx, turn.claimed.account_id, campaign.id));
  return livingOf(waves).some((wave) => !wave.ended_at && wave.content?.equals(content) === false);
}

async function replaceChanged(tx: Tx, turn: Turn, sender: SenderFacts): Promise<void> {
  const { claimed, parts } = turn;
  const { account_id: accountId, id } = claimed;
  const waves = await wavesOf(tx, accountId, id);
  const campaign = await campaignOf(tx, turn);
  const variants = await variantTexts(tx, accountId, id);
  const content = contentHash(campaign, variants);
  const changed = livingOf(waves).filter((wave) => !wave.ended_at && wave.content?.equals(content) === false);
  if (changed.length === 0) return;
  const frozen = await freezeAll(tx, parts, accountId, { campaign, sender, variants });
  let waveNo = waves.length;
  for (const wave of changed) {
    waveNo += 1;
    // A variant that is gone has the campaign's own content.
    const variant = wave.variant === null || frozen.variants.has(wave.variant) ? wave.variant : 0;
    const isAwaited = wave.is_awaited && !wave.started_at;
    await addWave(tx, parts, { accountId, campaign, waveNo }, { ...wave, variant, is_awaited: isAwaited }, frozen);
    await noteWaveReplaced(tx, accountId, id, wave.wave_no, waveNo);
  }
}

/** Moves a piece of a wave to the one that stands for it now. */
async function moveSome(tx: Tx, turn: Turn, waveNo: number): Promise<'some' | 'waits' | 'done'> {
  const { claimed, parts } = turn;
  const { account_id: accountId, id } = claimed;
  await hold(tx, turn, ['preparing']);
  const waves = new Map((await wavesOf(tx, accountId, id)).map((wave) => [wave.wave_no, wave]));
  const from = waves.get(waveNo);
  if (!from || from.ended_at) return 'done';
  let to = from;
  for (let next: number | null = from.replaced_by; next !== null; next = to.replaced_by) to = waves.get(next) ?? to;
  const { isOver, refs } = await takeUnsent(tx, accountId, from.mailing_id, MOVED_AT_ONCE);
  if (refs.length > 0) {
    const recipients = await parts.contents.recipients(tx, accountId, refs, to.slots);
    await addRecipients(tx, accountId, to.mailing_id, recipients);
    await addToWave(tx, accountId, id, from.wave_no, -refs.length);
    await addToWave(tx, accountId, id, to.wave_no, recipients.length);
    await loseRecipients(tx, accountId, id, refs.length - recipients.length);
  }
  if (isOver) await noteWaveEnded(tx, accountId, id, from.wave_no);
  if (isOver) return 'done';
  return refs.length > 0 ? 'some' : 'waits';
}
