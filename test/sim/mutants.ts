import type { Patch } from '../support/planted.ts';
import { fewPlaces } from './few-places.ts';
import { runSeeds } from './run-seeds.ts';
import type { SeedResult } from './simulation.ts';
import { FIRST_WITH_WEBHOOKS, WEBHOOKS_EVERY } from './webhook-scenario.ts';

const MAX_SEEDS = 3_000;
const DELIVERY = 'src/features/sending/delivery';
const WEBHOOKS = 'src/features/transactional/webhooks';

/**
 * A bug that is planted in the source code of one thread, and the violation message that shows that the bug was
 * detected.
 */
export interface Mutant {
  readonly fault: string;
  /** Seed that originally found this bug in the real code. The search for a failing seed starts with this seed. */
  readonly foundBySeed?: number;
  readonly found: RegExp;
  /** Whether the bug affects only seeds with webhooks. */
  readonly isOfWebhooks?: boolean;
  readonly patches: readonly Patch[];
}

/** Bugs in delivery and webhooks. Each bug must be detected through its effect on messages or events. */
export const MUTANTS: readonly Mutant[] = [
  {
    fault: 'messages are marked as delivered before they are sent',
    found: /never arrived|left its final state|final events/,
    patches: [
      {
        path: `${DELIVERY}/connections/worker-steps.ts`,
        from: 'const result = await connection.smtp.send(',
        to: `const startedAtMs = parts.clock.now();
          await finish(
            parts,
            task,
            { kind: 'delivered', status: '2.0.0', reason: null, handedOverAtMs: startedAtMs },
            { startedAtMs, conversation: '' },
          );
          const result = await connection.smtp.send(`,
      },
    ],
  },
  {
    fault: 'a claim does not take a lease',
    found: /do not come to rest|arrived twice/,
    patches: [
      { path: `${DELIVERY}/queue/leases.ts`, from: 'const seconds = LEASE_MS / 1000;', to: 'const seconds = 0;' },
    ],
  },
  {
    fault: 'a lease is shorter than the response time of a slow server',
    found: /arrived twice/,
    patches: [
      { path: `${DELIVERY}/queue/leases.ts`, from: 'const seconds = LEASE_MS / 1000;', to: 'const seconds = 3;' },
    ],
  },
  {
    fault: 'the epoch is ignored',
    found: /attempts on record|arrived twice|left its final state|waits \d/,
    patches: [
      {
        path: 'test/sim/memory-database.ts',
        from: 'return row.epoch === epoch && row.nextAtMs !== null;',
        to: 'return row.nextAtMs !== null;',
      },
    ],
  },
  {
    fault: 'the delays between attempts are off by one',
    found: /waits \d/,
    patches: [
      {
        path: `${DELIVERY}/outcomes/retry.ts`,
        from: 'Math.min(attempts, delaysMs.length) - 1',
        to: 'Math.min(attempts, delaysMs.length - 1)',
      },
    ],
  },
  {
    fault: 'the queue is only polled after a notification',
    found: /is stuck/,
    patches: [
      {
        path: `${DELIVERY}/engine.ts`,
        from: 'await alarm.wait(restMs(engine, claimed.dueInMs))',
        to: 'await alarm.wait(Number.MAX_SAFE_INTEGER)',
      },
    ],
  },
  {
    fault: 'an outcome is dropped when its transaction is aborted by a deadlock',
    foundBySeed: 38,
    found: /could not be (?:written|recorded)/,
    patches: [
      {
        path: `${DELIVERY}/outcomes/listeners.ts`,
        from: "const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];",
        to: 'const TO_BE_REPEATED: readonly string[] = [];',
      },
    ],
  },
  {
    fault: 'messages are handed over to a process that has ended',
    foundBySeed: 56,
    found: /is stuck/,
    patches: [
      {
        path: 'test/sim/memory-database.ts',
        from: 'return workers.some((worker) => worker.number === number) ? number : 0;',
        to: 'return workers.length > 0 ? number : 0;',
      },
    ],
  },
  {
    fault: 'a process is removed while messages still have its number',
    foundBySeed: 1_500,
    // With this bug, ready messages are never claimed, so the simulation cannot skip idle time.
    found: /is stuck|do not come to rest/,
    patches: [{ path: 'test/sim/memory-database.ts', from: 'if (isReferenced) return NOTHING;', to: '' }],
  },
  {
    fault: 'the lease is not checked again before a message is sent',
    foundBySeed: 2_900,
    found: /arrived twice/,
    patches: [
      {
        path: `${DELIVERY}/connections/worker-steps.ts`,
        from: 'if (!isOurs(parts, task)) return undefined;\n  const isReused',
        to: 'const isReused',
      },
    ],
  },
  {
    fault: 'a reply is not written to the journal',
    found: /arrived twice/,
    patches: [{ path: `${DELIVERY}/connections/finish.ts`, from: 'parts.journal?.replied(finished);', to: '' }],
  },
  {
    fault: 'a replay of the journal records nothing',
    found: /arrived twice/,
    patches: [
      {
        path: `${DELIVERY}/journal/replay.ts`,
        from: 'await inBatches(answered, (batch) => handlers.record(batch));',
        to: '',
      },
    ],
  },
  {
    fault: 'a failing listener discards the outcome',
    found: /arrived twice|Outcome could not be recorded/,
    patches: [
      {
        path: `${DELIVERY}/outcomes/listeners.ts`,
        from: 'await inPart(tx, () => hear(tx, accountId, heard));',
        to: '({ ok: true, value: await hear(tx, accountId, heard) } as PartResult<void>);',
      },
    ],
  },
  {
    fault: 'the writes of a failing listener are kept',
    found: /\d final events|to be reported [2-9] times|[2-9] times in the timeline/,
    patches: [{ path: 'src/base/savepoint.ts', from: 'await tx.query(UNDO, []);', to: '' }],
  },
  {
    fault: 'missed outcomes are not stored',
    found: /0 final events|to be reported 0 times|0 times in the timeline/,
    patches: [
      {
        path: `${DELIVERY}/outcomes/listeners.ts`,
        from: 'const kept = await inPart(tx, () => keepMissed(tx, accountId, name, heard, reported.error));',
        to: 'const kept = { ok: true, error: undefined };',
      },
    ],
  },
  {
    fault: 'a listener is called again with outcomes that it has handled',
    found: /[2-9]\d* final events|to be reported [2-9]\d* times|[2-9]\d* times in the timeline|do not come to rest/,
    patches: [
      {
        path: `${DELIVERY}/outcomes/make-up.ts`,
        from: 'await deleteMissed(tx, accountId, part, ids);',
        to: '',
      },
    ],
  },
  {
    fault: 'a webhook event is written after the commit of its outcome',
    isOfWebhooks: true,
    found: /is to be reported 0 times|0 times in the timeline/,
    patches: [
      {
        path: 'test/sim/delivery-process.ts',
        from: 'if (await recordWebhookEvents(tx, accountId, events)) accounts.add(accountId);',
        to: `const db = simulation.database.open();
          const late = (): Promise<unknown> => db.transaction((other) => recordWebhookEvents(other, accountId, events));
          void simulation.later(20).then(late).catch(() => {});`,
      },
    ],
  },
  {
    fault: 'the epoch of a webhook’s lease is ignored',
    isOfWebhooks: true,
    found: /two requests under way|leased again|instead of|attempts, and|twice on record/,
    patches: [
      {
        path: 'test/sim/memory-webhooks.ts',
        from: 'return row.epoch === epoch;',
        to: 'return row.epoch >= 0 || !epoch;',
      },
    ],
  },
  {
    fault: 'the delays between webhook attempts are off by one',
    isOfWebhooks: true,
    found: /waits \d/,
    patches: [
      { path: `${WEBHOOKS}/schedule.ts`, from: 'RETRY_DELAYS_MS[attempts]', to: 'RETRY_DELAYS_MS[attempts + 1]' },
    ],
  },
  {
    fault: 'an event is sent again after its last attempt',
    isOfWebhooks: true,
    found: /is in state 0 after attempt 5/,
    patches: [
      {
        path: `${WEBHOOKS}/schedule.ts`,
        from: 'RETRY_DELAYS_MS[attempts]',
        to: '(RETRY_DELAYS_MS[attempts] ?? HOUR_MS)',
      },
    ],
  },
  {
    fault: 'Retry-After is ignored',
    isOfWebhooks: true,
    found: /waits \d/,
    patches: [
      { path: `${WEBHOOKS}/schedule.ts`, from: 'Math.max(scheduled, askedPauseMs(answer, nowMs))', to: 'scheduled' },
    ],
  },
  {
    fault: 'a webhook claim does not take a lease',
    isOfWebhooks: true,
    found: /under way|without a lease|leased again|reported again|twice on/,
    patches: [{ path: `${WEBHOOKS}/claims.ts`, from: 'leaseSeconds: LEASE_MS / 1000,', to: 'leaseSeconds: 0,' }],
  },
  {
    fault: 'the lease of a webhook is not checked again before the request',
    isOfWebhooks: true,
    found: /after it was leased/,
    patches: [
      {
        path: `${WEBHOOKS}/sending.ts`,
        from: 'clock.now() > leasedAtMs + LEASE_MS - ATTEMPT_DEADLINE_MS - RECORD_MS',
        to: 'clock.now() < 0',
      },
    ],
  },
  {
    fault: 'an attempt is dropped when the database is unavailable',
    isOfWebhooks: true,
    found: /could not be recorded/,
    patches: [{ path: `${WEBHOOKS}/attempt-record.ts`, from: '!isUnavailable(error) && ', to: '' }],
  },
  {
    fault: 'the payload is rebuilt with the current time for each attempt',
    isOfWebhooks: true,
    found: /other bytes/,
    patches: [
      {
        path: `${WEBHOOKS}/compose.ts`,
        from: 'row.body ?? writePayload(format, eventOf(row)',
        to: 'writePayload(format, { ...eventOf(row), reason: String(row.epoch) }',
      },
    ],
  },
  {
    fault: 'a hanging receiver can use all slots',
    isOfWebhooks: true,
    foundBySeed: 1_802,
    found: /was claimed \d+ ms after it was due/,
    patches: fewPlaces(false),
  },
];

/** Runs seeds with a planted bug until one of them fails. Resolves with undefined if none fails. */
export async function findOut({
  foundBySeed = 0,
  isOfWebhooks = false,
  patches,
}: Mutant): Promise<SeedResult | undefined> {
  const failed: SeedResult[] = [];
  const [first, step] = isOfWebhooks ? [foundBySeed || FIRST_WITH_WEBHOOKS, WEBHOOKS_EVERY] : [foundBySeed, 1];
  await runSeeds({ first, step, count: MAX_SEEDS / step, patches, stopsAtFailure: true }, (result) => {
    if (result.violations.length > 0) failed.push(result);
  });
  return failed[0];
}
