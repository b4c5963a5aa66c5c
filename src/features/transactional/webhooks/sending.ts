import { setTimeout as sleep } from 'node:timers/promises';
import type { Alarm } from '../../../base/alarm.ts';
import type { Clock } from '../../../base/clock.ts';
import { isUnavailable, type Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { attempt, ATTEMPT_DEADLINE_MS, type FinishedAttempt, type Post, type ReadyDelivery } from './attempt.ts';
import type { AttemptRecorder } from './attempt-record.ts';
import type { ClaimPolicy } from './claim-policy.ts';
import { compose, type LeasedRow } from './compose.ts';
import type { LiveWebhook, WebhookDirectory } from './directory.ts';
import type { Place, Places } from './places.ts';
import { releaseDeliveries, holdClaimed } from './queue-queries.ts';
import type { Running } from './running.ts';
import { verdictOf } from './schedule.ts';
import type { MessageFacts } from './types.ts';

/** Retry interval in milliseconds while the database is unavailable. */
export const DATABASE_RETRY_MS = 500;
/**
 * Duration of a lease in milliseconds. It is longer than the time it takes to make and record an attempt. After a lease
 * ends, other processes take over the deliveries of a killed process.
 */
export const LEASE_MS = 30_000;
/**
 * Milliseconds reserved for recording an attempt. No request is sent if its lease could end before the attempt is
 * recorded.
 */
const RECORD_MS = 5_000;
/** Reasons that the webhook log shows for deliveries that this server cannot send. */
const UNWRITTEN = 'the payload could not be built; the server log contains the reason';
const UNSIGNED = 'the request could not be signed or sent; the server log contains the reason';

export interface WebhookEngineParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: WebhookDirectory;
  readonly facts: MessageFacts;
  readonly post: Post;
  /** Called after each request, before the result is recorded. */
  readonly onAttempt?: ((finished: FinishedWebhook) => void) | undefined;
}

export interface FinishedWebhook {
  readonly accountId: number;
  readonly messageId: string | null;
  readonly event: string;
  /** Number of earlier attempts. */
  readonly attempts: number;
  readonly verdict: ReturnType<typeof verdictOf>;
  /** Status of the response, if there was a response. */
  readonly status: number | undefined;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** State that the sending functions share. */
export interface Sending extends WebhookEngineParts {
  readonly alarm: Alarm;
  readonly places: Places;
  readonly policy: ClaimPolicy;
  readonly recorder: AttemptRecorder;
  readonly running: Running;
  /** Aborts requests in progress. */
  readonly signal: AbortSignal;
  isStopping: boolean;
}

/** A leased row with its slot. */
interface Held {
  readonly row: LeasedRow;
  readonly place: Place;
}

/**
 * Creates the payloads of an account's rows and starts to send them. Does not wait for the responses. Never rejects.
 */
export async function sendAll(
  engine: Sending,
  accountId: number,
  rows: readonly LeasedRow[],
  nowMs: number,
): Promise<void> {
  const held = rows.map((row): Held => ({ row, place: engine.places.take(accountId) }));
  const byId = new Map(held.map((entry) => [entry.row.id, entry]));
  try {
    const webhook = await engine.directory.find(accountId);
    const composed = await compose(engine, accountId, webhook, rows);
    for (const delivery of composed.ready) {
      const entry = byId.get(delivery.id);
      byId.delete(delivery.id);
      if (entry && webhook) void sendOne(engine, { entry, delivery, webhook, leasedAtMs: nowMs });
    }
    recordUnsent(engine, composed.broken, webhook?.url, UNWRITTEN);
    await holdRows(engine, accountId, composed.held);
  } catch (error) {
    const left = [...byId.values()].map(({ row }) => row);
    engine.log.warn('Sending an account’s webhooks failed', { accountId, error: (error as Error).message });
    if (isUnavailable(error)) {
      await sleep(DATABASE_RETRY_MS);
      await release(engine, left, 0);
    } else recordUnsent(engine, left, undefined, UNSIGNED);
  } finally {
    for (const { place } of byId.values()) place.leave();
    if (byId.size > 0) engine.alarm.ring();
  }
}

/**
 * Records a failed attempt for each row that this server cannot send. The cause usually persists, so these rows are
 * retried and expire on the same schedule as rows for a failing receiver.
 */
function recordUnsent(engine: Sending, rows: readonly LeasedRow[], webhookUrl: string | undefined, reason: string) {
  const nowMs = engine.clock.now();
  for (const row of rows) {
    const { account_id: accountId, attempts, body, epoch, event_id: eventId, format, id, url } = row;
    const sent = { accountId, id, eventId, epoch, attempts, body, format };
    const delivery = { ...sent, url: url ?? webhookUrl ?? '', isOwnUrl: url === null };
    const answer = { kind: 'unsent', reason } as const;
    track(engine, engine.recorder.record({ delivery, answer, startedAtMs: nowMs, finishedAtMs: nowMs }));
  }
}

interface Sent {
  readonly entry: Held;
  readonly delivery: ReadyDelivery;
  readonly webhook: LiveWebhook;
  readonly leasedAtMs: number;
}

/** Sends one delivery and records its result. Never rejects. */
async function sendOne(engine: Sending, sent: Sent): Promise<void> {
  engine.running.begin();
  try {
    const turn = sent.entry.place.enter();
    if (turn) await turn;
    const finished = await attemptOnce(engine, sent);
    if (finished) await engine.recorder.record(finished);
  } catch (error) {
    engine.log.error('Webhook delivery failed; waiting for its lease to expire', { error });
  }
  engine.running.end();
}

/**
 * Makes the attempt and releases the slot. Returns undefined if the row was released and there is nothing to record.
 */
async function attemptOnce(engine: Sending, sent: Sent): Promise<FinishedAttempt | undefined> {
  const { clock, log, policy, signal } = engine;
  const { delivery, entry, leasedAtMs, webhook } = sent;
  if (engine.isStopping || clock.now() > leasedAtMs + LEASE_MS - ATTEMPT_DEADLINE_MS - RECORD_MS) {
    entry.place.leave();
    await release(engine, [entry.row], 0);
    return undefined;
  }
  let finished: FinishedAttempt;
  try {
    finished = await attempt(engine, delivery, webhook.sign);
  } catch (error) {
    log.error('Building a webhook request failed', { accountId: delivery.accountId, error });
    entry.place.leave();
    recordUnsent(engine, [entry.row], webhook.url, UNSIGNED);
    return undefined;
  }
  engine.onAttempt?.(reported(entry.row, finished));
  entry.place.leave({ isOk: verdictOf(finished.answer) === 'received', ...finished });
  policy.freed();
  engine.alarm.ring();
  // A request that this process aborted is sent again, because the receiver may not have received it.
  if (!signal.aborted || finished.answer.kind !== 'failed') return finished;
  await release(engine, [entry.row], 0);
  return undefined;
}

function reported(
  { account_id: accountId, attempts, event, message_id: messageId }: LeasedRow,
  finished: FinishedAttempt,
) {
  const { answer, finishedAtMs, startedAtMs } = finished;
  const status = answer.kind === 'answered' ? answer.status : undefined;
  return { accountId, messageId, event, attempts, verdict: verdictOf(answer), status, startedAtMs, finishedAtMs };
}

/** Releases rows of an account. If the database is unavailable, their leases expire instead. */
async function release(engine: Sending, rows: readonly LeasedRow[], delayMs: number): Promise<void> {
  const [first] = rows;
  if (!first) return;
  try {
    await releaseDeliveries(
      engine.db,
      first.account_id,
      rows.map((row) => row.id),
      rows.map((row) => row.epoch),
      delayMs / 1000,
    );
  } catch (error) {
    engine.log.warn('Releasing webhook deliveries failed; waiting for their leases to expire', {
      error: (error as Error).message,
    });
  }
}

async function holdRows({ db }: Sending, accountId: number, rows: readonly LeasedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await holdClaimed(
    db,
    accountId,
    rows.map((row) => row.id),
    rows.map((row) => row.epoch),
  );
}

/** Tracks work until it ends. The work handles its own errors, so a rejection is a bug. */
export function track({ log, running }: Pick<Sending, 'log' | 'running'>, work: Promise<void>): void {
  running.begin();
  work.then(
    () => running.end(),
    (error: unknown) => {
      log.error('Webhook delivery failed; waiting for its lease to expire', { error });
      running.end();
    },
  );
}
