/**
 * Creates a function that returns the last measured duration of an event loop iteration, in milliseconds. Each call
 * starts the next measurement.
 */
export function createLoopLag(now: () => number): () => number {
  let lagMs = 0;
  let isPolling = false;
  return () => {
    if (!isPolling) {
      isPolling = true;
      // Measure from one check phase to the next. With a pending immediate, the loop does not wait in the poll phase.
      setImmediate(() => {
        const startedAtMs = now();
        setImmediate(() => {
          lagMs = now() - startedAtMs;
          isPolling = false;
        });
      });
    }
    return lagMs;
  };
}
