/**
 * Writes the database schema that the files in `sql/` create to `sql/schema.sql` or to the given file. Run this script
 * with `npm run schema`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../src/base/db.ts';
import { createLog } from '../src/base/log.ts';
import { migrate } from '../src/base/migrate.ts';
import { startPostgres } from '../src/base/postgres/server.ts';
import { dumpSchema } from './schema/dump.ts';

const target = process.argv[2] ?? fileURLToPath(new URL('../sql/schema.sql', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'postrider-schema-'));
const log = createLog('warn');
const server = await startPostgres({ dataDir, log, durable: false, maxConnections: 10 });
try {
  const db = openDatabase({ url: server.url, log, connections: 1, applicationName: 'postrider schema' });
  await migrate(db, { log });
  writeFileSync(target, await dumpSchema(db));
  await db.close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
