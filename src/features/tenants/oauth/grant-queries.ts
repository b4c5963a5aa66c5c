import { statement } from '../../../base/db.ts';

export interface GrantRow {
  readonly id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly is_registered: boolean;
  readonly person_id: number;
  readonly person_name: string;
  readonly person_email: string;
  readonly scopes: string[];
  readonly created_at: Date;
  readonly used_at: Date | null;
}

/**
 * Lists the grants of an account, newest first. If a user is given, lists only that user's grants. Uses the index
 * oauth_grant_account.
 */
export const grantsOfAccount = statement<[accountId: number, personId: number | null, limit: number], GrantRow>(
  'oauth_grants_of_account',
  `select g.id, g.client_id, c.name as client_name, c.redirect_uris, c.account_id is null as is_registered,
          g.person_id, p.name as person_name, p.email as person_email, g.scopes, g.created_at, g.used_at
   from oauth_grant g join oauth_client c on c.client_id = g.client_id join person p on p.id = g.person_id
   where g.account_id = $1 and ($2::bigint is null or g.person_id = $2)
   order by g.id desc limit $3`,
);

/**
 * Revokes a grant of the account. If a user is given, revokes only a grant of that user. Uses the index
 * oauth_grant_account.
 */
export const endGrant = statement<
  [accountId: number, id: number, personId: number | null],
  { readonly client_id: string; readonly client_name: string; readonly person_email: string; readonly scopes: string[] }
>(
  'oauth_end_grant',
  `delete from oauth_grant g using oauth_client c, person p
   where g.account_id = $1 and g.id = $2 and ($3::bigint is null or g.person_id = $3)
     and c.client_id = g.client_id and p.id = g.person_id
   returning g.client_id, c.name as client_name, p.email as person_email, g.scopes`,
);

/** Revokes all grants of a user. Uses the index oauth_grant_person. */
export const endGrantsOf = statement<[personId: number], { readonly account_id: number; readonly client_id: string }>(
  'oauth_end_grants_of_person',
  `delete from oauth_grant where person_id = $1 returning account_id, client_id`,
);

/** Lists the accounts to which a user can grant access, oldest membership first. Uses the index membership_person. */
export const accountsOfPerson = statement<
  [personId: number, limit: number],
  { readonly account_id: number; readonly name: string | null; readonly email: string }
>(
  'oauth_accounts_of_person',
  `select a.account_id, a.name, a.email
   from membership m join account a on a.account_id = m.account_id and a.closed_at is null
   where m.person_id = $1 order by m.joined_at, a.account_id limit $2`,
);
