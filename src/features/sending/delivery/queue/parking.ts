import type { GivenBack, Leases } from './leases.ts';
import type { Claim, HeldAt } from '../types.ts';

/** Recipients that go back into the database: what comes together is written together. */
export interface Parking {
  /** Gives a recipient back, due again in `delayMs`; `isStopped` when the operator has stopped its site. */
  park(claim: Claim, delayMs: number, isStopped?: boolean): void;
  /** Gives a recipient back whose mail is not to be sent now. */
  hold(claim: Claim): void;
  /** Gives a recipient back whose account holds mail back at its provider. */
  holdAt(claim: Claim, provider: string): void;
  /** Gives a recipient to another worker. */
  handOver(claim: Claim, worker: number): void;
  /** How many were given back since the last call. */
  takeCount(): number;
  /** Resolves when everything is written. */
  idle(): Promise<void>;
}

/** A parking place that writes at the end of each turn of the event loop. */
export function createParking(leases: Leases): Parking {
  let parked: GivenBack[] = [];
  let paused: Claim[] = [];
  let heldAt: HeldAt[] = [];
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
      const [goingBack, goingOver, held, heldHere] = [parked, handed, paused, heldAt];
      [parked, handed, paused, heldAt] = [[], [], [], []];
      const given = [
        leases.release(goingBack),
        writeOver(leases, goingOver),
        leases.hold(held),
        leases.holdAt(heldHere),
      ];
      writing = Promise.all([writing, ...given]);
    });
  }

  return {
    park(claim, delayMs, isStopped = false) {
      parked.push({ claim, delayMs, isStopped });
      schedule();
    },
    hold(claim) {
      paused.push(claim);
      schedule();
    },
    holdAt(claim, provider) {
      heldAt.push({ claim, provider });
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
