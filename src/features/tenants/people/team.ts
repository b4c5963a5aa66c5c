import type { Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal, Role } from '../../../http/principal.ts';
import { labelOf, listKeysMadeBy, type PresentedKey } from '../access/index.ts';
import { lockAccount, readAccount, recordAct } from '../accounts/index.ts';
import { leftKeysMail } from './mails.ts';
import {
  deleteMembership,
  invitationsOf,
  membersOf,
  ownerAddresses,
  ownersOf,
  roleOf,
  updateRole,
  type InvitationRow,
  type TeamRow,
} from './member-queries.ts';
import type { PeopleParts } from './parts.ts';
import { findPerson } from './people.ts';
import { deleteSessionsInAccount, personById } from './queries.ts';
import { faultOfChange, type TeamFault } from './team-rule.ts';

/** Maximum number of members that are listed. */
const MAX_LISTED = 1_000;
/** Maximum number of owners who are notified by email. */
const MAX_NOTIFIED = 100;

/** Returns the members and invitations of an account. */
export async function readTeam(
  { db }: PeopleParts,
  accountId: number,
): Promise<{ readonly members: readonly TeamRow[]; readonly invitations: readonly InvitationRow[] }> {
  return {
    members: await membersOf(db, accountId, MAX_LISTED),
    invitations: await invitationsOf(db, accountId, MAX_LISTED),
  };
}

/** Changes the role of a member. Throws not_found, forbidden, or conflict for the last owner. */
export async function changeRole(
  parts: PeopleParts,
  principal: Principal,
  personId: number,
  role: Role,
): Promise<void> {
  await changeTeam(parts, principal, personId, role);
}

/**
 * Removes a member from the account, and ends the member's sessions there. API keys that the member created keep
 * working. Returns these keys, and lists them in an email to the owners. Throws the same errors as `changeRole`.
 */
export async function removeMember(
  parts: PeopleParts,
  principal: Principal,
  personId: number,
): Promise<readonly PresentedKey[]> {
  return changeTeam(parts, principal, personId, undefined);
}

async function changeTeam(
  parts: PeopleParts,
  principal: Principal,
  personId: number,
  role: Role | undefined,
): Promise<readonly PresentedKey[]> {
  const { accountId } = principal;
  return parts.db.transaction(async (tx) => {
    // Changes to a team must not overlap. Otherwise, of two owners who leave at the same time, each could count the
    // other as the remaining owner.
    await lockAccount(tx, accountId);
    const before = await decide(tx, principal, personId, role);
    const [person] = await personById(tx, personId);
    const subject = person?.email ?? String(personId);
    if (role === undefined) {
      await deleteMembership(tx, accountId, personId);
      await deleteSessionsInAccount(tx, personId, accountId);
      await recordAct(tx, principal, { action: 'member.remove', subject, before: { role: before } });
      const keys = await listKeysMadeBy(tx, accountId, personId);
      if (keys.length > 0) await notifyOfKeys(parts, tx, accountId, person?.name || subject, keys);
      return keys;
    } else {
      await updateRole(tx, accountId, personId, role);
      await recordAct(tx, principal, { action: 'member.role', subject, before: { role: before }, after: { role } });
      return [];
    }
  });
}

async function notifyOfKeys(
  { sendMail }: PeopleParts,
  tx: Tx,
  accountId: number,
  name: string,
  keys: readonly PresentedKey[],
): Promise<void> {
  const account = { id: accountId, name: (await readAccount(tx, accountId))?.name ?? '' };
  for (const { email } of await ownerAddresses(tx, accountId, MAX_NOTIFIED)) {
    await sendMail(tx, leftKeysMail(email, { account, name, keys: keys.map(labelOf) }));
  }
}

async function decide(
  tx: Tx,
  { accountId, ...principal }: Principal,
  personId: number,
  role: Role | undefined,
): Promise<Role> {
  // Read the current role, because the role in the session may be half a second old.
  const actorId = principal.person?.id ?? 0;
  const [actor] = await roleOf(tx, accountId, actorId);
  const [target] = await roleOf(tx, accountId, personId);
  if (!actor) throw teamRefusal('not_yours');
  if (!target) throw new Refusal('not_found', { message: 'The account has no member with this ID.' });
  const owners = (await ownersOf(tx, accountId)).length;
  const fault = faultOfChange({
    actor: { id: actorId, role: actor.role },
    target: { id: personId, role: target.role },
    role,
    owners,
  });
  if (fault) throw teamRefusal(fault);
  return target.role;
}

/**
 * Changes the role of a member on behalf of the operator. Returns the previous role. Throws not_found, or conflict for
 * the last owner.
 */
export async function setRoleByOperator(tx: Tx, accountId: number, email: string, role: Role): Promise<Role> {
  await lockAccount(tx, accountId);
  const person = await findPerson(tx, email);
  const [before] = person ? await roleOf(tx, accountId, person.id) : [];
  if (!person || !before) throw new Refusal('not_found', { message: `${email} is not a member of the account.` });
  const owners = (await ownersOf(tx, accountId)).length;
  if (before.role === 'owner' && role !== 'owner' && owners <= 1) throw teamRefusal('last_owner');
  await updateRole(tx, accountId, person.id, role);
  return before.role;
}

/** Returns the error for a rejected change to a team. */
export function teamRefusal(fault: TeamFault): Refusal {
  switch (fault) {
    case 'not_yours':
      return new Refusal('forbidden', { message: 'Only owners and admins can manage members.' });
    case 'owners_only':
      return new Refusal('forbidden', { message: 'Only owners can add, change, or remove an owner.' });
    case 'last_owner':
      return new Refusal('conflict', {
        message: 'This user is the only owner of the account.',
        fix: 'Make another member an owner first.',
      });
  }
}
