import { replanned, type Database, type Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { offsetOf } from '../../../http/account/page.ts';
import { contactAddressOf } from '../contacts/index.ts';
import { EVENT_DAYS, MAX_SEARCHED_NAMES } from './limits.ts';
import { presentEvent, type eventSchema } from './present.ts';
import {
  contactsAmong,
  deleteOldEvents,
  eventCount,
  eventPage,
  namesContaining,
  type EventSelection,
} from './queries.ts';
import type { EventQuery } from './schema.ts';

/** Maximum number of events that one statement deletes. */
const PIECE = 10_000;

/** Returns a page of an account's events, newest first. */
export async function findEvents(
  db: Db,
  accountId: number,
  query: EventQuery,
): Promise<{ readonly total: number; readonly data: readonly AnswerOf<typeof eventSchema>[] }> {
  const selection = await selectionOf(db, accountId, query);
  if (!selection) return { total: 0, data: [] };
  // A plan for all filters would use none of the indexes on names and contacts.
  return replanned(db, async (tx) => {
    const total = (await eventCount(tx, selection))[0]?.total ?? 0;
    const rows = await eventPage(tx, { ...selection, limit: query.perPage, offset: offsetOf(query) });
    return { total, data: rows.map(presentEvent) };
  });
}

/** Returns undefined if no event can match, for example because no contact has the email address. */
async function selectionOf(db: Db, accountId: number, query: EventQuery): Promise<EventSelection | undefined> {
  const { email, name, text } = query;
  const [contact] = email === null ? [] : await contactsAmong(db, accountId, [email], []);
  if (email !== null && !contact) return undefined;
  const selection = { accountId, name, names: null, contactId: contact?.id ?? null };
  if (text === null) return selection;
  const address = contactAddressOf(text);
  const [found] = typeof address === 'string' ? await contactsAmong(db, accountId, [address], []) : [];
  if (found) return contact && contact.id !== found.id ? undefined : { ...selection, contactId: found.id };
  const names = (await namesContaining(db, accountId, text, MAX_SEARCHED_NAMES)).map((row) => row.name);
  return names.length === 0 ? undefined : { ...selection, names };
}

/** Deletes events that are older than a year. Safe to repeat. */
export async function purgeEvents(db: Database): Promise<void> {
  while ((await deleteOldEvents(db, EVENT_DAYS, PIECE)).length === PIECE);
}
