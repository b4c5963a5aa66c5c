/** Tells how long one turn of this process's event loop took lately, in milliseconds; asking begins the next look. */
export function createLoopLag(now: () => number): () => number {
  let lagMs = 0;
  let isLooking = false;
  return () => {
    if (!isLooking) {
      isLooking = true;
      // From one end of the polling for events to the next; a loop with an immediate does not wait for them.
      setImmediate(() => {
        const startedAtMs = now();
        setImmediate(() => {
          lagMs = now() - startedAtMs;
          isLooking = false;
        });
      });
    }
    return lagMs;
  };
}
