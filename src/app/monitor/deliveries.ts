import type { Database } from '../../base/db.ts';
import { presentId, timeOfUuid } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { parseTraceparent, type TraceContext } from '../../base/tracing/context.ts';
import { providerOf, type Claim, type RecordedAttempt } from '../../features/sending/delivery/index.ts';
import { tracesOf } from '../../features/transactional/messages/for-delivery.ts';
import type { FinishedWebhook } from '../../features/transactional/webhooks/for-delivery.ts';
import type { Monitor } from './monitor.ts';
import type { Tracer } from './tracer.ts';

/** Maximum number of concurrent queries for trace contexts. Delivery needs the remaining database connections. */
const MAX_POLLS = 2;
const NO_REASON = 'none';

/** Receives the monitored events of a delivery process. */
export interface DeliveryWatch {
  /** Reports recipients that the process has claimed. */
  claimed(claims: readonly Claim[]): void;
  /** Reports recorded attempts of an account. */
  recorded(accountId: number, attempts: readonly RecordedAttempt[]): void;
  /** Reports a finished webhook request. */
  webhookSent(finished: FinishedWebhook): void;
}

/**
 * Creates a watch that counts, traces, and logs delivery attempts and webhook requests. Returns undefined if metrics,
 * tracing, and the `debug` log are off.
 */
export function watchDeliveries(
  monitor: Monitor,
  { db, isLogged, log }: { readonly db: Database; readonly log: Log; readonly isLogged: boolean },
): DeliveryWatch | undefined {
  const { delivery, tracer } = monitor;
  if (!delivery && !tracer && !isLogged) return undefined;
  const places = tracer ? createPlaces(db) : undefined;
  return {
    claimed(claims) {
      if (!delivery) return;
      for (const { attempts, mailClass, taken } of claims) {
        if (attempts === 0 && taken === 1) delivery.begun(mailClass);
      }
    },
    recorded(accountId, attempts) {
      for (const attempt of attempts) {
        delivery?.attempted(countedOf(attempt));
        if (isLogged) log.debug('Attempted', { accountId, ...loggedOf(attempt) });
      }
      if (tracer && places) void traceAttempts({ tracer, places }, accountId, attempts);
    },
    webhookSent(finished) {
      const seconds = (finished.finishedAtMs - finished.startedAtMs) / 1_000;
      delivery?.webhookSent(finished.verdict, seconds);
      if (tracer && places) void traceWebhook({ tracer, places }, finished);
    },
  };
}

function countedOf({ recorded }: RecordedAttempt) {
  const { bounceClass, finishedAt, host, kind, mailClass, messageId, route } = recorded;
  return {
    mailClass,
    outcome: kind,
    provider: providerOf(host ?? '').name,
    route,
    reason: bounceClass ?? NO_REASON,
    deliveredAfterSeconds:
      kind === 'delivered' ? Math.max(0, (finishedAt.getTime() - timeOfUuid(messageId)) / 1_000) : undefined,
  };
}

function loggedOf({ recorded, row }: RecordedAttempt) {
  const { kind, mailClass, messageId, recipientNo, route, status } = recorded;
  const id = mailClass === 'transactional' ? presentId('tm', messageId) : messageId;
  return {
    messageId: id,
    recipientNo,
    class: mailClass,
    attempt: row.claim.attempts + 1,
    outcome: kind,
    status,
    route,
  };
}

/**
 * Resolves with the trace contexts in which messages were accepted, by message ID. Omits messages whose context is
 * unknown.
 */
type Places = (accountId: number, messageIds: readonly string[]) => Promise<ReadonlyMap<string, TraceContext>>;

function createPlaces(db: Database): Places {
  let looks = 0;
  return async (accountId, messageIds) => {
    if (looks >= MAX_POLLS || messageIds.length === 0) return new Map();
    looks += 1;
    try {
      const rows = await tracesOf(db, accountId, [...new Set(messageIds)]);
      return new Map(rows.flatMap(({ id, trace }) => placeOf(id, trace)));
    } catch {
      // Ignore errors, because delivery must not depend on tracing.
      return new Map();
    } finally {
      looks -= 1;
    }
  };
}

function placeOf(id: string, trace: string): [string, TraceContext][] {
  const context = parseTraceparent(trace);
  return context ? [[id, context]] : [];
}

interface Tracing {
  readonly tracer: Tracer;
  readonly places: Places;
}

async function traceAttempts(
  { places, tracer }: Tracing,
  accountId: number,
  attempts: readonly RecordedAttempt[],
): Promise<void> {
  const ofMessages = attempts.filter(({ recorded }) => recorded.mailClass === 'transactional');
  const known = await places(
    accountId,
    ofMessages.map(({ recorded }) => recorded.messageId),
  );
  for (const { recorded, row } of attempts) {
    const { finishedAt, host, kind, mailClass, messageId, recipientNo, route, status } = recorded;
    const parent = known.get(messageId);
    // Transactional messages are traced only in the context of their request.
    if (mailClass === 'transactional' && !parent) continue;
    const context = tracer.begin(parent, traceIdOf(messageId, recipientNo));
    tracer.record({
      context,
      parentSpanId: parent?.spanId,
      name: 'deliver',
      kind: 'client',
      startedAtMs: row.details.startedAtMs,
      endedAtMs: finishedAt.getTime(),
      hasFailed: kind === 'failed' || kind === 'bounced',
      attributes: {
        'postrider.account.id': accountId,
        'postrider.message.id': mailClass === 'transactional' ? presentId('tm', messageId) : messageId,
        'postrider.recipient.number': recipientNo,
        'postrider.class': mailClass,
        'postrider.attempt': row.claim.attempts + 1,
        'postrider.outcome': kind,
        'postrider.route': route,
        'postrider.provider': providerOf(host ?? '').name,
        'postrider.status': status ?? undefined,
      },
    });
  }
}

async function traceWebhook({ places, tracer }: Tracing, finished: FinishedWebhook): Promise<void> {
  const { accountId, attempts, event, finishedAtMs, messageId, startedAtMs, status, verdict } = finished;
  const parent = messageId === null ? undefined : (await places(accountId, [messageId])).get(messageId);
  if (!parent) return;
  tracer.record({
    context: tracer.begin(parent),
    parentSpanId: parent.spanId,
    name: 'webhook',
    kind: 'client',
    startedAtMs,
    endedAtMs: finishedAtMs,
    hasFailed: verdict !== 'received',
    attributes: {
      'postrider.account.id': accountId,
      'postrider.message.id': messageId === null ? undefined : presentId('tm', messageId),
      'postrider.webhook.event': event,
      'postrider.attempt': attempts + 1,
      'postrider.outcome': verdict,
      'http.response.status_code': status,
    },
  });
}

/**
 * Returns the trace ID of a bulk email recipient: the ID of the recipient batch combined with the recipient's number.
 * It is the same in all attempts.
 */
function traceIdOf(messageId: string, recipientNo: number): string {
  const hex = messageId.replaceAll('-', '');
  // The lowest 32 bits of a UUIDv7 are random.
  const low = (Number.parseInt(hex.slice(24), 16) ^ recipientNo) >>> 0;
  return hex.slice(0, 24) + low.toString(16).padStart(8, '0');
}
