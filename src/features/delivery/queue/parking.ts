import type { Leases } from './leases.ts';
import type { Claim } from '../types.ts';

/** Recipients that go back into the database: what comes together is written together. */
export interface Parking {
  /** Gives a recipient back, due again in `delayMs`. */
  park(claim: Claim, delayMs: number): void;
  /** Gives a recipient to another worker. */
  handOver(claim: Claim, worker: number): void;
  /** How many were given back since the last call. */
  takeCount(): number;
  /** Resolves when everything is written. */
  idle(): Promise<void>;
}

/** A parking place that writes at the end of each turn of the event loop. */
export function createParking(leases: Leases): Parking {
  let parked: { readonly claim: Claim; readonly delayMs: number }[] = [];
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
      const [goingBack, goingOver] = [parked, handed];
      [parked, handed] = [[], []];
      writing = Promise.all([writing, writeBack(leases, goingBack), writeOver(leases, goingOver)]);
    });
  }

  return {
    park(claim, delayMs) {
      parked.push({ claim, delayMs });
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

async function writeBack(leases: Leases, parked: readonly { claim: Claim; delayMs: number }[]): Promise<void> {
  const delays = new Map(parked.map(({ claim, delayMs }) => [claim, delayMs]));
  await leases.release([...delays.keys()], (claim) => delays.get(claim) ?? 0);
}

async function writeOver(leases: Leases, handed: readonly { claim: Claim; worker: number }[]): Promise<void> {
  for (const [worker, group] of Map.groupBy(handed, (entry) => entry.worker)) {
    await leases.handOver(
      group.map(({ claim }) => claim),
      worker,
    );
  }
}
