/** Values of a recipient's slots by name. */
export type Values = Readonly<Record<string, string>>;

/** More than all engines of a process hold at once. */
const MAX_STORED = 5_000;

/** Values of the recipients of leased chunks: read with the lease, wanted when the mail is composed. */
export interface RecipientStore {
  set(mailingId: string, recipientNo: number, recipient: string, values: Values): void;
  get(mailingId: string, recipientNo: number): { readonly recipient: string; readonly values: Values } | undefined;
  remove(mailingId: string, recipientNo: number): void;
}

/** An empty store; it forgets the oldest of more than 5,000 recipients, who are then read again. */
export function createRecipientStore(): RecipientStore {
  const stored = new Map<string, { readonly recipient: string; readonly values: Values }>();
  return {
    set(mailingId, recipientNo, recipient, values) {
      stored.set(keyOf(mailingId, recipientNo), { recipient, values });
      if (stored.size <= MAX_STORED) return;
      const oldest = stored.keys().next().value;
      if (oldest !== undefined) stored.delete(oldest);
    },
    get: (mailingId, recipientNo) => stored.get(keyOf(mailingId, recipientNo)),
    remove: (mailingId, recipientNo) => void stored.delete(keyOf(mailingId, recipientNo)),
  };
}

function keyOf(mailingId: string, recipientNo: number): string {
  return `${mailingId}.${recipientNo}`;
}
