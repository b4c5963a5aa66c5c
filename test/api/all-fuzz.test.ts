import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { writeFileSync } from 'node:fs';
import { fuzz, seen } from '../support/fuzz/run.ts';

/** FUZZ_SEED shows a failure again; a million requests are sent by `npm run bench -- fuzz`. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 50_000);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 24);
const TIMEOUT_MS = 120_000 + REQUESTS * 20;
/** A leak of a kilobyte a request would be as much in half of the requests. */
const FLAT_MB = 24;

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
  `${REQUESTS} requests to all routes meet no 5xx and get what the API document shows, seed ${seed}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { port, routes } = app.api;
    const { faults, heapMb, statuses, succeeded } = await fuzz(
      { installation: app.installation, port, routes },
      { requests: REQUESTS, seed },
    );
    if (process.env['PRINT_FUZZ'])
      writeFileSync(
        '/tmp/seen.json',
        JSON.stringify(
          Object.fromEntries(
            [...seen].map(([k, m]) => [k, Object.fromEntries([...m].toSorted((a, b) => b[1] - a[1]).slice(0, 6))]),
          ),
          null,
          1,
        ),
      );
    if (process.env['PRINT_FUZZ'])
      console.log({
        statuses,
        heapMb,
        never: routes
          .filter((r) => r.doc && !succeeded.has(`${r.method} ${r.path}`))
          .map((r) => `${r.method} ${r.path}`),
      });
    expect(faults.slice(0, 30), `FUZZ_SEED=${seed}`).toEqual([]);
    for (const status of [200, 201, 202, 204, 400, 401, 403, 404, 409, 415, 422])
      expect(statuses.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0);
    const half = heapMb[Math.floor(heapMb.length / 2)] ?? 0;
    expect((heapMb.at(-1) ?? 0) - half).toBeLessThan(FLAT_MB);
  },
);
