import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { parseId } from '../../base/ids.ts';
import { Refusal } from '../../base/refusal.ts';
import { presentMessage } from './present.ts';
import { eventsOf, findMessage, recipientsOf } from './queries.ts';

/** The UUID behind a message's public id; undefined when it is none. */
export function parseMessageId(id: string, nowMs: number): string | undefined {
  return parseId('tm', id, nowMs);
}

/** The record of an account's message with its timeline. Throws not_found, also for another account's message. */
export async function lookUpMessage(parts: { readonly db: Db; readonly clock: Clock }, accountId: number, id: string) {
  const uuid = parseMessageId(id, parts.clock.now());
  if (!uuid) throw new Refusal('not_found');
  const [row] = await findMessage(parts.db, accountId, uuid);
  if (!row) throw new Refusal('not_found');
  const recipients = await recipientsOf(parts.db, accountId, [uuid]);
  return presentMessage(row, recipients, await eventsOf(parts.db, accountId, [uuid]));
}
