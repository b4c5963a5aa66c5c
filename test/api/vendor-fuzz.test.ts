// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { fuzzVendors } from '../support/fuzz/vendors/run.ts';
import { seedOfRun } from '../support/random.ts';

const FIXED_SEED = 25;
/** FUZZ_SEED reproduces a failure. */
const seed = seedOfRun();
const REQUESTS = 1_000;
/** Timeout in milliseconds. It is long, so that the test does not fail on a slow machine. */
const TIMEOUT_MS = 240_000;
/**
 * Minimum number of accepted and of rejected requests per vendor. The rarest kind occurs about 30 times. If the
 * requests of a fuzzer never succeed, it only tests the parser.
 */
const LEAST = 8;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('mutated bodies of the official clients', () => {
  it.each([FIXED_SEED, seed])(
    'get responses in the format of the vendor, and accepted messages are stored; seed %i',
    async (seed) => {
      const target = { installation: app.installation, port: app.api.port };
      const { accepted, answers, faults } = await fuzzVendors(target, { requests: REQUESTS, seed });
      expect(faults.slice(0, 5), `FUZZ_SEED=${seed}`).toEqual([]);
      for (const status of [
        'mailgun 200',
        'mailgun 400',
        'postmark 200',
        'postmark 422',
        'sendgrid 202',
        'sendgrid 400',
        'ses 200',
        'ses 400',
      ])
        expect(answers.get(status) ?? 0, status).toBeGreaterThan(LEAST);
      expect(accepted).toBeGreaterThan(LEAST * 4);
    },
    TIMEOUT_MS,
  );
});
