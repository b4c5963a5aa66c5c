import type { Simulation } from './simulation.ts';

/**
 * The simulation that runs in this thread. Stand-ins replace the Node APIs that production code uses in this thread
 * (timers, files, sockets) and call this simulation.
 */
const present: { simulation: Simulation | undefined } = { simulation: undefined };

/** Sets the simulation that stand-ins call. */
export function enter(simulation: Simulation): void {
  present.simulation = simulation;
}

/** Returns the current simulation. */
export function now(): Simulation {
  if (!present.simulation) throw new Error('No simulation runs in this thread');
  return present.simulation;
}
