import { defineConfig } from 'vitest/config';

/** Runs only the tidy rules, without a database. Part of `npm run check`. */
export default defineConfig({
  test: { include: ['test/tidy.test.ts'], pool: 'threads', isolate: false, maxWorkers: 1, testTimeout: 60_000 },
});
