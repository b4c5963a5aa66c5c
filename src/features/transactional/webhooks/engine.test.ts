import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../../base/db.ts';
import { silentLog } from '../../../base/log.ts';
import { createWebhookEngine, type WebhookEngine } from './engine.ts';

const SPAN_MS = 20_000;

/** The non-null columns of the last row that a claim returns. */
interface End {
  readonly account_id: number;
  readonly is_round: boolean;
  readonly in_vain: number;
  readonly wait_ms: number | null;
}

const REST: End = { account_id: -1, is_round: true, in_vain: 0, wait_ms: null };

let engine: WebhookEngine;
let counts: Map<string, number>;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_795_000_000_000 });
  counts = new Map();
});
afterEach(async () => {
  const stopped = engine.stop();
  await vi.advanceTimersByTimeAsync(30_000);
  await stopped;
  vi.useRealTimers();
});

/** Starts the engine on a database that returns `endOf(n)` as the last row of the nth claim. */
function start(endOf: (claim: number) => End = () => REST): void {
  const db = {
    query: ({ name }: { name: string }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (name !== 'webhooks_claim') return Promise.resolve([{ since: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }]);
      return Promise.resolve([{ id: null, moves: 0, moved_ms: Date.now(), ...endOf(count) }]);
    },
    // Safe cast: the engine runs no other statements as long as no rows are claimed.
  } as unknown as Database;
  engine = createWebhookEngine({
    db,
    clock: { now: () => Date.now() },
    log: silentLog,
    directory: { find: () => Promise.resolve(undefined) },
    facts: () => Promise.resolve(new Map()),
    post: () => Promise.reject(new Error('nothing is sent')),
  });
}

/**
 * Returns the summary row of a claim that found only accounts without free slots. Three such claims in a row check 600
 * accounts.
 */
function inVain(claim: number): End {
  return { account_id: [168, 256, 512][claim % 3] ?? 0, is_round: false, in_vain: 256, wait_ms: null };
}

function statements(): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

it('queries the database once a second while idle, and once a minute for earlier days', async () => {
  start();
  await vi.advanceTimersByTimeAsync(SPAN_MS);
  expect(statements()).toBeGreaterThan(SPAN_MS / 1000 - 2);
  expect(statements()).toBeLessThanOrEqual(SPAN_MS / 1000 + 2);
});

it('claims immediately when woken and is then idle again', async () => {
  start();
  await vi.advanceTimersByTimeAsync(500);
  const before = statements();
  engine.wake();
  await vi.advanceTimersByTimeAsync(20);
  expect(statements()).toBe(before + 1);
});

it('sleeps until something is due before the next poll', async () => {
  start((claim) => ({ ...REST, wait_ms: claim === 1 ? 300 : null }));
  await vi.advanceTimersByTimeAsync(250);
  expect(counts.get('webhooks_claim')).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(counts.get('webhooks_claim')).toBe(2);
});

it('pauses after a round of several claims without results, and between claims depending on the number of checked accounts', async () => {
  start(inVain);
  await vi.advanceTimersByTimeAsync(SPAN_MS);
  expect(counts.get('webhooks_claim')).toBeLessThanOrEqual((3 * SPAN_MS) / 1000 + 6);
});

it('starts another round if it is woken during such a round', async () => {
  start(inVain);
  await vi.advanceTimersByTimeAsync(30);
  expect(counts.get('webhooks_claim')).toBe(2);
  engine.wake();
  await vi.advanceTimersByTimeAsync(200);
  expect(counts.get('webhooks_claim')).toBe(6);
});
