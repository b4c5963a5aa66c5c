import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { parseId } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import { domainOf, isFault, parseMailbox } from '../../../mail/address.ts';
import { presentMessage } from './present.ts';
import { eventsOf, findMessage, recipientsOf, type EventRow, type MessageRow, type RecipientRow } from './queries.ts';

/** The UUID behind a message's public id; undefined when it is none. */
export function parseMessageId(id: string, nowMs: number): string | undefined {
  return parseId('tm', id, nowMs);
}

/** A message as it is stored. */
export interface StoredMessage {
  readonly row: MessageRow;
  readonly recipients: readonly RecipientRow[];
  readonly events: readonly EventRow[];
}

/** The record of an account's message with its timeline. Throws not_found, also for another account's message. */
export async function lookUpMessage(parts: { readonly db: Db; readonly clock: Clock }, whose: Whose, id: string) {
  const { events, recipients, row } = await readMessage(parts, whose, id);
  return presentMessage(row, recipients, events);
}

/** Whose messages are looked at: an account's, or only those that were sent from a domain of it. */
export interface Whose {
  readonly accountId: number;
  readonly domain?: string | undefined;
}

/** A message by its public id. Throws not_found, also for another account's or domain's message. */
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
  return { row, recipients, events: await eventsOf(parts.db, accountId, [uuid]) };
}

function isSentFrom(sender: string, domain: string): boolean {
  const mailbox = parseMailbox(sender);
  return !isFault(mailbox) && domainOf(mailbox.address) === domain;
}
