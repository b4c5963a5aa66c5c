import { defineConfig } from 'vitest/config';

/** The tidy rules alone: no database, part of `npm run check`. */
export default defineConfig({
  test: { include: ['test/tidy.test.ts'], pool: 'threads', isolate: false, maxWorkers: 1, testTimeout: 60_000 },
});
