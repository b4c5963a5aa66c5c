import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../../base/clock.ts';
import type { Database } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import type { Finished } from '../outcomes/decision.ts';
import { createRecorder } from '../outcomes/record.ts';
import { MAIL_CLASSES, type NamedListener } from '../types.ts';
import { parametersOf, type QueueFilter } from './filter.ts';
import { MAX_LEASED_SECONDS } from './flush.ts';
import { LEASE_MS } from './leases.ts';
import { addPurged, startPurge, countMatched, endPurge, leaseMatched, type PurgedRow } from './operating-queries.ts';

/** Maximum number of recipients per batch. */
const AT_ONCE = 500;
/** Maximum number of times to wait for messages that are being delivered. */
const ROUNDS_OF_WAITING = 60;
const WAIT_MS = 1_000;

const REASON = 'Removed from the queue by the operator of this server';

export interface PurgeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** The listeners that receive the outcomes. */
  readonly listeners: readonly NamedListener[];
}

/**
 * Returns the number of recipients that a purge would remove: waiting recipients (`free`), and recipients that may be
 * leased (`held`).
 */
export async function countPurge(db: Database, filter: QueueFilter): Promise<{ free: number; held: number }> {
  const [row] = await countMatched(db, ...parametersOf(filter), MAX_LEASED_SECONDS);
  return { free: row?.free ?? 0, held: row?.held ?? 0 };
}

/**
 * Removes the matching recipients from the queue: records the outcome `failed` for each, which listeners such as
 * webhooks receive. Does not interrupt messages that are being sent. A purge that was killed continues when it is
 * started again with the same filter. Resolves with the number of recipients removed across all runs, and with the
 * number left, which is 0 if the purge is finished.
 */
export async function purgeQueue(
  parts: PurgeParts,
  filter: QueueFilter,
): Promise<{ readonly purged: number; readonly left: number }> {
  const name = nameOf(filter);
  await startPurge(parts.db, name);
  const counting: NamedListener = {
    name: 'queue purge',
    hears: MAIL_CLASSES,
    async hear(tx, _accountId, outcomes) {
      await addPurged(tx, name, outcomes.length);
    },
  };
  const recorder = createRecorder({ ...parts, listeners: [...parts.listeners, counting] });
  let waits = 0;
  for (;;) {
    const rows = await leaseMatched(parts.db, ...parametersOf(filter), MAX_LEASED_SECONDS, AT_ONCE, LEASE_MS / 1_000);
    const ends = await Promise.allSettled(rows.map((row) => recorder.record(endOf(row, parts.clock.now()))));
    // If a recipient cannot be removed, the others are still removed. The purge stops when only such recipients are
    // left.
    if (ends.some(({ status }) => status === 'fulfilled')) continue;
    const { free, held } = await countPurge(parts.db, filter);
    const left = free + held;
    if (left === 0) return { purged: (await endPurge(parts.db, name))[0]?.purged ?? 0, left };
    if (waits >= ROUNDS_OF_WAITING || rows.length > 0)
      return { purged: (await startPurge(parts.db, name))[0]?.purged ?? 0, left };
    waits += 1;
    await sleep(WAIT_MS);
  }
}

/** Returns a name for a filter. The name does not depend on the order of the filter's fields. */
function nameOf(filter: QueueFilter): string {
  return JSON.stringify(parametersOf(filter));
}

function endOf(row: PurgedRow, nowMs: number): Finished {
  return {
    claim: {
      accountId: row.account_id,
      messageId: row.message_id,
      recipientNo: row.recipient_no,
      // Safe cast: the address was parsed when the message was accepted.
      recipient: row.recipient as EmailAddress,
      mailClass: MAIL_CLASSES[row.class] ?? 'campaign',
      attempts: row.attempts,
      epoch: row.epoch,
      taken: 1,
      isSuppressed: false,
      wasSent: row.was_sent,
      wasDelayed: row.was_delayed,
    },
    outcome: { kind: 'failed', status: null, reason: REASON, bounceClass: 'transient', handedOverAtMs: undefined },
    details: {
      startedAtMs: nowMs,
      finishedAtMs: nowMs,
      route: 'none',
      host: null,
      address: null,
      tls: null,
      conversation: '',
    },
  };
}
