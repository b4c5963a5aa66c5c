import { statement } from '../../../base/db.ts';
import type { Role } from '../../../http/principal.ts';

export interface BelongingRow {
  readonly account_id: number;
  readonly name: string;
  readonly role: Role;
  readonly is_closed: boolean;
  readonly is_operator: boolean;
  /**
   * Whether the user is the only owner. If so, the account must get another owner or be deleted before the user can be
   * deleted.
   */
  readonly hinders: boolean;
  /** Number of other members. */
  readonly others: number;
}

/** Lists a user's accounts. Uses the index membership_person, then primary keys. */
export const belongingsOf = statement<[personId: number], BelongingRow>(
  'deletion_belongings',
  `select a.account_id, coalesce(a.name, a.email) as name, m.role, a.closed_at is not null as is_closed, a.is_operator,
     m.role = 'owner' and a.closed_at is null and not exists (
       select from membership o
       where o.account_id = m.account_id and o.role = 'owner' and o.person_id <> m.person_id) as hinders,
     (select count(*)::integer from membership o
      where o.account_id = m.account_id and o.person_id <> m.person_id) as others
   from membership m join account a on a.account_id = m.account_id
   where m.person_id = $1 order by a.account_id`,
);

/** Locks a user until the end of the transaction, so that no account can add the user in the meantime. */
export const holdPerson = statement<[personId: number], { readonly name: string; readonly email: string }>(
  'deletion_hold_person',
  'select name, email from person where id = $1 for update',
);

/**
 * Lists the unrevoked keys that a user created in an account, with their labels in the audit log. Uses the primary key.
 */
export const keysMadeBy = statement<[accountId: number, personId: number, limit: number], { readonly subject: string }>(
  'deletion_keys_made_by',
  `select distinct e.subject from audit_entry e
   where e.person_id = $2 and e.account_id = $1 and e.action = 'key.create' and e.subject is not null
     and not exists (
       select from audit_entry r where r.account_id = $1 and r.action = 'key.revoke' and r.subject = e.subject)
   order by e.subject limit $3`,
);

/**
 * Replaces a user's name in data that is kept: in audit log entries of all accounts, as actor or subject, and in
 * account reviews. If the user requested a review, the account's email address replaces the user's. Scans all audit
 * logs and reviews, which are small because only people create entries.
 */
export const anonymizeName = statement<[personId: number, email: string, instead: string], unknown>(
  'deletion_forget_name',
  `with audit as (
     update audit_entry set
       person_name = case when person_id = $1 then $3 else person_name end,
       person_email = case when person_id = $1 then null else person_email end,
       person_id = nullif(person_id, $1),
       subject = case when lower(subject) = lower($2) then $3 else subject end
     where person_id = $1 or lower(subject) = lower($2)
   )
   update account_review r set
     asked_by_name = case when lower(r.asked_by_email) = lower($2) then $3 else r.asked_by_name end,
     asked_by_email = case when lower(r.asked_by_email) = lower($2) then a.email else r.asked_by_email end,
     decided_by = case when lower(r.decided_by) = lower($2) then $3 else r.decided_by end
   from account a
   where a.account_id = r.account_id and lower($2) in (lower(r.asked_by_email), lower(r.decided_by))`,
);

/** Deletes a user, including passwords, passkeys, sessions, memberships, grants, and invitations. */
export const deletePersonRow = statement<[personId: number, email: string], { readonly id: number }>(
  'deletion_person',
  'select delete_person($1, $2) as id',
);
