import { isUnavailable, sqlStateOf } from '../../../base/db.ts';
import { Refusal, sentenceOf } from '../../../base/refusal.ts';
import { BUSY_SECONDS, HELD_SECONDS, MAX_RETRY_SECONDS, RETRY_SECONDS } from './limits.ts';
import type { QueuedMail, RunParts } from './parts.ts';
import { faultItem, laterItem, scheduleItem, type ClaimedItem } from './queries.ts';
import type { Stepped } from './move.ts';
import { step } from './step.ts';

/** Time slice per step, in milliseconds. The remaining work continues after the time slices of other steps. */
const SLICE_MS = 1_000;
/** SQLSTATE codes of serialization failures and deadlocks. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
const MAX_FAULT_CHARACTERS = 500;

const FAILED = 'Sending failed because of an internal error. Postrider retries automatically.';
const STOPPED =
  'The account is currently not allowed to send automation emails. Sending resumes once the account is allowed to send again.';

/**
 * Processes one step of an automation for about a second, in batches of contacts. Records errors of the step in its
 * row. Rejects if the database is unavailable.
 */
export async function runSlice(parts: RunParts, claimed: ClaimedItem, signal: AbortSignal): Promise<void> {
  const { account_id: accountId, failures, id } = claimed;
  const { db, log } = parts;
  try {
    await afterSlice(parts, claimed, await work(parts, claimed, signal));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (TO_BE_REPEATED.includes(sqlStateOf(error) ?? '')) return afterSlice(parts, claimed, 'busy');
    const isReported = error instanceof Refusal;
    if (!isReported) log.error('Automation email could not be sent', { accountId, id, error });
    const fault = isReported ? sentenceOf(error).slice(0, MAX_FAULT_CHARACTERS) : FAILED;
    await faultItem(db, accountId, id, secondsToRetry(error, failures, parts.clock.now()), fault);
  }
}

/**
 * Returns the number of seconds until the next attempt. If the account is on hold, waits until the hold ends, but at
 * most an hour because the hold may be removed earlier. Otherwise, the delay doubles after each failure.
 */
function secondsToRetry(error: unknown, failures: number, nowMs: number): number {
  const liftsAt = error instanceof Refusal ? error.details.held?.liftsAt : undefined;
  if (!liftsAt) return Math.min(RETRY_SECONDS * 2 ** Math.min(failures, 10), MAX_RETRY_SECONDS);
  return Math.min(Math.max(1, Math.ceil((liftsAt.getTime() - nowMs) / 1_000)), MAX_RETRY_SECONDS);
}

async function work(parts: RunParts, claimed: ClaimedItem, signal: AbortSignal): Promise<Stepped> {
  const endsAtMs = performance.now() + SLICE_MS;
  let mail: QueuedMail | undefined;
  let stepped: Stepped;
  do {
    stepped = await step(parts, claimed, mail);
    if (stepped !== 'unready') continue;
    mail = await parts.mails.ready(claimed.account_id, claimed.campaign_id ?? 0);
    stepped = 'more';
  } while (stepped === 'more' && performance.now() < endsAtMs && !signal.aborted);
  return stepped;
}

async function afterSlice({ db }: RunParts, claimed: ClaimedItem, stepped: Stepped): Promise<void> {
  const { account_id: accountId, id } = claimed;
  switch (stepped) {
    case 'done':
      return;
    case 'busy':
      return void (await laterItem(db, accountId, id, BUSY_SECONDS));
    case 'stopped':
      return void (await faultItem(db, accountId, id, HELD_SECONDS, STOPPED));
    default:
      return void (await scheduleItem(db, accountId, id, null));
  }
}
