import type { Tx } from '../../../base/db.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import { keepFiles } from '../../transactional/messages/index.ts';
import { recordVendorEvents } from './append.ts';
import { insertNewMessages, toNewMessage, type NewMessage } from './new-message.ts';
import type { NewVendorEvent, SuppressedBy, VendorSingle } from './types.ts';

type SentFiles = Parameters<typeof keepFiles>[2][number]['files'];

/** The rows to store with a single message: the vendor's record of the message, its files, and its first events. */
export interface SingleRows {
  readonly message: NewMessage;
  readonly files: SentFiles;
  readonly events: readonly Omit<NewVendorEvent, 'messageId'>[];
}

/**
 * Prepares the rows of a single message: first the recipients to whom the message is sent, with their numbers, and then
 * the skipped recipients.
 */
export function singleRowsOf(
  single: VendorSingle,
  recipients: readonly EmailAddress[],
  suppressed: ReadonlyMap<string, SuppressedBy>,
  files: SentFiles,
): SingleRows {
  const { domain, isTest, send, vendor, written } = single;
  const others = send.recipients.filter((address) => suppressed.has(address.toLowerCase()));
  const all = [...recipients, ...others].map((address) => ({ address, asWritten: written.get(address) ?? address }));
  const events = all.flatMap(({ address, asWritten }, recipientNo): SingleRows['events'] => {
    const of = { vendor, domain, recipientNo, recipient: asWritten };
    const accepted = { ...of, event: 'accepted', details: {} } as const;
    const by = suppressed.get(address.toLowerCase());
    return by && !isTest ? [accepted, { ...of, event: 'suppressed', details: { suppressedBy: by } }] : [accepted];
  });
  const message = toNewMessage(
    { ...single, from: send.from, subject: send.subject },
    all.map(({ asWritten }) => ({ address: asWritten, metadata: null })),
  );
  return { message, files, events };
}

/** Stores the rows of messages that the transaction accepts. */
export async function storeSingleRows(
  tx: Tx,
  accountId: number,
  all: readonly { readonly messageId: string; readonly rows: SingleRows }[],
): Promise<void> {
  await keepFiles(
    tx,
    accountId,
    all.map(({ messageId, rows }) => ({ id: messageId, files: rows.files })),
  );
  await insertNewMessages(
    tx,
    accountId,
    all.map(({ messageId, rows }) => ({ id: messageId, message: rows.message })),
  );
  // This call must come last, because it holds a lock on the account's event log until the transaction ends.
  await recordVendorEvents(
    tx,
    accountId,
    all.flatMap(({ messageId, rows }) => rows.events.map((event) => Object.assign({ messageId }, event))),
  );
}
