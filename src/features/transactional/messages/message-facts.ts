import type { Db } from '../../../base/db.ts';
import { hexOfUuid, presentId, rangeOfUuids, timeOfUuid } from '../../../base/ids.ts';
import { domainOf, isFault, parseMailbox } from '../../../mail/address.ts';
import { factsOf, type FactsRow } from './queries.ts';
import { statusCode, statusOf, STATUSES, type MessageStatus } from './status.ts';

interface Facts {
  readonly message: {
    readonly id: string;
    readonly from: string;
    readonly to: readonly string[];
    readonly subject: string;
    readonly tag: string | null;
    /** All tags as name-value pairs, for clients that set more than one tag. */
    readonly tags: readonly { readonly name: string; readonly value: string }[];
    readonly headers: Readonly<Record<string, string>>;
    readonly createdAt: Date;
    /** Message-ID with angle brackets. */
    readonly messageIdHeader: string;
  };
  /** Status of the message directly after the event. */
  readonly status: MessageStatus;
}

/** Number of space-separated words in each timeline entry: ID, recipient, and event name. */
const WORDS_AN_ENTRY = 3;
/** Maximum number of senders whose domain is cached. */
const MAX_SENDERS = 1_000;

interface TimelineEntry {
  readonly id: string;
  readonly recipientNo: number;
  readonly event: string;
}

/**
 * Creates a function that loads the messages of an account's events by event ID, each with its status directly after
 * the event. Events of deleted messages have no entry.
 */
export function createMessageFacts(
  db: Db,
): (
  accountId: number,
  events: readonly { readonly id: string; readonly messageId: string }[],
) => Promise<Map<string, Facts>> {
  const domainOfSender = createSenders();
  return async (accountId, events) => {
    if (events.length === 0) return new Map();
    const ids = [...new Set(events.map(({ messageId }) => messageId))];
    const rows = await factsOf(db, accountId, ids, ...rangeOfUuids(ids));
    const known = new Map(rows.map((row) => [row.id, { row, message: presentMessage(row, domainOfSender) }]));
    return new Map(
      events.flatMap(({ id, messageId }): [string, Facts][] => {
        const found = known.get(messageId);
        if (!found) return [];
        return [[id, { message: found.message, status: statusAfter(timelineOf(found.row), id, found.row.recipients) }]];
      }),
    );
  };
}

/**
 * Returns the status of a message directly after an event. `timeline` must be in chronological order. If it does not
 * contain the event, returns the status after its last event. Pure.
 */
export function statusAfter(
  timeline: readonly TimelineEntry[],
  eventId: string,
  recipientCount: number,
): MessageStatus {
  const at = timeline.findIndex(({ id }) => id === eventId);
  const past = at < 0 ? timeline : timeline.slice(0, at + 1);
  const states = new Map<number, MessageStatus>();
  for (const { event, recipientNo } of past) {
    const status = STATUSES.find((known) => known === event);
    // Opens, clicks and delays do not change a recipient's status.
    if (status) states.set(recipientNo, status);
  }
  const codes = [...states.values()].map(statusCode);
  if (states.size < recipientCount || codes.length === 0) codes.push(statusCode('queued'));
  return statusOf(Math.max(...codes));
}

function timelineOf({ timeline }: FactsRow): TimelineEntry[] {
  const words = timeline === null ? [] : timeline.split(' ');
  const entries: TimelineEntry[] = [];
  for (let at = 0; at + WORDS_AN_ENTRY <= words.length; at += WORDS_AN_ENTRY) {
    const [id = '', recipientNo, event = ''] = words.slice(at, at + WORDS_AN_ENTRY);
    entries.push({ id, recipientNo: Number(recipientNo), event });
  }
  return entries;
}

/** Creates a function that returns the domain of a stored sender. Caches the results. */
function createSenders(): (sender: string) => string {
  const known = new Map<string, string>();
  return (sender) => {
    const read = known.get(sender);
    if (read !== undefined) return read;
    const mailbox = parseMailbox(sender);
    if (isFault(mailbox)) throw new Error(`Cannot parse the stored sender: ${mailbox.fault}`);
    const domain = domainOf(mailbox.address);
    if (known.size >= MAX_SENDERS) known.clear();
    known.set(sender, domain);
    return domain;
  };
}

function presentMessage(
  { head, id, sender, subject, tag }: FactsRow,
  domainOfSender: (sender: string) => string,
): Facts['message'] {
  return {
    id: presentId('tm', id),
    from: sender,
    to: head.to,
    subject,
    tag,
    tags: head.tags ?? [],
    headers: head.headers,
    createdAt: new Date(timeOfUuid(id)),
    messageIdHeader: `<${messageIdOf(id, domainOfSender(sender))}>`,
  };
}

/** Returns the Message-ID of a message, without angle brackets: the hex digits of its ID, at the sender's domain. */
export function messageIdOf(id: string, domain: string): string {
  return `${hexOfUuid(id)}@${domain}`;
}
