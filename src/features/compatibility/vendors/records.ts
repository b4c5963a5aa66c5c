import type { Db } from '../../../base/db.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  countFailures,
  countMessages,
  eventsOfMessage,
  failureOf,
  failuresOf,
  messageOf,
  messagesOf,
  type FailureKind,
  type FailureRow,
  type MessageRow,
} from './record-queries.ts';
import type { EventRow } from './queries.ts';
import type { Vendor } from './types.ts';

export type { FailureRow, MessageRow };

/** Account and vendor whose records are read. A caller restricted to a domain only sees records of that domain. */
export interface RecordsOf {
  readonly vendor: Vendor;
  readonly whose: Pick<Principal, 'accountId' | 'domain'>;
}

/** Offset and size of a page in a listing. */
export interface RecordPage {
  readonly limit: number;
  readonly offset: number;
}

/** Filter for requests. Undefined properties are ignored. */
export interface MessageFilter {
  readonly begin: Date;
  readonly end: Date;
  readonly recipient?: string | undefined;
  readonly sender?: string | undefined;
  readonly tag?: string | undefined;
  readonly subject?: string | undefined;
  readonly stream?: string | undefined;
  readonly isSent?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

export interface FailureFilter {
  readonly begin: Date;
  readonly end: Date;
  readonly kinds?: readonly FailureKind[] | undefined;
  readonly recipient?: string | undefined;
  readonly tag?: string | undefined;
  /** A UUID. */
  readonly messageId?: string | undefined;
  readonly stream?: string | undefined;
}

/** Maximum number of records that listings count and show. */
export const MAX_LISTED = 10_000;
/**
 * Maximum number of events returned for a message. The number is limited because a thousand recipients may open a
 * message fifty times each.
 */
const MAX_MESSAGE_EVENTS = 1_000;

/** Returns a page of the matching requests, newest first, and their total number, counted up to `MAX_LISTED`. */
export async function listRequests(
  db: Db,
  { vendor, whose }: RecordsOf,
  filter: MessageFilter,
  { limit, offset }: RecordPage,
): Promise<{ readonly rows: readonly MessageRow[]; readonly total: number }> {
  const { begin, end, isSent, metadata, recipient, sender, stream, subject, tag } = filter;
  const wanted = [
    whose.accountId,
    vendor,
    whose.domain ?? null,
    begin,
    end,
    recipient ?? null,
    sender ?? null,
    tag ?? null,
    subject ?? null,
    stream ?? null,
    isSent ?? null,
    metadata ? JSON.stringify(metadata) : null,
  ] as const;
  const rows = await messagesOf(db, ...wanted, limit, offset);
  const [counted] = await countMessages(db, ...wanted, MAX_LISTED);
  return { rows, total: counted?.messages ?? 0 };
}

/** Returns a request with its events, or undefined if the request does not exist. */
export async function readRequestRecord(
  db: Db,
  { vendor, whose }: RecordsOf,
  id: string,
): Promise<{ readonly row: MessageRow; readonly events: readonly EventRow[] } | undefined> {
  const [row] = await messageOf(db, whose.accountId, vendor, id, whose.domain ?? null);
  if (!row) return undefined;
  const events = await eventsOfMessage(db, whose.accountId, id, MAX_MESSAGE_EVENTS);
  // Also set `is_sent` if an event was recorded after the message was read.
  return { row: { ...row, is_sent: row.is_sent || events.some(({ event }) => event !== 'accepted') }, events };
}

/** Returns failures, latest first, and the number of failures of each kind. */
export async function listFailures(
  db: Db,
  of: RecordsOf,
  filter: FailureFilter,
  { limit, offset }: RecordPage,
): Promise<{ readonly rows: readonly FailureRow[]; readonly counts: ReadonlyMap<FailureKind, number> }> {
  const { begin, end, kinds, messageId, recipient, stream, tag } = filter;
  const wanted = [
    of.whose.accountId,
    of.vendor,
    of.whose.domain ?? null,
    begin,
    end,
    kinds ?? null,
    recipient ?? null,
    tag ?? null,
    messageId ?? null,
    stream ?? null,
  ] as const;
  const rows = limit === 0 ? [] : await failuresOf(db, ...wanted, limit, offset);
  const counts = await countFailures(db, ...wanted);
  return { rows, counts: new Map(counts.map(({ failure, failures }) => [failure, failures])) };
}

/** Returns a failure by its ID, or undefined if the failure does not exist. */
export async function readFailure(db: Db, { vendor, whose }: RecordsOf, id: number): Promise<FailureRow | undefined> {
  return (await failureOf(db, whose.accountId, vendor, id, whose.domain ?? null))[0];
}
