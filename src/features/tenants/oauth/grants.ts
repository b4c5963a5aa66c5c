import type { Database, Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { SCOPES } from '../access/index.ts';
import { recordAct, type Doer } from '../accounts/index.ts';
import { numberOf } from './clients.ts';
import { endGrant, endGrantsOf, grantsOfAccount } from './grant-queries.ts';
import { presentGrant, type PresentedGrant } from './present.ts';
import type { EndedGrant } from './queries.ts';

const LISTED_GRANTS = 1_000;

/** Returns the caller's grants in the account, newest first. For an admin, returns the grants of all members. */
export async function listGrants(db: Db, principal: Principal): Promise<PresentedGrant[]> {
  return (await grantsOfAccount(db, principal.accountId, whose(principal), LISTED_GRANTS)).map(presentGrant);
}

/**
 * Revokes a grant. Its tokens are rejected within one second. Throws not_found if the grant does not exist or the
 * caller may not see it.
 */
export async function revokeGrant(db: Database, principal: Principal, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await endGrant(tx, principal.accountId, numberOf(id), whose(principal));
    if (!row) throw new Refusal('not_found');
    await recordAct(tx, principal, actOfEnd('oauth_grant.revoke', row));
  });
}

/** Audit log actions for grants that the client revoked or that may be compromised. */
export type EndWithoutPerson = 'oauth_grant.return' | 'oauth_grant.end';

/** Ends a grant that the client revoked or that may be compromised. Records this in the account's audit log. */
export async function endGrantWithoutPerson(
  db: Database,
  action: EndWithoutPerson,
  end: (tx: Tx) => Promise<readonly EndedGrant[]>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const row of await end(tx)) {
      await recordAct(tx, { accountId: row.account_id, via: 'oauth', person: undefined }, actOfEnd(action, row));
    }
  });
}

function actOfEnd(action: string, row: Omit<EndedGrant, 'account_id'>) {
  const { client_id, client_name: subject, person_email: person, scopes } = row;
  return { action, subject, before: { client_id, person, scopes } };
}

/**
 * Revokes a user's grants in all accounts, and records this in each account's audit log. The tokens are rejected within
 * one second. Returns the number of revoked grants.
 */
export async function endGrantsOfPerson(tx: Tx, person: Doer): Promise<number> {
  const ended = await endGrantsOf(tx, person.id);
  for (const { account_id: accountId, client_id: subject } of ended) {
    await recordAct(tx, { accountId, via: 'session', person }, { action: 'oauth_grant.revoke', subject });
  }
  return ended.length;
}

/**
 * Returns the ID of the user whose grants the caller may see, or null if the caller may see the grants of all members.
 */
function whose({ person, scopes }: Principal): number | null {
  if (scopes.has(SCOPES.dashboardAdmin)) return null;
  if (!person) throw new Refusal('forbidden');
  return person.id;
}
