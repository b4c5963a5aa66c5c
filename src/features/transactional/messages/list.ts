import type { Database, Db } from '../../../base/db.ts';
import { presentId } from '../../../base/ids.ts';
import { gramsOf } from './grams.ts';
import { countMessages, listMessages, type ListedRow } from './list-queries.ts';
import { MAX_UUID, MIN_UUID, type ListRequest } from './list-request.ts';
import type { Whose } from './lookup.ts';
import { presentListed } from './present.ts';
import { withReadableHead } from './readable-head.ts';
import { eventsOf, listedMessages, recipientsOf, type EventRow, type RecipientRow } from './queries.ts';

export { exportRequest, listRequest } from './list-request.ts';

/**
 * Returns a page of an account's messages, newest first, without bodies. `has_more` refers to the requested direction,
 * and `next` is the cursor to continue with. A page examines a limited number of messages, so if the filters rarely
 * match, it may have fewer messages than requested, or none, and still have a next page.
 */
export async function listPage(db: Database, whose: Whose, request: ListRequest) {
  const { messages, next } = await readPage(db, whose, request);
  return {
    data: messages.map(presentStored),
    per_page: request.bounds.limit,
    has_more: next !== undefined,
    next: next === undefined ? null : presentId('tm', next),
  };
}

export interface StoredListed {
  readonly row: ListedRow;
  readonly recipients: readonly RecipientRow[];
  readonly events: readonly EventRow[];
}

/** Formats a stored message for the list. */
export function presentStored({ events, recipients, row }: StoredListed) {
  return presentListed(row, recipients, events);
}

/** Returns the messages of a page, newest first. `next` is the UUID to continue with, if there are more messages. */
export async function readPage(
  db: Database,
  { accountId, domain }: Whose,
  request: ListRequest,
): Promise<{
  readonly messages: readonly StoredListed[];
  readonly next: string | undefined;
}> {
  const { bounds } = request;
  const filters = domain === undefined ? request.filters : { ...request.filters, domain };
  const grams = gramsOf(accountId, request.words ?? []);
  const found = await listMessages(db, accountId, { ...bounds, limit: bounds.limit + 1 }, filters, grams);
  const isFull = found.rows.length > bounds.limit;
  const rows = bounds.ascending ? found.rows.slice(isFull ? 1 : 0) : found.rows.slice(0, bounds.limit);
  const last = bounds.ascending ? rows[0] : rows.at(-1);
  const next = isFull ? last?.id : found.stoppedAt;
  const ids = rows.map((row) => row.id);
  const recipients = Map.groupBy(await recipientsOf(db, accountId, ids), (row: RecipientRow) => row.message_id);
  const events = Map.groupBy(await eventsOf(db, accountId, ids), (row: EventRow) => row.message_id);
  const messages = rows.map((row) => ({
    row: withReadableHead(row),
    recipients: recipients.get(row.id) ?? [],
    events: events.get(row.id) ?? [],
  }));
  return { messages, next };
}

/** Counts the messages in a list, up to a limit (see `countMessages`). */
export async function countPage(db: Database, accountId: number, { bounds, filters, words }: ListRequest) {
  const { count, isMore } = await countMessages(db, accountId, bounds, filters, gramsOf(accountId, words ?? []));
  return { count, is_more: isMore };
}

/** Returns messages of an account as stored, newest first. Skips deleted messages. */
export async function storedByIds(db: Db, accountId: number, ids: readonly string[]): Promise<StoredListed[]> {
  if (ids.length === 0) return [];
  const rows = await listedMessages(db, accountId, [...ids]);
  const known = rows.map(({ id }) => id);
  const recipients = Map.groupBy(await recipientsOf(db, accountId, known), (row) => row.message_id);
  const events = Map.groupBy(await eventsOf(db, accountId, known), (row) => row.message_id);
  return rows.map((row) => ({
    row: withReadableHead(row),
    recipients: recipients.get(row.id) ?? [],
    events: events.get(row.id) ?? [],
  }));
}

/** Returns messages of an account in the format of the message list, newest first. Skips deleted messages. */
export async function listedByIds(db: Db, accountId: number, ids: readonly string[]) {
  return (await storedByIds(db, accountId, ids)).map(presentStored);
}

/** Returns the newest messages of an account, in the format of the message list. */
export async function latestListed(db: Database, accountId: number, limit: number) {
  const bounds = {
    above: MIN_UUID,
    below: MAX_UUID,
    limit,
    ascending: false,
  };
  const { messages } = await readPage(db, { accountId }, { bounds, filters: {} });
  return messages.map(presentStored);
}
