import { setImmediate } from 'node:timers/promises';
import { createCallSlots } from './call-slots.ts';

export interface DeparturesOptions<Load, Result> {
  /**
   * Takes all loads of a departure at once; the next one is made up meanwhile, and leaves when this is over. Resolves with a
   * promise a load, in order, of which each may take longer. When it rejects, every load is rejected so.
   */
  readonly run: (loads: readonly Load[]) => Promise<readonly Promise<Result>[]>;
  readonly sizeOf: (load: Load) => number;
  /** A departure that has so much takes no more loads. */
  readonly maxSize: number;
  readonly atOnce: number;
  /** After so many milliseconds a departure keeps the next waiting no longer. */
  readonly patienceMs: number;
}

/** A group commit over many queues: what each of them has by the time of departure goes with it. */
export interface Departures<Load, Result> {
  /** The `inTurn` of a batcher: runs its flush when a departure is made up. */
  inTurn(flush: () => Promise<void>): Promise<void>;
  /** Called by a flush before it first waits; goes with the departure that is being made up. */
  join(load: Load): Promise<Result>;
}

interface Passenger<Load, Result> {
  readonly load: Load;
  readonly resolve: (result: Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** Departures of `atOnce` at most; queues go in the order in which they came, and all that there is room for at once. */
export function createDepartures<Load, Result>(options: DeparturesOptions<Load, Result>): Departures<Load, Result> {
  const slots = createCallSlots(options);
  const queues = new Set<() => void>();
  let isCalled = false;
  let boarding: Passenger<Load, Result>[] = [];

  function call(): void {
    if (isCalled) return;
    isCalled = true;
    void slots.run(depart);
  }

  async function depart(): Promise<void> {
    // What came in the same turn of the event loop goes together.
    await setImmediate();
    isCalled = false;
    const passengers = board();
    if (queues.size > 0) call();
    if (passengers.length === 0) return;
    try {
      const results = await options.run(passengers.map(({ load }) => load));
      for (const [index, { resolve, reject }] of passengers.entries()) {
        const result = results[index];
        if (result) resolve(result);
        else reject(new Error('A group commit returned no result for a batch'));
      }
    } catch (error) {
      for (const { reject } of passengers) reject(error);
    }
  }

  function board(): readonly Passenger<Load, Result>[] {
    let size = 0;
    for (const queue of queues) {
      if (size >= options.maxSize) break;
      const before = boarding.length;
      queues.delete(queue);
      queue();
      size += boarding.slice(before).reduce((sum, { load }) => sum + options.sizeOf(load), 0);
    }
    const passengers = boarding;
    // What has left is let go: a batch may be of 60 MB, and the next departure may be hours away.
    boarding = [];
    return passengers;
  }

  return {
    inTurn: (flush) =>
      new Promise((resolve) => {
        queues.add(() => resolve(flush()));
        call();
      }),
    join: (load) =>
      new Promise<Result>((resolve, reject) => {
        boarding.push({ load, resolve, reject });
      }),
  };
}
