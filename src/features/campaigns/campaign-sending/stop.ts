import { cancelMailing, removePrepared, resumeAllProviders, progressOfMailings } from '../../sending/mailings/index.ts';
import { endProgress } from '../../tenants/progress/index.ts';
import { backToDraft, moveState, recordCancelled } from './queries.ts';
import { DONE, formatCount, whileHeld, type Run, type StepResult, type Stop } from './step.ts';
import { deleteWaves, recordWaveEnded, wavesOf } from './wave-queries.ts';

/**
 * Stops a campaign that cannot continue. Before its first message is sent, the campaign becomes a draft again. After
 * that, the campaign is paused, or canceled if its account was closed.
 */
export async function stopCampaign(run: Run, { isClosed, reason }: Stop): Promise<void> {
  const { accountId, id, parts } = run;
  await whileHeld(run, { states: ['scheduled', 'preparing', 'sending'], evenClosed: true }, async (tx, held) => {
    const waves = await wavesOf(tx, accountId, id);
    if (waves.some((wave) => wave.started_at)) {
      if (isClosed) await recordCancelled(tx, accountId, id, reason);
      else await moveState(tx, accountId, id, 'paused', reason);
      return;
    }
    const deleted = (await deleteWaves(tx, accountId, id)).map((wave) => wave.mailing_id);
    await removePrepared(tx, accountId, deleted);
    await resumeAllProviders(tx, accountId, id);
    await backToDraft(tx, accountId, id, reason);
    await parts.safeguards.settle(tx, accountId, id, 0);
    if (held.progress_id) await endProgress(tx, accountId, held.progress_id, 'failed', null, reason);
  });
}

/** Processes a campaign in the state `cancelled`: cancels the campaign's remaining messages. */
export async function endCancelled(run: Run): Promise<StepResult> {
  const { accountId, id, parts } = run;
  const waves = await wavesOf(parts.db, accountId, id);
  for (const wave of waves) await cancelMailing(parts.db, accountId, wave.mailing_id);
  return whileHeld(run, { states: ['cancelled'], evenClosed: true }, async (tx, held) => {
    const mailingIds = waves.map((wave) => wave.mailing_id);
    const mailings = await progressOfMailings(tx, accountId, mailingIds);
    const emails = [...mailings.values()].reduce((sum, { finished }) => sum + finished, 0);
    for (const wave of waves) await recordWaveEnded(tx, accountId, id, wave.wave_no);
    await parts.safeguards.settle(tx, accountId, id, emails);
    await resumeAllProviders(tx, accountId, id);
    const sentence = `The campaign was canceled after ${formatCount(emails)} recipients.`;
    if (held.progress_id) await endProgress(tx, accountId, held.progress_id, 'cancelled', emails, sentence);
    return DONE;
  });
}
