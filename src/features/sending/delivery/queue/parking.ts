import type { Held, Leases, Released } from './leases.ts';
import type { Claim } from '../types.ts';

/** Collects released recipients, so that their releases are written together. */
export interface Parking {
  /**
   * Releases a recipient and makes it due again after `delayMs`. `isStopped` is true if the operator has stopped the
   * recipient's site.
   */
  release(claim: Claim, delayMs: number, isStopped?: boolean): void;
  /**
   * Releases a recipient and holds it until its account resumes sending or, if `provider` is given, until the account
   * resumes sending to this mailbox provider.
   */
  hold(claim: Claim, provider?: string): void;
  /** Hands a recipient over to another worker. */
  handOver(claim: Claim, worker: number): void;
  /** Returns the number of recipients released, held, or handed over since the previous call. */
  takeCount(): number;
  /** Resolves when all collected releases have been written. */
  idle(): Promise<void>;
}

/** Creates a collector that writes once per event loop iteration. */
export function createParking(leases: Leases): Parking {
  let goingBack: Released[] = [];
  let held: Held[] = [];
  let handed: { readonly claim: Claim; readonly worker: number }[] = [];
  let count = 0;
  let isScheduled = false;
  let writing: Promise<unknown> = Promise.resolve();

  function schedule(): void {
    count += 1;
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const given = [leases.release(goingBack), writeOver(leases, handed), leases.hold(held)];
      [goingBack, handed, held] = [[], [], []];
      writing = Promise.all([writing, ...given]);
    });
  }

  return {
    release(claim, delayMs, isStopped = false) {
      goingBack.push({ claim, delayMs, isStopped });
      schedule();
    },
    hold(claim, provider) {
      held.push({ claim, provider });
      schedule();
    },
    handOver(claim, worker) {
      handed.push({ claim, worker });
      schedule();
    },
    takeCount() {
      const counted = count;
      count = 0;
      return counted;
    },
    async idle() {
      while (isScheduled) await new Promise((resolve) => setImmediate(resolve));
      await writing;
    },
  };
}

async function writeOver(leases: Leases, handed: readonly { claim: Claim; worker: number }[]): Promise<void> {
  for (const [worker, group] of Map.groupBy(handed, (entry) => entry.worker)) {
    await leases.handOver(
      group.map(({ claim }) => claim),
      worker,
    );
  }
}
