import { startApi } from '../src/app/api.ts';
import { fuzz } from '../test/support/fuzz/run.ts';
import { fuzzVendors } from '../test/support/fuzz/vendors/run.ts';
import { startDnsServer } from '../test/support/dns-server.ts';
import { row } from './measure.ts';
import { openStack } from './stack.ts';

const REQUESTS = 1_000_000;
const VENDOR_REQUESTS = 50_000;

/**
 * Sends made-up requests to all routes and fails at the first that is answered 5xx, or with what the API document does not
 * show. `npm run bench -- fuzz 200000` sends fewer; FUZZ_SEED begins elsewhere, so that a million can be sent in parts.
 */
export async function benchFuzz(requests = REQUESTS): Promise<void> {
  const seed = Number(process.env['FUZZ_SEED'] ?? 1);
  const dns = await startDnsServer({});
  const stack = await openStack({ POSTRIDER_RESOLVER: dns.address, POSTRIDER_LOG: 'silent' });
  try {
    const api = await startApi(stack.installation);
    const beganAt = performance.now();
    const { port, routes } = api;
    const { faults, heapMb, slowest, statuses, succeeded } = await fuzz(
      { installation: stack.installation, port, routes },
      { requests, seed },
    );
    const seconds = (performance.now() - beganAt) / 1_000;
    await api.close();
    row(`seed ${seed}`, `${requests} requests in ${seconds.toFixed(0)} s, ${Math.round(requests / seconds)}/s`);
    row(
      'answers',
      [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, n]) => `${status}: ${n}`)
        .join(', '),
    );
    row('routes', `${succeeded.size} of ${routes.length} succeeded at least once`);
    row('slowest', slowest.map(([name, s]) => `${name} ${s.toFixed(1)} s`).join(', '));
    row('heap in use', `${heapMb.map((mb) => mb.toFixed(0)).join(', ')} MB`);
    row('faults', String(faults.length));
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } finally {
    await stack.close();
    await dns.close();
  }
}

/**
 * Sends requests made of those of the official clients of Mailgun, Postmark, SendGrid and Amazon SES, and fails where an answer
 * is not in the form of the vendor, or what was taken in is not there. `npm run bench -- fuzz-vendors 50000` sends so many;
 * FUZZ_SEED begins elsewhere.
 */
export async function benchFuzzVendors(requests = VENDOR_REQUESTS): Promise<void> {
  const seed = Number(process.env['FUZZ_SEED'] ?? 1);
  const stack = await openStack({ POSTRIDER_LOG: 'silent' });
  try {
    const { installation } = stack;
    const api = await startApi(installation);
    const beganAt = performance.now();
    const { accepted, answers, faults } = await fuzzVendors({ installation, port: api.port }, { requests, seed });
    const seconds = (performance.now() - beganAt) / 1_000;
    await api.close();
    row(`seed ${seed}`, `${requests} requests in ${seconds.toFixed(0)} s, ${Math.round(requests / seconds)}/s`);
    const counts = [...answers].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, n]) => `${name}: ${n}`);
    row('answers', counts.join(', '));
    row('messages accepted and stored', String(accepted));
    row('faults', String(faults.length));
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } finally {
    await stack.close();
  }
}
