import { startApi } from '../src/app/api.ts';
import { buildPages } from '../test/support/built-pages.ts';
import { startDnsServer } from '../test/support/dns-server.ts';
import { fuzz } from '../test/support/fuzz/run.ts';
import { fuzzVendors } from '../test/support/fuzz/vendors/run.ts';
import { row } from './measure.ts';
import { closing, withStack, type Stack } from './stack.ts';

const REQUESTS = 1_000_000;
const VENDOR_REQUESTS = 50_000;

type Api = Awaited<ReturnType<typeof startApi>>;
type Options = { readonly requests: number; readonly seed: number };
type Outcome = { readonly counts: Iterable<readonly [unknown, number]>; readonly faults: readonly string[] };

/**
 * Sends random requests to all routes and fails if a response is a 5xx or does not match the API document. `npm run
 * bench -- fuzz 200000` sends fewer requests. FUZZ_SEED sets another seed.
 */
export async function benchFuzz(requests = REQUESTS): Promise<void> {
  await buildPages('docs');
  await closing(startDnsServer({}), async ({ address }) =>
    run({ POSTRIDER_RESOLVER: address }, requests, async ({ installation }, { port, routes }, options) => {
      const { faults, heapMb, slowest, statuses, succeeded } = await fuzz({ installation, port, routes }, options);
      row('routes', `${succeeded.size} of ${routes.length} succeeded at least once`);
      row('slowest', slowest.map(([name, s]) => `${name} ${s.toFixed(1)} s`).join(', '));
      row('heap in use', `${heapMb.map((mb) => mb.toFixed(0)).join(', ')} MB`);
      return { counts: statuses, faults };
    }),
  );
}

/**
 * Sends mutated requests from the official clients for Mailgun, Postmark, SendGrid, and Amazon SES. Fails if a response
 * is not in the vendor's format or an accepted message is not stored. FUZZ_SEED sets another seed.
 */
export async function benchFuzzVendors(requests = VENDOR_REQUESTS): Promise<void> {
  await run({}, requests, async ({ installation }, { port }, options) => {
    const { accepted, answers, faults } = await fuzzVendors({ installation, port }, options);
    row('messages accepted and stored', String(accepted));
    return { counts: answers, faults };
  });
}

async function run(
  environment: Readonly<Record<string, string>>,
  requests: number,
  work: (stack: Stack, api: Api, options: Options) => Promise<Outcome>,
): Promise<void> {
  const seed = Number(process.env['FUZZ_SEED'] ?? 1);
  await withStack({ POSTRIDER_LOG: 'silent', ...environment }, async (stack) => {
    const api = await startApi(stack.installation);
    const startedAt = performance.now();
    const { counts, faults } = await work(stack, api, { requests, seed });
    const seconds = (performance.now() - startedAt) / 1_000;
    await api.close();
    row(`seed ${seed}`, `${requests} requests in ${seconds.toFixed(0)} s, ${Math.round(requests / seconds)}/s`);
    const sorted = [...counts].map(([name, count]) => `${String(name)}: ${count}`).toSorted();
    row('answers', sorted.join(', '));
    row('faults', String(faults.length));
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
}
