import { Refusal } from '../../../base/refusal.ts';

interface SendingStatus {
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
}

/** Throws feature_not_available if transactional email is not enabled for the account. */
export function requireTransactional({ transactionalEnabled }: Pick<SendingStatus, 'transactionalEnabled'>): void {
  if (!transactionalEnabled) throw new Refusal('feature_not_available');
}

/** Returns the error message for a restricted account, with the start and the reason of the restriction. */
export function restrictedSentence(since: Date, reason: string | null | undefined): string {
  return `The account has been restricted since ${since.toISOString()}${reason ? `: ${reason.replace(/[.!?]\s*$/, '')}` : ''}.`;
}

/** Throws feature_not_available or account_paused if the account may not send. */
export function requireSendingAllowed(account: SendingStatus): void {
  requireTransactional(account);
  if (!account.pausedAt) return;
  const since = account.pausedAt.toISOString();
  const reason = account.pauseReason ? `: ${account.pauseReason}` : '';
  throw new Refusal('account_paused', { message: `Sending has been paused for review since ${since}${reason}.` });
}
