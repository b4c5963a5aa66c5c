import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db.ts';
import type { Log } from '../../base/log.ts';
import type { EmailAddress } from '../../mail/address.ts';
import type { DkimKey } from '../../mail/dkim.ts';
import type { SmtpOptions } from '../../smtp/connection.ts';
import { createDispatcher } from './dispatch.ts';
import { createLeases, type Leases } from './leases.ts';
import { createPreparer } from './prepare.ts';
import { createRecorder } from './record.ts';
import type { Router } from './router.ts';
import type { Claim, MailKey, OutcomeListener, OutgoingMail, SimulatedOutcome } from './types.ts';

const CLAIM_BATCH = 200;
/** Rows that one process holds at most: keys only, bodies are read when their turn comes. */
const MAX_HELD = 1_000;
const POLL_MS = 1_000;
const FULL_POLL_MS = 5;
const DATABASE_RETRY_MS = 500;
/** SIGTERM: mails on the wire may take this long to end, and then their records. */
const DRAIN_MS = 10_000;

export interface EngineParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly smtp: SmtpOptions;
  readonly router: Router;
  readonly loadMails: (keys: readonly MailKey[]) => Promise<ReadonlyMap<string, OutgoingMail>>;
  readonly signingKeys: (accountId: number, domain: string) => Promise<readonly DkimKey[]>;
  /** Outcome of an address that is not delivered to. */
  readonly simulate: (recipient: EmailAddress) => SimulatedOutcome | undefined;
  readonly onOutcomes: OutcomeListener;
}

/** Claims due mail and delivers it. */
export interface DeliveryEngine {
  /** Says that mail may be due; without it the queue is looked at once a second. */
  wake(): void;
  /** Stops claiming, lets mails on the wire end (10 s), records their outcomes and gives the rest back. */
  stop(): Promise<void>;
}

/** Starts an engine. */
export function createDeliveryEngine(parts: EngineParts): DeliveryEngine {
  const leases = createLeases(parts.db, parts.clock, parts.log);
  const recorder = createRecorder(parts);
  const dispatcher = createDispatcher({ ...parts, prepare: createPreparer(parts), recorder, leases });
  const alarm = createAlarm();
  let stopping = false;
  const claiming = claimUntilStopped();

  return {
    wake: () => alarm.ring(),
    async stop() {
      stopping = true;
      alarm.ring();
      await claiming;
      await dispatcher.close(DRAIN_MS);
      await Promise.race([recorder.idle(), sleep(DRAIN_MS, undefined, { ref: false })]);
      leases.close();
    },
  };

  async function claimUntilStopped(): Promise<void> {
    while (!stopping) {
      alarm.reset();
      const claims = isFull(leases) ? [] : await claimSome(parts, leases);
      // Not awaited: a slow look-up of one domain keeps nobody else waiting.
      for (const claim of claims) void dispatcher.dispatch(claim);
      if (isFull(leases)) await sleep(FULL_POLL_MS);
      else if (claims.length === 0) await alarm.wait(POLL_MS);
    }
  }
}

function isFull(leases: Leases): boolean {
  return leases.size > MAX_HELD - CLAIM_BATCH;
}

async function claimSome({ log }: EngineParts, leases: Leases): Promise<Claim[]> {
  try {
    return await leases.claim(CLAIM_BATCH);
  } catch (error) {
    log.warn('Nothing claimed', { error: (error as Error).message });
    await sleep(DATABASE_RETRY_MS);
    return [];
  }
}

/** Wakes a loop early; a ring between `reset` and `wait` is not lost. */
function createAlarm(): { ring(): void; reset(): void; wait(ms: number): Promise<void> } {
  let rung = false;
  let wakeUp = (): void => {};
  return {
    ring() {
      rung = true;
      wakeUp();
    },
    reset() {
      rung = false;
    },
    wait(ms) {
      if (rung) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
