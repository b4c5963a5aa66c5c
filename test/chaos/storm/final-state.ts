import type { SentMail } from './history.ts';

const TERMINAL = new Set(['delivered', 'bounced', 'complained', 'failed', 'suppressed']);

export interface TimelineEntry {
  readonly event: string;
  readonly occurredAt: string;
  readonly recipient: string | null;
}

/** A message as returned by the API. */
export interface MessageRecord {
  readonly status: string;
  readonly events: readonly TimelineEntry[];
}

/** Data that the API returned at the end of a storm. */
export interface FinalState {
  /** Accepted messages by ID, without messages for which the API returned 404. */
  readonly records: ReadonlyMap<string, MessageRecord>;
  /**
   * Messages that arrived although no API response contained their IDs. The key is the ID, and the value is undefined
   * if the API did not return the message.
   */
  readonly strangers: ReadonlyMap<string, MessageRecord | undefined>;
  /**
   * The account with the small quota: its used, allowed, and remaining quota, and the number of recipients of all its
   * messages.
   */
  readonly quota: {
    readonly used: number;
    readonly limit: number;
    readonly remaining: number;
    readonly stored: number;
  };
  /** Milliseconds from the end of the storm until all messages were final or overdue. */
  readonly drainMs: number;
}

/** Returns whether every recipient of a message has a final status. */
export function isFinished(mail: SentMail, record: MessageRecord | undefined): boolean {
  if (!record) return false;
  const ended = new Set(record.events.filter(({ event }) => TERMINAL.has(event)).map(({ recipient }) => recipient));
  return mail.recipients.every((recipient) => ended.has(recipient));
}
