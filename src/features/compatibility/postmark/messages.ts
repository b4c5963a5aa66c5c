import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { presentId } from '../../../base/ids.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { isFault, parseMailbox } from '../../../mail/address.ts';
import { readableContent, readMessage, type StoredMessage } from '../../transactional/messages/index.ts';
import { listRequests, readRequestRecord, type EventRow, type MessageRow } from '../vendors/index.ts';
import { isBounce } from './bounce-types.ts';
import { CODES, failure } from './failure.ts';
import { uuidOf } from './ids.ts';
import { pageIn, readQuery, spanIn } from './query.ts';
import { OUTBOUND } from './streams.ts';

const KNOWN = [
  'count',
  'offset',
  'recipient',
  'fromemail',
  'tag',
  'status',
  'fromdate',
  'todate',
  'subject',
  'messagestream',
  'metadata_',
];
const STATUSES: Readonly<Record<string, boolean>> = { queued: false, sent: true, processed: true };

/** Dependencies of message lookups. */
export interface SearchParts {
  readonly db: Db;
  readonly clock: Clock;
}

/** Returns the messages that match a query, newest first. Throws validation_error. */
export async function searchMessages({ db }: SearchParts, whose: Principal, given: Readonly<Record<string, unknown>>) {
  const query = readQuery(given, KNOWN);
  const status = query.get('status')?.toLowerCase();
  if (status !== undefined && !Object.hasOwn(STATUSES, status)) {
    throw invalid({ status: [`must be one of ${Object.keys(STATUSES).join(', ')}.`] });
  }
  const metadata = [...query].flatMap(([name, value]): [string, string][] =>
    name.startsWith('metadata_') ? [[name.slice('metadata_'.length), value]] : [],
  );
  const { rows, total } = await listRequests(
    db,
    { vendor: 'postmark', whose },
    {
      ...spanIn(query),
      recipient: query.get('recipient'),
      sender: query.get('fromemail'),
      tag: query.get('tag'),
      subject: query.get('subject'),
      stream: query.get('messagestream'),
      isSent: status === undefined ? undefined : STATUSES[status],
      ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
    },
    pageIn(query),
  );
  return { TotalCount: total, Messages: rows.map((row) => presentMessage(row, undefined)) };
}

/**
 * Returns a message with its events, and with its bodies if these are still stored. Throws if the message does not
 * exist.
 */
export async function readDetails(
  parts: SearchParts,
  whose: Principal,
  given: string,
): Promise<Record<string, unknown>> {
  const uuid = uuidOf(given);
  const found = uuid && (await readRequestRecord(parts.db, { vendor: 'postmark', whose }, uuid));
  if (!found) throw failure(CODES.messageNotFound, 'This message was not found or cannot be accessed.');
  const stored = await storedOf(parts, whose, found.row);
  const content = stored && readableContent(stored.row.content);
  return {
    ...presentMessage(found.row, stored),
    TextBody: content?.text ?? '',
    HtmlBody: content?.html ?? '',
    Body: '',
    MessageEvents: found.events.flatMap(presentEvent),
  };
}

/**
 * Returns the stored message. Returns undefined for bulk email and for expired messages, which are deleted earlier than
 * their vendor records.
 */
async function storedOf(
  parts: SearchParts,
  { accountId }: Principal,
  { id, mailing_id: mailingId }: MessageRow,
): Promise<StoredMessage | undefined> {
  if (mailingId !== null) return undefined;
  try {
    return await readMessage(parts, { accountId }, presentId('tm', id));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

function presentMessage(row: MessageRow, stored: StoredMessage | undefined): Record<string, unknown> {
  return {
    MessageID: row.id,
    Tag: row.tags[0] ?? '',
    ...presentHead(stored?.row.head ?? { to: row.recipients, cc: [], bcc: [] }),
    Recipients: row.recipients,
    ReceivedAt: row.created_at.toISOString(),
    From: row.sender,
    Subject: row.subject,
    Attachments: [],
    Status: row.is_sent ? 'Sent' : 'Queued',
    Metadata: row.metadata,
    MessageStream: row.stream ?? OUTBOUND,
    Sandboxed: false,
  };
}

/**
 * Formats the recipients and tracking options. Listings do not load the full messages, so all recipients appear in To
 * and tracking appears as off.
 */
function presentHead({ bcc, cc, to, track }: Pick<StoredMessage['row']['head'], 'bcc' | 'cc' | 'to' | 'track'>) {
  return {
    To: to.map(presentMailbox),
    Cc: cc.map(presentMailbox),
    Bcc: bcc.map(presentMailbox),
    TrackOpens: track?.opens ?? false,
    TrackLinks: track?.clicks ? 'HtmlOnly' : 'None',
  };
}

function presentMailbox(text: string): { readonly Email: string; readonly Name: string } {
  const mailbox = parseMailbox(text);
  return isFault(mailbox) ? { Email: text, Name: '' } : { Email: mailbox.address, Name: mailbox.name ?? '' };
}

const TYPES: Readonly<Partial<Record<EventRow['event'], string>>> = {
  delivered: 'Delivered',
  delayed: 'Transient',
  complained: 'SubscriptionChanged',
  opened: 'Opened',
  clicked: 'LinkClicked',
};

function presentEvent(row: EventRow): Record<string, unknown>[] {
  const { details, event, id, recipient, recorded_at: at } = row;
  const reported = { Recipient: recipient, ReceivedAt: at.toISOString() };
  if (isBounce(row)) {
    return [{ ...reported, Type: 'Bounced', Details: { Summary: details.reason ?? '', BounceID: String(id) } }];
  }
  const type = TYPES[event];
  return type === undefined ? [] : [{ ...reported, Type: type, Details: detailsOf(event, details) }];
}

function detailsOf(event: EventRow['event'], details: EventRow['details']): Record<string, string> {
  switch (event) {
    case 'opened':
      return { Summary: `Email opened with ${details.userAgent ?? ''}` };
    case 'clicked':
      return { Summary: `Link clicked: ${details.url ?? ''}`, Link: details.url ?? '' };
    case 'complained':
      return { Origin: 'Recipient', SuppressSending: 'True' };
    default:
      return { DeliveryMessage: details.reason ?? '', DestinationServer: details.host ?? '', DestinationIP: '' };
  }
}
