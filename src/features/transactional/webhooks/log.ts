import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import { createUuidGenerator, leastUuidOf, parseId, presentId } from '../../../base/ids.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { presentDelivery, presentDeliveryInFull, presentHealth } from './log-present.ts';
import {
  attemptFigures,
  attemptsOfDelivery,
  countWaiting,
  deliveryById,
  findDeliveries,
  insertTestDelivery,
  resendDelivery,
  webhookState,
  type WebhookStateRow,
} from './log-queries.ts';
import { DELIVERY_PREFIX, type LogRequest } from './log-schema.ts';
import { testEvent } from './test-event.ts';
import type { WebhookEventName } from './events.ts';

/** Maximum number of waiting deliveries that are counted, and of attempts from which the health is calculated. */
export const MAX_COUNTED_WAITING = 10_000;
export const MAX_ATTEMPTS_EXAMINED = 10_000;
const HEALTH_HOURS = 24;

export interface LogParts {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Returns a page of an account's deliveries, newest first, without bodies. `has_more` refers to the requested
 * direction, and `next` is the cursor to continue with. A page examines a limited number of deliveries, so if the
 * filters rarely match, it may have fewer deliveries than requested, or none, and still have a next page.
 */
export async function listDeliveries({ db }: LogParts, accountId: number, { bounds, filters }: LogRequest) {
  const found = await findDeliveries(db, accountId, { ...bounds, limit: bounds.limit + 1 }, filters);
  const isFull = found.rows.length > bounds.limit;
  const page = found.rows.slice(0, bounds.limit);
  const next = isFull ? page.at(-1)?.id : found.stoppedAt;
  return {
    data: (bounds.ascending ? page.toReversed() : page).map(presentDelivery),
    per_page: bounds.limit,
    has_more: next !== undefined,
    next: next === undefined ? null : presentId(DELIVERY_PREFIX, next),
  };
}

/**
 * Returns a delivery with its attempts and the sent bytes, from one snapshot. Throws not_found if the delivery does not
 * exist.
 */
export async function readDelivery({ db, clock }: LogParts, accountId: number, id: string) {
  const uuid = requireDeliveryId(id, clock);
  return db.transaction(
    async (tx) => {
      const row = found((await deliveryById(tx, accountId, uuid))[0]);
      return presentDeliveryInFull(row, await attemptsOfDelivery(tx, accountId, uuid));
    },
    // Use a snapshot, because an attempt that is recorded between the two reads would not match the state that was read
    // first.
    { isSnapshot: true },
  );
}

/**
 * Sends a delivery again, as a copy that is due immediately. Throws not_found if the delivery or the webhook does not
 * exist, and validation_error while the webhook is disabled.
 */
export async function resend({ clock, db }: LogParts, accountId: number, id: string) {
  const uuid = requireDeliveryId(id, clock);
  const row = await db.transaction(async (tx) => {
    found((await deliveryById(tx, accountId, uuid))[0]);
    await requireEnabled(tx, accountId);
    const [made] = await resendDelivery(tx, accountId, uuid);
    return found(made && (await deliveryById(tx, accountId, made.id))[0]);
  });
  return presentDelivery(row);
}

/**
 * Queues a test event about a message, alert, or contact that does not exist. Throws not_found if the account has no
 * webhook, and validation_error while the webhook is disabled.
 */
export async function sendTest({ clock, db }: LogParts, accountId: number, name: WebhookEventName) {
  const nextUuid = createUuidGenerator();
  const now = clock.now();
  const row = await db.transaction(async (tx) => {
    const { format } = await requireEnabled(tx, accountId);
    const ids = { event: nextUuid(now), message: nextUuid(now) };
    const { body, event } = testEvent(name, format, new Date(now), ids);
    const { occurredAt, reason, recipient, status, tag } = event;
    const facts = { eventId: ids.event, event: name, occurredAt, recipient, tag, status, reason };
    const extra = JSON.stringify({ ...event.extra, test: true });
    const [made] = await insertTestDelivery(tx, { accountId, ...facts, extra, body, format });
    return found(made && (await deliveryById(tx, accountId, made.id))[0]);
  });
  return presentDelivery(row);
}

/**
 * Returns the health of the account's webhook. Counts waiting deliveries up to MAX_COUNTED_WAITING. Rates and durations
 * are calculated from the attempts at the webhook's URL in the last 24 hours, among the account's newest
 * MAX_ATTEMPTS_EXAMINED attempts. Throws not_found if the account has no webhook.
 */
export async function readHealth({ clock, db }: LogParts, accountId: number) {
  const webhook = requireWebhook((await webhookState(db, accountId))[0]);
  const [queue] = await countWaiting(db, accountId, MAX_COUNTED_WAITING);
  const since = clock.now() - HEALTH_HOURS * 3_600_000;
  const [figures] = await attemptFigures(
    db,
    accountId,
    webhook.url,
    leastUuidOf(since),
    new Date(since),
    MAX_ATTEMPTS_EXAMINED,
  );
  return presentHealth(webhook, queue, figures);
}

/**
 * Returns the account's webhook. Throws not_found if the account has no webhook, and validation_error if it is
 * disabled.
 */
async function requireEnabled(tx: Tx, accountId: number): Promise<WebhookStateRow> {
  const webhook = requireWebhook((await webhookState(tx, accountId))[0]);
  if (webhook.state === 'enabled') return webhook;
  throw invalid({ webhook: ['is disabled. Enable the webhook first.'] });
}

/** Throws not_found, with a suggestion, if the account has no webhook. */
export function requireWebhook<Row>(row: Row | undefined): Row {
  if (row !== undefined) return row;
  throw new Refusal('not_found', {
    message: 'The account has no webhook.',
    fix: 'To create a webhook, call `PUT /transactional/webhook` with a `url`.',
  });
}

function requireDeliveryId(id: string, clock: Clock): string {
  return found(parseId(DELIVERY_PREFIX, id, clock.now()));
}

function found<Row>(row: Row | undefined): Row {
  if (row !== undefined) return row;
  throw new Refusal('not_found', {
    message: 'The delivery was not found.',
    fix: 'To list recent deliveries, call `GET /transactional/webhook/deliveries`.',
  });
}
