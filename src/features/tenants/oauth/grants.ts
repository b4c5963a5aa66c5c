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

/** What was allowed to clients in the caller's account: one's own, to admins that of everybody; newest first. */
export async function listGrants(db: Db, principal: Principal): Promise<PresentedGrant[]> {
  return (await grantsOfAccount(db, principal.accountId, whose(principal), LISTED_GRANTS)).map(presentGrant);
}

/** Ends a grant: its tokens are refused within a second. Throws not_found, also for those of others. */
export async function revokeGrant(db: Database, principal: Principal, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await endGrant(tx, principal.accountId, numberOf(id), whose(principal));
    if (!row) throw new Refusal('not_found');
    await recordAct(tx, principal, actOfEnd('oauth_grant.revoke', row));
  });
}

/** Grants that were ended by no person: what the audit log says of them. */
export type EndWithoutPerson = 'oauth_grant.return' | 'oauth_grant.end';

/** Ends a grant that the client gives back, or that nobody can be trusted with any more, and notes it in its account. */
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
 * Ends whatever a person allowed to clients, in every account, and notes it in the log of each; their tokens are refused
 * within a second. Gives how many grants they were.
 */
export async function endGrantsOfPerson(tx: Tx, person: Doer): Promise<number> {
  const ended = await endGrantsOf(tx, person.id);
  for (const { account_id: accountId, client_id: subject } of ended) {
    await recordAct(tx, { accountId, via: 'session', person }, { action: 'oauth_grant.revoke', subject });
  }
  return ended.length;
}

/** The person whose grants the caller may see; null: everybody's. */
function whose({ person, scopes }: Principal): number | null {
  if (scopes.has(SCOPES.dashboardAdmin)) return null;
  if (!person) throw new Refusal('forbidden');
  return person.id;
}
