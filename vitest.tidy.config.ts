import { defineConfig } from 'vitest/config';

/** The rules of the house alone: no database, part of `npm run check`. */
export default defineConfig({
  test: { include: ['test/tidy.test.ts'], pool: 'threads', isolate: false, maxWorkers: 1 },
});
