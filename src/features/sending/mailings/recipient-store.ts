/** Values of a recipient's slots by name. */
export type Values = Readonly<Record<string, string>>;

/** More than all engines of a process hold at the same time. */
const MAX_STORED = 5_000;

/** The data of one recipient that a message is composed from. */
export interface StoredRecipient {
  readonly recipient: string;
  readonly values: Values;
  /** The ID by which the owner of the mailing knows the recipient. */
  readonly ref: number | null;
  /** When a recipient of an open mailing was added. */
  readonly queuedAt?: Date | null;
  /** Whether the recipient must no longer be sent to, as determined when it was read. */
  readonly isUnwanted?: boolean;
}

/** The data of recipients of leased chunks, read with the lease and used when the message is composed. */
export interface RecipientStore {
  set(lotId: string, recipientNo: number, recipient: StoredRecipient): void;
  get(lotId: string, recipientNo: number): StoredRecipient | undefined;
  remove(lotId: string, recipientNo: number): void;
}

/** Creates an empty store. With more than 5,000 recipients, it drops the oldest, which are then read again. */
export function createRecipientStore(): RecipientStore {
  const stored = new Map<string, StoredRecipient>();
  return {
    set(lotId, recipientNo, recipient) {
      stored.set(keyOf(lotId, recipientNo), recipient);
      if (stored.size <= MAX_STORED) return;
      const oldest = stored.keys().next().value;
      if (oldest !== undefined) stored.delete(oldest);
    },
    get: (lotId, recipientNo) => stored.get(keyOf(lotId, recipientNo)),
    remove: (lotId, recipientNo) => void stored.delete(keyOf(lotId, recipientNo)),
  };
}

function keyOf(lotId: string, recipientNo: number): string {
  return `${lotId}.${recipientNo}`;
}
