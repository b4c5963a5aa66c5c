import type { Answer } from '../../api.ts';

type Team = Answer<'GET /dashboard/team'>;
export type Member = Team['members'][number];
export type OpenInvitation = Team['invitations'][number];
export type Role = Member['role'];

/** All roles with their permissions in words. The role with the most permissions is first. */
export const ROLES: readonly { readonly value: Role; readonly label: string; readonly may: string }[] = [
  {
    value: 'owner',
    label: 'Owner',
    may: 'An owner has full access and can manage owners. An account must have at least one owner.',
  },
  {
    value: 'admin',
    label: 'Admin',
    may: 'An admin has all permissions of a member. An admin can also view the audit log and manage API keys, OAuth clients, account settings, and all team members except owners.',
  },
  {
    value: 'member',
    label: 'Member',
    may: 'A member can send email and manage domains, the webhook, tags, suppressions, alerts, and their own access tokens.',
  },
  {
    value: 'read_only',
    label: 'Read-only',
    may: 'A read-only user can view everything but can change only their own sign-in settings.',
  },
];

export function roleName(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}

/** Returns the roles that a user may assign. Only owners may assign the owner role. */
export function rolesToGive(own: Role): readonly Role[] {
  if (own === 'owner') return ['owner', 'admin', 'member', 'read_only'];
  return own === 'admin' ? ['admin', 'member', 'read_only'] : [];
}

/** Returns the actions that a user may perform on a member. Must match the rules of the server. */
export function mayDo(
  me: { readonly id: number; readonly role: Role },
  target: Pick<Member, 'id' | 'role'>,
  owners: number,
): { readonly changeRole: boolean; readonly remove: boolean } {
  const isLastOwner = target.role === 'owner' && owners <= 1;
  const mayManage = me.role === 'owner' || (me.role === 'admin' && target.role !== 'owner');
  return { changeRole: mayManage && !isLastOwner, remove: (mayManage || me.id === target.id) && !isLastOwner };
}
