/** The pause of a loop between two rounds, in which places become free. */
export interface Rest {
  /** A round begins: what becomes free from now on counts. */
  begin(): void;
  /** A place became free. */
  freed(): void;
  /** Resolves when so many places became free since the round began, or after so long. Only one may wait at a time. */
  wait(ms: number, places: number): Promise<void>;
}

/** Nothing became free yet. */
export function createRest(): Rest {
  let count = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let wakeUp = (): void => {};
  return {
    begin() {
      count = 0;
    },
    freed() {
      count += 1;
      if (count >= wanted) wakeUp();
    },
    wait(ms, places) {
      if (count >= places) return Promise.resolve();
      return new Promise((resolve) => {
        const end = (): void => {
          wanted = Number.POSITIVE_INFINITY;
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(end, ms);
        wakeUp = end;
        wanted = places;
      });
    },
  };
}
