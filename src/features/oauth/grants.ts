import type { Database, Db } from '../../base/db.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Principal } from '../../http/principal.ts';
import { SCOPES } from '../access/index.ts';
import { recordAct } from '../accounts/index.ts';
import { numberOf } from './clients.ts';
import { endGrant, grantsOfAccount } from './grant-queries.ts';
import { presentGrant, type PresentedGrant } from './present.ts';

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
    await recordAct(tx, principal, { action: 'oauth_grant.revoke', subject: row.client_id });
  });
}

/** The person whose grants the caller may see; null: everybody's. */
function whose({ person, scopes }: Principal): number | null {
  if (scopes.has(SCOPES.dashboardAdmin)) return null;
  if (!person) throw new Refusal('forbidden');
  return person.id;
}
