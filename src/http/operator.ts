import { Refusal } from '../base/refusal.ts';
import type { Principal } from './principal.ts';

/** Scope that only admins and owners of the operator's account have. */
export const SCOPE = 'operator';

/**
 * Throws forbidden unless the caller acts in the operator's account. This also stops a caller to which the scope was
 * granted by mistake.
 */
export function requireOperator({ account }: Principal): void {
  if (account.isOperator) return;
  throw new Refusal('forbidden', {
    message: 'Only the operator of this installation can perform this action.',
    fix: 'Sign in as an admin or owner of the operator’s account.',
  });
}
