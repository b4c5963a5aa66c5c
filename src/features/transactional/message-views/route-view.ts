import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { leastUuidOf, presentId, timeOfUuid } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import { domainOf, isFault, parseMailbox } from '../../../mail/address.ts';
import type { DkimKey } from '../../../mail/dkim.ts';
import { listAttempts } from '../../sending/delivery/index.ts';
import { parseMessageId, readMessage, statusOf, type StoredMessage } from '../messages/index.ts';
import { legsOf, type SourcedLeg } from './legs.ts';
import type { AcceptedLeg, MessageRoute } from './present.ts';
import { keyName, personName, recipientStates, walking, webhookAttemptsOf, type RecipientStateRow } from './queries.ts';

/**
 * Webhook deliveries for a message are searched from this number of milliseconds before the acceptance of the message
 * until the same number of milliseconds after its last event.
 */
const WEBHOOKS_WITHIN_MS = 3_600_000;

export interface RouteParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns the keys that sign for a domain of the account. Rejects if the domain has no keys. */
  readonly signingKeys: (accountId: number, domain: string) => Promise<readonly DkimKey[]>;
}

/** The route of a message to a recipient, with the source of each leg. */
export interface SourcedRoute extends Omit<MessageRoute, 'legs'> {
  readonly legs: readonly SourcedLeg[];
  readonly recipientNo: number;
}

/**
 * Returns the route of an account's message to one of its recipients, by default the first. Throws not_found if the
 * message or the recipient does not exist.
 */
export async function readRoute(
  parts: RouteParts,
  accountId: number,
  id: string,
  recipient?: string,
): Promise<MessageRoute> {
  const messageId = parseMessageId(id, parts.clock.now());
  if (messageId === undefined) throw new Refusal('not_found');
  // Read the states before the events. If a recipient's status is reported as final, all its events are then included,
  // even if the status becomes final in the meantime.
  const states = await recipientStates(parts.db, accountId, messageId);
  const stored = await readMessage(parts, { accountId }, id);
  const chosen = chooseRecipient(states, recipient);
  const [route] = await routesOf(parts, accountId, stored, [chosen], states);
  if (!route) throw new Refusal('not_found');
  const { legs, recipientNo: _recipientNo, ...about } = route;
  return { ...about, legs: legs.map(({ leg }) => leg) };
}

/** Returns the requested recipient, ignoring case, or the first one. Throws not_found if there is no such recipient. */
export function chooseRecipient<Row extends { readonly recipient: string }>(
  rows: readonly Row[],
  wanted: string | undefined,
): Row {
  const named = wanted?.trim().toLowerCase();
  const chosen = named ? rows.find(({ recipient }) => recipient.toLowerCase() === named) : rows[0];
  if (chosen) return chosen;
  throw new Refusal('not_found', { message: 'This address is not a recipient of the message.' });
}

/**
 * Returns the routes to some recipients of a message. The caller must read the recipients' states before the message,
 * so that the route of a recipient with a final status contains all events.
 */
export async function routesOf(
  parts: RouteParts,
  accountId: number,
  stored: StoredMessage,
  wanted: readonly RecipientStateRow[],
  states: readonly RecipientStateRow[],
): Promise<SourcedRoute[]> {
  const { events, row } = stored;
  const acceptedAtMs = timeOfUuid(row.id);
  const lastAtMs = Math.max(acceptedAtMs, ...events.map(({ occurred_at: at }) => at.getTime()));
  const webhookBounds = [
    leastUuidOf(Math.max(0, acceptedAtMs - WEBHOOKS_WITHIN_MS)),
    leastUuidOf(lastAtMs + WEBHOOKS_WITHIN_MS),
  ] as const;
  const [attempts, webhooks, signatures, by] = await Promise.all([
    listAttempts(parts.db, accountId, row.id),
    walking(parts.db, (tx) => webhookAttemptsOf(tx, accountId, row.id, ...webhookBounds)),
    signaturesOf(parts, accountId, row.sender),
    senderOf(parts.db, accountId, row.head.by),
  ]);
  return wanted.map(({ next_at: nextAttemptAt, recipient, recipient_no: no, status }) => ({
    message_id: presentId('tm', row.id),
    recipient,
    recipientNo: no,
    status: statusOf(status),
    is_final: nextAttemptAt === null,
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    recipients: states.map((state) => ({ recipient: state.recipient, status: statusOf(state.status) })),
    legs: legsOf({
      acceptedAtMs,
      recipients: states.length,
      by,
      signatures,
      nextAttemptAt,
      attempts: attempts.filter((attempt) => attempt.recipient === recipient),
      events: events.filter((event) => event.recipient_no === no),
      webhooks: webhooks.filter((webhook) => webhook.recipient_no === no),
    }),
  }));
}

async function senderOf(db: Db, accountId: number, by: StoredMessage['row']['head']['by']): Promise<AcceptedLeg['by']> {
  if (!by) return null;
  const [known] = by.via === 'key' ? await keyName(db, accountId, by.id) : await personName(db, by.id);
  return { via: by.via, name: known?.name ?? 'a former member' };
}

/** Returns the DKIM signatures for the domain of a sender. Returns an empty array if the domain has no keys. */
export async function signaturesOf(parts: Pick<RouteParts, 'signingKeys'>, accountId: number, sender: string) {
  const mailbox = parseMailbox(sender);
  if (isFault(mailbox)) return [];
  // If the signing keys were deleted, the page explains why it shows no signatures.
  const keys = await parts.signingKeys(accountId, domainOf(mailbox.address)).catch((): readonly DkimKey[] => []);
  return keys.map(({ algorithm, domain, selector }) => ({ domain, selector, algorithm }));
}
