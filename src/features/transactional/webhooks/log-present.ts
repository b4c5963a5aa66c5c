import { presentId, timeOfUuid } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { requestOf } from './attempt.ts';
import type { attemptSchema, deliverySchema, fullDeliverySchema } from './log-docs.ts';
import type { AttemptFigures, AttemptRow, DeliveryRow, LogRow, WaitingRow, WebhookStateRow } from './log-queries.ts';
import { DELIVERY_PREFIX, REPLAY_PREFIX } from './log-schema.ts';
import { createSigner } from './signature.ts';
import { DELIVERY_STATES, WEBHOOK_FORMATS, type DeliveryState, type WebhookFormat } from './types.ts';

/** Placeholder for signatures, which are not stored. */
const NOT_KEPT = '(not kept)';
const UNSIGNED = createSigner({ secrets: [], hasSingleSignature: false, hasBothSignatures: false });

/** Formats a delivery for a page of the log. */
export function presentDelivery(row: LogRow): AnswerOf<typeof deliverySchema> {
  return {
    id: presentId(DELIVERY_PREFIX, row.id),
    event_id: presentId('whd', row.event_id),
    event: row.event,
    message_id: row.message_id === null ? null : presentId('tm', row.message_id),
    recipient: row.recipient,
    tag: row.tag,
    test: row.is_test,
    state: stateOf(row.state),
    // The stored status 0 means that there was no response.
    answer: row.answer === 0 ? null : row.answer,
    attempt_count: row.attempts,
    next_attempt_at: row.next_at?.toISOString() ?? null,
    url: row.url,
    replay_id: row.replay_id === null ? null : presentId(REPLAY_PREFIX, row.replay_id),
    occurred_at: row.occurred_at.toISOString(),
    created_at: new Date(timeOfUuid(row.id)).toISOString(),
  };
}

/** Returns the name of a state. Throws for unknown codes. */
function stateOf(code: number): DeliveryState {
  const state = DELIVERY_STATES[code];
  if (state === undefined) throw new Error(`Unknown delivery state: ${code}`);
  return state;
}

/** Formats a delivery with its attempts and exact body, if an attempt was made. */
export function presentDeliveryInFull(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
): AnswerOf<typeof fullDeliverySchema> {
  const format = WEBHOOK_FORMATS.find((known) => known === row.format);
  return {
    ...presentDelivery(row),
    format: format ?? null,
    body: row.body?.toString('utf8') ?? null,
    attempts: attempts.map((attempt) => presentAttempt(attempt, format, row.event_id)),
  };
}

function presentAttempt(
  attempt: AttemptRow,
  format: WebhookFormat | undefined,
  eventId: string,
): AnswerOf<typeof attemptSchema> {
  return {
    number: attempt.attempt_no,
    started_at: attempt.started_at.toISOString(),
    duration_ms: attempt.duration_ms,
    url: attempt.url,
    // Nothing was sent if this server could not create the request (`Unsent` in schedule.ts).
    request_headers: format && !attempt.fault?.startsWith('unsent: ') ? sentHeaders(format, eventId, attempt) : {},
    answer: attempt.answer === 0 ? null : attempt.answer,
    answer_headers: attempt.answer_headers,
    answer_body: attempt.answer_body,
    fault: attempt.fault,
  };
}

/** Returns the headers of an attempt, with its time and a placeholder for each signature. */
function sentHeaders(format: WebhookFormat, eventId: string, { started_at, url }: AttemptRow): Record<string, string> {
  const delivery = { body: Buffer.alloc(0), eventId, format, url };
  const { headers } = requestOf(delivery, UNSIGNED, started_at.getTime());
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]): [string, string] => {
      if (value === '') return [name, `v1,${NOT_KEPT}`];
      return [name, value.startsWith('t=') ? `${value},v1=${NOT_KEPT}` : value];
    }),
  );
}

/** Formats the health of a webhook. */
export function presentHealth(
  webhook: WebhookStateRow,
  queue: WaitingRow | undefined,
  figures: AttemptFigures | undefined,
) {
  return {
    state: webhook.state,
    disabled_by: webhook.disabled_by,
    disabled_at: shown(webhook.disabled_at),
    failing_since: shown(webhook.failing_since),
    failures: webhook.failures,
    last_success_at: shown(webhook.last_success_at),
    last_failure_at: shown(webhook.last_failure_at),
    last_failure: webhook.last_failure,
    waiting: queue?.waiting ?? 0,
    due_since: shown(queue?.due_since),
    last_24_hours: presentFigures(figures),
  };
}

function presentFigures(figures: AttemptFigures | undefined) {
  const { attempts = 0, received = 0, median_ms = null, p95_ms = null } = figures ?? {};
  return {
    attempts,
    received,
    success_rate: attempts === 0 ? null : Math.round((received / attempts) * 10_000) / 100,
    median_ms: median_ms === null ? null : Math.round(median_ms),
    p95_ms: p95_ms === null ? null : Math.round(p95_ms),
  };
}

function shown(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}
