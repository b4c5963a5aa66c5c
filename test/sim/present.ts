import type { Simulation } from './simulation.ts';

/**
 * The simulation of this thread. The stand-ins for the Node APIs that production code uses (timers, files, sockets)
 * call this simulation.
 */
const present: { simulation: Simulation | undefined } = { simulation: undefined };

/** Sets the simulation that the stand-ins of this thread call. */
export function enter(simulation: Simulation): void {
  present.simulation = simulation;
}

/** Returns the current simulation. Throws if there is none. */
export function now(): Simulation {
  if (!present.simulation) throw new Error('No simulation runs in this thread');
  return present.simulation;
}
