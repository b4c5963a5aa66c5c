import type { Db } from '../../../base/db.ts';
import type { Principal } from '../../../http/principal.ts';
import { listVisits, type EventRow } from '../vendors/index.ts';
import { CODES, failure } from './failure.ts';
import { uuidOf } from './ids.ts';
import { pageIn, readQuery, spanIn } from './query.ts';
import { OUTBOUND } from './streams.ts';
import { presentVisitor } from './visitor.ts';

const KNOWN = ['count', 'offset', 'recipient', 'tag', 'messagestream', 'fromdate', 'todate'];

/** Kinds of visits, and how their listings are called. */
const KINDS = { opened: 'Opens', clicked: 'Clicks' } as const;

/**
 * Opens or clicks of the last weeks, the latest first; with an id those of that message. Throws validation_error, also for filters by
 * what is not kept, and where the id is none.
 */
export async function searchVisits(
  db: Db,
  whose: Principal,
  event: keyof typeof KINDS,
  { id, query: given }: { readonly query: Readonly<Record<string, unknown>>; readonly id?: string | undefined },
): Promise<object> {
  const query = readQuery(given, KNOWN);
  const messageId = id === undefined ? undefined : uuidOf(id);
  if (id !== undefined && messageId === undefined) {
    throw failure(CODES.messageNotFound, 'This message was not found or cannot be accessed.');
  }
  const { rows, total } = await listVisits(
    db,
    { vendor: 'postmark', whose },
    {
      ...spanIn(query),
      event,
      messageId,
      recipient: query.get('recipient'),
      tag: query.get('tag'),
      stream: query.get('messagestream'),
    },
    pageIn(query),
  );
  return { TotalCount: total, [KINDS[event]]: rows.map((row) => presentVisit(row)) };
}

function presentVisit(row: EventRow): Record<string, unknown> {
  const { details, event, message_id: id, recipient, recorded_at: at, stream, tags } = row;
  return {
    RecordType: event === 'opened' ? 'Open' : 'Click',
    MessageID: id,
    Recipient: recipient,
    Tag: tags[0] ?? '',
    MessageStream: stream ?? OUTBOUND,
    ReceivedAt: at.toISOString(),
    ...(event === 'opened' ? { ReadSeconds: 0 } : { OriginalLink: details.url ?? '', ClickLocation: 'HTML' }),
    ...presentVisitor(row),
  };
}
