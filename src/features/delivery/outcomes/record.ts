import { setTimeout as sleep } from 'node:timers/promises';
import { storable } from '../../../base/stored-text.ts';
import { createBatcher, type Settled } from '../../../base/batcher.ts';
import { isUnavailable, sqlStateOf, type Database, type Tx } from '../../../base/db.ts';
import { rangeOfUuids } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { decide, type Decision, type Finished } from './decision.ts';
import type { Journal } from '../journal/index.ts';
import { finishAttempts } from '../queue/queries.ts';
import type { ChunkQueue, Claim, FinishedRow, Outcome, OutcomeListener, RecordedOutcome } from '../types.ts';

const MAX_BATCH = 250;
const RETRY_MS = 250;
/** Serialisation failure and deadlock: nothing is wrong with the outcome, and given up it would be sent a second time. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
/** Under load a commit for every few mails would cost more than the mails: some ms more in doubt buy larger ones. */
const GATHER = { count: 128, ms: 20 } as const;

/** Records finished attempts. */
export interface Recorder {
  /** Resolves once the outcome is committed, or is not ours to record any more. Waits out an absent database. */
  record(finished: Finished): Promise<void>;
  /** Resolves when everything is recorded. */
  idle(): Promise<void>;
}

interface RecorderParts {
  readonly db: Database;
  readonly log: Log;
  readonly random: () => number;
  readonly onOutcomes: OutcomeListener;
  /** Told after each commit, of its account. */
  readonly onRecorded?: (accountId: number) => void;
  readonly chunks?: ChunkQueue;
  readonly journal?: Pick<Journal, 'committed'>;
}

/** Groups what finishes while a commit is under way into the next one: an account's outcomes and their events together. */
export function createRecorder(parts: RecorderParts): Recorder {
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

/**
 * What is recorded of a mail whose end was written and whose answer nobody heard, because the process died: it is tried
 * again at once, with the same Message-ID, and its attempts say that it may arrive twice.
 */
export function inDoubt(claim: Claim, diedAtMs: number): Finished {
  const outcome: Outcome = {
    kind: 'deferred',
    status: '4.4.2',
    reason: 'The delivery process died before the server answered; the server may have taken the mail',
    bounceClass: 'transient',
    handedOverAtMs: diedAtMs,
    retryAtOnce: true,
  };
  const nowhere = { host: null, address: null, tls: null, conversation: '' };
  return { claim, outcome, details: { ...nowhere, startedAtMs: diedAtMs, finishedAtMs: diedAtMs, route: 'direct' } };
}

async function recordGroup(
  parts: RecorderParts,
  accountId: number,
  group: readonly Finished[],
): Promise<(readonly [Finished, Settled<void>])[]> {
  const decisions = group.map((finished) => decide(finished, parts.random()));
  for (;;) {
    try {
      await parts.db.transaction((tx) => recordInTransaction(tx, accountId, group, decisions, parts));
      parts.onRecorded?.(accountId);
      for (const finished of group) parts.journal?.committed(finished);
      return group.map((finished) => [finished, { ok: true, value: undefined }]);
    } catch (error) {
      if (isUnavailable(error) || TO_BE_REPEATED.includes(sqlStateOf(error) ?? '')) {
        // The mail is out; its outcome is kept here until the database is back.
        parts.log.warn('Outcomes wait for the database', { accountId, outcomes: group.length });
        await sleep(RETRY_MS);
        continue;
      }
      if (group.length === 1) {
        parts.log.error('An outcome could not be recorded', { accountId, error });
        for (const finished of group) parts.journal?.committed(finished);
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
  { chunks, onOutcomes }: RecorderParts,
): Promise<void> {
  const entries = group.flatMap((finished, index) => {
    const decision = decisions[index];
    return decision ? [{ finished, row: toRow(finished, decision) }] : [];
  });
  const ofQueue = entries.filter(({ finished }) => !finished.claim.chunk);
  const ofChunks = entries.filter(({ finished }) => finished.claim.chunk);
  const recorded: RecordedOutcome[] = [];
  if (ofQueue.length > 0) {
    const rows = ofQueue.map(({ row }) => row);
    for (const { position } of await finishRows(tx, accountId, rows)) keep(recorded, ofQueue[position - 1]);
  }
  if (ofChunks.length > 0 && chunks) {
    const rows = ofChunks.map(({ row }) => row);
    for (const index of await chunks.finish(tx, accountId, rows)) keep(recorded, ofChunks[index]);
  }
  if (recorded.length > 0) await onOutcomes(tx, accountId, recorded);
}

function keep(recorded: RecordedOutcome[], entry: { finished: Finished; row: FinishedRow } | undefined): void {
  if (entry) recorded.push(toRecorded(entry.finished, entry.row));
}

function finishRows(tx: Tx, accountId: number, rows: readonly FinishedRow[]) {
  const details = rows.map((row) => row.details);
  const ids = rows.map(({ claim }) => claim.messageId);
  const [least, greatest] = rangeOfUuids(ids);
  return finishAttempts(
    tx,
    accountId,
    ids,
    rows.map(({ claim }) => claim.recipientNo),
    rows.map(({ claim }) => claim.epoch),
    rows.map((row) => row.status),
    rows.map((row) => (row.delayMs === undefined ? null : row.delayMs / 1000)),
    rows.map((row) => row.becameDelayed),
    details.map((detail) => new Date(detail.startedAtMs)),
    details.map((detail) => new Date(detail.finishedAtMs)),
    rows.map((row) => row.kind),
    details.map((detail) => detail.route),
    details.map((detail) => detail.host),
    details.map((detail) => detail.address),
    details.map((detail) => detail.tls),
    rows.map((row) => row.enhanced),
    rows.map((row) => row.reason),
    details.map((detail) => detail.conversation),
    least,
    greatest,
  );
}

function toRow({ claim, details }: Finished, decision: Decision): FinishedRow {
  const conversation = storable(details.conversation);
  return {
    ...decision,
    claim,
    reason: decision.reason && storable(decision.reason),
    details: { ...details, conversation },
  };
}

function toRecorded({ claim, details, outcome }: Finished, row: FinishedRow): RecordedOutcome {
  return {
    messageId: claim.messageId,
    recipientNo: claim.recipientNo,
    recipient: claim.recipient,
    mailClass: claim.mailClass,
    kind: row.kind,
    status: row.enhanced,
    reason: row.reason,
    bounceClass: outcome.bounceClass,
    handedOverAt: outcome.handedOverAtMs === undefined ? undefined : new Date(outcome.handedOverAtMs),
    finishedAt: new Date(details.finishedAtMs),
    wasSent: claim.wasSent,
    becameDelayed: row.becameDelayed,
    signal: outcome.signal,
    dnsAlone: outcome.dnsAlone,
    unprepared: outcome.unprepared,
    host: details.host,
    route: details.route,
  };
}
