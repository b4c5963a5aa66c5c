import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/base/db.ts';
import { createLog } from '../../src/base/log.ts';
import { migrate } from '../../src/base/migrate.ts';
import { ensurePartitions } from '../../src/base/partitions.ts';
import { queryOnce } from '../../src/base/postgres/probe.ts';
import { readProcess } from '../../src/base/postgres/process-table.ts';
import { startPostgres } from '../../src/base/postgres/server.ts';
import { randomText } from '../../src/base/crypto.ts';
import { placeOfScratch } from './scratch.ts';

const PREFIX = 'postrider-test-';
const CONNECTIONS = 150;

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * URL of the migrated database of this test run. Each test database is a copy of it. Connections to it must be
     * closed immediately.
     */
    templateUrl: string;
    /** URLs of the same database on other servers, if the database is distributed. */
    otherServers: readonly string[];
  }
}

/**
 * Starts one database server for the whole test run and creates a migrated database that tests copy. Removes everything
 * at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const began = performance.now();
  await writeMissingPages();
  removeLeftovers();
  const scratch = join(placeOfScratch(), `${PREFIX}${process.pid}-${randomText(6)}`);
  const dataDir = join(scratch, 'server');
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  const log = createLog('warn');
  try {
    mkdirSync(scratch, { mode: 0o711 });
    mkdirSync(dataDir, { mode: 0o711 });
    const server = await startPostgres({ dataDir, log, durable: false, maxConnections: CONNECTIONS });
    try {
      const db = openDatabase({ url: server.url, log, connections: 1, applicationName: 'test set-up' });
      await migrate(db, { log });
      await ensurePartitions(db);
      await db.close();
      // Disallow connections, because copying the database fails while a connection to it is open.
      await queryOnce(server.url.replace(/[^/]+$/, 'postgres'), 'alter database postrider allow_connections false');
    } catch (error) {
      await server.stop();
      throw error;
    }
    project.provide('templateUrl', server.url);
    project.provide('scratch', scratch);
    project.provide('otherServers', []);
    process.stdout.write(`Test database ready in ${Math.round(performance.now() - began)} ms\n`);
    return async () => {
      await server.stop();
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * In a new clone, writes the generated files that tests import. `test/docs.test.ts` checks that all of them are up to
 * date.
 */
async function writeMissingPages(): Promise<void> {
  if (existsSync(new URL('../../sdk/src/generated.ts', import.meta.url))) return;
  const { writeGeneratedPages } = await import('../../scripts/generated-pages.ts');
  writeGeneratedPages('built');
}

/** Removes the files of earlier test runs that were killed. */
function removeLeftovers(): void {
  for (const place of new Set([tmpdir(), placeOfScratch()])) {
    for (const name of readdirSync(place)) {
      const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
      if (pid === undefined || readProcess(Number(pid))) continue;
      try {
        rmSync(join(place, name), { recursive: true, force: true });
      } catch {
        // Ignore the error: the files belong to another user, and only that user can remove them.
      }
    }
  }
}
