import type { Tx } from '../../../base/db.ts';
import {
  releaseSpread,
  resumeAllProviders,
  resumeMailingIn,
  setMailingContent,
  progressOfMailings,
} from '../../sending/mailings/index.ts';
import { endProgress } from '../../tenants/progress/index.ts';
import type { SenderFacts } from '../campaigns/index.ts';
import { decide, isContentChanged, type Decision, type Snapshot, type WaveStart, type WaveUpdates } from './decide.ts';
import { moveState, recordSent, recordState, recordWinner, type SendingRow } from './queries.ts';
import {
  DONE,
  DUE_NOW,
  formatCount,
  isHalt,
  loadCampaign,
  loadSender,
  orStop,
  PREPARING,
  reportProgress,
  whileHeld,
  type Run,
  type StepResult,
} from './step.ts';
import { countsOf, recordWaveEnded, variantTexts, wavesOf } from './wave-queries.ts';
import { contentHash, startWaves } from './waves.ts';

/** Seconds between checks of a campaign that is being sent. */
const CHECK_SECONDS = 2;
/** Maximum number of seconds between checks of a campaign that is spread over several hours. */
const SPREAD_SECONDS = 10;

/**
 * Runs the step of the state `sending`: ends waves in which delivery to every recipient has been attempted, releases
 * the due recipients of waves that are spread over several hours, checks the results, starts waves that have waited
 * long enough, and ends the campaign after the last wave.
 */
export async function send(run: Run): Promise<StepResult> {
  const sender = await loadSender(run);
  if (isHalt(sender)) return sender;
  const outcome = await whileHeld(run, { states: ['sending'] }, async (tx, held) => {
    const snapshot = await loadSnapshot(tx, run, held);
    const decision = decide(snapshot, await judge(tx, run, snapshot));
    const result = await act(tx, run, snapshot, decision, sender);
    return isHalt(result) ? result : { result, snapshot };
  });
  if (isHalt(outcome)) return outcome;
  const { result, snapshot } = outcome;
  if (result.kind === 'wait') await reportSent(run, snapshot);
  return result;
}

async function loadSnapshot(tx: Tx, run: Run, held: SendingRow): Promise<Snapshot> {
  const { accountId, id } = run;
  const campaign = await loadCampaign(tx, run);
  const waves = await wavesOf(tx, accountId, id);
  const mailingIds = waves.map((wave) => wave.mailing_id);
  return {
    held,
    campaign,
    waves,
    content: contentHash(campaign, await variantTexts(tx, accountId, id)),
    mailings: await progressOfMailings(tx, accountId, mailingIds),
    counts: await countsOf(tx, accountId, id),
    now: held.at,
  };
}

/**
 * Returns the decision of the safeguards. If the decision is to stop, the safeguards also store it. They are not called
 * if the content has changed, because recipients must be moved to the new content first.
 */
async function judge(tx: Tx, { accountId, parts }: Run, snapshot: Snapshot) {
  if (isContentChanged(snapshot)) return { verdict: 'go_on' } as const;
  return parts.safeguards.judge(tx, accountId, snapshot.campaign, snapshot.counts);
}

async function act(tx: Tx, run: Run, snapshot: Snapshot, decision: Decision, sender: SenderFacts): Promise<StepResult> {
  const { accountId, id } = run;
  const nextDue = 'updates' in decision ? await updateWaves(tx, run, decision.updates) : undefined;
  switch (decision.kind) {
    case 'prepare':
      await recordState(tx, accountId, id, 'preparing');
      return PREPARING;
    case 'pause':
      await moveState(tx, accountId, id, 'paused', decision.reason);
      return DUE_NOW;
    case 'send':
      return { kind: 'wait', seconds: secondsUntil(run, nextDue, snapshot.now) };
    case 'wait':
      return { kind: 'wait', seconds: decision.seconds };
    case 'start':
      return startNext(tx, run, snapshot, decision.starts, sender);
    case 'finish':
      await finish(tx, run, snapshot.held);
      return DONE;
  }
}

/**
 * Ends and resumes the given waves, and releases the due recipients of waves that are spread over several hours.
 * Returns the earliest time at which more of these recipients are due.
 */
async function updateWaves(
  tx: Tx,
  { accountId, id }: Run,
  { end, release, resume }: WaveUpdates,
): Promise<Date | undefined> {
  for (const wave of resume) await resumeMailingIn(tx, accountId, wave.mailing_id);
  for (const wave of end) await recordWaveEnded(tx, accountId, id, wave.wave_no);
  let nextDue: Date | undefined;
  for (const wave of release) {
    const due = await releaseSpread(tx, accountId, wave.mailing_id);
    if (due && (!nextDue || due < nextDue)) nextDue = due;
  }
  return nextDue;
}

function secondsUntil({ parts }: Run, due: Date | undefined, now: Date): number {
  const least = parts.pollSeconds ?? CHECK_SECONDS;
  if (!due) return least;
  return Math.max(least, Math.min(SPREAD_SECONDS, (due.getTime() - now.getTime()) / 1_000));
}

async function startNext(
  tx: Tx,
  { accountId, id, parts }: Run,
  { campaign }: Snapshot,
  starts: readonly WaveStart[],
  sender: SenderFacts,
): Promise<StepResult> {
  for (const { isWinner, variant, wave } of starts) {
    if (!isWinner) continue;
    const frozen = await orStop(async () => parts.contents.freeze(tx, accountId, campaign, variant, sender));
    if (isHalt(frozen)) return frozen;
    await recordWinner(tx, accountId, id, variant);
    await setMailingContent(tx, accountId, wave.mailing_id, frozen.template);
  }
  await startWaves(tx, accountId, campaign, starts);
  return DUE_NOW;
}

async function finish(
  tx: Tx,
  { accountId, id }: Run,
  { progress_id: progressId, recipients }: SendingRow,
): Promise<void> {
  await recordSent(tx, accountId, id);
  await resumeAllProviders(tx, accountId, id);
  const sentence = `The campaign was sent to ${formatCount(recipients)} recipients.`;
  if (progressId) await endProgress(tx, accountId, progressId, 'done', recipients, sentence);
}

async function reportSent(run: Run, { held, mailings }: Snapshot): Promise<void> {
  const done = [...mailings.values()].reduce((sum, { finished }) => sum + finished, 0);
  const sentence = `${formatCount(done)} of ${formatCount(held.recipients)} recipients have been processed.`;
  await reportProgress(run, held, { done, total: held.recipients, sentence });
}
