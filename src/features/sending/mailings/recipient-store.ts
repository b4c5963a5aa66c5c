/** Personalization values of a recipient, by slot name. */
export type Values = Readonly<Record<string, string>>;

/** Maximum number of stored recipients. */
const MAX_STORED = 5_000;

/** The data of one recipient from which a message is composed. */
export interface StoredRecipient {
  readonly recipient: string;
  readonly values: Values;
  /** ID that the owner of the mailing uses for the recipient, such as a contact ID. Null if there is none. */
  readonly ref: number | null;
  /** Time at which the recipient was added to an open mailing. */
  readonly queuedAt?: Date | null;
  /**
   * Whether the recipient was suppressed or excluded when the data was read. If true, no message is sent to the
   * recipient.
   */
  readonly isUnwanted?: boolean;
}

/** The data of recipients in leased chunks. Read when a chunk is leased, and used when the message is composed. */
export interface RecipientStore {
  set(batchId: string, recipientNo: number, recipient: StoredRecipient): void;
  get(batchId: string, recipientNo: number): StoredRecipient | undefined;
  remove(batchId: string, recipientNo: number): void;
}

/**
 * Creates an empty store. Beyond `MAX_STORED` recipients, it drops the oldest ones. Their data is read again when
 * needed.
 */
export function createRecipientStore(): RecipientStore {
  const stored = new Map<string, StoredRecipient>();
  return {
    set(batchId, recipientNo, recipient) {
      stored.set(keyOf(batchId, recipientNo), recipient);
      if (stored.size <= MAX_STORED) return;
      const oldest = stored.keys().next().value;
      if (oldest !== undefined) stored.delete(oldest);
    },
    get: (batchId, recipientNo) => stored.get(keyOf(batchId, recipientNo)),
    remove: (batchId, recipientNo) => void stored.delete(keyOf(batchId, recipientNo)),
  };
}

function keyOf(batchId: string, recipientNo: number): string {
  return `${batchId}.${recipientNo}`;
}
