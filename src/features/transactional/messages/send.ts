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
import { simulateOutcome } from './sandbox.ts';
import type { Send } from './schema.ts';
import { parseAnswer, type Accepted, type IdempotencyKey, type Submission } from './submission.ts';

export interface SendParts {
  readonly db: Database;
  readonly acceptor: Acceptor;
  readonly senders: SenderDirectory;
  readonly sandboxDomain: string;
  /** As the policy asks. */
  readonly suppressedByHash: Parameters<typeof requireSendAllowed>[0]['suppressedByHash'];
  /** What is tracked in mails of a tag. */
  readonly tracking: (accountId: number, tag: string) => Promise<{ readonly opens: boolean; readonly clicks: boolean }>;
}

/** The answer to a send, and whether it is that of an earlier request with the same key. */
export interface SendResult {
  readonly answer: Accepted;
  readonly isReplayed: boolean;
}

/**
 * Every rule of a single send, in order, then the acceptance. Throws the refusal of the first rule that is broken. A
 * repeated key has its original answer also where the send would be refused by now.
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
  if (!acceptance) throw new Error('A send got no result');
  return {
    answer: requireAccepted(acceptance, principal, submission.countedMails),
    isReplayed: acceptance.kind === 'replayed',
  };
}

/** A send with what its acceptance needs to know. */
export async function toSubmission(
  parts: SendParts,
  { accountId, person, rateBucket, via }: Principal,
  send: Send,
  idempotency: IdempotencyKey | undefined,
): Promise<Submission> {
  // The bucket of a key is its number; a caller that is this program itself has none.
  const id = person?.id ?? rateBucket;
  const track = send.track ?? (send.tag === undefined ? undefined : await parts.tracking(accountId, send.tag));
  return {
    send,
    countedMails: send.recipients.filter((address) => !simulateOutcome(address, parts.sandboxDomain)).length,
    ...(track && (track.opens || track.clicks) && { track }),
    ...(idempotency && { idempotency }),
    ...(id > 0 && { by: { via, id } }),
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
