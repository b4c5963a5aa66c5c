import type { Tx } from '../../../base/db.ts';
import { addRecipients, pauseMailing, takeUnsent } from '../../sending/mailings/index.ts';
import type { SenderFacts } from '../campaigns/index.ts';
import { subtractRecipients } from './queries.ts';
import { isHalt, loadCampaign, PREPARING, DUE_NOW, whileHeld, type Run, type StepResult, type Stop } from './step.ts';
import { changedWaves } from './wave-plan.ts';
import { addToWave, recordWaveEnded, recordWaveReplaced, variantTexts, wavesOf } from './wave-queries.ts';
import { addWave, contentHash, freezeContent } from './waves.ts';

/** Recipients that one transaction moves. */
const MOVED_AT_ONCE = 1_000;
/** Until workers are asked again whether they have released what they hold. */
const WAIT_SECONDS = 0.5;

/**
 * Moves recipients without an outcome to waves with the new content, if the content was changed during a pause. One transaction
 * takes them out of the old mailing and adds them to the new one, so that each is in exactly one, whenever the process dies.
 * What a worker holds stays in the old mailing until it is released, which is soon because that mailing is paused. The new
 * waves start when nothing is left of the old ones. Continues when all have moved.
 */
export async function moveUnsent(run: Run, sender: SenderFacts): Promise<StepResult> {
  const { claimed, parts } = run;
  const { account_id: accountId, id } = claimed;
  const replaced = await whileHeld(run, ['preparing'], async (tx) => replaceChanged(tx, run, sender));
  if (isHalt(replaced)) return replaced;
  for (const wave of await wavesOf(parts.db, accountId, id)) {
    if (wave.replaced_by === null || wave.ended_at) continue;
    // It is still being sent if the process that paused the campaign died.
    if (wave.started_at) await pauseMailing(parts.db, accountId, wave.mailing_id);
    for (let isDone = false; !isDone;) {
      if (run.isOver()) return DUE_NOW;
      const moved = await whileHeld(run, ['preparing'], async (tx) => moveSome(tx, run, wave.wave_no));
      if (isHalt(moved)) return moved;
      if (moved === 'waits') return { kind: 'wait', seconds: WAIT_SECONDS };
      isDone = moved === 'done';
    }
  }
  return PREPARING;
}

async function replaceChanged(tx: Tx, run: Run, sender: SenderFacts): Promise<Stop | undefined> {
  const { claimed, parts } = run;
  const { account_id: accountId, id } = claimed;
  const campaign = await loadCampaign(tx, run);
  const waves = await wavesOf(tx, accountId, id);
  const variants = await variantTexts(tx, accountId, id);
  const changed = changedWaves(waves, contentHash(campaign, variants));
  if (changed.length === 0) return undefined;
  const frozen = await freezeContent(tx, parts, accountId, { campaign, sender, variants });
  if (isHalt(frozen)) return frozen;
  let waveNo = waves.length;
  for (const wave of changed) {
    waveNo += 1;
    // A variant that was removed gets the campaign's own content.
    const variant = wave.variant === null || frozen.variants.has(wave.variant) ? wave.variant : 0;
    const isAwaited = wave.is_awaited && !wave.started_at;
    await addWave(tx, parts, { accountId, campaign, waveNo }, { ...wave, variant, is_awaited: isAwaited }, frozen);
    await recordWaveReplaced(tx, accountId, id, wave.wave_no, waveNo);
  }
  return undefined;
}

/** Moves some recipients of a wave to the wave that replaces it now. */
async function moveSome(tx: Tx, { claimed, parts }: Run, waveNo: number): Promise<'some' | 'waits' | 'done'> {
  const { account_id: accountId, id } = claimed;
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
    await subtractRecipients(tx, accountId, id, refs.length - recipients.length);
  }
  if (isOver) await recordWaveEnded(tx, accountId, id, from.wave_no);
  if (isOver) return 'done';
  return refs.length > 0 ? 'some' : 'waits';
}
