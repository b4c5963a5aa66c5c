import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { problemTable } from '../../../http/problem-table.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import { fingerprintOfWholeBatch } from './fingerprint.ts';
import { keptAnswer } from './idempotency.ts';
import { requireSendAllowed } from './policy.ts';
import { requireAccepted } from './refusals.ts';
import type { Send } from './schema.ts';
import { toSubmission, type SendParts } from './send.ts';
import type { Acceptance, Accepted, Submission } from './submission.ts';

/** The answers of all sends, in their order, and whether they are those of an earlier request with the same key. */
export interface WholeBatchResult {
  readonly answers: readonly Accepted[];
  readonly isReplayed: boolean;
}

/**
 * Accepts all of the sends in one transaction, or none of them: throws the refusal of the first that breaks a rule, with
 * its place in the batch.
 */
export async function sendWholeBatch(
  parts: SendParts,
  principal: Principal,
  sends: readonly Send[],
  key?: string,
): Promise<WholeBatchResult> {
  const idempotency = key === undefined ? undefined : { key, fingerprint: fingerprintOfWholeBatch(sends) };
  try {
    requireSendingAllowed(principal.account);
    await requireAllAllowed(parts, principal, sends);
  } catch (refusal) {
    const kept =
      idempotency && refusal instanceof Refusal
        ? await keptAnswer(parts.db, principal.accountId, idempotency)
        : undefined;
    if (kept === undefined) throw refusal;
    return { answers: parseAnswers(kept), isReplayed: true };
  }
  const submissions: Submission[] = [];
  for (const send of sends) submissions.push(await toSubmission(parts, principal, send, undefined));
  const { answer, isReplayed } = await parts.acceptor.acceptBatch(principal.accountId, {
    submissions,
    idempotency,
    // What is thrown here takes the whole transaction back.
    compose: (acceptances) => JSON.stringify(requireAll(acceptances, submissions, principal)),
  });
  return { answers: parseAnswers(answer), isReplayed };
}

async function requireAllAllowed(parts: SendParts, principal: Principal, sends: readonly Send[]): Promise<void> {
  for (const [index, send] of sends.entries()) {
    try {
      await requireSendAllowed(parts, principal, send);
    } catch (error) {
      throw atPlace(error, index);
    }
  }
}

function requireAll(
  acceptances: readonly Acceptance[],
  submissions: readonly Submission[],
  principal: Principal,
): Accepted[] {
  return acceptances.map((acceptance, index) => {
    try {
      return requireAccepted(acceptance, principal, submissions[index]?.countedMails ?? 0);
    } catch (error) {
      throw atPlace(error, index);
    }
  });
}

/** The refusal with the place of the send that it is about. */
function atPlace(error: unknown, index: number): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code, details } = error;
  const message = `E-mail ${index} of the batch: ${details.message ?? problemTable[code].message}`;
  return new Refusal(code, { ...details, message });
}

function parseAnswers(kept: string): Accepted[] {
  // Written by sendWholeBatch alone.
  return JSON.parse(kept) as Accepted[];
}
