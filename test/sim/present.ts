import type { Simulation } from './simulation.ts';

/**
 * The simulation that runs in this thread. What production code takes from Node (timers, files, sockets) is replaced in
 * this thread by stand-ins, which have nobody to ask but this.
 */
const present: { simulation: Simulation | undefined } = { simulation: undefined };

/** Makes a simulation the one that stand-ins speak to. */
export function enter(simulation: Simulation): void {
  present.simulation = simulation;
}

/** The simulation that runs. */
export function now(): Simulation {
  if (!present.simulation) throw new Error('No simulation runs in this thread');
  return present.simulation;
}
