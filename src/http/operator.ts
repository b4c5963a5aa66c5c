import { Refusal } from '../base/refusal.ts';
import type { Principal } from './principal.ts';

/** What admins and owners of the operator's account have, and nobody else. */
export const SCOPE = 'operator';

/**
 * Throws forbidden unless the caller acts in the operator's account. The scope says so already; this holds even if a scope
 * were given away by mistake, since whoever passes here governs every account.
 */
export function requireOperator({ account }: Principal): void {
  if (account.isOperator) return;
  throw new Refusal('forbidden', {
    message: 'Only the operator of this installation can do this.',
    fix: 'Sign in as an admin or owner of the operator’s account.',
  });
}
