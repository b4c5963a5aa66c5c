import type { Database, Db, Tx } from '../../../base/db.ts';
import { addMembers, removeMembers, lockAudience } from '../../audience/contacts/index.ts';
import { textsFor, type PageTheme } from '../../../http/pages/theme.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import { chooseTopics, readTopicsOf } from '../../audience/topics/index.ts';
import { MAX_LISTS } from './limits.ts';
import {
  dropDepartures,
  keepDepartures,
  setLanguage,
  setTracked,
  shownLists,
  subscriberOf,
  type ListOnPageRow,
} from './queries.ts';
import type { Subscription } from './unsubscribe.ts';

/** The contact that a token refers to. */
export interface Subscriber {
  /** Appearance of the pages. The pages use the language of the contact or, if unknown, the language of the account. */
  readonly look: PageTheme;
  /** Undefined if the contact was deleted or erased, or never existed. */
  readonly contact:
    | { readonly email: string; readonly unsubscribedAt: Date | undefined; readonly isTracked: boolean }
    | undefined;
}

/** Submitted checkboxes for lists or topics, by ID. Lists and topics that the page did not show stay unchanged. */
export interface Ticks {
  readonly shown: ReadonlySet<number>;
  readonly ticked: ReadonlySet<number>;
}

/** Submitted preferences. */
export interface Preferences extends Ticks {
  readonly topics: Ticks;
  readonly isTracked: boolean;
  /** The language that the contact has chosen. Undefined if the contact made no choice. */
  readonly language: Language | undefined;
}

export async function readSubscriber(db: Db, { accountId, campaignId, contactId }: Subscription): Promise<Subscriber> {
  const [row] = await subscriberOf(db, accountId, campaignId, contactId);
  const texts = textsFor(row?.own_texts, row?.language, row?.account_language);
  const look = { sender: row?.sender ?? undefined, texts, brand: row?.brand, ownTexts: row?.own_texts };
  if (!row || row.email === null) return { look, contact: undefined };
  const { email, is_tracked: isTracked, unsubscribed_at: unsubscribedAt } = row;
  return {
    look,
    contact: { email, unsubscribedAt: unsubscribedAt ?? undefined, isTracked: isTracked ?? true },
  };
}

/** Returns the lists that a contact is in, and lists that the contact left on this page and may join again. */
export async function readLists(db: Db, { accountId, contactId }: Subscription): Promise<readonly ListOnPageRow[]> {
  return shownLists(db, accountId, contactId, MAX_LISTS);
}

/**
 * Applies submitted preferences. The contact leaves lists that the page showed and that are not selected, and rejoins
 * selected lists that the contact had left on this page. The contact cannot join any other list. A deleted contact is
 * not changed.
 */
export async function savePreferences(
  db: Database,
  subscription: Subscription,
  { isTracked, language, shown, ticked, topics }: Preferences,
  at: Date,
): Promise<void> {
  const { accountId, contactId } = subscription;
  await db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    const known = (await readLists(tx, subscription)).filter(({ id }) => shown.has(id));
    const membersOf = (ids: readonly number[]) => ids.map((groupId) => ({ groupId, contactId }));
    const left = known.filter((list) => list.is_member && !ticked.has(list.id)).map(({ id }) => id);
    const joined = known.filter((list) => !list.is_member && ticked.has(list.id)).map(({ id }) => id);
    if (left.length > 0) {
      await removeMembers(tx, accountId, 'list', membersOf(left));
      await keepDepartures(tx, accountId, contactId, left, at);
    }
    await addMembers(tx, accountId, 'list', membersOf(joined));
    // Once the contact is in the list again, forget that the contact left it. Otherwise, a later removal by the account
    // would look like the contact's choice.
    const staying = known.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
    if (staying.length > 0) await dropDepartures(tx, accountId, contactId, staying);
    await saveTopics(tx, subscription, topics);
    await setTracked(tx, accountId, contactId, isTracked);
    if (language !== undefined) await setLanguage(tx, accountId, contactId, language);
  });
}

/** Stores the choices that differ from the contact's current subscriptions. */
async function saveTopics(tx: Tx, { accountId, contactId }: Subscription, { shown, ticked }: Ticks): Promise<void> {
  const current = await readTopicsOf(tx, accountId, contactId);
  const changed = current.filter(({ id, is_subscribed: isSubscribed }) => {
    return shown.has(id) && ticked.has(id) !== isSubscribed;
  });
  await chooseTopics(tx, accountId, contactId, new Map(changed.map(({ id }) => [id, ticked.has(id)])));
}
