import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { presentId } from '../../../base/ids.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { storable } from '../../../base/stored-text.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, recordAct } from '../../tenants/accounts/index.ts';
import { parseMessageId, readMessage } from '../messages/index.ts';
import { recipientStates } from './queries.ts';
import type { shareSchema } from './share-docs.ts';
import { deleteShare, insertShare, purgeExpiredShares, sharesOfMessage, type ShareRow } from './share-queries.ts';
import { makeShareToken } from './share-token.ts';

/** Maximum number of valid links per message. */
export const MAX_SHARES = 20;
/** Maximum number of rows per statement, so that no statement holds locks for long. */
const PURGED_AT_ONCE = 5_000;

export interface ShareParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Public base URL of this installation. */
  readonly baseUrl: () => string;
}

/** The recipient whose delivery route is shared, and the lifetime of the link in days. */
export interface ShareRequest {
  readonly recipient: string;
  readonly days: number;
}

/**
 * Creates a link to the route of a message to one recipient. The link appears only in this response. Throws not_found
 * if the message does not exist, validation_error if the message has no such recipient, and conflict if it already has
 * MAX_SHARES valid links.
 */
export async function shareRoute(parts: ShareParts, principal: Principal, id: string, wanted: ShareRequest) {
  const { accountId, person } = principal;
  const { row } = await readMessage(parts, { accountId }, id);
  const address = wanted.recipient.trim().toLowerCase();
  const states = await recipientStates(parts.db, accountId, row.id);
  const chosen = states.find(({ recipient }) => recipient.toLowerCase() === address);
  if (!chosen) throw invalid({ recipient: ['must be a recipient of the message.'] });
  const { token, tokenHash } = makeShareToken(accountId);
  const by = person === undefined ? null : storable(person.name);
  const made = await parts.db.transaction(async (tx) => {
    // Lock the account until the commit, so that concurrent requests are counted one after the other.
    await lockAccount(tx, accountId);
    const about = [accountId, row.id, chosen.recipient_no, tokenHash, by, wanted.days, MAX_SHARES] as const;
    const [share] = await insertShare(tx, ...about);
    if (!share) throw tooMany();
    await recordAct(tx, principal, {
      action: 'message_share.create',
      subject: `${presentId('tm', row.id)} to ${chosen.recipient}`,
      after: { expires_at: share.expires_at.toISOString() },
    });
    return share;
  });
  return { ...presentShare(made, chosen.recipient), url: `${parts.baseUrl()}/route/${token}` };
}

/**
 * Returns the valid links of a message, newest first, without their tokens. Throws not_found if the message does not
 * exist.
 */
export async function listShares(parts: ShareParts, accountId: number, id: string) {
  const { row } = await readMessage(parts, { accountId }, id);
  const states = await recipientStates(parts.db, accountId, row.id);
  const recipients = new Map(states.map((state) => [state.recipient_no, state.recipient]));
  const shares = await sharesOfMessage(parts.db, accountId, row.id);
  return shares.map((share) => presentShare(share, recipients.get(share.recipient_no) ?? ''));
}

/**
 * Revokes a link to the route of a message. The link is then treated as nonexistent. Throws not_found if the message or
 * the link does not exist.
 */
export async function revokeShare(
  { clock, db }: ShareParts,
  principal: Principal,
  id: string,
  shareId: string | undefined,
): Promise<void> {
  const { accountId } = principal;
  const messageId = parseMessageId(id, clock.now());
  if (!messageId) throw new Refusal('not_found');
  await db.transaction(async (tx) => {
    const [deleted] = await deleteShare(tx, accountId, messageId, objectIdOf(shareId));
    if (!deleted) throw new Refusal('not_found', { message: 'The link was not found.' });
    await recordAct(tx, principal, {
      action: 'message_share.revoke',
      subject: presentId('tm', messageId),
      before: { expires_at: deleted.expires_at.toISOString() },
    });
  });
}

/** Deletes expired links of all accounts. */
export async function purgeShares(db: Database): Promise<void> {
  for (;;) {
    if ((await purgeExpiredShares(db, PURGED_AT_ONCE)).length < PURGED_AT_ONCE) return;
  }
}

function presentShare(share: ShareRow, recipient: string): AnswerOf<typeof shareSchema> {
  return {
    id: share.id,
    recipient,
    created_by: share.created_by,
    created_at: share.created_at.toISOString(),
    expires_at: share.expires_at.toISOString(),
  };
}

function tooMany(): Refusal {
  return new Refusal('conflict', {
    message: `The message already has ${MAX_SHARES} links.`,
    fix: 'Revoke a link that you no longer need.',
  });
}
