import { createMakeUp } from '../../src/features/sending/delivery/index.ts';
import { listenersOf, type ProcessPart } from './delivery-process.ts';

/** As the background job of app/housekeeping.ts. */
const EVERY_MS = 10_000;

/** The job that tells listeners what they missed, as each process of the program may run it. */
export const startMakeUp: ProcessPart = (simulation, { actor, signals }) => {
  const { database, ledger } = simulation;
  if (!simulation.scenario.listenerFault) return { wake: () => {}, stop: () => Promise.resolve() };
  const listeners = listenersOf(simulation, signals);
  const makeUp = createMakeUp({ db: database.open(), clock: simulation.clockOf(actor), listeners });
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // Idle time in which it finds nothing could not be skipped.
    if (database.memory.nextMissedDueMs() > simulation.databaseNowMs()) return;
    // A database that is away: the next look comes by itself.
    running = makeUp().catch((error: Error) => simulation.note(`not made up for: ${error.message}`));
    ledger.tally.makeUps += 1;
  }, EVERY_MS);
  return {
    wake: () => {},
    stop() {
      clearInterval(timer);
      return running;
    },
  };
};
