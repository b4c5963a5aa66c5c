import type { Database, Db } from '../../../base/db.ts';
import { addMembers, removeMembers, takeAudience } from '../../audience/contacts/index.ts';
import { MAX_LISTS } from './limits.ts';
import { dropDepartures, keepDepartures, setTracked, shownLists, subscriberOf, type ShownListRow } from './queries.ts';
import type { Subscription } from './unsubscribe.ts';

/** What is known of whom a token names. */
export interface Subscriber {
  /** How whoever writes to them is called; undefined where that has no name. */
  readonly sender: string | undefined;
  /** Undefined for a contact that is deleted or was erased, and for one that never was. */
  readonly contact:
    | { readonly email: string; readonly unsubscribedAt: Date | undefined; readonly isTracked: boolean }
    | undefined;
}

/** What a contact says on its page; what the page did not show stays as it is. */
export interface Preferences {
  readonly shown: ReadonlySet<number>;
  readonly ticked: ReadonlySet<number>;
  readonly isTracked: boolean;
}

/** Whom a token names. */
export async function readSubscriber(db: Db, { accountId, campaignId, contactId }: Subscription): Promise<Subscriber> {
  const [row] = await subscriberOf(db, accountId, campaignId, contactId);
  if (!row || row.email === null) return { sender: row?.sender ?? undefined, contact: undefined };
  const { email, is_tracked: isTracked, unsubscribed_at: unsubscribedAt } = row;
  return {
    sender: row.sender ?? undefined,
    contact: { email, unsubscribedAt: unsubscribedAt ?? undefined, isTracked: isTracked ?? true },
  };
}

/** Lists that a contact may leave, and those that it may join again because it left them here. */
export async function readLists(db: Db, { accountId, contactId }: Subscription): Promise<readonly ShownListRow[]> {
  return shownLists(db, accountId, contactId, MAX_LISTS);
}

/**
 * Writes what a contact said: lists that were shown and are not ticked are left, and those that it left here before are joined
 * again. No other list can be joined, whatever is posted. Nothing for a contact that is gone.
 */
export async function savePreferences(
  db: Database,
  subscription: Subscription,
  { isTracked, shown, ticked }: Preferences,
  at: Date,
): Promise<void> {
  const { accountId, contactId } = subscription;
  await db.transaction(async (tx) => {
    await takeAudience(tx, accountId);
    const known = (await readLists(tx, subscription)).filter(({ id }) => shown.has(id));
    const membersOf = (ids: readonly number[]) => ids.map((groupId) => ({ groupId, contactId }));
    const left = known.filter((list) => list.is_member && !ticked.has(list.id)).map(({ id }) => id);
    const joined = known.filter((list) => !list.is_member && ticked.has(list.id)).map(({ id }) => id);
    if (left.length > 0) {
      await removeMembers(tx, accountId, 'list', membersOf(left));
      await keepDepartures(tx, accountId, contactId, left, at);
    }
    await addMembers(tx, accountId, 'list', membersOf(joined));
    // Whoever is taken out of a list that it is in now has not left it here.
    const staying = known.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
    if (staying.length > 0) await dropDepartures(tx, accountId, contactId, staying);
    await setTracked(tx, accountId, contactId, isTracked);
  });
}
