import { describe, expect, it } from 'vitest';
import type { Role } from '../../../http/principal.ts';
import { faultOfChange, faultOfInvitation, ROLES } from './team-rule.ts';

const SELF = 1;
const OTHER = 2;

describe('changes of a team', () => {
  it.each<[actor: Role, target: Role, role: Role | undefined, owners: number, fault: string | undefined]>([
    ['read_only', 'member', 'read_only', 1, 'not_yours'],
    ['member', 'read_only', undefined, 1, 'not_yours'],
    ['member', 'owner', undefined, 2, 'not_yours'],
    ['admin', 'member', 'admin', 1, undefined],
    ['admin', 'admin', 'read_only', 1, undefined],
    ['admin', 'admin', undefined, 1, undefined],
    ['admin', 'member', 'owner', 1, 'owners_only'],
    ['admin', 'owner', 'owner', 2, 'owners_only'],
    ['admin', 'owner', undefined, 2, 'owners_only'],
    ['owner', 'member', 'owner', 1, undefined],
    ['owner', 'owner', 'member', 2, undefined],
    ['owner', 'owner', undefined, 2, undefined],
    ['owner', 'owner', undefined, 1, 'last_owner'],
  ])('%s changes %s to %s with %d owners: %s', (actor, target, role, owners, fault) => {
    const change = { actor: { id: SELF, role: actor }, target: { id: OTHER, role: target }, role, owners };
    expect(faultOfChange(change)).toBe(fault);
  });

  it.each(ROLES)('%s may leave unless they are the last owner', (role) => {
    const self = { id: SELF, role };
    expect(faultOfChange({ actor: self, target: self, role: undefined, owners: 2 })).toBeUndefined();
    const alone = faultOfChange({ actor: self, target: self, role: undefined, owners: 1 });
    expect(alone).toBe(role === 'owner' ? 'last_owner' : undefined);
  });

  it('does not allow people to raise their own role', () => {
    for (const role of ['read_only', 'member'] as const) {
      const self = { id: SELF, role };
      expect(faultOfChange({ actor: self, target: self, role: 'admin', owners: 1 })).toBe('not_yours');
    }
    const admin = { id: SELF, role: 'admin' as const };
    expect(faultOfChange({ actor: admin, target: admin, role: 'owner', owners: 1 })).toBe('owners_only');
  });

  it.each(ROLES)('only owners and admins may invite a person as %s, and only owners may invite owners', (role) => {
    expect(faultOfInvitation('owner', role)).toBeUndefined();
    expect(faultOfInvitation('admin', role)).toBe(role === 'owner' ? 'owners_only' : undefined);
    expect(faultOfInvitation('member', role)).toBe('not_yours');
    expect(faultOfInvitation('read_only', role)).toBe('not_yours');
  });
});
