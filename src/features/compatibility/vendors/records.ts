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

/** Whose records, of which vendor's clients; a caller of one domain sees what that domain sent. */
export interface RecordsOf {
  readonly vendor: Vendor;
  readonly whose: Pick<Principal, 'accountId' | 'domain'>;
}

/** Part of a listing. */
export interface RecordPage {
  readonly limit: number;
  readonly offset: number;
}

/** Which requests; what is undefined does not filter. */
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

/** Which failures. */
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

/** Listings count no further than this, and show nothing behind it. */
export const MAX_LISTED = 10_000;
/** What became of one message, at most: a thousand recipients may open it fifty times. */
const MAX_MESSAGE_EVENTS = 1_000;

/** Requests of the last weeks, the newest first, with how many there are. */
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

/** A request with what became of it; undefined where there is none of that id. */
export async function readRequestRecord(
  db: Db,
  { vendor, whose }: RecordsOf,
  id: string,
): Promise<{ readonly row: MessageRow; readonly events: readonly EventRow[] } | undefined> {
  const [row] = await messageOf(db, whose.accountId, vendor, id, whose.domain ?? null);
  if (!row) return undefined;
  const events = await eventsOfMessage(db, whose.accountId, id, MAX_MESSAGE_EVENTS);
  // What was written between the two is in both.
  return { row: { ...row, is_sent: row.is_sent || events.some(({ event }) => event !== 'accepted') }, events };
}

/** Failures, the latest first, with how many there are of each kind. */
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

/** A failure by its number; undefined where there is none. */
export async function readFailure(db: Db, { vendor, whose }: RecordsOf, id: number): Promise<FailureRow | undefined> {
  return (await failureOf(db, whose.accountId, vendor, id, whose.domain ?? null))[0];
}
