import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { parseId } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import { domainOf, isFault, parseMailbox } from '../../../mail/address.ts';
import { presentMessage } from './present.ts';
import { withReadableHead } from './readable-head.ts';
import { eventsOf, findMessage, recipientsOf, type EventRow, type MessageRow, type RecipientRow } from './queries.ts';

/** Returns the UUID of a public message ID, or undefined if the ID is invalid. */
export function parseMessageId(id: string, nowMs: number): string | undefined {
  return parseId('tm', id, nowMs);
}

export interface StoredMessage {
  readonly row: MessageRow;
  readonly recipients: readonly RecipientRow[];
  readonly events: readonly EventRow[];
}

/**
 * Returns the record of an account's message, with its timeline. Throws not_found, including for messages of other
 * accounts.
 */
export async function lookUpMessage(parts: { readonly db: Db; readonly clock: Clock }, whose: Whose, id: string) {
  const { events, recipients, row } = await readMessage(parts, whose, id);
  return presentMessage(row, recipients, events);
}

/** Limits access to the messages of an account, or to those sent from one of its domains. */
export interface Whose {
  readonly accountId: number;
  readonly domain?: string | undefined;
}

/** Returns a message by its public ID. Throws not_found, including for messages of another account or domain. */
export async function readMessage(
  parts: { readonly db: Db; readonly clock: Clock },
  { accountId, domain }: Whose,
  id: string,
): Promise<StoredMessage> {
  const uuid = parseMessageId(id, parts.clock.now());
  if (!uuid) throw new Refusal('not_found');
  const [row] = await findMessage(parts.db, accountId, uuid);
  if (!row || (domain !== undefined && !isSentFrom(row.sender, domain))) throw new Refusal('not_found');
  const recipients = await recipientsOf(parts.db, accountId, [uuid]);
  return { row: withReadableHead(row), recipients, events: await eventsOf(parts.db, accountId, [uuid]) };
}

function isSentFrom(sender: string, domain: string): boolean {
  const mailbox = parseMailbox(sender);
  return !isFault(mailbox) && domainOf(mailbox.address) === domain;
}
