import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../../base/clock.ts';
import type { Database } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import type { Finished } from '../outcomes/decision.ts';
import { createRecorder } from '../outcomes/record.ts';
import { MAIL_CLASSES, type NamedListener } from '../types.ts';
import { parametersOf, type QueueFilter } from './filter.ts';
import { HELD_AT_MOST_SECONDS } from './flush.ts';
import { LEASE_MS } from './leases.ts';
import { addPurged, beginPurge, countMatched, endPurge, leaseMatched, type PurgedRow } from './operating-queries.ts';

/** Recipients of one round: few enough to be recorded well within their lease. */
const AT_ONCE = 500;
/** What is on the wire ends within the lease, or goes back and is taken out then. */
const ROUNDS_OF_WAITING = 60;
const WAIT_MS = 1_000;

const REASON = 'Removed from the queue by the operator of this server';

/** What a purge works with. */
export interface PurgeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** Those that are told of every outcome. */
  readonly listeners: readonly NamedListener[];
}

/** How many recipients a purge would take out: those that wait, and those that somebody may have in hand now. */
export async function countPurge(db: Database, filter: QueueFilter): Promise<{ free: number; held: number }> {
  const [row] = await countMatched(db, ...parametersOf(filter), HELD_AT_MOST_SECONDS);
  return { free: row?.free ?? 0, held: row?.held ?? 0 };
}

/**
 * Takes what the filter matches out of the queue: each recipient ends `failed`, with an attempt that says why, and whoever
 * hears of outcomes is told, webhooks among them. In rounds, each recorded with its count in one transaction an account; what is
 * being sent meanwhile is left to its own end. One that was killed goes on when it is begun again with the same filter.
 * Resolves with how many were taken out, in all of its runs, and
 * how many are still in somebody's hand after a minute: then it is not at its end.
 */
export async function purgeQueue(
  parts: PurgeParts,
  filter: QueueFilter,
): Promise<{ readonly purged: number; readonly left: number }> {
  const name = nameOf(filter);
  await beginPurge(parts.db, name);
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
    const rows = await leaseMatched(parts.db, ...parametersOf(filter), HELD_AT_MOST_SECONDS, AT_ONCE, LEASE_MS / 1_000);
    const ends = await Promise.allSettled(rows.map((row) => recorder.record(endOf(row, parts.clock.now()))));
    // One whose end cannot be written keeps nobody else; where there is nothing but such, it is over.
    if (ends.some(({ status }) => status === 'fulfilled')) continue;
    const { free, held } = await countPurge(parts.db, filter);
    const left = free + held;
    if (left === 0) return { purged: (await endPurge(parts.db, name))[0]?.purged ?? 0, left };
    if (waits >= ROUNDS_OF_WAITING || rows.length > 0)
      return { purged: (await beginPurge(parts.db, name))[0]?.purged ?? 0, left };
    waits += 1;
    await sleep(WAIT_MS);
  }
}

/** The same for the same filter, in whatever order its parts were given. */
function nameOf(filter: QueueFilter): string {
  return JSON.stringify(parametersOf(filter));
}

function endOf(row: PurgedRow, nowMs: number): Finished {
  return {
    claim: {
      accountId: row.account_id,
      messageId: row.message_id,
      recipientNo: row.recipient_no,
      // Written by the accept function from a parsed address.
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
