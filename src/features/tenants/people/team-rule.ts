import type { Role } from '../../../http/principal.ts';

/** Roles in ascending order of permissions. */
export const ROLES = ['read_only', 'member', 'admin', 'owner'] as const satisfies readonly Role[];

/**
 * Reasons why a change to a team is rejected: the role may not manage members (`not_yours`), only owners may make the
 * change (`owners_only`), or the account would have no owner (`last_owner`).
 */
export type TeamFault = 'not_yours' | 'owners_only' | 'last_owner';

/** A change to the role or the membership of a team member. */
export interface TeamChange {
  readonly actor: { readonly id: number; readonly role: Role };
  readonly target: { readonly id: number; readonly role: Role };
  /** New role of the target. Undefined if the target leaves or is removed. */
  readonly role: Role | undefined;
  readonly owners: number;
}

/**
 * Returns the reason why a user may not remove another member or change that member's role. Returns undefined if the
 * change is allowed. Everyone may leave except the last owner. Pure.
 */
export function faultOfChange({ actor, owners, role, target }: TeamChange): TeamFault | undefined {
  const isLeaving = actor.id === target.id && role === undefined;
  if (!isLeaving && !mayManage(actor.role)) return 'not_yours';
  if (!isLeaving && actor.role !== 'owner' && (target.role === 'owner' || role === 'owner')) return 'owners_only';
  if (target.role === 'owner' && role !== 'owner' && owners <= 1) return 'last_owner';
  return undefined;
}

/**
 * Returns the reason why a user may not invite someone with a role. Returns undefined if the invitation is allowed.
 * Pure.
 */
export function faultOfInvitation(actor: Role, role: Role): TeamFault | undefined {
  if (!mayManage(actor)) return 'not_yours';
  return role === 'owner' && actor !== 'owner' ? 'owners_only' : undefined;
}

function mayManage(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}
