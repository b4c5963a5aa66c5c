import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { presentId, timeOfUuid } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import { domainOf, isFault, parseMailbox } from '../../../mail/address.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import { listAttempts } from '../../sending/delivery/index.ts';
import { messageIdOf, readMessage, statusOf, type StoredMessage } from '../messages/index.ts';
import { legsOf } from './legs.ts';
import { recipientStates } from './queries.ts';
import { signaturesOf, type RouteParts } from './route-view.ts';
import type { SharedRoute } from './share-page.ts';
import { findShare } from './share-queries.ts';
import { lookupOf } from './share-token.ts';
import { outcomeInWords, sharedLegsOf } from './share-view.ts';

export interface OpenParts extends Pick<RouteParts, 'signingKeys'> {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Returns the content of the page that a link opens, in the language of `texts`. Returns undefined if the link is
 * unknown, expired, or revoked, or if the message was deleted.
 */
export async function openShare(parts: OpenParts, token: string, texts: Texts): Promise<SharedRoute | undefined> {
  const { accountId, tokenHash } = lookupOf(token);
  const [share] = await findShare(parts.db, accountId, tokenHash);
  if (!share) return undefined;
  const { expires_at: expiresAt, message_id: messageId, recipient_no: recipientNo } = share;
  // Read the state before the events, as in `readRoute`.
  const states = await recipientStates(parts.db, accountId, messageId);
  const stored = await readKept(parts, accountId, messageId);
  const state = states.find((each) => each.recipient_no === recipientNo);
  const sender = stored && parseMailbox(stored.row.sender);
  if (!sender || !state || isFault(sender)) return undefined;
  const [attempts, signatures] = await Promise.all([
    listAttempts(parts.db, accountId, messageId),
    signaturesOf(parts, accountId, stored.row.sender),
  ]);
  const fromDomain = domainOf(sender.address);
  const acceptedAtMs = timeOfUuid(messageId);
  return {
    fromDomain,
    recipient: state.recipient,
    messageIdHeader: `<${messageIdOf(messageId, fromDomain)}>`,
    acceptedAt: new Date(acceptedAtMs).toISOString(),
    outcome: outcomeInWords(texts, statusOf(state.status)),
    nextAttemptAt: state.next_at?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    // Do not read the sender, the number of other recipients, and the notified webhooks, because the page must not show
    // them.
    legs: sharedLegsOf(
      texts,
      legsOf({
        acceptedAtMs,
        recipients: 1,
        by: null,
        signatures,
        nextAttemptAt: state.next_at,
        attempts: attempts.filter(({ recipient }) => recipient === state.recipient),
        events: stored.events.filter((event) => event.recipient_no === recipientNo),
        webhooks: [],
      }),
    ),
  };
}

/** Returns the message, or undefined if it was deleted before the link expired. */
async function readKept(parts: OpenParts, accountId: number, messageId: string): Promise<StoredMessage | undefined> {
  try {
    return await readMessage(parts, { accountId }, presentId('tm', messageId));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}
