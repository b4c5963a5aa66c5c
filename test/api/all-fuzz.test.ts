// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { buildPages } from '../support/built-pages.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { fuzz } from '../support/fuzz/run.ts';
import { inRun } from '../support/long-run.ts';
import { seedOfRun } from '../support/random.ts';

/** Number of requests. `FUZZ_REQUESTS` sets another number, and `FUZZ_SEED` reproduces a failure. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? inRun(6_000, 50_000));
const seed = seedOfRun();
/** Long timeout, because this test does not measure speed. */
const TIMEOUT_MS = 120_000 + REQUESTS * 20;
/**
 * Maximum growth of the heap in MB. In a run of 50,000 requests, a leak of one kilobyte per request would exceed this
 * after half of the requests.
 */
const FLAT_MB = 24;
const MEANT = [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 415, 422];
/** Minimum number of routes that succeed at least once. The other routes need values that cannot be guessed. */
const MIN_SUCCEEDED = 200;

let app: TestApp;
let dns: DnsServer;

beforeAll(async () => {
  // The documentation returns 503 unless it was built before the start.
  await buildPages('docs');
  dns = await startDnsServer({});
  app = await startApp({ POSTRIDER_RESOLVER: dns.address });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

it(
  `${REQUESTS} requests cause no 5xx and get documented responses, seed ${seed}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { installation } = app;
    const { port, routes } = app.api;
    const wanted = { requests: REQUESTS, seed };
    const { faults, heapMb, statuses, succeeded } = await fuzz({ installation, port, routes }, wanted);
    expect(faults.slice(0, 5), `FUZZ_SEED=${seed}`).toEqual([]);
    for (const status of MEANT) expect(statuses.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0);
    expect(succeeded.size).toBeGreaterThan(REQUESTS < 50_000 ? 0 : MIN_SUCCEEDED);
    const half = heapMb[Math.floor(heapMb.length / 2)] ?? 0;
    expect((heapMb.at(-1) ?? 0) - half).toBeLessThan(FLAT_MB);
  },
);
