import { inject } from 'vitest';
import { randomText } from '../../src/base/crypto.ts';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';

const CONNECTIONS = 8;

/** A new, migrated database on the database server of the test run. */
export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  /** Closes `db` and drops the database, even if other clients are still connected. */
  readonly drop: () => Promise<void>;
}

/**
 * Creates a copy of the migrated database on each database server of the test run. With `empty`, the new databases have
 * no tables.
 */
export async function createTestDatabase(options: { readonly empty?: boolean } = {}): Promise<TestDatabase> {
  const template = inject('templateUrl');
  const servers = [template, ...inject('otherServers')];
  const name = `test_${randomText(12).toLowerCase()}`;
  const source = options.empty ? 'template0' : new URL(template).pathname.slice(1);
  // Copy the files of the database. The other strategy, wal_log, reads and logs each page, which takes 45 ms more CPU
  // time per database.
  const command = `create database ${name} template ${source} strategy file_copy`;
  for (const server of servers) await administer(server, command);
  const url = withDatabase(template, name);
  const db = openDatabase({ url, log: silentLog, connections: CONNECTIONS, applicationName: 'test' });
  return {
    url,
    db,
    async drop() {
      // Ignore the error if a test has already closed the pool.
      await db.close().catch(() => {});
      for (const server of servers) await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Runs a command while connected to another database, because a database cannot be created or dropped from a connection
 * to itself.
 */
async function administer(template: string, command: string): Promise<void> {
  const admin = openDatabase({
    url: withDatabase(template, 'postgres'),
    log: silentLog,
    connections: 1,
    applicationName: 'test set-up',
  });
  try {
    await admin.script(command);
  } finally {
    await admin.close();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
