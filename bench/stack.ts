import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureOwner } from '../src/app/first-start.ts';
import { openInstallation } from '../src/app/installation.ts';
import { clientConfig } from '../src/base/client-config.ts';
import { loadConfig } from '../src/base/config.ts';
import type { Database } from '../src/base/db.ts';
import { migrate } from '../src/base/migrate.ts';
import { ensurePartitions } from '../src/base/partitions.ts';
import { rowsOf } from '../test/support/planted-contacts.ts';

/** API key and email address of the owner in every measured installation. */
export const BENCH_KEY = `pr_${'bench'.repeat(8)}`;
export const BENCH_OWNER = 'owner@postrider.localhost';

/** SQL condition for the unprocessed rows of each table. */
const PENDING = {
  delivery: 'next_at is not null',
  mailing: `state = 'sending'`,
  webhook_delivery: 'next_at is not null',
} as const;
const POLL_MS = 20;

export type Stack = Awaited<ReturnType<typeof openStack>>;

/** Opens an installation in a temporary directory, as it is after the first start. */
export async function openStack(environment: Readonly<Record<string, string>>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const base = { POSTRIDER_DATA: dataDir, POSTRIDER_API_KEY: BENCH_KEY, POSTRIDER_LOG: 'error', PORT: '0' };
  const full = { ...base, ...environment };
  const installation = await openInstallation(loadConfig(full), full, 'bench', undefined);
  await migrate(installation.db, { log: installation.log });
  await ensurePartitions(installation.db);
  await ensureOwner(installation);
  return {
    installation,
    key: BENCH_KEY,
    async close() {
      await installation.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs work on an installation in a temporary directory, and removes the installation afterward. */
export async function withStack(
  environment: Readonly<Record<string, string>>,
  work: (stack: Stack) => Promise<void>,
): Promise<void> {
  await closing(openStack(environment), work);
}

/** Runs work with an object and closes the object afterward. */
export async function closing<T extends { close(): Promise<unknown> }, Result>(
  opening: Promise<T>,
  work: (opened: T) => Promise<Result>,
): Promise<Result> {
  const opened = await opening;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Runs work on a connection without a statement timeout. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...clientConfig(url, 'bench'), statement_timeout: 0 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the numbers in the first row that a statement selects, keyed by column. Throws if there is no row. */
export async function numbersOf<Name extends string>(
  db: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<Name, number>> {
  const [found] = await rowsOf<Record<Name, number>>(db, text, values);
  if (!found) throw new Error(`No row: ${text}`);
  return found;
}

/** Returns the single number that a statement selects. */
export async function numberOf(db: Database, text: string, values: readonly unknown[] = []): Promise<number> {
  return Object.values(await numbersOf(db, text, values))[0] ?? NaN;
}

/** Waits until no row in the given tables is waiting or in progress. */
export async function untilRecorded(db: Database, tables: readonly (keyof typeof PENDING)[]): Promise<void> {
  const parts = tables.map((table) => `exists (select from ${table} where ${PENDING[table]})`);
  const text = `select (${parts.join(' or ')})::integer as pending`;
  await until(async () => (await numberOf(db, text)) === 0);
}

/** Polls until a condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, everyMs = POLL_MS): Promise<void> {
  while (!(await condition())) await sleep(everyMs);
}
