import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, type Settled } from '../../base/batcher.ts';
import { isUnavailable, type Database, type Tx } from '../../base/db.ts';
import { timeOfUuid } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { finishAttempts } from './queries.ts';
import { DELAYED_AFTER_MS, nextDelayMs } from './retry.ts';
import type { AttemptDetails, Claim, Outcome, OutcomeKind, OutcomeListener, RecordedOutcome } from './types.ts';

const MAX_BATCH = 250;
const RETRY_MS = 250;
/** Under load a commit for every few mails would cost more than the mails: 5 ms more in doubt buy larger ones. */
const GATHER = { count: 64, ms: 5 } as const;

/** Column delivery.status for what an attempt came to; see sql/0003-messages.sql. */
const STATUS: Readonly<Record<Exclude<OutcomeKind, 'deferred'>, number>> = {
  suppressed: 1,
  failed: 2,
  bounced: 3,
  complained: 4,
  delivered: 7,
};
const QUEUED = 5;
const SENT = 6;

/** A finished attempt on its way into the database. */
export interface Finished {
  readonly claim: Claim;
  readonly outcome: Outcome;
  readonly details: AttemptDetails;
}

/** The decision that follows from an outcome. */
interface Decision {
  readonly kind: OutcomeKind;
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly becameDelayed: boolean;
  readonly enhanced: string | null;
  readonly reason: string | null;
}

/** Decides what becomes of a recipient after an attempt: its state, and when it is tried again. Pure. */
export function decide(finished: Finished, random: number): Decision {
  const { claim, outcome, details } = finished;
  const base = { enhanced: outcome.status, reason: outcome.reason, becameDelayed: false, delayMs: undefined };
  if (outcome.kind !== 'deferred') return { ...base, kind: outcome.kind, status: STATUS[outcome.kind] };

  const ageMs = details.finishedAtMs - timeOfUuid(claim.messageId);
  const delayMs = nextDelayMs(claim.attempts + 1, ageMs, random);
  if (delayMs === undefined) {
    const reason = `Given up after ${claim.attempts + 1} attempts in 24 hours: ${outcome.reason ?? 'no answer'}`;
    return { ...base, kind: 'failed', status: STATUS.failed, enhanced: '4.4.7', reason };
  }
  const status = claim.wasSent || outcome.handedOverAtMs !== undefined ? SENT : QUEUED;
  return { ...base, kind: 'deferred', status, delayMs, becameDelayed: !claim.wasDelayed && ageMs >= DELAYED_AFTER_MS };
}

/** Records finished attempts. */
export interface Recorder {
  /** Resolves once the outcome is committed, or is not ours to record any more. Waits out an absent database. */
  record(finished: Finished): Promise<void>;
  /** Resolves when everything is recorded. */
  idle(): Promise<void>;
}

/** Groups what finishes while a commit is under way into the next one: an account's outcomes and their events together. */
export function createRecorder(parts: {
  readonly db: Database;
  readonly log: Log;
  readonly random: () => number;
  readonly onOutcomes: OutcomeListener;
}): Recorder {
  const batcher = createBatcher<Finished, void>({
    flush: async (batch) => {
      const results = new Map<Finished, Settled<void>>();
      const byAccount = Map.groupBy(batch, (finished) => finished.claim.accountId);
      await Promise.all(
        [...byAccount].map(async ([accountId, group]) => {
          for (const [finished, result] of await recordGroup(parts, accountId, group)) results.set(finished, result);
        }),
      );
      return batch.map(
        (finished) => results.get(finished) ?? { ok: false, error: new Error('Outcome without result') },
      );
    },
    bytesOf: () => 1,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH,
    // Bounded by the leases that are held: each has at most one outcome.
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
    gather: GATHER,
  });
  return { record: (finished) => batcher.add(finished), idle: () => batcher.idle() };
}

async function recordGroup(
  parts: Parameters<typeof createRecorder>[0],
  accountId: number,
  group: readonly Finished[],
): Promise<(readonly [Finished, Settled<void>])[]> {
  const decisions = group.map((finished) => decide(finished, parts.random()));
  for (;;) {
    try {
      await parts.db.transaction((tx) => recordInTransaction(tx, accountId, group, decisions, parts.onOutcomes));
      return group.map((finished) => [finished, { ok: true, value: undefined }]);
    } catch (error) {
      if (isUnavailable(error)) {
        // The mail is out; its outcome is kept here until the database is back.
        parts.log.warn('Outcomes wait for the database', { accountId, outcomes: group.length });
        await sleep(RETRY_MS);
        continue;
      }
      if (group.length === 1) {
        parts.log.error('An outcome could not be recorded', { accountId, error });
        return group.map((finished) => [finished, { ok: false, error }]);
      }
      // One outcome that PostgreSQL refuses must not cost the others their record.
      const half = Math.ceil(group.length / 2);
      return [
        ...(await recordGroup(parts, accountId, group.slice(0, half))),
        ...(await recordGroup(parts, accountId, group.slice(half))),
      ];
    }
  }
}

async function recordInTransaction(
  tx: Tx,
  accountId: number,
  group: readonly Finished[],
  decisions: readonly Decision[],
  onOutcomes: OutcomeListener,
): Promise<void> {
  const details = group.map((finished) => finished.details);
  const rows = await finishAttempts(
    tx,
    accountId,
    group.map(({ claim }) => claim.messageId),
    group.map(({ claim }) => claim.recipientNo),
    group.map(({ claim }) => claim.epoch),
    decisions.map((decision) => decision.status),
    decisions.map((decision) => (decision.delayMs === undefined ? null : decision.delayMs / 1000)),
    decisions.map((decision) => decision.becameDelayed),
    details.map((detail) => new Date(detail.startedAtMs)),
    details.map((detail) => new Date(detail.finishedAtMs)),
    decisions.map((decision) => decision.kind),
    details.map((detail) => detail.route),
    details.map((detail) => detail.host),
    details.map((detail) => detail.address),
    details.map((detail) => detail.tls),
    decisions.map((decision) => decision.enhanced),
    decisions.map((decision) => storable(decision.reason)),
    details.map((detail) => storable(detail.conversation) ?? ''),
  );
  const recorded = rows.flatMap(({ position }) => {
    const [finished, decision] = [group[position - 1], decisions[position - 1]];
    return finished && decision ? [toRecorded(finished, decision)] : [];
  });
  if (recorded.length > 0) await onOutcomes(tx, accountId, recorded);
}

function toRecorded({ claim, outcome, details }: Finished, decision: Decision): RecordedOutcome {
  return {
    messageId: claim.messageId,
    recipientNo: claim.recipientNo,
    recipient: claim.recipient,
    kind: decision.kind,
    status: decision.enhanced,
    reason: storable(decision.reason),
    handedOverAt: outcome.handedOverAtMs === undefined ? undefined : new Date(outcome.handedOverAtMs),
    finishedAt: new Date(details.finishedAtMs),
    wasSent: claim.wasSent,
    becameDelayed: decision.becameDelayed,
    route: details.route,
  };
}

/** A server may say anything; PostgreSQL's text takes neither NUL nor half a surrogate pair. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\u0000', '').toWellFormed();
}
