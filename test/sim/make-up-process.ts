import { createMakeUp } from '../../src/features/sending/delivery/index.ts';
import { listenersOf, type ProcessPart } from './delivery-process.ts';

/** Interval of the housekeeping job in app/housekeeping.ts, in milliseconds. */
const EVERY_MS = 10_000;

/** Starts the job that calls listeners with the outcomes that they missed. Any Postrider process may run this job. */
export const startMakeUp: ProcessPart = (simulation, { actor, signals }) => {
  const { database, ledger } = simulation;
  if (!simulation.scenario.listenerFault) return { wake: () => {}, stop: () => Promise.resolve() };
  const listeners = listenersOf(simulation, signals);
  const makeUp = createMakeUp({ db: database.open(), clock: simulation.clockOf(actor), listeners });
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // Skip the run while no outcome is due. Otherwise the simulation could not skip idle time.
    if (database.memory.nextMissedDueMs() > simulation.databaseNowMs()) return;
    // If the database is unavailable, the next run tries again.
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
