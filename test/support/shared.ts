import { afterAll, beforeAll } from 'vitest';

const ENDS = ['close', 'drop', 'stop'];

/**
 * Starts an object before the tests of a file, and ends it after them by calling its `close`, `drop`, or `stop` method,
 * if it has one. If this function is called several times, the objects are started in order and ended in reverse order.
 * The returned object can be used in tests, in hooks, and to start the next object.
 */
export function shared<T extends object>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    for (const name of ENDS) {
      const end: unknown = started === undefined ? undefined : Reflect.get(started, name);
      if (typeof end === 'function') return Reflect.apply(end, started, []);
    }
  });
  const present = (): T => {
    if (started === undefined) throw new Error('This has not started. It starts before the first test.');
    return started;
  };
  // Safe cast: every access is forwarded to the started value.
  return new Proxy(
    {},
    {
      get(_, name) {
        const value: unknown = Reflect.get(present(), name);
        return typeof value === 'function' ? value.bind(present()) : value;
      },
      set: (_, name, value) => Reflect.set(present(), name, value),
      has: (_, name) => Reflect.has(present(), name),
      ownKeys: () => Reflect.ownKeys(present()),
      getOwnPropertyDescriptor: (_, name) => ({
        value: Reflect.get(present(), name),
        enumerable: true,
        configurable: true,
      }),
    },
  ) as T;
}
