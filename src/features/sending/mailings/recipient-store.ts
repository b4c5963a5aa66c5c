/** Values of a recipient's slots by name. */
export type Values = Readonly<Record<string, string>>;

/** More than all engines of a process hold at once. */
const MAX_STORED = 5_000;

/** What a mail is composed from, of one recipient. */
export interface StoredRecipient {
  readonly recipient: string;
  readonly values: Values;
  /** What the owner of the mailing knows the recipient by. */
  readonly ref: number | null;
  /** When a recipient of an open mailing was added. */
  readonly queuedAt?: Date | null;
  /** Whether it was found, when it was read, that the recipient is not to be sent to any more. */
  readonly isUnwanted?: boolean;
}

/** Values of the recipients of leased chunks: read with the lease, wanted when the mail is composed. */
export interface RecipientStore {
  set(lotId: string, recipientNo: number, recipient: StoredRecipient): void;
  get(lotId: string, recipientNo: number): StoredRecipient | undefined;
  remove(lotId: string, recipientNo: number): void;
}

/** An empty store; it forgets the oldest of more than 5,000 recipients, who are then read again. */
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
