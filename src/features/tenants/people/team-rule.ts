import type { Role } from '../../../http/principal.ts';

/** From the least to the most that a role may do. */
export const ROLES = ['read_only', 'member', 'admin', 'owner'] as const satisfies readonly Role[];

/** Why a change of a team is refused. */
export type TeamFault = 'not_yours' | 'owners_only' | 'last_owner';

/** A change of who belongs to an account. */
export interface TeamChange {
  readonly actor: { readonly id: number; readonly role: Role };
  readonly target: { readonly id: number; readonly role: Role };
  /** Undefined: the target leaves or is removed. */
  readonly role: Role | undefined;
  readonly owners: number;
}

/** Whether somebody may change another's role or remove them; pure. Anybody may leave; the last owner may not. */
export function faultOfChange({ actor, owners, role, target }: TeamChange): TeamFault | undefined {
  const isLeaving = actor.id === target.id && role === undefined;
  if (!isLeaving && !mayManage(actor.role)) return 'not_yours';
  if (!isLeaving && actor.role !== 'owner' && (target.role === 'owner' || role === 'owner')) return 'owners_only';
  if (target.role === 'owner' && role !== 'owner' && owners <= 1) return 'last_owner';
  return undefined;
}

/** Whether somebody may invite another with a role; pure. */
export function faultOfInvitation(actor: Role, role: Role): TeamFault | undefined {
  if (!mayManage(actor)) return 'not_yours';
  return role === 'owner' && actor !== 'owner' ? 'owners_only' : undefined;
}

function mayManage(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}
