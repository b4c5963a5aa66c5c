const FACTOR = 16;

/**
 * Greatest growth that still counts as linear. The limit leaves room for garbage collection, which the larger run needs
 * more often.
 */
export const LINEAR = 8 * FACTOR;

/**
 * Returns how many times as much CPU time `run` needs for 16 times the size: about 16 if the time is linear, and about
 * 256 if it is quadratic. Measures CPU time, because other programs may use the processor at the same time.
 */
export function growthOf(run: (size: number) => void, size: number): number {
  run(size);
  return cpuTimeOf(() => run(FACTOR * size)) / cpuTimeOf(() => run(size));
}

/**
 * Returns the CPU time of the fastest of three runs, in microseconds, and at least 5,000, because garbage collection and
 * compilation dominate shorter runs.
 */
function cpuTimeOf(run: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    run();
    const { system, user } = process.cpuUsage(before);
    return user + system;
  });
  return Math.max(5_000, Math.min(...times));
}
