import type { OutgoingAnswer } from '../../../../http/outgoing/types.ts';
import {
  ATTEMPT_DEADLINE_MS,
  MAX_ANSWER_BYTES,
  nextStep,
  verdictOf,
  type Unsent,
} from '../../../transactional/webhooks/for-delivery.ts';
import type { EventRow } from '../queries.ts';
import type { HookEngineParts } from './parts.ts';
import { deleteDelivery, noteHookFails, noteHookWorks, deferDelivery, type ClaimedDelivery } from './queries.ts';
import type { Hook, HookRequest } from './types.ts';

/**
 * Maximum number of seconds between attempts while all attempts to a receiver fail, regardless of the number of pending
 * events.
 */
const MAX_REST_SECONDS = 60;
const MAX_REASON_CHARACTERS = 200;

/** A delivery, its webhook, and its event. The webhook or the event is undefined if it was deleted in the meantime. */
export interface Ready {
  readonly claimed: ClaimedDelivery;
  readonly hook: Hook | undefined;
  readonly event: EventRow | undefined;
}

type Parts = Pick<HookEngineParts, 'clock' | 'db' | 'log' | 'post' | 'writers'>;

/** Makes one attempt and records its result. Never rejects. */
export async function postOne(parts: Parts, ready: Ready, signal: AbortSignal): Promise<void> {
  const { account_id: accountId, hook_id: hookId } = ready.claimed;
  try {
    await attempt(parts, ready, signal);
  } catch (error) {
    // After the lease expires, the delivery is attempted again.
    parts.log.error('Posting a vendor webhook event failed', { accountId, hookId, error });
  }
}

async function attempt(parts: Parts, { claimed, event, hook }: Ready, signal: AbortSignal): Promise<void> {
  const { clock, post, writers } = parts;
  const { account_id: accountId } = claimed;
  const writer = hook && writers[hook.vendor];
  if (!hook || !writer || !event) return forget(parts, claimed);
  const request = await written(parts, claimed, () => writer.write(accountId, event, hook, clock.now()));
  if (!request) return forget(parts, claimed);
  if ('kind' in request) return record(parts, claimed, request, []);
  const [deadlineMs, maxAnswerBytes] = [ATTEMPT_DEADLINE_MS, MAX_ANSWER_BYTES];
  const answer = await post(hook.url, { ...request, deadlineMs, maxAnswerBytes, bodyMayBreakOff: true, signal });
  // A request aborted by this process is posted again, because the receiver may not have received it.
  if (signal.aborted && answer.kind === 'failed') return defer(parts, claimed, claimed.attempts, 0);
  return record(parts, claimed, answer, writer.refusals);
}

/** Records the result of an attempt for the webhook and the event. */
async function record(
  parts: Parts,
  claimed: ClaimedDelivery,
  answer: OutgoingAnswer | Unsent,
  refusals: readonly number[],
): Promise<void> {
  const { account_id: accountId, attempts, hook_id: hookId } = claimed;
  const isRefused = answer.kind === 'answered' && refusals.includes(answer.status);
  if (verdictOf(answer) === 'received' || isRefused) {
    await noteHookWorks(parts.db, accountId, hookId);
    return forget(parts, claimed);
  }
  // An event that this server cannot format does not count as a failure of the receiver.
  if (answer.kind !== 'unsent') {
    await noteHookFails(parts.db, accountId, hookId, reasonOf(answer), MAX_REST_SECONDS);
  }
  const { delayMs } = nextStep(answer, { attempts, isOwnUrl: false, nowMs: parts.clock.now() });
  if (delayMs === null) return forget(parts, claimed);
  return defer(parts, claimed, attempts + 1, delayMs);
}

async function forget({ db }: Parts, { account_id: accountId, event_id: eventId, hook_id: hookId }: ClaimedDelivery) {
  await deleteDelivery(db, accountId, hookId, eventId);
}

async function defer({ db }: Parts, claimed: ClaimedDelivery, attempts: number, delayMs: number): Promise<void> {
  await deferDelivery(db, claimed.account_id, claimed.hook_id, claimed.event_id, attempts, delayMs / 1_000);
}

/**
 * Returns the request to post, or an error if the request cannot be created. After such an error, the delivery is
 * retried with the same delays as when the receiver fails.
 */
async function written(
  { log }: Parts,
  { account_id: accountId, event_id: eventId }: ClaimedDelivery,
  write: () => Promise<HookRequest | undefined>,
): Promise<HookRequest | Unsent | undefined> {
  try {
    return await write();
  } catch (error) {
    log.error('Building a vendor webhook payload failed', { accountId, eventId, error });
    return { kind: 'unsent', reason: 'the payload could not be built' };
  }
}

function reasonOf(answer: OutgoingAnswer): string {
  const reason = answer.kind === 'answered' ? `answered ${answer.status}` : answer.reason;
  return reason.slice(0, MAX_REASON_CHARACTERS);
}
