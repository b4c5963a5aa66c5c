import { statement } from '../../../base/db.ts';
import type { Role } from '../../../http/principal.ts';

/** Adds a member. Does not change the role of an existing member. Uses the primary key. */
export const insertMembership = statement<
  [accountId: number, personId: number, role: Role],
  { readonly person_id: number }
>(
  'people_insert_membership',
  `insert into membership (account_id, person_id, role) values ($1, $2, $3)
   on conflict do nothing returning person_id`,
);

export const roleOf = statement<[accountId: number, personId: number], { readonly role: Role }>(
  'people_role_of',
  `select role from membership where account_id = $1 and person_id = $2`,
);

/** Lists the owners of an account. Uses a prefix of the primary key. */
export const ownersOf = statement<[accountId: number], { readonly person_id: number }>(
  'people_owners_of',
  `select person_id from membership where account_id = $1 and role = 'owner'`,
);

/** Lists the email addresses of an account's owners. Uses primary keys. */
export const ownerAddresses = statement<[accountId: number, limit: number], { readonly email: string }>(
  'people_owner_addresses',
  `select p.email from membership m join person p on p.id = m.person_id
   where m.account_id = $1 and m.role = 'owner' order by m.joined_at, p.id limit $2`,
);

/** Lists the email addresses of an account's members. Uses primary keys. */
export const memberAddresses = statement<[accountId: number, limit: number], { readonly email: string }>(
  'people_member_addresses',
  `select p.email from membership m join person p on p.id = m.person_id
   where m.account_id = $1 order by m.joined_at, p.id limit $2`,
);

export const updateRole = statement<[accountId: number, personId: number, role: Role], unknown>(
  'people_update_role',
  `update membership set role = $3 where account_id = $1 and person_id = $2`,
);

export const deleteMembership = statement<[accountId: number, personId: number], unknown>(
  'people_delete_membership',
  `delete from membership where account_id = $1 and person_id = $2`,
);

export interface TeamRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joined_at: Date;
  readonly last_seen_at: Date | null;
}

/**
 * Lists members, sorted by name, with the last use of each member's sessions in the account. Uses the primary key, then
 * the index person_session_person.
 */
export const membersOf = statement<[accountId: number, limit: number], TeamRow>(
  'people_members_of',
  `select p.id, p.name, p.email, m.role, m.joined_at,
          (select max(s.updated_at) from person_session s where s.person_id = p.id and s.account_id = m.account_id)
            as last_seen_at
   from membership m join person p on p.id = m.person_id
   where m.account_id = $1 order by lower(p.name), p.id limit $2`,
);

export interface AccountOfPersonRow {
  readonly account_id: number;
  readonly email: string;
  readonly name: string | null;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly paused_at: Date | null;
  readonly role: Role;
}

/** Lists a user's open accounts in the order in which the user joined them. Uses the index membership_person. */
export const accountsOfPerson = statement<[personId: number, limit: number], AccountOfPersonRow>(
  'people_accounts_of_person',
  `select a.account_id, a.email, a.name, a.plan, a.is_operator, a.paused_at, m.role
   from membership m join account a on a.account_id = m.account_id
   where m.person_id = $1 and a.closed_at is null order by m.joined_at, a.account_id limit $2`,
);

/** Returns one owner of an account who can sign in with a password or a passkey, if there is any. */
export const ownersWithCredential = statement<[accountId: number], { readonly person_id: number }>(
  'people_owners_with_credential',
  `select m.person_id from membership m
   where m.account_id = $1 and m.role = 'owner' and (
     exists (select from person_password w where w.person_id = m.person_id and w.password is not null)
     or exists (select from person_passkey k where k.person_id = m.person_id))
   limit 1`,
);

export interface InvitationRow {
  readonly id: number;
  readonly account_id: number;
  readonly email: string;
  readonly role: Role;
  readonly expires_at: Date;
  readonly invited_by: string | null;
}

const INVITATION = `i.id, i.account_id, i.email, i.role, i.expires_at,
  (select p.name from person p where p.id = i.invited_by) as invited_by`;

/**
 * Inserts an invitation or replaces the existing invitation for the same address. Uses the unique index
 * invitation_email.
 */
export const upsertInvitation = statement<
  [accountId: number, email: string, role: Role, tokenHash: Buffer, invitedBy: number | null, lifeDays: number],
  InvitationRow
>(
  'people_upsert_invitation',
  `insert into invitation as i (account_id, email, role, token_hash, invited_by, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))
   on conflict (account_id, lower(email)) do update set email = excluded.email, role = excluded.role,
     token_hash = excluded.token_hash, invited_by = excluded.invited_by, expires_at = excluded.expires_at
   returning ${INVITATION}`,
);

/**
 * Lists invitations that were not accepted, newest first. Includes expired invitations until they are purged. Uses the
 * primary key.
 */
export const invitationsOf = statement<[accountId: number, limit: number], InvitationRow>(
  'people_invitations_of',
  `select ${INVITATION} from invitation i where i.account_id = $1 order by i.id desc limit $2`,
);

export const invitationById = statement<[accountId: number, invitationId: number], InvitationRow>(
  'people_invitation_by_id',
  `select ${INVITATION} from invitation i where i.account_id = $1 and i.id = $2`,
);

/** Reads a valid invitation. Uses a prefix of the primary key. An account has at most 100 invitations. */
export const invitationByToken = statement<
  [accountId: number, tokenHash: Buffer],
  InvitationRow & { readonly account_email: string; readonly account_name: string | null }
>(
  'people_invitation_by_token',
  `select ${INVITATION}, a.email as account_email, a.name as account_name
   from invitation i join account a on a.account_id = i.account_id and a.closed_at is null
   where i.account_id = $1 and i.token_hash = $2 and i.expires_at > now()`,
);

export const deleteInvitation = statement<[accountId: number, invitationId: number], { readonly id: number }>(
  'people_delete_invitation',
  `delete from invitation where account_id = $1 and id = $2 returning id`,
);

/** Deletes an invitation when it is accepted. Of several concurrent calls, only one returns a row. */
export const takeInvitation = statement<
  [accountId: number, tokenHash: Buffer],
  { readonly email: string; readonly role: Role }
>(
  'people_take_invitation',
  `delete from invitation where account_id = $1 and token_hash = $2 and expires_at > now() returning email, role`,
);

/** Lists users for the command line, with one row for each membership. */
export const allPeople = statement<
  [limit: number],
  {
    readonly name: string;
    readonly email: string;
    readonly two_factor_enabled: boolean;
    readonly account_email: string | null;
    readonly role: Role | null;
  }
>(
  'people_all',
  `select p.name, p.email, p.two_factor_enabled, a.email as account_email, m.role
   from person p
   left join membership m on m.person_id = p.id
   left join account a on a.account_id = m.account_id
   order by p.id, m.joined_at limit $1`,
);
