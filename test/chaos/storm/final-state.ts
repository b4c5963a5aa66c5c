import type { SentMail } from './history.ts';

const TERMINAL = new Set(['delivered', 'bounced', 'complained', 'failed', 'suppressed']);

/** One entry of a message's timeline. */
export interface TimelineEntry {
  readonly event: string;
  readonly occurredAt: string;
  readonly recipient: string | null;
}

/** What the API says of a message. */
export interface MessageRecord {
  readonly status: string;
  readonly events: readonly TimelineEntry[];
}

/** What the API says at the end of a storm. */
export interface FinalState {
  /** Accepted messages by id; a message that the API denies is missing. */
  readonly records: ReadonlyMap<string, MessageRecord>;
  /** Ids that arrived and that no answer had named: undefined for those that the API denies. */
  readonly strangers: ReadonlyMap<string, MessageRecord | undefined>;
  /** Of the account with the small quota: what it used, may use and has left, and the recipients of all its messages. */
  readonly quota: {
    readonly used: number;
    readonly limit: number;
    readonly remaining: number;
    readonly stored: number;
  };
  /** From the end of the storm to the last outcome. */
  readonly drainMs: number;
}

/** Whether every recipient of a mail has come to an end. */
export function isFinished(mail: SentMail, record: MessageRecord | undefined): boolean {
  if (!record) return false;
  const ended = new Set(record.events.filter(({ event }) => TERMINAL.has(event)).map(({ recipient }) => recipient));
  return mail.recipients.every((recipient) => ended.has(recipient));
}
