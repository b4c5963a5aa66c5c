import { Refusal } from '../../../base/refusal.ts';

/** What decides whether an account may send at all. */
interface Standing {
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
}

/** Throws feature_not_available when transactional mail is not enabled on the account. */
export function requireTransactional({ transactionalEnabled }: Pick<Standing, 'transactionalEnabled'>): void {
  if (!transactionalEnabled) throw new Refusal('feature_not_available');
}

/** Since when and why an account is restricted, in a sentence that it is told wherever it is refused. */
export function restrictedSentence(since: Date, reason: string | null | undefined): string {
  return `The account has been restricted since ${since.toISOString()}${reason ? `: ${reason}` : '.'}`;
}

/** Throws feature_not_available or account_paused when the account may not send now. */
export function requireSendingAllowed(standing: Standing): void {
  requireTransactional(standing);
  if (!standing.pausedAt) return;
  const since = standing.pausedAt.toISOString();
  const reason = standing.pauseReason ? `: ${standing.pauseReason}` : '';
  throw new Refusal('account_paused', { message: `Sending has been paused for review since ${since}${reason}.` });
}
