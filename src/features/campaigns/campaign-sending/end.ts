import { cancelMailing, removePrepared, resumeAllProviders, standingsOf } from '../../sending/mailings/index.ts';
import { endProgress } from '../../tenants/progress/index.ts';
import { Closed, type Impossible } from './impossible.ts';
import { backToDraft, moveState, noteCancelled } from './queries.ts';
import { holdEvenClosed, type Turn } from './step.ts';
import { deleteWaves, noteWaveEnded, wavesOf } from './wave-queries.ts';

/**
 * Stops a campaign that cannot go on, and says why: before its first mail it is a draft again, as if it had never begun; after
 * that it is paused, or ended where its account was closed.
 */
export async function stopFor(turn: Turn, why: Impossible): Promise<void> {
  const { claimed, parts } = turn;
  const { account_id: accountId, id } = claimed;
  await parts.db.transaction(async (tx) => {
    const held = await holdEvenClosed(tx, turn, ['scheduled', 'preparing', 'sending']);
    const waves = await wavesOf(tx, accountId, id);
    if (waves.some((wave) => wave.started_at)) {
      if (why instanceof Closed) await noteCancelled(tx, accountId, id, why.message);
      else await moveState(tx, accountId, id, 'paused', why.message);
      return;
    }
    const made = await deleteWaves(tx, accountId, id);
    await removePrepared(
      tx,
      accountId,
      made.map((wave) => wave.mailing_id),
    );
    await resumeAllProviders(tx, accountId, id);
    await backToDraft(tx, accountId, id, why.message);
    await parts.gates.settle(tx, accountId, id, 0);
    if (held.progress_id) await endProgress(tx, accountId, held.progress_id, 'failed', null, why.message);
  });
}

/** Ends what is left of a campaign that was cancelled. */
export async function endCancelled(turn: Turn): Promise<void> {
  const { claimed, parts } = turn;
  const { account_id: accountId, id } = claimed;
  const waves = await wavesOf(parts.db, accountId, id);
  for (const wave of waves) await cancelMailing(parts.db, accountId, wave.mailing_id);
  await parts.db.transaction(async (tx) => {
    const held = await holdEvenClosed(tx, turn, ['cancelled']);
    const mailings = waves.map((wave) => wave.mailing_id);
    const standings = await standingsOf(tx, accountId, mailings);
    const mails = [...standings.values()].reduce((sum, { finished }) => sum + finished, 0);
    for (const wave of waves) await noteWaveEnded(tx, accountId, id, wave.wave_no);
    await parts.gates.settle(tx, accountId, id, mails);
    await resumeAllProviders(tx, accountId, id);
    const sentence = `Cancelled after ${mails.toLocaleString('en-US')} recipients.`;
    if (held.progress_id) await endProgress(tx, accountId, held.progress_id, 'cancelled', mails, sentence);
  });
}
