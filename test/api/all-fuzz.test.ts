import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { fuzz } from '../support/fuzz/run.ts';
import { seedOfRun } from '../support/random.ts';

/** FUZZ_SEED shows a failure again; `npm run bench -- fuzz 200000` sends more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 50_000);
const seed = seedOfRun();
/** Generous, since this measures nothing. */
const TIMEOUT_MS = 120_000 + REQUESTS * 20;
/** Half of the requests, each leaving a kilobyte behind, would be as much. */
const FLAT_MB = 24;
const MEANT = [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 415, 422];
/** Of the routes, so many answer something that is no error at least once; the others want what nobody guesses. */
const LEAST_SUCCEEDED = 200;

let app: TestApp;
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer({});
  app = await startApp({ POSTRIDER_RESOLVER: dns.address });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

it(
  `${REQUESTS} requests meet no 5xx and get what the document shows, seed ${seed}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { installation } = app;
    const { port, routes } = app.api;
    const wanted = { requests: REQUESTS, seed };
    const { faults, heapMb, statuses, succeeded } = await fuzz({ installation, port, routes }, wanted);
    expect(faults.slice(0, 5), `FUZZ_SEED=${seed}`).toEqual([]);
    for (const status of MEANT) expect(statuses.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0);
    expect(succeeded.size).toBeGreaterThan(REQUESTS < 50_000 ? 0 : LEAST_SUCCEEDED);
    const half = heapMb[Math.floor(heapMb.length / 2)] ?? 0;
    expect((heapMb.at(-1) ?? 0) - half).toBeLessThan(FLAT_MB);
  },
);
