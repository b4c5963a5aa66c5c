import type { Database, Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { offsetOf } from '../../../http/account/page.ts';
import { EVENT_DAYS } from './limits.ts';
import { presentEvent, type eventSchema } from './present.ts';
import { contactsAmong, deleteOldEvents, eventCount, eventPage } from './queries.ts';
import type { EventQuery } from './schema.ts';

/** Maximum number of events that one statement deletes. */
const PIECE = 10_000;

/** Returns a page of an account's events, newest first. An address without a contact has no events. */
export async function findEvents(
  db: Db,
  accountId: number,
  query: EventQuery,
): Promise<{ readonly total: number; readonly data: readonly AnswerOf<typeof eventSchema>[] }> {
  const { email, name, perPage } = query;
  const [contact] = email === null ? [] : await contactsAmong(db, accountId, [email], []);
  if (email !== null && !contact) return { total: 0, data: [] };
  const contactId = contact?.id ?? null;
  const total = (await eventCount(db, accountId, name, contactId))[0]?.total ?? 0;
  const rows = await eventPage(db, accountId, name, contactId, perPage, offsetOf(query));
  return { total, data: rows.map(presentEvent) };
}

/** Deletes events that are older than a year. Safe to repeat. */
export async function purgeEvents(db: Database): Promise<void> {
  while ((await deleteOldEvents(db, EVENT_DAYS, PIECE)).length === PIECE);
}
