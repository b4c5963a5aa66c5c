import { defineConfig } from 'vitest/config';

/** Configuration for tests whose databases are distributed over a coordinator and two workers. */
export default defineConfig({
  test: {
    globalSetup: ['scripts/citus/global-setup.ts'],
    include: ['{src,test}/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    // Long timeouts, because every statement crosses two network connections.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
