import type { CampaignState } from '../campaigns/index.ts';
import { begin } from './begin.ts';
import type { SendingParts } from './parts.ts';
import { prepare } from './prepare.ts';
import { releaseCampaign, type ClaimedCampaign } from './queries.ts';
import { send } from './send.ts';
import { DONE, stopWith, type Run, type StepResult, type Stop } from './step.ts';
import { endCancelled, stopCampaign } from './stop.ts';
import { pauseWaves } from './waves.ts';

/** Time slice of a campaign, in milliseconds. After this time, other campaigns are advanced. */
const TIME_SLICE_MS = 1_000;
const RETRY_SECONDS = 10;
/** Number of consecutive failures after which a campaign is stopped. */
const MAX_FAILURES = 5;

const FAILED =
  'Sending failed repeatedly because of an internal error. Try again, or contact the operator of this server.';

/**
 * Lifecycle of a campaign:
 *
 *   draft -> scheduled -> preparing -> sending -> sent
 *
 * In the states preparing and sending, a campaign can be paused by a request, by bad results, or by a `Refusal`. A
 * request resumes or cancels a paused campaign. After a `Refusal` before the first message, the campaign becomes a
 * draft again. If the content changes during a pause, the campaign returns from sending to preparing.
 */
const STEPS: Readonly<Record<CampaignState, (run: Run) => Promise<StepResult>>> = {
  draft: async () => Promise.resolve(DONE),
  scheduled: begin,
  preparing: prepare,
  sending: send,
  paused: pause,
  sent: async () => Promise.resolve(DONE),
  cancelled: endCancelled,
};

/**
 * Advances a campaign for about a second. Each step runs in one or more transactions that lock the campaign under the
 * lease of this run. Rejects only if the database is unavailable.
 */
export async function advance(parts: SendingParts, claimed: ClaimedCampaign, signal: AbortSignal): Promise<void> {
  const { account_id: accountId, epoch, failures, id, state } = claimed;
  const endsAtMs = performance.now() + TIME_SLICE_MS;
  const isOver = (): boolean => signal.aborted || performance.now() >= endsAtMs;
  const run: Run = { parts, accountId, id, epoch, failures, isOver };
  try {
    await runSteps(run, state);
  } catch (error) {
    parts.log.error('Campaign step failed', { accountId, id, error });
    if (failures + 1 >= MAX_FAILURES) await stopOrRetry(run, stopWith(FAILED));
    else await retryLater(run);
  }
}

async function runSteps(run: Run, first: CampaignState): Promise<void> {
  let state = first;
  for (;;) {
    const result = await STEPS[state](run);
    switch (result.kind) {
      case 'continue':
        ({ state } = result);
        break;
      case 'wait':
        return release(run, result.seconds);
      case 'done':
        return release(run, null);
      case 'stop':
        return stopOrRetry(run, result);
      case 'lost':
        return;
    }
  }
}

async function pause({ accountId, id, parts }: Run): Promise<StepResult> {
  await pauseWaves(parts.db, accountId, id);
  return DONE;
}

async function stopOrRetry(run: Run, stop: Stop): Promise<void> {
  const { accountId, id, parts } = run;
  try {
    await stopCampaign(run, stop);
  } catch (error) {
    parts.log.error('Campaign could not be stopped', { accountId, id, error });
    await retryLater(run);
  }
}

async function retryLater(run: Run): Promise<void> {
  await release(run, run.parts.retrySeconds ?? RETRY_SECONDS, run.failures + 1);
}

/** Ends the lease and schedules the next step in `seconds` seconds, or schedules no step if `seconds` is null. */
async function release({ accountId, epoch, id, parts }: Run, seconds: number | null, failures = 0): Promise<void> {
  await releaseCampaign(parts.db, accountId, id, epoch, seconds, failures);
}
