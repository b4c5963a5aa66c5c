import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import type { SenderDirectory } from '../../sending/domains/index.ts';
import type { Acceptor } from './accept.ts';
import { fingerprintOfSend } from './fingerprint.ts';
import { keptAnswer } from './idempotency.ts';
import { requireSendAllowed } from './policy.ts';
import { requireAccepted } from './refusals.ts';
import type { Send } from './schema.ts';
import { parseAnswer, toSubmission, type Accepted, type IdempotencyKey, type SubmissionParts } from './submission.ts';

export interface SendParts extends SubmissionParts {
  readonly db: Database;
  readonly acceptor: Acceptor;
  readonly senders: SenderDirectory;
  readonly suppressedByHash: Parameters<typeof requireSendAllowed>[0]['suppressedByHash'];
}

/** The response to a send, and whether it is from an earlier request with the same key. */
export interface SendResult {
  readonly answer: Accepted;
  readonly isReplayed: boolean;
}

/**
 * Checks all rules for a single send and accepts it. Throws the error for the first violated rule. A repeated key
 * returns the original response, even if the send would now be rejected.
 */
export async function sendMessage(
  parts: SendParts,
  principal: Principal,
  send: Send,
  key?: string,
): Promise<SendResult> {
  const idempotency = key === undefined ? undefined : { key, fingerprint: fingerprintOfSend(send) };
  try {
    requireSendingAllowed(principal.account);
    await requireSendAllowed(parts, principal, send);
  } catch (refusal) {
    return replayOr(parts, principal, idempotency, refusal);
  }
  const submission = await toSubmission(parts, principal, send, idempotency);
  const [acceptance] = await parts.acceptor.accept(principal.accountId, [submission]);
  if (!acceptance) throw new Error('A send returned no result');
  return {
    answer: requireAccepted(acceptance, principal, submission.countedMails),
    isReplayed: acceptance.kind === 'replayed',
  };
}

async function replayOr(
  { db }: SendParts,
  { accountId }: Principal,
  idempotency: IdempotencyKey | undefined,
  refusal: unknown,
): Promise<SendResult> {
  const kept = idempotency && refusal instanceof Refusal ? await keptAnswer(db, accountId, idempotency) : undefined;
  if (kept === undefined) throw refusal;
  return { answer: parseAnswer(kept), isReplayed: true };
}
